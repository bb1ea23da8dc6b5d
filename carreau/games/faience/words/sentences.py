"""Faïence in words: cards, actions, and the one sentence that says what can be done now."""

from __future__ import annotations

from typing import Any

from carreau.core.words import Words, message
from carreau.draw.scene import Choice

from ..rules.cards import KIND, LOWEST, VALUES, kind_name
from ..show import (
    DROP,
    OUTSIDE,
    PHASES,
    REVEAL,
    SOURCE_NAMES,
    SWAP,
    TAKE,
    cell_name,
    name_action,
    place_name,
)

PLACES = REVEAL + 1
KIND_OF = KIND.tolist()
CARDS = (
    message("star {value}"),
    message("leaf {value}"),
    message("wave {value}"),
    message("knot {value}"),
    message("fan {value}"),
    message("rose {value}"),
)
THE_CARDS = (
    message("the star {value}"),
    message("the leaf {value}"),
    message("the wave {value}"),
    message("the knot {value}"),
    message("the fan {value}"),
    message("the rose {value}"),
)


def signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def kind_words(kind: int, words: Words) -> str:
    return words.say(CARDS[kind // VALUES], value=signed(kind % VALUES + LOWEST))


def the_kind(kind: int, words: Words) -> str:
    return words.say(THE_CARDS[kind // VALUES], value=signed(kind % VALUES + LOWEST))


def card_words(card: int, words: Words) -> str:
    return kind_words(KIND_OF[card], words)


def the_card(card: int, words: Words) -> str:
    return the_kind(KIND_OF[card], words)


# actions


def choice(s: Any, seat: int, action: int, words: Words) -> Choice:
    return Choice(name_action(action), say_action(s, seat, action, words), taps(*divmod(action, PLACES)))


def taps(kind: int, place: int) -> tuple[str, ...]:
    if place in SOURCE_NAMES:
        return (SOURCE_NAMES[place],)
    return kind_name(kind), "discard" if place == DROP else place_name(place)


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    kind, place = divmod(action, PLACES)
    if place == TAKE:
        return words.say("take {card} from the discard", card=top_card(s, words))
    if place == REVEAL:
        return words.say("turn up two cards of the draw pile")
    if place == DROP:
        return words.say("discard {card}", card=the_kind(kind, words))
    return lay_words(s, seat, kind, place, words)


def lay_words(s: Any, seat: int, kind: int, place: int, words: Words) -> str:
    card, cell = the_kind(kind, words), place_name(place)
    if place == OUTSIDE:
        return words.say("lay {card} outside the square", card=card)
    if place == SWAP:
        return words.say("replace {old} outside by {card}", old=the_card(s.outside[seat][0], words), card=card)
    if s.cell[seat][place]:
        return words.say("replace {old} on {cell} by {card}", old=the_card(s.cell[seat][place], words), cell=cell, card=card)
    laid = words.say("lay {card} on {cell}", card=card, cell=cell)
    effect = effect_words(s, seat, kind, words) if PHASES[s.phase] == "lay" else ""
    return f"{laid} ({effect})" if effect else laid


def effect_words(s: Any, seat: int, kind: int, words: Words) -> str:
    """What a card does that is laid beside (F10 to F12)."""
    value = kind % VALUES + LOWEST
    if value > 0:
        return words.count("draw {n} card", "draw {n} cards", value)
    owed = min(-value, int(s.held[seat]))
    return words.count("then play {n} card from hand", "then play {n} cards from hand", owed) if owed else ""


def top_card(s: Any, words: Words) -> str:
    return the_card(s.discard[s.thrown - 1], words) if s.thrown else ""


def cell_words(card: int, cell: int, words: Words) -> str:
    return words.say("{card} on {cell}", card=card_words(card, words), cell=cell_name(cell))
