"""A hash of what everybody may see of a match: whoever agrees on it has seen the same."""

from __future__ import annotations

import hashlib
import threading

import numpy as np

from carreau.core.match import Match
from carreau.core.state import SPECTATOR

SPACE = threading.local()  # where a view is put to be hashed; reused, because this is asked for after every move


def fingerprint(match: Match) -> str:
    if match.game.id not in SPACE.__dict__:
        space = np.zeros(1, match.game.rules.STATE)
        SPACE.__dict__[match.game.id] = space, space.ctypes.data
    space, address = SPACE.__dict__[match.game.id]
    match.game._drive.view_at(match._address, SPECTATOR, address)
    return hashlib.blake2b(space, digest_size=8).hexdigest()
