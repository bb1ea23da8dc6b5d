"""Quatuor in words: cards, cells, and the table in sentences."""

from __future__ import annotations

from typing import Any

from carreau.core.words import Words, message

from .. import show
from ..constants import ACROSS, SOLO, B
from ..picture.choices import say_action  # noqa: F401
from ..rules.cards import CARDS, Mark, cards_in, face_of

MARKS = (  # objects by colours: languages in which colours agree with objects need each of them
    (message("red kite"), message("blue kite"), message("green kite"), message("yellow kite")),
    (message("red boat"), message("blue boat"), message("green boat"), message("yellow boat")),
    (message("red key"), message("blue key"), message("green key"), message("yellow key")),
    (message("red fish"), message("blue fish"), message("green fish"), message("yellow fish")),
    (message("red cup"), message("blue cup"), message("green cup"), message("yellow cup")),
)
WAYS = (message("lay them all"), message("stop!"), message("all at once"), message("two ways"), message("the square"))


def title(s: Any, words: Words) -> str:
    way = words.say(WAYS[s.way])
    if s.deals:
        return words.say("Quatuor: {way}, deal {deal} of {deals}", way=way, deal=int(s.deal), deals=int(s.players))
    return words.say("Quatuor: {way}", way=way)


def mark_words(mark: Mark, words: Words) -> str:
    return words.say(MARKS[mark[0]][mark[1]])


def card_words(face: int, words: Words) -> str:
    """What a card shows as it lies, row by row."""
    a, b, c, d = (mark_words(mark, words) for mark in face_of(face))
    return words.say("card {card}: above {a} and {b}, below {c} and {d}", card=face % CARDS, a=a, b=b, c=c, d=d)


def laid_words(face: int, cell: int, words: Words) -> str:
    return words.say("{card}; on {cell}", card=card_words(face, words), cell=show.cell_name(cell))


def direction_words(direction: int, words: Words) -> str:
    return words.say("horizontal") if direction == ACROSS else words.say("vertical")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def told(s: Any, laid: dict[int, int], seat: int, words: Words) -> tuple[str, ...]:
    """The table for those who listen."""
    lines = [words.count("{n} card lies on the table.", "{n} cards lie on the table.", len(laid))]
    lines += [capital(laid_words(face, cell, words)) + "." for cell, face in laid.items()]
    if s.last >= 0:
        lines.append(words.say("The last card was laid on {cell}.", cell=show.cell_name(int(s.last))))
    return (*lines, *(told_of_b(s, words) if s.way == B else told_of_hand(s, seat, words)))


def told_of_b(s: Any, words: Words) -> list[str]:
    pair = [capital(card_words(int(card), words)) + "." for card in s.pair if card >= 0]
    lines = [words.say("The pair turned up:"), *pair] if pair else []
    lines.append(words.count("{n} card is left in the pack.", "{n} cards are left in the pack.", CARDS - 4 - int(s.drawn)))
    return lines + ([last_pair(s, words)] if s.told else [])


def last_pair(s: Any, words: Words) -> str:
    """Q12"""
    return words.say("The pair set aside had a place.") if s.told == 2 else words.say("The pair set aside had no place.")


def told_of_hand(s: Any, seat: int, words: Words) -> list[str]:
    cards = cards_in(s.hand[seat]) if seat >= 0 else []
    if not cards:
        return []
    heading = words.say("Cards not yet laid:") if s.way == SOLO else words.say("Your hand:")
    return [heading, *(capital(card_words(card, words)) + "." for card in cards)]
