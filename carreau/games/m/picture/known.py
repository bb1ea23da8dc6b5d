"""What a seat knows of cards that lie face down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from carreau.core.words import Words
from carreau.draw.svg import Markup, circle, group, path

from ..rules.cards import CARDS, COLOURS, FACES, LOW, SYMBOLS, VALUES
from ..rules.places import EMPTY, HAND, HIDDEN, PILE, RING
from ..show import open_cards, others
from ..words.sentences import COLOURS as COLOUR_WORDS
from ..words.sentences import SYMBOLS as SYMBOL_WORDS
from ..words.sentences import card_words

Feature = tuple[int, int]  # which feature, and which one of it


@cache
def cards_with(deck: int) -> dict[Feature, int]:
    """The set of cards that have a feature: colours first, then values, then symbols."""
    features = [(0, i) for i in range(COLOURS)] + [(1, i) for i in range(VALUES)] + [(2, i) for i in range(SYMBOLS)]
    return {(which, i): sum(1 << n for n, face in enumerate(FACES[deck]) if face[which] == i) for which, i in features}


def unseen(s: Any) -> int:
    """The set of cards that lie face down for whose view it is."""
    seen = open_cards(s) + [int(card) for card in s.card if card >= 0]
    return (1 << CARDS) - 1 & ~sum(1 << card for card in set(seen))


def lacking(s: Any, place: int, hidden: int) -> tuple[Feature, ...]:
    """The features that a hidden card cannot have, because its player had to pass."""
    never = int(s.never_low[place]) | int(s.never_high[place]) << LOW
    if s.card[place] != HIDDEN or not never:
        return ()
    cards = {feature: cards & hidden for feature, cards in cards_with(int(s.deck)).items()}
    return tuple(feature for feature, left in cards.items() if left and not left & ~never)


def features_words(features: tuple[Feature, ...], words: Words) -> str:
    """blue, 30, cube"""
    said = [words.say(COLOUR_WORDS[i]) for which, i in features if which == 0]
    said += [str(10 * i) for which, i in features if which == 1]
    return ", ".join(said + [words.say(SYMBOL_WORDS[i]) for which, i in features if which == 2])


@cache
def eye() -> Markup:
    """Upon a card of which someone knows more than its owner shows."""
    look = {"fill": "var(--card)", "stroke": "var(--card-ink)"}
    lids = path("M-13 0Q0 -15 13 0Q0 15 -13 0Z", stroke_width=3)
    return group(circle(0, 0, 19), lids, circle(0, 0, 4.5, fill="var(--card-ink)"), transform="translate(-29 29)", **look)


# in sentences


def told(s: Any, seat: int, words: Words, names: Sequence[str]) -> list[str]:
    return [*told_of_pile(s, words), *told_of_hands(s, seat, words, names), *told_of_own(s, seat, words, names)]


def told_of_pile(s: Any, words: Words) -> list[str]:
    """Cards that the seat itself has put under the pile."""
    places = [(depth, int(s.card[PILE + (int(s.top) + depth) % RING])) for depth in range(s.left)]
    return [
        words.say("In the pile, card {n} from the top: {card}", n=depth + 1, card=card_words(s, card, words))
        for depth, card in places
        if card >= 0
    ]


def told_of_hands(s: Any, seat: int, words: Words, names: Sequence[str]) -> list[str]:
    hidden = unseen(s)
    found: dict[tuple[int, tuple[Feature, ...]], int] = {}
    for place in range(s.players * HAND):
        features = lacking(s, place, hidden)
        if features:
            key = place // HAND, features
            found[key] = found.get(key, 0) + 1
    return [
        words.count(
            "{n} card of {name} is none of these: {features}", "{n} cards of {name} are none of these: {features}", n,
            name=names[k], features=features_words(features, words),
        )
        for (k, features), n in found.items()
        if k != seat
    ]  # fmt: skip


def told_of_own(s: Any, seat: int, words: Words, names: Sequence[str]) -> list[str]:
    if seat < 0:
        return []
    places = [place for place in range(seat * HAND, (seat + 1) * HAND) if s.card[place] != EMPTY and others(s, place)]
    return [known_to(s, place, words, names) for place in places]


def known_to(s: Any, place: int, words: Words, names: Sequence[str]) -> str:
    card = card_words(s, int(s.card[place]), words)
    return words.say("{card}, known to {names}", card=card, names=words.listed([names[k] for k in others(s, place)]))
