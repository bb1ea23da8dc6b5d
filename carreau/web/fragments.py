"""What a screen shows, sent in fragments: those that it already has are only named by their numbers, and what stays where it was
is not named at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, compress, count
from operator import ne
from typing import Any, NamedTuple, cast
from weakref import WeakValueDictionary

from msgspec import Raw

from carreau.web.messages import Choice, Drawing, encoded

STYLE = re.compile(' style="[^"]*"')
MANY = 200  # fragments that screens have, before those are forgotten that were not shown lately

Fragment = str | Choice  # of a drawing or a description; or something that may be done
Parts = Sequence[
    Sequence[Fragment]
]  # what a screen shows, whole: its text, its choices, its steps, then the layers of the drawing
TEXT, CHOICES, STEPS, LAYERS = range(4)


class Fragments:
    """The fragments that some screens have, all of them the same ones, and their numbers."""

    def __init__(self, key: Any, sequence: int) -> None:
        self.key = key  # whose view, in which form and language
        self.began = sequence  # of the table when the first drawing was made
        self.sequence = -1  # when the last one was
        self.parts: Parts = ()  # of the last one
        self.numbers: dict[Fragment, int] = {}
        self.given: list[int] = []  # when each number was last given to a fragment, as a sequence
        self.free: list[int] = []  # numbers of fragments that are forgotten
        self.new: dict[int, Fragment] = {}  # since the drawing before the last one
        self.many = MANY
        self.patches: dict[int, Raw] = {}  # towards the last drawing, by the sequence of the one that a screen shows

    def show(self, parts: Parts, sequence: int) -> None:
        """The next drawing. The patch from the last one is made at once, because it gives new fragments their numbers."""
        if len(self.numbers) > self.many:
            self.forget(parts)
        before, self.sequence, self.new = self.sequence, sequence, {}
        changes = self.changes(self.parts, parts)
        self.parts = parts
        self.patches = {before: encoded_patch(before < 0, self.new, changes)}

    def forget(self, parts: Parts) -> None:
        """Keep only the fragments of the last drawing and the next one: what comes back mostly does so at the next turn."""
        shown = {*chain.from_iterable(self.parts), *chain.from_iterable(parts)}
        self.free += [number for fragment, number in self.numbers.items() if fragment not in shown]
        self.numbers = {fragment: number for fragment, number in self.numbers.items() if fragment in shown}
        self.many = MANY + len(self.numbers)

    def patch(self, has: Has | None) -> Raw:
        """What leads to the last drawing from another. It is made once for all screens that show that one."""
        before, parts = (has.sequence, has.parts) if has else (-1, ())
        if before not in self.patches:
            new = {number: fragment for fragment, number in self.numbers.items() if self.given[number] > before}
            self.patches[before] = encoded_patch(not has, new, self.changes(parts, self.parts))
        return self.patches[before]

    def changes(self, before: Parts, after: Parts) -> list[list[int]]:
        """In each part, what lies between its common beginning and its common end."""
        found = []
        for part, now in enumerate(after):
            had = before[part] if before else ()
            if before and had == now:
                continue
            start = common(had, now)
            end = common(had[start:][::-1], now[start:][::-1])
            found.append([part, start, len(had) - start - end, *self.number(now[start : len(now) - end])])
        return found

    def number(self, fragments: Sequence[Fragment]) -> list[int]:
        """The numbers of some fragments; those that are new get free ones."""
        found = list(map(self.numbers.get, fragments))
        if None in found:
            found = [self.add(fragments[i]) if number is None else number for i, number in enumerate(found)]
        return cast(list[int], found)

    def add(self, fragment: Fragment) -> int:
        number = self.numbers.get(fragment)  # it may have come twice
        if number is None:
            number = self.numbers[fragment] = self.free.pop() if self.free else len(self.given)
            self.given[number : number + 1] = [self.sequence]
            self.new[number] = fragment
        return number


def encoded_patch(whole: bool, new: dict[int, Fragment], changes: list[list[int]]) -> Raw:
    return Raw(encoded(Drawing(whole, list(new), list(map(without_style, new.values())), changes)))


def common(some: Sequence[Fragment], others: Sequence[Fragment]) -> int:
    """How many are the same, from the first on."""
    return next(compress(count(), map(ne, some, others)), min(len(some), len(others)))


def without_style(fragment: Fragment) -> Fragment:
    """Without inline styles, which our pages forbid; their style sheet says the same."""
    if isinstance(fragment, Choice):
        return fragment
    return STYLE.sub("", fragment) if "style" in fragment else str(fragment)


class Has(NamedTuple):
    """What one screen has been sent."""

    fragments: Fragments
    sequence: int  # of the drawing that it shows
    parts: Parts  # of that drawing


class Patcher:
    """The fragments of all screens at a table. Screens that show the same seat's view in the same form and language have
    the same ones: if one of them has none yet, all start over."""

    def __init__(self) -> None:
        self.shared: WeakValueDictionary[Any, Fragments] = WeakValueDictionary()  # kept by the screens that have them

    def patch(self, key: Any, parts: Parts, sequence: int, has: Has | None) -> tuple[Any, Has]:
        """What a screen is sent, None if it already shows this; and what it has then."""
        if has and has.sequence == sequence and has.fragments.key == key:
            return None, has
        found = self.shared.get(key)
        if has and has.fragments is not found:
            has = None
        if found is None or (found.began != sequence and has is None):
            found = self.shared[key] = Fragments(key, sequence)
        if found.sequence != sequence:
            found.show(parts, sequence)
        return found.patch(has), Has(found, sequence, found.parts)


class Screen:
    """What one screen shows, put together from what it is sent: static/drawing.js does the same."""

    def __init__(self) -> None:
        self.fragments: dict[int, str | Choice] = {}
        self.parts: list[list[str | Choice]] = [[] for _ in range(LAYERS)]

    def apply(self, drawing: Drawing | None) -> None:
        if drawing is None:
            return
        if drawing.whole:
            self.fragments, self.parts = {}, [[] for _ in drawing.changes]
        self.fragments.update(zip(drawing.numbers, drawing.new, strict=True))
        for part, start, gone, *numbers in drawing.changes:
            self.parts[part][start : start + gone] = [self.fragments[number] for number in numbers]

    @property
    def svg(self) -> str:
        return "".join(map(self.text, range(LAYERS, len(self.parts))))

    @property
    def spoken(self) -> str:
        return self.text(TEXT)

    @property
    def choices(self) -> list[Choice]:
        return [one for one in self.parts[CHOICES] if isinstance(one, Choice)]

    @property
    def steps(self) -> list[Choice]:
        return [one for one in self.parts[STEPS] if isinstance(one, Choice)]

    def text(self, part: int) -> str:
        return "".join(one for one in self.parts[part] if isinstance(one, str))
