"""Little's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Choice, Piece, Pile, Player, Scene

from ..show import name_action, outcome
from ..words.sentences import say_action
from . import faces


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    return Scene(
        game="little",
        title="Little",
        guidance=guidance(s, seat, words, names),
        box=(-60, -80, 1260, 80),
        players=tuple(player(s, k, seat, words, names) for k in range(s.players)),
        pieces=tuple(laid(s, words)),
        hand=tuple(hand(s, seat, legal, words)),
        piles=(Pile("pile", "back", int(s.left), words.count("pile, {n} card", "pile, {n} cards", int(s.left))),)
        if s.left
        else (),
        choices=tuple(Choice(name_action(card), say_action(s, seat, card, words), (f"c{card}",)) for card in legal),
        told=(words.count("{n} card lies in the row", "{n} cards lie in the row", int(s.laid)),),
        ratio=faces.RATIO,
        faces=faces.faces(),
    )


def guidance(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    if s.over:
        most = max(s.points[: s.players])
        return str(outcome(s, [k for k in range(s.players) if s.points[k] == most], words, names)["text"])
    if seat >= 0 and s.acting >> seat & 1:
        return words.say("Your turn: lay a card.")
    return words.say("It is {name}'s turn.", name=names[int(s.acting).bit_length() - 1])


def player(s: Any, k: int, seat: int, words: Words, names: Sequence[str]) -> Player:
    fact = words.count("{n} card", "{n} cards", int(s.held[k]))
    points = str(int(s.points[k]))
    return Player(k, names[k], points, f"{names[k]}: {fact}, {points}", (fact,), acting=bool(s.acting >> k & 1), you=k == seat)


def laid(s: Any, words: Words) -> list[Piece]:
    return [
        Piece(f"c{card}", f"card-{card}", words.say("the {card} in the row", card=int(card)), 110.0 * place)
        for place, card in enumerate(s.row[: s.laid])
    ]


def hand(s: Any, seat: int, legal: list[int], words: Words) -> list[Piece]:
    cards = [int(card) for card in s.hand[seat, : s.held[seat]]] if seat >= 0 else []
    return [
        Piece(
            f"c{card}", f"card-{card}", words.say("the {card} in your hand", card=card), tap=f"c{card}" if card in legal else ""
        )
        for card in cards
    ]
