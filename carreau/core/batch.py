"""Many matches of one game, stepped together on all cores: for learning agents and benchmarks."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.core.agent_for import BATCH, LEARNING, agent_of
from carreau.core.errors import BadOption, InvalidAction
from carreau.core.game import Game
from carreau.core.number import check_count
from carreau.core.seed import read_seed, seed_words
from carreau.core.types import Seed


@dataclass(frozen=True)
class Ahead:
    """What could come next in every match of a batch: one row for each legal choice.

    Attributes:
        starts: Where the rows of each match begin; at the end, how many rows there are.
        choices: The choice.
        observation: What the seat that chooses would see then.
        shares: Its share of the win if the match would be over; otherwise zero.
        over: Whether it would be over.
    """

    starts: NDArray[np.int64]
    choices: NDArray[np.int64]
    observation: NDArray[np.int16]
    shares: NDArray[np.float64]
    over: NDArray[np.bool_]


ALIGNMENT = 64  # bytes: JAX takes no array over that begins elsewhere


def aligned(shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
    """An array of zeros that other libraries take over without a copy."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    found: NDArray[Any] = room[start : start + size].view(kind).reshape(shape)
    return found


class Batch:
    """Many matches of one game, stepped together: one choice in each with every call.

    After [`start`][carreau.Batch.start] and every [`step`][carreau.Batch.step], the arrays below have a row for each match. A
    match that ends gives its `shares` and `over` once, and is dealt again. The compiled code runs without Python's global
    lock, so every core works on its own part of the batch.

    Args:
        game: The game to play.
        size: How many matches.
        players: How many take part in each; the smallest number that the options allow if left out.
        threads: How many threads to use; one for each core if left out.
        **options: The options of the game, by name.

    Raises:
        BadPlayers: If the game is not for this many.
        BadOption: If there is no such option, it cannot have this value, or `size` or `threads` is not a number from 1 on.

    Attributes:
        game: The game that is played.
        players: How many take part in each match.
        seats: The seat that chooses now; where several may act at once, one after the other is asked, and can wait.
        mask: What it can choose, a column for each of the game's [`choices`][carreau.Game.choices].
        observation: What it may know: the numbers of the game's [`observation_fields`][carreau.Game.observation_fields].
        shares: Each seat's share of the win, in matches that ended with this step; otherwise zero.
        over: Which matches ended with this step.
        dealt: How many times each match has been dealt again.

    Examples:
        >>> import carreau
        >>> game = carreau.load(carreau.examples() / "connect_four")
        >>> with carreau.Batch(game, size=100, threads=1) as batch:
        ...     batch.start(seed=7)
        ...     for _ in range(50):
        ...         batch.step(batch.mask.argmax(axis=1))  # the first choice in each
        >>> bool(batch.dealt.all())
        True
    """

    def __init__(self, game: Game, size: int, players: int | None = None, threads: int | None = None, **options: Any) -> None:
        check_count("size of a batch", size)
        check_count("number of threads", 1 if threads is None else threads)
        self.game = game
        self.players = game.read_players(players, options)
        self._numbers = np.array(game._option_numbers(game.read_options(options, self.players)), np.int64)
        BATCH.need(game)  # plain Python would take seconds for a single step
        self._drive = agent_of(game)
        self._states = np.zeros(size, game.rules.STATE)
        self._turns: NDArray[np.int64] = np.zeros((size, 3), np.int64)
        self.seats: NDArray[np.int64] = self._turns[:, 0]
        self.mask: NDArray[np.bool_] = aligned((size, self._drive.CHOICES), np.bool_)
        self.observation: NDArray[np.int16] = aligned((size, self._drive.LENGTH), np.int16)
        self.shares: NDArray[np.float64] = aligned((size, self.players), np.float64)
        self.over: NDArray[np.bool_] = aligned((size,), np.bool_)
        self.dealt: NDArray[np.int64] = np.zeros(size, np.int64)
        self._last: NDArray[np.int16] = np.zeros((0, self._drive.LENGTH), np.int16)
        cores = threads or os.cpu_count() or 1
        bounds = np.linspace(0, size, cores + 1).astype(int).tolist()
        self._slices = list(zip(bounds, bounds[1:], strict=False))
        self._pool = ThreadPoolExecutor(cores)
        self._words = np.zeros(8, np.int64)

    def start(self, seed: Seed | None = None) -> None:
        """Deal all matches.

        Args:
            seed: The seed of the first deal; the other deals take the seeds after it. If left out, one that nobody can guess.

        Raises:
            BadSeed: If it is not a seed.
        """
        self._words[:] = seed_words(read_seed(seed))
        self.dealt[:] = 0
        self.shares[:] = 0
        self.over[:] = False
        shown = (self._turns, self.mask, self.observation)
        self._each_slice(
            lambda begin, end: self._drive.start_batch(
                self._states, begin, end, self.players, self._numbers, self._words, *shown
            )
        )  # fmt: skip

    def step(self, chosen: NDArray[np.int64]) -> None:
        """Make one choice in every match.

        Args:
            chosen: For each match a choice that its row of the mask allows. This is not checked.

        Raises:
            InvalidAction: If there is not a whole number for each match.
        """
        given = np.asarray(chosen)
        if given.shape != self.over.shape or given.dtype.kind not in "iu":
            raise InvalidAction(f"A step takes {len(self.over)} choices, a whole number for each match.")
        actions = np.ascontiguousarray(given, np.int64)
        shown = (self._turns, self.mask, self.observation, self.shares, self.over, self._last)
        self._each_slice(
            lambda begin, end: self._drive.step_batch(
                self._states, begin, end, self.players, self._numbers, self._words, self.dealt, actions, *shown
            )
        )

    def keep_last(self) -> NDArray[np.int16]:
        """From now on, keep what the seat that ended a match saw at its end. Returns the array; rows of other matches are old."""
        self._last = np.zeros_like(self.observation)
        return self._last

    def look_ahead(self) -> Ahead:
        """What would come of each legal choice, as the seat that chooses would see it: for learning, not for playing.

        What chance will do, and what others hold, is here as it is in the match.
        """
        LEARNING.need(self.game)
        owners, choices = np.nonzero(self.mask)
        starts = np.searchsorted(owners, np.arange(len(self.over) + 1))
        found = Ahead(
            starts, choices, np.zeros((len(choices), self._drive.LENGTH), np.int16), np.zeros(len(choices)),
            np.zeros(len(choices), np.bool_),
        )  # fmt: skip
        into = (found.observation, found.shares, found.over)
        self._each_slice(
            lambda begin, end: self._drive.look_ahead(self._states, begin, end, self._turns, starts, choices, *into)
        )  # fmt: skip
        return found

    def mirror(self, numbers: NDArray[np.int64]) -> None:
        """Go on with every match as one of the game's symmetries has it: the same for the rules, new for an agent that learns.

        Args:
            numbers: A symmetry for each match, from 0, which changes nothing, below `game.symmetry.COUNT`.

        Raises:
            BadOption: If the game lists no symmetries, or not so many.
        """
        if self.game.symmetry is None:
            raise BadOption(f"{self.game.name} lists no symmetries.")
        given = np.ascontiguousarray(numbers, np.int64)
        if given.shape != self.over.shape or not 0 <= given.min() <= given.max() < self.game.symmetry.COUNT:
            raise BadOption(f"Give a number from 0 to {self.game.symmetry.COUNT - 1} for each match.")
        LEARNING.need(self.game)
        shown = (self._turns, self.mask, self.observation)
        self._each_slice(lambda begin, end: self._drive.mirror_batch(self._states, begin, end, given, *shown))

    @property
    def states(self) -> NDArray[Any]:
        """Everything about the matches, as records: for looking at, not for agents that play."""
        return self._states

    def close(self) -> None:
        """End the threads. A `with` statement does this for you."""
        self._pool.shutdown()

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:  # fmt: skip
        self.close()

    def _each_slice(self, work: Callable[[int, int], None]) -> None:
        for task in [self._pool.submit(work, begin, end) for begin, end in self._slices]:
            task.result()
