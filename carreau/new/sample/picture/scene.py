"""Sample's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.kept import kept
from carreau.core.places import cards_at
from carreau.core.seats import acting_seat, seat_before
from carreau.core.words import Words
from carreau.draw.board import LETTERING, Board
from carreau.draw.hold import backs, choice, draw_pile, open_card, player
from carreau.draw.scene import Piece, Player, Scene
from carreau.draw.svg import Markup, join, rect

from .. import GAME
from ..constants import CELLS, SIDE
from ..rules import FREE, GRID, HAND
from ..show import CARD_NAMES
from ..words.guidance import guidance
from ..words.sentences import card_words, told

BOARD = Board(GRID, 104, 104)


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    lettering = 0 if form == "phone" else LETTERING
    return Scene(
        title=GAME.name,
        guidance=guidance(s, seat, words, names),
        box=BOARD.whole(lettering=lettering),
        players=tuple(seated(s, k, seat, words, names, form) for k in range(s.players)),
        pieces=pieces(s, words),
        spots=BOARD.spots(sorted({action % CELLS for action in legal}), words),
        hand=hand(s, seat, words) if seat >= 0 else (),
        piles=(draw_pile(s.left, words),),
        choices=tuple(choice(GAME, s, seat, action, words, *taps(action)) for action in legal),
        told=told(s, words),
        under=ground(lettering),
    )


def taps(action: int) -> tuple[str, str]:
    card, cell = divmod(action, CELLS)
    return card_tap(card), GRID.name(cell)


def card_tap(card: int) -> str:
    """Not just its name: a cell may have the same one."""
    return f"card-{CARD_NAMES[card]}"


@kept
def ground(lettering: float) -> Markup:
    west, north, east, south = BOARD.whole()
    frame = rect(west, north, east - west, south - north, rx=8.0, fill="var(--paper)", stroke="var(--line)", stroke_width=2)
    return join(frame, BOARD.lettering(range(SIDE), range(SIDE), west - 14, north - 8)) if lettering else frame


def pieces(s: Any, words: Words) -> tuple[Piece, ...]:
    origin = f"player-{seat_before(s, acting_seat(s))}" if s.acting else ""
    laid = [(cell, card) for cell, card in enumerate(s.cell.tolist()) if card != FREE]
    return tuple(piece(cell, card, origin, bool(s.last == cell), words) for cell, card in laid)


@kept
def piece(cell: int, card: int, origin: str, last: bool, words: Words) -> Piece:
    x, y = BOARD.middle(cell)
    name = words.say("{card} on {cell}", card=card_words(card, words), cell=GRID.name(cell))
    return open_card(card, CARD_NAMES[card], name, x=x, y=y, origin=origin, last=last)


def hand(s: Any, seat: int, words: Words) -> tuple[Piece, ...]:
    cards = cards_at(s.where, HAND + seat)
    return tuple(open_card(card, CARD_NAMES[card], card_words(card, words), tap=card_tap(card), origin="pile") for card in cards)


def seated(s: Any, k: int, seat: int, words: Words, names: Sequence[str], form: str) -> Player:
    held = int(s.held[k])
    cards = words.count("{n} card in hand", "{n} cards in hand", held)
    points = words.count("{n} point", "{n} points", int(s.points[k]))
    spoken = words.say("{name}: {facts}.", name=names[k], facts=f"{points}, {cards}")
    hidden = backs(k, held, words) if k != seat and form != "phone" else ()
    return player(s, k, seat, names, str(s.points[k]), spoken, facts=(cards,), pieces=hidden)
