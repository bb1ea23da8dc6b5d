"""A sentence that remembers how it was put together, so that it can be said in another language later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Phrase(str):
    """A message with its {values} filled in, in English. Values may be phrases."""

    message: str
    values: dict[str, Any]

    def __new__(cls, message: str, **values: Any) -> Phrase:
        phrase = super().__new__(cls, message.format(**values))
        phrase.message, phrase.values = message, values
        return phrase

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.message,), self.values


def listed(numbers: Sequence[int | str]) -> str:
    """1, 2 or 3"""
    words = [str(number) for number in numbers]
    if len(words) == 1:
        return words[0]
    return Phrase("{first} or {last}", first=", ".join(words[:-1]), last=words[-1])
