"""What people see of Dominos florentins: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

import re
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.games.florentine import COLOURS, GAME
from carreau.games.florentine.cards import BLACK, CARD_OF, CARDS, COLOUR, DECK, LETTERS, LOOKS
from carreau.games.florentine.square import ASIDE, CELLS, CROSS, EDGE, MIDDLE, NEIGHBOUR, SIDE, SIDES, TRIANGLES

DRAWING, OPEN, EDGING = range(3)
SIDE_LETTERS = "nesw"
COLUMNS = "abcdefg"
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
    "closed": "the closed rooms: colour, seat that owns it or null, gems, triangles by cell and side",
    "one_short": "the rooms with one opening left: the same, and the opening",
    "rooms": "per seat, how many closed rooms of its colour have gems (D18)",
}

OTHERS = "'aside Rrbg', 'black d1 n' or 'decline'"
CELL = re.compile(rf"([{COLUMNS}])([1-{SIDE}])")


# names


def cell_name(cell: int) -> str:
    return f"{COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


def triangle_name(cell: int, side: int) -> str:
    return f"{cell_name(cell)} {SIDE_LETTERS[side]}"


def name_action(action: int) -> str:
    parts = GAME.unpack(action)
    card, turned, cell = parts["card"], parts["turned"], parts["cell"]
    if card == BLACK:
        return "decline" if cell == ASIDE else f"black {triangle_name(cell, turned)}"
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
    raise InvalidAction(f"{name!r} cannot be read: write 'Rrbg d4', a card as it lies and a cell, or {OTHERS}.")


def read_card(name: str) -> tuple[int, int]:
    if name not in CARD_OF:
        raise InvalidAction(
            f"There is no card {name!r}: write its colours at N, E, S and W by their letters {', '.join(LETTERS)}."
        )
    return CARD_OF[name]


def read_cell(name: str) -> int:
    cell = CELL.fullmatch(name)
    if not cell:
        raise InvalidAction(f"There is no cell {name!r}: cells go from a1 to {COLUMNS[-1]}{SIDE}.")
    return (int(cell[2]) - 1) * SIDE + COLUMNS.index(cell[1])


# the view


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    seats = range(s.players)
    return {
        "phase": phase(s),
        "colours": [COLOURS[s.colour[seat]] for seat in seats],
        "square": {cell_name(cell): look(s, cell) for cell in range(CELLS) if s.card[cell] >= 0},
        "cells": {cell_name(cell): asked(s, cell) for cell in growing(s)},
        "last": cell_name(int(s.last)) if s.last >= 0 else None,
        "left": int(s.left),
        "open": card_names(s.open),
        "hands": [None if s.left and not s.hand[seat] else card_names(s.hand[seat]) for seat in seats],
        "stack": None if s.left and s.stack[0] < 0 else [DECK[card] for card in s.stack[: s.left][::-1]],
        "declined": int(s.declined),
        "black": [black_place(s, seat) for seat in seats],
        "closed": [room_facts(s, room) for room in rooms(s) if s.openings[room] == 0],
        "one_short": [
            {**room_facts(s, room), "opening": triangle_name(*opening(s, room))} for room in rooms(s) if s.openings[room] == 1
        ],
        "rooms": [int(s.rooms[seat]) for seat in seats],
    }


def phase(s: Any) -> str:
    if s.phase == DRAWING:
        return "quarters" if int(s.filled) & CROSS == CROSS else "cross"
    return "open" if s.phase == OPEN else "black"


def card_names(cards: int) -> list[str]:
    return [DECK[card] for card in range(CARDS) if int(cards) >> card & 1]


def look(s: Any, cell: int) -> str:
    return LOOKS[int(s.card[cell])][int(s.turned[cell])]


def colour_at(s: Any, cell: int, side: int) -> int:
    return int(COLOUR[s.card[cell], s.turned[cell], side])


def neighbours(s: Any, cell: int) -> list[tuple[int, int]]:
    """Side and cell of the laid cards that a cell touches."""
    touching = [(side, int(NEIGHBOUR[cell, side])) for side in range(SIDES)]
    return [(side, other) for side, other in touching if other >= 0 and s.card[other] >= 0]


def growing(s: Any) -> list[int]:
    """The cells where a card may be laid now (D9, D10)."""
    if s.phase == EDGING:
        return []
    if not s.filled:
        return [MIDDLE]
    free = [cell for cell in range(CELLS) if s.card[cell] < 0]
    if int(s.filled) & CROSS == CROSS:
        return [cell for cell in free if len(neighbours(s, cell)) >= 2]
    return [cell for cell in free if CROSS >> cell & 1 and neighbours(s, cell)]


def asked(s: Any, cell: int) -> str:
    letters = ["."] * SIDES
    for side, other in neighbours(s, cell):
        letters[side] = LETTERS[colour_at(s, other, (side + 2) % SIDES)]
    return "".join(letters)


def black_place(s: Any, seat: int) -> str | None:
    place = int(s.black[seat])
    return None if place < 0 else triangle_name(place % CELLS, place // CELLS)


# rooms


def rooms(s: Any) -> list[int]:
    """The triangles that stand for a room."""
    return [triangle for triangle in range(TRIANGLES) if s.root[triangle] == triangle]


def room_of(s: Any, triangle: int) -> int:
    while s.root[triangle] != triangle:
        triangle = int(s.root[triangle])
    return triangle


def members(s: Any, room: int) -> list[int]:
    return [triangle for triangle in range(TRIANGLES) if s.root[triangle] >= 0 and room_of(s, triangle) == room]


def room_facts(s: Any, room: int) -> dict[str, Any]:
    colour = colour_at(s, room // SIDES, room % SIDES)
    return {
        "colour": COLOURS[colour],
        "seat": owner(s, colour),
        "gems": int(s.gems[room]),
        "triangles": [triangle_name(triangle // SIDES, triangle % SIDES) for triangle in members(s, room)],
    }


def owner(s: Any, colour: int) -> int | None:
    return next((seat for seat in range(s.players) if s.colour[seat] == colour), None)


def opening(s: Any, room: int) -> tuple[int, int]:
    """The first triangle of a room that faces an empty place, as cell and side."""
    walls = {int(place) % CELLS * SIDES + int(place) // CELLS for place in s.black if place >= 0}
    for triangle in members(s, room):
        other = NEIGHBOUR[triangle // SIDES, triangle % SIDES]
        if triangle not in walls and (other < 0 or s.card[other] < 0):
            return triangle // SIDES, triangle % SIDES
    raise ValueError("a closed room has no opening")


def outcome(s: Any, winners: list[int]) -> dict[str, Any]:
    gems = int(s.points[winners[0]])
    equal = sum(int(s.points[seat]) == gems for seat in range(s.players))
    who = " and ".join(f"seat {seat}" for seat in winners)
    won = f"{counted(gems, 'gem')} in closed rooms"
    if len(winners) > 1:
        return {"reason": "shared", "text": f"S{who[1:]} share the win with {won}."}
    if equal > 1:
        return {"reason": "rooms", "text": f"S{who[1:]} wins: like others it has {won}, but in more rooms."}
    return {"reason": "gems", "text": f"S{who[1:]} wins with {won}."}


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup: triangles by the letters of their colours, capitals with a gem, lines between colours.

    Dots are cells where `seat` can lay, a plus is the card laid last, closed rooms are reversed, and rooms one opening
    short underlined.
    """
    lines = [f"Phase: {phase(s)}, {s.left} in the stack", *(seat_text(s, other) for other in range(s.players))]
    lines += square_text(s, {action % (CELLS + 1) for action in legal})
    short = [room for room in rooms(s) if s.openings[room] == 1 and s.gems[room] and owner_of_room(s, room) is not None]
    if short:
        lines.append("One opening short: " + ", ".join(short_text(s, room) for room in short))
    lines += cards_text("Open: ", s.open)
    if seat >= 0 and s.hand[seat]:
        lines += ["Hand:", *hand_text(s.hand[seat])]
    return "\n".join(lines)


