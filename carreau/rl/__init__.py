"""Environments for agents that learn, in everybody's formats. See docs/agents/environments.md.

Examples:
    >>> import carreau, carreau.rl
    >>> game = carreau.load(carreau.examples() / "connect_four")
    >>> with carreau.rl.batch(game, size=32, threads=1) as batch:
    ...     batch.start(seed=7)
    ...     batch.step(batch.mask.argmax(axis=1))
    >>> batch.observation.shape
    (32, 84)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from carreau.bots.bot import Bot
from carreau.core.batch import Batch
from carreau.core.extra import need
from carreau.core.game import Game

if TYPE_CHECKING:
    from carreau.rl.many import VectorTable
    from carreau.rl.openspiel import OpenSpielGame
    from carreau.rl.player import Policy, PolicyBot
    from carreau.rl.race import ParallelTable
    from carreau.rl.single import SingleSeat
    from carreau.rl.turns import TurnTable

__all__ = ["aec_env", "augmented", "batch", "gym_env", "openspiel_game", "parallel_env", "policy_bot", "vector_env"]


def gym_env(
    game: Game, seat: int = 0, opponents: str | Bot | list[str | Bot] = "random", players: int | None = None,
    render_mode: str | None = None, illegal: str = "lose", **options: Any,
) -> SingleSeat:  # fmt: skip
    """A Gymnasium environment: one seat, against bots.

    Args:
        game: The game to play.
        seat: Which seat the agent has.
        opponents: Who plays the others: the name of a bot, a bot, or one for each of the other seats in their order.
        players: How many take part; the smallest number that the options allow if left out.
        render_mode: `rgb_array`, `ansi` or `human`.
        illegal: What a choice does that the mask forbids: `lose` the match, `random` (another is made), or `raise` an error.
        **options: The options of the game, by name.

    Raises:
        MissingExtra: If Gymnasium is not installed.
        BadOption: If an option cannot have its value, or everybody plays at once.
    """
    need("A Gymnasium environment", "rl", gymnasium="Gymnasium")
    from carreau.rl.single import SingleSeat

    return SingleSeat(game, seat, opponents, players, render_mode, illegal, options)


def vector_env(
    game: Game, size: int, players: int | None = None, threads: int | None = None, **options: Any
) -> VectorTable:  # fmt: skip
    """A Gymnasium vector environment on a compiled batch: the agent plays all seats, each in its turn.

    Args:
        game: The game to play.
        size: How many matches.
        players: How many take part in each.
        threads: How many threads to use; one for each core if left out.
        **options: The options of the game, by name.

    Raises:
        MissingExtra: If Gymnasium is not installed.
    """
    need("A Gymnasium environment", "rl", gymnasium="Gymnasium")
    from carreau.rl.many import VectorTable

    return VectorTable(game, size, players, threads, options)


def aec_env(
    game: Game, players: int | None = None, render_mode: str | None = None, max_cycles: int | None = None,
    illegal: str = "lose", **options: Any,
) -> TurnTable:  # fmt: skip
    """A PettingZoo environment in which one agent acts after the other.

    Where several may act at once, each is asked in turn and can wait.

    Args:
        game: The game to play.
        players: How many take part.
        render_mode: `rgb_array`, `ansi` or `human`.
        max_cycles: After how many choices of each agent a match is cut off; never if left out.
        illegal: What a choice does that the mask forbids: `lose` the match, `random` (another is made), or `raise` an error.
        **options: The options of the game, by name.

    Raises:
        MissingExtra: If PettingZoo is not installed.
    """
    need("A PettingZoo environment", "rl", pettingzoo="PettingZoo", gymnasium="Gymnasium")
    from carreau.rl.turns import TurnTable

    return TurnTable(game, players, render_mode, max_cycles, illegal, options)


def parallel_env(
    game: Game, players: int | None = None, render_mode: str | None = None, max_cycles: int | None = None,
    tick_seconds: float = 1.0, **options: Any,
) -> ParallelTable:  # fmt: skip
    """A PettingZoo environment in which all agents act at once: for ways to play in real time.

    Args:
        game: The game to play.
        players: How many take part.
        render_mode: `rgb_array`, `ansi` or `human`.
        max_cycles: After how many steps a match is cut off; never if left out.
        tick_seconds: How much time passes with every step.
        **options: The options of the game, by name.

    Raises:
        MissingExtra: If PettingZoo is not installed.
        BadOption: If this way to play is in turns.
    """
    need("A PettingZoo environment", "rl", pettingzoo="PettingZoo", gymnasium="Gymnasium")
    from carreau.rl.race import ParallelTable

    return ParallelTable(game, players, render_mode, max_cycles, tick_seconds, options)


def openspiel_game(
    game: Game, players: int | None = None, seeds: int = 1000, opening: int = 0, horizon: int = 0, **options: Any
) -> OpenSpielGame:  # fmt: skip
    """An OpenSpiel game, for OpenSpiel's own algorithms.

    Args:
        game: The game to play.
        players: How many take part.
        seeds: How many different deals chance chooses from, at the root of the tree.
        opening: How many choices are made at random before the first player chooses.
        horizon: After how many choices the rest is played at random; never if 0. With both, large games become small ones.
        **options: The options of the game, by name.

    Raises:
        MissingExtra: If OpenSpiel is not installed.
    """
    need("An OpenSpiel game", "rl", pyspiel="OpenSpiel")
    from carreau.rl.openspiel import make

    return make(game, players, seeds, opening, horizon, options)


def batch(game: Game, size: int, players: int | None = None, threads: int | None = None, **options: Any) -> Batch:
    """Many matches at once, as NumPy arrays that stay in their place: PyTorch and JAX take them over without a copy (DLPack).

    Args:
        game: The game to play.
        size: How many matches.
        players: How many take part in each.
        threads: How many threads to use; one for each core if left out.
        **options: The options of the game, by name.
    """
    return Batch(game, size, players, threads, **options)


def augmented(
    game: Game, states: NDArray[Any], seats: NDArray[np.int64], numbers: NDArray[np.int64]
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:  # fmt: skip
    """What seats would see in the same positions transformed by the game's symmetries, of which there are `game.symmetry.COUNT`.

    Args:
        game: The game.
        states: Positions, such as `batch.states`.
        seats: Who looks at each, such as `batch.seats`.
        numbers: The symmetry for each. Where it does not hold, the position stays as it is; 0 changes nothing.

    Returns:
        The observations; and for each position and choice what the choice becomes, -1 if it is not legal or only half an action.

    Raises:
        BadOption: If the game lists no symmetries, or not so many.
    """
    from carreau.rl.augment import augment

    return augment(game, states, seats, numbers)


def policy_bot(policy: Policy) -> PolicyBot:
    """A bot that chooses by the columns of its mask: so what has been learned sits at the web table, and plays other bots.

    Args:
        policy: A function that is given what the seat may know, its observation, its mask and a seed, and returns a choice.
            Where an action takes two choices, it is asked twice.

    Examples:
        >>> import carreau, carreau.rl
        >>> match = carreau.load(carreau.examples() / "connect_four").new(seed=7)
        >>> first = carreau.rl.policy_bot(lambda seen, observation, mask, seed: int(mask.argmax()))
        >>> carreau.play_out(match, [first, first], seed=1)
        >>> match.over
        True
    """
    from carreau.rl.player import PolicyBot

    return PolicyBot(policy)
