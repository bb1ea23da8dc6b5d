"""What people see of Dominos florentins: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from carreau.core.bits import members
from carreau.core.errors import InvalidAction
from carreau.core.grid import EAST, NORTH, SOUTH, WEST
from carreau.core.kept import kept
from carreau.core.phrase import Phrase
from carreau.core.state import unpacked
from carreau.core.terminal import styled, turn_mark
from carreau.core.words import Words, message

from . import GAME
from .constants import ASIDE, BLACK, CARDS, CELLS, COLOURS, DRAWING, HUES, OPEN, SIDE, SIDES
from .rules import parts_of, standing
from .rules.cards import CARD_OF, DECK, GEM_NAMES, LETTERS, LOOKS
from .rules.grid import CROSS, EDGE, GRID, NEIGHBOUR
from .rules.rooms import colour_at, room_of

SIDE_LETTERS = "nesw"
BEYOND = NEIGHBOUR.tolist()
MARGIN = " " * 7

KEYS = {
    "phase": "cross or quarters while there is a stack, then open: everybody lays open cards, then black: the black cards",
    "colours": "per seat, its colour",
    "square": "the laid cards by cell, each as its four triangles N, E, S, W: the colour's letter, a capital with a gem",
    "cells": "where a card may be laid now, and the colours asked for there at N, E, S, W, a dot where any will do",
    "last": "the cell laid last, or null",
    "left": "how many cards the stack has",
    "open": "the cards that lie open",
    "hands": "per seat, the hidden cards, or null where they may not be known",
    "stack": "the stack's cards from the top, or null where they may not be known",
    "declined": "how many players have declined in a row to lay an open card (D12)",
    "black": "per seat, the border triangle where its black card lies, or null",
    "closed": "the closed rooms: colour, the seat that owns it or null, gems, triangles and openings (none) by cell and side",
    "one_short": "the rooms with one opening left, in the same form",
    "rooms": "per seat, how many closed rooms of its colour have gems (D18)",
}

UNREADABLE = message(
    "{name!r} cannot be read: write 'Rrbg d4', a card as it lies and a cell, or 'aside Rrbg', 'black d1 n' or 'decline'."
)
NO_CARD = message("There is no card {name!r}: write its colours at N, E, S and W by their letters {letters}.")


# names


def triangle_name(triangle: int) -> str:
    return f"{GRID.name(triangle // SIDES)} {SIDE_LETTERS[triangle % SIDES]}"


def name_action(action: int) -> str:
    card, turned, cell = GAME.unpack(action).values()
    if card == BLACK:
        return "decline" if cell == ASIDE else f"black {triangle_name(cell * SIDES + turned)}"
    return f"aside {DECK[card]}" if cell == ASIDE else f"{LOOKS[card][turned]} {GRID.name(cell)}"


def parse_action(name: str) -> int:
    match name.lower().split():
        case ["decline"]:
            return GAME.pack(card=BLACK, turned=0, cell=ASIDE)
        case ["aside", card]:
            return GAME.pack(card=read_card(card)[0], turned=0, cell=ASIDE)
        case ["black", cell, side] if side in tuple(SIDE_LETTERS):
            return GAME.pack(card=BLACK, turned=SIDE_LETTERS.index(side), cell=GRID.read(cell))
        case [card, cell]:
            number, turned = read_card(card)
            return GAME.pack(card=number, turned=turned, cell=GRID.read(cell))
    raise InvalidAction(Phrase(UNREADABLE, name=name))


def read_card(name: str) -> tuple[int, int]:
    if name not in CARD_OF:
        raise InvalidAction(Phrase(NO_CARD, name=name, letters=", ".join(LETTERS)))
    return CARD_OF[name]


# the view


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    s = unpacked(s)
    seats, rooms = range(s.players), found_rooms(s)
    return {
        "phase": phase(s),
        "colours": [COLOURS[s.colour[seat]] for seat in seats],
        "square": {GRID.name(cell): look for cell, look in laid(s).items()},
        "cells": {GRID.name(cell): asked(s, cell) for cell in members(s.cells)},
        "last": GRID.name(s.last) if s.last >= 0 else None,
        "left": s.left,
        "open": card_names(s.open),
        "hands": [None if s.left and not s.hand[seat] else card_names(s.hand[seat]) for seat in seats],
        "stack": None if s.left and s.stack[0] < 0 else [DECK[card] for card in s.stack[: s.left][::-1]],
        "declined": s.declined,
        "black": [black_place(s, seat) for seat in seats],
        "closed": [room_facts(room) for room in rooms if not room.openings],
        "one_short": [room_facts(room) for room in rooms if len(room.openings) == 1],
        "rooms": s.rooms[: s.players],
    }


def phase(s: Any) -> str:
    if s.phase == DRAWING:
        return "quarters" if s.filled & CROSS == CROSS else "cross"
    return "open" if s.phase == OPEN else "black"


def card_names(cards: int) -> list[str]:
    return [DECK[card] for card in members(cards)]


def laid(s: Any) -> dict[int, str]:
    """The laid cards by cell, as they lie."""
    return {cell: LOOKS[card][s.turned[cell]] for cell, card in enumerate(s.card) if card >= 0}


def asked(s: Any, cell: int) -> str:
    """The colours that a card must have there, a dot where any will do."""
    fitting = [[LETTERS[colour] for colour, cells in enumerate(row) if cells >> cell & 1] for row in s.fit]
    return "".join(letters[0] if len(letters) == 1 else "." for letters in fitting)


def black_place(s: Any, seat: int) -> str | None:
    return None if s.black[seat] < 0 else triangle_name(s.black[seat])


# rooms


class Room(NamedTuple):
    """Joined triangles of one colour."""

    colour: int
    seat: int | None  # whose colour it is
    gems: int
    triangles: tuple[int, ...]
    openings: tuple[int, ...]  # the triangles that face an empty place; a black card is a wall (D17)


class Square(NamedTuple):
    """What lies in the square and at its border, and how its triangles are joined."""

    card: tuple[int, ...]  # by cell, -1 for none
    turned: tuple[int, ...]
    root: tuple[int, ...]
    gems: tuple[int, ...]
    black: tuple[int, ...]
    colour: tuple[int, ...]  # by seat


def square_of(s: Any) -> Square:
    return Square(*(tuple(getattr(s, name)) for name in Square._fields))


def found_rooms(s: Any) -> tuple[Room, ...]:
    return rooms_in(square_of(s))


@kept
def rooms_in(square: Square) -> tuple[Room, ...]:
    looks = laid(square)
    triangles: dict[int, list[int]] = {}  # by room
    openings: dict[int, list[int]] = {}
    for triangle in (cell * SIDES + side for cell in looks for side in range(SIDES)):
        root = room_of(square, triangle)
        triangles.setdefault(root, []).append(triangle)
        if BEYOND[triangle // SIDES][triangle % SIDES] not in looks and triangle not in square.black:
            openings.setdefault(root, []).append(triangle)
    owners = {colour: seat for seat, colour in enumerate(square.colour)}
    colours = [int(colour_at(square, root)) for root in triangles]
    return tuple(
        Room(colour, owners.get(colour), square.gems[root], tuple(triangles[root]), tuple(openings.get(root, ())))
        for root, colour in zip(triangles, colours)
    )


def room_facts(room: Room) -> dict[str, Any]:
    triangles, openings = ([triangle_name(triangle) for triangle in some] for some in (room.triangles, room.openings))
    return {**room._asdict(), "colour": COLOURS[room.colour], "triangles": triangles, "openings": openings}


def counting(rooms: Sequence[Room], openings: int = 0) -> list[Room]:
    """Those whose gems count for somebody (D18), or would if this many openings were closed."""
    return [room for room in rooms if len(room.openings) == openings and room.gems and room.seat is not None]


# the end


def winners(s: Any) -> list[int]:
    """The seats with the most gems, and among equals with the most closed rooms with gems (D18)."""
    standings = [standing(s, seat) for seat in range(s.players)]
    return [seat for seat, reached in enumerate(standings) if reached == max(standings)]


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    gems = int(s.points[winners[0]])
    others = [names[seat] for seat in range(s.players) if int(s.points[seat]) == gems and seat not in winners]
    who = words.listed([names[seat] for seat in winners])
    won = words.count("{n} gem in closed rooms", "{n} gems in closed rooms", gems)
    if len(winners) > 1:
        return {"reason": "shared", "text": words.say("{names} share the win with {won}.", names=who, won=won)}
    if others:
        told = words.count(
            "{name} wins: {others} also has {gems}, but in fewer rooms.",
            "{name} wins: {others} also have {gems}, but in fewer rooms.",
            len(others), name=who, others=words.listed(others), gems=words.count("{n} gem", "{n} gems", gems),
        )  # fmt: skip
        return {"reason": "rooms", "text": told}
    return {"reason": "gems", "text": words.say("{name} wins with {won}.", name=who, won=won)}


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup: triangles by the letters of their colours, capitals with a gem, lines between colours.

    Dots are cells where `seat` can lay, a plus is the card laid last, closed rooms are reversed, and rooms one opening
    short underlined.
    """
    s = unpacked(s)
    rooms = found_rooms(s)
    lines = [f"Phase: {phase(s)}, {s.left} in the stack", *(seat_text(s, other) for other in range(s.players))]
    lines += square_text(s, rooms, {parts_of(action)[2] for action in legal})
    if short := counting(rooms, openings=1):
        lines.append("One opening short: " + ", ".join(map(short_text, short)))
    lines += cards_text("Open: ", s.open)
    if seat >= 0 and s.hand[seat]:
        lines += ["Hand:", *hand_text(s.hand[seat])]
    return "\n".join(lines)


