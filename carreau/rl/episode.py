"""One match by choices: what all environments for a single match are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.bots.seen import Seen
from carreau.core.agent_for import AGENTS, agent_of
from carreau.core.errors import BadOption
from carreau.core.game import Game
from carreau.core.seed import read_small_seed
from carreau.core.state import SPECTATOR, State, blank, copied
from carreau.core.types import Action, Options, Seat
from carreau.rl.picture import render

SEAT, HALF = 0, 1  # of a turn: see core/agent.py
ILLEGAL = ("lose", "random", "raise")
SEEDS = 1 << 62
MOST_ROWS = 64  # that are allocated at a time


def rewards(shares: Any) -> list[float]:
    """What each seat gets at the end: 1 for a win alone, 0 for an equal share, together nothing. Alone, the win itself."""
    n = len(shares)
    return [float(share) if n == 1 else (n * float(share) - 1) / (n - 1) for share in shares]


class Episode:
    """One match, whose seats choose by the columns of their masks. Nothing is checked."""

    def __init__(self, game: Game, players: int | None, options: Mapping[str, Any]) -> None:
        self.game = game
        self.players = game.read_players(players, options)
        self.options = game.read_options(options, self.players)
        AGENTS.want(game)
        self.drive = agent_of(game)
        self.wait: int = self.drive.WAIT
        self.numbers = np.array(game._option_numbers(self.options), np.int64)
        self.words = np.zeros(8, np.int64)
        self._choose = self.drive.choose_at
        self.over = True
        self.hold(blank(game.rules.STATE), np.zeros(3, np.int64))
        self.take_rows(1)
        self.observation, self.mask, _, _ = self.next_row()  # of the seat that chooses

    def hold(self, states: Any, turn: Any) -> None:
        self.states, self.turn = states, turn
        self.address: int = states.ctypes.data
        self.whose: int = turn.ctypes.data

    def take_rows(self, rows: int) -> None:
        """Memory for what is seen next: whoever keeps a row keeps it unchanged."""
        observations: NDArray[np.int16] = np.empty((rows, self.drive.LENGTH), np.int16)
        masks: NDArray[np.int8] = np.empty((rows, self.drive.CHOICES), np.int8)
        self.many, first, other = rows, observations.ctypes.data, masks.ctypes.data
        places = range(first, first + observations.nbytes, observations.strides[0])
        self.rows = iter(zip(observations, masks, places, range(other, other + masks.nbytes, masks.strides[0])))

    def next_row(self) -> tuple[NDArray[np.int16], NDArray[np.int8], int, int]:
        """An observation and a mask that nobody has yet, and where they lie in memory."""
        row = next(self.rows, None)
        if row is None:
            self.take_rows(min(2 * self.many, MOST_ROWS))
            row = next(self.rows)
        return row

    def deal(self, seed: int) -> None:
        self.words[0], self.words[1] = read_small_seed(seed) & 0xFFFFFFFF, seed >> 32
        self.hold(blank(self.game.rules.STATE), self.turn)
        self._choose = self.drive.choose_at  # machine code may have been made meanwhile
        self.game._drive.setup_at(self.address, self.players, self.numbers, self.words)
        self.drive.begin_at(self.address, self.whose)
        self.over = False
        self.look()

    def look(self) -> None:
        """See the match as the seat that chooses now."""
        self.observation, self.mask = self.observed(self.seat, self.half), self.masked(self.seat, self.half)

    @property
    def state(self) -> State:
        state: State = self.states[0]
        return state

    @property
    def seat(self) -> Seat:
        return int(self.turn[SEAT])

    @property
    def half(self) -> int:
        return int(self.turn[HALF])

    def observed(self, seat: Seat, half: int = -1) -> NDArray[np.int16]:
        row, _, place, _ = self.next_row()
        self.drive.observe_at(self.address, seat, half, place)
        return row

    def masked(self, seat: Seat, half: int = -1) -> NDArray[np.int8]:
        _, mask, _, place = self.next_row()
        self.drive.choices_at(self.address, seat, half, place)
        return mask

    def choose(self, choice: int) -> None:
        """What the seat whose turn it is chooses happens; the arrays are new ones afterwards."""
        self.observation, self.mask, observation, mask = self.next_row()
        self.over = self._choose(self.address, self.whose, choice, observation, mask)
        if self.over:
            self.drive.observe_at(self.address, self.seat, -1, observation)
            self.mask.fill(0)

    def play(self, action: Action) -> None:
        """An action of the seat whose turn it is, by its number."""
        first = self.drive.first_at(self.address, self.seat, action)
        second = self.drive.second_at(self.address, self.seat, action)
        self.choose(first)
        if second >= 0:
            self.choose(second)

    @property
    def rewards(self) -> list[float]:
        shares = np.zeros(self.players)
        self.game._drive.returns_at(self.address, shares.ctypes.data)
        return rewards(shares)

    def seen(self, seat: Seat) -> Seen:
        return Seen(self.game, seat, self.state, self.options)

    def legal(self, seat: Seat) -> list[Action]:
        actions = np.zeros(self.game.rules.MOST_LEGAL, np.int64)
        found: list[Action] = actions[: self.game._drive.legal_at(self.address, seat, actions.ctypes.data)].tolist()
        return found

    def render(self, mode: str | None, seat: Seat | None = None) -> Any:
        """What a seat sees: the one that chooses now if left out, and a spectator at the end or where several may act at once."""
        if seat is None:
            seat = SPECTATOR if self.over or (self.wait >= 0 and self.mask[self.wait]) else self.seat
        legal = self.legal(seat) if seat == self.seat and not self.over else []
        return render(self.game, self.seen(seat).state, seat, legal, mode)

    def copy(self) -> Episode:
        twin = object.__new__(Episode)
        twin.__dict__.update(self.__dict__)
        twin.hold(copied(self.states), self.turn.copy())
        twin.take_rows(1)
        return twin

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, which must not keep addresses of memory."""
        return resumed, (self.game, self.players, self.options, self.states, self.turn, self.over)


def resumed(game: Game, players: int, options: Options, states: Any, turn: Any, over: bool) -> Episode:
    """An episode that was pickled."""
    episode = Episode(game, players, options)
    episode.hold(states, turn)
    episode.over = over
    if int(states[0].acting):
        episode.look()
    return episode


def check_illegal(illegal: str) -> str:
    if illegal not in ILLEGAL:
        raise BadOption(f"What an illegal choice does is one of {', '.join(ILLEGAL)}, not {str(illegal)[:40]!r}.")
    return illegal
