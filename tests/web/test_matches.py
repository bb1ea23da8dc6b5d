"""Whole matches in a real browser: by taps alone, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

import carreau
from carreau.core.game import Game
from tests.browser import Server, event, go_on, hard_to_tap, ready, record_of, set_up, tap_one, target, until, verify
from tests.some import EVERY, QUICK, asked


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_a_match_by_taps_alone(game: Game, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(360, 640)
    set_up(page, server, game.id, **asked(game.short))
    moves = 0
    while ready(page):
        go_on(page)
        assert moves % 4 or hard_to_tap(page) == []
        tap_one(page, moves * 7)
        moves += 1
    assert page.locator("#outcome").inner_text()
    record = record_of(page)
    assert carreau.verify(record).over and moves > 0
    verify(page)
    page.wait_for_selector("text=This is the deal that was promised")


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_a_match_by_keyboard_alone(game: Game, server: Server, open_page: Callable[..., Page]) -> None:
    """The list of moves: opened once, then Tab and Enter."""
    page = open_page()
    set_up(page, server, game.id, **asked(game.short))
    page.focus("#moves summary")
    page.keyboard.press("Enter")
    moves = 0
    while ready(page):
        until(page, "document.querySelector('#choices button')")  # the list is written a moment after it is opened
        sequence = event(page, "sequence")
        page.focus("#filter")
        for _ in range(1 + moves % min(3, len(event(page, "choices")))):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        until(page, f"carreau.event.sequence > {sequence}")
        moves += 1
    assert carreau.verify(record_of(page)).over


def test_a_card_is_chosen_and_laid_with_the_keyboard_on_the_picture(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, QUICK.id)
    assert ready(page)
    sequence = event(page, "sequence")
    card, cell = page.evaluate("carreau.chooser.choices[0].taps")
    for tap in (card, cell):
        page.locator(f"#scene [data-tap='{tap}']").last.focus()
        page.keyboard.press("Enter")
        if event(page, "sequence") == sequence and tap == card:
            assert page.evaluate("carreau.chooser.picked.length") in (0, 1)
    until(page, f"carreau.event.sequence > {sequence}")


def test_three_taps_from_the_first_page_to_the_first_card(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(360, 640)
    page.goto(server.address)
    page.click(f"a.tile[href='/new/{QUICK.id}']")
    page.click("button.main")
    until(page, "globalThis.carreau?.event?.acting")
    sequence = event(page, "sequence")
    page.locator("#scene .board .can").first.click()
    until(page, f"carreau.event.sequence > {sequence}")


def test_a_question_before_a_move(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, QUICK.id)
    page.click(".menu summary")
    page.check("#confirm")
    page.click(".menu summary")
    assert ready(page)
    sequence = event(page, "sequence")
    page.mouse.click(*target(page, page.evaluate("carreau.chooser.choices[0].taps.at(-1)")))
    assert page.locator("#play").is_visible() and event(page, "sequence") == sequence
    page.click("#play")
    until(page, f"carreau.event.sequence > {sequence}")
