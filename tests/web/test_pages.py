"""The pages: replay, puzzle, rules, language; for everyone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

import carreau
from tests.web.conftest import Server, event, ready, record_of, set_up, tap_one, until


@pytest.fixture
def finished(server: Server, open_page: Callable[..., Page]) -> Page:
    """A page at a table whose match is over."""
    page = open_page()
    set_up(page, server, "quatuor", way="d", first="0")
    while ready(page):
        tap_one(page, 0)
    return page


def test_replay(finished: Page, server: Server, open_page: Callable[..., Page]) -> None:
    page = finished
    plies = event(page, "ply")
    page.click("#end >> text=Replay")
    page.wait_for_selector("#scene svg")
    assert page.locator("#log .line").count() == plies
    page.click("#first")
    until(page, "document.getElementById('at').textContent.startsWith('0 /')")
    page.click("#later")
    until(page, "document.getElementById('at').textContent.startsWith('1 /')")
    assert page.locator("#line").inner_text() == page.locator("#log .line").first.inner_text()
    shown = page.locator("#scene").inner_html()
    page.select_option("#seat", "1")
    until(page, "document.getElementById('share').value.includes('seat=1')")
    assert page.locator("#scene").inner_html() != shown
    other = open_page()
    other.goto(page.locator("#share").input_value())
    until(other, "document.getElementById('at').textContent.startsWith('1 /')")
    assert carreau.replay(record_of(page)).ply == plies
    page.click("text=Play on from here")
    until(page, "globalThis.carreau?.event?.state === 'playing'")
    assert event(page, "sequence") >= 1


def test_nothing_is_given_away_before_the_end(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, "quatuor", way="d")
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
    page = open_page(360, 640)
    page.goto(f"{server.address}/puzzle")
    page.click("button.main")
    until(page, "globalThis.carreau?.event?.acting", 120)
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


def test_the_language_is_switched(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(server.address)
    assert page.locator("h1").inner_text() == "What shall we lay?"
    page.click(".menu summary")
    page.click("#language")
    until(page, "document.documentElement?.lang === 'fr' && document.querySelector('h1')")
    assert page.locator("h1").inner_text() == "Que posons-nous\u202f?"


def test_the_theme_is_kept(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(server.address)
    page.click(".menu summary")
    page.select_option("#theme", "dark")
    page.goto(f"{server.address}/puzzle")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 25, 28)"


def test_a_position_of_the_rules_is_tried(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(f"{server.address}/rules/punto")
    assert page.locator("article").inner_text().count("P1") > 3
    page.locator("text=Try this position").first.click()
    until(page, "Boolean(globalThis.carreau?.event?.svg)")


def test_a_phone_shows_all_without_scrolling(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(360, 640)
    set_up(page, server, "punto")
    box = page.locator("#scene svg").bounding_box()
    assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 640 and box["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def violations(page: Page) -> list[str]:
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in Axe().run(page).response["violations"]]


PAGES = ["/", *(f"/{kind}/{game}" for kind in ("new", "rules") for game in carreau.games()), "/puzzle", "/nowhere"]


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(scheme: str, language: str, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(color_scheme=scheme, locale=language, bypass_csp=True)
    for path in PAGES:
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.lang") == language[:2]
        assert violations(page) == [], path
        page.click(".menu summary")
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert violations(page) == [], f"{path}, all opened"


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_friends_sit_down(
    scheme: str, language: str, server: Server, open_page: Callable[..., Page]
) -> None:
    ana, bo = open_page(), open_page(360, 640, color_scheme=scheme, locale=language, bypass_csp=True)
    set_up(ana, server, "quatuor", ("me", "open"), way="d", first="1")
    bo.goto(ana.locator(".link").first.input_value())
    assert violations(bo) == []
    bo.click("button.main")
    until(bo, "globalThis.carreau?.event?.acting")
    bo.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert violations(bo) == []
    bo.goto(f"{server.address}/puzzle")
    bo.click("button.main")
    until(bo, "globalThis.carreau?.event?.acting", 120)
    assert violations(bo) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_end(scheme: str, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(color_scheme=scheme, bypass_csp=True)
    set_up(page, server, "quatuor", way="d", first="0")
    while ready(page):
        tap_one(page, 0)
    page.context.add_cookies([{"name": "language", "value": "fr", "url": server.address}])
    page.reload()
    until(page, "globalThis.carreau?.event?.state === 'over'")
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert violations(page) == []
    page.goto(page.url + "/replay")
    page.wait_for_selector("#scene svg")
    assert violations(page) == []


@pytest.mark.parametrize("game", carreau.games())
def test_axe_finds_nothing_at_the_table(game: str, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(bypass_csp=True)
    set_up(page, server, game)
    ready(page)
    page.click("#moves summary")
    assert violations(page) == []
    page.goto(page.url + "/replay")
    page.wait_for_selector("#scene svg")
    assert violations(page) == []
