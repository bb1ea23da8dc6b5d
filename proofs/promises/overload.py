"""One visitor does all that costs much, at once and again and again, while two others play on."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from websockets.exceptions import WebSocketException

from carreau.core.game import Game
from carreau.core.match import Match
from carreau.store.log import Log
from carreau.store.stored import Row
from carreau.table.entry import PLAY
from carreau.web.messages import Event, Refused
from proofs.load.measure import actions, quantiles
from proofs.proof import Broken, Figures, Run
from proofs.tools.client import Client
from proofs.tools.plans import alone, long, quick
from proofs.tools.run_async import run as run_loop
from proofs.tools.server_process import Server
from proofs.tools.tables import FILE, lay

MASTER, BEGINNER = 5, 1  # levels of bots
PAGES = 58  # at the renamer's table
OWN = 8  # of them the renamer's own; the others watch, some from each address
A_HOUSEHOLD = 10
REPLAYS = 16  # asked for at once
PACE = 0.25  # seconds between two moves of the pair
MOST_MS = 250.0  # for 99 of 100 of their moves, from sent to seen by both
PATIENCE = 60.0  # seconds for one move


@dataclass(frozen=True)
class Size:
    """How hard it storms."""

    masters: int = 40
    pages: int = PAGES
    replays: int = REPLAYS
    seconds: float = 60.0


def address(number: int) -> str | None:
    """An address of this machine's own, so that visitors come from several households; None where there is only one."""
    return f"127.0.{1 + number // 200}.{1 + number % 200}" if sys.platform == "linux" else None


PAIR, HOME, STORM, CROWD = 1, 2, 3, 10  # whose household is which


