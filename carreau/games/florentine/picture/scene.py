"""The table of Dominos florentins as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.bits import members
from carreau.core.grid import STEPS
from carreau.core.kept import kept
from carreau.core.seats import acting_seat, acts, seat_before
from carreau.core.state import unpacked
from carreau.core.words import Words
from carreau.draw import hold
from carreau.draw.hold import backs, open_card
from carreau.draw.scene import Box, Choice, Piece, Pile, Player, Scene, Spot
from carreau.draw.svg import along

from .. import GAME
from ..constants import ASIDE, BLACK, DRAWING, EDGING, HAND, HUES, OPEN, SIDES
from ..rules import DECLINE, parts_of
from ..rules.cards import DECK, LOOKS
from ..rules.grid import GRID
from ..show import rooms_in, square_of, triangle_name
from ..words.guidance import guidance
from ..words.sentences import COLOUR_NAMES, action_words, card_words, place_words, told, triangle_words
from .board import BOARD, RING, beside, box, ground, open_area, rows_of, split
from .scoring import draw_rooms

BLACK_SIZE = 0.58

Action = tuple[int, int, int]  # card, quarter turns (or side of the square) and cell


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = unpacked(s)
    actions = [parts_of(action) for action in legal]
    area = open_area(s, form)
    square = square_of(s)
    return Scene(
        title=GAME.name,
        guidance=guidance(s, seat, legal, words, names),
        box=box(s, area, form),
        players=tuple(player(s, k, seat, words, names, form) for k in range(s.players)),
        pieces=(*laid_cards(s, words), *blacks(s, words, names), *open_cards(s, area, words)),
        spots=(*cells(actions, words), *edges(actions, words), *aside(actions, area, words)),
        hand=tuple(hand(s, seat, legal, words)),
        piles=tuple(stack(s, words)),
        buttons=(("decline", words.say("Decline")),) if DECLINE in legal else (),
        choices=tuple(choose(action, words) for action in legal),
        told=told(s, seat, rooms_in(square), words, names),
        under=ground(s, area, words, form),
        tray=s.phase != OPEN and not s.over,
        over=draw_rooms(square, bool(s.over)),
    )


# actions


@kept
def choose(action: int, words: Words) -> Choice:
    return Choice(GAME.name_action(action), action_words(action, words), taps(*parts_of(action)))


def taps(card: int, turned: int, cell: int) -> tuple[str, ...]:
    if card == BLACK:
        return ("decline",) if cell == ASIDE else ("black", edge_tap(cell * SIDES + turned))
    if cell == ASIDE:
        return (DECK[card], "aside")
    return (DECK[card], GRID.name(cell), *([f"turn-{turned}"] if turned else []))


def edge_tap(triangle: int) -> str:
    return triangle_name(triangle).replace(" ", "-")


def cells(actions: list[Action], words: Words) -> tuple[Spot, ...]:
    """Where a card can be laid."""
    return BOARD.spots(sorted({cell for card, _, cell in actions if card != BLACK and cell != ASIDE}), words)


def edges(actions: list[Action], words: Words) -> list[Spot]:
    """Where a black card can be laid."""
    return [edge(cell * SIDES + side, words) for card, side, cell in actions if card == BLACK and cell != ASIDE]


@kept
def edge(triangle: int, words: Words) -> Spot:
    """The place outside the square together with the triangle that would be closed."""
    name = words.say("opening {place}", place=triangle_words(triangle, words))
    out, (down, right) = RING - 4, STEPS[triangle % SIDES]
    corners = ((-46, 0), (-46, out), (46, out), (46, 0), (0, -46))  # along the side, and outwards
    shape = along([(a * down + o * right, o * down - a * right) for a, o in corners]) + "Z"
    return Spot(f"at-{edge_tap(triangle)}", name, *beside(triangle, 0), edge_tap(triangle), outline=shape)


def aside(actions: list[Action], area: Box, words: Words) -> list[Spot]:
    """The place for a card that is not laid (D11)."""
    if not any(cell == ASIDE and card != BLACK for card, _, cell in actions):
        return []
    west, north, east, south = split(area)[1]
    name = words.say("place for open cards")
    return [Spot("at-aside", name, (west + east) / 2, (north + south) / 2, "aside", east - west - 4, south - north - 4)]


# cards


def laid_cards(s: Any, words: Words) -> list[Piece]:
    origin = came_from(s)
    laid = [(cell, card) for cell, card in enumerate(s.card) if card >= 0]
    return [laid_card(card, s.turned[cell], cell, origin, cell == s.last, words) for cell, card in laid]


@kept
def laid_card(card: int, turned: int, cell: int, origin: str, last: bool, words: Words) -> Piece:
    name, (x, y) = place_words(cell, LOOKS[card][turned], words), BOARD.middle(cell)
    return open_card(card, DECK[card], name, x=x, y=y, turned=turned, origin=origin, last=last)


def came_from(s: Any) -> str:
    """Where a card that was hidden until now comes from: the seat that acted last."""
    return f"player-{seat_before(s, acting_seat(s))}" if s.phase == DRAWING and s.ply else ""


def blacks(s: Any, words: Words, names: Sequence[str]) -> list[Piece]:
    """The black cards that lie at the border, their coloured triangles against the square."""
    return [
        black_card(
            s, k, words.say("{name}'s black card, {place}", name=names[k], place=triangle_words(triangle, words)),
            x=x, y=y, turned=(triangle + 2) % SIDES, size=BLACK_SIZE,
        )
        for k, triangle in enumerate(s.black)
        if triangle >= 0
        for x, y in [beside(triangle, BLACK_SIZE * 50 + 1)]
    ]  # fmt: skip


def black_card(s: Any, k: int, name: str, **more: Any) -> Piece:
    return Piece(f"black-{k}", f"black-{HUES[s.colour[k]]}", name, origin=f"player-{k}", **more)


def open_cards(s: Any, area: Box, words: Words) -> list[Piece]:
    if area[3] == area[1]:
        return []
    cards, origin, can = members(s.open), came_from(s), s.phase == OPEN
    places = rows_of(len(cards), split(area)[0] if s.phase == DRAWING else area)
    return [open_piece(card, place, can, origin, words) for card, place in zip(cards, places)]


@kept
def open_piece(card: int, place: tuple[float, float, float], can: bool, origin: str, words: Words) -> Piece:
    name, (x, y, size) = words.say("open card: {card}", card=card_words(DECK[card], words)), place
    return open_card(card, DECK[card], name, x=x, y=y, size=size, tap=DECK[card] if can else "", origin=origin)


def hand(s: Any, seat: int, legal: list[int], words: Words) -> list[Piece]:
    """Your hidden cards; at the end, the black card to lay."""
    if s.phase == EDGING and legal:
        return [black_card(s, seat, words.say("your black card"), tap="black")]
    cards = members(s.hand[seat]) if seat >= 0 else []
    return [hand_card(card, words, DECK[card], "pile") for card in cards]


@kept
def hand_card(card: int, words: Words, tap: str = "", origin: str = "") -> Piece:
    return open_card(card, DECK[card], card_words(DECK[card], words), tap=tap, origin=origin)


def stack(s: Any, words: Words) -> list[Pile]:
    if not s.left:
        return []
    name = words.count("stack, {n} card", "stack, {n} cards", s.left)
    return [Pile("pile", "back", s.left, name, words.say("Stack"))]


# players


def player(s: Any, k: int, seat: int, words: Words, names: Sequence[str], form: str) -> Player:
    return hold.player(
        s, k, seat, names, str(s.points[k]), spoken(names[k], s.colour[k], s.points[k], s.rooms[k], words),
        facts=(words.count("{n} room", "{n} rooms", s.rooms[k]),),
        colours=(HUES[s.colour[k]],),
        pieces=tuple(before(s, k, seat, words, names)) if form != "phone" else (),
    )  # fmt: skip


@kept
def spoken(name: str, colour: int, points: int, rooms: int, words: Words) -> str:
    gems = words.count("{n} gem", "{n} gems", points)
    closed = words.count("{n} closed room", "{n} closed rooms", rooms)
    hue = words.say(COLOUR_NAMES[colour])
    return words.say("{name}, {colour}: {gems} in {rooms}.", name=name, colour=hue, gems=gems, rooms=closed)


def before(s: Any, k: int, seat: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """A player's black card, until it is laid, and their hand: its backs, unless it is known."""
    pieces = []
    if s.black[k] < 0 and not (s.phase == EDGING and k == seat and acts(s, k)):
        colour = words.say(COLOUR_NAMES[s.colour[k]])
        pieces.append(black_card(s, k, words.say("{name}'s black card, {colour}", name=names[k], colour=colour)))
    if s.phase == DRAWING and k != seat:
        known = [hand_card(card, words) for card in members(s.hand[k])]
        pieces += known or backs(k, HAND, words, words.say("{name}'s hidden card", name=names[k]))
    return pieces
