"""Why a move is good, in the game's own terms: sentences in every language, true of the worlds that they are told of."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from carreau.bots.seen import Seen
from carreau.check.case import Case, positions
from carreau.check.drawing import NAMES, unfilled
from carreau.check.probe import acting_seats, legal, redeal
from carreau.check.registry import WORDS, case_check, claim
from carreau.check.words import Marked, outside
from carreau.core.fact import Fact
from carreau.core.game import Game
from carreau.core.words import LANGUAGES, Words
from carreau.review.reason import at_once

POSITIONS, ACTIONS, TWINS = 8, 3, 4
ENDS = ".:;,!?…"  # signs that a sentence goes on after


def says_reasons(game: Game) -> bool:
    return game.has("words.reasons")


@dataclass(frozen=True)
class Move:
    """A move in a position, and the state after it."""

    game: Game
    before: Any
    after: Any
    seat: int
    action: int

    def facts(self, words: Words) -> list[Any]:
        assert self.game.reasons is not None
        names = NAMES[: self.before.players]
        return list(self.game.reasons.facts(self.before, self.seat, self.action, self.after, words, names))


def moves(case: Case) -> Iterator[tuple[Move, str]]:
    """A few moves of several positions, and where they are."""
    for state in positions(case, 3, case.size(POSITIONS, 3)):
        for seat in acting_seats(state):
            actions = legal(case.game, state, seat)
            for action in dict.fromkeys(actions[i * (len(actions) - 1) // (ACTIONS - 1)] for i in range(ACTIONS)):
                states = np.array([state, state], case.game.rules.STATE)
                case.game._drive.score_at(states[1:].ctypes.data, seat, action)
                where = f"of {case.game.name_action(action)} {case.at(state, seat, 3)}"
                yield Move(case.game, states[0], states[1], seat, action), where


@case_check(
    WORDS,
    "What a move does is said in every language, the same again whenever it is asked, and the move is only looked at.",
    "Reviews say it to everybody, and the same review comes out again.",
    says_reasons,
)
def reasons_can_be_told(case: Case) -> None:
    for move, where in moves(case):
        before, after = move.before.tobytes(), move.after.tobytes()
        told = [move.facts(case.game.words(language)) for language in LANGUAGES]
        again = [move.facts(case.game.words(language)) for language in LANGUAGES]
        for fact in (fact for facts in told for fact in facts):
            claim(not (flaw := flaw_of(fact)), f"A fact {where} {flaw}: {fact!r}.")
        claim(told == again, f"The facts {where} are different when they are asked for again.")
        same = len({tuple((fact.kind, fact.weight, fact.against) for fact in facts) for facts in told}) == 1
        claim(same, f"The facts {where} depend on the language: {told[0]!r}, {told[-1]!r}.")
        claim((before, after) == (move.before.tobytes(), move.after.tobytes()), f"words/reasons.py changes the state {where}.")


def flaw_of(fact: Any) -> str:
    """What is wrong with a fact; nothing if it is sound."""
    if not isinstance(fact, Fact):
        return "is no Fact"
    said = [text for text in (fact.does, fact.avoids) if text]
    if not said:
        return "has no sentence"
    if not (math.isfinite(fact.weight) and fact.weight > 0):
        return "has no weight above 0"
    if any(text != text.strip() or text[-1] in ENDS for text in said):
        return "ends with a sign, although more may follow"
    return "has a blank that is not filled in" if any(map(unfilled, said)) else ""


@case_check(
    WORDS, "Every word about a move can be translated.", "A word that never went through a catalogue stays English.", says_reasons
)
def reasons_can_be_translated(case: Case) -> None:
    names = re.compile("|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))))
    for move, where in moves(case):
        for fact in move.facts(Marked()):
            for text in (fact.does, fact.avoids):
                found = re.search(r"[^\W\d_]{3,}", names.sub("", outside(text)))
                claim(
                    not found, f"{found[0] if found else ''!r} in {text!r} did not go through words.say or words.count, {where}."
                )


@case_check(
    WORDS,
    "Hidden cards never change what is said about a move.",
    "A reason that knows the next card gives it away.",
    says_reasons,
)
def reasons_know_no_hidden_card(case: Case) -> None:
    if case.new(1).in_real_time:
        return
    words, names = case.game.words("en"), NAMES[: case.players]
    for state in positions(case, 4, case.size(TWINS, TWINS)):
        for seat in acting_seats(state):
            actions, world = legal(case.game, state, seat), redeal(case.game, state, seat, 7)
            said = [at_once(Seen(case.game, seat, one), actions[-1], actions[0], words, names) for one in (state, world)]
            claim(
                said[0] == said[1],
                f"Other words when only hidden cards differ {case.at(state, seat, 4)}: {said[0]!r}, {said[1]!r}.",
            )