def seat_text(s: Any, seat: int) -> str:
    colour, place = s.colour[seat], black_place(s, seat)
    who = f"seat {seat} \\[{letter_text(LETTERS[colour])}] {COLOURS[colour]} ({GEM_NAMES[colour]})"
    count = f"{plural(s.points[seat], 'gem')} in {plural(s.rooms[seat], 'closed room')}"
    black = f", black card at {place}" if place else ""
    return f"{turn_mark(s, seat)}{who}: {count}{black}"


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def letter_text(letter: str, more: str = "") -> str:
    """A colour's letter, or text that begins with it, in that colour."""
    return styled(letter, HUES[LETTERS.index(letter[0].lower())] + more)


def short_text(room: Room) -> str:
    return f"{letter_text(f'{LETTERS[room.colour]}{room.gems}')} at {triangle_name(room.openings[0])}"


def square_text(s: Any, rooms: Sequence[Room], targets: set[int]) -> list[str]:
    """The square with a margin for names and black cards."""
    cells, blacks = cell_texts(s, rooms, targets), black_texts(s)
    lines = [MARGIN + " ".join(f"  {column}  " for column in GRID.letters), edge_text(blacks, NORTH)]
    for row in range(SIDE):
        first, last = row * SIDE, row * SIDE + SIDE - 1
        before = [MARGIN, f"{row + 1:>2} {blacks.get(first * SIDES + WEST, '   ')} ", MARGIN]
        after = ["", f" {blacks.get(last * SIDES + EAST, '')}", ""]
        lines += [before[i] + " ".join(cell[i] for cell in cells[first : last + 1]) + after[i] for i in range(3)]
    return [*lines, edge_text(blacks, SOUTH)]


