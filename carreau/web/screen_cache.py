"""What screens show, made once for all who see the same: the same seat's view, in the same form and language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from msgspec import Raw

from carreau.core.words import Words
from carreau.table.table import Table
from carreau.web.messages import encoded

T = TypeVar("T")


class ScreenParts(NamedTuple):
    """The parts of an event that take long to make, already written as JSON."""

    svg: Raw
    guidance: Raw
    spoken: Raw
    choices: Raw
    steps: Raw


class ScreenCache:
    """StoredTable until the next thing happens at the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sequence = -1
        self.kept: dict[Any, Any] = {}
        self.made = 0  # how often something had to be drawn

    def get(self, wanted: Any, make: Callable[[], T]) -> T:
        if self.sequence != self.table.sequence:
            self.forget()
        if wanted not in self.kept:
            self.made += 1
            self.kept[wanted] = make()
        found: T = self.kept[wanted]
        return found

    def forget(self) -> None:
        self.kept.clear()
        self.sequence = self.table.sequence


def key(seat: int | None, words: Words, form: str, *more: Any) -> Any:
    """Everything on which a drawing depends, the table aside."""
    return seat, words.language, form, *more


def written(*parts: Any) -> list[Raw]:
    return [Raw(encoded(part)) for part in parts]
