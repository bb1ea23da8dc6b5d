"""Positions for Punto's tests: piles in a chosen order, tables drawn as text; everything else is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import carreau
from carreau.core.match import Match
from tests.games.punto_oracle import COLOURS, Cell, cell_name

Play = Callable[[str], None]

GAME = carreau.load("punto")
UP = 1
FIRST_POOL = 3
FIRST_NEUTRAL = 54

# full squares without any series, whatever the values are
QUIET = "rbgyrb gyrbgy rbgyrb gyrbgy rbgyrb gyrbgy"
QUIET_FOR_THREE = "rrbbgg bbggrr ggrrbb rrbbgg bbggrr ggrrbb"


def name(card: int) -> str:
    return f"{COLOURS[card // 18]}{card % 18 // 2 + 1}"


def seats_of(match: Match, card: str) -> list[int]:
    """The seats that can have a card (P2, P3, P5)."""
    colour = COLOURS.index(card[0])
    if match.players == 2:
        return [colour % 2]
    if match.players == 3 and colour == 3:
        return [0, 1, 2]
    return [colour % 2, colour % 2 + 2] if match.options["teams"] else [colour]


# piles in a chosen order


def coming(match: Match, seat: int) -> list[int]:
    """A seat's turned-up cards, then its pile from the top, as numbers."""
    s = match.state
    start, left = int(s.start[seat]), int(s.left[seat])
    return [int(card) - 1 for card in s.up[seat] if card] + [int(card) for card in s.pile[start : start + left][::-1]]


def force(match: Match, *orders: str) -> None:
    """At the start of a round, put these cards first, per seat. A seat gets the cards it may have from the others."""
    assert match.state.count == 0
    rows = [coming(match, seat) for seat in range(match.players)]
    done: set[int] = set()
    for seat, order in enumerate(orders):
        for place, wanted in enumerate(order.split()):
            assert seat in seats_of(match, wanted)
            card = find(rows, done, wanted, seat)
            if card not in rows[seat]:
                swap(rows, card, spare(match, rows[seat], place, card))
            swap(rows, card, rows[seat][place])
            done.add(card)
    write_piles(match, rows)


def find(rows: list[list[int]], done: set[int], wanted: str, seat: int) -> int:
    near_first = [rows[seat], *rows]
    return next(card for row in near_first for card in row if name(card) == wanted and card not in done)


def spare(match: Match, row: list[int], place: int, card: int) -> int:
    """The last card of a row that may go to another seat in return for the card."""
    return next(other for other in reversed(row[place:]) if seats_of(match, name(other)) == seats_of(match, name(card)))


def swap(rows: list[list[int]], one: int, other: int) -> None:
    for row in rows:
        row[:] = [other if card == one else one if card == other else card for card in row]


def write_piles(match: Match, rows: list[list[int]]) -> None:
    s = match.state
    assert match.players != 3 or s.begun == 1 or same_neutral(match, rows)
    for seat, row in enumerate(rows):
        ups = int((s.up[seat] > 0).sum())
        for place, card in enumerate(row):
            s.where[card] = UP if place < ups else 0
            if place < ups:
                s.up[seat, place] = card + 1
            else:
                s.pile[s.start[seat] + s.left[seat] - 1 - (place - ups)] = card
    if match.players == 3 and s.begun == 1:
        write_neutral(s, rows)


def same_neutral(match: Match, rows: list[list[int]]) -> bool:
    """Whether everyone keeps the same neutral cards, with the same ones turned up."""
    for seat, row in enumerate(rows):
        before, ups = coming(match, seat), int((match.state.up[seat] > 0).sum())
        shown = [{card for card in cards[:ups] if card >= FIRST_NEUTRAL} for cards in (before, row)]
        if set(before) != set(row) or shown[0] != shown[1]:
            return False
    return True


def write_neutral(s: Any, rows: list[list[int]]) -> None:
    """In the first round all hidden neutral cards form one pool."""
    for seat, row in enumerate(rows):
        neutral = [card for card in row if card >= FIRST_NEUTRAL]
        hidden = [card for card in neutral if s.where[card] != UP]
        for card in neutral:
            s.holder[card - FIRST_NEUTRAL] = seat
            s.pool[card - FIRST_NEUTRAL] = FIRST_POOL if card in hidden else -1
        s.share[FIRST_POOL, seat] = len(hidden)


# playing


def play(match: Match, *moves: str) -> None:
    for move in moves:
        match.play(move)


def table(match: Match) -> dict[str, list[str]]:
    stacks: dict[str, list[str]] = match.reveal()["table"]
    return stacks


def up(match: Match) -> list[list[str]]:
    cards: list[list[str]] = match.reveal()["up"]
    return cards


def cells(match: Match, card: str) -> set[str]:
    """Where the acting seat may lay a card."""
    return {move.split()[1] for move in match.legal(match.acting[0]) if move.split()[0] == card}


