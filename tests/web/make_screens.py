"""Pictures of every game at phone and desktop size, for the documentation: python -m tests.web.make_screens."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import carreau
from tests.browser import CHROMIUM, ROOT, Server, go_on, ready, set_up, tap_one, until

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
        page = browser.new_page(locale="en-US", viewport={"width": 1280, "height": 800})
        page.goto(server.address, wait_until="networkidle")
        page.screenshot(path=FOLDER / "home-desktop.png", full_page=True)
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
