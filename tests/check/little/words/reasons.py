"""What a move of Little does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carreau.core.fact import Fact
from carreau.core.words import Words


def facts(s: Any, seat: int, action: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    if after.points[seat] > s.points[seat]:
        does = words.say("It scores with the {card}", card=action)
        yield Fact("score", 1.0, does, words.say("It keeps {name} from scoring with the {card}", name=names[seat], card=action))
