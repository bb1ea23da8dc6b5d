"""Several players at one screen: whose view it shows, and when it must be covered until somebody else takes it."""

from __future__ import annotations

from collections.abc import Sequence

from carreau.core.match import Match
from carreau.table.table import Table


def hides(match: Match, seat: int) -> bool:
    """Whether a seat knows something that not everybody may see."""
    return bool(match.seen(seat).tobytes() != match.seen(None).tobytes())


def shown_seat(table: Table, seats: Sequence[int], looking: int | None) -> int | None:
    """Whose view a screen shows: of the seats that play on it, the acting one's. None while the screen is covered."""
    if len(seats) < 2:
        return seats[0] if seats else None
    acting = [seat for seat in table.match.acting if seat in seats]
    wanted = looking if looking in (acting or seats) else (acting or list(seats))[0]
    if wanted == looking or table.match.over:
        return wanted
    return None if any(hides(table.match, seat) for seat in seats) else wanted


def next_seat(table: Table, seats: Sequence[int], looking: int | None) -> int | None:
    """The seat whose player has to take the screen while it is covered; otherwise None."""
    if len(seats) < 2 or shown_seat(table, seats, looking) is not None:
        return None
    acting = [seat for seat in table.match.acting if seat in seats]
    return (acting or list(seats))[0]
