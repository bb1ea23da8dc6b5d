"""OpenSpiel: games in Python for its own algorithms.

Chance acts once, at the root: it chooses one of so many deals, and the seed of a deal fixes everything after it. Choices are the
columns of the mask, so an action that takes two choices is two moves of the same player.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from carreau.core.errors import BadOption
from carreau.core.game import Game
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.types import Options
from carreau.core.view import describe
from carreau.games import load
from carreau.rl.episode import SEEDS, Episode

NAME = "carreau"
PARAMETERS = {"game": "", "players": 0, "options": "", "seeds": 1000, "opening": 0, "horizon": 0}
FACTOR = 0x9E3779B97F4A7C15  # so that near deals have unlike seeds


def game_type(players: int) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=NAME, long_name="Carreau", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=8, min_num_players=1,
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=False,
        parameter_specification=PARAMETERS, default_loadable=False,
    )  # fmt: skip


def make(
    game: Game, players: int | None, seeds: int, opening: int, horizon: int, options: Mapping[str, Any]
) -> OpenSpielGame:  # fmt: skip
    number = game.read_players(players, options)
    given = game.read_options(options, number)
    folder = game.id if game.folder.parent.name == "games" else str(game.folder)
    return OpenSpielGame(
        {
            "game": folder, "players": number, "options": written(game, given),
            "seeds": seeds, "opening": opening, "horizon": horizon,
        }
    )  # fmt: skip


def written(game: Game, options: Options) -> str:
    """The options that differ from their defaults, in a form that may stand among OpenSpiel's parameters."""
    changed = {one.name: options[one.name] for one in game.options if options[one.name] != one.default}
    return ";".join(f"{name}:{value}" for name, value in changed.items())


def read(text: str) -> dict[str, str]:
    pairs = [part.partition(":") for part in text.split(";") if part]
    return {name: value for name, _, value in pairs}


