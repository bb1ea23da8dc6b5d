"""Anyone who uses the keyboard or a screen reader keeps their place, whatever arrives in the meantime."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import Server, event, invite, ready, set_up, tap_one, until
from tests.some import QUICK, asked, hiding

PLACE = "[document.activeElement.id, document.activeElement.textContent, document.activeElement.dataset.tap]"


@pytest.fixture
def pair(server: Server, open_page: Callable[..., Page]) -> tuple[Page, Page]:
    """Ana, whose turn it is, and a friend."""
    ana, bo = open_page(), open_page()
    set_up(ana, server, hiding().game, ("me", "open"), **asked(hiding().options), first="0")
    invite(ana, bo)
    until(ana, "carreau.event.acting")
    return ana, bo


def come_and_go(ana: Page, bo: Page) -> None:
    """Two events for Ana that change nothing for her."""
    where = bo.url
    bo.goto("about:blank")
    until(ana, "!carreau.event.players[1].here")
    bo.goto(where)
    until(ana, "carreau.event.players[1].here")


def test_somebody_comes_between_tab_and_enter(pair: tuple[Page, Page]) -> None:
    ana, bo = pair
    ana.focus("#moves summary")
    ana.keyboard.press("Enter")
    until(ana, "document.querySelector('#choices button')")
    for _ in range(3):
        ana.keyboard.press("Tab")
    chosen = ana.evaluate("document.activeElement.textContent")
    assert chosen == ana.locator("#choices button").nth(1).text_content()
    come_and_go(ana, bo)
    assert ana.evaluate("document.activeElement.textContent") == chosen
    ana.keyboard.press("Enter")
    until(bo, "carreau.event.acting")
    until(ana, "carreau.event.ply === 1")
    assert ana.evaluate("document.activeElement.matches('#moves summary')"), "its move is gone: the list itself has the focus"


def test_the_same_move_keeps_the_focus_in_another_list(pair: tuple[Page, Page]) -> None:
    ana, _ = pair
    ana.click("#moves summary")
    until(ana, "document.querySelector('#choices button')")
    ana.locator("#choices button").nth(1).focus()
    chosen = ana.evaluate("document.activeElement.textContent")
    ana.evaluate("carreau.chooser.offer(carreau.event.choices.toReversed().slice(1))")
    assert ana.evaluate("document.activeElement.textContent") == chosen


def test_the_focus_stays_on_the_table_and_in_the_menu(pair: tuple[Page, Page]) -> None:
    ana, bo = pair
    for place in ("#scene .board .can >> nth=0", "#scene .tray .card >> nth=0"):
        ana.locator(place).focus()
        before = ana.evaluate(PLACE)
        come_and_go(ana, bo)
        assert ana.evaluate(PLACE) == before and before[2]
    ana.click(".menu summary")
    ana.focus("#leave")
    come_and_go(ana, bo)
    assert ana.evaluate("document.activeElement.id") == "leave"
    bo.goto("about:blank")
    until(ana, "document.querySelector('#absent button')")
    ana.focus("#absent button")
    ana.keyboard.press("Enter")
    until(ana, "!document.querySelector('#absent button')")
    assert ana.evaluate("document.activeElement.id") == "leave"


def test_the_focus_stays_among_the_links_when_a_seat_is_taken(server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo = open_page(), open_page()
    set_up(ana, server, QUICK.id, ("me", "open", "open"))
    ana.focus("#links .copy")
    bo.goto(ana.locator(".link").first.input_value())
    bo.click("button.main")
    until(ana, "document.querySelectorAll('#links .copy').length === 1")
    assert ana.evaluate("document.activeElement.id") == "start"


# a card in the hand that has some of the moves, but not all of them
SOME = """() => {
    const cards = [...document.querySelectorAll("#scene .tray .card[data-tap]")].map((card) => card.dataset.tap);
    const moves = (card) => carreau.chooser.choices.filter((one) => one.taps.includes(card) && one.taps.length > 1).length;
    return cards.find((card) => 0 < moves(card) && moves(card) < carreau.chooser.choices.length);
}"""


@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_a_card_that_is_put_back_brings_back_the_whole_list(key: str, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, hiding().game, **asked(hiding().options), first="0")
    while ready(page) and not (tap := page.evaluate(SOME)):
        tap_one(page, 0)
    page.click("#moves summary")
    until(page, "document.querySelector('#choices button')")
    every = page.locator("#choices button").count()
    page.focus(f"#scene .tray [data-tap='{tap}']")
    page.keyboard.press("Enter")
    assert 0 < page.locator("#choices button").count() < every
    page.keyboard.press(key)
    assert page.locator("#choices button").count() == every


def test_the_question_before_a_move_outlives_an_arrival(pair: tuple[Page, Page]) -> None:
    ana, bo = pair
    ana.evaluate("document.getElementById('confirm').checked = true")
    ana.click("#moves summary")
    ana.focus("#choices button")
    ana.keyboard.press("Enter")
    assert ana.evaluate("document.activeElement.id") == "play"
    come_and_go(ana, bo)
    assert ana.evaluate("document.activeElement.id") == "play" and event(ana, "ply") == 0
    ana.keyboard.press("Enter")
    until(ana, "carreau.event.ply === 1")
    assert ana.evaluate("document.activeElement.id") == "scene", "what had the focus is gone: the table has it"
