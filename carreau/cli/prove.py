"""carreau prove: put the promises of the web table to the test."""

from __future__ import annotations

import random
import shlex
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.table import Table

from carreau.cli.command_tools import console, errors, print_json
from carreau.cli.proof_tools import find_proofs
from carreau.core.errors import BadOption, BadSeed

if TYPE_CHECKING:
    from proofs.proof import Proof

BROKEN = 1  # the exit code when a promise is broken
LARGEST_SEED = 2**63 - 1
MOST_WORKERS = 16
EVERY = 10.0  # seconds between two lines of progress where there is no terminal


def prove(
    *names: str, seed: int | None = None, times: int | None = None, seconds: float | None = None, workers: int = 1,
    postgres: bool = False, list: bool = False, json: bool = False
) -> None:  # fmt: skip
    """Run proofs with a real server and real players. Exit code 1 if a promise is broken.

    Args:
        names: which proofs to run; all of them if left out.
        seed: fixes every random choice; if left out, a new one, which is shown if a promise is broken.
        times: how many times, instead of the proof's own number.
        seconds: how long, instead of the proof's own time.
        workers: how many processes each server has; for proofs that can use them.
        postgres: keep matches in a PostgreSQL server of the proof's own; for proofs that can use one.
        list: only list what is promised.
        json: print JSON.
    """
    find_proofs()
    from proofs.all_proofs import PROOFS

    if unknown := [name for name in names if name not in PROOFS]:
        raise BadOption(f"There is no proof {unknown[0][:40]!r}; the proofs are: {', '.join(PROOFS)}.")
    if (times is not None and times < 1) or (seconds is not None and not seconds > 0):
        raise BadOption("The numbers after --times and --seconds must be above 0.")
    if not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"The number of workers must be from 1 to {MOST_WORKERS}.")
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise BadSeed(f"The seed of a proof is a whole number from 0 to {LARGEST_SEED}, not {str(seed)[:40]}.")
    if list:
        show_promises([PROOFS[name] for name in names or PROOFS], json)
        return
    seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    given = Given(seed, times, seconds, workers, postgres)
    chosen = names or [name for name in PROOFS if PROOFS[name].anywhere or not given.elsewhere]
    found = {name: one(name, given, json) for name in chosen}
    if json:
        print_json({"seed": seed, "proofs": found})
    if any(not result["kept"] for result in found.values()):
        sys.exit(BROKEN)


class Given(NamedTuple):
    """How all proofs are to be run."""

    seed: int
    times: int | None
    seconds: float | None
    workers: int
    postgres: bool

    @property
    def elsewhere(self) -> bool:
        """Whether they are not to be run with one process and SQLite."""
        return self.workers > 1 or self.postgres

    def __str__(self) -> str:
        """As it is typed."""
        length = (f" --times {self.times}" if self.times else "") + (f" --seconds {self.seconds:g}" if self.seconds else "")
        where = (f" --workers {self.workers}" if self.workers > 1 else "") + (" --postgres" if self.postgres else "")
        return f"--seed {self.seed}{length}{where}"


def one(name: str, given: Given, json: bool) -> dict[str, Any]:
    """Run one proof and show what it found."""
    from proofs.all_proofs import PROOFS
    from proofs.proof import Broken, Run

    begun = time.monotonic()
    try:
        with Progress(name) as progress:
            run = Run(given.seed, given.times, given.seconds, progress.say, given.workers, given.postgres)
            figures = PROOFS[name](run)
    except Broken as error:
        again = f"carreau prove {shlex.quote(name)} {given}"
        errors.print(f"[bold]{name}: broken.[/] {error}\nTo see it again: {again}", soft_wrap=True)
        return {"kept": False, "why": str(error), "again": again}
    taken = round(time.monotonic() - begun, 1)
    if not json:
        show(name, figures, taken)
    return {"kept": True, "seconds": taken, "figures": figures}


def show_promises(proofs: Iterable[Proof], json: bool) -> None:
    if json:
        print_json({proof.name: proof.promise for proof in proofs})
        return
    rows = Table(box=None, show_header=False)
    for proof in proofs:
        rows.add_row(f"[bold]{proof.name}[/]", proof.promise)
    console.print(rows)


class Progress:
    """A line that changes on a terminal; elsewhere a line now and then."""

    def __init__(self, name: str) -> None:
        self.name, self.last = name, time.monotonic()
        self.status = errors.status(name)

    def __enter__(self) -> Progress:
        if errors.is_terminal:
            self.status.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.status.stop()

    def say(self, text: str) -> None:
        if errors.is_terminal:
            self.status.update(f"{self.name}: {text}")
        elif time.monotonic() - self.last > EVERY:
            self.last = time.monotonic()
            print(f"{self.name}: {text}", file=sys.stderr, flush=True)


def show(name: str, figures: dict[str, Any], seconds: float) -> None:
    console.print(f"[bold]{name}: kept[/] ({seconds:.0f} s)")
    rows = Table(box=None, show_header=False)
    for what, value in figures.items():
        rows.add_row(what, f"{value:,}" if isinstance(value, int) else str(value))
    console.print(rows)
