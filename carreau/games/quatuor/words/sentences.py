"""Quatuor in words: cards, actions, and the table in sentences."""

from __future__ import annotations

from typing import Any

from carreau.core.bits import members
from carreau.core.kept import kept
from carreau.core.words import Words, message

from ..constants import A_PLACE, ACROSS, CARDS, FACES, REST, SOLO, B
from ..rules.actions import GIVE_UP, PASS, STOP, TAKE, WORD, lays_of
from ..rules.cards import face_of
from ..show import cell_name, laid

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
        return words.say("Quatuor: {way}, deal {deal} of {deals}", way=way, deal=s.deal, deals=s.players)
    return words.say("Quatuor: {way}", way=way)


@kept
def card_words(face: int, words: Words) -> str:
    """What a card shows as it lies, row by row."""
    a, b, c, d = (words.say(MARKS[kind][colour]) for kind, colour in face_of(face))
    return words.say("card {card}: {a} and {b} at the top, {c} and {d} at the bottom", card=face % CARDS, a=a, b=b, c=c, d=d)


def kind_words(kind: int, words: Words) -> str:
    return words.say("card {card}", card=kind)


@kept
def laid_words(face: int, cell: int, words: Words) -> str:
    return words.say("{card}; on {cell}", card=card_words(face, words), cell=cell_name(cell))


def direction_words(direction: int, words: Words) -> str:
    return words.say("horizontal") if direction == ACROSS else words.say("vertical")


# actions


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    place, face = divmod(action, FACES)
    if place == TAKE:
        return words.say("take back card {card}", card=face)
    if place == WORD:
        return say_word(action, s.stopped >= 0, words)
    return " + ".join(say_lay(lay, s.where[lay % FACES % CARDS] >= 0, words) for lay in lays_of(action))


def say_lay(lay: int, lies: bool, words: Words) -> str:
    place, face = divmod(lay, FACES)
    card, cell = face % CARDS, cell_name(place)
    if lies:
        return words.say("move card {card} to {cell}", card=card, cell=cell)
    if face >= CARDS:
        return words.say("lay card {card} on {cell}, turned", card=card, cell=cell)
    return words.say("lay card {card} on {cell}", card=card, cell=cell)


def say_word(action: int, stopped: bool, words: Words) -> str:
    """What a button says."""
    if action == PASS:
        return words.say("Pass")
    if action == STOP:
        return words.say("Stop!")
    return words.say("Give up") if action == GIVE_UP or stopped else words.say("I see none")


# the table


def told(s: Any, seat: int, words: Words) -> tuple[str, ...]:
    """The table for those who listen."""
    table = laid(s)
    lines = [words.count("{n} card lies on the table.", "{n} cards lie on the table.", len(table))]
    lines += [laid_sentence(face, cell, words) for cell, face in table.items()]
    if s.last >= 0:
        lines.append(words.say("The last card was laid on {cell}.", cell=cell_name(s.last)))
    return (*lines, *(told_of_b(s, words) if s.way == B else told_of_hand(s, seat, words)))


def told_of_b(s: Any, words: Words) -> list[str]:
    pair = [card_sentence(card, words) for card in s.pair if card >= 0]
    lines = [words.say("The pair turned up:"), *pair] if pair else []
    lines.append(words.count("{n} card is left in the pack.", "{n} cards are left in the pack.", REST - s.drawn))
    return lines + ([last_pair(s, words)] if s.told else [])


def last_pair(s: Any, words: Words) -> str:
    """Q12"""
    return words.say("The pair set aside had a place.") if s.told == A_PLACE else words.say("The pair set aside had no place.")


def told_of_hand(s: Any, seat: int, words: Words) -> list[str]:
    cards = members(s.hand[seat]) if seat >= 0 else []
    if not cards:
        return []
    heading = words.say("Cards not yet laid:") if s.way == SOLO else words.say("Your hand:")
    return [heading, *(card_sentence(card, words) for card in cards)]


@kept
def laid_sentence(face: int, cell: int, words: Words) -> str:
    return sentence(laid_words(face, cell, words))


@kept
def card_sentence(card: int, words: Words) -> str:
    return sentence(card_words(card, words))


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
