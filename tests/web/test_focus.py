"""Whoever uses the keyboard or a screen reader keeps their place, whatever arrives meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import Server, event, invite, set_up, until
from tests.some import asked, hiding

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
