"""A chart of the load: moves per second and milliseconds against the number of tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

from carreau.draw.svg import Markup, along, circle, label, line, path, rect, tag
from carreau.draw.theme import resolve
from carreau.lab.plot import FONT, nice
from proofs.load.boardgame_io.server import FILES, MEMORY
from proofs.load.measure import Step

WIDTH, HEIGHT, LEFT, GAP, TOP, LOW = 760.0, 320.0, 56.0, 80.0, 52.0, 260.0
PANEL = (WIDTH - 2 * LEFT - GAP) / 2 + 12
COLOURS = {"bare": "red", "carreau": "blue", MEMORY: "green", FILES: "purple"}
Curve = tuple[str, str, list[tuple[int, float]]]  # name, colour, (tables, value)


def load_chart(steps: Sequence[Step]) -> str:
    fast = [step for step in steps if not step.asked]
    steady = [step for step in steps if step.asked]
    moves: list[Curve] = [
        (name, colour, [(step.tables, step.rate) for step in fast if step.server == name]) for name, colour in COLOURS.items()
    ]
    waits: list[Curve] = [
        (name, colour, [(step.tables, getattr(step, name)) for step in steady if step.server == "carreau"])
        for name, colour in (("p999", "red"), ("p99", "purple"), ("p50", "blue"))
    ]
    kind = "Moves" if {step.server for step in fast} & {MEMORY, FILES} else "Durable moves"
    rate = f"{max(step.asked for step in steady):g}" if steady else "no"
    parts = [
        rect(0, 0, WIDTH, HEIGHT, fill="var(--paper)"),
        *panel(LEFT, f"{kind} per second, as fast as possible", moves),
        *panel(LEFT + PANEL + GAP, f"Milliseconds at {rate} moves per second", waits),
    ]
    box = f"0 0 {WIDTH:g} {HEIGHT:g}"
    return resolve(tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=FONT), "light")


def panel(left: float, title: str, curves: list[Curve]) -> list[Markup]:
    points = [point for _, _, curve in curves for point in curve]
    if not points:
        return []
    first, last = min(count for count, _ in points), max(count for count, _ in points)
    top = max(value for _, value in points) * 1.1 or 1.0

    def at(count: int, value: float) -> tuple[float, float]:
        across = math.log(count / first) / max(1e-9, math.log(last / first))
        return left + 10 + (PANEL - 60) * across, LOW - (LOW - TOP) * value / top

    parts = [label(left, 28, title, 13, text_anchor="start", font_weight=600)]
    step = nice(top / 5)
    for i in range(int(top / step) + 1):
        y = at(first, i * step)[1]
        parts.append(line(left, y, left + PANEL - 50, y, stroke="var(--line)"))
        parts.append(label(left - 6, y + 4, f"{i * step:,g}", 11, text_anchor="end", fill="var(--soft)"))
    for count in sorted({count for count, _ in points}):
        parts.append(label(at(count, 0)[0], LOW + 18, f"{count:,}", 11, fill="var(--soft)"))
    parts.append(label(left + PANEL / 2 - 25, LOW + 40, "tables", 12, fill="var(--soft)"))
    return parts + [mark for curve in curves for mark in drawn(curve, at)]


def drawn(curve: Curve, at: object) -> list[Markup]:
    name, colour, points = curve
    assert callable(at)
    places = [at(*point) for point in points]
    if not places:
        return []
    marks = [path(along(places), fill="none", stroke=f"var(--{colour})", stroke_width=2)]
    marks += [circle(x, y, 3.5, fill=f"var(--{colour})") for x, y in places]
    x, y = places[-1]
    return [*marks, label(x + 8, y + 4, name, 12, text_anchor="start", fill=f"var(--{colour})", font_weight=600)]
