"""Cards, lines and actions of M in words, and the table told: what lies there, and what is known of hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from carreau.core.bits import set_of
from carreau.core.kept import kept
from carreau.core.words import Words, message

from ..constants import CELLS, COLOURS, EMPTY, HAND, HIDDEN, NO_CARD, PASS, ROW, SIDE, SYMBOLS, TARGETS, VALUES
from ..rules.cards import ALL_FACES, CARD_OF_KIND, CARDS, FACES, KINDS, NO_SYMBOL, Face, whole
from ..rules.grid import GRID, LINES
from ..rules.layout import SCORING, lines_through, scores
from ..show import held_places, occupied, open_cards, others, pile_places

COLOURED = (
    message("blue {value}"), message("brown {value}"), message("red {value}"), message("green {value}"),
    message("yellow {value}"),
)  # fmt: skip
WITH_SYMBOL = (
    message("{card} with a cube"), message("{card} with a triangle"), message("{card} with a Möbius strip"),
    message("{card} with a fork"), message("{card} with stairs"),
)  # fmt: skip
ALL_LINES: list[int] = LINES.tolist()
COLOUR_WORDS = (message("blue"), message("brown"), message("red"), message("green"), message("yellow"))
SYMBOL_WORDS = (message("cube"), message("triangle"), message("Möbius strip"), message("fork"), message("stairs"))


@kept
def face_words(face: Face, words: Words) -> str:
    colour, tenth, symbol = face
    card = words.say(COLOURED[colour], value=10 * tenth)
    return card if symbol == NO_SYMBOL else words.say(WITH_SYMBOL[symbol], card=card)


def card_words(s: Any, card: int, words: Words) -> str:
    return kind_words(KINDS[s.deck][card], words)


def kind_words(kind: int, words: Words) -> str:
    return face_words(ALL_FACES[kind], words)


def line_words(line: int, words: Words) -> str:
    if line < SIDE:
        return words.say("row {row}", row=line + 1)
    return words.say("column {column}", column=GRID.letters[line - SIDE])


# actions


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    return action_words(action, kind_taken(s, action), lines_of(s, action), words)


def kind_taken(s: Any, action: int) -> int:
    """The kind of the card that an action takes from the table, or -1."""
    kind, cell = divmod(action, TARGETS)
    return int(KINDS[s.deck][s.table[cell]]) if kind == NO_CARD and cell < CELLS else -1


def lines_of(s: Any, action: int) -> tuple[int, ...]:
    """The lines that an action makes score, or chooses."""
    target = action % TARGETS
    return (lines_through(int(s.cell))[target - ROW],) if target > PASS else tuple(scored_lines(s, action))


@kept
def action_words(action: int, taken: int, lines: tuple[int, ...], words: Words) -> str:
    kind, target = divmod(action, TARGETS)
    line = words.listed([line_words(line, words) for line in lines])
    if target > PASS:
        return words.say("score {line}", line=line)
    if kind == NO_CARD and target == PASS:
        return words.say("pass")
    if kind == NO_CARD:
        return words.say("take the {card} from {cell}", card=kind_words(taken, words), cell=GRID.name(target))
    card = kind_words(kind, words)
    if target == PASS:
        return words.say("pass and swap the {card}", card=card)
    if lines:
        return words.say("lay the {card} on {cell} and score {line}", card=card, cell=GRID.name(target), line=line)
    return words.say("lay the {card} on {cell}", card=card, cell=GRID.name(target))


def scored_lines(s: Any, action: int) -> list[int]:
    """The row and the column that laying a card makes score."""
    kind, cell = divmod(action, TARGETS)
    card = CARD_OF_KIND[s.deck].get(kind)
    if card is None or cell >= CELLS:
        return []
    return [line for line in long_lines(int(s.laid), cell) if scores(s, card, cell, line)]


@kept
def long_lines(laid: int, cell: int) -> tuple[int, ...]:
    """The lines through a cell that have enough cards to score once it is filled: most have not, which is quick to tell."""
    full = laid | 1 << cell
    return tuple(line for line in lines_through(cell) if (full & ALL_LINES[line]).bit_count() >= SCORING)


# what hidden cards cannot be

Feature = tuple[int, int]  # colour, value or symbol, and which one


@cache
def cards_with(deck: int) -> dict[Feature, int]:
    """The set of cards that have a feature: colours first, then values, then symbols."""
    features = [(which, i) for which, count in enumerate((COLOURS, VALUES, SYMBOLS)) for i in range(count)]
    return {(which, i): set_of(n for n, face in enumerate(FACES[deck]) if face[which] == i) for which, i in features}


def unseen(s: Any) -> int:
    """The set of cards that lie face down for the seat whose view it is."""
    return (1 << CARDS) - 1 & ~cards_among(tuple(open_cards(s)), tuple(s.card))


@kept
def cards_among(*places: tuple[int, ...]) -> int:
    """The set of the cards in some places; what is no card is negative."""
    return set_of(card for cards in places for card in cards if card >= 0)


def lacking(s: Any, place: int, hidden: int) -> tuple[Feature, ...]:
    """The features that a hidden card cannot have, because its player had to pass."""
    never = whole(s.never_low[place], s.never_high[place])
    if s.card[place] != HIDDEN or not never:
        return ()
    cards = {feature: cards & hidden for feature, cards in cards_with(int(s.deck)).items()}
    return tuple(feature for feature, left in cards.items() if left and not left & ~never)


def features_words(features: tuple[Feature, ...], words: Words) -> str:
    """blue, 30, cube"""
    named = {0: COLOUR_WORDS, 2: SYMBOL_WORDS}
    return ", ".join(words.say(named[which][i]) if which in named else str(10 * i) for which, i in features)


# the table told


def told(s: Any, seat: int, words: Words, names: Sequence[str]) -> list[str]:
    """What a seat knows of cards that lie face down."""
    return [*told_of_pile(s, words), *told_of_hands(s, seat, words, names), *told_of_own(s, seat, words, names)]


def told_of_table(s: Any, words: Words) -> list[str]:
    rows, columns = occupied(s)
    kinds = KINDS[s.deck]
    lying = [[(cell, kinds[s.table[cell]]) for cell in row_of(row, columns) if s.table[cell] != EMPTY] for row in rows]
    return [row_words(row, tuple(cards), words) for row, cards in zip(rows, lying)]


@kept
def row_of(row: int, columns: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(GRID.at(row, column) for column in columns)


@kept
def row_words(row: int, kinds: tuple[tuple[int, int], ...], words: Words) -> str:
    """A row of the table: its cells, each with the kind of its card."""
    cards = ", ".join(f"{GRID.name(cell)} {kind_words(kind, words)}" for cell, kind in kinds)
    return words.say("Row {row}: {cards}.", row=row + 1, cards=cards)


def told_of_pile(s: Any, words: Words) -> list[str]:
    """Cards that the seat itself has put under the pile."""
    return [
        words.say("Card {n} from the top of the pile: {card}.", n=n, card=card_words(s, s.card[place], words))
        for n, place in enumerate(pile_places(s), 1)
        if s.card[place] >= 0
    ]


def told_of_hands(s: Any, seat: int, words: Words, names: Sequence[str]) -> list[str]:
    places = [place for place in range(s.players * HAND) if s.never_low[place] or s.never_high[place]]
    hidden = unseen(s) if places else 0
    found = Counter((place // HAND, lacking(s, place, hidden)) for place in places)
    return [
        words.count(
            "Ruled out for {n} card in {name}'s hand: {features}.", "Ruled out for {n} cards in {name}'s hand: {features}.", n,
            name=names[k], features=features_words(features, words),
        )
        for (k, features), n in found.items()
        if features and k != seat
    ]  # fmt: skip


def told_of_own(s: Any, seat: int, words: Words, names: Sequence[str]) -> list[str]:
    places = held_places(s, seat) if seat >= 0 else []
    return [known_to(s, place, words, names) for place in places if others(s, place)]


def known_to(s: Any, place: int, words: Words, names: Sequence[str]) -> str:
    card = card_words(s, int(s.card[place]), words)
    return words.say("{card}, known to {names}", card=card, names=words.listed([names[k] for k in others(s, place)]))
