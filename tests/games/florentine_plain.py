"""Dominos florentins in plain Python, from the rulebook, using only names: the oracle for the fast rules. It shares nothing
with them but the notation: cells from a1 to g7, cards as their triangles N, E, S, W, a capital for a gem.
"""

from __future__ import annotations

from typing import Any

CELLS = [column + row for row in "1234567" for column in "abcdefg"]
CORNERS = {"a1", "g1", "a7", "g7"}
ARMS = ["d3 d2 d1", "e4 f4 g4", "d5 d6 d7", "c4 b4 a4"]
CROSS = {"d4", *" ".join(ARMS).split()}

Triangle = tuple[str, int]  # a cell and a side: 0 to 3 for N, E, S, W


def beside(cell: str, side: int) -> str | None:
    column = chr(ord(cell[0]) + (0, 1, 0, -1)[side])
    row = chr(ord(cell[1]) + (-1, 0, 1, 0)[side])
    return column + row if column + row in CELLS else None


def turns(card: str) -> list[str]:
    return [card[-i:] + card[:-i] if i else card for i in range(4)]


def touching(square: dict[str, str], cell: str) -> list[int]:
    return [side for side in range(4) if beside(cell, side) in square]


def facing(square: dict[str, str], cell: str, side: int) -> str:
    """The colour that faces this side of a cell."""
    other = beside(cell, side)
    assert other is not None
    return square[other][(side + 2) % 4].lower()


def fits(square: dict[str, str], look: str, cell: str) -> bool:
    return all(facing(square, cell, side) == look[side].lower() for side in touching(square, cell))


def growing(square: dict[str, str]) -> set[str]:
    """D9, D10"""
    if not square:
        return {"d4"}
    if not set(square) >= CROSS:
        return {next(cell for cell in arm.split() if cell not in square) for arm in ARMS if not set(arm.split()) <= set(square)}
    return {cell for cell in CELLS if cell not in square and len(touching(square, cell)) >= 2}


def plain_cells(seen: dict[str, Any]) -> set[str]:
    return set() if seen["phase"] == "black" else growing(seen["square"])


def plain_asked(square: dict[str, str], cell: str) -> str:
    asked = ["."] * 4
    for side in touching(square, cell):
        asked[side] = facing(square, cell, side)
    return "".join(asked)


def plain_legal(seen: dict[str, Any], seat: int) -> set[str]:
    """What a seat may do, from its view."""
    square = seen["square"]
    if seen["phase"] == "black":
        letter = seen["colours"][seat][0]
        edge = [(cell, side) for cell in square for side in range(4) if beside(cell, side) is None]
        return {f"black {cell} {'nesw'[side]}" for cell, side in edge if square[cell][side].lower() == letter} | {"decline"}
    held = seen["hands"][seat] if seen["left"] else seen["open"]
    lays = {f"{look} {cell}" for card in held for look in turns(card) for cell in growing(square) if fits(square, look, cell)}
    if seen["left"]:
        return lays | {f"aside {card}" for card in held if square}
    return lays | ({"decline"} if seen["options"]["free_pass"] else set())


def plain_rooms(square: dict[str, str], walls: set[Triangle]) -> list[tuple[str, frozenset[Triangle], int, frozenset[Triangle]]]:
    """Every room by flood fill: colour, triangles, gems, openings (D16, D17)."""
    found, seen = [], set()
    for start in [(cell, side) for cell in square for side in range(4)]:
        if start in seen:
            continue
        room, todo = {start}, [start]
        while todo:
            cell, side = todo.pop()
            near = [(cell, (side + 1) % 4), (cell, (side + 3) % 4)]
            other = beside(cell, side)
            if other in square:
                near.append((other, (side + 2) % 4))
            for triangle in near:
                if triangle not in room and square[triangle[0]][triangle[1]].lower() == square[cell][side].lower():
                    room.add(triangle)
                    todo.append(triangle)
        seen |= room
        gems = sum(square[cell][side].isupper() for cell, side in room)
        openings = {(cell, side) for cell, side in room if beside(cell, side) not in square and (cell, side) not in walls}
        found.append((square[start[0]][start[1]].lower(), frozenset(room), gems, frozenset(openings)))
    return found


def plain_gems(seen: dict[str, Any]) -> tuple[list[int], list[int]]:
    """Per seat, the gems in closed rooms of its colour, and how many of these rooms have gems."""
    rooms = plain_rooms(seen["square"], walls_of(seen))
    closed = [[gems for letter, _, gems, openings in rooms if letter == colour[0] and not openings] for colour in seen["colours"]]
    return [sum(gems) for gems in closed], [sum(n > 0 for n in gems) for gems in closed]


def triangle_of(name: str) -> Triangle:
    cell, side = name.split()
    return cell, "nesw".index(side)


def walls_of(seen: dict[str, Any]) -> set[Triangle]:
    return {triangle_of(name) for name in seen["black"] if name}
