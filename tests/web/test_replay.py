"""The replay page, on slow or failing connections."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.browser import Server, fail_twice, play_to_the_end, set_up, until
from tests.some import QUICK, asked


@pytest.fixture(scope="module")
def played() -> list[str]:
    """The address of a finished match, once there is one."""
    return []


@pytest.fixture
def replay(played: list[str], server: Server, open_page: Callable[..., Page]) -> Page:
    page = open_page()
    if not played:
        set_up(page, server, QUICK.id, ("me", "bot-1"), **asked(QUICK.short))
        play_to_the_end(page)
        played.append(page.url)
    page.goto(f"{played[0]}/replay?ply=0")
    until(page, "document.querySelector('#scene svg')")
    return page


def test_a_match_that_runs_by_itself_shows_every_move_on_a_slow_line(replay: Page) -> None:
    def slow(route: Route) -> None:
        time.sleep(1.2)
        route.fallback()

    replay.route("**/moment?*", slow)
    replay.click("#run")
    until(replay, "document.getElementById('at').textContent.startsWith('1 /')", 10)
    until(replay, "document.getElementById('at').textContent.startsWith('2 /')", 10)


def test_a_moment_that_does_not_arrive_is_asked_for_again(replay: Page) -> None:
    fail_twice(replay, "**/moment?*")
    replay.click("#later")
    replay.wait_for_selector("#line >> text=Connection lost.")
    until(replay, "document.getElementById('at').textContent.startsWith('1 /')")
    assert "connection" not in replay.locator("#line").inner_text()


def test_a_moment_is_drawn_again_only_for_another_kind_of_screen(replay: Page) -> None:
    moments: list[str] = []
    replay.on("request", lambda request: moments.append(request.url) if "/moment?" in request.url else None)
    for height in (780, 760):  # as when a phone hides its address bar
        replay.set_viewport_size({"width": 1280, "height": height})
        replay.wait_for_timeout(200)
    assert moments == []
    replay.set_viewport_size({"width": 360, "height": 640})
    until(replay, "document.querySelector('#scene svg')")
    replay.wait_for_timeout(200)
    assert len(moments) == 1 and "form=phone" in moments[0]
