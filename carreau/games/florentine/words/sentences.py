"""Dominos florentins in words: cards and actions, and the table told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from carreau.core.words import Words, message

from .. import show
from ..rules.cards import BLACK, CARDS, DECK, LETTERS, LOOKS
from ..rules.grid import ASIDE, CELLS, CROSS, SIDES
from ..show import DRAWING, OPEN, SIDE_LETTERS, Room, cell_name, counted, nearly

ARMS = CROSS.bit_count()
COLOURS = (message("red"), message("blue"), message("green"), message("ochre"))
WITH_GEM = (message("red with jade"), message("blue with amber"), message("green with ruby"), message("ochre with lapis lazuli"))
SIDE_NAMES = (message("north"), message("east"), message("south"), message("west"))


# cards and actions


@cache
def card_words(look: str, words: Words) -> str:
    """A card's triangles, clockwise from the north."""
    return ", ".join(words.say((WITH_GEM if letter.isupper() else COLOURS)[LETTERS.index(letter.lower())]) for letter in look)


def triangle_words(triangle: int, words: Words) -> str:
    side = words.say(SIDE_NAMES[triangle % SIDES])
    return words.say("{cell} {side}", cell=cell_name(triangle // SIDES), side=side)


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    rest, cell = divmod(action, CELLS + 1)
    return action_words(*divmod(rest, SIDES), cell, words)


def action_words(card: int, turned: int, cell: int, words: Words) -> str:
    if card == BLACK and cell == ASIDE:
        return words.say("decline")
    if card == BLACK:
        return words.say("put your black card at {place}", place=triangle_words(cell * SIDES + turned, words))
    if cell == ASIDE:
        return words.say("put {card} with the open cards", card=card_words(DECK[card], words))
    return words.say("lay {card} on {cell}", card=card_words(LOOKS[card][turned], words), cell=cell_name(cell))


def action_taps(card: int, turned: int, cell: int) -> tuple[str, ...]:
    if card == BLACK:
        return ("decline",) if cell == ASIDE else ("black", edge_tap(cell * SIDES + turned))
    if cell == ASIDE:
        return (DECK[card], "aside")
    return (DECK[card], cell_name(cell), *([f"turn-{turned}"] if turned else []))


def edge_tap(triangle: int) -> str:
    return f"{cell_name(triangle // SIDES)}-{SIDE_LETTERS[triangle % SIDES]}"


# the table told


def told(s: Any, seat: int, rooms: list[Room], words: Words, names: Sequence[str]) -> tuple[str, ...]:
    lines = [phase_words(s, words), words.say("Cards are read clockwise from the north.")]
    if seat >= 0 and s.hand[seat]:
        lines.append(words.say("Your hand: {cards}.", cards=cards_words(int(s.hand[seat]), words)))
    if s.open:
        lines.append(words.say("Open cards: {cards}.", cards=cards_words(int(s.open), words)))
    lines += [place_words(cell, look, words) for cell, look in show.laid(s).items()]
    lines += [counted_words(room, words, names) for room in counted(rooms)]
    facing = show.facing_nothing(s)
    lines += [nearly_words(room, facing, words, names) for room in nearly(rooms)]
    return tuple(lines)


def phase_words(s: Any, words: Words) -> str:
    laid = int(s.filled)
    if s.phase == DRAWING:
        left = words.count("{n} card is left in the stack", "{n} cards are left in the stack", int(s.left))
        if show.phase(s) == "cross":
            return words.say("The cross has {n} of {all} cards; {left}.", n=(laid & CROSS).bit_count(), all=ARMS, left=left)
        return words.say("The square has {n} of {all} cards; {left}.", n=laid.bit_count(), all=CARDS, left=left)
    if s.phase == OPEN:
        return words.say("The stack is empty; the square has {n} of {all} cards.", n=laid.bit_count(), all=CARDS)
    return words.say("No card fits any more; the square has {n} of {all} cards.", n=laid.bit_count(), all=CARDS)


def cards_words(cards: int, words: Words) -> str:
    return "; ".join(card_words(name, words) for name in show.card_names(cards))


def place_words(cell: int, look: str, words: Words) -> str:
    return words.say("{card} on {cell}", card=card_words(look, words), cell=cell_name(cell))


def counted_words(room: Room, words: Words, names: Sequence[str]) -> str:
    return words.count(
        "{name}: a closed {colour} room with {n} gem, at {cells}.", "{name}: a closed {colour} room with {n} gems, at {cells}.",
        room.gems, **room_words(room, words, names),
    )  # fmt: skip


def nearly_words(room: Room, facing: set[int], words: Words, names: Sequence[str]) -> str:
    opening = next(triangle for triangle in room.triangles if triangle in facing)
    return words.count(
        "{name}: a {colour} room with {n} gem, at {cells}, is open only at {opening}.",
        "{name}: a {colour} room with {n} gems, at {cells}, is open only at {opening}.",
        room.gems, opening=triangle_words(opening, words), **room_words(room, words, names),
    )  # fmt: skip


def room_words(room: Room, words: Words, names: Sequence[str]) -> dict[str, str]:
    cells = dict.fromkeys(cell_name(triangle // SIDES) for triangle in room.triangles)
    return {"name": names[room.seat or 0], "colour": words.say(COLOURS[room.colour]), "cells": words.listed(list(cells))}
