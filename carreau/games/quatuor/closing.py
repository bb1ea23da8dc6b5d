"""The table as the last action of a deal left it. The rules deal again at once; people want to look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Scene
from carreau.games.quatuor.actions import TAKE
from carreau.games.quatuor.cards import CARDS, FACES
from carreau.games.quatuor.picture import picture


def closing(before: Any, after: Any, action: int, seat: int, words: Words, names: Sequence[str], form: str) -> Scene | None:
    """What `seat` sees, from its views before and after the action that ended a deal; None if none was followed by another."""
    if before.deal == after.deal:
        return None
    s = settled(before, after, action)
    return picture(s, seat, [], words, names, form).with_(guidance=verdict(s, before, words, names))


def settled(before: Any, after: Any, action: int) -> Any:
    """The view between two: the card lies, the deal is decided, the next has not been dealt."""
    s = before.copy()
    place, face = divmod(action, FACES)
    seat = int(s.acting).bit_length() - 1
    if place < TAKE:
        lay(s, seat, face, place)
    elif place == TAKE:
        take(s, seat, face % CARDS)
    s.acting, s.over, s.moved = 0, 1, 0
    s.ended, s.ply = after.ended, after.ply
    s.points[:] = after.points
    return s


def lay(s: Any, seat: int, face: int, cell: int) -> None:
    card = face % CARDS
    s.grid[cell], s.where[card], s.last = face + 1, cell, cell
    s.table |= 1 << card
    s.hand[seat] &= ~(1 << card)
    s.left[seat] -= 1


def take(s: Any, seat: int, card: int) -> None:
    s.grid[s.where[card]], s.where[card], s.last = 0, -1, -1
    s.table &= ~(1 << card)
    s.hand[seat] |= 1 << card
    s.left[seat] += 1


def verdict(s: Any, before: Any, words: Words, names: Sequence[str]) -> str:
    """Q6, Q8"""
    winners = [seat for seat in range(s.players) if s.points[seat] > before.points[seat]]
    who, left = words.listed([names[seat] for seat in winners]), int(s.left[winners[0]])
    if not left:
        return words.say("Deal {deal} goes to {who}: all cards are laid.", deal=int(s.deal), who=who)
    cards = words.count("{n} card", "{n} cards", left)
    return words.say(
        "Nobody can lay any more. Deal {deal} goes to {who}, with {cards} left.", deal=int(s.deal), who=who, cards=cards
    )
