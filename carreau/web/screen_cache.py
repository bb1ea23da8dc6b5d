"""Parts of what screens are sent, made once for all screens that show the same seat's view in the same form and language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Raw

from carreau.core.words import Words
from carreau.table.table import Table
from carreau.web.fragments import Patcher
from carreau.web.messages import encoded

T = TypeVar("T")


class ScreenCache:
    """Holds parts until the next thing happens at the table, and knows which fragments screens have."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sequence = -1
        self.parts: dict[Any, Any] = {}
        self.made = 0  # how often something had to be drawn
        self.patcher = Patcher()

    def get(self, key: Any, make: Callable[[], T]) -> T:
        if self.sequence != self.table.sequence:
            self.forget()
        if key not in self.parts:
            self.made += 1
            self.parts[key] = make()
        found: T = self.parts[key]
        return found

    def forget(self) -> None:
        self.parts.clear()
        self.sequence = self.table.sequence


def key(seat: int | None, words: Words, form: str, *more: Any) -> Any:
    """Everything on which a drawing depends, apart from the table."""
    return seat, words.language, form, *more


def written(*parts: Any) -> list[Raw]:
    return [Raw(encoded(part)) for part in parts]
