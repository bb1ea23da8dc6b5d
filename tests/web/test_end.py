"""The end of a match says who has won once, shows the scoring as a picture, and folds away what proves the deal; the first
page shows the tables at which a match is still running first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from carreau.web.screen import amount
from tests.browser import Server, event, play_to_the_end, set_up
from tests.some import QUICK, asked

BARS = "[...document.querySelectorAll('#scores .bar i')].map((one) => one.getBoundingClientRect().width)"
LINKS = "(all) => all.map((one) => one.href)"
ORDER = "(all) => all.map((one) => one.id || one.className || one.tagName)"


def test_the_end_and_the_next_table(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(1440, 900)
    page.goto(server.address)
    assert (
        page.locator(".lead").is_visible() and page.locator("#tables").count() == 0 and not page.locator("#running").is_visible()
    )
    set_up(page, server, QUICK.id, **asked(QUICK.short))
    finished = page.url
    play_to_the_end(page)
    check_end(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#proof summary")
    check_end(page)
    set_up(page, server, QUICK.id, **asked(QUICK.short))
    running = page.url
    page.goto(server.address)
    assert page.locator("#running a.go-on").evaluate_all(LINKS) == [running]
    assert page.locator("#tables a.go-on").evaluate_all(LINKS) == [finished]
    assert page.locator("h1, .lead, #running, .tiles, #tables").evaluate_all(ORDER) == [
        "H1",
        "lead",
        "running",
        "tiles",
        "tables",
    ]
    page.click("#running a.go-on")
    page.wait_for_url(running)


def check_end(page: Page) -> None:
    names = [player["name"] for player in event(page, "players")]
    winner = names[event(page, "winners")[0]]
    said = page.locator("#outcome").inner_text()
    assert winner in said and page.locator("#outcome").is_visible()
    visible = [text for text in page.locator("#stage p, #stage text, #end h2, #end p").all() if text.is_visible()]
    sentences = [text.text_content() for text in visible if winner in (text.text_content() or "")]
    assert [text for text in sentences if text != winner] == [said], "the guidance on the table does not say it again"
    assert page.locator("#scores li.won .who").all_inner_texts() == [winner] and page.locator("#scores li").count() == len(names)
    bars = page.evaluate(BARS)
    assert bars[0] == max(bars) > 0, "the winner comes first, with the longest bar"
    assert not page.locator("#seed").is_visible() and not page.locator(".verify").is_visible()
    page.click("#proof summary")
    assert page.locator("#seed").inner_text() == event(page, "seed") and page.locator(".verify").is_visible()


@pytest.mark.parametrize(("points", "number"), [("12", 12), ("1/2", 1), ("−30", -30), ("", 0), ("210", 210)])
def test_a_bar_is_as_long_as_the_points(points: str, number: float) -> None:
    assert amount(points) == number
