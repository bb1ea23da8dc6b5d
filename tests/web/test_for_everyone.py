"""For everyone: axe finds nothing on any page, light or dark; and a walk around every table with a screen reader's tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

import carreau
from tests.browser import Server, event, ready, record_of, set_up, tap_one, until
from tests.some import asked, hiding
from tests.web.axe import in_both_lights, violations

LANGUAGES = ("en-GB", "fr-FR")
PAGES = ["/", *(f"/{kind}/{game}" for kind in ("new", "rules") for game in carreau.games()), "/puzzle", "/position", "/nowhere"]
CONTROLS = {
    "button",
    "link",
    "textbox",
    "searchbox",
    "combobox",
    "checkbox",
    "slider",
    "spinbutton",
    "DisclosureTriangle",
    "image",
}


def open_all(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_page(language: str, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(locale=language, bypass_csp=True)
    for path in PAGES:
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.lang") == language[:2]
        found = in_both_lights(page) if language == LANGUAGES[0] else violations(page)  # colours are the same in all languages
        assert found == [], path
        open_all(page)
        assert violations(page, {"include": ["details"]}) == [], f"{path}, all opened"


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_where_friends_sit_down(language: str, server: Server, open_page: Callable[..., Page]) -> None:
    ana, bo = open_page(), open_page(360, 640, locale=language, bypass_csp=True)
    set_up(ana, server, hiding().game, ("me", "open"), **asked(hiding().options), first="1")
    bo.goto(ana.locator(".link").first.input_value())
    assert in_both_lights(bo) == []
    bo.click("button.main")
    until(bo, "globalThis.carreau?.event?.state === 'playing'")
    open_all(bo)
    assert in_both_lights(bo) == []
    bo.goto(f"{server.address}/puzzle")
    bo.click("button.main")
    until(bo, "globalThis.carreau?.event?.acting", 120)
    assert in_both_lights(bo) == []


def test_the_end_and_the_replay(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(bypass_csp=True)
    set_up(page, server, hiding().game, **asked(hiding().options), first="0")
    while ready(page):
        tap_one(page, 0)
    assert in_both_lights(page) == []
    plies = event(page, "ply")
    check_replay(page, plies, open_page())
    page.context.add_cookies([{"name": "language", "value": "fr", "url": server.address}])
    page.reload()
    page.wait_for_selector("#scene svg")
    assert page.evaluate("document.documentElement.lang") == "fr" and in_both_lights(page) == []
    assert page.locator("#play-on button").is_disabled(), "from the end nothing can be played on"
    page.route("**/moment?*", lambda route: None)  # never answered: play continues from where the slider is, drawn or not
    page.click("#first")
    page.click("#later")
    page.click("#play-on button")
    until(page, "globalThis.carreau?.event?.state === 'playing'")
    assert event(page, "sequence") >= 1


def check_replay(page: Page, plies: int, other: Page) -> None:
    page.click("#end >> text=Replay")
    page.wait_for_selector("#scene svg")
    assert in_both_lights(page) == []
    assert page.locator("#log .line").count() == plies
    page.click("#first")
    until(page, "document.getElementById('at').textContent.startsWith('0 /')")
    page.click("#later")
    until(page, "document.getElementById('at').textContent.startsWith('1 /')")
    assert page.locator("#line").inner_text() == page.locator("#log .line").first.inner_text()
    shown = page.locator("#scene").inner_html()
    page.select_option("#seat", "1")
    page.wait_for_function("shown => document.getElementById('scene').innerHTML !== shown", arg=shown)
    other.goto(page.locator("#share").input_value())
    until(other, "document.getElementById('at').textContent.startsWith('1 /')")
    assert carreau.replay(record_of(page)).ply == plies


@pytest.mark.parametrize("game", carreau.games())
def test_a_table_can_be_listened_to(game: str, server: Server, open_page: Callable[..., Page]) -> None:
    """It has a name, every legal move is a button with a name, nothing is nameless, and the other player's move is announced."""
    page = open_page(bypass_csp=True)
    set_up(page, server, game)
    ready(page)
    page.click("#moves summary")
    until(page, "document.querySelectorAll('#choices button').length === carreau.event.choices.length")
    assert in_both_lights(page) == []
    nodes = heard(page)
    assert [node for node in nodes if node[0] in CONTROLS and not node[1]] == []
    assert any(role == "group" and name.startswith(carreau.load(game).name) for role, name in nodes)
    buttons = Counter(name for role, name in nodes if role == "button")
    assert not Counter(choice["name"] for choice in event(page, "choices")) - buttons
    assert page.evaluate("document.getElementById('live').ariaLive") == "polite"
    bot = event(page, "players[1].name")
    while not page.locator("#log li", has_text=f"{bot}:").count():
        ready(page)
        sequence = event(page, "sequence")
        page.focus("#choices button")
        page.keyboard.press("Enter")
        until(page, f"carreau.event.sequence > {sequence}")
    line = page.locator("#log li", has_text=f"{bot}:").first.inner_text()
    assert line in page.locator("#live").inner_text().replace("\n", " ")
    assert event(page, "guidance") in page.locator("#live p").last.inner_text()
    page.goto(page.url + "/replay")
    page.wait_for_selector("#scene svg")
    assert violations(page) == []
    assert [node for node in heard(page) if node[0] in CONTROLS and not node[1]] == []


def heard(page: Page) -> list[tuple[str, str]]:
    """Role and name of everything that a screen reader finds."""
    nodes: list[Any] = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [(node["role"]["value"], node.get("name", {}).get("value", "").strip()) for node in nodes if not node["ignored"]]
