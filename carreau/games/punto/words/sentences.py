"""Punto in words: cards, places and players, and the whole table for those who listen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.places import cards_at
from carreau.core.seats import acting_seat, seat_before
from carreau.core.words import Words, message

from ..constants import ASIDE, BY_LINE, PLACES, SIDE
from ..rules.cards import COLOUR, FIRST_NEUTRAL, VALUE
from ..rules.layout import GRID, LEFT_OVER, spot_of, stack, tops
from ..rules.lines import own_colours
from ..rules.score import is_settled
from ..show import held, won

CARDS = (message("red {value}"), message("blue {value}"), message("green {value}"), message("yellow {value}"))
NEUTRAL = message("neutral yellow {value}")
NO_BREAK = "\u00a0"
COLOURS = (message("red"), message("blue"), message("green"), message("yellow"))


def card_words(s: Any, card: int, words: Words) -> str:
    name = NEUTRAL if s.players == 3 and card >= FIRST_NEUTRAL else CARDS[COLOUR[card]]
    return words.say(name, value=int(VALUE[card])).replace(" ", NO_BREAK)


def all_words(s: Any, cards: Sequence[int], words: Words) -> str:
    return words.listed([card_words(s, card, words) for card in cards])


def stack_words(s: Any, card: int, words: Words) -> str:
    """A visible card, and what it covers from the top down."""
    name, covered = card_words(s, card, words), stack(s, card)[1:]
    return words.say("{card} over {covered}", card=name, covered=all_words(s, covered, words)) if covered else name


def place_words(s: Any, cell: int, card: int, words: Words) -> str:
    return words.say("{card} on {cell}", card=stack_words(s, card, words), cell=GRID.name(cell))


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    """What playing an action means."""
    kind, cell = divmod(action, PLACES)
    what = card_words(s, 2 * kind, words)  # either of the two that are alike
    if cell == ASIDE:
        return words.say("Set the {card} aside", card=what)
    where, beneath = GRID.name(cell), int(s.top[spot_of(cell)]) - 1
    if beneath < 0:
        return words.say("Lay the {card} on {cell}", card=what, cell=where)
    return words.say("Lay the {card} on {cell}, over the {beneath}", card=what, cell=where, beneath=card_words(s, beneath, words))


# players


def pile_words(s: Any, seat: int, words: Words) -> str:
    """How many cards a pile has, and how many of them everybody knows to be neutral (P22)."""
    number = words.count("{n} card", "{n} cards", int(s.left[seat]))
    if s.players != 3:
        return number
    return words.say("{number} (neutral: {neutral})", number=number, neutral=neutral_left(s, seat))


def neutral_left(s: Any, seat: int) -> int:
    """How many neutral cards are still in a pile: everybody can tell, with three players."""
    return sum(int(left[seat]) for left in s.share)


def player_words(s: Any, seat: int, you: bool, words: Words, names: Sequence[str]) -> str:
    """Everything about a player in one sentence."""
    facts = [
        words.listed([words.say(COLOURS[colour]) for colour in own_colours(s, seat)]),
        words.count("{points} of {n} round won", "{points} of {n} rounds won", int(s.rounds), points=int(s.points[seat])),
    ]
    if s.teams:
        facts.insert(0, words.say("in a team with {name}", name=names[(seat + 2) % 4]))
    if won(s, seat):
        facts.append(words.say("set aside: {cards}", cards=all_words(s, won(s, seat), words)))
    facts.append(words.say("in the pile: {cards}", cards=pile_words(s, seat, words)))
    if held(s, seat):
        facts.append(words.say("face up: {cards}", cards=all_words(s, held(s, seat), words)))
    who = words.say("{name} (you)", name=names[seat]) if you else names[seat]
    return words.say("{name}: {facts}.", name=who, facts=words.chained(facts))


# the table


def told(s: Any, words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """The table row by row, what was laid last, and what else matters."""
    sentences = [*rows_told(s, words), *last_told(s, words, names)]
    if s.players == 3:
        sentences.append(words.say("Yellow is neutral: it covers and gets in the way, but makes no line and no series."))
    gone = cards_at(s.where, LEFT_OVER)
    if gone:
        sentences.append(words.say("Out of the game: {cards}.", cards=all_words(s, gone, words)))
    return tuple(sentences)


def rows_told(s: Any, words: Words) -> list[str]:
    if not s.count:
        return [words.say("The table is empty.")]
    rows: dict[int, list[str]] = {}
    for cell, card in tops(s).items():
        rows.setdefault(cell // SIDE + 1, []).append(f"{GRID.name(cell)} {stack_words(s, card, words)}")
    size = words.say(
        "The layout is {width} wide and {height} high; 6 by 6 is the limit.",
        width=int(s.east - s.west + 1),
        height=int(s.south - s.north + 1),
    )
    return [*(words.say("Row {row}: {cards}.", row=row, cards=words.chained(cards)) for row, cards in rows.items()), size]


def last_told(s: Any, words: Words, names: Sequence[str]) -> list[str]:
    """Who laid the last card, and who cannot lay if that ended the round."""
    if not s.last:
        return []
    cell, ended, by_line = int(s.last) - 1, is_settled(s), s.ended == BY_LINE
    seat = int(s.ender) if ended else acting_seat(s)
    name = names[seat if ended and by_line else seat_before(s, seat)]
    card = card_words(s, tops(s)[cell], words)
    sentences = [words.say("{name} laid the last card: {card} on {cell}.", name=name, card=card, cell=GRID.name(cell))]
    if ended and not by_line:
        sentences.append(words.say("{name} cannot lay: the round is over.", name=names[seat]))
    return sentences
