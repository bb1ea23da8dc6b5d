"""Punto in words: cards, places and players, and the whole table for those who listen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from carreau.core.kept import kept
from carreau.core.places import cards_at
from carreau.core.seats import acting_seat, seat_before
from carreau.core.words import Words, message

from ..constants import ASIDE, BY_LINE, PLACES
from ..rules.cards import COLOUR, FIRST_NEUTRAL, VALUE
from ..rules.layout import GRID, LEFT_OVER, Stacks, top_of
from ..rules.lines import own_colours
from ..rules.score import is_settled
from ..show import held, won

CARDS = (message("red {value}"), message("blue {value}"), message("green {value}"), message("yellow {value}"))
NEUTRAL = message("neutral yellow {value}")
NO_BREAK = "\u00a0"
COLOURS = (message("red"), message("blue"), message("green"), message("yellow"))


@kept
def card_words(card: int, players: int, words: Words) -> str:
    name = NEUTRAL if players == 3 and card >= FIRST_NEUTRAL else CARDS[COLOUR[card]]
    return words.say(name, value=int(VALUE[card])).replace(" ", NO_BREAK)


def kind_words(kind: int, words: Words) -> str:
    return words.say(CARDS[COLOUR[2 * kind]], value=int(VALUE[2 * kind]))


def all_words(cards: Sequence[int], players: int, words: Words) -> str:
    return words.listed([card_words(card, players, words) for card in cards])


@kept
def stack_words(cards: tuple[int, ...], players: int, words: Words) -> str:
    """A visible card, and what it covers from the top down."""
    name = card_words(cards[0], players, words)
    return words.say("{card} over {covered}", card=name, covered=all_words(cards[1:], players, words)) if cards[1:] else name


def place_words(cell: int, cards: tuple[int, ...], players: int, words: Words) -> str:
    return words.say("{card} on {cell}", card=stack_words(cards, players, words), cell=GRID.name(cell))


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    """What playing an action means."""
    return action_words(action, beneath(s, action), int(s.players), words)


def beneath(s: Any, action: int) -> int:
    """The card that an action covers, or -1."""
    cell = action % PLACES
    return -1 if cell == ASIDE else top_of(s, cell)


def action_words(action: int, beneath: int, players: int, words: Words) -> str:
    kind, cell = divmod(action, PLACES)
    what = card_words(2 * kind, players, words)  # either of the two that are alike
    if cell == ASIDE:
        return words.say("Set the {card} aside", card=what)
    where = GRID.name(cell)
    if beneath < 0:
        return words.say("Lay the {card} on {cell}", card=what, cell=where)
    covered = card_words(beneath, players, words)
    return words.say("Lay the {card} on {cell}, over the {beneath}", card=what, cell=where, beneath=covered)


# players


class Standing(NamedTuple):
    """All that is told of a player."""

    name: str
    partner: str  # in a team; empty without one
    you: bool
    colours: tuple[int, ...]
    points: int  # rounds won
    rounds: int  # to win
    left: int  # cards in the pile
    neutral: int  # of those; everybody can tell, with three players (P22)
    up: tuple[int, ...]  # cards turned up
    aside: tuple[int, ...]  # cards set aside
    players: int


def standing(s: Any, seat: int, you: bool, names: Sequence[str]) -> Standing:
    return Standing(
        name=names[seat],
        partner=names[(seat + 2) % 4] if s.teams else "",
        you=you,
        colours=own_colours(s, seat),
        points=s.points[seat],
        rounds=s.rounds,
        left=s.left[seat],
        neutral=sum(left[seat] for left in s.share) if s.players == 3 else 0,
        up=tuple(held(s, seat)),
        aside=tuple(won(s, seat)) if s.points[seat] else (),
        players=s.players,
    )


def player_words(of: Standing, words: Words) -> str:
    """Everything about a player in one sentence."""
    facts = [
        words.listed([words.say(COLOURS[colour]) for colour in of.colours]),
        words.count("{points} of {n} round won", "{points} of {n} rounds won", of.rounds, points=of.points),
    ]
    if of.partner:
        facts.insert(0, words.say("in a team with {name}", name=of.partner))
    if of.aside:
        facts.append(words.say("set aside: {cards}", cards=all_words(of.aside, of.players, words)))
    facts.append(words.say("in the pile: {cards}", cards=pile_words(of, words)))
    if of.up:
        facts.append(words.say("face up: {cards}", cards=all_words(of.up, of.players, words)))
    who = words.say("{name} (you)", name=of.name) if of.you else of.name
    return words.say("{name}: {facts}.", name=who, facts=words.chained(facts))


def pile_words(of: Standing, words: Words) -> str:
    """How many cards a pile has, and how many of them everybody knows to be neutral (P22)."""
    number = words.count("{n} card", "{n} cards", of.left)
    if of.players != 3:
        return number
    return words.say("{number} (neutral: {neutral})", number=number, neutral=of.neutral)


# the table


def told(s: Any, rows: Iterable[str], words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """The table row by row, what was laid last, and what else matters."""
    sentences = [*rows, size_told(s, words), *last_told(s, words, names)]
    if s.players == 3:
        sentences.append(words.say("Yellow is neutral: it covers and gets in the way, but makes no line and no series."))
    gone = cards_at(s.where, LEFT_OVER)
    if gone:
        sentences.append(words.say("Out of the game: {cards}.", cards=all_words(gone, s.players, words)))
    return tuple(sentences)


def size_told(s: Any, words: Words) -> str:
    if not s.count:
        return words.say("The table is empty.")
    wide, high = s.east - s.west + 1, s.south - s.north + 1
    return words.say("The layout is {width} wide and {height} high; 6 by 6 is the limit.", width=wide, height=high)


def row_words(row: int, stacks: Stacks, players: int, words: Words) -> str:
    cards = [f"{GRID.name(cell)} {stack_words(cards, players, words)}" for cell, cards in stacks]
    return words.say("Row {row}: {cards}.", row=row + 1, cards=words.chained(cards))


def last_told(s: Any, words: Words, names: Sequence[str]) -> list[str]:
    """Who laid the last card, and who cannot lay if that ended the round."""
    if not s.last:
        return []
    cell, ended, by_line = int(s.last) - 1, is_settled(s), s.ended == BY_LINE
    seat = int(s.ender) if ended else acting_seat(s)
    name = names[seat if ended and by_line else seat_before(s, seat)]
    card = card_words(top_of(s, cell), s.players, words)
    sentences = [words.say("{name} laid the last card: {card} on {cell}.", name=name, card=card, cell=GRID.name(cell))]
    if ended and not by_line:
        sentences.append(words.say("{name} cannot lay: the round is over.", name=names[seat]))
    return sentences
