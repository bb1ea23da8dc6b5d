"""A picture of a ladder: strength against iterations, with its 95 % intervals."""

from __future__ import annotations

import math

from carreau.draw.svg import Markup, along, circle, group, label, line, path, rect, tag
from carreau.draw.theme import resolve
from carreau.lab.ladder import Ladder, Standing

WIDTH, HEIGHT = 640.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 24.0, 48.0, 56.0
COLOURS = {"ismcts": "blue", "flat": "red"}
OTHERS = "green"
FONT = "system-ui,'DejaVu Sans',sans-serif"


def strength_plot(result: Ladder, name: str) -> str:
    """Bots that search are points above their iterations, joined by a line; the others are horizontal lines."""
    chart = Chart(result.standings)
    rating = "Elo" if result.scale == "elo" else "openskill"
    title = f"{name}, {result.players} players: {rating}, 95 % intervals, {result.matches:,} matches"
    parts = [
        rect(0, 0, WIDTH, HEIGHT, fill="var(--paper)"),
        label(LEFT, 26, title, 14, text_anchor="start", font_weight=600),
        *chart.grid(),
        *(chart.across(one) for one in result.standings if iterations(one) == 0),
        *chart.curves(),
        label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "iterations per move", 12, fill="var(--soft)"),
    ]
    box = f"0 0 {WIDTH:g} {HEIGHT:g}"
    return resolve(tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box, font_family=FONT), "light")


def iterations(one: Standing) -> int:
    """The iterations of a bot that searches; 0 for the others."""
    count = one.bot.partition(":")[2]
    return int(count) if count.isdigit() else 0


class Chart:
    """Where ratings and iterations lie on the picture."""

    def __init__(self, standings: list[Standing]) -> None:
        self.standings = standings
        counts = [iterations(one) for one in standings if iterations(one)] or [1, 10]
        self.first, self.last = math.log10(min(counts)), math.log10(max(counts))
        self.low = min(one.low for one in standings)
        self.high = max(one.high for one in standings)

    def x(self, count: int) -> float:
        across = WIDTH - LEFT - RIGHT - 40
        return LEFT + 20 + across * (math.log10(count) - self.first) / max(1e-9, self.last - self.first)

    def y(self, rating: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - rating) / max(1e-9, self.high - self.low)

    def grid(self) -> list[Markup]:
        parts = []
        step = nice((self.high - self.low) / 5)
        for i in range(math.ceil(self.low / step), math.floor(self.high / step) + 1):
            y = self.y(i * step)
            parts.append(line(LEFT, y, WIDTH - RIGHT, y, stroke="var(--line)"))
            parts.append(label(LEFT - 8, y + 4, f"{i * step:g}", 11, text_anchor="end", fill="var(--soft)"))
        for count in sorted({iterations(one) for one in self.standings} - {0}):
            parts.append(label(self.x(count), HEIGHT - BOTTOM + 18, f"{count:,}", 11, fill="var(--soft)"))
        return parts

    def across(self, one: Standing) -> Markup:
        y = self.y(one.rating)
        rule = line(LEFT, y, WIDTH - RIGHT, y, stroke=f"var(--{OTHERS})", stroke_width=1.5, stroke_dasharray="6 4")
        return group(rule, label(WIDTH - RIGHT - 4, y - 5, one.bot, 11, text_anchor="end"))

    def curves(self) -> list[Markup]:
        parts = []
        for kind, colour in COLOURS.items():
            points = sorted(
                (iterations(one), one) for one in self.standings if one.bot.startswith(f"{kind}:") and iterations(one)
            )
            if points:
                ends = [(self.x(count), self.y(one.rating)) for count, one in points]
                parts.append(path(along(ends), fill="none", stroke=f"var(--{colour})", stroke_width=2))
                parts += [self.point(count, one, colour) for count, one in points]
                parts.append(label(ends[-1][0] - 8, ends[-1][1] - 10, kind, 12, text_anchor="end", font_weight=600))
        return parts

    def point(self, count: int, one: Standing, colour: str) -> Markup:
        x = self.x(count)
        bar = line(x, self.y(one.low), x, self.y(one.high), stroke=f"var(--{colour})", stroke_width=1.5)
        return group(bar, circle(x, self.y(one.rating), 4, fill=f"var(--{colour})"))


def nice(step: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(max(step, 1e-9)))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= step)