def seat_text(s: Any, seat: int) -> str:
    mark = "*" if s.acting >> seat & 1 else " "
    colour, place = int(s.colour[seat]), black_place(s, seat)
    count = f"{counted(s.points[seat], 'gem')} in {counted(s.rooms[seat], 'closed room')}"
    black = f", black card at {place}" if place else ""
    return f"{mark}seat {seat} \\[{styled(LETTERS[colour], colour)}] {COLOURS[colour]}: {count}{black}"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def styled(letters: str, colour: int, more: str = "") -> str:
    return f"[bold {STYLES[colour]}{more}]{letters}[/]"


def owner_of_room(s: Any, room: int) -> int | None:
    return owner(s, colour_at(s, room // SIDES, room % SIDES))


def short_text(s: Any, room: int) -> str:
    colour = colour_at(s, room // SIDES, room % SIDES)
    return f"{styled(LETTERS[colour] + str(s.gems[room]), colour)} at {triangle_name(*opening(s, room))}"


def square_text(s: Any, targets: set[int]) -> list[str]:
    """The square with a margin for names and black cards."""
    walls = {(int(place) // CELLS, int(place) % CELLS): seat for seat, place in enumerate(s.black) if place >= 0}
    lines = ["      " + " ".join(f"  {column}  " for column in COLUMNS), edge_text(s, walls, 0)]
    for row in range(SIDE):
        cells = [cell_text(s, row * SIDE + column, targets) for column in range(SIDE)]
        before = ["      ", f"{row + 1:>2} {wall_text(s, walls, 3, row * SIDE)}", "      "]
        after = ["", wall_text(s, walls, 1, row * SIDE + SIDE - 1), ""]
        lines += [before[line] + " ".join(cell[line] for cell in cells) + " " + after[line] for line in range(3)]
    return [*lines, edge_text(s, walls, 2)]


def edge_text(s: Any, walls: dict[tuple[int, int], int], side: int) -> str:
    return "      " + " ".join(f" {wall_text(s, walls, side, int(cell))} " for cell in EDGE[side])


def wall_text(s: Any, walls: dict[tuple[int, int], int], side: int, cell: int) -> str:
    """A black card, or nothing."""
    seat = walls.get((side, cell))
    return "   " if seat is None else f"#{styled(LETTERS[s.colour[seat]], int(s.colour[seat]))}#"


def cell_text(s: Any, cell: int, targets: set[int]) -> list[str]:
    if s.card[cell] < 0:
        return ["     ", "  [bold]·[/]  " if cell in targets else "     ", "     "]
    openings = [int(s.openings[room_of(s, cell * SIDES + side)]) for side in range(SIDES)]
    marks = [" reverse" if n == 0 else " underline" if n == 1 else "" for n in openings]
    return card_text(look(s, cell), marks, "+" if s.last == cell else " ")


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
    cards = [int(card) for card in s.card if card >= 0] + [int(card) for card in s.stack[: s.left]]
    for held in [s.open, *s.hand]:
        cards += [card for card in range(CARDS) if int(held) >> card & 1]
    return sorted(cards + [CARDS + int(s.colour[seat]) for seat in range(s.players)])
