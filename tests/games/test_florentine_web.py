"""Dominos florentins in a browser: small cells, and places beneath walls."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

import carreau
from tests.browser import Server, event, set_up, target, until


def test_a_button_brings_small_cells_nearer(server: Server, open_page: Callable[..., Page]) -> None:
    """Fingers need 44 pixels: if a cell is clearly smaller, there is a button to zoom in."""
    page = open_page(360, 640)
    set_up(page, server, "florentine", ("me", "hot"))
    smallest = "carreau.scene.zoom.targets().smallest"
    if event(page, "curtain"):
        page.click("#curtain button")
    until(page, "carreau.event.acting")
    assert page.evaluate(smallest) < 40 and page.locator("#nearer").is_visible()
    page.click("#nearer")
    assert page.evaluate(smallest) >= 44 and page.locator("#nearer").is_hidden() and page.locator("#whole").is_visible()
    page.click("#whole")
    assert page.evaluate(smallest) < 40 and page.locator("#nearer").is_visible()


@pytest.mark.parametrize("seed", range(5))
def test_what_is_drawn_above_a_place_does_not_catch_the_tap(seed: int, open_page: Callable[..., Page]) -> None:
    """The openings of Florentine lie beneath the walls of its rooms."""
    chance, match = random.Random(seed), carreau.load("florentine").new(4, seed=seed)
    while not any(action.startswith("black ") for action in match.legal(match.acting[0])):
        match.play(chance.choice(match.legal(match.acting[0])))
    drawn = match.scene(match.acting[0], form="phone")
    page = open_page(360, 640)
    page.set_content(f"<body style='margin:0'><div id='scene'>{drawn.svg('phone', 'light')}</div>")
    taps = {tap for choice in drawn.choices if choice.action.startswith("black ") for tap in choice.taps}
    for tap in taps - {"black"}:
        assert target(page, tap)
