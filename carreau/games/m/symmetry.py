"""What the rules of M do not notice: the ring turned, mirrored or moved, and the colours renamed."""

from __future__ import annotations

import numpy as np

from carreau.core.compile import rule
from carreau.core.memory import zeros

from .constants import CELLS, COLOURS, COLUMN, NO_CARD, PASS, ROW, SEATS, SIDE, TARGETS, VALUES
from .rules import STATE
from .rules.cards import ALL_FACES, CARDS, FACES, LOW, NO_SYMBOL, WORDS, Face
from .rules.grid import GRID
from .rules.hidden import OUT, PLACES

TURNS = len(GRID.turns)
SHIFTS = COLOURS
COUNT = TURNS * SHIFTS * CELLS
ABOUT = (
    "the table turned or mirrored (8), times the colours shifted in their order, with five symbols these too (5), times the ring "
    "moved to begin at any cell (49)"
)


def shifted(face: Face, shift: int, deck: int) -> Face:
    """With five symbols, which one a colour lacks moves on with the colour (M2)."""
    colour, tenth, symbol = face
    moves = deck == 0 and symbol != NO_SYMBOL
    return (colour + shift) % SHIFTS, tenth, (symbol + shift) % SHIFTS if moves else symbol


def card_table(deck: int, shift: int) -> list[int]:
    """Per card, what it becomes: of two equal ones, the first stays the first."""
    found = [FACES[deck].index(shifted(face, shift, deck)) for face in FACES[deck]]
    return [to + (card > 0 and FACES[deck][card] == FACES[deck][card - 1]) for card, to in enumerate(found)]


def kind_table(deck: int, shift: int) -> list[int]:
    return [ALL_FACES.index(shifted(face, shift, deck)) for face in ALL_FACES]


def cell_table(turn: int, by: int) -> list[int]:
    return [GRID.step(to, by // SIDE, by % SIDE) for to in GRID.turns[turn].tolist()]


CARD = np.array([[card_table(deck, shift) for shift in range(SHIFTS)] for deck in range(2)])
KIND_TO = np.array([[kind_table(deck, shift) for shift in range(SHIFTS)] for deck in range(2)])
CELL = np.array([cell_table(turn, by) for by in range(CELLS) for turn in range(TURNS)])  # by move x 8 + turn


@rule
def holds(s, number):
    return True


@rule
def cell_to(cell, number):
    return int(CELL[number // (TURNS * SHIFTS) * TURNS + number % TURNS, cell])


@rule
def card_to(s, card, number):
    """What a card becomes; an empty place and a hidden card stay."""
    return int(CARD[s.deck, number // TURNS % SHIFTS, card]) if card >= 0 else card


@rule
def board_to(board, number):
    found = 0
    for cell in range(CELLS):
        found |= ((board >> cell) & 1) << cell_to(cell, number)
    return found


@rule
def half_to(s, low, high, number, word):
    """Half of a set of cards, when all have become what they become."""
    found = 0
    for card in range(CARDS):
        if ((low >> card) if card < LOW else (high >> (card - LOW))) & 1:
            to = card_to(s, card, number)
            if to // LOW == word:
                found |= 1 << to % LOW
    return found


@rule
def transform(s, number):
    states = zeros(1, STATE)
    states[0] = s
    t = states[0]
    for seat in range(SEATS):
        for word in range(WORDS):
            s.taken[seat, word] = half_to(s, t.taken[seat, 0], t.taken[seat, 1], number, word)
    for place in range(PLACES):
        s.card[place] = card_to(s, int(t.card[place]), number)
    for place in range(OUT):
        if t.never_low[place] or t.never_high[place]:
            s.never_low[place] = half_to(s, t.never_low[place], int(t.never_high[place]), number, 0)
            s.never_high[place] = half_to(s, t.never_low[place], int(t.never_high[place]), number, 1)
    turn_table(s, t, number)


@rule
def turn_table(s, t, number):
    for cell in range(CELLS):
        s.table[cell_to(cell, number)] = card_to(s, int(t.table[cell]), number)
    shift = number // TURNS % SHIFTS
    s.laid, s.free = board_to(t.laid, number), board_to(t.free, number)
    for i in range(SHIFTS):
        s.colour[(i + shift) % SHIFTS] = board_to(t.colour[i], number)
        s.symbol[(i + (shift if s.deck == 0 else 0)) % SHIFTS] = board_to(t.symbol[i], number)
    s.symbol[NO_SYMBOL] = board_to(t.symbol[NO_SYMBOL], number)
    for value in range(VALUES):
        s.tenth[value] = board_to(t.tenth[value], number)
    if t.cell >= 0:
        s.cell = cell_to(t.cell, number)
    if t.line >= 0:
        s.line = line_to(int(t.line), number)


@rule
def line_to(line, number):
    """Rows may become columns: the first two cells of a line tell."""
    step = 1 if line < SIDE else SIDE
    start = line * SIDE if line < SIDE else line - SIDE
    one, other = cell_to(start, number), cell_to(start + step, number)
    return one // SIDE if one // SIDE == other // SIDE else SIDE + one % SIDE


@rule
def moved(s, seat, action, number):
    kind, target = action // TARGETS, action % TARGETS
    if kind != NO_CARD:
        kind = int(KIND_TO[s.deck, number // TURNS % SHIFTS, kind])
    if target < CELLS:
        target = cell_to(target, number)
    elif target != PASS and line_to(0, number) >= SIDE:
        target = ROW + COLUMN - target
    return kind * TARGETS + target
