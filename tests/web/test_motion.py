"""Cards glide from where they were, what scores lights up, tokens change hands; with reduced motion all is simply there."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from carreau.core.match import Match
from carreau.web.fragments import without_style
from tests.browser import Server, event, set_up, target, until
from tests.some import EVERY, QUICK, asked, hiding

BOX = """(id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
# as soon as the table is redrawn: which cards move, and where each is at the start, in the middle and at the end
FOLLOW = f"""() => {{
    const box = {BOX}, seen = globalThis.moved = {{}};
    new MutationObserver(() => {{
        for (const one of document.getAnimations()) {{
            if (!one.effect.target.id) continue; // what lights up
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


def drawn(match: Match) -> str:
    return str(without_style(match.scene(None, "en").svg("wide", sheet=False)))


def moved(page: Page, before: str, after: str) -> list[dict[str, Any]]:
    """What moves from one drawing to the next: its mark, and how long it takes."""
    found: list[dict[str, Any]] = page.evaluate(SHOW, [before, after])
    return found


# one drawing after the other in a table's own scene
SHOW = """([before, after]) => {
    const scene = carreau.scene;
    scene.show(before);
    for (const one of document.getAnimations()) one.finish();
    scene.show(after);
    return document.getAnimations().map((one) => {
        const { delay, duration } = one.effect.getTiming(), { dataset, classList } = one.effect.target;
        const [first] = one.effect.getKeyframes();
        return { lit: dataset.lit ?? "", passed: classList.contains("passed"), time: delay + duration, from: first.transform };
    });
}"""


def two_moments(finds: Callable[[str, str], bool]) -> tuple[str, str]:
    """Two drawings, one action apart, of a random match of any game."""
    for game in EVERY:
        for seed in range(3):
            match, chance = game.new(seed=seed), random.Random(seed)
            before = drawn(match)
            while not match.over and match.ply < 80:
                seat = chance.choice(match.acting)
                match.play(chance.choice(match.actions(seat)), seat)
                after = drawn(match)
                if finds(before, after):
                    return before, after
                before = after
    raise AssertionError("no match has such a moment")


def lit(svg: str) -> set[str]:
    return set(re.findall(r'data-lit="([^"]+)"', svg))


def purses(svg: str) -> list[int]:
    return [int(number) for number in re.findall(r'data-passed="(\d+)"', svg)]


def robbed(before: str, after: str) -> bool:
    return sorted(purses(before)) != sorted(purses(after)) and sum(purses(before)) == sum(purses(after)) > 0


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_scores_lights_up_and_tokens_change_hands(motion: Any, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(reduced_motion=motion)
    set_up(page, server, QUICK.id)
    scoring = two_moments(lambda before, after: bool(lit(after) - lit(before)))
    robbing = two_moments(robbed)
    shown, passed = moved(page, *scoring), moved(page, *robbing)
    if motion == "reduce":
        assert shown == passed == []
        return
    assert {one["lit"] for one in shown if one["lit"]} == lit(scoring[1]) - lit(scoring[0])
    assert 1 <= sum(one["passed"] for one in passed) <= 3
    assert all(one["from"].startswith("translate") for one in passed if one["passed"])
    assert max(one["time"] for one in shown + passed) <= 300, "nothing takes longer than 300 ms"
    until(page, "!document.querySelector('#scene .passed')")
