"""Runs all checks on one game, stage by stage."""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from carreau.check.bounded import Misuse
from carreau.check.case import Case, Subject
from carreau.check.checked import checked
from carreau.check.registry import CHECKS, COMPILED, PLAIN, RULES, SOURCE, STAGES, WORDS, Check, Note, Wrong
from carreau.check.watch import Stuck
from carreau.core.errors import CarreauError
from carreau.core.fault import Place, compiler_says, place_in, shortened
from carreau.core.game import Game

FILES = {  # where the checks of a stage are; they are read when it begins, so that plain Python needs no compiler
    SOURCE: ("source",),
    PLAIN: ("course", "hidden", "names", "records", "rounds", "realtime"),
    COMPILED: ("compiled", "course", "hidden", "worlds", "names", "records", "rounds", "realtime", "agents"),
    WORDS: ("words", "reasons"),
}


@dataclass(frozen=True)
class Result:
    """What came of one check."""

    stage: str
    check: str
    case: str  # the way to play; nothing if it is about the game as a whole
    seconds: float
    wrong: str = ""  # a sentence, if the promise is broken
    promise: str = ""
    why: str = ""
    notes: list[Note] = field(default_factory=list)

    @property
    def kept(self) -> bool:
        return not self.wrong


def checks_of(stage: str) -> list[Check]:
    """Those of a stage, in the order in which they run."""
    for file in FILES.get(stage, (stage,)):
        importlib.import_module(f"carreau.check.{file}")
    names = (stage, RULES) if stage in (PLAIN, COMPILED) else (stage,)
    found = [check for check in CHECKS if check.stage in names]
    return sorted(found, key=lambda check: not check.first)


def all_checks() -> list[Check]:
    return [check for stage in STAGES for check in checks_of(stage) if not (stage == COMPILED and check.stage == RULES)]


Target = Case | Subject


def jobs(subject: Subject, stage: str, only: str = "") -> Iterator[tuple[Check, Target]]:
    """Every check of a stage with what it is given, one way to play after the other."""
    checks = [check for check in checks_of(stage) if check.when(subject.game) and only in ("", check.name)]
    for check in checks:
        if check.first:
            yield from ((check, target) for target in (subject.cases if check.each_case else [subject]))
    for case in subject.leading:
        yield from ((check, case) for check in checks if check.each_case and not check.first)
    yield from ((check, subject) for check in checks if not check.each_case and not check.first)


Tell = Callable[[str, str, str], None]  # the stage, the check and the case that begin


def run(
    game: Game, stages: tuple[str, ...] = STAGES, effort: int = 1, only: str = "", tell: Tell | None = None
) -> Iterator[Result]:
    """All results; if something is broken in a stage of the rules, later stages do not run."""
    for stage in stages:
        subject = Subject(checked(game) if stage == PLAIN else game, effort, stage == PLAIN)
        broken = set[str]()
        for check, target in jobs(subject, stage, only):
            if check.name in broken:
                continue  # once is enough
            if tell is not None:
                tell(stage, check.name, str(target) if isinstance(target, Case) else "")
            result = perform(check, target, stage)
            broken |= set() if result.kept else {check.name}
            yield result
            if check.first and broken:
                return  # the others would say the same
        if broken and stage in (SOURCE, PLAIN, COMPILED):
            return


def perform(check: Check, target: Target, stage: str = "") -> Result:
    """One check; whatever goes wrong in it becomes a sentence."""
    begun, wrong, notes = time.monotonic(), "", None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            notes = check.run(target)
    except Exception as error:
        wrong = sentence_of(target.game, error)
    case = str(target) if isinstance(target, Case) else ""
    seconds = round(time.monotonic() - begun, 3)
    return Result(stage or check.stage, check.name, case, seconds, wrong, check.promise, check.why, notes or [])


def sentence_of(game: Game, error: BaseException) -> str:
    """What went wrong, and where."""
    if isinstance(error, Wrong):
        return error.sentence
    place = place_in(game.folder, error)
    said = compiler_says(error) or (
        str(error) if isinstance(error, (Misuse, Stuck, CarreauError)) else f"{type(error).__name__}: {shortened(error)}"
    )
    said = said.rstrip(".") if place or not said.endswith("?") else said
    whole = f"{told(game.folder, place)}: {said}" if place else f"{said}{nowhere(error)}"
    return whole if whole.endswith("?") else f"{whole}."


def told(folder: Path, place: Place) -> str:
    """rules/__init__.py, line 41, in play"""
    where = f"{Path(place.file).relative_to(folder).as_posix()}, line {place.line}"
    return f"{where}, in {place.function}" if place.function and not place.function.startswith("<") else where


def nowhere(error: BaseException) -> str:
    """The place in this program, if the error did not come from the game's folder."""
    trace: Any = error.__traceback__
    if isinstance(error, CarreauError) or trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"
