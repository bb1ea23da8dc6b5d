"""Faïence in words: cards, actions, and the table told in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.kept import kept
from carreau.core.words import Words, message

from ..constants import CELLS, DROP, LAY, OUTSIDE, PLACES, REVEAL, SWAP, TAKE
from ..rules.cards import KIND, motif_and_value
from ..show import MOTIF_OF, PLACE_NAMES, VALUE_OF, Area, worth

KIND_OF = KIND.tolist()  # by card
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


def number(value: int) -> str:
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    return number(value) if value <= 0 else f"+{value}"


@kept
def card_words(card: int, words: Words) -> str:
    return words.say(CARDS[MOTIF_OF[card]], value=signed(VALUE_OF[card]))


def kind_words(kind: int, words: Words) -> str:
    motif, value = motif_and_value(kind)
    return words.say(CARDS[motif], value=signed(value))


def the_card(card: int, words: Words) -> str:
    return the_kind(KIND_OF[card], words)


@kept
def the_kind(kind: int, words: Words) -> str:
    motif, value = motif_and_value(kind)
    return words.say(THE_CARDS[motif], value=signed(value))


# actions


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    return action_words(action, met(s, seat, action), held(s, seat), words)


def met(s: Any, seat: int, action: int) -> int:
    """The card that lies where an action takes or lays one, or 0."""
    place = action % PLACES
    if place == TAKE:
        return int(s.discard[s.thrown - 1]) if s.thrown else 0
    if place == SWAP:
        return int(s.outside[seat][0])
    return int(s.cell[seat][place]) if place < CELLS else 0


def held(s: Any, seat: int) -> int:
    """How many cards a seat has in hand, as long as its cards have effects (F10 to F12); otherwise -1."""
    return int(s.held[seat]) if s.phase == LAY else -1


@kept
def action_words(action: int, met: int, held: int, words: Words) -> str:
    kind, place = divmod(action, PLACES)
    if place == TAKE:
        return words.say("take {card} from the discard", card=the_card(met, words) if met else "")
    if place == REVEAL:
        return words.say("turn up two cards from the draw pile")
    if place == DROP:
        return words.say("discard {card}", card=the_kind(kind, words))
    return lay_words(kind, place, met, held, words)


def lay_words(kind: int, place: int, met: int, held: int, words: Words) -> str:
    card, cell = the_kind(kind, words), PLACE_NAMES[place]
    if place == OUTSIDE:
        return words.say("lay {card} outside the square", card=card)
    if place == SWAP:
        return words.say("replace {old} outside the square with {card}", old=the_card(met, words), card=card)
    if met:
        return words.say("replace {old} on {cell} with {card}", old=the_card(met, words), cell=cell, card=card)
    laid = words.say("lay {card} on {cell}", card=card, cell=cell)
    effect = effect_words(kind, held, words) if held >= 0 else ""
    return f"{laid} ({effect})" if effect else laid


def effect_words(kind: int, held: int, words: Words) -> str:
    """What a card does that is laid beside (F10 to F12)."""
    _, value = motif_and_value(kind)
    if value > 0:
        return words.count("draw {n} card", "draw {n} cards", value)
    owed = min(-value, held)
    return words.count("then play {n} card from hand", "then play {n} cards from hand", owed) if owed else ""


def top_card(s: Any, words: Words) -> str:
    return the_card(s.discard[s.thrown - 1], words) if s.thrown else ""


# the table told


def cell_words(card: int, cell: int, words: Words) -> str:
    return words.say("{card} on {cell}", card=card_words(card, words), cell=PLACE_NAMES[cell])


def told(s: Any, areas: Sequence[Area], words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """The piles and the areas in sentences."""
    pile = words.count("The draw pile has {n} card.", "The draw pile has {n} cards.", s.left)
    discard = [words.say("On top of the discard: {card}.", card=top_card(s, words))] if s.thrown else []
    return pile, *discard, *(area_told(name, area, words) for name, area in zip(names, areas))


@kept
def area_told(name: str, area: Area, words: Words) -> str:
    cards = [cell_words(area.cells[cell], cell, words) for cell in area.laid]
    cards += [words.say("{card} outside the square", card=card_words(card, words)) for card in area.outside]
    if not cards:
        return words.say("{name}'s area is empty.", name=name)
    values, zones = worth(area)
    return words.say(
        "{name}'s area: {cards}. Values {values}, zones {zones}.",
        name=name, cards=", ".join(cards), values=signed(values), zones=zones,
    )  # fmt: skip
