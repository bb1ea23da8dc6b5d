"""Faïence's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.kept import kept
from carreau.core.seats import acting_seat, acts, seat_before
from carreau.core.state import is_resting, unpacked
from carreau.core.words import Words
from carreau.draw.board import free_cell
from carreau.draw.hold import open_card
from carreau.draw.scene import Choice, Piece, Scene, Spot
from carreau.draw.svg import join

from .. import GAME
from ..constants import CELLS, CHOOSE, DROP, LAY, OUTSIDE, PLACES, REVEAL, SWAP, TAKE
from ..rules.cards import CARD_NAMES, kind_name
from ..show import PLACE_NAMES, Area, area_of
from ..words.guidance import guidance
from ..words.sentences import action_words, card_words, cell_words, held, met, told
from .board import EDGE, Layout, Plot, captions, frame, heaps, layout, plot
from .faces import FACES
from .players import heading, holds_first, last_round, open_piece, player
from .scoring import glow


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = unpacked(s)
    seats = range(s.players)
    places = layout(form, s.players, seat)
    targets = {action % PLACES for action in legal}
    areas = [area_of(s, k) for k in seats]
    beside = [bool(s.outside[k][0]) or (k == seat and OUTSIDE in targets) for k in seats]
    plots = [plot(places.blocks[k], s.laid[k], beside[k]) for k in seats]
    return Scene(
        title=words.say("Faïence, round {round}", round=s.begun),
        guidance=guidance(s, seat, legal, words, names),
        box=(0.0, 0.0, places.width, places.height),
        players=tuple(player(s, k, seat, words, names, form) for k in seats),
        pieces=(*piles(s, places, words), *(piece for k in seats for piece in tiles(s, k, areas[k], plots[k], words, names))),
        spots=(*free_places(s, seat, targets, plots, words), *empty_piles(s, places, words)),
        hand=tuple(hand(s, seat, words)),
        choices=tuple(choose(action, met(s, seat, action), held(s, seat), words) for action in legal),
        told=told(s, areas, words, names),
        under=join(heaps(s, places), *(frame(plots[k], acts(s, k), not s.laid[k]) for k in seats)),
        over=join(
            *(glow(areas[k], plots[k]) for k in seats),
            *(heading(names[k], k == seat, holds_first(s, k), areas[k], plots[k], words) for k in seats),
            *(last_round(s, k, plots[k], words) for k in seats if not (k == seat and min(targets, default=CELLS) < CELLS)),
            captions(s, places, words),
        ),
    )


@kept
def choose(action: int, met: int, held: int, words: Words) -> Choice:
    return Choice(GAME.name_action(action), action_words(action, met, held, words), taps(*divmod(action, PLACES)))


def taps(kind: int, place: int) -> tuple[str, ...]:
    if place >= TAKE:
        return (PLACE_NAMES[place],)
    return kind_name(kind), PLACE_NAMES[TAKE if place == DROP else place]


def mover(s: Any) -> int:
    """The seat that laid the last card: the one whose turn it is, or the one before."""
    if not s.acting:
        return -1
    return seat_before(s, acting_seat(s)) if s.phase in (CHOOSE, LAY) else acting_seat(s)


# areas


def tiles(s: Any, k: int, area: Area, plot: Plot, words: Words, names: Sequence[str]) -> list[Piece]:
    """The cards in a player's area, and those outside the square."""
    name, acting, last = names[k], acts(s, k), s.last[k] - 1 if mover(s) == k else -1
    found = [tile(k, name, area.cells[cell], cell, plot, acting, last == cell, words) for cell in area.laid]
    for i, card in enumerate(area.outside):
        found.append(outer_tile(k, name, card, i, plot, acting, last >= CELLS and card == area.outside[-1], words))
    return found


@kept
def tile(k: int, name: str, card: int, cell: int, plot: Plot, acting: bool, last: bool, words: Words) -> Piece:
    told, (x, y) = words.say("{name}: {card}", name=name, card=cell_words(card, cell, words)), plot.middle(cell)
    return laid_card(k, card, told, x, y, plot, PLACE_NAMES[cell] if acting else "", last)


