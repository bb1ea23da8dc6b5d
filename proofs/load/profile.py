"""What a drawn move costs, part by part, without sockets: `python -m proofs.load.profile`."""

from __future__ import annotations

import gc
import sys
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, TypeVar

from carreau.table.settings import ME, Chair, make_settings
from carreau.table.table import Table
from carreau.table.text import names_at
from carreau.web.language import words_of
from carreau.web.messages import encode
from carreau.web.protocols import COMPRESSION
from carreau.web.room import Room
from carreau.web.screen import scene_now, scene_parts, screen_message
from carreau.web.screen_cache import key, written
from carreau.web.server import GARBAGE_THRESHOLD
from carreau.web.viewer import Viewer
from proofs.tools.plans import Plan, long

T = TypeVar("T")
FORM = "wide"
EARLY, LATE = 40, 1200  # plies that are compared
NEAR = 40  # plies around them: more than a round
PARTS = ("the move itself", "the scene", "its drawing", "what has changed", "the rest of the message", "encoding", "compressing")


class DrawnTable:
    """A table with a screen for each of its two seats, and how long each part of a move takes, in seconds of the processor."""

    def __init__(self, plan: Plan, seed: int) -> None:
        chairs = [Chair(ME, name=f"Player {seat}") for seat in range(plan.players)]
        self.table = Table(make_settings(plan.loaded, chairs, plan.options, 0, seed), plan.loaded, [], 0.0)
        self.room = Room("profile", self.table, None)  # type: ignore[arg-type]
        socket: Any = None
        self.viewers = [Viewer(socket, words_of("en", plan.loaded), [seat], FORM, 0) for seat in range(plan.players)]
        self.zips = [compressor() for _ in self.viewers]
        self.taken: dict[str, list[float]] = defaultdict(list)
        self.sent = 0  # bytes

    def timed(self, part: str, work: Callable[[], T]) -> T:
        begun = time.process_time()
        done = work()
        self.taken[part][-1] += time.process_time() - begun
        return done

    def move(self) -> None:
        for part in PARTS:
            self.taken[part].append(0.0)
        self.timed(PARTS[0], self.play)
        for viewer, zipped in zip(self.viewers, self.zips):
            self.show(viewer, zipped)

    def play(self) -> None:
        seat = self.table.match.acting[0]
        offered = self.table.match.legal(seat)
        entry = self.table.play(seat, offered[len(offered) // 2], self.table.match.ply, 1.0)
        self.table.apply(entry, 1.0)

    def show(self, viewer: Viewer, zipped: Any) -> None:
        """All that one screen is sent: as screen_message does it, but step by step."""
        table, screens, seat, words = self.table, self.room.screens, viewer.seats[0], viewer.words
        look, acting, has = key(seat, words, FORM), seat in table.people, viewer.has
        scene = self.timed(PARTS[1], lambda: scene_now(table, seat, words, names_at(table, words), FORM, acting))
        parts = self.timed(PARTS[2], lambda: scene_parts(scene, FORM, acting))
        patched = self.timed(PARTS[3], lambda: screens.patcher.patch(look, parts, table.sequence, has))
        screens.get(look, lambda: (written(scene.guidance)[0], parts))
        message = self.timed(PARTS[4], lambda: screen_message(self.room, viewer, 1.0))
        text = self.timed(PARTS[5], lambda: encode(message).encode())
        viewer.since = table.sequence
        del patched  # until here, because only screens keep their fragments
        self.sent += len(self.timed(PARTS[6], lambda: zipped.compress(text) + zipped.flush(zlib.Z_SYNC_FLUSH)))


def compressor() -> Any:
    settings = COMPRESSION.compress_settings or {}
    bits = COMPRESSION.server_max_window_bits or zlib.MAX_WBITS
    return zlib.compressobj(settings["level"], zlib.DEFLATED, -bits, settings["memLevel"])


def play_tables(plan: Plan, tables: int, plies: int) -> list[DrawnTable]:
    """Some tables in turns, as a server has them."""
    playing = [DrawnTable(plan, seed) for seed in range(tables)]
    play_in_turns(playing, plies)
    return playing


def play_in_turns(playing: Sequence[DrawnTable], plies: int) -> None:
    for _ in range(plies):
        for one in playing:
            if not one.table.match.over:
                one.move()


def play_to(plan: Plan, seed: int, ply: int) -> DrawnTable:
    """A table that was drawn from its first ply to this one, or to the end of its match."""
    one = DrawnTable(plan, seed)
    while one.table.match.ply < ply and not one.table.match.over:
        one.move()
    return one


def part_lines(playing: Sequence[DrawnTable]) -> list[str]:
    """The table of parts: medians, because other programs may have got in between."""
    costs = {part: 1e6 * median([taken for one in playing for taken in one.taken[part]]) for part in PARTS}
    whole = sum(costs.values())
    moves = sum(len(one.taken[PARTS[0]]) for one in playing)
    sent = sum(one.sent for one in playing) / moves / len(playing[0].viewers)
    return [
        "| part | µs per move | share |",
        "| --- | --- | --- |",
        *(f"| {part} | {cost:.0f} | {cost / whole:.0%} |" for part, cost in costs.items()),
        f"| all | {whole:.0f} | {sent:.0f} bytes for each seat |",
    ]


def early_and_late(plan: Plan, matches: int, late: int) -> tuple[float, float]:
    """What a move costs around an early ply and around a late one of the same matches, in microseconds.

    Those that last so long have fuller boards than others. The moves are made in turns, because other programs may come in
    between, and the medians taken.
    """
    begun = {seed: play_to(plan, seed, late - NEAR) for seed in range(matches)}
    old = [one for one in begun.values() if not one.table.match.over]
    new = [play_to(plan, seed, EARLY - NEAR) for seed, one in begun.items() if not one.table.match.over]
    play_in_turns([one for pair in zip(old, new) for one in pair], 2 * NEAR)
    return cost_since(new, EARLY - NEAR), cost_since(old, late - NEAR)


def cost_since(playing: Sequence[DrawnTable], ply: int) -> float:
    costs: list[float] = [sum(parts) for one in playing for parts in zip(*(one.taken[part][ply:] for part in PARTS))]
    return 1e6 * median(costs)


def main(tables: int = 20, plies: int = 100, matches: int = 12, late: int = LATE) -> None:
    gc.set_threshold(*GARBAGE_THRESHOLD)
    plan = long(2)
    play_tables(plan, 3, plies)  # what all tables share is made
    print(f"{plan}, {tables} tables, {plies} moves at each, two screens ({FORM}):")
    print("\n".join(part_lines(play_tables(plan, tables, plies))))
    before, after = early_and_late(plan, matches, late)
    print(f"{before:.0f} µs around ply {EARLY}, {after:.0f} around ply {late} ({after / before - 1:+.0%})")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
