"""The review of a match: what was luck, what was skill, and what would have been better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from carreau.core.types import Options, Seat
from carreau.review.budget import Budget
from carreau.review.ply import Ply
from carreau.review.race import Race
from carreau.review.split import Split
from carreau.review.verdict import AT_LEAST, is_serious

FORMAT = 1
TURNING_POINTS = 3


@dataclass(frozen=True)
class Review:
    """The review of a match.

    Attributes:
        game: The game's id.
        version: The version of its rules.
        players: How many took part.
        options: The options of the match.
        over: Whether the match was finished; if not, what is called result is each seat's chance at the end of the record.
        digest: The digest of the record.
        budget: How much was thought about each position.
        seed: The seed of everything that was drawn at random.
        splits: Where each seat's result came from.
        plies: Every ply.
        race: Where all act at once: who saw what, and how quickly; None where turns are taken.
    """

    game: str
    version: int
    players: int
    options: Options
    over: bool
    digest: str
    budget: Budget
    seed: int
    splits: tuple[Split, ...]
    plies: tuple[Ply, ...]
    race: Race | None

    def of(self, seat: Seat) -> list[Ply]:
        """A seat's own plies."""
        return [ply for ply in self.plies if ply.seat == seat]

    def counts(self, seat: Seat) -> dict[str, int]:
        """How many of a seat's moves were called what, the worst first."""
        return {name: sum(ply.verdict == name for ply in self.of(seat)) for name, _ in AT_LEAST}

    def serious(self) -> list[Ply]:
        """Mistakes and blunders."""
        return [ply for ply in self.plies if is_serious(ply.verdict)]

    def curve(self, seat: Seat) -> list[float]:
        """A seat's chance before each ply, and its result."""
        return [*(ply.before[seat] for ply in self.plies), self.splits[seat].result]

    def turning_points(self, count: int = TURNING_POINTS) -> list[Ply]:
        """The plies at which most was lost for certain, in order; where nothing was, those that luck has changed most; none in a
        race."""
        if not self.splits:
            return []
        lost = sorted((ply for ply in self.plies if ply.verdict), key=lambda ply: (-ply.loss, ply.ply))[:count]
        rest = sorted((ply for ply in self.plies if not ply.verdict), key=lambda ply: (-max(map(abs, ply.luck)), ply.ply))
        return sorted([*lost, *rest[: count - len(lost)]], key=lambda ply: ply.ply)

    def as_json(self) -> dict[str, Any]:
        """JSON-able."""
        return {"review": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Review:
        """The inverse of `as_json`, from what JSON makes of it."""
        parts = {name: data[name] for name in ("game", "version", "players", "options", "over", "digest", "seed")}
        return cls(
            **parts,
            budget=Budget(**data["budget"]),
            splits=tuple(Split(**one) for one in data["splits"]),
            plies=tuple(Ply.from_json(one) for one in data["plies"]),
            race=None if data["race"] is None else Race.from_json(data["race"]),
        )
