"""The pages: puzzle, rules, language, and what they give away."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import Server, event, set_up, until
from tests.some import EVERY, OTHERS, PUZZLES, QUICK, asked, hiding


def test_nothing_is_given_away_before_the_end(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, hiding().game, **asked(hiding().options))
    for path, status in (
        ("/record.json", 400),
        ("/moment?seat=1", 400),
        ("/moment?seat=all", 400),
        ("/moment?seat=0", 200),
        ("/moment", 200),
    ):
        answer = page.request.get(page.url + path)
        assert answer.status == status, path
    assert event(page, "seed") == ""


def test_the_puzzle_of_the_day_is_solved_with_hints(server: Server, open_page: Callable[..., Page]) -> None:
    page, watcher = open_page(360, 640), open_page()
    start_puzzle(page, server)
    watcher.goto(page.url)
    while event(page, "state") == "playing":
        ply = event(page, "ply")
        page.click("#hint")
        until(page, "document.querySelector('.hinted')")
        action = page.evaluate(
            "carreau.chooser.choices.find((one) => document.getElementById('said').textContent.includes(one.name)).action"
        )
        page.evaluate("(action) => carreau.send({type: 'play', seat: 0, action, ply: carreau.event.ply})", action)
        until(page, f"carreau.event.ply > {ply}")
    assert "Days in a row: 1" in page.locator("#streak").inner_text()
    until(watcher, "carreau.event.state === 'over'")
    assert watcher.locator("#streak").inner_text() == "", "whoever watches has not solved it"


def start_puzzle(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/puzzle")
    page.click("button.main")
    until(page, "globalThis.carreau?.event?.acting", 120)


def test_a_name_that_is_part_of_a_sentence_wins_nothing(server: Server, open_page: Callable[..., Page]) -> None:
    """ "Nobody has won." must not be read as a win for a player called No."""
    page = open_page()
    start_puzzle(page, server)
    page.evaluate("carreau.send({type: 'rename', seat: 0, name: 'No'})")
    until(page, "carreau.event.players[0].name === 'No'")
    page.evaluate("(action) => carreau.chooser.play(action)", losing_action())
    until(page, "carreau.event.state === 'over'")
    assert page.locator("#outcome").inner_text() == "Nobody has won."
    assert page.locator("#streak").inner_text() == "" and event(page, "winners") == []
    page.goto(f"{server.address}/puzzle")
    assert page.locator("#streak").inner_text() == ""


def losing_action() -> str:
    """Moves that end today's puzzle without solving it."""
    puzzle = PUZZLES[0].puzzle
    assert puzzle is not None
    match = puzzle.puzzle_of(datetime.date.today())
    for action in match.legal(0):
        then = match.copy()
        then.play(action)
        if then.over and not then.outcome["winners"]:
            return str(action)
    raise AssertionError("nobody can lose")


def test_the_language_is_switched(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(server.address)
    assert page.locator("h1").inner_text() == "What shall we play?"
    page.click(".menu summary")
    page.click("#language")
    until(page, "document.documentElement?.lang === 'fr' && document.querySelector('h1')")
    assert page.locator("h1").inner_text() == "À quoi jouons-nous\u202f?"


@pytest.mark.parametrize("name", ["Zoé Œillet", '100% "Ana"; b=c', "Яна"])
def test_a_name_is_remembered(name: str, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{server.address}/new/{QUICK.id}")
    page.fill("[name=name]", name)
    page.click("text=Start")
    page.wait_for_url("**/table/*")
    page.goto(f"{server.address}/new/{OTHERS[0].id}")
    assert page.input_value("[name=name]") == name


def test_the_theme_is_kept(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(server.address)
    page.click(".menu summary")
    page.select_option("#theme", "dark")
    page.goto(f"{server.address}/puzzle")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 25, 28)"


def test_a_position_of_the_rules_is_tried(server: Server, open_page: Callable[..., Page]) -> None:
    page, game = open_page(), next(game for game in EVERY if game.examples)
    page.goto(f"{server.address}/rules/{game.id}")
    assert game.name in page.locator("article").inner_text()
    page.locator("text=Try this position").first.click()
    until(page, "Boolean(globalThis.carreau?.event?.svg)")


def test_a_phone_shows_all_without_scrolling(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(360, 640)
    set_up(page, server, QUICK.id)
    box = page.locator("#scene svg").bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 640 and box["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_link_that_leads_nowhere_is_one_sentence(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(server.address)
    page.fill("[name=link]", "https://example.org/?table")
    page.click("#join button")
    page.wait_for_selector("#join-mistake >> text=That is not a link to a table")
    assert page.url.rstrip("/") == server.address


def test_no_line_of_a_french_rulebook_begins_with_a_sign(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(locale="fr-FR")
    for game in EVERY:
        page.goto(f"{server.address}/rules/{game.id}")
        assert not re.search(" [;:!?»]|« ", page.locator("article").inner_text()), game