def cell_texts(s: Any, rooms: Sequence[Room], targets: set[int]) -> list[list[str]]:
    """Every cell in three lines."""
    pictures = [["     ", "  [bold]·[/]  " if cell in targets else "     ", "     "] for cell in range(CELLS)]
    styles = {0: " reverse", 1: " underline"}  # of a room, by its openings
    marks = {triangle: styles.get(len(room.openings), "") for room in rooms for triangle in room.triangles}
    for cell, look in laid(s).items():
        here = [marks[cell * SIDES + side] for side in range(SIDES)]
        pictures[cell] = card_text(look, here, "+" if cell == s.last else " ")
    return pictures


def black_texts(s: Any) -> dict[int, str]:
    """The black cards, by the border triangle where they lie."""
    return {triangle: f"#{letter_text(LETTERS[colour])}#" for triangle, colour in zip(s.black, s.colour) if triangle >= 0}


def edge_text(blacks: dict[int, str], side: int) -> str:
    return MARGIN + " ".join(f" {blacks.get(cell * SIDES + side, '   ')} " for cell in EDGE[side].tolist())


def card_text(name: str, marks: list[str], middle: str) -> list[str]:
    """A card in three lines, its diagonals drawn where the colours differ."""
    low = name.lower()
    north, east, south, west = (letter_text(name[side], marks[side]) for side in range(SIDES))
    corners = [line if low[side] != low[(side + 1) % SIDES] else " " for side, line in enumerate("╱╲╱╲")]
    return [
        f"{corners[3]} {north} {corners[0]}",
        f"{west} {middle} {east}",
        f"{corners[2]} {south} {corners[1]}",
    ]


def hand_text(cards: int) -> list[str]:
    names = card_names(cards)
    pictures = [card_text(name, [""] * SIDES, " ") for name in names]
    return ["   ".join(f"{name:<5}" for name in names), *("   ".join(picture[line] for picture in pictures) for line in range(3))]


def cards_text(title: str, cards: int) -> list[str]:
    """The names of cards in lines of twelve."""
    names = ["".join(map(letter_text, name)) for name in card_names(cards)]
    rows = [" ".join(names[start : start + 12]) for start in range(0, len(names), 12)]
    return [(title if number == 0 else " " * len(title)) + row for number, row in enumerate(rows)]


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies; the black cards after the others, one per seat."""
    s = unpacked(s)
    cards = [card for card in s.card if card >= 0] + s.stack[: s.left]
    for held in [s.open, *s.hand]:
        cards += members(held)
    return sorted(cards + [CARDS + colour for colour in s.colour[: s.players]])
