"""Way C, all at once (Q14 to Q16). Nothing here tells what fits: a try that does not is an action too."""

# mypy: ignore-errors
from __future__ import annotations

from carreau.core.bits import count_bits
from carreau.core.compile import rule
from carreau.core.state import CLOCK

from ..constants import ALL_NONE, CARDS, CELLS, EMPTY, FACES, HAND, IDLE_TIME
from .actions import IDLE, NONE, SINGLES, TIME
from .hidden import deal_hands, take_unused
from .joints import BESIDE, FIT
from .layout import end_by_cards, faces_of, fits, lay, lay_from_hand, list_faces, neighbours

MOST_TABLE = 1 + 3 * (HAND - 1)  # cards on the table while a hand is still full and nobody has finished
MOST_OPEN = 2 * MOST_TABLE + 2
MOST_NEAR = 4 * MOST_OPEN  # open cells, and those beside them
TWO_FACES = HAND * (HAND - 1) * 4
MOST_LEGAL = 2 * HAND * MOST_OPEN + 1 + TWO_FACES * (MOST_OPEN * (MOST_OPEN - 1) // 2 + 3 * MOST_OPEN)
ROOM = MOST_LEGAL + MOST_NEAR  # the list of actions, and behind it a list of cells while it is made


@rule
def setup_c(s):
    deal_hands(s, HAND)
    lay(s, take_unused(s), 0)
    s.acting = (1 << int(s.players)) - 1


@rule
def legal_c(s, seat, out):
    if seat == CLOCK:
        return list_times(s, out)
    n = 0
    barred = (s.barred >> seat) & 1
    faces = faces_of(s.hand[seat])
    if not barred:
        for i in range(s.opened):
            n = list_faces(faces, int(s.open_cell[i]) * FACES, out, n)
    if not (s.none >> seat) & 1:
        out[n] = NONE
        n += 1
    if not barred and s.left[seat] > 1:
        n = list_pairs(s, faces, out, n)
    return n


@rule
def list_times(s, out):
    """A penalty that is over, or the idle time."""
    out[0] = IDLE
    return list_faces(s.barred, TIME, out, 1)


@rule
def list_pairs(s, faces, out, n):
    """Q14: any two cards, both beside the table or one beside the other; the lower cell comes first."""
    near = list_near(s, out, MOST_LEGAL)
    for b in range(MOST_LEGAL, near):
        cell = out[b] // 2
        for face in range(FACES):
            if not (faces >> face) & 1:
                continue
            others = faces & ~faces_of(1 << face % CARDS)
            base = (1 + cell * FACES + face) * SINGLES
            for a in range(MOST_LEGAL, b):
                if (out[a] & out[b] & 1) or ((out[a] | out[b]) & 1 and side_between(out[a] // 2, cell) >= 0):
                    n = list_faces(others, base + out[a] // 2 * FACES, out, n)
    return n


@rule
def list_near(s, out, n):
    """Write the open cells and the empty ones beside them, as 2 x cell + whether it is open."""
    for cell in range(CELLS):
        if s.grid[cell]:
            continue
        is_open, beside_open = neighbours(s, cell) != 0, False
        for side in range(4):
            other = BESIDE[cell, side]
            beside_open = beside_open or (s.grid[other] == 0 and neighbours(s, other) != 0)
        if is_open or beside_open:
            out[n] = 2 * cell + (1 if is_open else 0)
            n += 1
    return n


@rule
def side_between(one, other):
    """The side of the first cell on which the other lies, or -1."""
    for side in range(4):
        if BESIDE[one, side] == other:
            return side
    return -1


@rule
def play_c(s, seat, action):
    if seat == CLOCK:
        run_out(s, action)
    elif action == NONE:
        s.none |= 1 << seat
        if count_bits(s.none) == s.players:
            end_by_cards(s, ALL_NONE)
    elif fits_table(s, action):
        lay_all(s, seat, action)
    else:
        s.barred |= 1 << seat  # Q15
        s.barred_since[seat] = s.ply
    if not s.over:  # everybody may lay except those barred, and say none except those who have
        s.acting = ((1 << int(s.players)) - 1) & ~(s.barred & s.none)


@rule
def fits_table(s, action):
    """Whether everything an action lays fits, its cards with the table and with each other.

    A late try on a cell that has been filled since (Q15) did not fit before, and cannot now that more cards lie around it.
    """
    first, second = action % SINGLES, action // SINGLES - 1
    if second < 0:
        return fits(s, first)
    side = side_between(first // FACES, second // FACES)
    agree = side < 0 or (FIT[side, first % FACES] >> second % FACES) & 1 == 1
    return agree and fits(s, first) and fits(s, second)


@rule
def lay_all(s, seat, action):
    first, second = action % SINGLES, action // SINGLES - 1
    lay_from_hand(s, seat, first % FACES, first // FACES)
    if second >= 0:
        lay_from_hand(s, seat, second % FACES, second // FACES)
    s.none = 0
    s.since = s.ply
    for other in range(s.players):
        s.freed[other] = 0
    if s.left[seat] == 0:
        end_by_cards(s, EMPTY)


@rule
def run_out(s, action):
    """Q15, Q16. Whoever has served this many penalties since the last card has spent the idle time with them: a match ends (C5).

    How much of a penalty that began before the last card was served after it, only a clock knows: the idle timer counts it.
    """
    ends = action == IDLE
    if action >= TIME:
        seat = action - TIME
        s.barred &= ~(1 << seat)
        s.freed[seat] += 1 if s.barred_since[seat] > s.since else 0
        ends = int(s.freed[seat]) * s.penalty_seconds >= s.idle_seconds
    if ends:
        end_by_cards(s, IDLE_TIME)
