"""How much a review thinks about each position."""

from __future__ import annotations

from dataclasses import dataclass, replace

from carreau.core.number import check_count

MOST_ITERATIONS = 1_000_000
LONG = 100  # plies


@dataclass(frozen=True)
class Budget:
    """How much a review thinks about each position.

    Attributes:
        iterations: Of the search, which finds out what each move is worth.
        playouts: Matches played on quickly to the end, which tell luck from decisions.
        seconds: If given, roughly how long a whole review may take: then it is measured how much thinking fits into that,
            and the same input no longer gives the same output. What was found to fit stands in the review.
    """

    iterations: int = 8000
    playouts: int = 2000
    seconds: float | None = None

    def __post_init__(self) -> None:
        check_count("number of iterations", self.iterations)
        check_count("number of playouts", self.playouts)

    def times(self, factor: float) -> Budget:
        """So many times as much."""
        iterations = min(MOST_ITERATIONS, max(200, round(self.iterations * factor)))
        return replace(self, iterations=iterations, playouts=max(100, round(self.playouts * factor)), seconds=None)

    def for_plies(self, plies: int) -> Budget:
        """For a match of so many plies: a longer one than usual takes as long as one of 100."""
        return self if plies <= LONG else self.times(LONG / plies)


STANDARD = Budget()
QUICK = Budget(1600, 400)