class Storm:
    """Everybody who is there, and what was counted."""

    def __init__(self, server: Server, size: Size, chance: random.Random) -> None:
        self.server, self.size, self.chance = server, size, chance
        self.moves: list[float] = []  # seconds, of the pair
        self.answers: list[float] = []  # seconds until a beginner has answered
        self.totals: Counter[str] = Counter()
        self.begun = 0.0

    def client(self, table: str, secret: str, household: int, language: str = "en") -> Client:
        return Client(self.server.address, table, secret, "wide", language, address(household))

    async def hold_out(self, work: Callable[[], Awaitable[None]]) -> None:
        """Whoever is sent away or cut off comes again, as a page does."""
        while True:
            try:
                await work()
            except (OSError, WebSocketException, TimeoutError) as error:
                self.totals[f"lost by {type(error).__name__}"] += 1
            await asyncio.sleep(0.3)

    # who storms

    async def play_a_bot(self, table: str, secret: str, household: int, taken: list[float] | None = None) -> None:
        """A person against a bot: acts as soon as it may."""
        async with self.client(table, secret, household) as client:
            sent = 0.0
            while True:
                message = await client.hear()
                if not isinstance(message, Event) or not message.choices:
                    continue
                if sent and taken is not None:
                    taken.append(time.perf_counter() - sent)
                self.totals["moves against bots"] += 1
                await asyncio.sleep(PACE)
                sent = time.perf_counter()
                await client.play(0, self.chance.choice(actions(message)), message.ply)

    async def look_on(self, table: str, secret: str, household: int) -> None:
        async with self.client(table, secret, household, ("en", "fr")[household % 2]) as client:
            while True:
                told = isinstance(await client.hear(), Event)
                self.totals["pages told"] += told

    async def rename(self, table: str, secret: str) -> None:
        """As often as a page may wish for anything."""
        async with self.client(table, secret, STORM) as client:
            listening = asyncio.create_task(self.listen(client, "rename"))
            try:
                for number in count():
                    await client.wish({"type": "rename", "seat": 0, "name": f"Name {number}"})
                    await asyncio.sleep(0.11)
            finally:
                listening.cancel()

    async def play_and_undo(self, tables: dict[str, list[str]]) -> None:
        table, (secret,) = self.chance.choice(list(tables.items()))
        async with self.client(table, secret, STORM) as client:
            last = await self.reach(client, 0)
            while last.state != "over":
                if last.undo:
                    await client.wish({"type": "undo", "seat": 0})
                else:
                    await client.play(0, self.chance.choice(actions(last)), last.ply)
                await asyncio.sleep(0.1)
                async with asyncio.timeout(PATIENCE):
                    message = await client.hear()
                last = message if isinstance(message, Event) else last
                self.totals["played and taken back" if last is message else "taking back refused"] += 1

    async def listen(self, client: Client, what: str) -> None:
        while True:
            refused = isinstance(await client.hear(), Refused)
            self.totals[f"{what} refused"] += refused

    async def ask_for_replays(self, tables: list[str]) -> None:
        """Sixteen at once, and when they have come, sixteen more; every other one is a moment."""
        while True:
            begun = time.perf_counter()
            asked = [self.replay(self.chance.choice(tables), k) for k in range(self.size.replays)]
            for status in await asyncio.gather(*asked):
                self.totals[f"replays answered {status}"] += 1
            await asyncio.sleep(max(0.05, 0.2 - (time.perf_counter() - begun)))

    async def replay(self, table: str, number: int) -> str:
        form = ("wide", "phone")[number % 4 // 2]
        page = "replay" if number % 2 else f"moment?ply={self.chance.randrange(300)}&seat=&form={form}"
        source = address(STORM)
        host, port = self.server.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0) if source else None)
        try:
            language = ("en", "fr")[number % 3 % 2]
            head = f"GET /table/{table}/{page} HTTP/1.1\r\nhost: {host}:{port}\r\ncookie: language={language}\r\n"
            writer.write(f"{head}connection: close\r\n\r\n".encode())
            async with asyncio.timeout(PATIENCE):
                answer = await reader.read()
            return answer[9:12].decode() or "none"
        finally:
            writer.close()

    # who plays

    async def play_on(self, table: str, secrets: list[str]) -> None:
        """Two people, a move after the other: how long from sending one until both have seen it."""
        lines = [self.client(table, secret, PAIR + seat) for seat, secret in enumerate(secrets)]
        async with lines[0], lines[1]:
            seen = [await self.reach(line, 0) for line in lines]
            while seen[0].state != "over":
                seat = next(k for k in (0, 1) if seen[k].choices)
                begun = time.perf_counter()
                await lines[seat].play(seat, self.chance.choice(actions(seen[seat])), seen[seat].ply)
                seen = list(await asyncio.gather(*(self.reach(line, seen[seat].ply + 1) for line in lines)))
                if self.begun:
                    self.moves.append(time.perf_counter() - begun)
                await asyncio.sleep(PACE)

    async def reach(self, line: Client, ply: int) -> Event:
        async with asyncio.timeout(PATIENCE):
            while not (isinstance(message := await line.hear(), Event) and message.ply >= ply):
                pass
        return message


async def blow(storm: Storm, tables: dict[str, dict[str, list[str]]], run: Run) -> None:
    size = storm.size
    pairs = [asyncio.create_task(keep_playing(storm, tables["pair"]))]
    while not storm.totals["pair"]:
        await asyncio.sleep(0.05)
        check(pairs)
    work: list[Callable[[], Awaitable[None]]] = []
    for table, (secret,) in tables["masters"].items():
        work.append(lambda table=table, secret=secret: storm.play_a_bot(table, secret, STORM))  # type: ignore[misc]
    ((table, (secret,)),) = tables["beginner"].items()
    work.append(lambda: storm.play_a_bot(table, secret, HOME, storm.answers))
    ((named, (first, _)),) = tables["renamer"].items()
    for page in range(size.pages - 1):
        own = page < OWN - 1
        household = STORM if own else CROWD + page // A_HOUSEHOLD
        work.append(lambda own=own, household=household: storm.look_on(named, first if own else "", household))  # type: ignore[misc]
    work.append(lambda: storm.rename(named, first))
    work.append(lambda: storm.play_and_undo(tables["undo"]))
    work.append(lambda: storm.ask_for_replays(list(tables["over"])))
    storming = []
    for one_work in work:
        storming.append(asyncio.create_task(storm.hold_out(one_work)))
        await asyncio.sleep(0.02)
    await warm_up(storm, pairs + storming)
    storm.totals.clear()
    storm.answers.clear()
    storm.begun = time.perf_counter()
    while time.perf_counter() < storm.begun + size.seconds:
        await asyncio.sleep(0.5)
        check(pairs + storming)
        run.say(f"{len(storm.moves)} moves of the pair")
    for task in pairs + storming:
        task.cancel()
    await asyncio.gather(*pairs, *storming, return_exceptions=True)


