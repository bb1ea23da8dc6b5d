"""A legal action as a review sees it."""

from __future__ import annotations

from dataclasses import dataclass

from carreau.core.types import Action, ActionName


@dataclass(frozen=True)
class Option:
    """What one legal action is worth.

    Attributes:
        action: The action's number.
        name: Its name in the game's notation.
        value: The share of the win that the seat can expect; None if the search never tried it.
        error: The standard error of that.
        visits: How often the search tried it.
    """

    action: Action
    name: ActionName
    value: float | None
    error: float | None
    visits: int
