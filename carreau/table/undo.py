"""Taking back: as long as nothing was revealed."""

from __future__ import annotations

from carreau.core.match import Match

WORLDS = 12


def reveals(before: Match, seat: int, action: int) -> bool:
    """Whether a seat learns something from its own action.

    The action is made in other worlds that the seat could not tell from the true one. If it sees the same in all of
    them, it has learnt nothing.
    """
    after = played(before, seat, action)
    for world in range(1, WORLDS + 1):
        other = before.copy()
        before.game.drive.redeal_at(other.address, seat, world)
        if played(other, seat, action) != after:
            return True
    return False


def played(match: Match, seat: int, action: int) -> bytes:
    """What the seat sees after an action."""
    then = match.copy()
    match.game.drive.play_at(then.address, seat, action)
    seen: bytes = then.seen(seat).tobytes()
    return seen
