"""Little's actions in words."""

from __future__ import annotations

from typing import Any

from carreau.core.words import Words


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    return words.say("lay the {card}", card=action)
