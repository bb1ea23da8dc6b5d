"""The process in which replays are made (replays.py): a job in, an answer out, until nobody asks any more."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import msgspec

from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from carreau.core.words import Words
from carreau.draw.svg import Markup, label, number, path, tag
from carreau.games import load
from carreau.table.entry import PLAY, Entry
from carreau.table.log_text import EntryText
from carreau.web.language import words_of
from carreau.web.replay_pool import EVERYTHING, LINES, Job
from carreau.web.screen import drawn
from carreau.web.worker import work

READER = msgspec.msgpack.Decoder(Job)
NICENESS = 5  # behind the tables, before the bots
HUES = ("red", "blue", "green", "purple", "brown", "sky", "yellow", "ink")


class Course(Match):
    """A match on a deal that is given, not made from a seed."""

    def __init__(self, job: Job, plies: int | None = None) -> None:
        super().__init__(load(job.game), job.players, job.options, 0)
        self.job = job
        ctypes.memmove(self.address, job.deal, len(job.deal))
        for seat, action in job.history[:plies]:
            self.put(seat, action)

    def at(self, ply: int) -> Match:
        return Course(self.job, ply)


def make(job: Job) -> dict[str, Any]:
    words = words_of(job.language, load(job.game))
    return make_lines(job, words) if job.kind == LINES else make_moment(job, words)


# a line for every ply, and the chart


def make_lines(job: Job, words: Words) -> dict[str, Any]:
    names, match = list(job.names), Course(job, 0)
    courses = [[points] for points in match.points]
    voice = EntryText(match, words, lambda: names)
    lines = []
    for k, (seat, action) in enumerate(job.history):
        lines.append(voice.tell(Entry(k, 0.0, PLAY, seat, match.game.name_action(action))))
        for course, points in zip(courses, match.points):
            course.append(points)
    return {"lines": lines, "chart": chart(courses, names)}


def chart(courses: Sequence[Sequence[int]], names: list[str]) -> str:
    """The points of every seat after every ply."""
    low = min(min(course) for course in courses)
    high = max(max(max(course) for course in courses), low + 1)
    wide, tall = 230, 110
    lines: list[Markup] = []
    for seat, course in enumerate(courses):
        places = [
            (k * wide / max(1, len(course) - 1), tall - (value - low) * tall / (high - low)) for k, value in enumerate(course)
        ]
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in places)
        dashes = None if seat == 0 else f"{2 + 3 * seat} {1 + seat}"
        lines.append(path(d, fill="none", stroke=f"var(--{HUES[seat % 8]})", stroke_width=2.5, stroke_dasharray=dashes))
        lines.append(label(wide + 6, places[-1][1] + 4, f"{names[seat]} {course[-1]}", 13, text_anchor="start"))
    drawing = tag(
        "svg", *lines, viewBox=f"-4 -10 {wide + 130} {tall + 20}", class_="chart", role="img", aria_label=", ".join(names),
    )  # fmt: skip
    return str(drawing)


# the table at one ply


def make_moment(job: Job, words: Words) -> dict[str, Any]:
    match, names = Course(job), list(job.names)
    scene = picture_of(match, job.seat, words, names, job.form)
    closed = closing_of(match, job.seat, words, names, job.form)
    closing = None if closed is None else {"svg": drawn(closed, job.form), "guidance": closed.guidance}
    return {"svg": drawn(scene, job.form), "guidance": scene.guidance, "ply": match.ply, "closing": closing}


def picture_of(match: Match, seat: str, words: Words, names: list[str], form: str) -> Any:
    if seat == EVERYTHING:
        scene = match.game.scene(match.state, SPECTATOR, [], match.game.words(words.language), names, form)
        return with_hand(scene, match, words, names, form)
    return match.scene(int(seat) if seat else None, words.language, names, form).with_(choices=())


def with_hand(scene: Any, match: Match, words: Words, names: list[str], form: str) -> Any:
    """The hand of who acts before the table, where it is not to be seen anyway."""
    if scene.hand or len(match.acting) != 1:
        return scene
    hand = match.scene(match.acting[0], words.language, names, form).hand
    shown = {piece.id for player in scene.players for piece in player.pieces} | {piece.id for piece in scene.pieces}
    return scene if shown & {piece.id for piece in hand} else scene.with_(hand=hand)


def closing_of(match: Match, seat: str, words: Words, names: list[str], form: str) -> Any:
    """The table that the last action has cleared, if it has."""
    table = match.scored_table()
    return None if table is None else picture_of(table, seat, words, names, form)


# the process


def do(job: bytes) -> bytes:
    return msgspec.json.encode(make(READER.decode(job)))


if __name__ == "__main__":
    work(do, NICENESS)
