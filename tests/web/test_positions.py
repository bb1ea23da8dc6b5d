"""The position of the day: chosen on the drawing or from the list, judged kindly, and nothing is told before."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page

from carreau.core.game import Game
from carreau.core.position import Position
from carreau.web.daily import FIRST, daily
from carreau.web.language import words_of
from carreau.web.position_screen import asked, position_of
from tests.browser import Server
from tests.some import EVERY
from tests.web.axe import in_both_lights
from tests.web.test_middleware import ask

LATER = FIRST + datetime.timedelta(100)
WORLDS = 3
by_game = pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)


def day_of(game: Game) -> tuple[str, Position]:
    """The first day on which it is this game's turn."""
    days = (daily(EVERY, FIRST + datetime.timedelta(k), LATER) for k in range(len(EVERY)))
    found = next(one for one in days if one.game is game)
    return f"/position/{found.day}", found.position


@by_game
def test_what_is_shown_before_is_the_same_in_every_world(game: Game) -> None:
    """It is made from the match and the seat alone: no answer can be in it."""
    for number in range(4):
        one = position_of(game, number)
        match = one.play(game)
        truth = match._states.copy()
        for form in ("phone", "wide"):
            words = words_of("en", game)
            shown = asked(match, one.seat, words, form)
            for world in range(WORLDS):
                game._drive.redeal_at(match._address, one.seat, world)
                assert asked(match, one.seat, words, form) == shown
                match._states[:] = truth


@by_game
def test_the_best_move_is_found_on_the_drawing(game: Game, server: Server, open_page: Callable[..., Page]) -> None:
    path, one = day_of(game)
    page = open_page(360, 640, locale="fr-FR", bypass_csp=True)
    page.goto(server.address + path)
    page.wait_for_selector("#scene svg", timeout=120_000)
    assert "%" not in page.content() and (game is not EVERY[0] or in_both_lights(page) == [])
    tap_all(page, one.answers[0])
    page.wait_for_selector("#answer:not([hidden])", timeout=60_000)
    assert page.locator("#headline").inner_text() == "Bien vu\u202f!"
    assert page.evaluate("document.activeElement.id") == "headline" and page.locator(".hinted").count()
    assert game is not EVERY[0] or in_both_lights(page) == []
    page.reload()
    page.wait_for_selector("#answer:not([hidden])", timeout=60_000)
    assert page.locator("#count").inner_text() == "0", "one chooses once"


def tap_all(page: Page, action: str) -> None:
    """Tap the card of a move, turn it, tap its place, and confirm if that is asked for."""
    find = "(action) => carreau.question.choices.find((one) => one.action === action).taps"
    first, *others = sorted(page.evaluate(find, action), key=lambda tap: (not tap.startswith("turn-"), not in_hand(page, tap)))
    turned = int(first[-1]) if first.startswith("turn-") else 0
    card, *places = others if turned else [first, *others]
    tap(page, card)
    while page.locator("#turn").is_visible() and page.evaluate("carreau.chooser.turned") != turned:
        page.click("#turn")
    for place in places:
        tap(page, place)
    if page.locator("#play").is_visible():
        page.click("#play")


def in_hand(page: Page, tap: str) -> bool:
    return page.locator(f'#scene .tray [data-tap="{tap}"]').count() > 0


def tap(page: Page, name: str) -> None:
    page.locator(f'#scene [data-tap="{name}"]').first.dispatch_event("click")


@by_game
def test_another_move_is_answered_kindly(game: Game, server: Server, open_page: Callable[..., Page]) -> None:
    """From the list, by keyboard."""
    path, one = day_of(game)
    page = open_page()
    page.goto(server.address + path)
    page.wait_for_selector("#scene svg", timeout=120_000)
    legal = one.play(game).legal(one.seat)
    wrong = next(name for name in legal if name not in one.answers)
    page.locator("#moves summary").press("Enter")
    page.locator(f'#choices [data-action="{wrong}"]').press("Enter")
    page.wait_for_selector("#answer:not([hidden])", timeout=60_000)
    assert page.locator("#headline").inner_text().startswith("There is a better" if len(one.answers) == 1 else "There are ")
    said, worth = page.locator("#sentences").inner_text(), page.locator("#worth").inner_text()
    best, mine = (one.values[legal.index(name)] for name in (one.answers[0], wrong))
    assert f"{best}% of the matches" in said or len(one.answers) > 1
    assert f"instead of {mine}%" in said and f"{mine}%" in worth and "your move" in worth and "best" in worth
    assert f"at least {int(100 * one.lowest)} more" in said and "80 thousand" in said


def test_all_moves_that_are_as_good_are_marked(server: Server, open_page: Callable[..., Page]) -> None:
    days = (daily(EVERY, FIRST + datetime.timedelta(k), LATER) for k in range(100))
    shown = next(one for one in days if len(one.position.answers) > 1)
    page, one = open_page(locale="fr-FR"), shown.position
    page.goto(f"{server.address}/position/{shown.day}")
    page.wait_for_selector("#scene svg", timeout=120_000)
    wrong = next(name for name in one.play(shown.game).legal(one.seat) if name not in one.answers)
    places = page.evaluate(
        "(best) => carreau.question.choices.filter((one) => best.includes(one.action)).map((one) => one.taps)", one.answers
    )
    page.locator("#moves summary").press("Enter")
    page.locator(f'#choices [data-action="{wrong}"]').press("Enter")
    page.wait_for_selector("#answer:not([hidden])", timeout=60_000)
    marked = page.evaluate("[...document.querySelectorAll('.hinted')].map((one) => one.dataset.tap)")
    assert len(places) == len(one.answers) > 1 and set(marked) == {tap for taps in places for tap in taps}
    assert f"Il y a {len(one.answers)} meilleurs coups" in page.locator("#headline").inner_text()
    assert page.locator("#worth .best").count() == len(one.answers)


def test_it_is_on_the_first_page_and_other_days_are_near(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(server.address)
    page.click("text=Position of the day")
    page.wait_for_selector("#scene svg", timeout=120_000)
    assert page.locator("[rel=next]").count() == 0
    page.click("[rel=prev]")
    page.wait_for_selector("#scene svg", timeout=120_000)
    assert page.locator("[rel=next]").count() == 1 and page.url.endswith(str(datetime.date.today() - datetime.timedelta(1)))


def test_what_cannot_be_is_refused(server: Server) -> None:
    path, one = day_of(EVERY[0])
    own = {"Origin": server.address, "Content-Type": "application/x-www-form-urlencoded"}
    move = urlencode({"action": one.answers[0]})
    assert json.loads(ask(server, "POST", path, move, **own).text)["right"]
    assert ask(server, "POST", path, move, **{**own, "Origin": "http://elsewhere.example"}).status == 403
    for body in ("", "action=nonsense", "action=" + "9" * 200):
        assert ask(server, "POST", path, body, **own).status == 400
    tomorrow = datetime.date.today() + datetime.timedelta(2)
    for day in (str(tomorrow), "2025-12-31", "yesterday", "2026-02-30"):
        assert ask(server, "GET", f"/position/{day}").status == 404
        assert ask(server, "POST", f"/position/{day}", move, **own).status == 404
