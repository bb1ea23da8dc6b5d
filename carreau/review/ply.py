"""One ply of a match as its review sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from carreau.core import types
from carreau.core.types import Action, ActionName, Seat
from carreau.review.option import Option


@dataclass(frozen=True)
class Hindsight:
    """What would have been best had all cards been open, those still to be drawn as well. No verdict takes it into account.

    Attributes:
        action: The best action in the true world.
        name: Its name.
        value: What it is worth there.
        played: What the action that was played is worth there.
    """

    action: Action
    name: ActionName
    value: float
    played: float


@dataclass(frozen=True)
class Ply:
    """One ply of a match as its review sees it. Shares are shares of one win; lists of them are by seat.

    Attributes:
        ply: How many actions had been played before.
        seat: Who acted; -2 for the clock.
        action: What was played.
        name: Its name in the game's notation.
        options: Every legal action, the best first, from the seat's view; none where that is not looked into.
        loss: What the action was worth less than the best.
        error: The standard error of that.
        lowest: The least that the action has lost, with 95 % confidence.
        verdict: `inaccuracy`, `mistake` or `blunder`; empty if the action was fine, or if that is not certain.
        better: The best action, if another was played and is worth less.
        reply: What the next seat most likely answers to what was played.
        before: Each seat's chance to win before the ply, as far as that seat can know.
        after: The same, with what the seat's decision changes about it.
        gain: What the decision changes, as far as the acting seat can know.
        gain_errors: The standard errors of that.
        luck: What cards and other things that the acting seat could not know change: what leads from `after` to `before` of
            the next ply.
        hindsight: The clairvoyant's answer.
    """

    ply: types.Ply
    seat: Seat
    action: Action
    name: ActionName
    options: tuple[Option, ...]
    loss: float
    error: float
    lowest: float
    verdict: str
    better: Action | None
    reply: Action | None
    before: tuple[float, ...]
    after: tuple[float, ...]
    gain: tuple[float, ...]
    gain_errors: tuple[float, ...]
    luck: tuple[float, ...]
    hindsight: Hindsight | None

    @property
    def is_certain(self) -> bool:
        """Whether the loss is beyond its error."""
        return self.lowest > 0

    @property
    def best(self) -> Option | None:
        """The best option; None where none were looked into."""
        return self.options[0] if self.options else None

    @property
    def swing(self) -> float:
        """How much this ply mattered to its player: what it lost, or what the decision gained."""
        return max(self.loss, abs(self.gain[self.seat])) if self.seat >= 0 else 0.0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Ply:
        """The inverse of `as_json`, from what JSON makes of it."""
        shares = {name: tuple(data[name]) for name in ("before", "after", "gain", "gain_errors", "luck")}
        options = tuple(Option(**one) for one in data["options"])
        hindsight = None if data["hindsight"] is None else Hindsight(**data["hindsight"])
        return cls(**{**data, **shares, "options": options, "hindsight": hindsight})
