"""What people see of Dominos florentins: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from carreau.core.errors import InvalidAction
from carreau.core.phrase import Phrase
from carreau.core.words import Words, message

from . import GAME
from .constants import COLOURS
from .rules.cards import BLACK, CARD_OF, CARDS, DECK, GEM_NAMES, LETTERS, LOOKS
from .rules.grid import (
    ASIDE,
    CELLS,
    CROSS,
    EAST,
    EDGE,
    NEIGHBOUR,
    NORTH,
    SIDE,
    SIDES,
    SOUTH,
    TRIANGLES,
    WEST,
)

DRAWING, OPEN, EDGING = range(3)
SIDE_LETTERS = "nesw"
COLUMNS = "abcdefg"
MARGIN = " " * 7
STYLES = ("red", "blue", "green", "yellow")

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

CELL = re.compile(rf"([{COLUMNS}])([1-{SIDE}])")
UNREADABLE = message(
    "{name!r} cannot be read: write 'Rrbg d4', a card as it lies and a cell, or 'aside Rrbg', 'black d1 n' or 'decline'."
)
NO_CARD = message("There is no card {name!r}: write its colours at N, E, S and W by their letters {letters}.")


# names


def cell_name(cell: int) -> str:
    return f"{COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


def triangle_name(triangle: int) -> str:
    return f"{cell_name(triangle // SIDES)} {SIDE_LETTERS[triangle % SIDES]}"


def name_action(action: int) -> str:
    parts = GAME.unpack(action)
    card, turned, cell = parts["card"], parts["turned"], parts["cell"]
    if card == BLACK:
        return "decline" if cell == ASIDE else f"black {triangle_name(cell * SIDES + turned)}"
    return f"aside {DECK[card]}" if cell == ASIDE else f"{LOOKS[card][turned]} {cell_name(cell)}"


def parse_action(name: str) -> int:
    match name.lower().split():
        case ["decline"]:
            return GAME.pack(card=BLACK, turned=0, cell=ASIDE)
        case ["aside", card]:
            return GAME.pack(card=read_card(card)[0], turned=0, cell=ASIDE)
        case ["black", cell, side] if side in tuple(SIDE_LETTERS):
            return GAME.pack(card=BLACK, turned=SIDE_LETTERS.index(side), cell=read_cell(cell))
        case [card, cell]:
            number, turned = read_card(card)
            return GAME.pack(card=number, turned=turned, cell=read_cell(cell))
    raise InvalidAction(Phrase(UNREADABLE, name=name))


def read_card(name: str) -> tuple[int, int]:
    if name not in CARD_OF:
        raise InvalidAction(Phrase(NO_CARD, name=name, letters=", ".join(LETTERS)))
    return CARD_OF[name]


def read_cell(name: str) -> int:
    cell = CELL.fullmatch(name)
    if not cell:
        raise InvalidAction(
            Phrase("There is no cell {name!r}: cells go from a1 to {last}.", name=name, last=f"{COLUMNS[-1]}{SIDE}")
        )
    return (int(cell[2]) - 1) * SIDE + COLUMNS.index(cell[1])


# the view


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    seats = range(s.players)
    return {
        "phase": phase(s),
        "colours": [COLOURS[s.colour[seat]] for seat in seats],
        "square": {cell_name(cell): look for cell, look in laid(s).items()},
        "cells": {cell_name(cell): asked(s, cell) for cell in places(s.cells)},
        "last": cell_name(int(s.last)) if s.last >= 0 else None,
        "left": int(s.left),
        "open": card_names(s.open),
        "hands": [None if s.left and not s.hand[seat] else card_names(s.hand[seat]) for seat in seats],
        "stack": None if s.left and s.stack[0] < 0 else [DECK[card] for card in s.stack[: s.left][::-1]],
        "declined": int(s.declined),
        "black": [black_place(s, seat) for seat in seats],
        "closed": room_facts(s, 0),
        "one_short": room_facts(s, 1),
        "rooms": [int(s.rooms[seat]) for seat in seats],
    }


def phase(s: Any) -> str:
    if s.phase == DRAWING:
        return "quarters" if int(s.filled) & CROSS == CROSS else "cross"
    return "open" if s.phase == OPEN else "black"


def places(bits: int) -> list[int]:
    """Where a number has its bits."""
    return [place for place in range(CELLS) if int(bits) >> place & 1]


def card_names(cards: int) -> list[str]:
    return [DECK[card] for card in places(cards)]


def laid(s: Any) -> dict[int, str]:
    """The laid cards by cell, as they lie."""
    turned = s.turned.tolist()
    return {cell: LOOKS[card][turned[cell]] for cell, card in enumerate(s.card.tolist()) if card >= 0}


def asked(s: Any, cell: int) -> str:
    """The colours that a card must have there, a dot where any will do."""
    fitting = [[LETTERS[colour] for colour, cells in enumerate(row) if cells >> cell & 1] for row in s.fit.tolist()]
    return "".join(letters[0] if len(letters) == 1 else "." for letters in fitting)


def black_place(s: Any, seat: int) -> str | None:
    return None if s.black[seat] < 0 else triangle_name(int(s.black[seat]))


# rooms


class Room(NamedTuple):
    """Joined triangles of one colour."""

    colour: int
    seat: int | None  # whose colour it is
    gems: int
    openings: int
    triangles: list[int]


def rooms(s: Any) -> dict[int, list[int]]:
    """The triangles of every room, by the triangle that stands for it."""
    root: list[int] = s.root.tolist()
    found: dict[int, list[int]] = {}
    for triangle in range(TRIANGLES):
        if root[triangle] >= 0:
            room = triangle
            while root[room] != room:
                room = root[room]
            found.setdefault(room, []).append(triangle)
    return found


def found_rooms(s: Any) -> list[Room]:
    looks, owners, gems, openings = laid(s), s.colour.tolist(), s.gems.tolist(), s.openings.tolist()
    found = []
    for room, triangles in rooms(s).items():
        colour = LETTERS.index(looks[room // SIDES][room % SIDES].lower())
        owner = owners.index(colour) if colour in owners else None
        found.append(Room(colour, owner, gems[room], openings[room], triangles))
    return found


def room_facts(s: Any, openings: int) -> list[dict[str, Any]]:
    """The rooms with so many openings."""
    facing = facing_nothing(s)
    return [
        {
            "colour": COLOURS[room.colour],
            "seat": room.seat,
            "gems": room.gems,
            "triangles": [triangle_name(triangle) for triangle in room.triangles],
            "openings": [triangle_name(triangle) for triangle in room.triangles if triangle in facing],
        }
        for room in found_rooms(s)
        if room.openings == openings
    ]


def counted(rooms: list[Room]) -> list[Room]:
    """Those whose gems count for somebody (D18)."""
    return [room for room in rooms if room.openings == 0 and room.gems and room.seat is not None]


def nearly(rooms: list[Room]) -> list[Room]:
    """Those that would count if their one opening were closed."""
    return [room for room in rooms if room.openings == 1 and room.gems and room.seat is not None]


def facing_nothing(s: Any) -> set[int]:
    """The laid triangles that face an empty place, black cards counting as walls (D17)."""
    beyond, looks = NEIGHBOUR.tolist(), laid(s)
    facing = {cell * SIDES + side for cell in looks for side in range(SIDES) if beyond[cell][side] not in looks}
    return facing - set(s.black.tolist())


# the end


def winners(s: Any) -> list[int]:
    """Who has the most gems, and among equals the most closed rooms with gems (D18)."""
    standings = [(int(s.points[seat]), int(s.rooms[seat]) if s.tie_break else 0) for seat in range(s.players)]
    return [seat for seat, standing in enumerate(standings) if standing == max(standings)]


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    gems = int(s.points[winners[0]])
    others = [names[seat] for seat in range(s.players) if int(s.points[seat]) == gems and seat not in winners]
    who = words.listed([names[seat] for seat in winners])
    won = words.count("{n} gem in closed rooms", "{n} gems in closed rooms", gems)
    if len(winners) > 1:
        return {"reason": "shared", "text": words.say("{names} share the win with {won}.", names=who, won=won)}
    if others:
        told = words.count(
            "{name} wins: {others} has {won} too, but in fewer rooms.",
            "{name} wins: {others} have {won} too, but in fewer rooms.",
            len(others), name=who, others=words.listed(others), won=won,
        )  # fmt: skip
        return {"reason": "rooms", "text": told}
    return {"reason": "gems", "text": words.say("{name} wins with {won}.", name=who, won=won)}


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup: triangles by the letters of their colours, capitals with a gem, lines between colours.

    Dots are cells where `seat` can lay, a plus is the card laid last, closed rooms are reversed, and rooms one opening
    short underlined.
    """
    lines = [f"Phase: {phase(s)}, {s.left} in the stack", *(seat_text(s, other) for other in range(s.players))]
    lines += square_text(s, {action % (CELLS + 1) for action in legal})
    short = [room for room in room_facts(s, 1) if room["gems"] and room["seat"] is not None]
    if short:
        lines.append("One opening short: " + ", ".join(map(short_text, short)))
    lines += cards_text("Open: ", s.open)
    if seat >= 0 and s.hand[seat]:
        lines += ["Hand:", *hand_text(s.hand[seat])]
    return "\n".join(lines)