async def warm_up(storm: Storm, tasks: list[asyncio.Task[None]]) -> None:
    """Games are loaded, and everybody has come."""
    end = time.perf_counter() + PATIENCE
    while not (storm.answers and storm.totals["replays answered 200"] and storm.totals["pages told"] > storm.size.pages):
        await asyncio.sleep(0.1)
        check(tasks)
        if time.perf_counter() > end:
            raise Broken(f"After {PATIENCE:.0f} seconds not everybody has been answered: {dict(storm.totals)}.")


async def keep_playing(storm: Storm, tables: dict[str, list[str]]) -> None:
    for table, secrets in tables.items():
        storm.totals["pair"] += 1
        await storm.play_on(table, secrets)
    raise Broken("The pair has no more tables: lay more of them.")


def check(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def lay_over(folder: Path, game: Game, tables: int, seed: int) -> dict[str, list[str]]:
    """Long matches that are over, or nearly so."""
    found = lay(folder, game.id, 2, tables, seed=seed)
    log = Log(folder / FILE)
    for k, id in enumerate(found):
        match = Match(game, 2, {}, seed + k)
        chance = random.Random(k)
        while not match.over and not (k % 2 and match.ply >= 250):
            match.play(chance.choice(match.actions(match.acting[0])))
        for number, (seat, action) in enumerate(match.history):
            log.append(id, Row(number, 1.7e9 + number, PLAY, seat, match.game.name_action(action), 0.0))
    log.close()
    return found


def storm(run: Run, size: Size | None = None, module: str = "carreau", most: float = MOST_MS) -> Figures:
    """Broken if one of a hundred moves of the pair is seen later than it may be."""
    size = size or Size(seconds=run.seconds or Size().seconds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        game, one = quick(), alone()
        options = long(game)
        tables = {
            "pair": lay(folder, game.id, 2, 6, options, seed=run.seed),
            "masters": lay(folder, game.id, 2, size.masters, options, seed=run.seed, bots=1, level=MASTER),
            "beginner": lay(folder, game.id, 2, 1, options, seed=run.seed, bots=1, level=BEGINNER),
            "renamer": lay(folder, game.id, 2, 1, options, seed=run.seed),
            "undo": lay(folder, one.game, one.players, 100, one.options, seed=run.seed, bots=one.bots),
            "over": lay_over(folder, game, 6, run.seed),
        }
        server = Server(folder, module=module).start()
        blown = Storm(server, size, run.chance("storm"))
        try:
            run_loop(blow(blown, tables, run))
        finally:
            said = server.said()
            server.end()
    if "Traceback" in said:
        raise Broken(f"The server has stumbled: {said[-1500:]}")
    return judge(blown, most)


def judge(blown: Storm, most: float) -> Figures:
    p50, p99, _ = quantiles(sorted(blown.moves) or [float("inf")])
    waits = [round(1000 * wait) for wait in sorted(blown.answers)] or [-1]
    figures = {
        "moves of the pair": len(blown.moves),
        "p50 ms": round(p50),
        "p99 ms": round(p99),
        "slowest ms": round(1000 * max(blown.moves, default=0)),
        "a beginner's answers": len(blown.answers),
        "half of them within ms": waits[len(waits) // 2],
        "the slowest of them ms": waits[-1],
        **dict(sorted(blown.totals.items())),
    }
    if p99 > most:
        told = ", ".join(f"{what}: {value}" for what, value in figures.items())
        raise Broken(f"One of a hundred moves is seen later than after {most:.0f} ms ({told}).")
    return figures


def prove_storm(run: Run) -> Figures:
    return storm(run)
