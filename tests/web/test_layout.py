"""The screen is used: the table fills it, nothing of the log is cut off, and buttons beside the hand cover nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from carreau.core.game import Game
from carreau.draw.form import wide
from tests.browser import Server, ready, set_up, tap_one
from tests.some import EVERY, QUICK

BOX = """(one) => {
    const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect();
    return [left, top, right, bottom];
}"""
LINES = "[...document.querySelectorAll('#log li')].map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.right])"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1920, 1080)])
def test_the_table_fills_a_large_screen(width: int, height: int, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(width, height)
    set_up(page, server, QUICK.id)
    for pick in range(3):
        if ready(page):
            tap_one(page, pick)
    _, top, right, bottom = page.evaluate(BOX, "#scene svg")
    assert bottom <= height and bottom - top > 0.9 * (height - 44)
    assert page.evaluate("document.documentElement.scrollHeight") <= height, "nothing has to be scrolled"
    left, top, right, bottom = page.evaluate(BOX, "#history")
    assert bottom <= height and bottom - top > 0.6 * height, "the log takes what is left"
    assert all(left <= one and other <= right for one, other in page.evaluate(LINES))


def panels_end(game: Game) -> float:
    return wide(game.new(max(n for n in game.players if game.accepts(n, {})), 1).scene(0)).panels[-1][3]


def test_however_many_players_a_corner_is_left_for_the_buttons() -> None:
    scene = max((game.new(seed=1).scene(0) for game in EVERY), key=lambda scene: max(len(one.pieces) for one in scene.players))
    player = max(scene.players, key=lambda one: len(one.pieces))
    for count in (2, 4, 8):
        places = wide(scene.with_(players=(player,) * count))
        assert player.pieces and places.panels[-1][3] <= places.tray[1] - 10 and places.tray[0] > places.panels[-1][2]


def test_the_buttons_beside_the_hand_cover_nothing(server: Server, open_page: Callable[..., Page]) -> None:
    page, game = open_page(1440, 900), max(EVERY, key=panels_end)
    players = max(n for n in game.players if game.accepts(n, {}))
    set_up(page, server, game.id, ("me", *["bot-1"] * (players - 1)))
    ready(page)
    page.evaluate("for (const one of ['turn', 'cancel']) document.getElementById(one).hidden = false")
    left, top, right, bottom = page.evaluate(BOX, "#tools")
    lowest, felt = page.evaluate(BOX, f"#player-{players - 1}"), page.evaluate(BOX, "#scene .ground rect:nth-of-type(2)")
    assert left >= 0 and right <= felt[0] + 1 and lowest[3] <= top + 1 and bottom <= 900
