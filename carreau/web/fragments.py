"""What a screen shows, sent in fragments: those that it already has are only named by their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast
from weakref import WeakValueDictionary

from msgspec import Raw

from carreau.web.messages import Choice, Drawing, encoded

STYLE = re.compile(' style="[^"]*"')
MOST = 1000  # fragments that a screen keeps; then it starts over

Fragment = str | tuple[str, str, tuple[str, ...]]  # of a drawing or a description; or the fields of a Choice


class Parts(NamedTuple):
    """What a screen shows, whole: all fragments in their order."""

    svg: Sequence[Fragment]
    spoken: Sequence[Fragment]
    choices: Sequence[Fragment]
    steps: Sequence[Fragment]


class Fragments:
    """The fragments that some screens have, all of them the same ones: numbered in the order in which they first came."""

    def __init__(self, key: Any, sequence: int) -> None:
        self.key = key  # whose view, in which form and language
        self.began = sequence  # of the table when the first drawing was made
        self.sequence = -1  # when the last one was
        self.numbers: dict[Fragment, int] = {}
        self.written: list[Raw] = []  # as JSON, by number
        self.runs: list[list[int]] = []  # of the last drawing, part by part
        self.patches: dict[int, Raw] = {}  # towards it, by the number of fragments that a screen has

    def show(self, parts: Parts, sequence: int) -> None:
        """The next drawing."""
        self.sequence = sequence
        self.runs = [runs(self.number(part)) for part in parts]
        self.patches.clear()

    def number(self, part: Sequence[Fragment]) -> list[int]:
        """The numbers of some fragments; those that are new get the next ones."""
        found = list(map(self.numbers.get, part))
        for place in [place for place, number in enumerate(found) if number is None]:
            number = found[place] = self.numbers.setdefault(part[place], len(self.written))
            if number == len(self.written):
                self.written.append(written(part[place]))
        return cast(list[int], found)

    def patch(self, start: int) -> Raw:
        """What leads to the last drawing from the first `start` fragments. It is made once for all screens that have those."""
        if start not in self.patches:
            new: Any = self.written[start:]
            self.patches[start] = Raw(encoded(Drawing(start, new, *self.runs)))
        return self.patches[start]


@lru_cache(20_000)
def written(fragment: Fragment) -> Raw:
    """As JSON; many tables have the same fragments."""
    return Raw(encoded(without_style(fragment) if isinstance(fragment, str) else Choice(*fragment)))


def without_style(markup: str) -> str:
    """Without inline styles, which our pages forbid; their style sheet says the same."""
    return STYLE.sub("", markup) if "style" in markup else str(markup)


class Has(NamedTuple):
    """What one screen has been sent."""

    fragments: Fragments
    known: int  # how many of them
    sequence: int  # of the drawing that it shows


class Patcher:
    """The fragments of all screens at a table. Screens that show the same seat's view in the same form and language have
    the same ones: if one of them has none yet or has missed some, all start over."""

    def __init__(self) -> None:
        self.shared: WeakValueDictionary[Any, Fragments] = WeakValueDictionary()  # kept by the screens that have them

    def patch(self, key: Any, parts: Parts, sequence: int, has: Has | None) -> tuple[Any, Has]:
        """What a screen is sent, None if it already shows this; and what it has then."""
        if has and has.sequence == sequence and has.fragments.key == key:
            return None, has
        found = self.shared.get(key)
        known = has.known if has and has.fragments is found else 0
        if found is None or (found.began != sequence and not 0 < known <= MOST):
            found, known = Fragments(key, sequence), 0
            self.shared[key] = found
        if found.sequence != sequence:
            found.show(parts, sequence)
        return found.patch(known), Has(found, len(found.written), sequence)


def runs(numbers: Iterable[int]) -> list[int]:
    """Numbers as runs of consecutive ones: the first and how many, again and again."""
    found: list[int] = []
    following = -1
    for number in numbers:
        if number == following:
            found[-1] += 1
        else:
            found += (number, 1)
        following = number + 1
    return found


class Screen:
    """What one screen shows, put together from what it is sent: static/drawing.js does the same."""

    def __init__(self) -> None:
        self.fragments: list[str | Choice] = []
        self.drawing = Drawing(0, [], [], [], [], [])  # the last one

    def apply(self, drawing: Drawing | None) -> None:
        if drawing is None:
            return
        assert drawing.start <= len(self.fragments), "some fragments were never sent"
        self.fragments[drawing.start :] = drawing.new
        self.drawing = drawing

    @property
    def svg(self) -> str:
        return self.text(self.drawing.svg)

    @property
    def spoken(self) -> str:
        return self.text(self.drawing.spoken)

    @property
    def choices(self) -> list[Choice]:
        return [one for one in self.pick(self.drawing.choices) if isinstance(one, Choice)]

    @property
    def steps(self) -> list[Choice]:
        return [one for one in self.pick(self.drawing.steps) if isinstance(one, Choice)]

    def text(self, runs: list[int]) -> str:
        return "".join(one for one in self.pick(runs) if isinstance(one, str))

    def pick(self, runs: list[int]) -> list[str | Choice]:
        return [one for first, count in zip(runs[::2], runs[1::2]) for one in self.fragments[first : first + count]]
