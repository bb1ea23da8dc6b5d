"""Luck or decisions of a player as a bar."""

from __future__ import annotations

from carreau.draw.svg import EMPTY, Markup, line, rect, tag


def bar(share: float, most: float) -> Markup:
    """How much something has brought, to the right, or cost, to the left."""
    half = 100 * min(1.0, abs(share) / most) if most else 0.0
    looks = {"fill": "var(--green)"} if share >= 0 else {"fill": "var(--red)"}
    filled = rect(100 if share >= 0 else 100 - half, 3, half, 10, **looks) if half >= 0.5 else EMPTY
    ground = rect(0, 3, 200, 10, rx=2.0, fill="var(--felt)")
    middle = line(100, 0, 100, 16, stroke="var(--ink)", stroke_width=1.5)
    return tag("svg", ground, filled, middle, viewBox="0 0 200 16", class_="bar", aria_hidden="true", preserveAspectRatio="none")
