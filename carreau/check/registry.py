"""Checks by name: the promise behind each, and why it matters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from carreau.core.errors import CarreauError

if TYPE_CHECKING:
    from carreau.core.game import Game

SOURCE, PLAIN, COMPILED, PICTURES, WORDS, RULEBOOK, BOTS, WEB = STAGES = (
    "source", "plain", "compiled", "pictures", "words", "rulebook", "bots", "web",
)  # fmt: skip
RULES = "rules"  # these run in two stages: plain, then compiled
ABOUT = {
    SOURCE: "the source is read: names, fields, what the compiler cannot take",
    PLAIN: "the rules run as plain Python, every index and number checked",
    COMPILED: "the rules run compiled, and are compared with plain Python",
    PICTURES: "every seat's table is drawn",
    WORDS: "everything is said in every language",
    RULEBOOK: "the rulebooks and their examples",
    BOTS: "bots of every kind play",
    WEB: "a match at the web table",
}


class Wrong(CarreauError):
    """A promise is broken."""

    code = "wrong"

    def __init__(self, sentence: str, place: str = "") -> None:
        super().__init__(sentence)
        self.place = place  # the file and line, where they are known


@dataclass(frozen=True)
class Note:
    """Something that an author should know, although no promise is broken."""

    text: str
    doubtful: bool = False  # probably a mistake


Notes = list[Note] | None


@dataclass(frozen=True)
class Check:
    """One promise, and the function that puts it to the test."""

    name: str
    stage: str
    promise: str
    why: str
    run: Callable[[Any], Notes]
    each_case: bool  # for every way to play, or once for the game
    when: Callable[[Game], bool]  # whether the promise is about this game
    first: bool  # before all others of its stage, and for every way to play, however slow


CHECKS: list[Check] = []
Run = Callable[[Any], Notes]


def case_check(
    stage: str, promise: str, why: str, when: Callable[[Game], bool] = lambda game: True, first: bool = False
) -> Callable[[Run], Run]:  # fmt: skip
    """A check of every way to play."""
    return register(stage, promise, why, True, when, first)


def game_check(
    stage: str, promise: str, why: str, when: Callable[[Game], bool] = lambda game: True, first: bool = False
) -> Callable[[Run], Run]:  # fmt: skip
    """A check of the game as a whole."""
    return register(stage, promise, why, False, when, first)


def register(
    stage: str, promise: str, why: str, each_case: bool, when: Callable[[Game], bool], first: bool
) -> Callable[[Run], Run]:  # fmt: skip
    def add(run: Run) -> Run:
        name = run.__name__.replace("_", "-")
        if any(check.name == name for check in CHECKS):
            raise ValueError(f"There are two checks {name}.")
        CHECKS.append(Check(name, stage, promise, why, run, each_case, when, first))
        return run

    return add


def claim(holds: object, sentence: str) -> None:
    """Go on if something holds."""
    if not holds:
        raise Wrong(sentence)


def some(names: Iterable[str]) -> str:
    """The first few of some names, as they are shown in a sentence."""
    listed = [repr(name) for name in names]
    return ", ".join(listed[:3]) + (" …" if len(listed) > 3 else "")
