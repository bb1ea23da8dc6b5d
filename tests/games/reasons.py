"""What the reasons of a game say about moves, for the tests of each game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from carreau.bots.seen import Seen
from carreau.core.fact import Fact
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.review.reason import at_once

NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva", "Fay")


class Told(NamedTuple):
    """A move with what is said about it, and the table before and after it: a round that it ends is not cleared away."""

    match: Match
    seat: int
    name: str
    after: Match
    facts: list[Fact]

    @property
    def does(self) -> set[str]:
        return {fact.does for fact in self.facts if fact.does}

    @property
    def unwanted(self) -> set[str]:
        """What another move can be praised for not doing."""
        return {fact.avoids for fact in self.facts if not fact.does}

    def found(self, pattern: str, sentences: set[str] | None = None) -> list[Any]:
        """The sentences of one kind, taken apart."""
        return [one for text in sentences or self.does | self.unwanted if (one := re.fullmatch(pattern, text))]


def told(match: Match, name: str, language: str = "en") -> Told:
    """What is said about a move of the acting seat."""
    game, seat, after = match.game, match.acting[0], match.copy()
    action = game.parse_action(name)
    assert action in match.actions(seat), name
    game._drive.score_at(after._address, seat, action)
    assert game.reasons is not None
    facts = game.reasons.facts(match.state, seat, action, after.state, game.words(language), NAMES[: match.players])
    return Told(match, seat, name, after, list(facts))


def why(match: Match, better: str, other: str, language: str = "en") -> str:
    """What speaks for a move against another, as far as the acting seat can know."""
    game, seat = match.game, match.acting[0]
    one, two = game.parse_action(better), game.parse_action(other)
    assert {one, two} <= set(match.actions(seat)), (better, other)
    return at_once(Seen.of(match, seat), one, two, game.words(language), NAMES[: match.players])


def moves(game: Game, players: int, seeds: Sequence[int], each: int = 4, every: int = 3, **options: Any) -> Iterator[Told]:
    """Some moves of many positions of random matches."""
    for seed in seeds:
        chance, match = random.Random(seed), game.new(players, seed, **options)
        while not match.over:
            legal = match.legal(match.acting[0])
            if match.ply % every == 0:
                yield from (told(match, name) for name in chance.sample(legal, min(each, len(legal))))
            match.play(chance.choice(legal))