def seat_text(s: Any, seat: int) -> str:
    mark = "*" if s.acting >> seat & 1 else " "
    colour, place = int(s.colour[seat]), black_place(s, seat)
    count = f"{plural(s.points[seat], 'gem')} in {plural(s.rooms[seat], 'closed room')}"
    black = f", black card at {place}" if place else ""
    return f"{mark}seat {seat} \\[{styled(LETTERS[colour], colour)}] {COLOURS[colour]} ({GEM_NAMES[colour]}): {count}{black}"


def plural(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def styled(letters: str, colour: int, more: str = "") -> str:
    return f"[bold {STYLES[colour]}{more}]{letters}[/]"


def short_text(room: dict[str, Any]) -> str:
    colour = COLOURS.index(room["colour"])
    return f"{styled(LETTERS[colour] + str(room['gems']), colour)} at {room['openings'][0]}"


def square_text(s: Any, targets: set[int]) -> list[str]:
    """The square with a margin for names and black cards."""
    cells, blacks = cell_texts(s, targets), black_texts(s)
    lines = [MARGIN + " ".join(f"  {column}  " for column in COLUMNS), edge_text(blacks, NORTH)]
    for row in range(SIDE):
        first, last = row * SIDE, row * SIDE + SIDE - 1
        before = [MARGIN, f"{row + 1:>2} {blacks.get(first * SIDES + WEST, '   ')} ", MARGIN]
        after = ["", f" {blacks.get(last * SIDES + EAST, '')}", ""]
        lines += [before[i] + " ".join(cell[i] for cell in cells[first : last + 1]) + after[i] for i in range(3)]
    return [*lines, edge_text(blacks, SOUTH)]


def cell_texts(s: Any, targets: set[int]) -> list[list[str]]:
    """Every cell in three lines."""
    pictures = [["     ", "  [bold]·[/]  " if cell in targets else "     ", "     "] for cell in range(CELLS)]
    marks = room_marks(s)
    for cell, look in laid(s).items():
        here = [marks[cell * SIDES + side] for side in range(SIDES)]
        pictures[cell] = card_text(look, here, "+" if cell == s.last else " ")
    return pictures


def room_marks(s: Any) -> dict[int, str]:
    """How a triangle is marked, by its room's openings."""
    styles = {0: " reverse", 1: " underline"}
    return {triangle: styles.get(int(s.openings[room]), "") for room, triangles in rooms(s).items() for triangle in triangles}


def black_texts(s: Any) -> dict[int, str]:
    """The black cards, by the border triangle where they lie."""
    placed = [(int(s.black[seat]), int(s.colour[seat])) for seat in range(s.players) if s.black[seat] >= 0]
    return {triangle: f"#{styled(LETTERS[colour], colour)}#" for triangle, colour in placed}


def edge_text(blacks: dict[int, str], side: int) -> str:
    return MARGIN + " ".join(f" {blacks.get(cell * SIDES + side, '   ')} " for cell in EDGE[side].tolist())


def card_text(name: str, marks: list[str], middle: str) -> list[str]:
    """A card in three lines, its diagonals drawn where the colours differ."""
    colours = [LETTERS.index(letter.lower()) for letter in name]
    north, east, south, west = (styled(name[side], colours[side], marks[side]) for side in range(SIDES))
    corners = [line if colours[side] != colours[(side + 1) % SIDES] else " " for side, line in enumerate("╱╲╱╲")]
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
    names = ["".join(styled(letter, LETTERS.index(letter.lower())) for letter in name) for name in card_names(cards)]
    rows = [" ".join(names[start : start + 12]) for start in range(0, len(names), 12)]
    return [(title if number == 0 else " " * len(title)) + row for number, row in enumerate(rows)]


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies; the black cards after the others, one per seat."""
    cards = [card for card in s.card.tolist() if card >= 0] + s.stack[: s.left].tolist()
    for held in [s.open, *s.hand]:
        cards += places(held)
    return sorted(cards + [CARDS + int(s.colour[seat]) for seat in range(s.players)])
