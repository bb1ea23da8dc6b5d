"""From the end of a match to its review, in a browser: asked for, followed, looked at, and tried again from a mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import Server, event, play_to_the_end, ready, set_up, until
from tests.some import QUICK, asked
from tests.web.axe import in_both_lights, violations

ASK = """(method) => fetch(location.pathname.replace(/\\/replay$/, "") + "/review", { method }).then((one) => one.status)"""


@pytest.fixture(scope="module")
def reviewed() -> list[str]:
    """The address of the replay of a match with a review, once there is one."""
    return []


@pytest.fixture
def replay(reviewed: list[str], server: Server, open_page: Callable[..., Page]) -> Page:
    page = open_page(bypass_csp=True)
    if not reviewed:
        set_up(page, server, QUICK.id, ("me", "bot-1"), **asked(QUICK.short))
        ready(page)
        assert [page.evaluate(ASK, method) for method in ("GET", "POST")] == [400, 400], "cards are still hidden"
        play_to_the_end(page)
        page.click("#end >> text=Review")
        page.wait_for_selector("#review-news >> text=Review")
        assert page.evaluate("document.activeElement.id") == "review"
        assert in_both_lights(page) == []
        page.wait_for_selector("#curves", timeout=60_000)
        reviewed.append(page.url.partition("#")[0])
    page.goto(reviewed[0])
    until(page, "document.querySelector('#scene svg')")
    return page


def marks(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("JSON.parse(document.getElementById('reviewed').textContent).marks")
    return found


def at(page: Page, ply: int) -> None:
    until(page, f"document.getElementById('at').textContent.startsWith('{ply} /')")


def test_marks_lead_to_what_would_have_been_better(replay: Page) -> None:
    found = marks(replay)
    assert found and replay.locator("#log .sign").count() == len(found)
    assert replay.locator("#mark").is_hidden()
    replay.focus("#mark-before")
    replay.keyboard.press("Enter")
    last = found[-1]
    at(replay, last["ply"])
    assert last["title"] in replay.locator("#mark").inner_text() and last["better"] in replay.locator("#mark").inner_text()
    assert replay.locator("#scene .shown-move").count() == 1
    assert replay.locator("#mark").get_attribute("aria-live") == "polite"
    assert replay.locator("#mark-after").is_disabled()
    assert in_both_lights(replay) == []
    replay.locator("#ply").press("ArrowRight")
    at(replay, last["ply"] + 1)
    assert replay.locator("#mark").is_hidden() and replay.locator("#scene .shown-move").count() == 0


def test_the_curve_leads_to_every_ply(replay: Page) -> None:
    curve = replay.locator("#curves svg.wide")
    box = curve.bounding_box()
    assert box and curve.get_attribute("role") == "img" and curve.get_attribute("aria-label")
    left = float(curve.get_attribute("data-left") or 0) / 760 * box["width"]
    curve.click(position={"x": left, "y": 50})
    at(replay, 0)
    assert "%" in replay.locator("#chances").inner_text()
    assert replay.locator("#curves + ul, ul.unseen li").count() >= 2, "the curve in words"
    replay.set_viewport_size({"width": 390, "height": 844})
    assert replay.locator("#curves svg.phone").is_visible() and not curve.is_visible()
    assert violations(replay) == []


def test_it_can_be_tried_again_before_the_mistake(replay: Page) -> None:
    replay.click("#mark-before")
    last = marks(replay)[-1]
    at(replay, last["ply"])
    replay.click("#mark >> text=Try it from here")
    until(replay, "globalThis.carreau?.event?.acting")
    assert event(replay, "ply") == last["ply"] and event(replay, "seats") == [last["seat"]]


def test_everybody_who_may_see_the_replay_sees_the_same_review(
    replay: Page, reviewed: list[str], open_page: Callable[..., Page]
) -> None:  # fmt: skip
    spectator = open_page(390, 844, locale="fr-FR", bypass_csp=True)
    spectator.goto(reviewed[0])
    until(spectator, "document.querySelector('#scene svg')")
    assert [mark["ply"] for mark in marks(spectator)] == [mark["ply"] for mark in marks(replay)]
    assert "Analyse" in spectator.locator("#review").inner_text() and violations(spectator) == []
    spectator.click("#mark-before")
    spectator.wait_for_selector("#mark >> text=Mieux")
    assert spectator.evaluate("document.documentElement.scrollWidth") <= 390
    assert spectator.evaluate(ASK, "POST") == 200, "it is there already"
