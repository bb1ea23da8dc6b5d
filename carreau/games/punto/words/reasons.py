"""What a move of Punto does: rows that grow, rows that are stopped, cards that are covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carreau.core.fact import Fact
from carreau.core.words import Words, message

from ..constants import ASIDE, COLOURS, PLACES, VALUES
from ..rules.cards import COLOUR, VALUE
from ..rules.layout import HIDDEN, RING, SPOT, UP, room
from ..rules.lines import LINE, OWNER, side_of, sides
from ..rules.score import STEPS
from .sentences import card_words

COLOUR_OF, VALUE_OF = [*COLOUR.tolist(), -1], [*VALUE.tolist(), 0]  # by card; the last is none
NONE = -1  # in place of a card, a colour or a side
LINES = (message("a line of {n} red cards"), message("a line of {n} blue cards"), message("a line of {n} green cards"),
         message("a line of {n} yellow cards"))  # fmt: skip
ROWS = (message("{n} red cards in a row"), message("{n} blue cards in a row"), message("{n} green cards in a row"),
        message("{n} yellow cards in a row"))  # fmt: skip
WEIGHTS = (100.0, 20.0, 6.0, 2.0)  # of a row, by how many cards it lacks to be a line
AGAINST = 1.5  # a row that is stopped matters more than one that grows: the others are nearer to laying


def facts(s: Any, seat: int, action: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    kind, cell = divmod(action, PLACES)
    if cell == ASIDE:
        return
    table = Table(s, seat, SPOT[cell], words, names)
    colour = kind // VALUES
    yield from table.grows(colour)
    yield from table.breaks(colour)
    for other in range(len(COLOURS)):
        if table.owner[other] not in (NONE, table.side):
            yield from table.stops(other, kind % VALUES + 1)


class Table:
    """What shows before a card is laid on a spot."""

    def __init__(self, s: Any, seat: int, spot: int, words: Words, names: Sequence[str]) -> None:
        self.s, self.spot, self.words = s, spot, words
        self.cards = [int(card) - 1 for card in s.top]
        self.length = int(LINE[sides(s)])
        self.side = int(side_of(s, seat))
        self.owner: list[int] = OWNER[sides(s)].tolist()
        self.name = [words.listed([names[k] for k in range(s.players) if side_of(s, k) == side]) for side in range(sides(s))]

    @property
    def beneath(self) -> int:
        return self.cards[self.spot]

    # rows of the own colours

    def grows(self, colour: int) -> Iterator[Fact]:
        """The longest row that a card of its own side becomes part of."""
        if self.owner[colour] != self.side:
            return
        n = self.row_through(colour)
        if n >= self.length:
            line = self.words.say(LINES[colour], n=n)
            yield Fact(
                "row", self.weight(n), self.words.say("It completes {line}", line=line),
                self.words.say("It keeps {name} from completing {line}", name=self.name[self.side], line=line),
            )  # fmt: skip
        elif n >= self.fewest and any(self.has_room(colour, step) for step in STEPS if 1 + sum(self.arms(colour, step)) == n):
            yield Fact("row", self.weight(n), self.words.say("It puts {row}", row=self.words.say(ROWS[colour], n=n)))

    def breaks(self, colour: int) -> Iterator[Fact]:
        """A row of one's own that loses the card beneath."""
        own = COLOUR_OF[self.beneath]
        if own not in (NONE, colour) and self.owner[own] == self.side and (n := self.row_through(own)) >= self.fewest:
            row = self.words.say(ROWS[own], n=n)
            yield Fact("break", self.weight(n), avoids=self.words.say("It leaves {row} as they are", row=row))

    # rows of the others' colours

    def stops(self, colour: int, value: int) -> Iterator[Fact]:
        """A row that loses a card, or that can hardly be completed here any more."""
        n = self.row_through(colour)
        if COLOUR_OF[self.beneath] == colour:
            if n >= self.fewest:
                card, row = card_words(self.beneath, self.s.players, self.words), self.words.say(ROWS[colour], n=n)
                name = self.name[self.owner[colour]]
                does = self.words.say("It covers the {card}, one of {name}’s {row}", card=card, name=name, row=row)
                yield self.against(colour, n, does)
            return
        if n > self.fewest and 2 * self.able(colour, value) <= self.able(colour, VALUE_OF[self.beneath]) > 0:
            row = self.words.say((LINES if n >= self.length else ROWS)[colour], n=n)
            does = self.words.say("It blocks a cell where {name} could get {row}", name=self.name[self.owner[colour]], row=row)
            yield self.against(colour, n - 1, does)

    def against(self, colour: int, n: int, does: str) -> Fact:
        return Fact(f"stop {colour}", AGAINST * self.weight(n), does, against=self.owner[colour])

    def able(self, colour: int, value: int) -> int:
        """How many cards of a colour can still be laid on one of this value."""
        cards = range(2 * VALUES * colour, 2 * VALUES * (colour + 1))
        return sum(self.s.where[card] in (HIDDEN, UP) and VALUE_OF[card] > value for card in cards)

    # counting

    @property
    def fewest(self) -> int:
        """Cards in a row that are worth a word."""
        return max(2, self.length - 2)

    def weight(self, n: int) -> float:
        return WEIGHTS[min(max(0, self.length - n), len(WEIGHTS) - 1)]

    def row_through(self, colour: int) -> int:
        """The longest row of a colour through the spot, which has it or could get it."""
        return max(1 + sum(self.arms(colour, step)) for step in STEPS)

    def arms(self, colour: int, step: int) -> tuple[int, int]:
        """How many cards of a colour lie on both sides of the spot, side by side."""
        return self.arm(colour, step), self.arm(colour, -step)

    def arm(self, colour: int, step: int) -> int:
        n, spot = 0, self.spot + step
        while COLOUR_OF[self.cards[spot]] == colour:
            n, spot = n + 1, spot + step
        return n

    def has_room(self, colour: int, step: int) -> bool:
        """Whether the row through the spot may still become a line: with free cells, or with cards that can be covered."""
        return 1 + self.reach(colour, step) + self.reach(colour, -step) >= self.length

    def reach(self, colour: int, step: int) -> int:
        """How many cells in a direction have the colour, or may get it."""
        n, spot = 0, self.spot + step
        while n < self.length and self.may_have(colour, spot):
            n, spot = n + 1, spot + step
        return n

    def may_have(self, colour: int, spot: int) -> bool:
        card = self.cards[spot]
        return COLOUR_OF[card] == colour or (VALUE_OF[card] < VALUES and self.is_inside(spot))

    def is_inside(self, spot: int) -> bool:
        """Whether a card may lie there (P9), counting the one that is laid on the spot."""
        s, (row, column) = self.s, divmod(self.spot, RING)
        if not s.count:
            return True
        north, south = room(min(s.north, row), max(s.south, row))
        west, east = room(min(s.west, column), max(s.east, column))
        return bool(north <= spot // RING <= south and west <= spot % RING <= east)
