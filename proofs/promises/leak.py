"""Nothing hidden leaks: if somebody cannot tell two worlds apart, they get the same bytes in both, whatever they ask for."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec

from carreau.bots.anything import choose
from carreau.core.errors import BadOption
from carreau.core.match import Match
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import CLOCK, SPECTATOR
from carreau.store.address import open_log
from carreau.store.log import Log
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import NewTable, StoredTable
from carreau.table.entry import PLAY, Entry
from carreau.table.settings import FRIEND, ME, Chair, Settings
from carreau.web import room
from carreau.web.messages import Plain
from carreau.web.presence import DECODER
from carreau.web.tokens import hashed
from proofs.proof import Broken, Figures, Proof, Run, require
from proofs.tools.live_server import LiveServer, dealt, live_server
from proofs.tools.other_deal import OtherDeal
from proofs.tools.plans import Plan, draw_plan, times_of
from proofs.tools.postgres_server import PostgresServer
from proofs.tools.run_async import synchronous
from proofs.tools.visitor import Answers, Questions, see_pages, see_sockets, somebody_else

MADE = 1_700_000_000.0  # when all these tables were set up
SHORT = 30  # at most this many plies in most positions; in some, five times as many
BATCH = 6  # positions in one log
A_DAY = 86_400.0  # seconds
AROUND = 60  # bytes shown about a difference


@dataclass(frozen=True)
class Position:
    """A table somewhere in its match, and somebody who looks at it."""

    number: int
    plan: Plan
    match: Match
    seat: int  # who looks: SPECTATOR, or a seat
    last: tuple[int, int] | None  # seat and action, if the last action is played while they look on
    other_deal: Any  # a deal that they cannot tell from the true one; None if none was found

    @property
    def id(self) -> str:
        return f"table-{self.number}"

    @property
    def rows(self) -> list[Entry]:
        kept = self.match.history[:-1] if self.last else self.match.history
        return [Entry(k, MADE + k, PLAY, seat, self.name(action), 0.0) for k, (seat, action) in enumerate(kept)]

    def name(self, action: int) -> str:
        return self.match.game.name_action(action)

    def secret(self, seat: int) -> str:
        return "" if seat == SPECTATOR else f"secret-of-seat-{seat}-at-{self.number}"

    @property
    def screen(self) -> str:
        """The secret of a screen that two players share."""
        return f"secret-of-a-screen-at-{self.number}"

    @property
    def neighbour(self) -> int:
        """Another seat, which asks for the same first: what the server keeps for that seat is not for this one. A spectator, if
        there is no other seat."""
        others = [seat for seat in range(self.plan.players) if seat != self.seat]
        return others[self.number % len(others)] if others else SPECTATOR

    def settings(self) -> Settings:
        host = self.seat if self.number % 2 else SPECTATOR  # at every second table, the one who looks is the host
        kinds = [ME if seat == host else FRIEND for seat in range(self.plan.players)]
        chairs = tuple(Chair(kind, name=f"P{seat}") for seat, kind in enumerate(kinds))
        game = self.match.game
        return Settings(game.id, game.version, self.match.options, self.match.seed, chairs)

    def __str__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"{self.plan}, ply {self.match.ply}, seen by {who}"


# positions


def draw_position(number: int, games: Sequence[str], plies: int = SHORT) -> Position:
    """A table in the middle of its match, mostly within a few plies; everything follows from the numbers."""
    chance = random.Random(number)
    while True:
        plan = unhurried(draw_plan(chance, games))
        match, most = plan.new(chance.getrandbits(60)), chance.randint(1, plies if chance.random() < 0.9 else 5 * plies)
        while not match.over and match.ply < most:
            seat, action = choose(match, chance)
            match.play(action, seat)
        match = match.at(match.ply - 1) if match.over else match
        if match.ply:
            break
    seat = chance.randrange(SPECTATOR, plan.players)
    by, action = match.history[-1]
    last = None if by == CLOCK else (by, action)
    return Position(number, plan, match, seat, last, OtherDeal(match, seat, chance).find())


def unhurried(plan: Plan) -> Plan:
    """With timers that do not run out while somebody looks on."""
    options = plan.options
    for option in times_of(plan.loaded):
        with suppress(BadOption):  # of another way to play
            options = plan.loaded.read_options({**options, option.name: option.high}, plan.players)
    return replace(plan, options=options)


def questions_at(position: Position) -> Questions:
    """What is asked there: moments of every kind, and messages that are refused in every world."""
    chance, match, seat = random.Random(position.number), position.match, max(position.seat, 0)
    other, before = (seat + 1) % 8, match.at(len(position.rows))
    legal = before.legal(seat) if position.seat != SPECTATOR else []
    names = ["?", "", *(position.name(chance.randrange(match.game.actions)) for _ in range(5))]
    plays = [(seat, name, before.ply) for name in names if name not in legal]
    plays += [(seat, names[-1], before.ply + 5), (other, (legal or names)[0], before.ply)]
    commands: list[dict[str, Any]] = [{"type": "play", "seat": by, "action": name, "ply": ply} for by, name, ply in plays]
    commands += [{"type": kind} for kind in ("start", "rematch", "hint")]
    commands += [{"type": "back", "seat": seat}, {"type": "lend", "absent": seat}]
    commands += [{"type": "advise", "seat": seat}, {"type": "check", "seat": seat, "action": names[-1], "sequence": before.ply}]
    commands += [{"type": "undo", "seat": other}, {"type": "look", "seat": other}]
    plies = [before.ply, chance.randrange(before.ply + 1), chance.randrange(before.ply + 1)]
    seats = ["", str(seat), str((seat + 1) % match.players), "all"]
    return Questions(position.id, match.game.id, position.secret(position.seat), seat, commands, plies, seats)


def write(positions: Sequence[Position], log: Log) -> None:
    for one in positions:
        keys = tuple((hashed(one.secret(seat)), seat) for seat in range(one.plan.players))
        keys += tuple((hashed(one.screen), seat) for seat in range(min(2, one.plan.players)))
        settings = one.settings()
        log.create(NewTable(StoredTable(one.id, MADE, settings.text(), settings.seed), keys, entries=tuple(one.rows)))


def move_into(server: LiveServer, open_it: Callable[[], Log]) -> list[str]:
    """Serve this log, at both servers if there are two. Returns a list of what they will say to each other."""
    said: list[str] = []
    for each in filter(None, (server, server.neighbour)):
        log = open_it()
        log.say = partial(overhear, said, log.say)  # type: ignore[method-assign]
        each.move_into(log)
    return said


def overhear(said: list[str], say: Callable[[str], bool], text: str) -> bool:
    said.append(text)
    return say(text)


def check_notices(said: Sequence[str], positions: Sequence[Position]) -> int:
    """What servers say to each other is who is where, and for how long, and nothing else; how many notices there were."""
    players = {one.id: one.plan.players for one in positions}
    for text in said:
        notice = DECODER.decode(text)
        whole = msgspec.json.encode(notice).decode() == text
        tables = {*notice.here, *notice.left, *notice.asks}
        seats = {(table, seat) for table, here in notice.here.items() for seat in here.seats}
        known = tables <= players.keys() and all(0 <= seat < players[table] for table, seat in seats)
        require(whole and known, f"One server tells another more than who is where: {text[:200]}")
    return len(said)


# worlds


async def visit(server: LiveServer, one: Position, now_only: bool = False) -> Answers:
    """Everything that somebody is told; `now_only`: only about the present, without the past and without a move."""
    asked, move = questions_at(one), None
    if one.last:
        seat, action = one.last
        move = one.secret(seat), {"type": "play", "seat": seat, "action": one.name(action), "ply": len(one.rows)}
    server.notes.take()
    elsewhere = server.neighbour or server
    neighbour = asked._replace(secret=one.secret(one.neighbour), seat=max(one.neighbour, 0))
    try:
        async with somebody_else(elsewhere, neighbour), looking_on(server, one.id) as settled:
            answers = {} if now_only else await see_pages(server, asked)
            answers |= await see_sockets(server, asked, move, not now_only, elsewhere, settled)
        if one.seat == SPECTATOR and one.plan.players > 1 and not now_only:
            around = await see_pages(server, asked._replace(secret=one.screen))
            answers |= {f"around one screen, {label}": heard for label, heard in around.items()}
    except Broken as found:
        raise Broken(f"{one}: {found}\n  {again(one)}") from None
    if not now_only:
        answers["the server's own log"] = [line.encode() for line in server.notes.take()]
    return answers


@asynccontextmanager
async def looking_on(server: LiveServer, table: str) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """A spectator keeps the table open at both servers, if there are two, so that each knows who is at the other."""
    other = server.neighbour

    async def settled() -> None:
        if other:
            await server.meet(other, table)

    async with AsyncExitStack() as stack:
        for each in (server, other) if other else ():
            await (await stack.enter_async_context(each.client(table))).hear_one(Plain)
        await settled()
        yield settled


async def true_world(server: LiveServer, positions: Sequence[Position]) -> list[Answers]:
    return [await visit(server, one) for one in positions]


async def dealt_otherwise(server: LiveServer, positions: Sequence[Position]) -> list[Answers]:
    """The same tables, dealt differently from the first card on."""
    with ExitStack() as stack:
        for one in positions:
            words = tuple(seed_words(read_seed(one.match.seed)))
            stack.enter_context(dealt(one.match.game, {words: one.other_deal} if one.other_deal is not None else {}))
        return [await visit(server, one) if one.other_deal is not None else {} for one in positions]


async def dealt_again(server: LiveServer, positions: Sequence[Position]) -> list[Answers]:
    """The same tables; everything hidden from the one who looks is dealt again at the last moment."""
    answers = []
    for one in positions:
        table = (await server.hub.room(one.id)).table
        table.game._drive.redeal_at(table.match._address, one.seat, one.number + 1)
        answers.append(await visit(server, one, now_only=True))
    return answers


WORLDS = {"true": true_world, "dealt otherwise": dealt_otherwise, "dealt again": dealt_again}


# the proof


@asynccontextmanager
async def nobody_absent() -> AsyncIterator[None]:
    """However long one world takes, the host is not offered an absent player's seat in one world only."""
    before, room.ABSENT_SECONDS = room.ABSENT_SECONDS, A_DAY
    try:
        yield
    finally:
        room.ABSENT_SECONDS = before