def build(match: Match, picture: str, *then: str, last: str = "", play: Play | None = None) -> None:
    """Play a round so that the visible cards lie as in the picture (a dot is a free cell); `then` comes next, per seat.

    The first card goes to f6, wherever in the picture it is; the card `last`, if given, comes last. Nothing is covered.
    """
    play = play or match.play
    rows = [line.split() for line in picture.split("\n") if line.strip()]
    cards = {(i, j): card for i, row in enumerate(rows) for j, card in enumerate(row) if card != "."}
    order = order_of_laying(match, cards, last)
    extra = [*then, *[""] * match.players][: match.players]
    first = match.acting[0]
    seats = [(first + i) % match.players for i in range(len(order))]
    force(
        match,
        *(" ".join([cards[cell] for cell, k in zip(order, seats, strict=True) if k == seat] + [extra[seat]])
          for seat in range(match.players)),
    )  # fmt: skip
    for cell, place in zip(order, from_the_middle(order), strict=True):
        play(f"{cards[cell]} {place}")


def from_the_middle(order: list[Cell]) -> list[str]:
    """The names of cells, the first of them being f6."""
    row, column = order[0]
    return [cell_name((i - row + 5, j - column + 5)) for i, j in order]


def order_of_laying(match: Match, cards: dict[Cell, str], last: str = "") -> list[Cell]:
    """An order in which every card is of the seat whose turn it is and touches one before it."""
    first = match.acting[0]
    order: list[Cell] = []

    def go_on() -> bool:
        if len(order) == len(cards):
            return True
        seat = (first + len(order)) % match.players
        for cell, card in cards.items():
            if cell in order or seat not in seats_of(match, card) or (card == last and len(order) < len(cards) - 1):
                continue
            if not order or any(touch(cell, other) for other in order):
                order.append(cell)
                if go_on():
                    return True
                order.pop()
        return False

    assert go_on(), "no order of play leads to this picture"
    return order


def touch(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def quiet_picture(match: Match, lowest: int = 2) -> str:
    """A full square without a series, the values of each colour rising from the lowest."""
    rows = (QUIET_FOR_THREE if match.players == 3 else QUIET).split()
    seen = dict.fromkeys(COLOURS, 2 * lowest)
    lines = []
    for row in rows:
        cards = []
        for colour in row:
            cards.append(f"{colour}{seen[colour] // 2}")
            seen[colour] += 1
        lines.append(" ".join(cards))
    return "\n".join(lines)


def rise(match: Match, turns: int = 72) -> None:
    """Four players lay their cards from low to high on a square without series, the second half on top of the first."""
    order = " ".join(f"{{0}}{value} {{0}}{value}" for value in range(1, 10))
    force(match, *(order.format(colour) for colour in COLOURS))
    cards = {(i // 6, i % 6): card for i, card in enumerate(quiet_picture(match).split())}
    for turn, cell in enumerate((from_the_middle(order_of_laying(match, cards)) * 2)[:turns]):
        match.play(f"{order.format(COLOURS[match.acting[0]]).split()[turn // 4]} {cell}")


def block(match: Match, picture: str) -> None:
    """Fill the square as in the picture; then whoever began turns up only ones, and cannot lay."""
    first = match.acting[0]
    one = f"{COLOURS[first % 2 if match.options['teams'] else first]}1"
    hand = match.options["hand"]
    assert isinstance(hand, int)
    build(match, picture, *["" if seat != first else " ".join([one] * hand) for seat in range(match.players)])


def void_round(match: Match) -> None:
    block(match, quiet_picture(match))


def win_round(match: Match, seat: int, values: str = "") -> None:
    """A round that this seat wins with a line; the others lay beside it, and nobody covers anything."""
    first = match.acting[0]
    row, other_rows = ("6", "789") if first == seat else ("7", "654")
    mine = [column + row for column in "fghij"]
    free = [column + row for row in other_rows for column in "fghijk"]
    force(match, *(cards_beside(match, k, seat) if k != seat else line_of(match, seat, values) for k in range(match.players)))
    begun = match.state.begun
    while not match.over and match.state.begun == begun:
        acting = match.acting[0]
        cell = (mine if acting == seat else free).pop(0)
        match.play(f"{up(match)[acting][0]} {cell}")


def line_of(match: Match, seat: int, values: str) -> str:
    """Cards for a line, of these values or else the highest that the seat can have: the others need the low ones."""
    two_sides = match.players == 2 or match.options["teams"]
    colour = COLOURS[seat % 2 if two_sides else seat]
    there = [name(card) for k in range(match.players) for card in coming(match, k)]
    cards = [colour + value for value in values] or sorted((card for card in there if card[0] == colour), reverse=True)
    return " ".join(cards[: 5 if two_sides else 4])


def cards_beside(match: Match, seat: int, winner: int) -> str:
    """Cards with which a seat makes no line when its neighbours lay in turn with it, nor lengthens the winner's."""
    if match.players == 2:
        return " ".join(f"{COLOURS[seat + 2 * (i % 2)]}{i // 2 + 2}" for i in range(5))
    colour = winner % 2 + 2 if match.options["teams"] and seat % 2 == winner % 2 else seat
    return " ".join(f"{COLOURS[colour]}{i + 2}" for i in range(5))
