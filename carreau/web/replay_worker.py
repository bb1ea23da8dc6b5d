"""The process in which replays are made (replay_pool.py): a job in, an answer out."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import msgspec

from carreau.core.engine import MATCH
from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from carreau.core.words import Words
from carreau.draw.shown_move import with_move
from carreau.draw.svg import Markup, label, line, number, path, tag
from carreau.draw.text import shortened
from carreau.games import load
from carreau.review.curve import apart, dashes, hue
from carreau.table.entry import PLAY, Entry
from carreau.table.text import EntryText
from carreau.web.language import words_of
from carreau.web.messages import Closing, Moment
from carreau.web.replay_pool import EVERYTHING, LINES, REVIEWED, Job
from carreau.web.review_text import ToldReview, tell_review
from carreau.web.screen import drawn
from carreau.web.worker_process import serve_jobs

DECODER = msgspec.msgpack.Decoder(Job)
NICENESS = 5  # after the tables, before the bots
NAMES = 120  # units, for names beside the chart


class ReplayedMatch(Match):
    """A match whose deal is given instead of made from a seed."""

    def __init__(self, job: Job, plies: int | None = None) -> None:
        game = load(job.game)
        MATCH.want(game)  # it may have been compiled since the last job
        super().__init__(game, job.players, job.options, 0)
        self.job = job
        ctypes.memmove(self._address, job.deal, len(job.deal))
        for seat, action in job.history[:plies]:
            self._put(seat, action)

    def at(self, ply: int) -> Match:
        return ReplayedMatch(self.job, ply)


def make(job: Job) -> dict[str, Any] | Moment | ToldReview:
    words = words_of(job.language, load(job.game))
    if job.kind == REVIEWED:
        return tell_review(job.review, ReplayedMatch(job, 0), words, list(job.names))
    return make_lines(job, words) if job.kind == LINES else make_moment(job, words)


# a line for every ply, and the chart


def make_lines(job: Job, words: Words) -> dict[str, Any]:
    names, match = list(job.names), ReplayedMatch(job, 0)
    points = [[start] for start in match.points]
    text = EntryText(match, words, lambda: names)
    lines = []
    for k, (seat, action) in enumerate(job.history):
        lines.append(text.tell(Entry(k, 0.0, PLAY, seat, match.game.name_action(action))))
        for course, now in zip(points, match.points):
            course.append(now)
    return {"lines": lines, "chart": chart(points, names)}


def chart(courses: Sequence[Sequence[int]], names: list[str]) -> str:
    """The points of every seat after every ply."""
    low = min(min(course) for course in courses)
    high = max(max(max(course) for course in courses), low + 1)
    wide, tall = 230, 110
    lines, ends = list[Markup](), list[tuple[float, int]]()
    for seat, course in enumerate(courses):
        places = [
            (k * wide / max(1, len(course) - 1), tall - (value - low) * tall / (high - low)) for k, value in enumerate(course)
        ]
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in places)
        lines.append(path(d, fill="none", stroke=hue(seat), stroke_width=2.5, stroke_dasharray=dashes(seat)))
        ends.append((places[-1][1], seat))
    ends.sort()
    for (_, seat), y in zip(ends, apart([end for end, _ in ends], tall)):
        named = f"{shortened(names[seat], NAMES - 30, 13)} {courses[seat][-1]}"
        lines.append(line(wide + 4, y, wide + 18, y, stroke=hue(seat), stroke_width=2.5, stroke_dasharray=dashes(seat)))
        lines.append(label(wide + 22, y + 4, named, 13, text_anchor="start"))
    drawing = tag(
        "svg", *lines, viewBox=f"-4 -10 {wide + NAMES + 26} {tall + 20}", class_="chart", role="img", aria_label=", ".join(names),
    )  # fmt: skip
    return str(drawing)


# the table at one ply


def make_moment(job: Job, words: Words) -> Moment:
    match, names = ReplayedMatch(job), list(job.names)
    scene = picture_of(match, job.seat, words, names, job.form)
    if job.better is not None:
        scene = with_better(scene, match, *job.better, words, names, job.form)
    closed = closing_of(match, job.seat, words, names, job.form)
    closing = None if closed is None else Closing(drawn(closed, job.form), closed.guidance)
    return Moment(drawn(scene, job.form), scene.guidance, match.ply, closing)


def with_better(scene: Any, match: Match, seat: int, action: int, words: Words, names: list[str], form: str) -> Any:
    """With the action drawn that would have been better: from where, and to where."""
    game = match.game
    own = game.scene(match.seen(seat), seat, [action], game.words(words.language), names, form)
    then = match.copy()
    then._put(seat, action)
    return with_move(scene, own, then.scene(None, words.language, names, form).pieces, form)


def picture_of(match: Match, seat: str, words: Words, names: list[str], form: str) -> Any:
    if seat == EVERYTHING:
        scene = match.game.scene(match.state, SPECTATOR, [], match.game.words(words.language), names, form)
        return with_hand(scene, match, words, names, form)
    return match.scene(int(seat) if seat else None, words.language, names, form).with_(choices=())


def with_hand(scene: Any, match: Match, words: Words, names: list[str], form: str) -> Any:
    """With the hand of the acting seat in front, unless its cards are to be seen anyway."""
    if scene.hand or len(match.acting) != 1:
        return scene
    hand = match.scene(match.acting[0], words.language, names, form).hand
    shown = {piece.id for player in scene.players for piece in player.pieces} | {piece.id for piece in scene.pieces}
    return scene if shown & {piece.id for piece in hand} else scene.with_(hand=hand)


def closing_of(match: Match, seat: str, words: Words, names: list[str], form: str) -> Any:
    """The table at the end of a round, if the last action has ended one."""
    table = match.scored_table()
    return None if table is None else picture_of(table, seat, words, names, form)


# the process


def do(job: bytes) -> bytes:
    return msgspec.json.encode(make(DECODER.decode(job)))


if __name__ == "__main__":
    serve_jobs(do, NICENESS)
