"""The coach in a browser: set up, asked, heard, and the question before a blunder."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from carreau.core.match import Match
from carreau.review.worlds_for import REVIEW
from carreau.store.address import FILE
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import NewTable, StoredTable
from carreau.table.entry import PLAY, Entry
from carreau.table.settings import ASKED, WARNING, Chair, Settings
from carreau.web.tokens import hashed, new_id
from tests.blunders import blunder
from tests.browser import Server, event, until
from tests.some import QUICK
from tests.web.axe import in_both_lights
from tests.web.test_middleware import ask

EARLY = """() => {
    const { coach, event } = carreau, { action } = event.choices[0];
    const move = { action, name: "Too early", worth: "", share: 0.5, note: "" };
    coach.show({ sequence: event.sequence + 1, moves: [move], text: "" });
}"""  # an answer that comes before the drawing of its position
SECRET = "the-secret-of-a-person-with-a-coach"


def open_blunder(page: Page, server: Server, match: Match) -> None:
    """A table with a coach at which a blunder can be made next."""
    chairs = (Chair("me", name="Ana"), Chair("bot", 1))
    settings = Settings(match.game.id, match.game.version, match.options, match.seed, chairs, coach=WARNING, first=match.ply)
    played = [Entry(k, 0.0, PLAY, seat, match.game.name_action(action)) for k, (seat, action) in enumerate(match.history)]
    id, log = new_id(), SQLiteLog(server.data / FILE)
    log.create(NewTable(StoredTable(id, 0.0, settings.text(), settings.seed), ((hashed(SECRET), 0),), entries=tuple(played)))
    log.close()
    page.context.add_cookies([{"name": f"player-{server.port}", "value": SECRET, "url": server.address}])
    page.goto(f"{server.address}/table/{id}")
    until(page, "globalThis.carreau?.event?.acting", 60)


def choose(page: Page, action: str) -> None:
    page.evaluate("(action) => carreau.chooser.play(action)", action)


def ask_coach(page: Page) -> None:
    """Ask, and again if it is not ready yet, as it says: on a busy machine loading the game takes a while."""
    end = time.monotonic() + 60
    while True:
        page.locator("#advise").focus()
        page.keyboard.press("Enter")
        until(page, "!carreau.coach.isAsking && document.querySelector('#advised li')")
        if page.locator("#advised button").count() or time.monotonic() > end:
            break
        page.wait_for_timeout(500)
    assert page.locator("#advised button").count(), page.locator("#advised").inner_text()


def pointed_out(page: Page) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('#scene .hinted')].map((one) => one.dataset.tap)")
    return found


def test_it_is_offered_to_one_person_among_bots(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{server.address}/new/{QUICK.id}")
    coach = page.locator("[name=coach]")
    page.select_option("[name=seat-1]", "open")
    expect(coach).to_be_hidden()
    page.select_option("[name=seat-1]", "bot-1")
    coach.select_option(WARNING)
    page.select_option("[name=seat-1]", "hot")
    assert coach.is_hidden() and coach.is_disabled(), "what was chosen is not sent"
    form = {"players": "2", "seat-0": "me", "seat-1": "open", "coach": WARNING}
    answer = ask(server, "POST", f"/new/{QUICK.id}", urlencode(form), Origin=server.address)
    assert answer.status == 400 and "alone against bots" in answer.text


def test_it_says_and_shows_what_it_would_do(server: Server, open_page: Callable[..., Page]) -> None:
    REVIEW.need(QUICK)
    page = open_page(360, 640, locale="fr-FR", bypass_csp=True)
    page.goto(f"{server.address}/new/{QUICK.id}")
    page.select_option("[name=coach]", ASKED)
    page.click("button.main")
    until(page, "globalThis.carreau?.event?.acting", 60)
    if len(event(page, "choices")) == 1:
        choose(page, page.evaluate("carreau.event.choices[0].action"))
        until(page, "carreau.event.acting && carreau.event.choices.length > 1")
    ask_coach(page)
    moves = page.locator("#advised button")
    assert 2 <= moves.count() <= 3 and "% de chances (±\u00a0" in moves.first.inner_text()
    assert "L’entraîneur jouerait\u00a0: " in page.locator("#live").inner_text()
    for k in (0, 1):
        page.locator("#advised button").nth(k).press("Enter")
        action = moves.nth(k).get_attribute("data-action")
        taps = page.evaluate("(action) => carreau.chooser.tapsOf(action)", action)
        assert sorted(pointed_out(page)) == sorted(taps) and moves.nth(k).get_attribute("aria-pressed") == "true"
    assert in_both_lights(page) == []
    page.click("#enough")
    assert pointed_out(page) == [] and page.evaluate("document.activeElement.id") == "advise"
    page.evaluate(EARLY)
    expect(page.locator("#advice")).to_be_hidden()
    page.evaluate("carreau.send({ type: 'rename', seat: carreau.event.seat, name: 'Zoé' })")
    expect(page.locator("#advised")).to_contain_text("Too early")
    page.click("#enough")
    ask_coach(page)
    ply = event(page, "ply")
    choose(page, action or "")
    until(page, f"carreau.event.ply > {ply}")
    expect(page.locator("#advice")).to_be_hidden()
    assert page.locator("#advise").inner_text() == "Que feriez-vous\u202f?" and "répond quand on lui demande." in coached(page)


def coached(page: Page) -> str:
    return page.locator("#coached").inner_text()


def test_it_asks_before_a_blunder(server: Server, open_page: Callable[..., Page]) -> None:
    match, bad, _ = blunder()
    name = match.game.name_action(bad)
    page, watcher = open_page(bypass_csp=True), open_page(locale="fr-FR")
    open_blunder(page, server, match)
    watcher.goto(page.url)
    ask_coach(page)  # when it has answered, it has thought about this position
    assert page.locator("#log").inner_text().count("Ana asks the coach.") == 1
    sequence = event(page, "sequence")
    ask_for(page, name)
    assert page.locator("#warning").inner_text() == "Sure? There is a better move." and page.locator("#tools").is_hidden()
    assert page.evaluate("document.activeElement.id") == "rethink" and in_both_lights(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#sure")).to_be_hidden()
    assert event(page, "sequence") == sequence, "nothing was written"
    assert page.evaluate("document.activeElement.id") == "advise", "the focus is where it was"
    ask_for(page, name)
    page.click("#anyway")
    until(page, f"carreau.event.sequence > {sequence}")
    assert page.evaluate("document.getElementById('sure').hidden")
    until(watcher, "globalThis.carreau?.event?.svg")
    assert "prévient avant une gaffe" in coached(watcher) and watcher.locator("#advise, #advice, #sure").count() == 0
    watcher.evaluate("carreau.send({ type: 'advise', seat: 0 })")
    expect(watcher.locator("#said")).to_have_text("Ce n’est pas votre siège.")
    watcher.goto(f"{page.url}/replay")
    expect(watcher.locator("#log .question")).to_have_text("Ana demande à l’entraîneur.")
    assert watcher.locator(f"#log li:nth-child({match.ply + 1}) .question").count() == 1, "before the blunder"


def ask_for(page: Page, action: str) -> None:
    """Choose a blunder; the coach is in time even on a busy machine, because nothing here lets the page give up."""
    page.evaluate("carreau.coach.patience = 20_000")
    choose(page, action)
    expect(page.locator("#sure")).to_be_visible(timeout=20_000)
