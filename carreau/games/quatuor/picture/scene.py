"""Quatuor's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.bits import members
from carreau.core.state import unpacked
from carreau.core.words import Words
from carreau.draw.scene import Piece, Pile, Scene
from carreau.draw.svg import join

from ..constants import REST, B
from ..words.guidance import guidance
from ..words.sentences import title, told
from .board import Layout, directions, hand_piece, joints, pieces, shown_box, spots
from .choices import Legal, buttons, choices, quiet
from .players import player
from .scoring import frame


def scene(view: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = unpacked(view)
    layout, can = Layout(s), Legal(legal)
    box = shown_box(s, seat, layout, can)
    return Scene(
        title=title(s, words),
        guidance=guidance(s, seat, legal, words, names),
        box=box,
        players=tuple(player(s, k, seat, words, names, form) for k in range(s.players)),
        pieces=pieces(s, layout, words),
        spots=spots(s, can, layout, box, words),
        hand=tuple(hand(s, seat, words)),
        piles=tuple(piles(s, words)),
        buttons=buttons(s, can, words),
        quiet=quiet(s),
        choices=choices(s, seat, can, words),
        told=told(s, seat, words),
        under=directions(s, box),
        over=join(joints(layout), frame(s, layout)),
    )


def hand(s: Any, seat: int, words: Words) -> list[Piece]:
    """A seat's cards; in way B the two that are turned up for all."""
    if s.way == B:
        return [hand_piece(card, words, "pile") for card in s.pair if card >= 0]
    return [hand_piece(card, words) for card in members(s.hand[seat])] if seat >= 0 else []


def piles(s: Any, words: Words) -> list[Pile]:
    """B: the pack, and the pairs set aside."""
    if s.way != B:
        return []
    left = REST - s.drawn
    pack = Pile("pile", "back", left, words.count("pack, {n} card", "pack, {n} cards", left), words.say("pack"))
    aside = [card for card in s.order[: s.drawn] if s.aside >> card & 1]
    if not aside:
        return [pack]
    name = words.count("set aside, {n} card", "set aside, {n} cards", len(aside))
    return [pack, Pile("aside", str(aside[-1]), len(aside), name, words.say("set aside"))]
