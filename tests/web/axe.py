"""axe, loaded once into a page and run on all of it or a part."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

CONTRAST = {"runOnly": ["color-contrast", "link-in-text-block"]}
RUN = """([where, options]) =>
    axe.run(where ?? document, { resultTypes: ["violations"], ...options }).then((found) => found.violations)"""


def violations(page: Page, where: Any = None, options: dict[str, Any] | None = None) -> list[str]:
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, [where, options or {}])
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


def in_both_lights(page: Page) -> list[str]:
    """Everything in light mode; only colours in dark mode, because nothing else changes."""
    found = violations(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    found += violations(page, None, CONTRAST)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return found
