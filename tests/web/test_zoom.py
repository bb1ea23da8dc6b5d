"""Zooming in on the board: with two fingers, with the wheel, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import FloatRect, Page

from tests.browser import Server, event, set_up, until
from tests.some import QUICK


def card(page: Page) -> FloatRect:
    """Where a cell is on the screen."""
    box = page.locator("#scene .board .can").first.bounding_box()
    assert box is not None
    return box


def middle(page: Page) -> tuple[float, float]:
    box = page.locator("#scene .board").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_wheel_and_the_mouse(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, QUICK.id, ("me", "hot"), first="0")
    before, (x, y) = card(page), middle(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    assert card(page)["width"] == before["width"], "without Ctrl the wheel is the page's"
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    until(page, "carreau.scene.zoom.scale > 2")
    near = card(page)
    assert near["width"] > 2 * before["width"]
    page.mouse.down()
    page.mouse.move(x + 40, y + 25, steps=4)
    page.mouse.up()
    moved = card(page)
    assert moved["x"] > near["x"] + 20 and moved["y"] > near["y"] + 10 and event(page, "ply") == 0
    page.mouse.click(moved["x"] + moved["width"] / 2, moved["y"] + moved["height"] / 2)
    until(page, "carreau.event.ply === 1")
    assert page.evaluate("carreau.scene.zoom.scale") > 2, "a move leaves the board where it was"
    page.set_viewport_size({"width": 1280, "height": 760})  # as when a phone shows its address bar
    page.wait_for_timeout(200)
    assert page.evaluate("carreau.scene.zoom.scale") > 2, "so does a window of another size"
    page.click("#whole")
    assert page.locator("#whole").is_hidden() and page.evaluate("carreau.scene.zoom.scale") == 1
    assert card(page)["width"] < 1.5 * before["width"]


def test_two_fingers_and_a_double_tap(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(360, 640, has_touch=True)
    set_up(page, server, QUICK.id, ("me", "hot"), first="0")
    before, (x, y) = card(page), middle(page)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *apart: float) -> None:
        points: list[Any] = [{"x": x + side, "y": y, "id": number} for number, side in enumerate(apart)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", -20, 20)
    for apart in (25, 35, 45, 60):
        fingers("touchMove", -apart, apart)
    fingers("touchEnd")
    tray = page.locator("#scene .tray .card").first.bounding_box()
    assert tray is not None
    page.touchscreen.tap(tray["x"] + tray["width"] / 2, tray["y"] + tray["height"] / 2)
    assert page.evaluate("carreau.chooser.picked.length") == 1, "after a pinch, the next tap is a tap"
    page.keyboard.press("Escape")
    until(page, "carreau.scene.zoom.scale > 2")
    assert card(page)["width"] > 2 * before["width"] and event(page, "ply") == 0
    bare = page.evaluate("""() => {
        const felt = document.querySelectorAll("#scene .ground rect")[1].getBoundingClientRect();
        for (let x = felt.x + 3; x < felt.right; x += 3) for (let y = felt.y + 3; y < felt.bottom; y += 3)
            if (!document.elementFromPoint(x, y).closest(".can")) return [x, y];
    }""")
    page.touchscreen.tap(*bare)
    page.touchscreen.tap(*bare)
    until(page, "carreau.scene.zoom.scale === 1")
    assert abs(card(page)["width"] - before["width"]) < 1 and event(page, "ply") == 0
