"""Setting up a table: first the way to play, by its picture; what does not belong to it is not asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from carreau.core.game import Game
from carreau.core.way import read_ways
from carreau.core.words import LANGUAGES
from carreau.web.language import words_of
from carreau.web.table_form import belongs_to, read_table_form, way_fields
from tests.browser import Server, until
from tests.some import EVERY

WITH_WAYS = [game for game in EVERY if read_ways(game)]
MANY = max(WITH_WAYS, key=lambda game: len(read_ways(game)))
PLACE = "(one) => document.querySelector(one).getBoundingClientRect().top"


def test_some_games_have_several_ways() -> None:
    assert len(WITH_WAYS) > 1 and len(read_ways(MANY)) > 4


@pytest.mark.parametrize("game", WITH_WAYS, ids=lambda game: game.id)
def test_the_form_and_the_game_agree(game: Game) -> None:
    for language in LANGUAGES:
        shown = way_fields(game, words_of(language, game), {})
        assert [field.chosen for field in shown] == [True] + [False] * (len(shown) - 1)
        assert len({field.title for field in shown}) == len({field.line for field in shown}) == len(shown)
    for way in read_ways(game):
        for players in way.players(game):
            form = {"players": str(players), f"option-{way.option}": way.value, "seat-0": "me"}
            form |= {f"seat-{seat}": "bot-1" for seat in range(1, players)}
            settings = read_table_form(game, form, words_of("en"))
            assert settings.options[way.option] in (way.value, way.value == "on")


def test_what_was_filled_in_for_another_way_does_not_matter() -> None:
    option, ways = next((name, ways) for name, ways in belongs_to(MANY).items() if len(ways) == 1)
    other = next(way for way in read_ways(MANY) if way.value not in ways and 2 in way.players(MANY))
    choice = next(one for one in MANY.options if one.name == option)
    value = next(str(one) for one in choice.samples(2) if one != choice.default)
    form = {"players": "2", f"option-{other.option}": other.value, f"option-{option}": value, "seat-0": "me", "seat-1": "bot-1"}
    assert read_table_form(MANY, form, words_of("en")).options[option] == choice.default
    assert read_table_form(MANY, form | {f"option-{other.option}": ways[0]}, words_of("en")).options[option] == value


def test_the_way_to_play_comes_first(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(1440, 900)
    page.goto(f"{server.address}/new/{MANY.id}")
    places = [page.evaluate(PLACE, one) for one in (".ways", "[name=players]", ".seats", "details:has([name=clock])")]
    assert places == sorted(places)
    assert page.locator(".way img").evaluate_all("(all) => all.length") == len(read_ways(MANY))
    start = page.locator("button.main").bounding_box()
    assert start and start["y"] + start["height"] <= 900, "it can be started without scrolling"


@pytest.mark.parametrize("way", read_ways(MANY), ids=lambda way: way.value)
def test_a_way_decides_what_is_asked(way: object, server: Server, open_page: Callable[..., Page]) -> None:
    found = next(one for one in read_ways(MANY) if one == way)
    page = open_page(390, 844)
    page.goto(f"{server.address}/new/{MANY.id}")
    page.focus(".way input:checked")
    for _ in range([one.value for one in read_ways(MANY)].index(found.value)):
        page.keyboard.press("ArrowDown")
    assert page.locator(".way input:checked").get_attribute("value") == found.value
    offered = page.locator("[name=players] option:not([hidden])").all_inner_texts()
    assert [int(number) for number in offered] == found.players(MANY)
    assert page.locator(".seat:visible").count() == int(page.input_value("[name=players]")) == found.players(MANY)[0]
    page.locator("details:has([name=clock]) summary").click()
    asked = {name for name, ways in belongs_to(MANY).items() if name != found.option and found.value in ways}
    shown = page.locator("[data-ways]:visible :is(input, select)").evaluate_all("(all) => all.map((one) => one.name)")
    assert set(shown) == {f"option-{name}" for name in asked}
    suggestion = set(MANY.suggestion.options) if MANY.suggestion else {""}
    assert page.locator("#suggestion").is_visible() == (suggestion <= asked), "it is about what is asked"


def test_the_chosen_way_is_played(server: Server, open_page: Callable[..., Page]) -> None:
    page, last = open_page(), read_ways(MANY)[-1]
    page.goto(f"{server.address}/new/{MANY.id}")
    page.click(f".way:has([value='{last.value}'])")
    page.click("text=Start")
    until(page, "Boolean(globalThis.carreau?.event?.svg)", 240)
    assert page.locator("#players").count() == 1 and len(page.evaluate("carreau.event.players")) == last.players(MANY)[0]
