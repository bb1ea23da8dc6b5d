"""The course of a match as a drawing: every seat's chance to win, before each ply, and a sign where something was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carreau.core.words import Words
from carreau.draw.svg import EMPTY, Markup, along, circle, group, label, line, path, polygon, rect, tag
from carreau.draw.text import FONT, SMALL, shortened
from carreau.draw.theme import stylesheet
from carreau.review.percent import percent
from carreau.review.ply import Ply
from carreau.review.result import Review
from carreau.review.verdict import BLUNDER, MISTAKE, name_of

HUES = ("red", "blue", "green", "purple", "brown", "sky", "yellow", "ink")
LEFT, TOP, BOTTOM = 44.0, 12.0, 20.0
NUMBER = 50.0  # from one number of a ply to the next, at least
APART = 15.0  # names of seats, at least


@dataclass(frozen=True)
class Frame:
    """How large the drawing is.

    Attributes:
        form: `wide` or `phone`.
        width: Of the whole.
        height: Of the whole.
        names: The room for names, at the right.
        grid: The shares that have a line.
    """

    form: str
    width: float
    height: float
    names: float
    grid: tuple[float, ...]

    @property
    def right(self) -> float:
        """Where the curves end."""
        return self.width - self.names

    def level(self, share: float) -> float:
        return TOP + (1 - min(1.0, max(0.0, share))) * (self.height - TOP - BOTTOM)


QUARTERS, HALVES = (0.0, 0.25, 0.5, 0.75, 1.0), (0.0, 0.5, 1.0)
TALL = (Frame("wide", 760, 240, 130, QUARTERS), Frame("phone", 374, 220, 92, QUARTERS))  # with all the room there is
LOW = (Frame("wide", 760, 150, 130, HALVES), Frame("phone", 374, 120, 92, HALVES))  # above a table


def curve(review: Review, names: Sequence[str], words: Words, frame: Frame = TALL[0], style: bool = False) -> Markup:
    """The drawing; without a style of its own it takes its colours from the page that it is on."""
    drawn, seats = Curve(review, frame), range(len(review.splits))
    return tag(
        "svg", tag("style", Markup(stylesheet())) if style else EMPTY,
        *drawn.grid(words), *map(drawn.course, seats), *(drawn.mark(ply, names, words) for ply in review.plies if ply.verdict),
        *drawn.ends(names, seats),
        line(-9, TOP, -9, frame.height - BOTTOM, stroke="var(--ink)", stroke_width=1.5, class_="here"),
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {frame.width:g} {frame.height:g}", font_family=FONT,
        role="img", aria_label=words.say("Chances to win"), class_=f"curve {frame.form}",
        data_left=f"{LEFT:g}", data_step=f"{drawn.step:.4f}",
    )  # fmt: skip


def hue(seat: int) -> str:
    return f"var(--{HUES[seat % len(HUES)]})"


def dashes(seat: int) -> str | None:
    return None if seat == 0 else f"{2 + 3 * seat} {1 + seat}"


class Curve:
    """The parts of the drawing."""

    def __init__(self, review: Review, frame: Frame) -> None:
        self.review, self.frame = review, frame
        self.step = (frame.right - LEFT) / max(1, len(review.plies))

    def across(self, ply: int) -> float:
        return LEFT + ply * self.step

    def grid(self, words: Words) -> list[Markup]:
        frame, drawn = self.frame, [rect(0, 0, self.frame.width, self.frame.height, fill="var(--paper)")]
        for share in frame.grid:
            y = frame.level(share)
            drawn.append(line(LEFT, y, frame.right, y, stroke="var(--line)", stroke_width=1))
            drawn.append(label(LEFT - 6, y + 4, percent(share, words), SMALL, text_anchor="end", fill="var(--soft)"))
        every = max(1, -int(-NUMBER // self.step))
        for ply in range(0, len(self.review.plies) + 1, every):
            drawn.append(label(self.across(ply), frame.height - 4, str(ply), SMALL, fill="var(--soft)"))
        return drawn

    def course(self, seat: int) -> Markup:
        places = [(self.across(ply), self.frame.level(share)) for ply, share in enumerate(self.review.curve(seat))]
        looks = {"stroke_width": 2.5, "stroke_linejoin": "round", "stroke_dasharray": dashes(seat)}
        return path(along(places), fill="none", stroke=hue(seat), **looks)

    def mark(self, ply: Ply, names: Sequence[str], words: Words) -> Markup:
        """A triangle for a blunder, a diamond for a mistake, a dot for an inaccuracy."""
        said = tag("title", f"{ply.ply + 1}. {names[ply.seat]}: {name_of(ply.verdict, words)}")
        return group(said, sign(ply, self.across(ply.ply), self.frame.level(ply.before[ply.seat])))

    def ends(self, names: Sequence[str], seats: Sequence[int]) -> list[Markup]:
        """The names at the ends of the curves, far enough apart to be read."""
        drawn, x, room = [], self.frame.right + 6, self.frame.names - 26
        shares = [self.review.curve(seat)[-1] for seat in seats]
        order = sorted(seats, key=lambda seat: -shares[seat])
        for seat, y in zip(order, apart([self.frame.level(shares[seat]) for seat in order], self.frame.level(0.0))):
            drawn.append(line(x, y, x + 14, y, stroke=hue(seat), stroke_width=2.5, stroke_dasharray=dashes(seat)))
            drawn.append(label(x + 18, y + 4, shortened(names[seat], room, SMALL), SMALL, text_anchor="start"))
        return drawn


def apart(heights: Sequence[float], lowest: float) -> list[float]:
    """The same heights, pushed apart where names would overlap: first down, then what is below the lowest up again."""
    places = list(heights)
    for k in range(1, len(places)):
        places[k] = max(places[k], places[k - 1] + APART)
    for k in reversed(range(len(places))):
        places[k] = min(places[k], lowest if k == len(places) - 1 else places[k + 1] - APART)
    return places


def sign(ply: Ply, x: float, y: float) -> Markup:
    looks = {"fill": hue(ply.seat), "stroke": "var(--ink)", "stroke_width": 1.2}
    if ply.verdict == BLUNDER:
        return polygon([(x - 6, y - 5), (x + 6, y - 5), (x, y + 6)], **looks)
    if ply.verdict == MISTAKE:
        return polygon([(x, y - 6), (x + 5, y), (x, y + 6), (x - 5, y)], **looks)
    return circle(x, y, 3, **looks)
