"""Errors for actions that cannot be played now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from carreau.core.errors import BadSeat, IllegalAction, StaleAction
from carreau.core.number import shown, whole_number
from carreau.core.phrase import Phrase, listed
from carreau.core.types import Action, Ply, Seat

if TYPE_CHECKING:
    from carreau.core.game import Game


def no_seat(seat: object, players: int) -> BadSeat:
    """Nobody sits there."""
    if whole_number(seat) is None:
        return BadSeat(f"A seat is a number from 0 to {players - 1}.")
    return BadSeat(Phrase("There is no seat {seat}: the seats go from 0 to {last}.", seat=shown(seat, 20), last=players - 1))


def match_over() -> IllegalAction:
    """Nobody acts any more."""
    return IllegalAction(Phrase("The match is over: nothing more can be played."))


def between_rounds() -> IllegalAction:
    """Nobody acts before the next round."""
    return IllegalAction(Phrase("The round is over: nobody can act before the next one is dealt."))


def not_allowed(game: Game, action: Action, seat: Seat, legal: Any) -> IllegalAction:
    """The rules do not allow it; a few actions that they do allow are named."""
    name, n = game.name_action(action), len(legal)
    examples = ", ".join(game.name_action(int(other)) for other in legal[:3])
    if n == 0:
        return IllegalAction(Phrase("{name!r} is not allowed now: seat {seat} has no legal action.", name=name, seat=seat))
    if n == 1:
        return IllegalAction(
            Phrase(
                "{name!r} is not allowed now: seat {seat} has only one legal action, {one}.", name=name, seat=seat, one=examples
            )
        )
    return IllegalAction(
        Phrase(
            "{name!r} is not allowed now: seat {seat} has {n} legal actions, such as {examples}.",
            name=name, seat=seat, n=n, examples=examples,
        )
    )  # fmt: skip


def not_your_turn(seat: Seat, acting: Sequence[Seat]) -> IllegalAction:
    """It is somebody else's turn."""
    turn = listed(acting)
    return IllegalAction(Phrase("Seat {seat} cannot act now: it is the turn of seat {turn}.", seat=seat, turn=turn))


def moved_on(ply: Ply, now: Ply) -> StaleAction:
    """It was meant for an earlier ply."""
    return StaleAction(
        Phrase("The match has moved on: that was meant for move {ply}, but move {next} is next.", ply=ply + 1, next=now + 1)
    )