def compare(one: Position, truth: Answers, other: Answers, world: str) -> int:
    """The bytes that were compared; Broken at the first difference."""
    for label, answers in other.items():
        if truth[label] != answers:
            raise Broken(f"{one}\n  {world}: {label}\n{difference(truth[label], answers)}\n  {again(one)}")
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


@synchronous
async def prove_leak(run: Run, games: Sequence[str] = (), plies: int = SHORT) -> Figures:
    """Look at random tables; Broken at the first byte that differs."""
    totals, numbers = Counter[str](), run.numbers()
    with tempfile.TemporaryDirectory() as name, closing(PostgresServer()) if run.postgres else nullcontext() as postgres:
        stores = new_stores(Path(name), postgres)
        async with nobody_absent(), AsyncExitStack() as stack:
            server = await stack.enter_async_context(live_server(Path(name)))
            if run.workers > 1:
                server.neighbour = await stack.enter_async_context(live_server(Path(name)))
            while positions := [draw_position(number, games, plies) for number in islice(numbers, BATCH)]:
                await prove_batch(server, positions, stores, totals)
                run.say(f"{totals['positions']} positions: {totals['answers']} answers, all the same")
    return dict(totals)


def new_stores(folder: Path, postgres: PostgresServer | None) -> Iterator[Callable[[], Log]]:
    """One empty place for matches after the other; each is opened by calling it."""
    for number in count():
        if postgres:
            yield partial(open_log, postgres.address(postgres.new_database()), folder)
        else:
            yield partial(SQLiteLog, folder / f"{number}.db")


async def prove_batch(
    server: LiveServer, positions: Sequence[Position], stores: Iterator[Callable[[], Log]], totals: Counter[str]
) -> None:  # fmt: skip
    """The same tables are served in every world."""
    told = {}
    for (world, visit_all), open_it in zip(WORLDS.items(), stores):
        with closing(open_it()) as log:
            write(positions, log)
        said = move_into(server, open_it)
        told[world] = await visit_all(server, positions)
        totals["notices"] += check_notices(said, positions)
    truth = told.pop("true")
    for world, answers in told.items():
        for one, true, other in zip(positions, truth, answers):
            totals["bytes"] += compare(one, true, other, world)
            totals["answers"] += sum(map(len, other.values()))
    for one in positions:
        totals["positions"] += 1
        totals["other deals"] += one.other_deal is not None
        totals[one.plan.game] += 1


PROOF = Proof(
    "leak",
    "Nothing hidden leaks: what somebody is told depends only on what they may know.",
    prove_leak,
    seconds=120,
    anywhere=True,
)
