"""Connect Four's actions in words."""

from __future__ import annotations

from typing import Any

from carreau.core.words import Words

from ..show import name_action


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    return words.say("drop a stone into column {column}", column=name_action(action))
