"""Whose view a screen shows, and when a curtain has to fall first."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence

import numpy as np

from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from carreau.table.table import Table

PADS = threading.local()  # a view is laid there to be hashed; it is asked for after every move


def fingerprint(match: Match) -> str:
    """A hash of what everybody may see: who agrees on it has seen the same match."""
    if match.game.id not in PADS.__dict__:
        pad = np.zeros(1, match.game.rules.STATE)
        PADS.__dict__[match.game.id] = pad, pad.ctypes.data
    pad, address = PADS.__dict__[match.game.id]
    match.game.drive.view_at(match.address, SPECTATOR, address)
    return hashlib.blake2b(pad, digest_size=8).hexdigest()


def hides(match: Match, seat: int) -> bool:
    """Whether a seat knows something that not everybody may see."""
    return bool(match.seen(seat).tobytes() != match.seen(None).tobytes())


def shown_seat(table: Table, seats: Sequence[int], looking: int | None) -> int | None:
    """Whose view a screen shows on which these seats play: the acting one, unless a curtain has to be drawn first."""
    if len(seats) < 2:
        return seats[0] if seats else None
    acting = [seat for seat in table.match.acting if seat in seats]
    wanted = looking if looking in (acting or seats) else (acting or list(seats))[0]
    if wanted == looking or table.match.over:
        return wanted
    return None if any(hides(table.match, seat) for seat in seats) else wanted


def next_seat(table: Table, seats: Sequence[int], looking: int | None) -> int | None:
    """The seat for which a curtain is drawn: whoever plays it has to take the screen."""
    if len(seats) < 2 or shown_seat(table, seats, looking) is not None:
        return None
    acting = [seat for seat in table.match.acting if seat in seats]
    return (acting or list(seats))[0]
