"""Two steps played as one action, such as two cards laid at once: too many to list for every drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from carreau.draw.scene import Choice

KEY = "two"  # the tap that announces two steps
JOIN = " + "  # between their names


class Doubles(Sequence[Choice]):
    """The choices that stand `alone`, then a double one for each of `actions`, made on demand.

    `steps` are all choices that can be part of a double one, so a browser needs no list of the double ones: after a tap on
    KEY it waits for two steps and plays their names with JOIN between; what does not go together is refused.
    """

    def __init__(
        self,
        alone: tuple[Choice, ...],
        steps: tuple[Choice, ...],
        actions: list[int],
        parts: Callable[[int], tuple[Choice, Choice]],
    ) -> None:
        self.alone, self.steps, self.actions, self.parts = alone, steps, actions, parts

    def __len__(self) -> int:
        return len(self.alone) + len(self.actions)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        index = range(len(self))[index]
        return self.alone[index] if index < len(self.alone) else double(*self.parts(self.actions[index - len(self.alone)]))

    def seen(self) -> list[Choice]:
        """Enough choices to know which taps lead anywhere."""
        keys = [Choice(step.action + JOIN, "", (KEY,)) for step in self.steps[:2]]
        return [*{choice.action: choice for choice in (*self.alone, *self.steps)}.values(), *keys]


def double(one: Choice, other: Choice) -> Choice:
    steps = ((KEY,), one.taps, other.taps)
    taps = tuple(tap for step in steps for tap in step)
    return Choice(one.action + JOIN + other.action, one.name + JOIN + other.name, taps, steps)
