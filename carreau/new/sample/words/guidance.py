"""The one sentence that says what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import acting_seat, acts, leaders
from carreau.core.words import Words

from ..show import outcome


def guidance(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    if s.over:
        return str(outcome(s, leaders(s), words, names)["text"])
    if not acts(s, seat):
        return words.say("It is {name}'s turn.", name=names[acting_seat(s)])
    if not s.laid:
        return words.say("Your turn: lay the first card anywhere.")
    return words.say("Your turn: lay a card beside another.")
