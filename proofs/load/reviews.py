"""Whether reviews slow play down: the same load without and with reviews being made by the same server, in turns.

python -m proofs.load.reviews [--tables 200] [--seconds 6] [--rounds 3] [--form plain]
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import msgspec

from carreau.bots.search_for import BOTS
from carreau.core.engine import MATCH
from carreau.core.match import Match
from carreau.review.worlds_for import REVIEW
from carreau.store.address import open_log
from carreau.store.stored import NewTable, StoredTable
from carreau.table.entry import PLAY, Entry
from carreau.table.settings import BOT, ME, Chair, make_settings
from carreau.web.messages import ReviewNews
from carreau.web.reviews import MOST_PER_NETWORK
from carreau.web.routes.review import UNDER_WAY
from carreau.web.tokens import new_id
from proofs.load.contender import Opened, WebTable, steady
from proofs.load.drive import APART
from proofs.load.measure import Step, measure
from proofs.proof import require
from proofs.tools.plans import quick
from proofs.tools.run_async import run_async
from proofs.tools.server import Server

WITHOUT, WITH = "no reviews", "reviews"
PATIENCE = 120.0  # seconds for a review to begin: its process has to load the game


class Reviewing(WebTable):
    """Our own web table, while it reviews matches: one after the other, as it always does."""

    @contextmanager
    def open(self, folder: Path, count: int) -> Iterator[Opened]:
        finished = make_finished(folder, self.seats)
        with super().open(folder, count) as opened:
            run_async(ask_for_reviews(opened.server, finished))
            yield opened
            require(run_async(under_way(opened.server, finished)), "The reviews were done before the run was.")


def make_finished(folder: Path, seats: int) -> list[str]:
    """As many finished matches as one network may have reviewed at once."""
    log, ids = open_log("", folder), []
    for seed in range(MOST_PER_NETWORK):
        game = quick(seats)
        settings = make_settings(game, [Chair(ME), *[Chair(BOT)] * (seats - 1)], {}, 0, seed)
        match = Match(game, seats, settings.options, settings.seed)
        entries = []
        while not match.over:
            seat = match.acting[0]
            action = match.legal(seat)[0]
            entries.append(Entry(match.ply, 0.0, PLAY, seat, action))
            match.play(action, seat)
        ids.append(new_id())
        log.create(NewTable(StoredTable(ids[-1], time.time(), settings.text(), settings.seed), (), entries=tuple(entries)))
    log.close()
    return ids


async def ask_for_reviews(server: Server, tables: Sequence[str]) -> None:
    """Ask, and wait until the first is being made."""
    for table in tables:
        answer = await server.ask(f"/table/{table}/review", form={})
        require(answer.status == 303, f"A review was refused: {answer.status}.")
    end = time.monotonic() + PATIENCE
    while not any([(await news_of(server, table)).share for table in tables]):
        require(time.monotonic() < end, "No review has begun.")
        await asyncio.sleep(0.2)


async def under_way(server: Server, tables: Sequence[str]) -> bool:
    """Whether one is still being made."""
    return any([(await news_of(server, table)).state == UNDER_WAY for table in tables])


async def news_of(server: Server, table: str) -> ReviewNews:
    return msgspec.json.decode((await server.ask(f"/table/{table}/review")).body, type=ReviewNews)


def measure_in_turns(count: int, seats: int, seconds: float, form: str, rounds: int) -> Iterator[Step]:
    """In every round: at full speed and at the steady rate, each without and with reviews."""
    even = min(steady(form), 0.8 * count * seats / APART)
    for _ in range(rounds):
        for rate in (0.0, even):
            for contender in (WebTable(WITHOUT, "carreau", seats, form), Reviewing(WITH, "carreau", seats, form)):
                yield measure(contender, count, seats, seconds, rate)


def line_of(step: Step) -> str:
    asked = f"{step.asked:.0f}" if step.asked else "most"
    figures = f"{step.rate:,.0f} | {step.p50:.1f} | {step.p99:.1f} | {step.processor:.2f}"
    return f"| {step.tables} | {step.server} | {asked} | {figures} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--form", default="plain")
    given = parser.parse_args()
    for work in (MATCH, BOTS, REVIEW):
        work.need(quick(given.seats))
    print("| tables | server | asked per second | moves per second | p50 ms | p99 ms | CPU ms |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    steps = []
    for step in measure_in_turns(given.tables, given.seats, given.seconds, given.form, given.rounds):
        steps.append(step)
        print(line_of(step), flush=True)
    for asked in sorted({step.asked for step in steps}):
        for name in (WITHOUT, WITH):
            some = [step for step in steps if step.asked == asked and step.server == name]
            rate, slow = median(step.rate for step in some), median(step.p99 for step in some)
            print(f"{name}, {asked:g} asked per second: in the median {rate:,.0f} moves per second, p99 {slow:.1f} ms")


if __name__ == "__main__":
    main()
