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
    if acts(s, seat):
        return words.say("Your turn: choose a column.")
    return words.say("It is {name}'s turn.", name=names[acting_seat(s)])
