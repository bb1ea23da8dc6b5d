"""A round that has ended is shown with its scoring, and stops nobody."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser import Server, event, set_up, tap_one, until

LAID = "document.querySelectorAll('#scene .board .card').length"
FIRST = "carreau.send({type: 'play', seat: carreau.event.seat, action: carreau.event.choices[0].action, ply: carreau.event.ply})"


def test_a_round_ends_with_its_scoring(server: Server, open_page: Callable[..., Page]) -> None:
    page, watcher = open_page(), open_page(360, 640, locale="fr-FR")
    set_up(page, server, "quatuor", deals="each", first="0")
    watcher.goto(page.url)
    until(watcher, "Boolean(globalThis.carreau?.event?.svg)")
    while not page.evaluate("carreau.closing"):
        sequence = event(page, "sequence")
        until(page, f"carreau.closing || carreau.event.acting || carreau.event.sequence > {sequence}")
        if event(page, "acting") and event(page, "sequence") == sequence and not page.evaluate("carreau.closing"):
            page.evaluate(FIRST)
            until(page, f"carreau.event.sequence > {sequence}")
    assert page.evaluate(LAID) > 4, "the table as it was lies there"
    assert "Deal 1 goes to" in page.locator("#live").inner_text() and "Deal 1 goes to" in page.locator("#scene").inner_text()
    until(watcher, "carreau.closing")
    assert "Donne 1 pour" in watcher.locator("#scene").inner_text() and watcher.locator("#on").inner_text() == "Continuer"
    until(page, "carreau.event.acting")
    assert page.locator("#on").inner_text() == "Your turn: continue", "the player can see that it is their turn"
    ply = event(page, "ply")
    page.locator("#scene .board .card").first.click()
    assert event(page, "ply") == ply and page.locator("#on").is_hidden() and page.evaluate(LAID) <= 2
    tap_one(page, 0)
    replay_shows_both(page, ply)
    until(watcher, "!carreau.closing")
    assert watcher.locator("#on").is_hidden() and watcher.evaluate(LAID) <= 4, "it goes on by itself"


def replay_shows_both(page: Page, ply: int) -> None:
    """The scoring, then the table that was cleared for the next round; and back."""
    table = page.url
    page.goto(f"{table}/replay?ply=0")
    until(page, "globalThis.carreau?.shown")
    closings = page.evaluate(
        """async (last) => {
        for (let ply = last; ply; ply--) {
            const moment = await (await fetch(`moment?ply=${ply}&seat=0`)).json();
            if (moment.closing) return ply;
        }
    }""",
        ply,
    )
    page.goto(f"{table}/replay?ply={closings - 1}&seat=0")
    until(page, "globalThis.carreau?.shown")
    seen = []
    for button in ("#later", "#later", "#later", "#earlier", "#earlier", "#earlier"):
        shown = page.locator("#scene").inner_html()
        page.click(button)
        until(page, f"document.getElementById('scene').innerHTML !== {shown!r}")
        seen.append((page.evaluate("carreau.now") - closings, "Deal 1 goes to" in page.locator("#line").inner_text()))
    assert seen == [(0, True), (0, False), (1, False), (0, False), (0, True), (-1, False)]


def test_the_keyboard_goes_on_from_the_scoring(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, "quatuor", ("me", "hot"), deals="each", first="0")
    while not page.evaluate("carreau.closing"):
        sequence = event(page, "sequence")
        if event(page, "curtain"):
            page.evaluate("carreau.send({type: 'look', seat: carreau.event.curtain.seat})")
            until(page, "carreau.event.seat !== null")
        page.evaluate(FIRST)
        until(page, f"carreau.event.sequence > {sequence}")
    assert page.locator("#scene").is_visible() and page.locator("#curtain").is_hidden(), "all may see it"
    page.focus("#on")
    page.keyboard.press("Enter")
    shown = "curtain" if event(page, "curtain") else "scene"
    assert page.locator(f"#{shown}").is_visible() and page.evaluate("document.activeElement.id") == shown
    assert not page.evaluate("carreau.closing")
