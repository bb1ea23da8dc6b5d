"""A match driven by numbers alone, as fast as Python allows: no record is kept and nothing is checked."""

from __future__ import annotations

from array import array
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.core.engine import STEPPER
from carreau.core.game import Game
from carreau.core.seed import read_small_seed
from carreau.core.state import State
from carreau.core.types import Action, Options, Points, Seat


class Stepper:
    """For programs that step through matches millions of times and only ever choose from [`legal`][carreau.Stepper.legal].

    It is many times faster than a [`Match`][carreau.Match] because it checks nothing: after an illegal action, anything
    can happen. Where several seats may act at once, the lowest of them acts.

    Args:
        game: The game to play.
        players: How many take part; the smallest number that the options allow if left out.
        **options: The options of the game, by name.

    Attributes:
        game: The game that is played.
        players: How many take part.
        over: Whether the match has ended, or has not been dealt yet.

    Examples:
        >>> import carreau
        >>> stepper = carreau.Stepper(carreau.load(carreau.examples() / "connect_four"))
        >>> stepper.deal(seed=7)
        >>> while not stepper.over:
        ...     stepper.play(stepper.legal()[0])
        >>> stepper.returns
        (1.0, 0.0)
    """

    def __init__(self, game: Game, players: int | None = None, **options: Any) -> None:
        players = game.read_players(players, options)
        self._begin(game, players, game.read_options(options, players), np.zeros(1, game.rules.STATE))

    def deal(self, seed: int) -> None:
        """Begin a new match.

        Args:
            seed: The seed of the deal: a whole number of up to 63 bits.

        Raises:
            BadSeed: If it is not a seed.
        """
        try:
            self._count = self._drive.deal_at(self._address, self.players, self._numbers, seed, self._out)
        except Exception:  # looked at only now, because most seeds are good and every deal would take longer
            read_small_seed(seed)
            raise
        self._step = self._drive.step_at  # machine code may have been made meanwhile
        self.over = False

    @property
    def seat(self) -> Seat:
        """The lowest seat that may act."""
        seat: Seat = self._drive.lowest_acting_at(self._address)
        return seat

    def legal(self) -> list[Action]:
        """The legal actions of [`seat`][carreau.Stepper.seat], in ascending order; none when the match is over."""
        return self._actions[: self._count].tolist()

    def play(self, action: Action) -> None:
        """Play for [`seat`][carreau.Stepper.seat].

        Args:
            action: One of [`legal`][carreau.Stepper.legal]. This is not checked.
        """
        self._count = count = self._step(self._address, action, self._out)
        self.over = not count

    @property
    def points(self) -> tuple[Points, ...]:
        """The rulebook's points, per seat."""
        return tuple(self._states["points"][0, : self.players].tolist())

    @property
    def returns(self) -> tuple[float, ...]:
        """Each seat's share of the win; all zero before the end."""
        shares = np.zeros(self.players)
        self._drive.returns_at(self._address, shares.ctypes.data)
        return tuple(shares.tolist())

    @property
    def state(self) -> State:
        """Everything about the match, as a record."""
        state: State = self._states[0]
        return state

    def copy(self) -> Stepper:
        """A copy of the match, which can be played on differently."""
        twin = object.__new__(Stepper)
        twin.__dict__.update(self.__dict__)
        twin._hold(self._states.copy())
        twin._actions[:] = self._actions
        return twin

    def __copy__(self) -> Stepper:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Stepper:
        return self.copy()

    @classmethod
    def _on(cls, game: Game, options: Options, states: Any) -> Stepper:
        """A match that continues from a state."""
        stepper = object.__new__(cls)
        stepper._begin(game, int(states[0].players), options, states)
        stepper.over = bool(states[0].over)
        if not stepper.over:
            stepper._count = stepper._drive.legal_at(stepper._address, stepper.seat, stepper._out)
        return stepper

    def _begin(self, game: Game, players: int, options: Options, states: Any) -> None:
        self.game = game
        self.players = players
        self.over = True
        self._numbers: NDArray[np.int64] = np.array(game._option_numbers(options), np.int64)
        STEPPER.want(game)
        self._drive: ModuleType = game._drive
        self._step = self._drive.step_at
        self._count = 0  # of legal actions
        self._hold(states)

    def _hold(self, states: Any) -> None:
        """Take memory for a state and a list of actions."""
        self._states = states
        self._address: int = states.ctypes.data
        self._actions = array("q", bytes(8 * self.game.rules.MOST_LEGAL))
        self._out = self._actions.buffer_info()[0]