class OpenSpielGame(pyspiel.Game):
    """A game with its players and options, as OpenSpiel loads it: `pyspiel.load_game("carreau(game=…,players=2)")`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        if not given["game"]:
            raise BadOption("Say which game: carreau(game=…).")
        self.game = load(Path(given["game"]) if "/" in given["game"] else given["game"])
        options = read(given["options"])
        self.players = self.game.read_players(given["players"] or None, options)
        self.options = self.game.read_options(options, self.players)
        self.seeds, self.opening, self.horizon = int(given["seeds"]), int(given["opening"]), int(given["horizon"])
        self.before = Episode(self.game, self.players, self.options)  # what every state is copied from
        super().__init__(game_type(self.players), self._info(), {**given, "players": self.players})

    def _info(self) -> pyspiel.GameInfo:
        lowest = -1.0 if self.players > 1 else 0.0
        return pyspiel.GameInfo(
            num_distinct_actions=self.game.choices, max_chance_outcomes=self.seeds, num_players=self.players,
            min_utility=lowest, max_utility=1.0, utility_sum=0.0 if self.players > 1 else None,
            max_game_length=self.horizon or self._longest(),
        )  # fmt: skip

    def _longest(self) -> int:
        """Every action may take two choices; where players can wait, each may do so before it."""
        plies = self.game.plies(self.players, self.options)
        return plies * (self.players + 2) if self.game.clock else plies

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.game.observation_size, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def observation_tensor_shape(self) -> list[int]:
        return [self.game.observation_size]

    def information_state_tensor_shape(self) -> list[int]:
        return [self.game.observation_size]

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (dict(self.get_parameters()),)

    def __deepcopy__(self, memo: dict[int, Any]) -> OpenSpielGame:
        """States are copied with all that they hold, except this."""
        return self


def remade(parameters: dict[str, Any]) -> OpenSpielGame:
    """A game that was pickled."""
    return OpenSpielGame(parameters)


class OpenSpielState(pyspiel.State):
    """A match in OpenSpiel's terms. What a player has seen so far is kept as one hash, which every ply is added to."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.spiel = game
        self.match = game.before.copy()
        self.dealt, self.left = False, game.horizon
        self.memory = [b""] * (game.players + 1)  # of each player, and of a spectator

    # whose move it is, and what may be done

    def current_player(self) -> int:
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.over else self.match.seat

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = np.flatnonzero(self.match.mask).tolist() if player == self.match.seat else []
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / self.spiel.seeds) for deal in range(self.spiel.seeds)]

    def is_terminal(self) -> bool:
        return self.dealt and self.match.over

    def returns(self) -> list[float]:
        return self.match.rewards if self.is_terminal() else [0.0] * self.spiel.players

    # moves

    def _apply_action(self, action: int) -> None:
        if not self.dealt:
            self._deal(action)
            return
        seat = self.match.seat
        self.match.choose(action)
        self._remember(seat, action)
        self.left -= 1
        if self.left == 0:
            self._play_on(1 << 30)

    def _deal(self, deal: int) -> None:
        seed = (deal + 1) * FACTOR % SEEDS
        while True:  # an opening that ends the match is no opening
            self.match.deal(seed)
            self.dealt = True
            self._play_on(self.spiel.opening)
            if not self.match.over:
                break
            seed = (seed + FACTOR) % SEEDS
        self._remember(-1, 0)

    def _play_on(self, choices: int) -> None:
        """Some choices at random; which, the state of the match says."""
        state = quick_start(int.from_bytes(blake2b(self.match.states.tobytes(), digest_size=7).digest(), "little"))
        while choices and not self.match.over:
            state, choices = quick_next(state), choices - 1
            legal = np.flatnonzero(self.match.mask)
            self.match.choose(int(legal[quick_below(state, len(legal))]))

    def _remember(self, seat: int, action: int) -> None:
        for player in range(self.spiel.players):
            own = action if player == seat else -1
            self.memory[player] = hashed(self.memory[player], self._seen(player), str((seat, own)))
        self.memory[-1] = hashed(self.memory[-1], self._seen(-1), str(seat))

    def _seen(self, player: int) -> bytes:
        """All that a player sees; the view of a spectator has no observation."""
        if player >= 0:
            return self.match.observed(player, self._half(player)).tobytes()
        return bytes(self.match.seen(-1).state.tobytes())

    def _half(self, player: int) -> int:
        return self.match.half if player == self.match.seat else -1

    # what a player knows

    def information_state_string(self, player: int | None = None) -> str:
        player = self._player(player)
        return f"seat {player}: {self.memory[player].hex()}"

    def observation_string(self, player: int | None = None) -> str:
        player = self._player(player)
        game = self.spiel.game
        return json.dumps(describe(game, self.match.options, self.match.seen(player).state, player)) if self.dealt else ""

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The observation: it tells what a player knows of the cards, but not in which order everything happened."""
        return self.observation_tensor(player)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        player = self._player(player)
        if not self.dealt:
            return [0.0] * self.spiel.game.observation_size
        found: list[float] = self.match.observed(player, self._half(player)).astype(np.float64).tolist()
        return found

    def _player(self, player: int | None) -> int:
        return self.match.seat if player is None else int(player)

    def resample_from_infostate(self, player: int, sampler: Any) -> OpenSpielState:
        """Another world that this player cannot tell from this one. Of the others' memory, only what a spectator saw is left."""
        other: OpenSpielState = self.clone()
        other.match.game._drive.redeal_at(other.match.address, player, int(sampler() * (1 << 53)))
        other.match.look()
        for one in range(self.spiel.players):
            if one != player:
                other.memory[one] = hashed(self.memory[-1], other._seen(one), "seen from outside")
        return other

    # words

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        match = self.match
        if action == match.wait:
            return "wait"
        found = match.drive.action_at(match.address, player, self._half(player), action)
        return match.game.name_action(found) if found >= 0 else f"first half {action}"

    def __str__(self) -> str:
        if not self.dealt:
            return "before the deal"
        return f"{self.match.game.id} {hashed(self.match.states.tobytes(), b'', '').hex()}"


def hashed(*parts: bytes | str) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    return digest.digest()


class Observer:
    """What OpenSpiel's algorithms in Python ask for: the same numbers as an array."""

    def __init__(self, size: int, kind: Any) -> None:
        self.kind = kind
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.tensor[:] = state.observation_tensor(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.information_state_string(player) if self.kind.perfect_recall else state.observation_string(player)


pyspiel.register_game(game_type(2), OpenSpielGame)
