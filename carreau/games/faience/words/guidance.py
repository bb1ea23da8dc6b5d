"""The one sentence that says what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import acting_seat, leaders
from carreau.core.state import is_resting
from carreau.core.words import Words

from ..constants import CELLS, CHOOSE, DROP_DOWN, LAY, OUTSIDE, PLACES, SWAP
from ..show import outcome
from .sentences import KIND_OF, effect_words, signed, the_card, the_kind, top_card


def guidance(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str]) -> str:
    if s.over:
        told: str = outcome(s, leaders(s), words, names)["text"]
        return told
    if is_resting(s):
        return scored(s, s.begun, words, names)
    before = scored(s, s.begun - 1, words, names) if s.ended and s.scored == s.ply else ""
    if s.closing and s.last_lap and (s.phase == CHOOSE or not legal):
        before = words.say("Last lap.")
    now = your_turn(s, seat, legal, words) if legal else their_turn(s, words, names)
    return f"{before} {now}".strip()


def scored(s: Any, number: int, words: Words, names: Sequence[str]) -> str:
    """The round that has just ended."""
    points = [s.values[k] + s.zones[k] for k in range(s.players)]
    best = words.listed([names[k] for k in range(s.players) if points[k] == max(points)])
    return words.say("Round {round} goes to {names} ({points}).", round=number, names=best, points=signed(max(points)))


def your_turn(s: Any, seat: int, legal: list[int], words: Words) -> str:
    if s.phase == CHOOSE:
        return words.say("Your turn: take {card} or turn up two cards.", card=top_card(s, words))
    if s.phase == DROP_DOWN:
        return words.count("Discard {n} card: keep five in hand.", "Discard {n} cards: keep five in hand.", s.owed)
    if s.phase == LAY and s.up[1]:
        one, other = (the_card(card, words) for card in s.up)
        return words.say("Lay {one} or {other}; the other is discarded.", one=one, other=other)
    return lay_one(s, seat, legal, words) if s.phase == LAY else owe(s, seat, legal, words)


def can_replace(s: Any, seat: int, legal: list[int]) -> bool:
    places = [action % PLACES for action in legal]
    return any(place == SWAP or (place < CELLS and s.cell[seat][place]) for place in places)


def lay_one(s: Any, seat: int, legal: list[int], words: Words) -> str:
    """The card taken: where it may go, and what it does."""
    kind = KIND_OF[s.up[0]]
    card, effect = the_kind(kind, words), effect_words(kind, s.held[seat], words)
    laid = words.say("Lay {card} beside yours" if s.laid[seat] else "Lay {card}, your first card", card=card)
    sentence = f"{laid} ({effect})" if effect else laid
    if can_replace(s, seat, legal):
        return words.say("{sentence} or replace one of its motif or value.", sentence=sentence)
    return f"{sentence}."


def owe(s: Any, seat: int, legal: list[int], words: Words) -> str:
    owed = words.count("Play {n} card from your hand:", "Play {n} cards from your hand:", s.owed)
    outside = any(action % PLACES == OUTSIDE for action in legal)
    where = words.say("outside the square" if outside else "beside yours")
    if can_replace(s, seat, legal):
        return words.say("{owed} {where}, or replace one of the same motif or value.", owed=owed, where=where)
    return f"{owed} {where}."


def their_turn(s: Any, words: Words, names: Sequence[str]) -> str:
    name = names[acting_seat(s)]
    if s.phase == CHOOSE:
        return words.say("{name} chooses between {card} and two new cards.", name=name, card=top_card(s, words))
    if s.phase == LAY:
        one, *other = [the_card(card, words) for card in s.up if card]
        if other:
            return words.say("{name} chooses between {one} and {other}.", name=name, one=one, other=other[0])
        return words.say("{name} is laying {card}.", name=name, card=one)
    if s.phase == DROP_DOWN:
        return words.count("{name} discards {n} card.", "{name} discards {n} cards.", s.owed, name=name)
    return words.count("{name} plays {n} card from hand.", "{name} plays {n} cards from hand.", s.owed, name=name)
