"""The one sentence that says what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import acting_seat, leaders
from carreau.core.words import Words

from ..show import outcome


def guidance(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str]) -> str:
    if s.over:
        return str(outcome(s, leaders(s), words, names)["text"])
    if not legal:
        return words.say("It is {name}'s turn.", name=names[acting_seat(s)])
    if len(legal) == 1:
        return words.say("Nothing more can be laid: pass.")
    if s.acted:
        return words.say("Go on laying or moving piles, or pass.")
    return words.say("Your turn: lay cards, move piles, or pass.")
