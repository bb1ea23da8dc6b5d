"""Real time, ways B and C: which timers run, which actions come too late, and what a player can see in a view.

The rules have no clock. Whoever runs a match makes an action of the clock when its time has come; `timers` says when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from carreau.core.bits import members
from carreau.core.state import CLOCK

from .constants import CARDS, CELLS, FACES, B, C
from .rules.actions import IDLE, NONE, SINGLES, STOP, TIME, lays_of
from .rules.joints import BESIDE, FITS

AROUND: list[list[int]] = BESIDE.tolist()  # per cell: those on its four sides
Plan = list[int]  # actions to be made one after the other


# for the authority


def timers(s: Any) -> list[tuple[int, int, int]]:
    """The clock's actions that will come due: the action, after how many seconds, and from which ply they count."""
    way = s["way"]
    if s["over"] or way not in (B, C):
        return []
    if way == C:
        since = s["barred_since"].tolist()
        penalties = [(TIME + seat, int(s["penalty_seconds"]), since[seat]) for seat in members(s["barred"])]
        return [(IDLE, int(s["idle_seconds"]), int(s["since"])), *penalties]
    if s["stopped"] >= 0:
        return [(TIME + int(s["stopped"]), int(s["answer_seconds"]), int(s["since"]))]
    return [(TIME + seat, int(s["search_seconds"]), int(s["since"])) for seat in members(s["inside"] & ~s["none"])]


def stale(then: Any, now: Any, seat: int, action: int) -> bool:
    """Whether an action that was meant for an earlier moment is refused: the player who tried it is not punished (Q15)."""
    if seat == CLOCK:
        return any(timer[0] == action and timer not in timers(now) for timer in timers(then))
    if now["way"] == B:
        return bool(then["drawn"] != now["drawn"])  # it was about another pair
    if now["way"] == C and action % SINGLES // FACES >= CELLS:
        return bool(then["since"] != now["since"])  # a word about another table
    if now["way"] == C:
        return fits_all(then["grid"].tolist(), action) and not fits_all(now["grid"].tolist(), action)
    return True


def late(then: Any, now: Any, seat: int, action: int) -> bool:
    """Whether an action that is no longer possible counts as the mistake that it was then: a try that did not fit, on a cell
    that has been filled since (Q15)."""
    lays = lays_of(action)
    if now["way"] != C or now["barred"] >> seat & 1 or action % SINGLES // FACES >= CELLS:
        return False
    hand, lying = now["hand"][seat], now["grid"]
    if not all(hand >> lay % CARDS & 1 for lay in lays) or not any(lying[lay // FACES] for lay in lays):
        return False
    grid = then["grid"].tolist()
    return could_try(grid, lays) and not fits_all(grid, action)


def ground(s: Any) -> int:
    """What `late` looks at in an earlier moment: while it stays the same, so does the answer."""
    return int(s["since"]) if s["way"] == C else 0


def could_try(grid: list[int], lays: list[int]) -> bool:
    """Whether cards may be tried in these cells at once: free ones, beside the table or beside one another (Q14)."""
    cells = [lay // FACES for lay in lays]
    beside_table = [joins(grid, lay) for lay in lays]
    if any(grid[cell] for cell in cells) or not any(beside_table):
        return False
    return all(beside_table) or cells[1] in AROUND[cells[0]]


def unseen(then: Any, now: Any) -> bool:
    """Whether the card that was tried between two moments has gone back to a hidden hand."""
    return bool(now["way"] == C and now["barred"] & ~then["barred"])


# what fits, as a player sees it


def fits(grid: list[int], lay: int, *others: int) -> bool:
    """Whether a card fits where it is laid, on a table where these others lie too."""
    cell, face = divmod(lay, FACES)
    laid = {other // FACES: other % FACES for other in others}
    if grid[cell]:
        return False
    joined = False
    for side, near in enumerate(AROUND[cell]):
        neighbour = laid.get(near, grid[near] - 1)
        if neighbour >= 0:
            joined = True
            if not FITS[side][face] >> neighbour & 1:
                return False
    return joined


def fits_all(grid: list[int], action: int) -> bool:
    """Whether everything an action lays fits: a second card may rest on the first."""
    lays = lays_of(action)
    return all(fits(grid, lay, *lays) for lay in lays) and any(joins(grid, lay) for lay in lays)


def joins(grid: list[int], lay: int) -> bool:
    return any(grid[near] for near in AROUND[lay // FACES])


# for players who see with some delay (bots/reaction.py)


def scene(view: Any, seat: int) -> tuple[int, ...]:
    """What a seat looks at: while it stays the same, so do its places."""
    if view["way"] == B:
        return int(view["drawn"]), int(view["stopped"]), int(view["none"] >> seat & 1)
    return int(view["since"]), int(view["barred"] >> seat & 1), int(view["none"] >> seat & 1)


def quiet(view: Any, seat: int) -> int | None:
    """The action that says the seat sees none, if it can still be said."""
    return None if view["none"] >> seat & 1 or view["stopped"] >= 0 else NONE


def places(view: Any, seat: int) -> list[Plan]:
    """Every place that a seat can find: what it does to use it."""
    return plans(view, [lay for lay, fits_there in tries(view, seat) if fits_there])


def mistakes(view: Any, seat: int) -> list[Plan]:
    """Every place that a seat can wrongly believe in."""
    return plans(view, [lay for lay, fits_there in tries(view, seat) if not fits_there])


def tries(view: Any, seat: int) -> Iterator[tuple[int, bool]]:
    """Every card that the seat could lay, in every open cell, and whether it fits."""
    way = view["way"]
    if way == C and view["barred"] >> seat & 1:
        return
    cards = view["pair"].tolist() if way == B else members(view["hand"][seat])
    both = [*cards, *(CARDS + card for card in cards)]
    for cell, faces in zip(view["open_cell"][: view["opened"]].tolist(), view["open_fit"].tolist()):
        for face in both:
            yield cell * FACES + face, bool(faces >> face & 1)


def plans(view: Any, lays: list[int]) -> list[Plan]:
    return [[STOP, lay] for lay in lays] if view["way"] == B and view["stopped"] < 0 else [[lay] for lay in lays]


def doubles(view: Any, seat: int, place: Plan) -> list[Plan]:
    """The places where a second card fits together with the first (Q14)."""
    if view["way"] != C:
        return []
    first, grid = place[0], view["grid"].tolist()
    cells = {*view["open_cell"][: view["opened"]].tolist(), *AROUND[first // FACES]}
    cards = members(int(view["hand"][seat]) & ~(1 << first % CARDS))
    found = []
    for cell in sorted(cells - {first // FACES}):
        for card in cards:
            for second in (cell * FACES + card, cell * FACES + CARDS + card):
                low, high = min(first, second), max(first, second)
                if fits(grid, second, first) and fits(grid, first, second):
                    found.append([(1 + high) * SINGLES + low])
    return found
