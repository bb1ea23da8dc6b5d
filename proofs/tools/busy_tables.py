"""A hall full of tables: when a match is over, the next one begins."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from pathlib import Path

from carreau.store.log import Log
from proofs.proof import Broken, Figures, Run
from proofs.tools.ledger import Account, Lives
from proofs.tools.plans import Plan
from proofs.tools.player import Player
from proofs.tools.tables import FILE, lay

PATIENCE = 180.0  # seconds
Where = Callable[[], str]


class Hall:
    """Tables of several plans; of each plan so many are played at once."""

    def __init__(self, run: Run, folder: Path, plans: Sequence[Plan], stock: int) -> None:
        self.folder, self.plans, self.chance = folder, plans, run.chance("hall")
        self.stock = [list(lay(folder, plan.game, plan.players, stock, plan.options, plan.clock, 1000 * k + run.seed,
                               plan.bots).items()) for k, plan in enumerate(plans)]  # fmt: skip
        self.accounts: list[Account] = []
        self.players: list[Player] = []
        self.called = {plan.game for plan in plans}  # whoever plays another game comes later
        self.closing = False  # no new match begins
        self.tasks: list[asyncio.Task[None]] = []

    def open(self, at_once: int, *doors: Where) -> None:
        """Let matches begin; where there are several doors, the players of a table spread over them."""
        self.tasks = [asyncio.create_task(self.keep(k, doors)) for k in range(len(self.plans)) for _ in range(at_once)]

    async def keep(self, kind: int, doors: Sequence[Where]) -> None:
        """One match after the other."""
        while self.stock[kind] and not self.closing:
            id, secrets = self.stock[kind].pop()
            account = Account(id, self.plans[kind].in_turn)
            self.accounts.append(account)
            players = [self.seat(kind, account, doors, seat, secret) for seat, secret in enumerate(secrets)]
            self.players += players
            await asyncio.gather(*(player.play() for player in players))

    def seat(self, kind: int, account: Account, doors: Sequence[Where], seat: int, secret: str) -> Player:
        return Player(account, self.door(kind, doors[seat % len(doors)]), seat, secret, self.chance)

    def door(self, kind: int, where: Where) -> Where:
        return lambda: where() if self.plans[kind].game in self.called else ""

    def call(self, games: Collection[str] = ()) -> None:
        """From the next connection on, let those play these games, or all."""
        self.called = set(games) or {plan.game for plan in self.plans}

    def watch(self) -> None:
        """Whoever has found a promise broken says so at once."""
        for task in self.tasks:
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error

    async def until(self, come: Callable[[], bool], otherwise: str) -> None:
        """Wait for something that must happen, however slow the machine."""
        end = time.monotonic() + PATIENCE
        while not come():
            self.watch()
            if time.monotonic() > end:
                raise Broken(f"After {PATIENCE:.0f} seconds {otherwise}.")
            await asyncio.sleep(0.02)

    async def finish(self, seconds: float = PATIENCE) -> None:
        """Every match that was begun comes to its end; it may take long, but never so long without anything happening."""
        self.closing, heard, waiting = True, -1, set(self.tasks)
        while waiting and heard != self.heard:
            heard = self.heard
            _, waiting = await asyncio.wait(self.tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
            self.watch()
        if waiting:
            stuck = sorted({player.account.id for player in self.players if not player.over})
            raise Broken(f"For {seconds:.0f} seconds nothing has happened, and these matches are not over: {', '.join(stuck)}.")

    def cancel(self) -> None:
        for task in self.tasks:
            task.cancel()

    @property
    def heard(self) -> int:
        return sum(player.heard for player in self.players)

    def refused(self, sentence: str) -> int:
        """How often players were told so."""
        return sum(account.refused[sentence] for account in self.accounts)

    @property
    def reached(self) -> int:
        return sum(account.reached for account in self.accounts)

    def check_numbers(self) -> None:
        """Quickly, between two lives of a server: nothing that was told of is missing. Leaves the files as they are."""
        with closing(sqlite3.connect(f"file:{self.folder / FILE}?mode=ro", uri=True)) as sql:
            found = sql.execute("SELECT match, COUNT(*), MAX(sequence) + 1 FROM entries GROUP BY match").fetchall()
        written = {match: (number, last) for match, number, last in found}
        for account in self.accounts:
            number, last = written.get(account.id, (0, 0))
            if number != last or number < account.reached:
                raise account.fail(f"its players were told of {account.reached} entries, and {number} are written.")

    def check(self, lives: Lives | None = None) -> Figures:
        """Everything that was wished and told, against what is written."""
        log = Log(self.folder / FILE)
        try:
            tables = {account.id: account.check(log, lives) for account in self.accounts}
            whole = log.sql.execute("PRAGMA integrity_check").fetchone()[0]
        finally:
            log.close()
        if not any(account.told for account in self.accounts):
            raise Broken("Nobody has played: nothing is proved.")
        if whole != "ok":
            raise Broken(f"The log is damaged: {whole}.")
        for player in self.players:
            if player.over and player.last and player.last.sequence != tables[player.account.id].sequence:
                raise player.account.fail("a player has seen another end than the one that is written.")
        return {
            "matches": len(tables),
            "matches finished": sum(table.match.over for table in tables.values()),
            "entries written": sum(table.sequence for table in tables.values()),
            "wishes sent": sum(account.sent for account in self.accounts),
            "wishes sent again": sum(account.sent - len(account.wished) for account in self.accounts),
            "actions acknowledged": sum(len(account.acknowledged) for account in self.accounts),
            "events compared": sum(sum(map(len, account.told.values())) for account in self.accounts),
            "clocks compared": sum(len(account.clocks) for account in self.accounts),
            "connections": sum(player.connections for player in self.players),
        }
