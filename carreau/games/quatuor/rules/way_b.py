"""Way B, stop! (Q9 to Q13). Nothing here tells whether there is a place before the pair is set aside."""

# mypy: ignore-errors
from __future__ import annotations

from carreau.core.bits import count_bits
from carreau.core.chance import shuffle
from carreau.core.compile import rule
from carreau.core.grid import EAST, NORTH, SOUTH, WEST
from carreau.core.state import CLOCK

from ..constants import A_PLACE, ALONE, CARDS, FACES, MIDDLE, NO_PLACE, PACK, REST, SPAN
from .actions import NONE, STOP, TIME
from .joints import FIT
from .layout import clear, end, faces_of, fits, lay, list_faces

NOBODY = -1


@rule
def setup_b(s):
    clear(s)
    for card in range(CARDS):
        s.pack[card] = card
    shuffle(s, s.pack, 0, CARDS)
    find_square(s)
    for i in range(MIDDLE):
        lay(s, int(s.middle[i]), i // 2 * SPAN + i % 2)
    put_beside(s)
    s.inside = (1 << int(s.players)) - 1
    turn_pair(s)


@rule
def put_beside(s):
    """Q9: the cards that are not in the middle are shuffled again; they are the pack from now on."""
    n = 0
    for i in range(CARDS):
        if not (s.table >> int(s.pack[i])) & 1:
            s.pack[n] = s.pack[i]
            n += 1
    for i in range(REST, CARDS):
        s.pack[i] = -1
    shuffle(s, s.pack, 0, REST)


# the first four cards


@rule
def find_square(s):
    """Q9: the first 2x2 in the pack goes to the middle."""
    n, faces = 1, faces_of(1 << int(s.pack[0]))
    while not square_in(s, n, faces):
        faces |= faces_of(1 << int(s.pack[n]))
        n += 1


@rule
def square_in(s, n, faces):
    """Look for the first 2x2 of the n topmost cards; there was none without the last of them."""
    if not joins_both_ways(int(s.pack[n - 1]), faces):
        return False
    for i in range(n):
        corner = int(s.pack[i])
        rights, belows = FIT[EAST, corner] & faces, FIT[SOUTH, corner] & faces
        if rights == 0 or belows == 0:
            continue
        for j in range(n):
            right = of_card(rights, int(s.pack[j]))
            if right < 0:
                continue
            for k in range(n):
                below = of_card(belows, int(s.pack[k]))
                if below < 0 or k == j:
                    continue
                lasts = FIT[SOUTH, right] & FIT[EAST, below] & faces & ~faces_of(1 << corner)
                for m in range(n if lasts else 0):
                    last = of_card(lasts, int(s.pack[m]))
                    if last >= 0:
                        s.middle[0], s.middle[1], s.middle[2], s.middle[3] = corner, right, below, last
                        return True
    return False


@rule
def joins_both_ways(card, faces):
    """Whether a card has partners beside it and above or below it."""
    across = (FIT[EAST, card] | FIT[WEST, card]) & faces
    down = (FIT[NORTH, card] | FIT[SOUTH, card]) & faces
    return across != 0 and down != 0


@rule
def of_card(faces, card):
    """The face of a card in a set, or -1. (Beside one card another never fits both ways: its sides differ in colours.)"""
    if (faces >> card) & 1:
        return card
    if (faces >> (card + CARDS)) & 1:
        return card + CARDS
    return -1


# pairs


@rule
def turn_pair(s):
    """Q10, Q13"""
    s.none = 0
    s.stopped = NOBODY
    if s.drawn == REST:
        s.pair[0], s.pair[1] = -1, -1
        end(s, PACK)
        return
    for i in range(2):
        card = s.pack[s.drawn]
        s.pair[i], s.order[s.drawn] = card, card
        s.drawn += 1
    s.since = s.ply
    s.acting = s.inside


@rule
def pair_cards(s):
    return 1 << int(s.pair[0]) | 1 << int(s.pair[1])


@rule
def legal_b(s, seat, out):
    if seat == CLOCK:
        return list_times(s, out)
    n = 0
    if s.stopped == NOBODY:
        if not (s.none >> seat) & 1:
            out[n] = NONE
            n += 1
        out[n] = STOP
        return n + 1
    for i in range(s.opened):
        n = list_faces(faces_of(pair_cards(s)), int(s.open_cell[i]) * FACES, out, n)
    out[n] = NONE
    return n + 1


@rule
def list_times(s, out):
    """Whose time can run out: the seat that said stop and must answer, or the seats that are still searching."""
    waiting = int(s.inside & ~s.none) if s.stopped == NOBODY else 1 << int(s.stopped)
    return list_faces(waiting, TIME, out, 0)


@rule
def play_b(s, seat, action):
    if seat == CLOCK:
        seat = action - TIME
        action = NONE
    if action == STOP:
        s.stopped = seat
        s.since = s.ply
        s.acting = 1 << seat
    elif s.stopped == NOBODY:
        s.none |= 1 << seat
        go_on(s)
    elif action == NONE or not fits(s, action):
        put_out(s, seat)
    else:
        place(s, seat, action)


@rule
def place(s, seat, action):
    """Q10: the card is laid, and the other is kept."""
    face = action % FACES
    lay(s, face, action // FACES)
    s.kept[seat] |= pair_cards(s) & ~(1 << face % CARDS)
    s.points[seat] += 1
    turn_pair(s)


@rule
def put_out(s, seat):
    """Q11, Q13"""
    s.inside &= ~(1 << seat)
    s.none &= s.inside
    s.stopped = NOBODY
    if count_bits(s.inside) <= 1:
        end(s, ALONE)
    else:
        s.since = s.ply
        go_on(s)


@rule
def go_on(s):
    """Q12: the search goes on until all have said none."""
    if s.none != s.inside:
        s.acting = s.inside
        return
    s.told = NO_PLACE
    for i in range(s.opened):
        if s.open_fit[i] & faces_of(pair_cards(s)):
            s.told = A_PLACE
    s.aside |= pair_cards(s)
    s.aside_ply = s.ply
    turn_pair(s)


# what nobody knows


@rule
def hide_pack(s):
    for i in range(CARDS):
        s.pack[i] = -1


@rule
def redeal_pack(s):
    """The cards that have been drawn, and beneath them all others in any order."""
    gone = 0
    for i in range(MIDDLE):
        gone |= 1 << int(s.middle[i]) % CARDS
    for i in range(s.drawn):
        s.pack[i] = s.order[i]
        gone |= 1 << int(s.order[i])
    n = int(s.drawn)
    for card in range(CARDS):
        if not (gone >> card) & 1:
            s.pack[n] = card
            n += 1
    shuffle(s, s.pack, s.drawn, REST)
