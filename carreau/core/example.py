"""Examples: the pictures of a rulebook are real positions, written down in `examples.toml` and played when they are shown.

Each has a name, by which the rulebooks refer to it on a line of its own: ![caption](example:name). What it claims about the
position (what is legal and what is not, the points, the end) is checked by a test, so that no picture can be wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from carreau.core.errors import CarreauError
from carreau.core.types import ActionName, Points, Seat

if TYPE_CHECKING:
    from carreau.core.game import Game
    from carreau.core.match import Match

FILE = "examples.toml"
REFERENCE = re.compile(r"^!\[([^\]]*)\]\(example:([^)]*)\)[ \t]*$", re.MULTILINE)
WITH_SEAT = re.compile(r"(-?\d+): (.*)")


@dataclass(frozen=True)
class Example:
    """A position that a rulebook shows, and what is claimed about it.

    Attributes:
        name: The name by which the rulebook refers to it.
        players: How many take part.
        seed: What fixes the deal.
        actions: What was played, by the seat that may act; `1: name` where several may.
        options: The options that are not at their default.
        seat: Whose view it is; None is a spectator's.
        legal: Some actions that this seat (or the one that may act) can play now.
        illegal: Some that it cannot.
        points: The points of each seat, if they are claimed.
        over: Whether the match has ended, if that is claimed.
    """

    name: str
    players: int
    seed: int
    actions: tuple[ActionName, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    seat: Seat | None = None
    legal: tuple[ActionName, ...] = ()
    illegal: tuple[ActionName, ...] = ()
    points: tuple[Points, ...] | None = None
    over: bool | None = None

    def play(self, game: Game) -> Match:
        """Play the match as far as the picture shows it."""
        match = game.new(self.players, self.seed, **self.options)
        for action in self.actions:
            seat = WITH_SEAT.fullmatch(action)
            match.play(seat[2], int(seat[1])) if seat else match.play(action)
        return match

    def wrong(self, game: Game) -> list[str]:
        """List every claim that does not hold, as a sentence."""
        match = self.play(game)
        acting = match.acting[0] if self.seat is None and match.acting else self.seat
        found = [f"{name} is not legal" for name in self.legal if not is_legal(match, name, acting)]
        found += [f"{name} is legal" for name in self.illegal if is_legal(match, name, acting)]
        if self.points is not None and match.points != self.points:
            found.append(f"the points are {list(match.points)}")
        if self.over is not None and match.over != self.over:
            found.append(f"the match is {'' if match.over else 'not '}over")
        return found


def is_legal(match: Match, name: str, seat: int | None) -> bool:
    """Whether a seat may do this now. A name that cannot be read is an error, so that a typo does not count as forbidden."""
    number = match._read_action(name)
    return seat is not None and number in match.actions(seat)


def read_examples(game: Game) -> dict[str, Example]:
    """The examples of a game by name, if it has any."""
    file = game.texts / FILE
    if not file.exists():
        return {}
    return {name: read_example(name, facts) for name, facts in tomllib.loads(file.read_text(encoding="utf-8")).items()}


def read_example(name: str, facts: dict[str, Any]) -> Example:
    known = {part.name for part in fields(Example)} - {"name"}
    for key in facts:
        if key not in known:
            raise CarreauError(f"The example {name!r} has an unknown key {key!r}; the known ones are {', '.join(sorted(known))}.")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in facts.items()}
    return Example(name, **values)


def parts(rulebook: str) -> Iterator[tuple[str, str]]:
    """A rulebook in order: ("", text), and (name, caption) where a picture stands."""
    place = 0
    for found in REFERENCE.finditer(rulebook):
        yield "", rulebook[place : found.start()]
        yield found[2], found[1]
        place = found.end()
    yield "", rulebook[place:]
