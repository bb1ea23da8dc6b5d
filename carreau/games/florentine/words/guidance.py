"""The one sentence that says what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import acting_seat
from carreau.core.words import Words

from ..constants import ASIDE, DRAWING, OPEN
from ..rules import parts_of
from ..show import outcome, phase, winners


def guidance(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str]) -> str:
    if s.over:
        return str(outcome(s, winners(s), words, names)["text"])
    if not legal:
        return others_turn(s, words, names[acting_seat(s)])
    if s.phase == DRAWING:
        return turn_with_stack(s, legal, words)
    if s.phase == OPEN:
        if s.free_pass:
            return words.say("Your turn: lay any open card that fits, or decline.")
        return words.say("Your turn: lay any open card that fits.")
    if len(legal) > 1:
        return words.say("Your turn: close an opening with your black card, or decline.")
    return words.say("Your turn: your black card has nowhere to go, so decline.")


def turn_with_stack(s: Any, legal: list[int], words: Words) -> str:
    if not s.filled:
        return words.say("Your turn: lay the first card in the middle.")
    if all(parts_of(action)[2] == ASIDE for action in legal):
        return words.say("Your turn: no card fits, so put one with the open cards.")
    if phase(s) == "cross":
        return words.say("Your turn: lay a card on the cross, or put one with the open cards.")
    return words.say("Your turn: lay a card in a corner, or put one with the open cards.")


def others_turn(s: Any, words: Words, name: str) -> str:
    if s.phase == DRAWING:
        return words.say("{name} is choosing a card.", name=name)
    if s.phase == OPEN:
        return words.say("{name} is choosing an open card.", name=name)
    return words.say("{name} may put a black card at the edge.", name=name)
