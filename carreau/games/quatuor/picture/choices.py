"""What a seat can do now: actions with their words and their taps.

A card's tap is its number, a cell's tap its name. Where a card fits one way only (ways A, D and alone) card and cell are
enough; where nothing tells what fits (B and C) a tap turn-2 turns the card.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from carreau.core.bits import members
from carreau.core.kept import kept
from carreau.core.words import Words
from carreau.draw.doubles import KEY, Doubles
from carreau.draw.scene import Choice

from .. import GAME
from ..constants import CARDS, CELLS, FACES, SOLO, B, C
from ..rules.actions import GIVE_UP, NONE, PASS, SINGLES, STOP, TAKE, WORD
from ..rules.joints import BESIDE
from ..show import cell_name
from ..words.sentences import say_lay, say_word

TAPS = {STOP: "stop", NONE: "none", PASS: "pass", GIVE_UP: "give-up"}


class Legal:
    """The legal actions of a seat, ascending, by their kinds."""

    def __init__(self, actions: list[int]) -> None:
        takes, words, doubles = (bisect_left(actions, first) for first in (TAKE * FACES, WORD * FACES, SINGLES))
        self.lays, self.takes, self.words = actions[:takes], actions[takes:words], actions[words:doubles]
        self.alone, self.doubles = actions[:doubles], actions[doubles:]

    def cells(self) -> list[int]:
        """Where a single card can be laid."""
        return sorted({action // FACES for action in self.lays})


def choices(s: Any, seat: int, legal: Legal, words: Words) -> Sequence[Choice]:
    def made(action: int) -> Choice:
        place, face = divmod(action, FACES)
        if place < CELLS:
            return lay_choice(action, s.where[face % CARDS] >= 0, s.way in (B, C), words)
        return other_choice(action, s.stopped >= 0, s.way == SOLO, words)

    alone = tuple(map(made, legal.alone))
    if not legal.doubles:
        return alone
    hand = members(s.hand[seat])
    second = [cell * FACES + face for cell in beyond(s) for face in (*hand, *(card + CARDS for card in hand))]
    steps = tuple(map(made, (*legal.lays, *second)))
    return Doubles(alone, steps, legal.doubles, lambda action: (made(action % SINGLES), made(action // SINGLES - 1)))


@kept
def lay_choice(action: int, lies: bool, turns: bool, words: Words) -> Choice:
    """A card on a cell; it may lie on the table already, and may have to be turned by hand."""
    place, face = divmod(action, FACES)
    card, cell = str(face % CARDS), cell_name(place)
    taps = (card, "turn-2", cell) if face >= CARDS and turns else (card, cell)
    return Choice(GAME.name_action(action), say_lay(action, lies, words), taps)


@kept
def other_choice(action: int, stopped: bool, alone: bool, words: Words) -> Choice:
    """A word, or a card taken back: alone that can be undone, so one tap is enough; in way A it ends the turn."""
    place, face = divmod(action, FACES)
    if place == WORD:
        return Choice(GAME.name_action(action), say_word(action, stopped, words), (TAPS[action],))
    taken = words.say("take back card {card}", card=face)
    return Choice(GAME.name_action(action), taken, (str(face),) if alone else (str(face), "take"))


def beyond(s: Any) -> list[int]:
    """Q14: the empty cells beside open ones, where the second of two cards can lie."""
    cells = s.open_cell[: s.opened]
    near = set(BESIDE[cells].ravel().tolist()).difference(cells)
    return sorted(cell for cell in near if not s.grid[cell])


def buttons(s: Any, legal: Legal, words: Words) -> tuple[tuple[str, str], ...]:
    """What is neither card nor cell."""
    found = [("take", words.say("Take the card"))] if legal.takes and s.way != SOLO else []
    found += [(tap, say_word(action, s.stopped >= 0, words)) for action, tap in TAPS.items() if action in legal.words]
    return (*found, (KEY, words.say("Two at once"))) if legal.doubles else tuple(found)


def quiet(s: Any) -> tuple[str, ...]:
    """Buttons that give up: saying none after stop does so too (Q11)."""
    return ("give-up", "none") if s.stopped >= 0 else ("give-up",)
