"""What people see of Kings in the Corner: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.core.phrase import Phrase
from carreau.core.places import cards_at, known_at
from carreau.core.terminal import grid_text, styled, turn_mark
from carreau.core.words import Words

from . import GAME
from .constants import CARDS, CELLS, PASS, RANKS, SIDE, STOCK, SUITS
from .rules import GRID, HAND, LAID, NONE, RED

KEYS = {
    "table": "the cards in each cell, from the highest to the lowest, on which the next one goes",
    "last": "the cell laid in last, or null",
    "held": "per seat, how many cards it holds",
    "hands": "per seat, its cards, or null where they are hidden",
    "stock": "how many cards the stock has",
    "idle": "turns in a row with an empty stock and nothing laid or moved",
}

RANK_NAMES = ("a", *map(str, range(2, 11)), "j", "q", "k")
CARD_NAMES = [f"{RANK_NAMES[card % RANKS]}{SUITS[card // RANKS][0]}" for card in range(CARDS)]


def name_action(action: int) -> str:
    return "pass" if action >= PASS else f"{CARD_NAMES[action // CELLS]} {GRID.name(action % CELLS)}"


def parse_action(name: str) -> int:
    card, _, cell = name.lower().partition(" ")
    if card == "pass" and not cell:
        return PASS
    if card not in CARD_NAMES or GRID.find(cell) is None:
        raise InvalidAction(Phrase("{name!r} cannot be read: write a card and a cell, as in '9h b1', or 'pass'.", name=name))
    return GAME.pack(card=CARD_NAMES.index(card), cell=GRID.read(cell))


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    return {
        "table": {
            GRID.name(cell): [CARD_NAMES[card] for card in pile_at(s, cell)] for cell in range(CELLS) if s.top[cell] != NONE
        },
        "last": GRID.name(int(s.last)) if s.last >= 0 else None,
        "held": s.held[: s.players].tolist(),
        "hands": [hand_names(s, seat) for seat in range(s.players)],
        "stock": int(s.left),
        "idle": int(s.idle),
    }


def pile_at(s: Any, cell: int) -> list[int]:
    """The cards in a cell, from the highest to the lowest."""
    return sorted(cards_at(s.where, LAID + cell), key=lambda card: card % RANKS, reverse=True)


def hand_names(s: Any, seat: int) -> list[str] | None:
    cards = known_at(s.where, HAND + seat, s.held[seat])
    return None if cards is None else [CARD_NAMES[card] for card in cards]


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    who = words.listed([names[seat] for seat in winners])
    if not s.held[winners[0]]:
        return {"reason": "out", "text": words.say("{name} has laid their last card and wins.", name=who)}
    lost = words.count("{n} point", "{n} points", -int(s.points[winners[0]]))
    return {
        "reason": "blocked",
        "text": words.say("Nothing more can be laid: {names} lost the least, {points}.", names=who, points=lost),
    }


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup: the highest and the lowest card of each pile; a star marks the last one laid."""

    def cell_text(row: int, column: int) -> str:
        cell = row * SIDE + column
        if cell == STOCK:
            return f"  ({s.left:>2})   "
        top, bottom = int(s.top[cell]), int(s.bottom[cell])
        if top == NONE:
            return "    ·    "
        cards = card_text(top) if top == bottom else f"{card_text(bottom)}…{card_text(top)}"
        width = len(CARD_NAMES[top]) + (len(CARD_NAMES[bottom]) + 1 if top != bottom else 0)
        return f" {cards}{'*' if s.last == cell else ' '}" + " " * (7 - width)

    seats = [seat_text(s, other) for other in range(s.players)]
    return "\n".join([*seats, "", *grid_text(range(SIDE), range(SIDE), GRID.letters.__getitem__, 9, cell_text)])


def seat_text(s: Any, seat: int) -> str:
    hand = " ".join(card_text(card) for card in cards_at(s.where, HAND + seat)) or f"{s.held[seat]} cards"
    return f"{turn_mark(s, seat)} seat {seat}: {hand}"


def card_text(card: int) -> str:
    return styled(CARD_NAMES[card], "red" if RED[card] else "white")


def inventory(s: Any) -> list[int]:
    """Every card by number: each has one place, wherever it is."""
    return list(range(CARDS))
