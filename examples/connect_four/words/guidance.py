"""The one sentence that says what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words

from ..show import outcome


def guidance(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    if s.over:
        return str(outcome(s, [k for k in range(2) if s.points[k]] or [0, 1], words, names)["text"])
    if seat >= 0 and s.acting >> seat & 1:
        return words.say("Your turn: choose a column.")
    return words.say("It is the turn of {name}.", name=names[int(s.acting >> 1 & 1)])
