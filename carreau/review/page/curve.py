"""The course of a match as a drawing: every seat's chance to win, before each ply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carreau.core.words import Words
from carreau.draw.svg import EMPTY, Markup, along, circle, group, label, line, path, polygon, rect, tag
from carreau.draw.text import FONT, shortened
from carreau.draw.theme import resolve, stylesheet
from carreau.review.percent import percent
from carreau.review.ply import Ply
from carreau.review.result import Review
from carreau.review.verdict import BLUNDER, MISTAKE, name_of

WIDE, NARROW = 760.0, 380.0  # for a desk, for a phone
TALL = 240.0
LEFT, TOP, BOTTOM = 44.0, 14.0, 26.0
HUES = ("red", "blue", "green", "purple", "brown", "sky", "yellow", "ink")
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
APART = 15.0  # names of seats, at least


@dataclass(frozen=True)
class Frame:
    """How wide the drawing is, and how many plies there are."""

    wide: float
    plies: int

    @property
    def right(self) -> float:
        """Where the lines end; beyond are the names."""
        return self.wide - (130.0 if self.wide > NARROW else 84.0)

    @property
    def step(self) -> float:
        return (self.right - LEFT) / max(1, self.plies)

    def across(self, ply: int) -> float:
        return LEFT + ply * self.step


def curve(
    review: Review, names: Sequence[str], words: Words, theme: str = "auto", style: bool = True, wide: float = WIDE
) -> Markup:  # fmt: skip
    """The drawing; without a style of its own it takes its colours from the page that it is on."""
    frame = Frame(wide, len(review.plies))
    seats = range(review.players) if review.splits else ()
    svg = tag(
        "svg", tag("title", words.say("Chances to win")), tag("style", Markup(stylesheet())) if style else EMPTY,
        rect(0, 0, wide, TALL, fill="var(--paper)"), *grid(frame, words), *(course(review, frame, seat) for seat in seats),
        *(mark(frame, ply, names, words) for ply in review.plies if ply.verdict), *ends(review, frame, seats, names),
        line(-9, TOP, -9, TALL - BOTTOM, stroke="var(--ink)", stroke_width=1.5, class_="here"),
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide:g} {TALL:g}", font_family=FONT, role="img",
        class_="curve wide" if wide > NARROW else "curve narrow", data_left=f"{LEFT:g}", data_step=f"{frame.step:.4f}",
    )  # fmt: skip
    return svg if theme == "auto" else resolve(svg, theme)


def height(share: float) -> float:
    return TOP + (1 - min(1.0, max(0.0, share))) * (TALL - TOP - BOTTOM)


def grid(frame: Frame, words: Words) -> list[Markup]:
    drawn = []
    for share in GRID:
        y = height(share)
        drawn.append(line(LEFT, y, frame.right, y, stroke="var(--line)", stroke_width=1))
        drawn.append(label(LEFT - 6, y + 4, percent(share, words), 11, text_anchor="end", fill="var(--soft)"))
    every = max(1, -(-frame.plies * 50 // max(1, round(frame.right - LEFT))))
    for ply in range(0, frame.plies + 1, every):
        drawn.append(label(frame.across(ply), TALL - 8, str(ply), 11, fill="var(--soft)"))
    return drawn


def course(review: Review, frame: Frame, seat: int) -> Markup:
    places = [(frame.across(ply), height(share)) for ply, share in enumerate(review.curve(seat))]
    looks = {"stroke_width": 2.5, "stroke_linejoin": "round", "stroke_dasharray": dashes(seat)}
    return path(along(places), fill="none", stroke=hue(seat), **looks)


def hue(seat: int) -> str:
    return f"var(--{HUES[seat % len(HUES)]})"


def dashes(seat: int) -> str | None:
    return None if seat == 0 else f"{2 + 3 * seat} {1 + seat}"


def mark(frame: Frame, ply: Ply, names: Sequence[str], words: Words) -> Markup:
    """Where something was lost: a triangle for a blunder, a diamond for a mistake, a dot for an inaccuracy."""
    x, y = frame.across(ply.ply), height(ply.before[ply.seat])
    said = tag("title", f"{ply.ply + 1}. {names[ply.seat]}: {name_of(ply.verdict, words)}")
    looks = {"fill": hue(ply.seat), "stroke": "var(--paper)", "stroke_width": 1.5}
    if ply.verdict == BLUNDER:
        return group(said, polygon([(x - 7, y - 6), (x + 7, y - 6), (x, y + 7)], **looks))
    if ply.verdict == MISTAKE:
        return group(said, polygon([(x, y - 7), (x + 6, y), (x, y + 7), (x - 6, y)], **looks))
    return group(said, circle(x, y, 3.5, **looks))


def ends(review: Review, frame: Frame, seats: Sequence[int], names: Sequence[str]) -> list[Markup]:
    """The names at the ends of the lines, far enough apart to be read."""
    drawn, x = [], frame.right + 6
    order = sorted(seats, key=lambda seat: -review.curve(seat)[-1])
    for seat, y in zip(order, spread([height(review.curve(seat)[-1]) for seat in order])):
        drawn.append(line(x, y, x + 14, y, stroke=hue(seat), stroke_width=2.5, stroke_dasharray=dashes(seat)))
        drawn.append(label(x + 18, y + 4, shortened(names[seat], frame.wide - x - 20, 12), 12, text_anchor="start"))
    return drawn


def spread(heights: Sequence[float]) -> list[float]:
    """The same heights, pushed apart where they are too close: first down, then what has left the drawing up again."""
    places = list(heights)
    for k in range(1, len(places)):
        places[k] = max(places[k], places[k - 1] + APART)
    for k in reversed(range(len(places))):
        lowest = TALL - BOTTOM if k == len(places) - 1 else places[k + 1] - APART
        places[k] = min(places[k], lowest)
    return places
