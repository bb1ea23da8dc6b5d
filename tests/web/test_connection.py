"""What a page does when something does not arrive, or arrives late."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.browser import Server, event, fail_twice, play_to_the_end, set_up, tap_one, until, verify
from tests.some import QUICK, asked, hiding

LONGER = 7000  # milliseconds; a page that was told to come back waits for 3 to 6 seconds


def test_a_line_that_closes_late_takes_nothing_from_the_next(server: Server, open_page: Callable[..., Page]) -> None:
    page, lines = open_page(), []

    def carry(line: WebSocketRoute) -> None:
        line.connect_to_server()
        line.on_close(lambda code, reason: None)  # the page's goodbye takes long to arrive
        lines.append(line)

    page.route_web_socket("**/socket?*", carry)
    set_up(page, server, QUICK.id, ("me", "hot"), first="0")
    page.evaluate("carreau.event = null; dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")
    until(page, "Boolean(carreau.event)")
    lines[0].close()
    page.wait_for_timeout(500)
    assert len(lines) == 2 and page.locator("#connection.lost").count() == 0
    tap_one(page, 0)
    assert event(page, "ply") == 1


def test_a_connection_that_is_back_at_once_is_not_worth_a_word(server: Server, open_page: Callable[..., Page]) -> None:
    """As when the server is restarted, or when one of its processes has ended."""
    page, lines = open_page(), []

    def carry(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/socket?*", carry)
    set_up(page, server, QUICK.id, ("me", "hot"), first="0")
    page.evaluate(
        "carreau.said = []; new MutationObserver(() => carreau.said.push(document.getElementById('connection').textContent))"
        ".observe(document.getElementById('connection'), { childList: true, characterData: true, subtree: true })"
    )
    for number in range(1, 4):
        page.evaluate("carreau.event = null")
        lines[-1].close(code=1012)
        until(page, "Boolean(carreau.event)")
        assert len(lines) == number + 1
    page.wait_for_timeout(1200)
    assert not [said for said in page.evaluate("carreau.said") if said]


def test_a_connection_that_stays_away_is_worth_a_word(server: Server, open_page: Callable[..., Page]) -> None:
    page, lines = open_page(), []

    def carry(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
        else:
            line.close(code=1012)

    page.route_web_socket("**/socket?*", carry)
    set_up(page, server, QUICK.id, ("me", "hot"), first="0")
    lines[0].close(code=1012)
    page.wait_for_selector("#connection.lost >> text=connection")


def test_a_move_that_was_lost_with_its_connection_is_sent_again(server: Server, open_page: Callable[..., Page]) -> None:
    page, plays = open_page(), []

    def carry(line: WebSocketRoute) -> None:
        onward = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if json.loads(message)["type"] == "play":
                plays.append(message)
                if len(plays) == 1:
                    line.close(code=1012)
                    return
            onward.send(message)

        line.on_message(pass_on)

    page.route_web_socket("**/socket?*", carry)
    set_up(page, server, QUICK.id, ("me", "hot"), first="0")
    tap_one(page, 0)
    assert event(page, "ply") == 1
    page.wait_for_timeout(300)
    assert len(plays) == 2 and plays[0] == plays[1] and event(page, "ply") == 1


@pytest.mark.parametrize(("code", "again"), [("unwritten", True), ("too-often", True), ("closed", False)])
def test_a_page_comes_back_when_a_table_is_gone_for_a_while(
    code: str, again: bool, server: Server, open_page: Callable[..., Page]
) -> None:
    page, lines = open_page(), []

    def carry(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 2:
            line.send(json.dumps({"type": "gone", "code": code, "text": "Not now."}))
            line.close(code=4404)
        else:
            line.connect_to_server()

    page.route_web_socket("**/socket?*", carry)
    page.clock.install()
    set_up(page, server, QUICK.id, ("me", "hot"), first="0")
    page.evaluate("carreau.event = null")
    lines[0].close()
    page.wait_for_selector("#connection.lost >> text=Not now.")
    page.clock.fast_forward(LONGER)
    if again:
        until(page, "Boolean(carreau.event)")
    else:
        page.wait_for_timeout(200)
        assert len(lines) == 2


def test_the_faces_of_the_cards_are_tried_until_they_are_there(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    fail_twice(page, "**/sheet/*")
    set_up(page, server, QUICK.id)
    until(page, "document.querySelector('#sheet symbol')")


def test_a_record_that_cannot_be_fetched_is_said(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, QUICK.id, ("me", "bot-1"), **asked(QUICK.short))
    play_to_the_end(page)
    page.route("**/record.json", lambda route: route.abort())
    verify(page)
    page.wait_for_selector(".verdict >> text=try again in a moment")
    page.unroute("**/record.json")
    verify(page)
    page.wait_for_selector(".verdict >> text=This is the deal that was promised")


def test_going_back_leads_past_a_table_that_leads_on(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, QUICK.id, ("me", "bot-1"), **asked(QUICK.short))
    play_to_the_end(page)
    first = page.url
    page.click("#again")
    page.wait_for_url(lambda url: url != first)
    until(page, "Boolean(globalThis.carreau?.event)")
    page.go_back()
    assert page.url == f"{server.address}/new/{QUICK.id}"


def test_a_name_of_odd_signs_is_said_as_it_is(server: Server, open_page: Callable[..., Page]) -> None:
    page, name = open_page(), "$& {name} $'"
    set_up(page, server, hiding().game, ("me", "hot"), **asked(hiding().options), first="0")
    page.evaluate("(name) => carreau.send({type: 'rename', seat: 1, name})", name)
    until(page, f'carreau.event.players[1].name === "{name}"')
    if event(page, "curtain"):
        page.click("#curtain button")
        until(page, "carreau.event.acting")
    tap_one(page, 0)
    until(page, "carreau.event.curtain")
    assert page.locator("#curtain button").inner_text() == f"I am {name}"
