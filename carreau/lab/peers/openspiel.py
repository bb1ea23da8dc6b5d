"""OpenSpiel: Connect Four in C++, with random playouts inside it and steps driven from Python."""

from __future__ import annotations

import random

import pyspiel

from carreau.lab.stopwatch import rate

ROLLOUTS = 2000


def measure(batch: int) -> dict[str, float]:
    game = pyspiel.load_game("connect_four")
    return {"inside": rate(lambda: inside(game)), "stepped": rate(lambda: stepped(game))}


def inside(game: pyspiel.Game) -> int:
    """Its search evaluates one leaf by many random playouts, all in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.getrandbits(30))
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 2, 1, False, 1, False)
    bot.mcts_search(game.new_initial_state())
    return 2 * ROLLOUTS


def stepped(game: pyspiel.Game) -> int:
    steps = 0
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps
