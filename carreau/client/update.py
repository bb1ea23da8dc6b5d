"""What a seat is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Player:
    """Who sits at a seat.

    Attributes:
        name: As everybody sees it.
        kind: `person` (or a program like this one), `bot` (one of the server's plays there) or `open`.
        left: Seconds on the clock, or None.
        running: Whether the clock runs.
    """

    name: str
    kind: str
    left: float | None
    running: bool


@dataclass(frozen=True)
class Entry:
    """Something that has happened at the table.

    Attributes:
        sequence: Its number.
        kind: What it was, such as `play`, `undo` or `leave`.
        seat: Who did it; -2 if time ran out, None if nobody did.
        text: A sentence that everybody may read.
        action: What was played, if it was played from your own seat.
    """

    sequence: int
    kind: str
    seat: int | None
    text: str
    action: str | None


@dataclass(frozen=True)
class Update:
    """How things stand, as far as your seat may know.

    Attributes:
        sequence: How many things have happened at the table. It only grows.
        ply: How many actions have been played. It shrinks when one is taken back.
        state: `waiting`, `playing` or `over`.
        seat: Your seat; None if you watch.
        acting: The seats that may act now.
        legal: The actions that you may play now, by name.
        points: Everybody's points.
        view: What your seat may know: the same as `Match.view(seat)`. None before the deal.
        players: Who sits where.
        away: Whether a bot plays for you.
        clock: Seconds until a timer of the game rings, or None.
        log: What happened since the last update.
        winners: The seats that have won, once the match is over.
        outcome: The same as a sentence.
        seed: The seed of the deal, once the match is over.
        next: The table of the rematch, if there is one.
        shuffle: How far the shared shuffle is, until the cards are dealt.
    """

    sequence: int
    ply: int
    state: str
    seat: int | None
    acting: list[int]
    legal: list[str]
    points: list[int]
    view: dict[str, Any] | None
    players: list[Player]
    away: bool
    clock: float | None
    log: list[Entry]
    winners: list[int] | None
    outcome: str
    seed: str
    next: str
    shuffle: dict[str, Any] | None = field(repr=False)


def read_update(message: Mapping[str, Any]) -> Update:
    """An update, without fields that later versions may add."""
    players = [pick(Player, one) for one in message["players"]]
    log = [pick(Entry, one) for one in message["log"]]
    return pick(Update, {**message, "players": players, "log": log})


def pick(kind: type[T], data: Mapping[str, Any]) -> T:
    return kind(**{one.name: data[one.name] for one in fields(kind)})  # type: ignore[arg-type]
