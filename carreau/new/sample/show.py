"""What people see of Sample: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.ending import most_points
from carreau.core.errors import InvalidAction
from carreau.core.phrase import Phrase
from carreau.core.places import cards_at, known_at
from carreau.core.terminal import grid_text, styled, turn_mark
from carreau.core.words import Words

from . import GAME
from .constants import CARDS, CELLS, COLOURS, SIDE, VALUES
from .rules import FREE, GRID, HAND

KEYS = {
    "table": "the laid cards by cell",
    "last": "the cell laid last, or null",
    "held": "per seat, how many cards it holds",
    "hands": "per seat, its cards, or null where they are hidden",
    "pile": "how many cards the pile has",
}

CARD_NAMES = [f"{COLOURS[card // VALUES][0]}{card % VALUES + 1}" for card in range(CARDS)]


def name_action(action: int) -> str:
    return f"{CARD_NAMES[action // CELLS]} {GRID.name(action % CELLS)}"


def parse_action(name: str) -> int:
    card, _, cell = name.lower().partition(" ")
    if card not in CARD_NAMES or GRID.find(cell) is None:
        raise InvalidAction(Phrase("{name!r} cannot be read: write a card and a cell, as in 'r5 b2'.", name=name))
    return GAME.pack(card=CARD_NAMES.index(card), cell=GRID.read(cell))


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    return {
        "table": {GRID.name(cell): CARD_NAMES[card] for cell, card in enumerate(s.cell) if card != FREE},
        "last": GRID.name(int(s.last)) if s.last >= 0 else None,
        "held": s.held[: s.players].tolist(),
        "hands": [hand_names(s, seat) for seat in range(s.players)],
        "pile": int(s.left),
    }


def hand_names(s: Any, seat: int) -> list[str] | None:
    cards = known_at(s.where, HAND + seat, s.held[seat])
    return None if cards is None else [CARD_NAMES[card] for card in cards]


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    return most_points(s, winners, words, names)


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup; dots are cells where `seat` can lay, a star marks the card laid last."""
    targets = {action % CELLS for action in legal}

    def cell_text(row: int, column: int) -> str:
        cell = row * SIDE + column
        card = int(s.cell[cell])
        if card == FREE:
            return " ·  " if cell in targets else "    "
        return f" {card_text(card)}{'*' if s.last == cell else ' '}"

    seats = [seat_text(s, other) for other in range(s.players)]
    table = grid_text(range(SIDE), range(SIDE), GRID.letters.__getitem__, 4, cell_text)
    return "\n".join([f"Pile: {s.left}", *seats, "", *table])


def seat_text(s: Any, seat: int) -> str:
    hand = " ".join(card_text(card) for card in cards_at(s.where, HAND + seat)) or f"{s.held[seat]} cards"
    return f"{turn_mark(s, seat)} seat {seat}: {s.points[seat]} points, {hand}"


def card_text(card: int) -> str:
    return styled(CARD_NAMES[card], COLOURS[card // VALUES])


def inventory(s: Any) -> list[int]:
    """Every card by number: each has one place, wherever it is."""
    return list(range(CARDS))
