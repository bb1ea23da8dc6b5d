"""Who sits at Quatuor's table: the number that counts, what it counts, and how each player stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.bits import members
from carreau.core.seats import acts
from carreau.core.words import Words
from carreau.draw.hold import backs
from carreau.draw.scene import Piece, Player

from ..constants import SOLO, A, B, D
from ..words.sentences import direction_words
from .board import hand_piece

MOST_KEPT = 8  # small cards that fit beside each other


def player(s: Any, k: int, seat: int, words: Words, names: Sequence[str], form: str) -> Player:
    return Player(
        seat=k,
        name=names[k],
        points=str(s.points[k] if s.deals or s.way == B else s.left[k]),  # what decides
        spoken=spoken(s, k, words, names),
        facts=tuple(facts(s, k, words, form)),
        pieces=tuple(small_cards(s, k, seat, words, form)),
        acting=acts(s, k) and s.way != SOLO,
        you=k == seat,
    )


def facts(s: Any, k: int, words: Words, form: str) -> list[str]:
    """What the number counts, and how the player stands; on a phone there is room for one of the two."""
    stands, counts = standing(s, k, words), [unit(s, k, words)]
    if form != "phone":
        return counts + stands
    return counts if s.deals or not stands else stands[:1]


def unit(s: Any, k: int, words: Words) -> str:
    if s.way == B:
        return words.say("cards kept")
    if s.deals:
        return words.say("deals won, {n} in hand", n=s.left[k])
    return words.say("cards to lay") if s.way == SOLO else words.say("cards in hand")


def standing(s: Any, k: int, words: Words) -> list[str]:
    if s.way == D:
        return [direction_words(s.direction[k], words)]
    if s.way == A:
        return [words.say("dealer")] if s.dealer == k else []
    if s.way == B and not s.inside >> k & 1:
        return [words.say("out")]
    if s.stopped == k:
        return [words.say("said stop")]
    barred = [words.say("barred")] if s.barred >> k & 1 else []
    return [*barred, words.say("said none")] if s.none >> k & 1 else barred


def spoken(s: Any, k: int, words: Words, names: Sequence[str]) -> str:
    if s.way == B:
        held = words.count("{n} card kept", "{n} cards kept", s.points[k])
    else:
        held = words.count("{n} card in hand", "{n} cards in hand", s.left[k])
    won = [words.count("{n} deal won", "{n} deals won", s.points[k])] if s.deals else []
    return words.say("{name}: {facts}.", name=names[k], facts=", ".join([held, *won, *standing(s, k, words)]))


def small_cards(s: Any, k: int, seat: int, words: Words, form: str) -> list[Piece]:
    """What others hold, as far as it is known, or what a player has kept."""
    roomy = form == "wide" or s.players == 2
    if s.way == B:
        return [hand_piece(card, words) for card in members(s.kept[k])[-MOST_KEPT:]] if roomy else []
    if k == seat or s.way == SOLO:
        return []
    known = [hand_piece(card, words) for card in members(s.hand[k])] if roomy else []
    hidden = s.left[k] - len(known) if form == "wide" else 0
    return [*known, *backs(k, hidden, words)]
