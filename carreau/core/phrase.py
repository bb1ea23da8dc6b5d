"""A sentence that remembers how it was put together, so that it can be said in another language later."""

from __future__ import annotations

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
