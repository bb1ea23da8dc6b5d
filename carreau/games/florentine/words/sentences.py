"""Dominos florentins in words: cards and actions, and the table told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.kept import kept
from carreau.core.words import Words, message

from ..constants import ASIDE, BLACK, CARDS, DRAWING, OPEN, SIDES
from ..rules import parts_of
from ..rules.cards import DECK, LETTERS, LOOKS
from ..rules.grid import CROSS, GRID
from ..show import Room, card_names, counting, laid, phase

COLOUR_NAMES = (message("red"), message("blue"), message("green"), message("ochre"))
WITH_GEM = (message("red with jade"), message("blue with amber"), message("green with ruby"), message("ochre with lapis lazuli"))
OUTSIDE = (message("north of {cell}"), message("east of {cell}"), message("south of {cell}"), message("west of {cell}"))


# cards and actions


@kept
def card_words(look: str, words: Words) -> str:
    """A card's triangles, clockwise from the north."""
    names = [(WITH_GEM if letter.isupper() else COLOUR_NAMES)[LETTERS.index(letter.lower())] for letter in look]
    return ", ".join(map(words.say, names))


@kept
def triangle_words(triangle: int, words: Words) -> str:
    cell, side = divmod(triangle, SIDES)
    return words.say(OUTSIDE[side], cell=GRID.name(cell))


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    return action_words(action, words)


@kept
def action_words(action: int, words: Words) -> str:
    card, turned, cell = parts_of(action)
    if card == BLACK and cell == ASIDE:
        return words.say("decline")
    if card == BLACK:
        return words.say("put your black card {place}", place=triangle_words(cell * SIDES + turned, words))
    if cell == ASIDE:
        return words.say("put the card {card} with the open cards", card=card_words(DECK[card], words))
    return words.say("lay the card {card} on {cell}", card=card_words(LOOKS[card][turned], words), cell=GRID.name(cell))


# the table told


def told(s: Any, seat: int, rooms: Sequence[Room], words: Words, names: Sequence[str]) -> tuple[str, ...]:
    lines = [phase_words(s, words), words.say("Cards are read clockwise from the north.")]
    if seat >= 0 and s.hand[seat]:
        lines.append(words.say("Your hand: {cards}.", cards=cards_words(s.hand[seat], words)))
    if s.open:
        lines.append(words.say("Open cards: {cards}.", cards=cards_words(s.open, words)))
    lines += [place_words(cell, look, words) for cell, look in laid(s).items()]
    lines += [room_words(room, names[room.seat or 0], words) for room in counting(rooms) + counting(rooms, openings=1)]
    return tuple(lines)


def phase_words(s: Any, words: Words) -> str:
    laid = s.filled.bit_count()
    if s.phase == DRAWING:
        left = words.count("{n} card is left in the stack", "{n} cards are left in the stack", s.left)
        if phase(s) == "cross":
            return words.say("The cross has {n} of its {all} cards; {left}.", n=laid, all=CROSS.bit_count(), left=left)
        return words.say("The square has {n} of the {all} cards; {left}.", n=laid, all=CARDS, left=left)
    if s.phase == OPEN:
        return words.say("The stack is empty; the square has {n} of the {all} cards.", n=laid, all=CARDS)
    return words.say("No more cards fit; the square has {n} of the {all} cards.", n=laid, all=CARDS)


@kept
def cards_words(cards: int, words: Words) -> str:
    return words.chained([card_words(name, words) for name in card_names(cards)])


@kept
def place_words(cell: int, look: str, words: Words) -> str:
    return words.say("{card} on {cell}", card=card_words(look, words), cell=GRID.name(cell))


@kept
def room_words(room: Room, name: str, words: Words) -> str:
    """A closed room, or one that is a single opening short."""
    cells = words.listed(list(dict.fromkeys(GRID.name(triangle // SIDES) for triangle in room.triangles)))
    told = {"name": name, "colour": words.say(COLOUR_NAMES[room.colour]), "cells": cells}
    if not room.openings:
        return words.count(
            "{name}: a closed room in {colour} with {n} gem, at {cells}.",
            "{name}: a closed room in {colour} with {n} gems, at {cells}.",
            room.gems, **told,
        )  # fmt: skip
    return words.count(
        "{name}: a room in {colour} with {n} gem, at {cells}, is only open {opening}.",
        "{name}: a room in {colour} with {n} gems, at {cells}, is only open {opening}.",
        room.gems, opening=triangle_words(room.openings[0], words), **told,
    )  # fmt: skip