@kept
def outer_tile(k: int, name: str, card: int, i: int, plot: Plot, acting: bool, last: bool, words: Words) -> Piece:
    told = words.say("{name}: {card} outside the square", name=name, card=card_words(card, words))
    return laid_card(k, card, told, *plot.outside(i), plot, PLACE_NAMES[SWAP] if acting and not i else "", last)


def laid_card(k: int, card: int, name: str, x: float, y: float, plot: Plot, tap: str, last: bool) -> Piece:
    face = FACES[card] + ("-small" if plot.small else "")
    return open_card(card, face, name, x=x, y=y, size=plot.tile / 100, tap=tap, origin=f"player-{k}", last=last)


def free_places(s: Any, seat: int, targets: set[int], plots: list[Plot], words: Words) -> list[Spot]:
    """Where you can lay a card beside yours, or outside the square."""
    own = plots[seat]
    cells = [cell for cell in sorted(targets) if cell < CELLS and not s.cell[seat][cell]]
    found = [free_cell(PLACE_NAMES[cell], own.middle(cell), words, own.tile, own.tile) for cell in cells]
    if OUTSIDE in targets:
        place = own.outside(int(s.outside[seat][0] > 0))
        found.append(Spot("at-out", words.say("outside the square"), *place, PLACE_NAMES[OUTSIDE], own.tile, own.tile))
    return found


# piles and hands


def piles(s: Any, places: Layout, words: Words) -> list[Piece]:
    """The draw pile, the top two cards of the discard, and the cards that are up."""
    size = places.pile_size / 100
    (px, py), (dx, dy), *slots = places.piles
    found = []
    if s.left:
        name = words.count("draw pile, {n} card", "draw pile, {n} cards", s.left)
        found.append(Piece("pile", "back", name, px, py, size=size, tap=PLACE_NAMES[REVEAL]))
    origin = "pile" if s.thrown == 1 else f"player-{max(mover(s), 0)}"
    for card in s.discard[max(0, s.thrown - 2) : s.thrown]:
        top = card == s.discard[s.thrown - 1]
        x, y, tap = (dx, dy, PLACE_NAMES[TAKE]) if top else (dx + EDGE, dy + EDGE, "")
        found.append(discarded(card, x, y, size, tap, origin, words))
    for card, (x, y) in zip(s.up, slots):
        if card:
            found.append(turned_up(card, x, y, size, words))
    return found


@kept
def discarded(card: int, x: float, y: float, size: float, tap: str, origin: str, words: Words) -> Piece:
    name = words.say("discard: {card}", card=card_words(card, words))
    return open_card(card, FACES[card], name, x=x, y=y, size=size, tap=tap, origin=origin)


@kept
def turned_up(card: int, x: float, y: float, size: float, words: Words) -> Piece:
    name = words.say("to lay: {card}", card=card_words(card, words))
    return open_card(card, FACES[card], name, x=x, y=y, size=size, tap=CARD_NAMES[card], origin="pile")


def empty_piles(s: Any, places: Layout, words: Words) -> list[Spot]:
    (draw, discard, *_), size = places.piles, places.pile_size
    found = []
    if not s.left:
        found.append(Spot("pile", words.say("draw pile, empty"), *draw, PLACE_NAMES[REVEAL], size, size))
    if not s.thrown:
        found.append(Spot("discard", words.say("discard, empty"), *discard, PLACE_NAMES[TAKE], size, size))
    return found


def hand(s: Any, seat: int, words: Words) -> list[Piece]:
    """Your cards; they can only be played when the turn is about them."""
    if seat < 0 or is_resting(s):
        return []
    in_play = acts(s, seat) and s.phase not in (CHOOSE, LAY)
    cards = s.hand[seat][: s.held[seat]]
    return [open_piece(card, words, CARD_NAMES[card] if in_play else "", "pile") for card in cards]
