"""Everybody's chance to win in the course of a match: a line for every seat, and a sign where something was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from carreau.core.words import Words
from carreau.draw.svg import EMPTY, Markup, along, circle, group, label, line, path, polygon, rect, tag
from carreau.draw.text import FONT, SMALL, shortened
from carreau.review.ply import Ply
from carreau.review.result import Review
from carreau.review.verdict import BLUNDER, MISTAKE

HUES = ("red", "blue", "green", "purple", "brown", "sky", "yellow", "ink")
GRID = (0.0, 0.5, 1.0)
APART = 15.0  # names of seats, at least


@dataclass(frozen=True)
class Frame:
    """Where the lines go."""

    width: float
    height: float
    right: float  # room for the names
    left: float = 46.0
    top: float = 12.0
    bottom: float = 20.0


FRAMES = {"wide": Frame(760, 150, 120), "phone": Frame(374, 120, 92)}


def curve(review: Review, names: Sequence[str], words: Words, form: str) -> Markup:
    frame = FRAMES[form]
    drawn = Curve(review, frame)
    return tag(
        "svg", *drawn.grid(words), *map(drawn.course, range(review.players)), *map(drawn.mark, marked(review)),
        *drawn.ends(names),
        line(0, frame.top, 0, frame.height - frame.bottom, stroke="var(--ink)", stroke_width=2, class_="here"),
        viewBox=f"0 0 {frame.width:g} {frame.height:g}", font_family=FONT, role="img", class_=f"curve {form}",
        aria_label=words.say("Everybody’s chance to win, move by move"), data_left=frame.left, data_step=drawn.step,
    )  # fmt: skip


def marked(review: Review) -> list[Ply]:
    return [ply for ply in review.plies if ply.verdict]


def hue(seat: int) -> str:
    return f"var(--{HUES[seat % len(HUES)]})"


def dashes(seat: int) -> str | None:
    return None if seat == 0 else f"{2 + 3 * seat} {1 + seat}"


class Curve:
    """The parts of the drawing."""

    def __init__(self, review: Review, frame: Frame) -> None:
        self.review, self.frame = review, frame
        self.step = (frame.width - frame.left - frame.right) / max(1, len(review.plies))

    def across(self, ply: int) -> float:
        return self.frame.left + ply * self.step

    def level(self, share: float) -> float:
        frame = self.frame
        return frame.top + (1 - min(1.0, max(0.0, share))) * (frame.height - frame.top - frame.bottom)

    def grid(self, words: Words) -> list[Markup]:
        frame, drawn = self.frame, [rect(0, 0, self.frame.width, self.frame.height, fill="var(--paper)")]
        for share in GRID:
            y = self.level(share)
            drawn.append(line(frame.left, y, frame.width - frame.right, y, stroke="var(--line)", stroke_width=1))
            said = words.say("{share}%", share=round(100 * share))
            drawn.append(label(frame.left - 6, y + 4, said, SMALL, text_anchor="end", fill="var(--soft)"))
        every = max(1, -(-len(self.review.plies) // 6))
        for ply in range(0, len(self.review.plies) + 1, every):
            drawn.append(label(self.across(ply), frame.height - 4, str(ply), SMALL, fill="var(--soft)"))
        return drawn

    def course(self, seat: int) -> Markup:
        places = [(self.across(ply), self.level(share)) for ply, share in enumerate(self.review.curve(seat))]
        return path(
            along(places), fill="none", stroke=hue(seat), stroke_width=2.5, stroke_linejoin="round", stroke_dasharray=dashes(seat)
        )

    def mark(self, ply: Ply) -> Markup:
        """A triangle for a blunder, a diamond for a mistake, a dot for an inaccuracy."""
        x, y = self.across(ply.ply), self.level(ply.before[ply.seat])
        looks = {"fill": hue(ply.seat), "stroke": "var(--ink)", "stroke_width": 1.2}
        if ply.verdict == BLUNDER:
            return polygon([(x - 6, y - 5), (x + 6, y - 5), (x, y + 6)], **looks)
        if ply.verdict == MISTAKE:
            return polygon([(x, y - 6), (x + 5, y), (x, y + 6), (x - 5, y)], **looks)
        return circle(x, y, 3, **looks)

    def ends(self, names: Sequence[str]) -> list[Markup]:
        """The names at the ends of the lines, far enough apart to be read."""
        frame, curves = self.frame, [self.review.curve(seat)[-1] for seat in range(self.review.players)]
        seats = sorted(range(self.review.players), key=lambda seat: -curves[seat])
        levels = [self.level(curves[seat]) for seat in seats]
        for one, two in pairwise(range(len(seats))):
            levels[two] = max(levels[two], levels[one] + APART)
        over = max(0.0, levels[-1] - (frame.height - frame.bottom))
        x = frame.width - frame.right + 8
        return [
            group(
                line(x, y - over, x + 14, y - over, stroke=hue(seat), stroke_width=2.5, stroke_dasharray=dashes(seat)),
                label(x + 18, y - over + 4, shortened(names[seat], frame.right - 26, SMALL), SMALL, text_anchor="start"),
            )
            for seat, y in zip(seats, levels)
        ]


def bar(share: float, most: float) -> Markup:
    """How much something has brought, to the right, or cost, to the left."""
    half = 100 * min(1.0, abs(share) / most) if most else 0.0
    looks = {"fill": "var(--green)"} if share >= 0 else {"fill": "var(--red)"}
    filled = rect(100 if share >= 0 else 100 - half, 3, half, 10, **looks) if half >= 0.5 else EMPTY
    ground = rect(0, 3, 200, 10, rx=2.0, fill="var(--felt)")
    middle = line(100, 0, 100, 16, stroke="var(--ink)", stroke_width=1.5)
    return tag("svg", ground, filled, middle, viewBox="0 0 200 16", class_="bar", aria_hidden="true", preserveAspectRatio="none")
