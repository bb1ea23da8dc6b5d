"""carreau check: check whether a game keeps every promise, and say what is broken or missing."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from typing import Any

from rich.markup import escape
from rich.table import Table

from carreau.cli.command_tools import console, errors, find_game, print_json
from carreau.core.errors import BadOption
from carreau.core.game import Game
from carreau.games import LOADED

BROKEN = 1  # the exit code when a promise is broken
MOST_EFFORT = 100


def check(game: str, *, quick: bool = False, only: str = "", effort: int = 1, json: bool = False) -> None:
    """Check a game as far as a program can: first as plain Python, then compiled, then everything that people see of it.

    Exit code 1 if a promise is broken.

    Args:
        game: id or folder of a game.
        quick: only read the source and run it as plain Python: for use after every edit.
        only: run just this stage or check.
        effort: how many times as much to try.
        json: print JSON.
    """
    from carreau.check.registry import PLAIN, SOURCE, STAGES

    if not 1 <= effort <= MOST_EFFORT:
        raise BadOption(f"The effort must be from 1 to {MOST_EFFORT}, not {effort}.")
    chosen = find_game(game)
    stages, name = chosen_stages(only) if only else (STAGES, "")
    if quick:
        stages = tuple(stage for stage in stages if stage in (SOURCE, PLAIN))
    results = []
    with Progress() as progress:
        for result in results_of(chosen, stages, effort, name, progress):
            progress.add(result)
            results.append(result)
    report = report_of(chosen, game, stages, results)
    if json:
        print_json(report)
    else:
        show(chosen, report)
    if not report["kept"]:
        sys.exit(BROKEN)


def chosen_stages(only: str) -> tuple[tuple[str, ...], str]:
    """The stages that the name of a stage or of a check stands for."""
    from carreau.check.registry import STAGES

    if only in STAGES:
        return (only,), ""
    from carreau.check.run import all_checks, checks_of

    names = [check.name for check in all_checks()]
    if only not in names:
        raise BadOption(f"There is no stage or check {only[:40]!r}; stages: {', '.join(STAGES)}; checks: {', '.join(names)}.")
    return tuple(stage for stage in STAGES if only in [check.name for check in checks_of(stage)]), only


def results_of(game: Game, stages: tuple[str, ...], effort: int, only: str, progress: Progress) -> Iterator[Any]:
    """Plain Python in this process; machine code in another, which may crash."""
    from carreau.check.registry import PLAIN, SOURCE
    from carreau.check.run import run

    first = tuple(stage for stage in stages if stage in (SOURCE, PLAIN))
    kept = True
    for result in run(game, first, effort, only, progress.say):
        kept = kept and result.kept
        yield result
    later = tuple(stage for stage in stages if stage not in first)
    if kept and later:
        from carreau.check.worker import SILENCE, run_apart

        name = str(game.folder) if LOADED.get(game.id) is game else game.id
        yield from run_apart(name, later, effort, only, progress.say, SILENCE * effort)


class Progress:
    """A line that changes on a terminal; a line for every stage."""

    def __init__(self) -> None:
        self.status = errors.status("")
        self.stage, self.begun, self.checks, self.broken = "", time.monotonic(), set[str](), 0

    def __enter__(self) -> Progress:
        if errors.is_terminal:
            self.status.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
        self.status.stop()

    def say(self, stage: str, check: str, case: str) -> None:
        if stage != self.stage:
            self.close()
            self.stage, self.begun, self.checks, self.broken = stage, time.monotonic(), set(), 0
        if errors.is_terminal:
            self.status.update(f"{stage}: {check}{f' ({case})' if case else ''}")

    def add(self, result: Any) -> None:
        self.checks.add(result.check)
        self.broken += not result.kept

    def close(self) -> None:
        """The line of a finished stage."""
        from carreau.check.registry import ABOUT

        if self.stage:
            how = f"{self.broken} broken" if self.broken else "kept"
            count, seconds = len(self.checks), time.monotonic() - self.begun
            checks = f"{count:>3} {'check' if count == 1 else 'checks'}"
            line = f"{self.stage:<9} {checks:<10} {seconds:5.1f} s  {how:<9} {ABOUT[self.stage]}"
            errors.print(line, markup=False, soft_wrap=True)
        self.stage = ""


def report_of(game: Game, name: str, stages: tuple[str, ...], results: list[Any]) -> dict[str, Any]:
    from carreau.check.missing import missing

    done = {result.stage for result in results}
    wrong = dict[str, Any]()
    for result in results:
        if not result.kept:
            wrong.setdefault(result.wrong, result)  # the same fault may break many promises: it is shown once
    notes = {note.text: note for result in results for note in result.notes}
    return {
        "game": game.id,
        "version": game.version,
        "kept": not wrong,
        "stages": [of_stage(stage, [result for result in results if result.stage == stage]) for stage in stages if stage in done],
        "broken": [
            {
                "check": result.check, "stage": result.stage, "case": result.case, "wrong": result.wrong,
                "promise": result.promise, "why": result.why, "again": f"carreau check {shlex.quote(name)} --only {result.check}",
            }
            for result in wrong.values()
        ],
        "notes": [{"text": note.text, "doubtful": note.doubtful} for note in notes.values()],
        "missing": [{"what": one.what, "why": one.why} for one in missing(game)],
        "not_run": [stage for stage in stages if stage not in done],
    }  # fmt: skip


def of_stage(stage: str, results: list[Any]) -> dict[str, Any]:
    broken = {result.check for result in results if not result.kept}
    checks = {result.check for result in results}
    return {
        "stage": stage,
        "checks": len(checks),
        "broken": len(broken),
        "seconds": round(sum(one.seconds for one in results), 2),
    }


def show(game: Game, report: dict[str, Any]) -> None:
    checks = sum(stage["checks"] for stage in report["stages"])
    counted = f"{checks} check" if checks == 1 else f"{checks} checks"
    broken = len(report["broken"]) or "nothing"
    console.print(f"\n[bold]{escape(game.name)}[/], version {game.version}: {counted}, {broken} broken.")
    for one in report["broken"]:
        case = f" ({one['case']})" if one["case"] else ""
        console.print(f"\n[bold red]{one['check']}[/]{case}")
        for text in (one["wrong"], f"Promised: {one['promise']}", f"Why: {one['why']}", f"To see it again: {one['again']}"):
            console.print(f"  {text}", markup=False, soft_wrap=True)
    for note in report["notes"]:
        console.print(f"\n{'Doubtful: ' if note['doubtful'] else ''}{note['text']}", markup=False, soft_wrap=True)
    if report["not_run"]:
        console.print(f"\nNot run: {', '.join(report['not_run'])}. Fix what is broken first.", markup=False, soft_wrap=True)
    if report["missing"]:
        console.print("\nMissing, but not required:")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for one in report["missing"]:
            table.add_row(one["what"], one["why"])
        console.print(table)
