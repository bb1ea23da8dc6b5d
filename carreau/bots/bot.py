"""The kinds of bots. Each is handed what its seat may know, its legal actions and a seed, and nothing else."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random as Chance
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from carreau.bots.search_for import search_for
from carreau.bots.seen import Seen
from carreau.core.number import check_count
from carreau.core.types import Action

NO_LIMIT = 1 << 20  # of depth
MOST_ITERATIONS = 1_000_000  # keeps a tree well under 200 MB
TIME_IS_UP = 2  # in a stop flag: a bit of its own, beside whatever the caller has set


@dataclass(frozen=True)
class Estimate:
    """What a bot thinks of an action.

    Attributes:
        action: The action.
        share: The share of the win that the seat can expect.
        weight: How much effort went into it. The bot chooses the action with the most.
    """

    action: Action
    share: float
    weight: float


class Bot(Protocol):
    """A player. Any object with this method is a bot: no base class is needed.

    A bot should keep nothing from one call to the next, because several matches may ask the same bot at the same time.

    Examples:
        A bot that tries every move in a few imagined worlds, plays on at random, and takes the move that wins most often:

        >>> import random
        >>> from collections.abc import Sequence
        >>> import carreau
        >>> class Sampler:
        ...     def choose(self, seen: carreau.Seen, legal: Sequence[carreau.Action], seed: int) -> carreau.Action:
        ...         chance = random.Random(seed)
        ...         return max(legal, key=lambda action: sum(self.sample(seen, action, chance) for _ in range(20)))
        ...
        ...     def sample(self, seen: carreau.Seen, action: carreau.Action, chance: random.Random) -> float:
        ...         world = seen.world(chance.getrandbits(60))
        ...         world.play(action)
        ...         while not world.over:
        ...             world.play(chance.choice(world.legal()))
        ...         return world.returns[seen.seat]
        >>> match = carreau.load(carreau.examples() / "connect_four").new(seed=7)
        >>> carreau.play_out(match, [Sampler(), carreau.bot("random")], seed=1)
        >>> match.returns
        (1.0, 0.0)
    """

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        """Choose an action.

        Args:
            seen: What the seat may know.
            legal: The seat's legal actions, in ascending order; at least one.
            seed: The seed for random choices: the same arguments give the same action, unless time is limited.

        Returns:
            One of `legal`.
        """
        ...


@dataclass(frozen=True)
class Random:
    """Any legal action."""

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        """Choose an action: see [`Bot`][carreau.Bot]."""
        return Chance(seed).choice(legal)


@dataclass(frozen=True)
class Greedy:
    """A bot that looks one ply ahead, with the game's own evaluation.

    Attributes:
        worlds: How many worlds it imagines.
        blur: How wrong it may be about an action, as a standard deviation of the share.
    """

    worlds: int = 8
    blur: float = 0.0

    def __post_init__(self) -> None:
        check_count("number of worlds", self.worlds)

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        """Choose an action: see [`Bot`][carreau.Bot]."""
        return best_of(self.estimate(seen, legal, seed)).action

    def estimate(self, seen: Seen, legal: Sequence[Action], seed: int) -> list[Estimate]:
        """Estimate legal actions, all of them or some. The arguments are those of `choose`."""
        values = np.zeros(seen.game.rules.MOST_LEGAL)
        search_for(seen.game).greedy_values(seen._states, seen.seat, self.worlds, seed, values)
        every = seen._legal()
        found = dict(zip(every, values[: len(every)].tolist()))
        chance = Chance(seed)
        shares = [found[action] + self.blur * chance.gauss() for action in legal]
        return [Estimate(action, share, share + 1e-9 * chance.random()) for action, share in zip(legal, shares)]


@dataclass(frozen=True)
class Ismcts:
    """A bot that searches: information set Monte Carlo tree search.

    Attributes:
        iterations: How many matches it imagines, at most 1,000,000.
        seconds: How long it may think; None for as long as the iterations take.
        cores: How many cores it uses. Each grows a tree of its own, from its share of the iterations.
        exploration: How much it tries actions that do not look best.
        deepest: How many plies deep the tree may get.
        stop: An array of one number: as soon as it is not 0, the search ends with what it knows by then.
    """

    iterations: int = 1000
    seconds: float | None = None
    cores: int = 1
    exploration: float = 0.5
    deepest: int = NO_LIMIT
    stop: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        check_count("number of iterations", self.iterations)
        check_count("number of cores", self.cores)

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        """Choose an action: see [`Bot`][carreau.Bot]."""
        return legal[0] if len(legal) == 1 else best_of(self.estimate(seen, legal, seed)).action

    def estimate(self, seen: Seen, legal: Sequence[Action], seed: int) -> list[Estimate]:
        """Estimate legal actions, all of them or some. The arguments are those of `choose`."""
        stop = np.zeros(1, np.int64) if self.stop is None else self.stop
        visits, totals = Counter[Action](), defaultdict[Action, float](float)
        with deadline(self.seconds, stop):
            for actions, counts, sums in self._trees(seen, seed, stop):
                for action, count, total in zip(actions, counts, sums):
                    visits[action] += count
                    totals[action] += total
        return [Estimate(action, totals[action] / max(1, visits[action]), visits[action]) for action in legal]

    def _trees(self, seen: Seen, seed: int, stop: Any) -> list[tuple[list[int], list[int], list[float]]]:
        """What each core has found out."""
        each = -(-min(self.iterations, MOST_ITERATIONS) // self.cores)
        search = search_for(seen.game)
        if self.cores == 1:
            return [self._tree(search, seen, each, seed, stop)]
        found: list[Any] = [None] * self.cores

        def work(k: int) -> None:
            found[k] = self._tree(search, seen, each, (seed + k * 0x9E3779B97F4A7C15) & (1 << 61) - 1, stop)

        threads = [threading.Thread(target=work, args=[k]) for k in range(1, self.cores)]
        for thread in threads:
            thread.start()
        work(0)
        for thread in threads:
            thread.join()
        return found

    def _tree(
        self, search: ModuleType, seen: Seen, iterations: int, seed: int, stop: Any
    ) -> tuple[list[int], list[int], list[float]]:
        nodes = np.zeros(iterations + 1, search.NODE)
        search.grow(seen._states, seen.seat, iterations, seed, float(self.exploration), self.deepest, nodes, stop)
        most = search.MOST_LEGAL
        actions, visits, totals = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most)
        n = search.root_children(nodes, seen.seat, actions, visits, totals)
        return actions[:n].tolist(), visits[:n].tolist(), totals[:n].tolist()


def flat(iterations: int = 1000) -> Ismcts:
    """Monte Carlo without a tree: only the actions of this turn are compared."""
    return Ismcts(iterations, deepest=1)


def best_of(estimates: Sequence[Estimate]) -> Estimate:
    """The one with the most weight."""
    return max(estimates, key=lambda one: (one.weight, one.share))


@contextmanager
def deadline(seconds: float | None, stop: Any) -> Iterator[None]:
    """Sets the stop flag when the time is up, and clears what it has set."""
    if seconds is None:
        yield
        return

    def ring() -> None:
        stop[0] |= TIME_IS_UP

    timer = threading.Timer(seconds, ring)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        stop[0] &= ~TIME_IS_UP
