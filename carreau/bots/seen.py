"""What one seat may know about a match, which is all that a bot ever gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.number import whole_number
from carreau.core.refusal import no_seat
from carreau.core.seed import read_small_seed
from carreau.core.state import SPECTATOR, State
from carreau.core.stepper import Stepper
from carreau.core.types import Action, Options, Seat
from carreau.core.view import View, describe


class Seen:
    """What one seat may know about a match, which is all that a [`Bot`][carreau.Bot] ever gets.

    The state is blanked first, so that it cannot hold more than the seat may know.

    Args:
        game: The game that is played.
        seat: Whose view it is.
        state: A state of the match.
        options: The options of the match; their defaults if left out.

    Raises:
        BadSeat: If there is no such seat.

    Attributes:
        game: The game that is played.
        seat: Whose view it is.
        options: The options of the match.

    Examples:
        >>> import carreau
        >>> match = carreau.load(carreau.examples() / "connect_four").new(seed=7)
        >>> seen = carreau.Seen.of(match, 0)
        >>> seen.view() == match.view(0)
        True
        >>> world = seen.world(seed=1)  # plays on from here; what the seat cannot know is dealt again
        >>> world.legal()
        [0, 1, 2, 3, 4, 5, 6]
    """

    def __init__(self, game: Game, seat: Seat, state: State, options: Mapping[str, Any] | None = None) -> None:
        players = int(state.players)
        if whole_number(seat) is None or not SPECTATOR <= seat < players:
            raise no_seat(seat, players)
        self.game = game
        self.seat = seat
        self._states = np.zeros(1, game.rules.STATE)
        truth = np.zeros(1, game.rules.STATE)
        truth[0] = state
        game._drive.view_at(truth.ctypes.data, seat, self._states.ctypes.data)
        self.options: Options = {one.name: one.default for one in game.options} if options is None else dict(options)

    @classmethod
    def of(cls, match: Match, seat: Seat) -> Seen:
        """What a seat may know about a match."""
        return cls(match.game, seat, match.seen(seat), match.options)

    @property
    def players(self) -> int:
        """How many take part."""
        return int(self._states["players"].item())

    @property
    def state(self) -> State:
        """The state as a record, with everything blanked that the seat may not know."""
        state: State = self._states[0]
        return state

    def view(self) -> View:
        """What the seat may know, as JSON: the same as [`Match.view`][carreau.Match.view]."""
        return describe(self.game, self.options, self.state, self.seat)

    def _legal(self) -> list[Action]:
        """The seat's legal actions, in ascending order."""
        actions = np.zeros(self.game.rules.MOST_LEGAL, np.int64)
        count = self.game._drive.legal_at(self._states.ctypes.data, self.seat, actions.ctypes.data)
        found: list[Action] = actions[:count].tolist()
        return found

    def world(self, seed: int) -> Stepper:
        """Imagine a match that this seat cannot tell from the true one, ready to be played on.

        All worlds that fit what the seat knows are equally likely, hidden cards as well as future draws.

        Args:
            seed: The seed that picks one of them: a whole number of up to 60 bits.

        Raises:
            BadSeed: If it is not a seed.
        """
        states = self._states.copy()
        self.game._drive.redeal_at(states.ctypes.data, self.seat, read_small_seed(seed))
        return Stepper._on(self.game, self.options, states)
