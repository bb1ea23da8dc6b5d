"""One visitor does everything expensive at once, again and again, while two others play on."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from carreau.store.sqlite_log import SQLiteLog
from carreau.table.entry import PLAY, Entry
from carreau.web.messages import Event, Refused
from proofs.load.measure import quantiles
from proofs.proof import Broken, Figures, Proof, Run, require
from proofs.tools.client import Client, play_on
from proofs.tools.plans import Plan, alone, long, quick
from proofs.tools.run_async import synchronous
from proofs.tools.server import Server
from proofs.tools.server_process import ServerProcess
from proofs.tools.tables import FILE, Tables, make_tables
from proofs.tools.tasks import check_tasks, until

MASTER, BEGINNER = 5, 1  # levels of bots
OWN = 8  # of the pages at the renamer's table, these are the renamer's own; the others watch, a few from each address
MOST_PER_NETWORK = 10
PACE = 0.25  # seconds between two moves of the pair
MOST_MS = 250.0  # for 99 of 100 of their moves, from when one is sent until both have seen it
PATIENCE = 60.0  # seconds for one move
ON_THE_WAY = 250  # plies of a match that is not quite over

Work = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Size:
    """How much the greedy visitor does."""

    masters: int = 40
    pages: int = 58  # at the renamer's table
    replays: int = 16  # requested at once
    seconds: float = 60.0


PAIR, HOME, HEAVY, CROWD = 1, 2, 3, 10  # who belongs to which household


def address(household: int) -> str | None:
    """One of this machine's own addresses, so that visitors come from several households; None if there is only one."""
    return f"127.0.{1 + household // 200}.{1 + household % 200}" if sys.platform == "linux" else None


