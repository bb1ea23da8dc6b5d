"""What a move of Quatuor does where players take turns: for which cards it leaves places, and whether the next player can lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carreau.core.fact import Fact
from carreau.core.seats import acts, seat_after
from carreau.core.words import Words

from ..constants import CARDS, CELLS, FACES, SOLO, A, D
from ..rules.hidden import hidden_from
from ..rules.layout import fitting
from ..rules.way_d import fitting_in, joins

FEW, HARD = 2, 2.0  # places in which a card can be laid, and what it matters that there is one only
STUCK = 6.0  # that the next player has nothing to lay
OWN = 1.0  # a card of one's own that fits somewhere
HIDDEN = 0.3  # a card that the others may have and that does not


def facts(s: Any, seat: int, action: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    if after.way not in (A, D, SOLO) or not after.acting:
        return
    yield from lays(s, seat, action, words)
    yield from fits(s, seat, after, words)
    if after.way != SOLO:
        yield from hampers(s, seat, after, words, names)


def lays(s: Any, seat: int, action: int, words: Words) -> Iterator[Fact]:
    """How hard the card is to lay: others can wait."""
    place, face = divmod(action, FACES)
    card = face % CARDS
    if s.table and place < CELLS and int(s.hand[seat]) >> card & 1:
        number = places(s, seat, card)
        if number <= FEW:
            does = words.count(
                "It lays card {card}, which fits in {n} place only", "It lays card {card}, which fits in {n} places only", number,
                card=card,
            )  # fmt: skip
            yield Fact("hard", HARD / number, does)


def places(s: Any, seat: int, card: int) -> int:
    """In how many places a card can be laid; turned it counts again."""
    found = [int(s.open_fit[i]) for i in range(s.opened) if s.way != D or joins(s, s.open_cell[i], s.direction[seat])]
    return sum((faces >> card & 1) + (faces >> card + CARDS & 1) for faces in found)


def fits(s: Any, seat: int, after: Any, words: Words) -> Iterator[Fact]:
    """How many of the cards in hand could be laid now."""
    cards = int(after.hand[seat])
    number, all = (cards & fitting_for(s, seat, after)).bit_count(), cards.bit_count()
    if number:
        yield Fact("fits", OWN * number, fits_words(number, all, words))


def fits_words(number: int, all: int, words: Words) -> str:
    if all == 1:
        return words.say("It leaves a place for the last card in hand")
    if number == all:
        return words.say("It leaves places for all {n} cards in hand", n=all)
    return words.count("It leaves a place for {n} card in hand", "It leaves places for {n} cards in hand", number)


def fitting_for(s: Any, seat: int, after: Any) -> int:
    """The cards that fit somewhere; with two directions, in the one that the seat has had."""
    return int(fitting_in(after, s.direction[seat]) if s.way == D else fitting(after))


def hampers(s: Any, seat: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    """What is left for the next player, who holds some of the cards that are not seen."""
    following = seat_after(s, seat)
    if is_stuck(after, following):
        does = words.say("It leaves {name} nothing to lay", name=names[following])
        yield Fact("stuck", STUCK, does, against=following)
    hidden = int(hidden_from(after, seat))
    number, fitting = hidden.bit_count(), (hidden & fitting_for(s, following, after)).bit_count()
    if fitting * 3 <= number * 2:
        does = words.count(
            "It leaves a place for only {n} of the {cards} cards that are not seen",
            "It leaves places for only {n} of the {cards} cards that are not seen",
            fitting, cards=number,
        )  # fmt: skip
        yield Fact("hidden", HIDDEN * (number - fitting), does)


def is_stuck(after: Any, following: int) -> bool:
    """Whether the next player cannot lay; with two directions, that turn is lost already."""
    if after.way == D:
        return bool(after.failures)
    return acts(after, following) and not int(after.hand[following]) & int(fitting(after))
