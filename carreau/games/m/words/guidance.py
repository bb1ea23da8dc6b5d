"""The one sentence that says what can be done now in M, and what else there is to tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import acting_seat, leaders, seat_before
from carreau.core.words import Words, message

from ..constants import NO_CARD, PASS, TARGETS
from ..rules import CHOOSE, TAKE
from ..rules.layout import lines_through
from ..show import held_places, outcome, passes_left
from .sentences import line_words

WITH_TOKEN = (
    message("Nothing fits: pass and give {name} a token."),
    message("Nothing fits: pass and give {name} a token; you may swap a card."),
)
WITHOUT_TOKEN = (
    message("Nothing fits: pass."),
    message("Nothing fits: pass; you may swap a card."),
)


def guidance(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str]) -> str:
    if s.over:
        return str(outcome(s, leaders(s), words, names)["text"])
    who = names[acting_seat(s)]
    if s.phase == CHOOSE:
        row, column = (line_words(line, words) for line in lines_through(s.cell))
        if legal:
            return words.say("Your turn: choose which line scores, {row} or {column}.", row=row, column=column)
        return words.say("{name} chooses between {row} and {column}.", name=who, row=row, column=column)
    if s.phase == TAKE:
        line = line_words(s.line, words)
        if legal:
            return words.say("Your turn: take a card from {line}.", line=line)
        return words.say("{name} takes a card from {line}.", name=who, line=line)
    return turn(s, seat, legal, words, names) if legal else words.say("It is {name}'s turn.", name=who)


def turn(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str]) -> str:
    """M8, M11"""
    if any(action % TARGETS != PASS for action in legal):
        if s.voluntary:
            return words.say("Your turn: lay a card that shares something with each neighbour, or pass.")
        return words.say("Your turn: lay a card that shares something with each neighbour.")
    if not held_places(s, seat):
        return words.say("You have no cards left: pass.")
    changes = any(action // TARGETS != NO_CARD for action in legal)
    return words.say((WITH_TOKEN if s.tokens[seat] else WITHOUT_TOKEN)[changes], name=names[seat_before(s, seat)])


# what stands beneath the board


def notes(s: Any, words: Words) -> list[str]:
    if s.over:
        return []
    found = [] if s.left else [words.say("The pile is empty: the next scoring is the last.")]
    left = passes_left(s)
    if s.passes and left <= max(4, int(s.players)):
        found.append(words.count("{n} more pass in a row ends the match.", "{n} more passes in a row end the match.", left))
    return found
