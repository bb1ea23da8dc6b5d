"""Who sits at Quatuor's table: a number that counts, what it counts, and how each stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Piece, Player

from ..constants import SOLO, A, B, C, D
from ..rules.cards import cards_in
from ..words.sentences import direction_words
from .board import hand_piece

MOST_KEPT = 8  # small cards that fit beside each other


def player(s: Any, k: int, seat: int, words: Words, names: Sequence[str], form: str) -> Player:
    return Player(
        seat=k,
        name=names[k],
        points=str(score(s, k)),
        spoken=spoken(s, k, words, names),
        facts=tuple(facts(s, k, words, form)),
        pieces=tuple(small_cards(s, k, seat, words, form)),
        acting=bool(s.acting >> k & 1) and s.way != SOLO,
        you=k == seat,
    )


def score(s: Any, k: int) -> int:
    """What decides: deals won, cards kept, or cards still held."""
    return int(s.points[k] if s.deals or s.way == B else s.left[k])


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
        return words.say("deals won, {n} in hand", n=int(s.left[k]))
    return words.say("cards to lay") if s.way == SOLO else words.say("cards in hand")


def standing(s: Any, k: int, words: Words) -> list[str]:
    if s.way == D:
        return [direction_words(int(s.direction[k]), words)]
    if s.way == A:
        return [words.say("dealer")] if s.dealer == k else []
    said = [words.say("said none")] if s.way in (B, C) and s.none >> k & 1 else []
    if s.way == B and not s.inside >> k & 1:
        return [words.say("out")]
    if s.way == B and s.stopped == k:
        return [words.say("stop!")]
    return [words.say("barred"), *said] if s.way == C and s.barred >> k & 1 else said


def spoken(s: Any, k: int, words: Words, names: Sequence[str]) -> str:
    if s.way == B:
        held = words.count("{n} card kept", "{n} cards kept", int(s.points[k]))
    else:
        held = words.count("{n} card in hand", "{n} cards in hand", int(s.left[k]))
    won = [words.count("{n} deal won", "{n} deals won", int(s.points[k]))] if s.deals else []
    return words.say("{name}: {facts}.", name=names[k], facts=", ".join([held, *won, *standing(s, k, words)]))


def small_cards(s: Any, k: int, seat: int, words: Words, form: str) -> list[Piece]:
    """What others hold, as far as it is known, or what a player has kept."""
    roomy = form == "wide" or s.players == 2
    if s.way == B:
        return [hand_piece(card, words) for card in cards_in(s.kept[k])[-MOST_KEPT:]] if roomy else []
    if k == seat or s.way == SOLO:
        return []
    known = [hand_piece(card, words) for card in cards_in(s.hand[k])] if roomy else []
    hidden = int(s.left[k]) - len(known) if form == "wide" else 0
    return known + [Piece(f"hand{k}-{i}", "back", words.say("a hidden card")) for i in range(hidden)]
