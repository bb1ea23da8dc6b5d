"""Learn a game from nothing, by playing against oneself.

    python train.py punto                            half an hour on two cores
    python train.py florentine --choices 5000000     less, and another game
    python train.py punto --piece 1000000            for so many choices; the next call goes on from there

Two networks. One says how good a position is for the seat that has just chosen: it learns from how matches go on, by temporal
differences (Tesauro's TD-Gammon, 1995). The other says what to choose: it learns to want what looks best to the first one a ply
ahead (expert iteration, Anthony and others, 2017). Only the second one plays afterwards, and it looks no ply ahead.

In training, every position is turned into one of its mirror images (the game's symmetries). Nothing here knows a game: it reads
the fields of the observation, the mask and who has won.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from network import FASTER, Network, learn_choices, learn_values, policy_of
from numba import njit

import carreau

CHOICES = 30_000_000  # that it learns from, by default
MATCHES, STEPS = 256, 64  # at once, and choices in each before it learns from them
GROUP, RATE = 512, 1e-3  # rows that it learns from at a time, and the size of its steps at first
SHARE = 0.8  # lambda: how much of a target comes from further on
WARM, COLD = 0.25, 0.05  # how boldly it tries what looks worse, at first and last, in standard deviations of worth


class Learner:
    """The networks, and the matches that they play against themselves."""

    def __init__(self, game: carreau.Game, options: dict[str, Any], file: Path, seed: int = 1, threads: int = 2) -> None:
        self.game, self.file, self.threads = game, file, threads
        self.values = Network(game, 1, 256, 32, seed)
        self.policy = policy_of(game, seed + 1)
        self.networks = {"values": self.values, "policy": self.policy}
        self.rows, self.spent = 0, 0.0
        if file.exists():
            self.load()
        self.chance = np.random.default_rng([seed, self.rows])
        self.slopes = {name: np.zeros((threads, len(one.flat)), np.float32) for name, one in self.networks.items()}
        self.batch = carreau.Batch(game, MATCHES, threads=threads, **options)
        self.batch.start(int(self.chance.integers(1 << 60)))
        self.pool = ThreadPoolExecutor(threads)

    def run(self, choices: int, piece: int = 1 << 60, tell: Callable[[str], None] = print) -> None:
        """Go on until so many choices have been made in all, or so many from now."""
        before, began, spent, told = self.rows, time.process_time(), self.spent, self.spent
        while self.rows < choices and self.rows - before < piece:
            left = 1 - self.rows / choices
            errors = self.learn(self.play(COLD + left * (WARM - COLD)), RATE * max(0.03, left))
            self.spent = spent + time.process_time() - began
            if self.spent > told + 20:
                told = self.spent
                tell(f"{told:6.0f} s {self.rows:11,} choices, errors: value {errors[0]:.4f}, choice {errors[1]:.3f}")
        self.save()

    def play(self, warmth: float) -> dict[str, Any]:
        """Some steps of all matches: what was seen, what each choice seemed worth, and what came of it."""
        batch, game, n, steps = self.batch, self.game, self.batch.players, []
        for _ in range(STEPS):
            if game.symmetry is not None:
                batch.mirror(self.chance.integers(game.symmetry.COUNT, size=MATCHES))
            ahead = batch.look_ahead()
            worth = np.where(ahead.over, fair(ahead.shares, n), self.valued(ahead.observation))
            wanted, expected, taken = prefer(ahead.starts, worth, warmth, self.chance.random(MATCHES))
            step = {
                "seen": batch.observation.copy(), "counts": np.diff(ahead.starts), "seats": batch.seats.copy(),
                "expected": expected, "after": ahead.observation[taken], "choices": ahead.choices, "wanted": wanted,
            }  # fmt: skip
            batch.step(ahead.choices[taken])
            steps.append(step | {"over": batch.over.copy(), "rewards": fair(batch.shares, n)})
        played = {name: np.concatenate([step[name] for step in steps]) for name in steps[0]}
        played["starts"] = np.concatenate([[0], np.cumsum(played["counts"])])
        played["targets"], played["known"] = look_back(
            *(played[name].reshape(STEPS, MATCHES, *played[name].shape[1:]) for name in ("seats", "over", "rewards", "expected"))
        )
        return played

    def valued(self, seen: Any) -> Any:
        return np.concatenate(
            self.share_out(lambda _, rows: self.values.value(seen[rows[0] : rows[-1] + 1]), np.arange(len(seen)))
        )

    def learn(self, played: dict[str, Any], rate: float) -> list[float]:
        """Both networks, from all that was played, a group of rows at a time; their mean errors."""
        self.rows += len(played["seen"])
        told = np.flatnonzero(played["known"])
        return [
            self.teach("values", learn_values, told, rate, played["after"], played["targets"]),
            self.teach("policy", learn_choices, np.arange(len(played["seen"])), rate,
                       played["seen"], played["starts"], played["choices"], played["wanted"]),
        ]  # fmt: skip

    def teach(self, name: str, lesson: Any, rows: Any, rate: float, *given: Any) -> float:
        network, slopes, error = self.networks[name], self.slopes[name], 0.0
        for group in np.array_split(self.chance.permutation(rows), max(1, len(rows) // GROUP)):

            def work(thread: int, part: Any) -> float:
                found: float = lesson(part, *given, network.reading, network.parts, network.split(slopes[thread]))
                return found

            error += sum(self.share_out(work, group))
            network.improve(slopes, len(group), rate)
        return error / len(rows)

    def share_out(self, work: Any, rows: Any) -> list[Any]:
        """The same work on all threads, each with some of the rows."""
        parts = np.array_split(rows, self.threads)
        return [task.result() for task in [self.pool.submit(work, thread, part) for thread, part in enumerate(parts)]]

    def load(self) -> None:
        kept = np.load(self.file)
        self.rows, self.spent = int(kept["rows"]), float(kept["spent"])
        for name, network in self.networks.items():
            network.steps = int(kept[f"{name}_steps"])
            for part in ("flat", "mean", "square"):
                getattr(network, part)[:] = kept[f"{name}_{part}"]

    def save(self) -> None:
        parts = {
            f"{name}_{part}": getattr(one, part)
            for name, one in self.networks.items()
            for part in ("flat", "mean", "square", "steps")
        }
        with self.file.open("wb") as out:
            np.savez(out, rows=self.rows, spent=self.spent, **parts)


def fair(shares: Any, players: int) -> Any:
    """Shares of the win as rewards: 1 for a win alone, 0 for an equal share."""
    return (players * shares - 1) / (players - 1) if players > 1 else shares


@njit(**FASTER)
def prefer(starts, worth, warmth, draws):
    """How much each choice is wanted, what is to be expected then, and one of them drawn by that."""
    wanted, matches, spread = np.zeros(len(worth), np.float32), len(starts) - 1, 1e-6
    expected, taken = np.zeros(matches, np.float32), np.zeros(matches, np.int64)
    for i in range(matches):
        spread += worth[starts[i] : starts[i + 1]].std() / matches
    for i in range(matches):
        rows = slice(starts[i], starts[i + 1])
        share = np.exp((worth[rows] - worth[rows].max()) / (warmth * spread))
        share /= share.sum()
        wanted[rows], expected[i] = share, (share * worth[rows]).sum()
        taken[i] = starts[i] + min(np.searchsorted(np.cumsum(share), draws[i]), len(share) - 1)
    return wanted, expected, taken


@njit(**FASTER)
def look_back(seats, over, rewards, expected):
    """TD(lambda): what each position turned out to be worth to the seat that had just chosen; known where that was seen."""
    targets, known = np.zeros(expected.shape, np.float32), np.zeros(expected.shape, np.bool_)
    later, told = np.zeros(rewards.shape[2]), np.zeros(rewards.shape[2], np.bool_)
    for i in range(expected.shape[1]):
        told[:] = False
        for step in range(expected.shape[0] - 1, -1, -1):
            seat = seats[step, i]
            if over[step, i]:
                later[:], told[:] = rewards[step, i], True
            targets[step, i], known[step, i] = later[seat], told[seat] and not over[step, i]
            later[seat] = (1 - SHARE) * expected[step, i] + SHARE * later[seat] if told[seat] else expected[step, i]
            told[seat] = True
    return targets.ravel(), known.ravel()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="id or folder of a game")
    parser.add_argument("--choices", type=int, default=CHOICES, help="from how many it learns in all")
    parser.add_argument("--piece", type=int, default=1 << 60, help="stop after so many; the next call goes on from there")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", type=json.loads, default={}, help="of the matches it learns from, as JSON")
    parser.add_argument("--file", type=Path, help="where to keep what has been learned")
    given = parser.parse_args()
    game = carreau.load(given.game)
    file = given.file or Path(f"{game.id}.learner.npz")
    Learner(game, given.options, file, given.seed, given.threads).run(given.choices, given.piece)


if __name__ == "__main__":
    main()
