"""Courses: the deals of a setting, or of two that are compared, until enough is known.

A course goes from look to look. When to look, and what is decided then, depends on the experiment and on what was played, never
on who played it when; so the same deals are played by any number of cores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from carreau.lab.experiment import Experiment
from carreau.lab.matches import Columns, Matches
from carreau.lab.measures.comparison import verdict
from carreau.lab.measures.fairness import level_of
from carreau.lab.measures.quantities import SEATS
from carreau.lab.measures.table import Table
from carreau.lab.run.chunk import Chunk, chunks

FIRST_LOOK = 250  # deals, when a precision is to be reached; then twice as many each time
BATCH = 50  # deals between two looks of a test, or this part of those there are, if that is more
PART = 8


class Course:
    """All deals of one setting.

    Attributes:
        settings: The numbers of its settings.
        end: How many deals of each are wanted so far.
        over: Whether enough is known.
        expected: How many deals it will probably take.
    """

    def __init__(self, experiment: Experiment, settings: Sequence[int], deep: int) -> None:
        self.experiment, self.settings, self.deep = experiment, tuple(settings), deep
        self.end, self.over = 0, False
        self.expected = experiment.deals
        self.ends = self.looks()

    def looks(self) -> Iterator[int]:
        """After how many deals to look."""
        yield self.experiment.deals

    def next(self) -> list[Chunk]:
        """The chunks up to the next look."""
        begin, self.end = self.end, min(next(self.ends), self.experiment.deals)
        return [chunk for k in self.settings for chunk in chunks(self.experiment, k, begin, self.end, self.deep)]

    def look(self, tables: Sequence[Columns]) -> None:
        """Decide whether that is enough, by what was noted in each setting."""
        self.over = self.end >= self.experiment.deals or self.is_enough(tables)
        self.expected = self.end if self.over else min(self.experiment.deals, self.wanted(tables))

    def is_enough(self, tables: Sequence[Columns]) -> bool:
        return False

    def wanted(self, tables: Sequence[Columns]) -> int:
        """How many deals it will probably take, for showing how far it is."""
        return self.experiment.deals


class PreciseCourse(Course):
    """As many deals of one setting as it takes to reach a precision."""

    def looks(self) -> Iterator[int]:
        return (FIRST_LOOK << step for step in count())

    def is_enough(self, tables: Sequence[Columns]) -> bool:
        assert self.experiment.precision is not None
        return self.half(tables) <= self.experiment.precision

    def half(self, tables: Sequence[Columns]) -> float:
        """Of the interval of seat 0's share, as the report shows it."""
        table = Table(self.experiment, Matches(self.experiment.settings[self.settings[0]], tables[0]))
        return SEATS[0].estimate(table, level_of(table)).half

    def wanted(self, tables: Sequence[Columns]) -> int:
        """Four times as many for half the width, at the next look after that."""
        assert self.experiment.precision is not None
        enough = self.end * (self.half(tables) / self.experiment.precision) ** 2
        return next(look for look in self.looks() if not look < min(enough, self.experiment.deals))


class TestCourse(Course):
    """Two settings, until a sequential test decides."""

    __test__ = False  # not one of pytest's

    def looks(self) -> Iterator[int]:
        deals = 0
        while True:
            deals += max(BATCH, deals // PART)
            yield deals

    def is_enough(self, tables: Sequence[Columns]) -> bool:
        settings = (self.experiment.settings[k] for k in self.settings)
        found = verdict(self.experiment, [Matches(*pair) for pair in zip(settings, tables)])
        return found is not None and found.decided is not None


def courses_of(experiment: Experiment, deep: int) -> list[Course]:
    """One for each setting; the two that are tested share one."""
    numbers = {setting.id: k for k, setting in enumerate(experiment.settings)}
    test = experiment.test
    tested = [numbers[test.first], numbers[test.second]] if test else []
    alone = PreciseCourse if experiment.precision is not None else Course
    found: list[Course] = [TestCourse(experiment, tested, deep)] if tested else []
    return found + [alone(experiment, [k], deep) for k in numbers.values() if k not in tested]
