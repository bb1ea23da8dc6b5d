"""Punto's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import acting_seat
from carreau.core.state import unpacked
from carreau.core.words import Words
from carreau.draw.hold import choice, open_card, player
from carreau.draw.scene import Choice, Piece, Pile, Player, Scene
from carreau.draw.sign import GLYPHS
from carreau.draw.svg import EMPTY, join

from .. import GAME
from ..constants import ASIDE, CHOOSE, COLOURS, PLACES
from ..rules.cards import COLOUR, NAMES
from ..rules.layout import GRID, stack, tops
from ..rules.lines import own_colours
from ..rules.score import is_settled
from ..show import held, won
from ..words.guidance import guidance
from ..words.sentences import card_words, neutral_left, place_words, player_words, told
from .board import BOARD, box, draw_lettering, draw_limit, places
from .scoring import draw_score, star


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = unpacked(s)
    laid = tops(s)
    free = {action % PLACES for action in legal} - laid.keys() - {ASIDE}
    return Scene(
        title=words.say("Punto, round {round}", round=s.begun),
        guidance=guidance(s, seat, legal, words, names),
        box=box(s, form),
        players=players(s, seat, words, names, form),
        pieces=tuple(piece for cell, card in laid.items() for piece in pieces(s, cell, card, words)),
        spots=BOARD.spots(sorted(free), words),
        hand=hand(s, seat, words),
        piles=(pile(s, seat, words),) if seat >= 0 else (),
        buttons=buttons(s, legal, words),
        choices=tuple(choose(s, seat, action, words) for action in legal),
        told=told(s, words, names),
        under=join(draw_limit(s), EMPTY if form == "phone" else draw_lettering(s)),
        over=draw_score(s) if is_settled(s) else EMPTY,
    )


# the board


def pieces(s: Any, cell: int, card: int, words: Words) -> list[Piece]:
    """The cards of a cell, the lowest first; of those covered, only a sliver shows."""
    *covered, _ = cards = stack(s, card)[::-1]
    *below, (x, y) = places(cell, len(cards))
    slivers = [
        open_card(under, f"edge-{COLOURS[COLOUR[under]]}", covered_words(s, under, cell, words), x=place[0], y=place[1])
        for under, place in zip(covered, below, strict=True)
    ]
    tap = card_tap(card) if s.phase == CHOOSE and card in s.choice else GRID.name(cell)
    last = s.last == cell + 1 and not is_settled(s)
    return [*slivers, open_card(card, NAMES[card], place_words(s, cell, card, words), x=x, y=y, tap=tap, last=last)]


def covered_words(s: Any, card: int, cell: int, words: Words) -> str:
    return words.say("{card} on {cell}, covered", card=card_words(s, card, words), cell=GRID.name(cell))


# what may be done


def choose(s: Any, seat: int, action: int, words: Words) -> Choice:
    kind, cell = divmod(action, PLACES)
    taps = [card_tap(2 * kind)] if cell == ASIDE else [card_tap(2 * kind), GRID.name(cell)]
    return choice(GAME, s, seat, action, words, *taps)


def card_tap(card: int) -> str:
    """Not just its name: a cell may have the same one."""
    return f"card-{NAMES[card]}"


def buttons(s: Any, legal: list[int], words: Words) -> tuple[tuple[str, str], ...]:
    """The cards one of which is to be set aside (P19), also as buttons."""
    cards = s.choice if s.phase == CHOOSE and legal else ()
    return tuple((card_tap(card), card_words(s, card, words)) for card in cards)


# hands and players


def holder(s: Any, seat: int) -> int:
    """Whose turned-up cards are shown as the hand: a seat's own, or for a spectator those of the seat whose turn it is."""
    return seat if seat >= 0 else acting_seat(s)


def hand(s: Any, seat: int, words: Words) -> tuple[Piece, ...]:
    origin = "pile" if seat >= 0 else f"player-{holder(s, seat)}"
    return tuple(open_piece(s, card, words, tap=card_tap(card), origin=origin) for card in held(s, holder(s, seat)))


def open_piece(s: Any, card: int, words: Words, **more: Any) -> Piece:
    return open_card(card, NAMES[card], card_words(s, card, words), **more)


def pile(s: Any, seat: int, words: Words) -> Pile:
    name = words.count("your pile, {n} card", "your pile, {n} cards", s.left[seat])
    return Pile("pile", "back", s.left[seat], name, words.say("your pile"))


def players(s: Any, seat: int, words: Words, names: Sequence[str], form: str) -> tuple[Player, ...]:
    apart = {*held(s, holder(s, seat)), *tops(s).values()}
    return tuple(
        player(
            s, k, seat, names, rounds_won(s, k, form), player_words(s, k, k == seat, words, names),
            facts=facts(s, k, words),
            colours=tuple(COLOURS[colour] for colour in own_colours(s, k)),
            pieces=small_cards(s, k, apart, words),
        )
        for k in range(s.players)
    )  # fmt: skip


def rounds_won(s: Any, seat: int, form: str) -> str:
    """Rounds won out of those to win; on a phone three players' names need the room, so just the rounds won."""
    return str(s.points[seat]) if form == "phone" and s.players == 3 else f"{s.points[seat]}/{s.rounds}"


def facts(s: Any, seat: int, words: Words) -> tuple[str, ...]:
    """The cards in a player's pile; with three players, of their colour and of the neutral one."""
    number = s.left[seat]
    if s.players != 3:
        return (words.count("{n} card", "{n} cards", number),)
    neutral = neutral_left(s, seat)
    return (f"{number - neutral} {GLYPHS[COLOURS[seat]]}", f"{neutral} {GLYPHS['yellow']}")


def small_cards(s: Any, seat: int, apart: set[int], words: Words) -> tuple[Piece, ...]:
    """What lies open before a player: the cards turned up, and with a star those set aside for rounds won."""
    up = [open_piece(s, card, words, origin=f"player-{seat}") for card in held(s, seat) if card not in apart]
    return (*up, *(trophy(s, card, words) for card in won(s, seat) if card not in apart))


def trophy(s: Any, card: int, words: Words) -> Piece:
    name = words.say("{card}, set aside", card=card_words(s, card, words))
    return open_card(card, NAMES[card], name, mark=star(26, -26, 1.5))
