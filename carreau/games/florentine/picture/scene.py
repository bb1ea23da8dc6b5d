"""The table of Dominos florentins as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Box, Choice, Piece, Pile, Player, Scene, Spot
from carreau.draw.svg import Markup, along, join, label, path, rect

from .. import GAME, show
from ..rules.cards import BLACK, DECK
from ..rules.grid import ALL, ASIDE, CELLS, CROSS, SIDE, SIDES, STEPS
from ..show import COLUMNS, DRAWING, EDGING, OPEN, cell_name
from ..words import sentences
from ..words.guidance import guidance
from ..words.sentences import card_words, edge_tap, place_words, triangle_words
from . import faces
from .scoring import draw_rooms
from .stones import GOLD

SQUARE = SIDE * 100.0
RING = 66.0  # around the square, when black cards are laid
BLACK_SIZE = 0.58
LARGEST_OPEN = 1.04
HAND = 4


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    actions = [GAME.unpack(action) for action in legal]
    area = open_area(s, form)
    looks, rooms = show.laid(s), show.found_rooms(s)
    return Scene(
        title=GAME.name,
        guidance=guidance(s, seat, legal, words, names),
        box=box(s, area, form),
        players=tuple(player(s, k, seat, words, names, form) for k in range(s.players)),
        pieces=(*laid(s, looks, words), *blacks(s, words, names), *open_cards(s, area, words)),
        spots=(*cells(actions, words), *edges(actions, words), *aside(actions, area, words)),
        hand=tuple(hand(s, seat, actions, words)),
        piles=tuple(stack(s, words)),
        buttons=tuple(buttons(actions, words)),
        choices=tuple(choice(action, parts, words) for action, parts in zip(legal, actions)),
        told=sentences.told(s, seat, rooms, words, names),
        under=ground(s, looks, area, words, form),
        tray=s.phase != OPEN and not s.over,
        over=draw_rooms(looks, rooms, bool(s.over)),
    )


def choice(action: int, parts: dict[str, int], words: Words) -> Choice:
    place = parts["card"], parts["turned"], parts["cell"]
    return Choice(show.name_action(action), sentences.action_words(*place, words), sentences.action_taps(*place))


def buttons(actions: list[dict[str, int]], words: Words) -> list[tuple[str, str]]:
    return [("decline", words.say("Decline")) for parts in actions if parts["card"] == BLACK and parts["cell"] == ASIDE]


# the square


def middle(cell: int) -> tuple[float, float]:
    return cell % SIDE * 100.0 + 50, cell // SIDE * 100.0 + 50


def margin(s: Any) -> float:
    """What is seen around the square."""
    return RING if s.phase == EDGING else 12.0


def laid(s: Any, looks: dict[int, str], words: Words) -> list[Piece]:
    turned, last, origin = s.turned.tolist(), int(s.last), came_from(s)
    return [
        Piece(
            f"c{card}", DECK[card], place_words(cell, looks[cell], words), *middle(cell), turned=turned[cell],
            origin=origin, last=cell == last,
        )
        for cell, card in enumerate(s.card.tolist())
        if card >= 0
    ]  # fmt: skip


def came_from(s: Any) -> str:
    """Where a card that was hidden until now has come from: whoever acted last."""
    if s.phase != DRAWING or not s.ply:
        return ""
    return f"player-{(int(s.acting).bit_length() - 2) % s.players}"


def cells(actions: list[dict[str, int]], words: Words) -> list[Spot]:
    """Where a card can be laid."""
    places = sorted({parts["cell"] for parts in actions if parts["card"] != BLACK and parts["cell"] != ASIDE})
    return [
        Spot(f"at-{cell_name(cell)}", words.say("free cell {cell}", cell=cell_name(cell)), *middle(cell), cell_name(cell))
        for cell in places
    ]


def edges(actions: list[dict[str, int]], words: Words) -> list[Spot]:
    """Where a black card can be laid."""
    places = [parts["cell"] * SIDES + parts["turned"] for parts in actions if parts["card"] == BLACK and parts["cell"] != ASIDE]
    return [edge(triangle, words) for triangle in places]


def edge(triangle: int, words: Words) -> Spot:
    """The place outside the square together with the triangle that would be closed."""
    name, (x, y) = words.say("opening at {place}", place=triangle_words(triangle, words)), beside(triangle, 0)
    out, across = RING - 4, STEPS[triangle % SIDES]
    corners = ((-46, 0), (-46, out), (46, out), (46, 0), (0, -46))  # along the side, and outwards
    shape = along([(a * across[0] + o * across[1], o * across[0] - a * across[1]) for a, o in corners]) + "Z"
    return Spot(f"at-{edge_tap(triangle)}", name, x, y, edge_tap(triangle), outline=shape)


def beside(triangle: int, distance: float) -> tuple[float, float]:
    """The place so far outside a triangle's side."""
    x, y = middle(triangle // SIDES)
    down, across = STEPS[triangle % SIDES]
    return x + across * (50 + distance), y + down * (50 + distance)


def blacks(s: Any, words: Words, names: Sequence[str]) -> list[Piece]:
    """The black cards that lie at the border, their coloured triangles against the square."""
    return [
        replace(
            black_card(s, k, words, names), x=x, y=y, turned=(triangle + 2) % SIDES, size=BLACK_SIZE,
            name=words.say("black card of {name} at {place}", name=names[k], place=triangle_words(triangle, words)),
        )
        for k, triangle in enumerate(s.black[: s.players].tolist())
        if triangle >= 0
        for x, y in [beside(triangle, BLACK_SIZE * 50 + 1)]
    ]  # fmt: skip


def black_card(s: Any, k: int, words: Words, names: Sequence[str]) -> Piece:
    colour = words.say(sentences.COLOURS[s.colour[k]])
    name = words.say("black card of {name}, {colour}", name=names[k], colour=colour)
    return Piece(f"black-{k}", f"black-{faces.HUES[s.colour[k]]}", name, origin=f"player-{k}")


# beneath the cards


def ground(s: Any, looks: dict[int, str], area: Box, words: Words, form: str) -> Markup:
    """The limit of the square, the cells that are to be filled now, and the place of the open cards."""
    parts = [rect(-5, -5, SQUARE + 10, SQUARE + 10, rx=10.0, fill="none", stroke="var(--soft)", stroke_width=2)]
    wanted = CROSS if int(s.filled) & CROSS != CROSS else ALL
    free = [cell for cell in range(CELLS) if cell not in looks and wanted >> cell & 1]
    parts.append(path("".join(plot(cell) for cell in free), fill="var(--paper)", stroke="var(--line)", stroke_width=1.5))
    parts.append(path("".join(stud(looks, cell) for cell in looks), fill=GOLD))
    if form != "phone":
        parts += coordinates(margin(s))
    if area[3] > area[1] and s.phase != EDGING:
        parts.append(open_place(s, area, words))
    return join(*parts)


def open_place(s: Any, area: Box, words: Words) -> Markup:
    """The frame around the open cards, with its name as long as there is room for it."""
    west, north, east, south = area
    frame = rect(west, north, east - west, south - north, rx=10.0, fill="none", stroke="var(--line)", stroke_width=2)
    upright = south - north > east - west
    if s.phase != DRAWING or (s.open and not upright):
        return frame
    west, north, east, south = split(area)[1 if upright else 0]
    name = label((west + east) / 2, (north + south) / 2 + 9, words.say("Open cards"), 25, fill="var(--soft)")
    return join(frame, name)


def plot(cell: int) -> str:
    return f"M{cell % SIDE * 100 + 5} {cell // SIDE * 100 + 5}h90v90h-90z"


def stud(looks: dict[int, str], cell: int) -> str:
    """Gold in the gap where this cell and those to its east and south leave one between four round corners."""
    if cell % SIDE == SIDE - 1 or cell // SIDE == SIDE - 1 or any(cell + step not in looks for step in (0, 1, SIDE, SIDE + 1)):
        return ""
    return f"M{cell % SIDE * 100 + 94} {cell // SIDE * 100 + 94}h12v12h-12z"


def coordinates(out: float) -> list[Markup]:
    """The names of columns and rows, outside the square and whatever lies at its border."""
    look = {"fill": "var(--soft)"}
    across = [label(i * 100 + 50, -out - 2, letter, 17, **look) for i, letter in enumerate(COLUMNS)]
    return across + [label(-out - 8, i * 100 + 56, str(i + 1), 17, **look) for i in range(SIDE)]


# the open cards


def open_area(s: Any, form: str) -> Box:
    """Beside the square, or below it where the picture is upright: as high as what else is shown leaves it."""
    out = margin(s)
    if form == "wide":
        return SQUARE + out + 14, -5, SQUARE + out + 354, SQUARE + 5
    if form == "leaf":
        high = 0 if s.over or not s.open else 200 if s.phase == OPEN else 112
    elif s.phase == OPEN:
        high = (400 if s.players < 4 else 285) - (112 if s.free_pass else 0)
    else:
        high = 138 if s.phase == DRAWING and s.players < 4 else 108
    return -5, SQUARE + out, SQUARE + 5, SQUARE + out + high


def split(area: Box) -> tuple[Box, Box]:
    """Where the open cards lie, and where another can be added: at the end, large enough for a finger."""
    west, north, east, south = area
    if south - north > east - west:
        return (west, north, east, south - 106), (west, south - 106, east, south)
    return (west, north, east - 106, south), (east - 106, north, east, south)


def box(s: Any, area: Box, form: str) -> Box:
    out = margin(s)
    named = 0 if form == "phone" else 24
    return -out - named, -out - named, max(SQUARE + out, area[2] + 4), max(SQUARE + out, area[3] + 4)


def open_cards(s: Any, area: Box, words: Words) -> list[Piece]:
    if area[3] == area[1]:
        return []
    cards, origin, can = show.places(s.open), came_from(s), s.phase == OPEN
    places = grid(len(cards), split(area)[0] if s.phase == DRAWING else area)
    return [
        Piece(
            f"c{card}", DECK[card], words.say("open card {card}", card=card_words(DECK[card], words)), x, y, size=size,
            tap=DECK[card] if can else "", origin=origin,
        )
        for card, (x, y, size) in zip(cards, places)
    ]  # fmt: skip


def aside(actions: list[dict[str, int]], area: Box, words: Words) -> list[Spot]:
    """The place for a card that is not laid (D11)."""
    if not any(parts["cell"] == ASIDE and parts["card"] != BLACK for parts in actions):
        return []
    west, north, east, south = split(area)[1]
    name = words.say("place for open cards")
    return [Spot("at-aside", name, (west + east) / 2, (north + south) / 2, "aside", east - west - 4, south - north - 4)]


def grid(count: int, area: Box) -> list[tuple[float, float, float]]:
    """Places in rows for so many cards, as large as the area allows: x, y and size."""
    west, north, east, south = area[0] + 6, area[1] + 6, area[2] - 6, area[3] - 6
    size = LARGEST_OPEN
    while size > 0.1 and int((east - west) / (106 * size)) * int((south - north) / (106 * size)) < count:
        size -= 0.01
    columns, step = max(1, int((east - west) / (106 * size))), 106 * size
    return [(west + (i % columns + 0.5) * step, north + (i // columns + 0.5) * step, size) for i in range(count)]


# hands, stack, players


def hand(s: Any, seat: int, actions: list[dict[str, int]], words: Words) -> list[Piece]:
    """One's hidden cards; at the end the black card that is to be laid."""
    if seat < 0:
        return []
    if any(parts["card"] == BLACK for parts in actions) and s.phase == EDGING:
        face = f"black-{faces.HUES[s.colour[seat]]}"
        return [Piece(f"black-{seat}", face, words.say("your black card"), tap="black", origin=f"player-{seat}")]
    cards = show.places(s.hand[seat])
    return [Piece(f"c{card}", DECK[card], card_words(DECK[card], words), tap=DECK[card], origin="pile") for card in cards]


def stack(s: Any, words: Words) -> list[Pile]:
    if not s.left:
        return []
    name = words.count("stack, {n} card", "stack, {n} cards", int(s.left))
    return [Pile("pile", "back", int(s.left), name, words.say("Stack"))]


def player(s: Any, k: int, seat: int, words: Words, names: Sequence[str], form: str) -> Player:
    gems = words.count("{n} gem", "{n} gems", int(s.points[k]))
    rooms = words.count("{n} room", "{n} rooms", int(s.rooms[k]))
    closed = words.count("{n} closed room", "{n} closed rooms", int(s.rooms[k]))
    colour = words.say(sentences.COLOURS[s.colour[k]])
    return Player(
        seat=k,
        name=names[k],
        points=str(s.points[k]),
        spoken=words.say("{name}, {colour}: {gems} in {rooms}.", name=names[k], colour=colour, gems=gems, rooms=closed),
        facts=(rooms,),
        colours=(faces.HUES[s.colour[k]],),
        pieces=tuple(before(s, k, seat, words, names)) if form != "phone" else (),
        acting=bool(s.acting >> k & 1),
        you=k == seat,
    )


def before(s: Any, k: int, seat: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """A player's black card, until it is laid, and their hand: its backs, unless it is known."""
    pieces = []
    if s.black[k] < 0 and not (s.phase == EDGING and k == seat and s.acting >> k & 1):
        pieces.append(black_card(s, k, words, names))
    if s.phase == DRAWING and k != seat:
        name = words.say("hidden card of {name}", name=names[k])
        known = [Piece(f"c{card}", DECK[card], card_words(DECK[card], words)) for card in show.places(s.hand[k])]
        pieces += known or [Piece(f"hand{k}-{i}", "back", name) for i in range(HAND)]
    return pieces
