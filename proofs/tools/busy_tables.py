"""Tables that are always busy: when a match is over, the next one starts."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from carreau.store.address import FILE, open_log
from proofs.proof import Broken, Figures, Run, require
from proofs.tools.ledger import Ledger, Lives, Span
from proofs.tools.plans import Plan
from proofs.tools.player import Player
from proofs.tools.server import Server
from proofs.tools.server_process import ServerProcess
from proofs.tools.tables import make_tables
from proofs.tools.tasks import PATIENCE, check_tasks, until

COUNT = "SELECT match, COUNT(*), MAX(sequence) + 1 FROM entries GROUP BY match"


class BusyTables:
    """Tables of several plans, with a stock of each, in a folder or in a database whose key is in that folder."""

    def __init__(self, run: Run, folder: Path, plans: Sequence[Plan], stock: int, store: str = "", slow: float = 0.0) -> None:
        self.folder, self.store, self.plans, self.chance = folder, store, plans, run.chance("tables")
        self.slow = slow  # how often players are slow to come back
        self.stock = [
            list(make_tables(folder, plan, stock, 1000 * k + run.seed, store=store).items()) for k, plan in enumerate(plans)
        ]
        self.disturbed: list[Span] = []  # when processes could not tell each other anything
        self.ledgers: list[Ledger] = []
        self.players: list[Player] = []
        self.called = {plan.game for plan in plans}  # players of other games come later
        self.closing = False  # no new match starts
        self.tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def playing(self, *servers: ServerProcess, at_once: int = 1) -> AsyncIterator[None]:
        """Start the servers and play, a few tables of each plan at a time; the players of a table are spread over the servers."""
        for server in servers:
            await asyncio.to_thread(server.start)
        self.tasks = [asyncio.create_task(self.keep(k, servers)) for k in range(len(self.plans)) for _ in range(at_once)]
        try:
            yield
        finally:
            for task in self.tasks:
                task.cancel()
            for server in servers:
                server.end()
            await asyncio.gather(*self.tasks, return_exceptions=True)
        for server in servers:
            server.check_said()

    async def keep(self, kind: int, servers: Sequence[Server]) -> None:
        """One match after the other."""
        while self.stock[kind] and not self.closing:
            id, secrets = self.stock[kind].pop()
            ledger = Ledger(id, self.plans[kind].in_turn, disturbed=self.disturbed)
            self.ledgers.append(ledger)
            players = [self.seat(kind, ledger, servers, seat, secret) for seat, secret in enumerate(secrets)]
            for player in players:
                player.slow = self.slow
            self.players += players
            await asyncio.gather(*(player.play() for player in players))

    def seat(self, kind: int, ledger: Ledger, servers: Sequence[Server], seat: int, secret: str) -> Player:
        game = self.plans[kind].game
        return Player(ledger, servers[seat % len(servers)], seat, secret, self.chance, lambda: game in self.called)

    def call(self, games: Collection[str] = ()) -> None:
        """From the next connection on, let in only the players of these games, or everyone."""
        self.called = set(games) or {plan.game for plan in self.plans}

    async def until(self, come: Callable[[], object], otherwise: str) -> None:
        await until(come, self.tasks, otherwise)

    async def until_more(self, entries: int, otherwise: str = "nobody plays") -> None:
        """Wait until players have been told about this many more entries."""
        reached = self.reached + entries
        await self.until(lambda: self.reached >= reached, otherwise)

    async def finish(self, seconds: float = PATIENCE) -> None:
        """Play every match to the end; that may take long, but something must happen every so often."""
        self.closing, heard, waiting = True, -1, set(self.tasks)
        while waiting and heard != self.heard:
            heard = self.heard
            _, waiting = await asyncio.wait(self.tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
            check_tasks(self.tasks)
        if waiting:
            stuck = sorted({player.ledger.id for player in self.players if not player.over})
            raise Broken(f"For {seconds:.0f} seconds nothing has happened, and these matches are not over: {', '.join(stuck)}.")

    @property
    def all_over(self) -> bool:
        """Whether there is nothing left to play."""
        return all(task.done() for task in self.tasks)

    @property
    def heard(self) -> int:
        return sum(player.heard for player in self.players)

    def refused(self, sentence: str) -> int:
        """How often players were told this."""
        return sum(ledger.refused[sentence] for ledger in self.ledgers)

    @property
    def reached(self) -> int:
        """How many entries the players were told about."""
        return sum(ledger.reached for ledger in self.ledgers)

    def check_numbers(self, folder: Path | None = None) -> None:
        """A quick check: nothing that players were told about is missing. Changes no file."""
        written = {match: (number, last) for match, number, last in self.count(folder or self.folder)}
        for ledger in self.ledgers:
            number, last = written.get(ledger.id, (0, 0))
            if number != last or number < ledger.reached:
                raise ledger.fail(f"its players were told about {ledger.reached} entries, and {number} are written.")

    def count(self, folder: Path) -> list[tuple[str, int, int]]:
        """How many entries each match has, and the number after its last one."""
        if self.store:
            return self.count_patiently()
        with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as file:
            return file.execute(COUNT).fetchall()

    def count_patiently(self) -> list[tuple[str, int, int]]:
        """A database may take a moment to come back."""
        import psycopg

        from carreau.store.postgres_connection import connect

        until = time.monotonic() + PATIENCE
        while True:
            try:
                with closing(connect(self.store)) as sql:
                    return [(str(match), int(number), int(last)) for match, number, last in sql.execute(COUNT)]
            except psycopg.OperationalError:
                require(time.monotonic() < until, f"After {PATIENCE:.0f} seconds the database is not back.")
                time.sleep(0.05)

    def check(self, lives: Lives | None = None) -> Figures:
        """Compare everything that was sent and told with what is written."""
        with closing(open_log(self.store, self.folder)) as log:
            tables = {ledger.id: ledger.check(log, lives) for ledger in self.ledgers}
            damage = log.damage()
        require(any(ledger.told for ledger in self.ledgers), "Nobody has played, so nothing is proved.")
        require(not damage, f"The log is damaged: {damage[:1]}.")
        for player in self.players:
            if player.over and player.last and player.last.sequence != tables[player.ledger.id].sequence:
                raise player.ledger.fail("a player has seen a different end from the one that is written.")
        return {
            "matches": len(tables),
            "matches finished": sum(table.match.over for table in tables.values()),
            "entries written": sum(table.sequence for table in tables.values()),
            "actions sent": sum(ledger.sent for ledger in self.ledgers),
            "actions sent again": sum(ledger.sent - len(ledger.sent_actions) for ledger in self.ledgers),
            "actions acknowledged": sum(len(ledger.acknowledged) for ledger in self.ledgers),
            "events compared": sum(sum(map(len, ledger.told.values())) for ledger in self.ledgers),
            "clocks compared": sum(len(ledger.clocks) for ledger in self.ledgers),
            "long absences compared": sum(ledger.long_absences() for ledger in self.ledgers),
            "shown something older": sum(ledger.shown_older for ledger in self.ledgers),
            "connections": sum(player.connections for player in self.players),
        }
