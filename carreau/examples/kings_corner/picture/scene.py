"""The table of Kings in the Corner as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carreau.core.places import cards_at
from carreau.core.seats import acting_seat
from carreau.core.words import Words
from carreau.draw.board import LETTERING, Board, free_cell
from carreau.draw.hold import backs, choice, open_card, player
from carreau.draw.scene import Piece, Player, Scene, Spot
from carreau.draw.svg import EMPTY, Markup, circle, join, label, path

from .. import GAME
from ..constants import CELLS, PASS, RANKS, SIDE, STOCK
from ..rules import CORNER, GRID, HAND, NONE
from ..show import CARD_NAMES
from ..words.guidance import guidance
from ..words.sentences import card_words, pile_words, told
from .faces import CROWN, RATIO

BOARD = Board(GRID, 130, 100 * RATIO + 46)
FAN = 42.0  # how much of a pile's highest card is visible


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    lettering = 0 if form == "phone" else LETTERING
    return Scene(
        title=words.say("Kings in the Corner"),
        guidance=guidance(s, seat, legal, words, names),
        box=BOARD.whole(lettering=lettering),
        players=tuple(seated(s, k, seat, words, names, form) for k in range(s.players)),
        pieces=(*stock(s, words), *(piece for cell in range(CELLS) for piece in pile(s, cell, words))),
        spots=tuple(spot(cell, words) for cell in range(CELLS) if cell != STOCK and s.top[cell] == NONE),
        hand=hand(s, seat, words) if seat >= 0 else (),
        buttons=(("pass", words.say("Pass")),) if legal else (),
        quiet=("pass",) if len(legal) > 1 else (),
        choices=tuple(choice(GAME, s, seat, action, words, *taps(s, action)) for action in legal),
        told=told(s, words),
        under=join(crowns(s), BOARD.lettering(range(SIDE), range(SIDE), -14, -10) if lettering else EMPTY),
        over=stock_size(s),
    )


def taps(s: Any, action: int) -> tuple[str, ...]:
    """A card of the hand and a cell; or the cells of a pile that moves and of where it goes."""
    if action == PASS:
        return ("pass",)
    card, cell = divmod(action, CELLS)
    moved = [GRID.name(source) for source in range(CELLS) if s.bottom[source] == card]
    return (moved[0] if moved else CARD_NAMES[card], GRID.name(cell))


def spot(cell: int, words: Words) -> Spot:
    return free_cell(GRID.name(cell), BOARD.middle(cell), words, 100, 100 * RATIO)


def crowns(s: Any) -> Markup:
    """A crown in each free corner, which waits for a king."""
    free = [BOARD.middle(cell) for cell in range(CELLS) if CORNER[cell] and s.top[cell] == NONE]
    return join(*(path(CROWN, transform=f"translate({x} {y}) scale(1.6)", fill="var(--line)") for x, y in free))


def stock(s: Any, words: Words) -> Iterator[Piece]:
    if s.left:
        x, y = BOARD.middle(STOCK)
        yield Piece("pile", "back", words.count("stock, {n} card", "stock, {n} cards", int(s.left)), x, y)


def stock_size(s: Any) -> Markup:
    if not s.left:
        return EMPTY
    x, y = BOARD.middle(STOCK)
    return join(circle(x, y, 26, fill="var(--card)"), label(x, y + 11, str(s.left), 30, fill="var(--card-ink)", font_weight=700))


def pile(s: Any, cell: int, words: Words) -> Iterator[Piece]:
    """The lowest card, on which others are laid, and above it the edge of the highest, which says whether the pile can move."""
    top, bottom = int(s.top[cell]), int(s.bottom[cell])
    if top == NONE:
        return
    x, y = BOARD.middle(cell)
    name, origin = GRID.name(cell), f"player-{acting_seat(s)}" if s.acting else ""
    if bottom != top:
        said = words.say("{card}, at the bottom of {cell}", card=card_words(bottom, words), cell=name)
        yield open_card(bottom, CARD_NAMES[bottom], said, x=x, y=y - FAN / 2, tap=name, origin=origin)
        y += FAN / 2
    said = pile_words(s, cell, words)
    yield open_card(
        top, CARD_NAMES[top], said, x=x, y=y, tap=name, origin=origin, last=bool(s.last == cell), raised=bottom != top
    )


def hand(s: Any, seat: int, words: Words) -> tuple[Piece, ...]:
    """Sorted by rank, so that runs are easy to see."""
    cards = sorted(cards_at(s.where, HAND + seat), key=lambda card: (card % RANKS, card))
    origin = "pile" if s.left else ""
    return tuple(
        open_card(card, CARD_NAMES[card], card_words(card, words), tap=CARD_NAMES[card], origin=origin) for card in cards
    )


def seated(s: Any, k: int, seat: int, words: Words, names: Sequence[str], form: str) -> Player:
    held = int(s.held[k])
    cards = words.count("{n} card in hand", "{n} cards in hand", held)
    spoken = words.say("{name}: {facts}.", name=names[k], facts=cards)
    hidden = backs(k, held, words) if k != seat and form != "phone" and not s.over else ()
    return player(s, k, seat, names, str(s.points[k] if s.over else held), spoken, facts=(cards,), pieces=hidden)
