"""Punto's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from carreau.core.kept import kept
from carreau.core.seats import acting_seat, acts
from carreau.core.state import unpacked
from carreau.core.words import Words
from carreau.draw.hold import open_card
from carreau.draw.scene import Choice, Piece, Pile, Player, Scene
from carreau.draw.sign import GLYPHS
from carreau.draw.svg import EMPTY

from .. import GAME
from ..constants import ASIDE, CHOOSE, COLOURS, LIMIT, PLACES
from ..rules.cards import COLOUR, NAMES
from ..rules.layout import GRID, Stacks, rows
from ..rules.score import is_settled
from ..show import held, shown
from ..words.guidance import guidance
from ..words.sentences import (
    Standing,
    action_words,
    beneath,
    card_words,
    place_words,
    player_words,
    row_words,
    standing,
    told,
)
from .board import BOARD, box, draw_ground, places
from .scoring import draw_score, star


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = unpacked(s)
    shows, covered = shown(s), [beneath(s, action) for action in legal]
    laid = rows(s)
    lines = [draw_row(row, stacks, tapped(s), last_in(s, stacks), s.players, words) for row, stacks in laid.items()]
    return Scene(
        title=words.say("Punto, round {round}", round=s.begun),
        guidance=guidance(s, seat, legal, words, names),
        box=box(*shows, form),
        players=players(s, seat, laid, words, names, form),
        pieces=tuple(chain.from_iterable([line.pieces for line in lines])),
        spots=BOARD.spots(free_cells(legal, covered), words),
        hand=hand(s, seat, words),
        piles=(pile(s.left[seat], words),) if seat >= 0 else (),
        buttons=buttons(s, legal, words),
        choices=tuple([choose(action, beneath, s.players, words) for action, beneath in zip(legal, covered)]),
        told=told(s, [line.told for line in lines], words, names),
        under=draw_ground(*shows, s.east - s.west + 1 == LIMIT, s.south - s.north + 1 == LIMIT, form),
        over=draw_score(s) if is_settled(s) else EMPTY,
    )


# the board


class Row(NamedTuple):
    """A row of the layout."""

    pieces: tuple[Piece, ...]
    told: str


@kept
def draw_row(row: int, stacks: Stacks, tapped: tuple[int, ...], last: int, players: int, words: Words) -> Row:
    """`tapped` are the cards whose taps are their own, not those of their cells; `last` is the cell laid last."""
    taps = [card_tap(cards[0]) if cards[0] in tapped else GRID.name(cell) for cell, cards in stacks]
    heaps = [heap(cell, cards, tap, cell == last, players, words) for (cell, cards), tap in zip(stacks, taps)]
    return Row(tuple(chain.from_iterable(heaps)), row_words(row, stacks, players, words))


def tapped(s: Any) -> tuple[int, ...]:
    """The cards one of which is to be set aside (P19)."""
    return tuple(s.choice) if s.phase == CHOOSE else ()


def last_in(s: Any, stacks: Stacks) -> int:
    """The cell laid last, if it is one of these."""
    return s.last - 1 if s.last and stacks[0][0] < s.last <= stacks[-1][0] + 1 and not is_settled(s) else -1


def free_cells(legal: list[int], covered: list[int]) -> list[int]:
    """Where a card can be laid beside others."""
    return sorted({action % PLACES for action, beneath in zip(legal, covered) if beneath < 0} - {ASIDE})


@kept
def heap(cell: int, cards: tuple[int, ...], tap: str, last: bool, players: int, words: Words) -> tuple[Piece, ...]:
    """The cards of a cell, the lowest first; of those covered, only a sliver shows."""
    card, *covered = cards
    *below, (x, y) = places(cell, len(cards))
    slivers = [
        open_card(under, f"edge-{COLOURS[COLOUR[under]]}", covered_words(under, cell, players, words), x=place[0], y=place[1])
        for under, place in zip(covered[::-1], below, strict=True)
    ]
    return (*slivers, open_card(card, NAMES[card], place_words(cell, cards, players, words), x=x, y=y, tap=tap, last=last))


def covered_words(card: int, cell: int, players: int, words: Words) -> str:
    return words.say("{card} on {cell}, covered", card=card_words(card, players, words), cell=GRID.name(cell))


# what may be done


@kept
def choose(action: int, beneath: int, players: int, words: Words) -> Choice:
    kind, cell = divmod(action, PLACES)
    taps = (card_tap(2 * kind),) if cell == ASIDE else (card_tap(2 * kind), GRID.name(cell))
    return Choice(GAME.name_action(action), action_words(action, beneath, players, words), taps)


def card_tap(card: int) -> str:
    """Not just its name: a cell may have the same one."""
    return f"card-{NAMES[card]}"


def buttons(s: Any, legal: list[int], words: Words) -> tuple[tuple[str, str], ...]:
    """The cards one of which is to be set aside (P19), also as buttons."""
    return tuple([(card_tap(card), card_words(card, s.players, words)) for card in tapped(s)]) if legal else ()


# hands and players


def holder(s: Any, seat: int) -> int:
    """Whose turned-up cards are shown as the hand: a seat's own, or for a spectator those of the seat whose turn it is."""
    return seat if seat >= 0 else acting_seat(s)


