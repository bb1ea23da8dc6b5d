"""What players of M hold and have taken, colour by colour, and how it counts (M21)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from carreau.core.kept import kept
from carreau.core.seats import acting_seat, seat_before
from carreau.core.words import Words
from carreau.draw import hold
from carreau.draw.hold import open_card
from carreau.draw.scene import Piece, Player
from carreau.draw.svg import Markup, circle, group, path

from ..constants import COLOURS, HAND, HIDDEN
from ..rules import LAY
from ..rules.cards import COLOUR, COLOUR_NAMES, TENTH
from ..show import card_name, held_places, others, taken_cards
from ..words.sentences import COLOUR_WORDS, card_words, features_words, known_to, lacking, unseen

COUNTED = 2  # colours that count for a player


def players(s: Any, seat: int, words: Words, names: Sequence[str], form: str) -> list[Player]:
    hidden, found = unseen(s), []
    for k in range(s.players):
        hand = held(s, k, hidden, words, names) if k != seat else []
        shown = () if form == "phone" else (*hand, *taken(s, k, words))
        told = spoken(names[k], s.points[k], s.tokens[k], len(held_places(s, k)), colour_points(s, k), words)
        found.append(hold.player(s, k, seat, names, signed(s.points[k]), told, counts=counts(s, k), pieces=shown))
    return found


# scores


def colour_points(s: Any, seat: int) -> tuple[int, ...]:
    """The points of each colour: those of the best two count for the player, all others against."""
    return counted(taken_cards(s, seat))


@kept
def counted(cards: tuple[int, ...]) -> tuple[int, ...]:
    sums = [0] * COLOURS
    for card in cards:
        sums[COLOUR[card]] += 10 * int(TENTH[card])
    best = sorted(range(COLOURS), key=lambda colour: -sums[colour])[:COUNTED]
    return tuple(sums[colour] if colour in best else -sums[colour] for colour in range(COLOURS))


def signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def counts(s: Any, seat: int) -> tuple[tuple[str, str], ...]:
    """The tokens, and every colour that counts for or against."""
    points = zip(COLOUR_NAMES, colour_points(s, seat))
    return (("token", str(s.tokens[seat])), *((colour, signed(value)) for colour, value in points if value))


@kept
def spoken(name: str, points: int, tokens: int, cards: int, colours: tuple[int, ...], words: Words) -> str:
    parts = [
        words.count("{n} point", "{n} points", points),
        words.count("{n} token", "{n} tokens", tokens),
        words.count("{n} card in hand", "{n} cards in hand", cards),
    ]
    for colour, sum_of in zip(COLOUR_WORDS, colours):
        if sum_of:
            parts.append(words.say("{colour} counts {points}", colour=words.say(colour), points=signed(sum_of)))
    return words.say("{name}: {facts}.", name=name, facts=", ".join(parts))


# cards


def hand(s: Any, seat: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """Your own hand; the card drawn last comes from the pile."""
    drew = s.phase == LAY and not s.over and seat_before(s, acting_seat(s)) == seat
    return [own_card(s, place, drew and place % HAND == s.slot, words, names) for place in held_places(s, seat)]


def own_card(s: Any, place: int, new: bool, words: Words, names: Sequence[str]) -> Piece:
    card, seen = s.card[place], bool(others(s, place))
    name = card_name(s, card)
    told = known_to(s, place, words, names) if seen else card_words(s, card, words)
    return open_piece(card, name, told, name, "pile" if new else "", seen)


@kept
def open_piece(card: int, face: str, name: str, tap: str = "", origin: str = "", seen: bool = False) -> Piece:
    return open_card(card, face, name, tap=tap, origin=origin, mark=eye(seen))


def held(s: Any, k: int, hidden: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """Another player's hand: backs, except for cards that the seat knows."""
    return [held_card(s, place, hidden, words, names[k]) for place in held_places(s, k)]


def held_card(s: Any, place: int, hidden: int, words: Words, name: str) -> Piece:
    card = s.card[place]
    if card != HIDDEN:
        told = words.say("{card}, held by {name}", card=card_words(s, card, words), name=name)
        return open_piece(card, card_name(s, card), told, seen=True)
    features = lacking(s, place, hidden)
    told = words.say("{name}'s hidden card", name=name)
    if features:
        told = words.say("{card} (ruled out: {features})", card=told, features=features_words(features, words))
    return closed_piece(place, told, bool(features))


@kept
def closed_piece(place: int, name: str, seen: bool) -> Piece:
    return Piece(f"hand{place // HAND}-{place % HAND}", "back", name, mark=eye(seen))


def taken(s: Any, k: int, words: Words) -> list[Piece]:
    return [open_piece(card, card_name(s, card), card_words(s, card, words)) for card in taken_cards(s, k)]


@cache
def eye(seen: bool = True) -> Markup:
    """A mark on a card that someone knows more about than its owner shows; nothing on others."""
    look = {"fill": "var(--card)", "stroke": "var(--card-ink)"}
    lids = path("M-13 0Q0 -15 13 0Q0 15 -13 0Z", stroke_width=3)
    parts = circle(0, 0, 19), lids, circle(0, 0, 4.5, fill="var(--card-ink)")
    return group(*parts, transform="translate(-29 29)", **look) if seen else Markup("")
