"""The piles of Punto, and what is known of the neutral cards in them."""

from __future__ import annotations

from carreau.core.chance import draw, shuffle
from carreau.core.compile import rule

from ..constants import CARDS
from .cards import COLOUR, FIRST_NEUTRAL, NEUTRAL_CARDS
from .layout import HIDDEN, LAID, LEFT_OVER, UP
from .lines import OWNER, sides

POOLS = NEUTRAL_CARDS + 3  # neutral cards dealt together; pool k < 3: known to be with seat k
NO_POOL = -1
GONE = -1


@rule
def turn_up(s, seat):
    """Turn up the top of the pile, if there is one."""
    if s.left[seat] == 0:
        return
    s.left[seat] -= 1
    place = s.start[seat] + s.left[seat]
    card = s.pile[place]
    s.pile[place] = GONE
    s.where[card] = UP
    s.up[seat, 0 if s.up[seat, 0] == 0 else 1] = card + 1
    if s.players == 3 and card >= FIRST_NEUTRAL:
        s.share[s.pool[card - FIRST_NEUTRAL], seat] -= 1
        s.pool[card - FIRST_NEUTRAL] = NO_POOL


@rule
def deal_neutral(s):
    """P22, and P3 at the start: what was played is shuffled and dealt out equally, the rest leaves the game."""
    played = 0
    for i in range(NEUTRAL_CARDS):
        card = FIRST_NEUTRAL + i
        if s.where[card] == UP:  # seen, and back in its owner's pile
            s.pool[i] = s.holder[i]
            s.share[s.holder[i], s.holder[i]] += 1
        elif s.where[card] == LAID:
            s.pile[played] = card
            played += 1
    shuffle(s, s.pile, 0, played)
    each = played // 3
    pool = free_pool(s)
    for i in range(played):
        card = s.pile[i]
        if i < 3 * each:
            s.holder[card - FIRST_NEUTRAL] = i // each
            s.pool[card - FIRST_NEUTRAL] = pool
        else:
            s.where[card] = LEFT_OVER
    for seat in range(3):
        s.share[pool, seat] = each


@rule
def free_pool(s):
    pool = 3
    while s.share[pool, 0] or s.share[pool, 1] or s.share[pool, 2]:
        pool += 1
    return pool


@rule
def pile_side(s, card):
    """The side in whose piles a card is hidden, or -1."""
    if s.where[card] != HIDDEN:
        return -1
    if s.players == 3 and card >= FIRST_NEUTRAL:
        return int(s.holder[card - FIRST_NEUTRAL])
    return OWNER[sides(s), COLOUR[card]]


@rule
def place_piles(s):
    """Make room for every seat's cards, the seats of a side one behind the other."""
    for seat in range(4):
        s.left[seat] = 0
    for card in range(CARDS):
        s.pile[card] = GONE
        side = pile_side(s, card)
        if side >= 0:
            s.left[side] += 1
    stop = 0
    for side in range(sides(s)):
        n = s.left[side]
        s.start[side] = stop
        if s.teams:
            s.left[side], s.left[side + 2] = n - n // 2, n // 2  # P23
            s.start[side + 2] = stop + s.left[side]
        stop += n


@rule
def place(s, side, i):
    """Where the i-th hidden card of a side lies: in the first seat's pile, or in the partner's."""
    if i < s.left[side]:
        return s.start[side] + i
    return s.start[side + 2] + i - s.left[side]


@rule
def shuffle_piles(s):
    """Put the hidden cards of every side into its piles in a random order (P4, P5)."""
    counts = 0  # how many each side has got, sixteen bits for each
    for card in range(CARDS):
        side = pile_side(s, card)
        if side >= 0:
            n = (counts >> 16 * side) & 0xFFFF
            other = place(s, side, draw(s, n + 1))
            s.pile[place(s, side, n)] = s.pile[other]
            s.pile[other] = card
            counts += 1 << 16 * side


@rule
def redeal_neutral(s):
    """Deal the hidden cards of every pool again, to each seat as many as it has."""
    for pool in range(POOLS):
        hidden = s.share[pool, 0] + s.share[pool, 1] + s.share[pool, 2]
        first, second = s.share[pool, 0], s.share[pool, 1]
        for i in range(NEUTRAL_CARDS):
            if s.pool[i] == pool:
                chosen = draw(s, hidden)
                hidden -= 1
                holder = 0 if chosen < first else 1 if chosen < first + second else 2
                first -= holder == 0
                second -= holder == 1
                s.holder[i] = holder
