"""Several people, lost connections, restarts: in real browsers, with a real server."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

import carreau
from proofs.tools.plans import Plan, alone
from tests.browser import Server, event, fill_in, invite, ready, record_of, set_up, tap_one, until, verify
from tests.some import OTHERS, QUICK, asked, hiding, plan_name, racing


def test_two_browsers_at_one_table(server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo = open_page(), open_page(360, 640, locale="fr-FR")
    set_up(ana, server, hiding().game, ("me", "open"), **asked(hiding().options), first="0")
    assert event(ana, "state") == "waiting" and event(ana, "svg") == "" and ana.locator("#scene").is_hidden()
    assert "Send your friends their links" in ana.locator("#waiting").inner_text(), "nobody is told to lay a card yet"
    invite(ana, bo, "<script>alert(1)</script>")
    assert event(bo, "seats") == [1] and "/seat/" not in bo.url
    assert bo.evaluate("document.documentElement.lang") == "fr"
    cookies = {cookie["name"]: cookie for cookie in bo.context.cookies()}
    assert cookies[f"player-{server.port}"]["httpOnly"] and bo.evaluate("document.cookie") == ""
    watcher = open_page()
    watcher.goto(ana.url)
    until(watcher, "Boolean(globalThis.carreau?.event?.svg)")
    assert event(watcher, "seat") is None and event(watcher, "choices") == []
    moves = 0
    while event(ana, "state") != "over":
        mover = ana if until(ana, "carreau.event.acting || carreau.event.state === 'over' || 'no'") is True else bo
        if event(ana, "state") == "over" or not ready(mover):
            break
        tap_one(mover, moves)
        sequence = event(mover, "sequence")
        for page in (ana, bo):
            until(page, f"carreau.event.sequence >= {sequence}")
        moves += 1
    lines = [page.locator("#log li").count() for page in (ana, bo)]
    assert lines[0] == lines[1] == moves + 1
    assert ana.locator("#log li[value]").count() == 0, "what is not told, as a pledge, leaves no gap in the numbers"
    record = record_of(ana)
    assert carreau.verify(record, str(ana.locator("#table").get_attribute("data-commitment"))).over
    assert set(record["deal"]["parts"]) == {"0", "1"}, "both screens have added to the deal"
    for page in (ana, bo):
        assert verdict(page) == f"{words_of(page)['verified']} {words_of(page)['parts'].replace('{seats}', '1, 2')}"
    check_pledges(bo)
    key = bo.evaluate("Object.keys(localStorage).find((key) => key.startsWith('part-'))")
    bo.evaluate("(key) => localStorage.setItem(key, '0'.repeat(64))", key)
    assert verdict(bo).startswith(words_of(bo)["wrong"]), "a deal without what this screen has added is noticed"
    ana.click("#again")
    until(ana, "carreau.event.seats[0] === 1")
    until(bo, "carreau.event.seats[0] === 0")


def check_pledges(page: Page) -> None:
    """The pledges made before a screen showed its part are kept as they were, and nothing may be added later."""
    key = page.evaluate("Object.keys(localStorage).find((key) => key.startsWith('pledges-'))")
    seen = page.evaluate("(key) => localStorage.getItem(key)", key)
    page.evaluate(
        """async (key) => {
            const script = document.querySelector("script[type=module]").src;
            const { addToShuffle } = await import(script.replace("main.js", "shuffle.js"));
            const pledges = { ...JSON.parse(localStorage.getItem(key)), 0: "0".repeat(64) };
            addToShuffle(key.slice(8), { seat: 1, pledges, sealed: true, parts: {} }, () => {});
        }""",
        key,
    )
    assert page.evaluate("(key) => localStorage.getItem(key)", key) == seen
    own = json.dumps({"1": json.loads(seen)["1"]})
    page.evaluate("([key, own]) => localStorage.setItem(key, own)", [key, own])
    assert verdict(page).startswith(words_of(page)["wrong"]), "a pledge that came later is noticed"
    page.evaluate("([key, seen]) => localStorage.setItem(key, seen)", [key, seen])
    assert verdict(page).startswith(words_of(page)["verified"])


def words_of(page: Page) -> dict[str, str]:
    words: dict[str, str] = page.evaluate("JSON.parse(document.getElementById('words').textContent)")
    return words


def verdict(page: Page) -> str:
    page.evaluate("document.querySelector('.verdict').textContent = ''")
    verify(page)
    return str(until(page, "document.querySelector('.verdict').textContent"))


def test_a_seat_cannot_act_for_another(server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo = open_page(), open_page()
    set_up(ana, server, QUICK.id, ("me", "open"), first="0")
    invite(ana, bo)
    action = ana.evaluate("carreau.chooser.choices[0].action")
    bo.evaluate("(action) => carreau.send({type: 'play', seat: 0, action, ply: 0})", action)
    bo.wait_for_selector("text=This is not your seat.")
    bo.evaluate("carreau.send({type: 'dance'})")
    bo.wait_for_selector("text=This message cannot be read.")
    assert event(ana, "ply") == 0


def test_hot_seat_with_a_curtain(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, hiding().game, ("me", "hot"), **asked(hiding().options), first="0")
    looking = None
    curtains = 0
    for _ in range(5):
        until(page, "carreau.event.curtain || carreau.event.acting")
        if event(page, "curtain"):
            assert event(page, "seat") is None and event(page, "choices") == [] and page.locator("#scene").is_hidden()
            curtains += 1
            page.click("#curtain button")
            until(page, "carreau.event.seat !== null")
        else:
            assert event(page, "seat") == looking, "the screen changed hands without a curtain"
        looking = event(page, "seat")
        tap_one(page, 0)
    assert curtains >= 2
    check_nobody_looks_behind(page)


def check_nobody_looks_behind(page: Page) -> None:
    """While the match is running, its replay on a shared screen shows only what everyone may see."""
    asked = "(seat) => fetch(`${location.pathname}/moment?ply=1&seat=${seat}`).then((one) => one.status)"
    assert [page.evaluate(asked, seat) for seat in ("", "0", "1", "all")] == [200, 400, 400, 400]
    page.goto(f"{page.url}/replay?seat=1")
    assert page.locator("#seat option").evaluate_all("(all) => all.map((one) => one.value)") == [""]


def test_a_lost_connection_comes_back_with_what_was_missed(server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo = open_page(), open_page()
    set_up(ana, server, QUICK.id, ("me", "open"), first="0")
    invite(ana, bo)
    bo.context.set_offline(True)
    bo.evaluate("carreau.connection.socket.close()")
    bo.wait_for_selector("#connection.lost")
    ready(ana)
    tap_one(ana, 0)
    assert bo.locator("#log li").count() == 1
    bo.context.set_offline(False)
    until(bo, "carreau.event.ply === 1")
    assert bo.locator("#log li").count() == 2 == ana.locator("#log li").count()
    assert bo.locator("#connection.lost").count() == 0


def test_two_tabs_of_one_seat_agree(server: Server, open_page: Callable[..., Page]) -> None:
    one = open_page()
    set_up(one, server, QUICK.id, ("me", "hot"), first="0")
    two = one.context.new_page()
    two.goto(one.url)
    until(two, "globalThis.carreau?.event?.acting")
    tap_one(two, 0)
    until(one, "carreau.event.ply === 1")
    tap_one(one, 0)
    until(two, "carreau.event.ply === 2")


def test_the_server_is_killed_in_the_middle(tmp_path: Path, open_page: Callable[..., Page]) -> None:
    server = Server(tmp_path)
    page = open_page()
    try:
        set_up(page, server, QUICK.id, ("me", "hot"), **asked(QUICK.short))
        for moves in range(3):
            ready(page)
            tap_one(page, moves)
        before = event(page, "ply"), page.locator("#log").inner_text()
        server.kill()
        page.wait_for_selector("#connection.lost")
        server.start()
        until(page, "!document.querySelector('#connection.lost')")
        assert (event(page, "ply"), page.locator("#log").inner_text()) == before
        tap_one(page, 0)
        assert event(page, "ply") == before[0] + 1
    finally:
        server.kill()


def test_leaving_and_coming_back(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, OTHERS[0].id)
    page.click(".menu summary")
    page.click("#leave")
    page.click(".menu summary")
    until(page, "carreau.event.away && carreau.event.sequence > 3")
    assert page.locator("#scene .can").count() == 0
    page.click("#back")
    until(page, "!carreau.event.away")


def test_the_host_lets_a_bot_play_for_an_absent_friend(server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo = open_page(), open_page()
    set_up(ana, server, QUICK.id, ("me", "open"), first="1")
    invite(ana, bo)
    ana.click(".menu summary")
    assert ana.locator("#absent button").count() == 0
    bo.evaluate("carreau.send({type: 'lend', absent: 0})")
    bo.wait_for_selector("text=Only the host can do that.")
    where = bo.url
    bo.goto("about:blank")
    ana.click("#absent button")
    until(ana, "carreau.event.ply === 1 && carreau.event.acting")
    assert "a bot plays until they are back" in ana.locator("#log").inner_text()
    bo.goto(where)
    until(bo, "globalThis.carreau?.event?.svg && !carreau.event.away")
    until(ana, "carreau.event.players[1].kind === 'person'")
    assert ana.locator("#absent button").count() == 0
    ana.click(".menu summary")
    tap_one(ana, 0)
    until(bo, "carreau.event.acting")
    tap_one(bo, 0)
    until(ana, "carreau.event.ply === 3")


def test_the_last_move_is_taken_back(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    plan = alone()
    set_up(page, server, plan.game, ("me", "bot-1")[: plan.players], **asked(plan.options))
    tap_one(page, 0)
    page.click("#undo")
    until(page, "carreau.event.ply === 0")


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
def test_everybody_needs_a_screen_where_all_act_at_once(plan: Plan, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{server.address}/new/{plan.game}")
    page.click("summary >> text=Options")
    for name, value in asked(plan.options).items():
        fill_in(page, name, value)
    page.select_option("[name=seat-1]", "hot")
    page.click("text=Start")
    page.wait_for_selector("text=each player needs a screen of their own")


def test_a_wrong_address_is_one_sentence(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    for path in ("/table/nowhere", "/nowhere", "/new/chess", "/rules/chess", "/table/x/seat/y", "/table/x/record.json"):
        answer = page.goto(server.address + path)
        assert answer is not None and answer.status == 404, path
        assert page.locator("[role=alert]").inner_text().endswith("."), path
