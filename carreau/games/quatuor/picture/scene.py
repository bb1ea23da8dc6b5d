"""Quatuor's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Piece, Pile, Scene

from ..constants import B
from ..rules.cards import CARDS, cards_in
from ..words.guidance import guidance
from ..words.sentences import title, told
from . import board
from .board import Layout
from .choices import Legal, buttons, choices, quiet
from .seats import player


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    layout = Layout(s)
    can = Legal(legal)
    box = board.shown_box(s, seat, layout, can)
    return Scene(
        title=title(s, words),
        guidance=guidance(s, seat, can, words, names),
        box=box,
        players=tuple(player(s, k, seat, words, names, form) for k in range(s.players)),
        pieces=board.pieces(s, layout, words),
        spots=board.spots(s, can, layout, box, words),
        hand=tuple(hand(s, seat, words)),
        piles=tuple(piles(s, words)),
        buttons=buttons(s, can, words),
        quiet=quiet(s),
        choices=choices(s, seat, can, words),
        told=told(s, layout.laid, seat, words),
        under=board.directions(s, box),
        over=board.on_cards(s, layout),
    )


def hand(s: Any, seat: int, words: Words) -> list[Piece]:
    """A seat's cards; in way B the two that are turned up for all."""
    if s.way == B:
        return [board.hand_piece(int(card), words, "pile") for card in s.pair if card >= 0]
    return [board.hand_piece(card, words) for card in cards_in(s.hand[seat])] if seat >= 0 else []


def piles(s: Any, words: Words) -> list[Pile]:
    """B: the pack, and the pairs set aside."""
    if s.way != B:
        return []
    left = CARDS - 4 - int(s.drawn)
    pack = Pile("pile", "back", left, words.count("pack, {n} card", "pack, {n} cards", left), words.say("pack"))
    aside = [int(card) for card in s.order if card >= 0 and s.aside >> int(card) & 1]
    if not aside:
        return [pack]
    name = words.count("set aside, {n} card", "set aside, {n} cards", len(aside))
    return [pack, Pile("aside", str(aside[-1]), len(aside), name, words.say("aside"))]