def hand(s: Any, seat: int, words: Words) -> tuple[Piece, ...]:
    origin = "pile" if seat >= 0 else f"player-{holder(s, seat)}"
    return tuple(open_piece(card, s.players, words, card_tap(card), origin) for card in held(s, holder(s, seat)))


@kept
def open_piece(card: int, players: int, words: Words, tap: str, origin: str) -> Piece:
    return open_card(card, NAMES[card], card_words(card, players, words), tap=tap, origin=origin)


@kept
def pile(left: int, words: Words) -> Pile:
    name = words.count("your pile, {n} card", "your pile, {n} cards", left)
    return Pile("pile", "back", left, name, words.say("your pile"))


def players(s: Any, seat: int, laid: Mapping[int, Stacks], words: Words, names: Sequence[str], form: str) -> tuple[Player, ...]:
    elsewhere = set(held(s, holder(s, seat)))
    if is_settled(s):  # a card that was just set aside still lies on the table
        elsewhere.update([cards[0] for stacks in laid.values() for _, cards in stacks])
    found = []
    for k in range(s.players):
        of = standing(s, k, k == seat, names)
        found.append(panel(k, of, acts(s, k), frozenset(elsewhere.intersection(of.up + of.aside)), words, form))
    return tuple(found)


@kept
def panel(k: int, of: Standing, acting: bool, elsewhere: frozenset[int], words: Words, form: str) -> Player:
    return Player(
        seat=k,
        name=of.name,
        points=rounds_won(of, form),
        spoken=player_words(of, words),
        facts=facts(k, of, words),
        colours=tuple(COLOURS[colour] for colour in of.colours),
        pieces=small_cards(k, of, elsewhere, words),
        acting=acting,
        you=of.you,
    )


def rounds_won(of: Standing, form: str) -> str:
    """Rounds won out of those to win; on a phone three players' names need the room, so just the rounds won."""
    return str(of.points) if form == "phone" and of.players == 3 else f"{of.points}/{of.rounds}"


def facts(seat: int, of: Standing, words: Words) -> tuple[str, ...]:
    """The cards in a player's pile; with three players, of their colour and of the neutral one."""
    if of.players != 3:
        return (words.count("{n} card", "{n} cards", of.left),)
    return (f"{of.left - of.neutral} {GLYPHS[COLOURS[seat]]}", f"{of.neutral} {GLYPHS['yellow']}")


def small_cards(seat: int, of: Standing, elsewhere: frozenset[int], words: Words) -> tuple[Piece, ...]:
    """What lies open before a player and nowhere else: the cards turned up, and with a star those set aside for rounds won."""
    up = [open_piece(card, of.players, words, "", f"player-{seat}") for card in of.up if card not in elsewhere]
    return (*up, *(trophy(card, of.players, words) for card in of.aside if card not in elsewhere))


@kept
def trophy(card: int, players: int, words: Words) -> Piece:
    name = words.say("{card}, set aside", card=card_words(card, players, words))
    return open_card(card, NAMES[card], name, mark=star(26, -26, 1.5))