class Visitors:
    """Everyone who is there, and what was counted."""

    def __init__(self, server: Server, size: Size, chance: random.Random) -> None:
        self.server, self.size, self.chance = server, size, chance
        self.moves: list[float] = []  # seconds, of the pair
        self.answers: list[float] = []  # seconds until a beginner has answered
        self.totals: Counter[str] = Counter()

    def client(self, table: str, secret: str, household: int, language: str = "en") -> Client:
        return self.server.client(table, secret, "wide", language, address(household))

    async def come_again(self, work: Work) -> None:
        """Whoever is turned away or cut off comes back, as a page does."""
        while True:
            try:
                await work()
            except (OSError, WebSocketException, TimeoutError) as error:
                self.totals[f"lost by {type(error).__name__}"] += 1
            await asyncio.sleep(0.3)

    # the expensive ones

    async def play_a_bot(self, table: str, secret: str, household: int, taken: list[float] | None = None) -> None:
        """A person against a bot, who acts as soon as possible."""
        async with self.client(table, secret, household) as client:
            sent = 0.0
            while True:
                message = await client.hear()
                if not isinstance(message, Event) or not client.screen.choices:
                    continue
                if sent and taken is not None:
                    taken.append(time.perf_counter() - sent)
                self.totals["moves against bots"] += 1
                await asyncio.sleep(PACE)
                sent = time.perf_counter()
                await client.play(0, self.chance.choice(client.actions(message)), message.ply)

    async def look_on(self, table: str, secret: str, household: int) -> None:
        async with self.client(table, secret, household, ("en", "fr")[household % 2]) as client:
            await self.listen(client, Event, "pages told")

    async def rename(self, table: str, secret: str) -> None:
        """As often as a page may send anything."""
        async with self.client(table, secret, HEAVY) as client:
            listening = asyncio.create_task(self.listen(client, Refused, "rename refused"))
            try:
                for number in count():
                    await client.command({"type": "rename", "seat": 0, "name": f"Name {number}"})
                    await asyncio.sleep(0.11)
            finally:
                listening.cancel()

    async def listen(self, client: Client, kind: type, name: str) -> None:
        while True:
            heard = isinstance(await client.hear(), kind)
            self.totals[name] += heard

    async def play_and_undo(self, tables: Tables) -> None:
        table, (secret,) = self.chance.choice(list(tables.items()))
        async with self.client(table, secret, HEAVY) as client:
            last: Any = await client.reach(0, PATIENCE)
            while last.state != "over":
                if last.undo:
                    await client.command({"type": "undo", "seat": 0})
                else:
                    await client.play(0, self.chance.choice(client.actions(last)), last.ply)
                await asyncio.sleep(0.1)
                async with asyncio.timeout(PATIENCE):
                    message = await client.hear()
                last = message if isinstance(message, Event) else last
                self.totals["played and taken back" if last is message else "taking back refused"] += 1

    async def ask_for_replays(self, tables: list[str]) -> None:
        """Sixteen at once, and when they have arrived, sixteen more; every second one is a moment."""
        while True:
            begun = time.perf_counter()
            asked = [self.replay(self.chance.choice(tables), k) for k in range(self.size.replays)]
            for status in await asyncio.gather(*asked):
                self.totals[f"replays answered {status}"] += 1
            await asyncio.sleep(max(0.05, 0.2 - (time.perf_counter() - begun)))

    async def replay(self, table: str, number: int) -> int:
        form, language = ("wide", "phone")[number % 4 // 2], ("en", "fr")[number % 3 % 2]
        page = "replay" if number % 2 else f"moment?ply={self.chance.randrange(300)}&seat=&form={form}"
        return (await self.server.ask(f"/table/{table}/{page}", language=language, source=address(HEAVY))).status

    # the pair

    async def keep_playing(self, tables: Tables) -> None:
        for table, secrets in tables.items():
            pair = [self.client(table, secret, PAIR + seat) for seat, secret in enumerate(secrets)]
            await play_on(pair, self.chance, self.moves.append, PACE, PATIENCE)
        raise Broken("The pair has no more tables: make more of them.")

    # everyone

    def work(self, tables: dict[str, Tables]) -> list[Work]:
        """Everything else that goes on while the pair plays."""
        work: list[Work] = [
            partial(self.play_a_bot, table, secret, HEAVY) for table, (secret,) in tables["masters"].items()
        ]  # fmt: skip
        ((table, (secret,)),) = tables["beginner"].items()
        work.append(partial(self.play_a_bot, table, secret, HOME, self.answers))
        ((named, (first, _)),) = tables["renamer"].items()
        for page in range(self.size.pages - 1):
            own = page < OWN - 1
            work.append(partial(self.look_on, named, first if own else "", HEAVY if own else CROWD + page // MOST_PER_NETWORK))
        work.append(partial(self.rename, named, first))
        work.append(partial(self.play_and_undo, tables["undo"]))
        work.append(partial(self.ask_for_replays, list(tables["over"])))
        return work

    def has_everybody(self) -> bool:
        answered = self.moves and self.answers and self.totals["replays answered 200"]
        return bool(answered) and self.totals["pages told"] > self.size.pages


async def overload(visitors: Visitors, tables: dict[str, Tables], run: Run) -> None:
    tasks = [asyncio.create_task(visitors.keep_playing(tables["pair"]))]
    try:
        for work in visitors.work(tables):
            tasks.append(asyncio.create_task(visitors.come_again(work)))
            await asyncio.sleep(0.02)
        await until(visitors.has_everybody, tasks, "not everyone has been answered")  # and games are loaded
        for counted in (visitors.totals, visitors.answers, visitors.moves):
            counted.clear()
        end = time.perf_counter() + visitors.size.seconds
        while time.perf_counter() < end:
            await asyncio.sleep(0.5)
            check_tasks(tasks)
            run.say(f"{len(visitors.moves)} moves of the pair")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# tables


def all_tables(folder: Path, size: Size, seed: int) -> dict[str, Tables]:
    against_bot, one = long(bots=1), alone()
    return {
        "pair": make_tables(folder, long(), 6, seed),
        "masters": make_tables(folder, against_bot, size.masters, seed, MASTER),
        "beginner": make_tables(folder, against_bot, 1, seed, BEGINNER),
        "renamer": make_tables(folder, long(), 1, seed),
        "undo": make_tables(folder, one, 100, seed),
        "over": tables_played(folder, Plan(quick().id, 2), 6, seed),
    }


def tables_played(folder: Path, plan: Plan, number: int, seed: int) -> Tables:
    """Long matches that are over, or nearly so."""
    tables = make_tables(folder, plan, number, seed)
    log = SQLiteLog(folder / FILE)
    for k, id in enumerate(tables):
        match, chance = plan.new(seed + k), random.Random(k)
        while not match.over and not (k % 2 and match.ply >= ON_THE_WAY):
            match.play(chance.choice(match.actions(match.acting[0])))
        for sequence, (seat, action) in enumerate(match.history):
            log.append(id, Entry(sequence, 1.7e9 + sequence, PLAY, seat, match.game.name_action(action), 0.0))
    log.close()
    return tables


@synchronous
async def prove_overload(run: Run, size: Size | None = None, module: str = "carreau", most: float = MOST_MS) -> Figures:
    """Broken if more than one in a hundred of the pair's moves is seen too late."""
    size = size or replace(Size(), seconds=run.seconds or Size.seconds)
    with tempfile.TemporaryDirectory() as folder:
        tables = all_tables(Path(folder), size, run.seed)
        with ServerProcess(Path(folder), module) as server:
            visitors = Visitors(server, size, run.chance("overload"))
            await overload(visitors, tables, run)
            server.check_said()
    return judge(visitors, most)


def judge(visitors: Visitors, most: float) -> Figures:
    p50, p99, _ = quantiles(sorted(visitors.moves) or [PATIENCE])
    waits = [round(1000 * wait) for wait in sorted(visitors.answers)] or [-1]
    figures = {
        "moves of the pair": len(visitors.moves),
        "p50 ms": round(p50),
        "p99 ms": round(p99),
        "slowest ms": round(1000 * max(visitors.moves, default=0)),
        "a beginner's answers": len(visitors.answers),
        "half of them within ms": waits[len(waits) // 2],
        "the slowest of them ms": waits[-1],
        **dict(sorted(visitors.totals.items())),
    }
    told = ", ".join(f"{what}: {value}" for what, value in figures.items())
    require(p99 <= most, f"One of a hundred moves takes more than {most:.0f} ms to be seen ({told}).")
    return figures


PROOF = Proof(
    "overload", "One visitor who asks for everything at once does not stop others from playing.", prove_overload, seconds=60
)
