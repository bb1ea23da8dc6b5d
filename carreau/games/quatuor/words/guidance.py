"""The one sentence that says what can be done now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import acting_seat, acts
from carreau.core.state import is_resting
from carreau.core.words import Words

from .. import show
from ..constants import ACROSS, CELLS, FACES, SOLO, A, B, C
from ..rules.actions import PASS
from .sentences import last_pair

Names = Sequence[str]


def guidance(s: Any, seat: int, legal: list[int], words: Words, names: Names) -> str:
    if s.over:
        text: str = show.outcome(s, show.winners(s), words, names)["text"]
        return text
    if is_resting(s):
        return deal_won(s, words, names)
    if s.way == A:
        return guide_a(s, seat, legal, words, names)
    if s.way == B:
        return guide_b(s, seat, words, names)
    if s.way == C:
        return guide_c(s, seat, words)
    return guide_solo(s, seat, legal, words, names) if s.way == SOLO else guide_d(s, seat, words, names)


# A


def deal_won(s: Any, words: Words, names: Names) -> str:
    """Q6, Q8: between two deals."""
    left = min(s.left[: s.players])
    who = words.listed([name for name, held in zip(names, s.left) if held == left])
    if not left:
        return words.say("Deal {deal} goes to {who}: all cards are laid.", deal=s.deal, who=who)
    cards = words.count("{n} card", "{n} cards", left)
    return words.say("No new card for too long. Deal {deal} goes to {who}, with {cards} left.", deal=s.deal, who=who, cards=cards)


def guide_a(s: Any, seat: int, legal: list[int], words: Words, names: Names) -> str:
    if not acts(s, seat):
        return wait_a(s, words, names[acting_seat(s)])
    if not s.table:
        return words.say("Your turn: lay the first card.")
    if s.moved:
        return words.say("Now lay a card if you like, or pass.") if legal != [PASS] else words.say("Still nothing fits: pass.")
    if PASS not in legal:
        return words.say("Your turn: lay a card so that four objects in four colours meet.")
    if legal == [PASS]:
        return words.say("Nothing fits: pass.")
    if s.take_back:
        return words.say("Nothing fits: take a laid card into your hand, or pass.")
    return words.say("Nothing fits: move a laid card, or pass.")


def wait_a(s: Any, words: Words, name: str) -> str:
    if not s.table:
        return words.say("{name} lays the first card.", name=name)
    if s.moved:
        return words.say("{name} has moved a card and may lay one.", name=name)
    return words.say("{name} is choosing a card.", name=name)


# B


def guide_b(s: Any, seat: int, words: Words, names: Names) -> str:
    if s.stopped >= 0:
        return answer_b(s, seat, words, names)
    if seat < 0:
        text = words.say("Everybody is looking for a place for one of the two cards.")
    elif not s.inside >> seat & 1:
        text = words.say("You are out; the others go on.")
    elif s.none >> seat & 1:
        text = words.say("You see no place; you may still say stop.")
    else:
        text = words.say("Does one of the two cards fit? Say stop, or say you see none.")
    return f"{last_pair(s, words)} {text}" if s.told and s.aside_ply == s.since else text


def answer_b(s: Any, seat: int, words: Words, names: Names) -> str:
    if seat == s.stopped:
        return words.say("Stop! Lay one of the two cards where it fits.")
    return words.say("Stop! {name} is laying one of the two cards.", name=names[s.stopped])


# C


def guide_c(s: Any, seat: int, words: Words) -> str:
    if seat < 0:
        return words.say("Everybody lays at the same time.")
    if s.barred >> seat & 1:
        return words.say("That did not fit: wait a moment.")
    if s.none >> seat & 1:
        return words.say("You said none; you may still lay.")
    return words.say("Lay as fast as you can: one card, or two at once.")


# D


def guide_d(s: Any, seat: int, words: Words, names: Names) -> str:
    acting = acting_seat(s)
    yours, across = seat == acting, s.direction[acting] == ACROSS
    if yours and across:
        text = words.say("Your turn: lay to the left or right of a card.")
    elif yours:
        text = words.say("Your turn: lay above or below a card.")
    elif across:
        text = words.say("{name} lays to the left or right of a card.", name=names[acting])
    else:
        text = words.say("{name} lays above or below a card.", name=names[acting])
    return f"{lost(s, words)} {text}" if s.failures else text


def lost(s: Any, words: Words) -> str:
    """Q18, Q19: why the directions, or the turns, are not what they were."""
    if s.failures % 2:
        return words.say("Turn lost: directions swapped.")
    return words.say("Neither could lay in that direction.")


# alone


def guide_solo(s: Any, seat: int, legal: list[int], words: Words, names: Names) -> str:
    if seat < 0:
        return words.say("{name} is forming a 3×3 square.", name=names[0])
    if not s.table:
        return words.say("Form a 3×3 square: lay the first card.")
    if legal[0] < CELLS * FACES:
        return words.say("Form a 3×3 square: lay a card, or tap a laid one to take it back.")
    return words.say("Nothing fits: tap a laid card to take it back.")
