"""What one action does and another does not, in the game's own terms: facts compared in the same imagined worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from carreau.core.fact import EVERYBODY, Fact
from carreau.core.game import Game
from carreau.core.types import Seat
from carreau.core.words import Words
from carreau.review.effect import Effect, Step

CLEARLY = 0.25  # by how much the share of worlds in which something is true has to differ

Facts = tuple[Fact, ...]
Worlds = list[Facts]  # what is true in each of them
Sentence = Callable[[Fact], str]


@dataclass(frozen=True)
class Term:
    """What speaks for one action against another.

    Attributes:
        sentence: In the game's words, without a full stop.
        better: In which share of the worlds it is done, or remains possible, after the better action.
        worse: The same after the other.
        avoided: Whether it is something that the better action keeps from happening.
        against: The seat that it gets in the way of, or EVERYBODY, or NOBODY.
        weight: How much it matters.
    """

    sentence: str
    better: float
    worse: float
    avoided: bool
    against: Seat
    weight: float

    @property
    def is_certain(self) -> bool:
        """Whether it is so in every world after one action, and in none after the other."""
        return {self.better, self.worse} == {0.0, 1.0}


def terms(game: Game, better: Effect, worse: Effect, words: Words, names: Sequence[str]) -> list[Term]:
    """All that speaks for an action against another, what matters most first; nothing if the game has no words for it."""
    if game.reasons is None:
        return []
    one, two = Found(game, better, words, names), Found(game, worse, words, names)
    found = [
        *differences(one.own, two.own, does_of, avoided=False),
        *differences(two.unwanted, one.unwanted, avoids_of, avoided=True),
        *differences(two.answers, one.answers, avoids_of, avoided=True),
    ]
    return sorted(found, key=lambda term: -term.weight)


def does_of(fact: Fact) -> str:
    return fact.does


def avoids_of(fact: Fact) -> str:
    return fact.avoids


class Found:
    """The facts about an action in every world: what it does, what it does that is not wanted, what the best answer does."""

    def __init__(self, game: Game, effect: Effect, words: Words, names: Sequence[str]) -> None:
        self.game, self.words, self.names = game, words, names
        mine = [self.facts(course.step) for course in effect.courses]
        theirs = [self.facts(course.answer) for course in effect.courses]
        self.own: Worlds = [tuple(fact for fact in world if fact.does) for world in mine]
        self.unwanted: Worlds = [tuple(fact for fact in world if not fact.does) for world in mine]
        self.answers: Worlds = [tuple(fact for fact in world if fact.does and fact.avoids) for world in theirs]

    def facts(self, step: Step | None) -> Facts:
        if step is None or self.game.reasons is None:
            return ()
        found: Facts = tuple(self.game.reasons.facts(step.before, step.seat, step.action, step.after, self.words, self.names))
        return found


def differences(more: Worlds, less: Worlds, sentence: Sentence, avoided: bool) -> Iterator[Term]:
    """For every kind of fact, that which is true clearly more often in the first worlds than in the second."""
    for kind in dict.fromkeys(fact.kind for world in more for fact in world):
        facts = dict.fromkeys(fact for world in more for fact in world if fact.kind == kind)
        weight = mean_weight(more, kind) - mean_weight(less, kind)
        if weight > 0:
            found = max((term_of(fact, more, less, sentence, avoided, weight) for fact in facts), key=lambda one: one[0])
            if found[0] > 0:
                yield found[1]


def mean_weight(worlds: Worlds, kind: str) -> float:
    return fmean(max((fact.weight for fact in world if fact.kind == kind), default=0.0) for world in worlds)


def term_of(
    fact: Fact, more: Worlds, less: Worlds, sentence: Sentence, avoided: bool, weight: float
) -> tuple[float, Term]:  # fmt: skip
    """A fact with the shares of the worlds in which it is true, and how telling that is: 0 if they hardly differ."""
    often, seldom = share(fact, more, sentence), share(fact, less, sentence)
    better, worse = (seldom, often) if avoided else (often, seldom)
    telling = fact.weight * (often - seldom) if often - seldom > CLEARLY else 0.0
    return telling, Term(sentence(fact), better, worse, avoided, fact.against, weight)


def share(fact: Fact, worlds: Worlds, sentence: Sentence) -> float:
    """In how many of the worlds a fact is true: also where there is more of it, or what is said in the same words."""
    return fmean(any(is_as_much(other, fact, sentence) for other in world) for world in worlds)


def is_as_much(other: Fact, fact: Fact, sentence: Sentence) -> bool:
    return other.kind == fact.kind and (other.weight >= fact.weight or sentence(other) == sentence(fact))


def by_seat(found: Iterable[Term], seat: Seat) -> Term | None:
    """The weightiest that gets in the way of a seat for certain."""
    return next((term for term in found if term.against in (seat, EVERYBODY) and term.is_certain), None)
