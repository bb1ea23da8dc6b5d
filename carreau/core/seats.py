"""Who sits where and who acts, read from a state or a view in plain Python."""

from __future__ import annotations

from typing import Any

from carreau.core.bits import members


def acts(s: Any, seat: int) -> bool:
    """Whether a seat may act now; a spectator never."""
    return seat >= 0 and bool(int(s.acting) >> seat & 1)


def acting_seat(s: Any) -> int:
    """The seat whose turn it is, in games in which one acts at a time; -1 between rounds and at the end."""
    return int(s.acting).bit_length() - 1


def seat_before(s: Any, seat: int) -> int:
    return (seat - 1) % int(s.players)


def seat_after(s: Any, seat: int) -> int:
    return (seat + 1) % int(s.players)


def seats_in(s: Any, seats: Any) -> list[int]:
    """The seats of a set."""
    return [seat for seat in members(seats) if seat < s.players]


def seat_or_none(seat: Any) -> int | None:
    """For JSON: a seat, or null for -1."""
    return None if seat < 0 else int(seat)


def leaders(s: Any) -> list[int]:
    """The seats with the most points: the winners, where most points win and the match is over."""
    points = [int(s.points[seat]) for seat in range(s.players)]
    return [seat for seat, number in enumerate(points) if number == max(points)]
