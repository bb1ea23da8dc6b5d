"""Pictures of every game at phone and desktop size, for the documentation: python -m tests.web.make_screens."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import carreau
from carreau.core.way import read_ways
from tests.browser import CHROMIUM, ROOT, Server, go_on, play_to_the_end, ready, set_up, tap_one, until
from tests.some import EVERY, QUICK, asked

FOLDER = ROOT / "docs" / "pictures" / "screens"
SIZES = {"desktop": (1280, 800), "phone": (360, 640)}
MOVES = 6


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game in carreau.games():
            page = browser.new_page(locale="en-US", reduced_motion="reduce", viewport={"width": 1280, "height": 800})
            set_up(page, server, game)
            for moves in range(MOVES):
                if ready(page):
                    tap_one(page, moves * 5)
            ready(page)
            go_on(page)
            for name, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                until(page, f"document.querySelector('#scene svg').viewBox.baseVal.width {'<' if name == 'phone' else '>'} 500")
                page.screenshot(path=FOLDER / f"{game}-{name}.png")
            page.close()
        make_pages(browser, server)
        browser.close()
        server.kill()


def make_pages(browser: Browser, server: Server) -> None:
    """The first page, a set-up page, the rules, the end of a match."""
    page = browser.new_page(locale="en-US", reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    most_ways = max(EVERY, key=lambda game: len(read_ways(game)))
    for name, path in (("home", "/"), ("set-up", f"/new/{most_ways.id}")):
        page.goto(server.address + path, wait_until="networkidle")
        page.screenshot(path=FOLDER / f"{name}-desktop.png", full_page=name == "home")
    set_up(page, server, QUICK.id, **asked(QUICK.short))
    play_to_the_end(page)
    page.screenshot(path=FOLDER / "end-desktop.png")
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{server.address}/rules/{QUICK.id}", wait_until="networkidle")
    page.screenshot(path=FOLDER / "rules-phone.png")


if __name__ == "__main__":
    main()
