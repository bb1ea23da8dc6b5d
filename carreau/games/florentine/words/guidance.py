"""The one sentence that says what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words

from .. import show
from ..rules.cards import BLACK
from ..rules.grid import ASIDE, CELLS, SIDES
from ..show import DRAWING, OPEN


def guidance(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str]) -> str:
    if s.over:
        return str(show.outcome(s, show.winners(s), words, names)["text"])
    if not legal:
        return others_turn(s, words, names[int(s.acting).bit_length() - 1])
    can_lay = any(action // (SIDES * (CELLS + 1)) != BLACK and action % (CELLS + 1) != ASIDE for action in legal)
    if s.phase == DRAWING:
        return turn_with_stack(s, can_lay, words)
    if s.phase == OPEN:
        if s.free_pass:
            return words.say("Your turn: lay any open card that fits, or decline.")
        return words.say("Your turn: lay any open card that fits.")
    if len(legal) > 1:
        return words.say("Your turn: close an opening of yours with your black card, or decline.")
    return words.say("Your turn: no opening for your black card at the border, so decline.")


def turn_with_stack(s: Any, can_lay: bool, words: Words) -> str:
    if not s.filled:
        return words.say("Your turn: lay the first card in the middle.")
    if not can_lay:
        return words.say("Your turn: none of your cards fits, put one with the open cards.")
    if show.phase(s) == "cross":
        return words.say("Your turn: lay a card on the cross, or put one with the open cards.")
    return words.say("Your turn: lay a card in a corner, or put one with the open cards.")


def others_turn(s: Any, words: Words, name: str) -> str:
    if s.phase == DRAWING:
        return words.say("{name} is choosing a card.", name=name)
    if s.phase == OPEN:
        return words.say("{name} is choosing an open card.", name=name)
    return words.say("{name} may put a black card at the border.", name=name)
