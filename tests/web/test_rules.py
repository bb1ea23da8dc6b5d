"""The page of rules: the leaflet first, the numbered rulebook folded below it; every rule can be linked to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from carreau.core.example import parts
from carreau.core.game import Game
from carreau.core.leaflet import SECTIONS, read_leaflet
from tests.browser import Server
from tests.some import EVERY, QUICK

# a browser that does not unfold what a link leads to: only the page itself is told
FOLLOWED = "(rule) => { history.replaceState(null, '', `#${rule}`); dispatchEvent(new Event('hashchange')); }"


@pytest.mark.parametrize("language", sorted(SECTIONS))
def test_a_leaflet_comes_first_and_the_rulebook_is_folded(language: str, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(390, 844, locale=language)
    for game in EVERY:
        page.goto(f"{server.address}/rules/{game.id}")
        assert page.locator("article > h2").all_inner_texts()[0] == SECTIONS[language][0]
        assert set(SECTIONS[language]) <= set(page.locator("article > h2").all_inner_texts())
        assert page.locator("article > figure img").count() == len(pictures(game, language))
        assert not page.locator(".numbered").is_visible() and page.locator("h1").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, game


def pictures(game: Game, language: str) -> list[str]:
    return [name for name, _ in parts(read_leaflet(game, language)) if name]


def test_a_link_to_a_rule_opens_the_rulebook(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{server.address}/rules/{QUICK.id}")
    rules = page.evaluate("[...document.querySelectorAll('.numbered strong[id]')].map((one) => one.id)")
    assert len(rules) == len(set(rules)) > 10
    page.evaluate(FOLLOWED, rules[-1])
    page.wait_for_selector("#rulebook[open]")
    assert page.locator(f"#{rules[-1]}").is_visible()
    page.goto("about:blank")
    page.goto(f"{server.address}/rules/{QUICK.id}#{rules[0]}")
    page.wait_for_selector("#rulebook[open]")
    page.wait_for_function("(rule) => document.getElementById(rule).getBoundingClientRect().top < innerHeight", arg=rules[0])
