"""The table that all ways to play share: what lies where, and which cells are open to which faces."""

# mypy: ignore-errors
from __future__ import annotations

from carreau.core.bits import lowest_bit
from carreau.core.compile import rule

from ..constants import CARDS, FACES
from .cards import ALL_CARDS
from .joints import ALL_FACES, BESIDE, FIT

NOWHERE = -1

# sets of cards and of faces


@rule
def faces_of(cards):
    """Every card of a set in both directions."""
    return int(cards) | int(cards) << CARDS


@rule
def cards_of(faces):
    """The cards of a set of faces."""
    return (int(faces) | int(faces) >> CARDS) & ALL_CARDS


@rule
def list_faces(faces, base, out, n):
    """Write base + face for every face of a set, ascending."""
    left = int(faces)
    while left:
        out[n] = base + lowest_bit(left)
        n += 1
        left &= left - 1
    return n


# what fits


@rule
def fits_at(s, cell):
    """The faces that fit at a cell; all of them if nothing lies beside it."""
    faces = ALL_FACES
    for side in range(4):
        lies = s.grid[BESIDE[cell, side]]
        if lies:
            faces &= FIT[(side + 2) % 4, lies - 1]
    return faces


@rule
def fits(s, lay):
    """Whether a card fits where it is laid."""
    return (fits_at(s, lay // FACES) >> lay % FACES) & 1 == 1


@rule
def neighbours(s, cell):
    """The cards beside a cell."""
    cards = 0
    for side in range(4):
        lies = s.grid[BESIDE[cell, side]]
        if lies:
            cards |= 1 << (int(lies) - 1) % CARDS
    return cards


@rule
def fitting(s):
    """The cards that fit somewhere on the table."""
    faces = 0
    for i in range(s.opened):
        faces |= s.open_fit[i]
    return cards_of(faces)


# open cells: empty, beside a card; kept in order, with the faces that fit there


@rule
def open_index(s, cell):
    """Where a cell is in the list of open cells, or would be."""
    low, high = 0, s.opened
    while low < high:
        middle = (low + high) // 2
        if s.open_cell[middle] < cell:
            low = middle + 1
        else:
            high = middle
    return low


@rule
def open_up(s, cell):
    """List an empty cell beside a card, or list it again."""
    i = open_index(s, cell)
    if i == s.opened or s.open_cell[i] != cell:
        for k in range(s.opened, i, -1):
            s.open_cell[k], s.open_fit[k] = s.open_cell[k - 1], s.open_fit[k - 1]
        s.opened += 1
    s.open_cell[i], s.open_fit[i] = cell, fits_at(s, cell)


@rule
def close(s, cell):
    """Take a cell off the list, if it is on it."""
    i = open_index(s, cell)
    if i == s.opened or s.open_cell[i] != cell:
        return
    s.opened -= 1
    for k in range(i, s.opened):
        s.open_cell[k], s.open_fit[k] = s.open_cell[k + 1], s.open_fit[k + 1]
    s.open_cell[s.opened], s.open_fit[s.opened] = NOWHERE, 0


@rule
def lay(s, face, cell):
    card = face % CARDS
    s.grid[cell] = face + 1
    s.where[card] = cell
    s.table |= 1 << card
    s.last = cell
    close(s, cell)
    for side in range(4):
        near = BESIDE[cell, side]
        if s.grid[near] == 0:
            open_up(s, near)


@rule
def lift(s, card):
    cell = int(s.where[card])
    s.grid[cell] = 0
    s.where[card] = NOWHERE
    s.table &= ~(1 << card)
    s.last = NOWHERE
    refresh(s, cell)
    for side in range(4):
        if s.grid[BESIDE[cell, side]] == 0:
            refresh(s, BESIDE[cell, side])


@rule
def refresh(s, cell):
    """List an empty cell if a card lies beside it."""
    if neighbours(s, cell):
        open_up(s, cell)
    else:
        close(s, cell)


@rule
def clear(s):
    """An empty table."""
    for cell in range(len(s.grid)):
        s.grid[cell] = 0
    for card in range(CARDS):
        s.where[card] = NOWHERE
    for i in range(len(s.open_cell)):
        s.open_cell[i], s.open_fit[i] = NOWHERE, 0
    s.table, s.opened, s.last = 0, 0, NOWHERE


# what hangs together


@rule
def stays_whole(s, card):
    """Whether the other laid cards still hang together without this one."""
    rest = int(s.table) & ~(1 << card)
    wanted = neighbours(s, s.where[card])
    reached = wanted & -wanted
    todo = reached
    while todo and wanted & ~reached:
        more = neighbours(s, s.where[lowest_bit(todo)]) & rest & ~reached
        reached |= more
        todo = (todo & (todo - 1)) | more
    return wanted & ~reached == 0


@rule
def removable(s):
    """The laid cards without which the others still hang together."""
    cards = 0
    for card in range(CARDS):
        if (s.table >> card) & 1 and stays_whole(s, card):
            cards |= 1 << card
    return cards


# hands


@rule
def lay_from_hand(s, seat, face, cell):
    card = 1 << face % CARDS
    s.hand[seat] &= ~card
    s.known[seat] &= ~card
    s.left[seat] -= 1
    lay(s, face, cell)


@rule
def list_lays(s, seat, out, n):
    """Every place where a card of the hand fits; the first card of a table lies in cell (0, 0), not turned (Q3)."""
    if s.table == 0:
        return list_faces(s.hand[seat], 0, out, n)
    faces = faces_of(s.hand[seat])
    for i in range(s.opened):
        n = list_faces(s.open_fit[i] & faces, int(s.open_cell[i]) * FACES, out, n)
    return n


@rule
def award_fewest(s):
    """The fewest cards win; ties share."""
    fewest = CARDS
    for seat in range(s.players):
        fewest = min(fewest, s.left[seat])
    for seat in range(s.players):
        s.points[seat] += s.left[seat] == fewest


@rule
def end_by_cards(s, how):
    award_fewest(s)
    end(s, how)


@rule
def end(s, how):
    s.ended = how
    s.over = 1
    s.acting = 0
