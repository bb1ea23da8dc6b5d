"""Real time, ways B and C: which timers run, which actions come too late, and what a player can see in a view.

The rules have no clock. Whoever runs a match makes an action of the clock when its time has come; `timers` says when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carreau.core.state import CLOCK
from carreau.games.quatuor.actions import IDLE, NONE, SINGLES, STOP, TIME
from carreau.games.quatuor.cards import CARDS, FACES, cards_in
from carreau.games.quatuor.joints import CELLS, FITS, beside
from carreau.games.quatuor.words import B, C

Plan = list[int]  # actions to be made one after the other


# for the authority


def timers(s: Any) -> list[tuple[int, int, int]]:
    """Actions of the clock that will come due: the action, after how many seconds, counted from which ply."""
    if s.over or s.way not in (B, C):
        return []
    if s.way == C:
        barred = [seat for seat in range(s.players) if s.barred >> seat & 1]
        penalties = [(TIME + seat, int(s.penalty_seconds), int(s.barred_since[seat])) for seat in barred]
        return [(IDLE, int(s.idle_seconds), int(s.since)), *penalties]
    if s.stopped >= 0:
        return [(TIME + int(s.stopped), int(s.answer_seconds), int(s.since))]
    silent = [seat for seat in range(s.players) if (s.inside & ~s.none) >> seat & 1]
    return [(TIME + seat, int(s.search_seconds), int(s.since)) for seat in silent]


def stale(then: Any, now: Any, seat: int, action: int) -> bool:
    """Whether an action that was meant for an earlier moment is refused: nothing happens to who tried it (Q15)."""
    if seat == CLOCK:
        return any(timer[0] == action and timer not in timers(now) for timer in timers(then))
    if now.way == B:
        return bool(then.drawn != now.drawn)  # said of another pair
    if now.way == C and action % SINGLES // FACES >= CELLS:
        return bool(then.since != now.since)  # a word, said of another table
    if now.way == C:
        return fits_all(then, action) and not fits_all(now, action)
    return True


def unseen(then: Any, now: Any) -> bool:
    """Whether the card that was tried between two moments has gone back to a hidden hand."""
    return bool(now.way == C and now.barred & ~then.barred)


# what fits, as a player sees it


def fits(s: Any, lay: int, *others: int) -> bool:
    """Whether a card fits where it is laid, on a table where these others lie too."""
    cell, face = divmod(lay, FACES)
    laid = {other // FACES: other % FACES for other in others}
    grid = s.grid
    if grid[cell]:
        return False
    joined = False
    for side in range(4):
        near = beside(cell, side)
        neighbour = laid.get(near, int(grid[near]) - 1)
        if neighbour >= 0:
            joined = True
            if not FITS[side][face] >> neighbour & 1:
                return False
    return joined


def fits_all(s: Any, action: int) -> bool:
    """Whether all that an action lays fits: a second card may rest on the first."""
    first, second = action % SINGLES, action // SINGLES - 1
    if second < 0:
        return fits(s, first)
    return fits(s, first, second) and fits(s, second, first) and (joins(s, first) or joins(s, second))


def joins(s: Any, lay: int) -> bool:
    return any(s.grid[beside(lay // FACES, side)] for side in range(4))


# for players who see with some delay (bots/reaction.py)


def scene(view: Any, seat: int) -> tuple[int, ...]:
    """What a seat looks at: while it stays the same, so do its places."""
    if view.way == B:
        return int(view.drawn), int(view.stopped), int(view.none >> seat & 1)
    return int(view.since), int(view.barred >> seat & 1), int(view.none >> seat & 1)


def quiet(view: Any, seat: int) -> int | None:
    """The action that says that it sees nothing, if that can still be said."""
    return None if view.none >> seat & 1 or view.stopped >= 0 else NONE


def places(view: Any, seat: int) -> list[Plan]:
    """Every place that a seat can find: what it does to use it."""
    return [plan(view, lay) for lay, fits_there in tries(view, seat) if fits_there]


def mistakes(view: Any, seat: int) -> list[Plan]:
    """Every place that a seat can wrongly believe in."""
    return [plan(view, lay) for lay, fits_there in tries(view, seat) if not fits_there]


def tries(view: Any, seat: int) -> Iterator[tuple[int, bool]]:
    """Every card that the seat could lay, in every open cell, and whether it fits."""
    if view.way == C and view.barred >> seat & 1:
        return
    cards = [int(card) for card in view.pair] if view.way == B else cards_in(view.hand[seat])
    for cell, faces in zip(view.open_cell[: view.opened].tolist(), view.open_fit.tolist()):
        for face in (*cards, *(CARDS + card for card in cards)):
            yield cell * FACES + face, bool(faces >> face & 1)


def plan(view: Any, lay: int) -> Plan:
    return [STOP, lay] if view.way == B and view.stopped < 0 else [lay]


def doubles(view: Any, seat: int, place: Plan) -> list[Plan]:
    """The places where a second card fits together with the first (Q14)."""
    if view.way != C:
        return []
    first = place[0]
    cells = {int(cell) for cell in view.open_cell[: view.opened]} | {beside(first // FACES, side) for side in range(4)}
    found = []
    for cell in sorted(cells - {first // FACES}):
        for card in cards_in(view.hand[seat] & ~(1 << first % CARDS)):
            for second in (cell * FACES + card, cell * FACES + CARDS + card):
                low, high = min(first, second), max(first, second)
                if fits(view, second, first) and fits(view, first, second):
                    found.append([(1 + high) * SINGLES + low])
    return found
