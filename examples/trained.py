"""What train.py has learned, as bots: `trained:Punto`, `trained:Florentine` and so on, wherever a command takes a bot.

    cd examples
    carreau ladder punto --bots trained:Punto,greedy,random

A bot looks at a position from several sides (the game's symmetries), and takes the choice that it likes best on average. It looks
no move ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from network import Network, policy_of

import carreau
from carreau.rl import augmented, policy_bot

FOLDER = Path(__file__).parent / "policies"
SIDES = 8  # of a position that it looks at, at most


class Trained:
    """A bot that plays by what is kept in a file."""

    def __init__(self, file: Path | str) -> None:
        self.network = load(Path(file))
        self.bot = policy_bot(self.policy)

    def choose(self, seen: carreau.Seen, legal: Sequence[carreau.Action], seed: int) -> carreau.Action:
        return self.bot.choose(seen, legal, seed)

    def policy(self, seen: carreau.Seen, observation: Any, mask: Any, seed: int) -> int:
        legal = np.flatnonzero(mask)
        if len(legal) == 1:
            return int(legal[0])
        sides, moves = self.look(seen, observation, legal)
        starts = np.arange(len(sides) + 1) * len(legal)
        liked = self.network.answer(sides, starts, moves.ravel()).reshape(moves.shape)
        return int(legal[liked.mean(axis=0).argmax()])

    def look(self, seen: carreau.Seen, observation: Any, legal: Any) -> tuple[Any, Any]:
        """What it sees from each side, and what the legal choices are there."""
        symmetry = seen.game.symmetry
        if symmetry is not None:
            numbers = np.unique(np.linspace(0, symmetry.COUNT - 1, SIDES).astype(np.int64))
            states, seats = np.repeat(np.array([seen.state]), len(numbers)), np.full(len(numbers), seen.seat)
            sides, moves = augmented(seen.game, states, seats, numbers)
            if (moves[:, legal] >= 0).all():  # otherwise a choice is half an action
                return sides, moves[:, legal]
        return observation[None], legal[None]


@cache
def load(file: Path) -> Network:
    kept = np.load(file)
    name = str(kept["game"])
    small = carreau.examples() / name  # an example game has no id of its own
    network = policy_of(carreau.load(small if small.is_dir() else name))
    network.flat[:] = kept["flat"]
    return network


def save(network: Network, game: str, file: Path) -> None:
    """Keep a policy."""
    np.savez_compressed(file, flat=network.filled_in().astype(np.float16), game=game)


def __getattr__(name: str) -> Trained:
    """The bot that plays a game: `Punto` for the policy in policies/punto.npz."""
    file = FOLDER / f"{name.lower()}.npz"
    if not file.exists():
        raise AttributeError(f"Nothing has been learned about {name}: python train.py {name.lower()}")
    return Trained(file)
