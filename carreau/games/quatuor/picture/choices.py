"""What a seat can do now: actions with their words and their taps.

A card's tap is its number, a cell's tap its name. Where a card fits one way only (ways A, D and alone) card and cell are
enough; where nothing tells what fits (B and C) a tap turn-2 turns the card.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any

from carreau.core.words import Words
from carreau.draw.doubles import KEY, Doubles, double
from carreau.draw.scene import Choice

from .. import show
from ..constants import SOLO, B, C
from ..rules.actions import GIVE_UP, NONE, PASS, SINGLES, STOP, TAKE, WORD
from ..rules.cards import CARDS, FACES, cards_in
from ..rules.joints import BESIDE

TAPS = {PASS: "pass", NONE: "none", STOP: "stop", GIVE_UP: "give-up"}


class Legal:
    """The legal actions of a seat, ascending, by their kinds."""

    def __init__(self, actions: list[int]) -> None:
        takes, words, doubles = (bisect_left(actions, first) for first in (TAKE * FACES, WORD * FACES, SINGLES))
        self.lays, self.takes = actions[:takes], actions[takes:words]
        self.words, self.doubles = actions[words:doubles], actions[doubles:]

    def cells(self) -> list[int]:
        """Where a single card can be laid."""
        return sorted({action // FACES for action in self.lays})


class Lays:
    """Puts into words the laying of a card."""

    def __init__(self, s: Any, words: Words) -> None:
        self.words = words
        self.where = s.where.tolist()
        self.turns = s.way in (B, C)

    @cached_property
    def choice(self) -> Callable[[int], Choice]:
        """A card in a cell, made once."""
        return cache(self.make)

    def make(self, action: int) -> Choice:
        cell, face = divmod(action, FACES)
        card, where = face % CARDS, show.cell_name(cell)
        turn = ("turn-2",) if face >= CARDS and self.turns else ()
        return Choice(show.name_lay(action), self.said(card, face >= CARDS, where), (str(card), *turn, where))

    def said(self, card: int, turned: bool, cell: str) -> str:
        if self.where[card] >= 0:
            return self.words.say("move card {card} to {cell}", card=card, cell=cell)
        if turned:
            return self.words.say("lay card {card} on {cell}, turned", card=card, cell=cell)
        return self.words.say("lay card {card} on {cell}", card=card, cell=cell)

    def double(self, action: int) -> tuple[Choice, Choice]:
        """The two steps of an action that lays two cards."""
        return self.choice(action % SINGLES), self.choice(action // SINGLES - 1)


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    place = action // FACES
    if place == TAKE:
        return take_words(action, words)
    if place == WORD:
        return word(s, action, words)
    lays = Lays(s, words)
    return lays.make(action).name if place < TAKE else double(*lays.double(action)).name


def choices(s: Any, seat: int, legal: Legal, words: Words) -> Sequence[Choice]:
    lays = Lays(s, words)
    first = [lays.choice(action) for action in legal.lays]
    takes = [take(s, action, words) for action in legal.takes]
    said = [Choice(show.name_action(action), word(s, action, words), (TAPS[action],)) for action in legal.words]
    alone = (*first, *takes, *said)
    if not legal.doubles:
        return alone
    faces = faces_in_hand(s, seat)
    second = [lays.choice(cell * FACES + face) for cell in beyond(s) for face in faces]
    return Doubles(alone, (*first, *second), legal.doubles, lays.double)


def take(s: Any, action: int, words: Words) -> Choice:
    """Alone it can be undone and one tap is enough; in way A it ends the turn."""
    card = action % FACES
    taps = (str(card),) if s.way == SOLO else (str(card), "take")
    return Choice(f"take {card}", take_words(action, words), taps)


def take_words(action: int, words: Words) -> str:
    return words.say("take back card {card}", card=action % FACES)


def word(s: Any, action: int, words: Words) -> str:
    """What a button says."""
    if action == PASS:
        return words.say("Pass")
    if action == STOP:
        return words.say("Stop!")
    if action == GIVE_UP or (s.way == B and s.stopped >= 0):
        return words.say("Give up")
    return words.say("I see none")


def faces_in_hand(s: Any, seat: int) -> list[int]:
    cards = cards_in(s.hand[seat])
    return cards + [card + CARDS for card in cards]


def beyond(s: Any) -> list[int]:
    """Q14: the empty cells beside open ones, where the second of two cards can lie."""
    cells, grid = s.open_cell[: s.opened], s.grid.tolist()
    near = set(BESIDE[:, cells].ravel().tolist()) - set(cells.tolist())
    return sorted(cell for cell in near if not grid[cell])


def buttons(s: Any, legal: Legal, words: Words) -> tuple[tuple[str, str], ...]:
    """What is neither card nor cell."""
    found = [(TAPS[action], word(s, action, words)) for action in (STOP, NONE, PASS, GIVE_UP) if action in legal.words]
    if legal.takes and s.way != SOLO:
        found.insert(0, ("take", words.say("Take the card")))
    if legal.doubles:
        found.append((KEY, words.say("Two at once")))
    return tuple(found)


def quiet(s: Any) -> tuple[str, ...]:
    """Buttons that give up: saying none after stop does so too (Q11)."""
    return ("give-up", "none") if s.stopped >= 0 else ("give-up",)
