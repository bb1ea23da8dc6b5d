"""Nothing hidden leaks: worlds that somebody cannot tell apart give them the same bytes, whatever they ask."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carreau.core.errors import BadOption
from carreau.core.match import Match
from carreau.core.option import Number
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import CLOCK, SPECTATOR
from carreau.store.log import Log
from carreau.store.stored import NewTable, Row, StoredTable
from carreau.table.entry import PLAY
from carreau.table.settings import FRIEND, ME, Chair, Settings
from carreau.web.tokens import hashed
from proofs.proof import Broken, Say
from proofs.tools.case import Case, choose, draw_case
from proofs.tools.live_server import LiveServer, dealt, live_server
from proofs.tools.other_deal import Twins
from proofs.tools.run_async import run
from proofs.tools.visitor import Asked, Heard, looking_on, see_pages, see_sockets

MADE = 1_700_000_000.0  # when all these tables were set up
SHORT = 30  # plies of most positions at most; of some five times as many
BATCH = 6  # positions that one log holds
AROUND = 60  # bytes shown about a difference


@dataclass(frozen=True)
class Position:
    """A table somewhere in its match, and somebody who looks at it."""

    number: int
    case: Case
    match: Match
    seat: int  # who looks: SPECTATOR, or a seat
    live: tuple[int, int] | None  # the last action, if it is played while they look on
    twin: Any  # another deal that they cannot tell from the true one; None if none was found

    @property
    def id(self) -> str:
        return f"table-{self.number}"

    @property
    def rows(self) -> list[Row]:
        kept = self.match.history[:-1] if self.live else self.match.history
        return [Row(k, MADE + k, PLAY, seat, self.name(action), 0.0) for k, (seat, action) in enumerate(kept)]

    def name(self, action: int) -> str:
        return self.case.game.name_action(action)

    def secret(self, seat: int) -> str:
        return "" if seat == SPECTATOR else f"secret-of-seat-{seat}-at-{self.number}"

    @property
    def screen(self) -> str:
        """The secret of a screen around which two play."""
        return f"secret-of-a-screen-at-{self.number}"

    @property
    def neighbour(self) -> int | None:
        """Another seat, from which the same is asked for first: what is kept for it is not for who looks."""
        others = [seat for seat in range(self.case.players) if seat != self.seat]
        return others[self.number % len(others)] if others else None

    def settings(self) -> Settings:
        host = self.seat if self.number % 2 else SPECTATOR  # of every other table, who looks has set it up
        kinds = [ME if seat == host else FRIEND for seat in range(self.case.players)]
        chairs = tuple(Chair(kind, name=f"P{seat}") for seat, kind in enumerate(kinds))
        game = self.case.game
        return Settings(game.id, game.version, self.match.options, self.match.seed, chairs)

    def __str__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"{self.case}, ply {self.match.ply}, seen by {who}"


# positions


def draw_position(number: int, games: Sequence[str], plies: int = SHORT) -> Position:
    """A table in the middle of its match, mostly within so many plies; all of it follows from the numbers."""
    chance = random.Random(number)
    while True:
        case = unhurried(draw_case(chance, games))
        match, most = case.new(chance.getrandbits(60)), chance.randint(1, plies if chance.random() < 0.9 else 5 * plies)
        while not match.over and match.ply < most:
            seat, action = choose(match, chance)
            match.play(action, seat)
        match = match.at(match.ply - 1) if match.over else match
        if match.ply:
            break
    seat = chance.randrange(SPECTATOR, case.players)
    by, action = match.history[-1]
    live = None if by == CLOCK else (by, action)
    return Position(number, case, match, seat, live, Twins(match, seat, chance).find())


def unhurried(case: Case) -> Case:
    """Timers that do not ring while somebody looks on."""
    options = case.options
    for option in case.game.options:
        if isinstance(option, Number) and option.name.endswith("_seconds"):
            with suppress(BadOption):  # of another way to play
                options = case.game.read_options({**options, option.name: option.high}, case.players)
    return case._replace(options=options)


def asked_at(position: Position) -> Asked:
    """What is asked there: moments of every kind, and wishes that are refused in every world."""
    chance, match, seat = random.Random(position.number), position.match, max(position.seat, 0)
    before = match.at(len(position.rows))
    legal = before.legal(seat) if position.seat != SPECTATOR else []
    names = ["?", "", *(position.name(chance.randrange(match.game.actions)) for _ in range(5))]
    wishes: list[dict[str, Any]] = [
        {"type": "play", "seat": seat, "action": name, "ply": before.ply} for name in names if name not in legal
    ]
    wishes += [{"type": "play", "seat": seat, "action": names[-1], "ply": before.ply + 5}]
    wishes += [{"type": "play", "seat": (seat + 1) % 8, "action": name, "ply": before.ply} for name in legal[:1] or names[:1]]
    wishes += [{"type": kind} for kind in ("start", "rematch", "hint")]
    wishes += [{"type": kind, "seat": seat} for kind in ("back",)] + [{"type": "lend", "absent": seat}]
    wishes += [{"type": "undo", "seat": (seat + 1) % 8}, {"type": "look", "seat": (seat + 1) % 8}]
    plies = [before.ply, chance.randrange(before.ply + 1), chance.randrange(before.ply + 1)]
    seats = ["", str(seat), str((seat + 1) % match.players), "all"]
    return Asked(position.id, match.game.id, position.secret(position.seat), seat, wishes, plies, seats)


# worlds


def write(positions: Sequence[Position], file: Path) -> None:
    log = Log(file)
    for one in positions:
        keys = tuple((hashed(one.secret(seat)), seat) for seat in range(one.case.players))
        keys += tuple((hashed(one.screen), seat) for seat in range(min(2, one.case.players)))
        settings = one.settings()
        log.create(NewTable(StoredTable(one.id, MADE, settings.text(), settings.seed), keys, rows=tuple(one.rows)))
    log.close()


async def visit(household: LiveServer, one: Position, now_only: bool = False) -> Heard:
    """All that somebody is told; `now_only`: what is told of the present, without the past and without a move."""
    asked, live = asked_at(one), None
    if one.live:
        seat, action = one.live
        wish = {"type": "play", "seat": seat, "action": one.name(action), "ply": len(one.rows)}
        live = one.secret(seat), wish
    household.notes.take()
    other = asked if one.neighbour is None else asked._replace(secret=one.secret(one.neighbour), seat=one.neighbour)
    try:
        async with looking_on(household.port, other):
            heard = {} if now_only else await see_pages(household.port, asked)
            heard |= await see_sockets(household.port, asked, live, not now_only)
        if one.seat == SPECTATOR and one.case.players > 1 and not now_only:
            around = await see_pages(household.port, asked._replace(secret=one.screen))
            heard |= {f"around one screen, {label}": answers for label, answers in around.items()}
    except Broken as found:
        raise Broken(f"{one}: {found}\n  {again(one)}") from None
    if not now_only:
        heard["the server's own log"] = [line.encode() for line in household.notes.take()]
    return heard


async def true_world(household: LiveServer, file: Path, positions: Sequence[Position]) -> list[Heard]:
    household.move_into(Log(file))
    return [await visit(household, one) for one in positions]


async def other_deals(household: LiveServer, file: Path, positions: Sequence[Position]) -> list[Heard]:
    """The same tables, dealt otherwise from the first card on."""
    household.move_into(Log(file))
    with ExitStack() as stack:
        for one in positions:
            words = tuple(seed_words(read_seed(one.match.seed)))
            stack.enter_context(dealt(one.case.game, {words: one.twin} if one.twin is not None else {}))
        return [await visit(household, one) if one.twin is not None else {} for one in positions]


async def redealt(household: LiveServer, file: Path, positions: Sequence[Position]) -> list[Heard]:
    """The same tables, all that is hidden from who looks being dealt anew at the last moment."""
    household.move_into(Log(file))
    heard = []
    for one in positions:
        table = (await household.hub.room(one.id)).table
        table.game.drive.redeal_at(table.match.address, one.seat, one.number + 1)
        heard.append(await visit(household, one, now_only=True))
    return heard


# the proof


def compare(one: Position, truth: Heard, other: Heard, world: str) -> int:
    """The bytes that were compared; Broken at the first difference."""
    for label, answers in other.items():
        true = truth[label]
        if true != answers:
            raise Broken(f"{one}\n  {world}: {label}\n{difference(true, answers)}\n  {again(one)}")
    return sum(len(answer) for answers in other.values() for answer in answers)


def again(one: Position) -> str:
    return f"carreau prove leak --seed {one.number} --times 1"


def difference(true: list[bytes], other: list[bytes]) -> str:
    if len(true) != len(other):
        return f"  {len(true)} messages, or {len(other)}"
    one, two = next((one, two) for one, two in zip(true, other) if one != two)
    at = next((k for k, (a, b) in enumerate(zip(one, two)) if a != b), min(len(one), len(two)))
    part = slice(max(0, at - AROUND), at + AROUND)
    return f"  {len(one)} bytes: … {one[part]!r}\n  {len(two)} bytes: … {two[part]!r}"


async def prove(
    seed: int, seconds: float, count: int | None, games: Sequence[str], plies: int, folder: Path
) -> Counter[str]:  # fmt: skip
    totals: Counter[str] = Counter()
    end = time.monotonic() + seconds
    async with live_server(folder) as household:
        while totals["positions"] < count if count is not None else time.monotonic() < end:
            size = BATCH if count is None else min(BATCH, count - totals["positions"])
            numbers = range(seed + totals["positions"], seed + totals["positions"] + size)
            await prove_batch(household, [draw_position(number, games, plies) for number in numbers], folder, totals)
    return totals


async def prove_batch(household: LiveServer, positions: Sequence[Position], folder: Path, totals: Counter[str]) -> None:
    files = [folder / f"{name}-{positions[0].number}.db" for name in ("true", "other", "redealt")]
    write(positions, files[0])
    for file in files[1:]:
        shutil.copy(files[0], file)
    true = await true_world(household, files[0], positions)
    other = await other_deals(household, files[1], positions)
    anew = await redealt(household, files[2], positions)
    for one, truth, dealt_otherwise, dealt_anew in zip(positions, true, other, anew):
        totals["bytes"] += compare(one, truth, dealt_otherwise, "dealt otherwise")
        totals["bytes"] += compare(one, truth, dealt_anew, "dealt anew")
        totals["answers"] += sum(map(len, dealt_otherwise.values())) + sum(map(len, dealt_anew.values()))
        totals["positions"] += 1
        totals["other deals"] += one.twin is not None
        totals[one.case.game.id] += 1


def leak(
    say: Say, seed: int = 1, seconds: float = 60.0, count: int | None = None, games: Sequence[str] = (), plies: int = SHORT
) -> Counter[str]:  # fmt: skip
    """Look at random tables for so long, or at so many; Broken at the first byte that differs."""
    with tempfile.TemporaryDirectory() as folder:
        totals = run(prove(seed, seconds, count, games, plies, Path(folder)))
    say(
        f"{totals['positions']} positions, {totals['other deals']} of them with another deal: "
        f"{totals['answers']} answers, {totals['bytes']} bytes, all the same"
    )
    return totals
