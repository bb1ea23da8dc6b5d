"""Cards glide from where they were; with reduced motion they are simply there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import Server, event, set_up, target, until
from tests.some import asked, hiding

BOX = """(id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
# as soon as the table is redrawn: which cards move, and where each is at the start, in the middle and at the end
FOLLOW = f"""() => {{
    const box = {BOX}, seen = globalThis.moved = {{}};
    new MutationObserver(() => {{
        for (const one of document.getAnimations()) {{
            one.pause();
            const at = (time) => {{ one.currentTime = time; return box(one.effect.target.id); }};
            seen[one.effect.target.id] ??= [0, 60, 250].map(at);
        }}
        globalThis.drawn = carreau.event.ply;
    }}).observe(document.getElementById("scene"), {{ childList: true }});
}}"""


def far(one: list[float], other: list[float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def lay(page: Page) -> tuple[str, list[float]]:
    """Lay a card by tapping; its id, and where it was."""
    choice = page.evaluate("carreau.chooser.choices.find((one) => one.taps.length === 2)")
    held = page.evaluate(
        "(taps) => document.querySelector(taps.map((tap) => `#scene .tray [data-tap='${tap}']`).join()).id", choice["taps"]
    )
    before, sequence = page.evaluate(BOX, held), event(page, "sequence")
    for tap in choice["taps"]:
        page.mouse.click(*target(page, tap))
        if page.locator("#play").is_visible():
            page.click("#play")
    until(page, f"carreau.event.sequence > {sequence} && globalThis.drawn")
    return held, before


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_card_travels_from_the_hand_to_the_table(motion: Any, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion=motion)
    set_up(page, server, hiding().game, ("me", "open"), **asked(hiding().options), first="0")
    page.click("#start")
    until(page, "carreau.event.acting")
    page.evaluate(FOLLOW)
    card, before = lay(page)
    until(page, "carreau.event.acting && globalThis.drawn === carreau.event.ply")
    moved = page.evaluate("globalThis.moved")
    if motion == "reduce":
        assert moved == {} and far(page.evaluate(BOX, card), before) > 50
        return
    start, between, end = moved[card]
    assert far(start, before) < 3, "it starts where it lay in the hand"
    assert far(between, start) > 10 and far(between, end) > 10, "it is on its way"
    assert far(start, end) > 50 and page.locator(f"#scene .board #{card}").count() == 1
    bots = page.locator("#scene .board .card.last").get_attribute("id") or ""
    panel = page.evaluate(BOX, "player-1")
    assert far(moved[bots][0], panel) < 90 < far(moved[bots][2], panel), "the bot's card comes from its player"
