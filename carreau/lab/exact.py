"""How far bots are from perfect, at the end of matches that is small enough to be solved: exploitability, by OpenSpiel.

    python -m carreau.lab.exact docs/agents/exact.json [GAME …]

A position is as long before the end of a match as its tree stays small. There, what a bot does is a policy: in everything that a
seat can know, it is asked several times. OpenSpiel finds the best answer to that policy, and by CFR+ an equilibrium.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from statistics import fmean
from typing import Any

import carreau
from carreau.bots.levels import read_bot
from carreau.bots.turn import play_out
from carreau.core.agent_for import AGENTS, agent_of
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.rl.tree import TooLarge, Tree, make_tree

BOTS = {"random": 0, "greedy": 10, "1": 50, "2": 30, "3": 10, "4": 5}  # and how often each is asked; random is known
POSITIONS, SEED = 6, 700
STAKE = 0.02  # that must be lost by playing at random; elsewhere nothing is to be decided any more
ROUNDS = 500  # of CFR+
MOST_WORLDS, MOST_POSITIONS, MOST_KNOWN = 200, 20_000, 1500
SHALLOWEST = 2  # plies before the end at least


def find_tree(game: Game, options: dict[str, Any], seed: int) -> tuple[Match, Tree] | None:
    """The largest tree that is small enough, at the end of a match at random; None if not even the last plies are."""
    match, found = game.new(2, seed, **options), None
    play_out(match, [carreau.bot("random")] * 2, seed)
    record = match.record()
    for plies in range(SHALLOWEST, len(record["actions"])):
        before = carreau.replay(record, ply=len(record["actions"]) - plies)
        try:
            tree = make_tree(game, before._states[0], before.options, MOST_WORLDS, MOST_POSITIONS)
        except TooLarge:
            break
        if len(tree.known) > MOST_KNOWN:
            break
        found = before, tree
    return found


def table_of(tree: Tree, spiel: Any) -> dict[str, tuple[str, list[int]]]:
    """What OpenSpiel calls everything that a seat can know, and the choices there, by our names."""
    import pyspiel

    table = pyspiel.GetRandomPolicy(spiel, 1).policy_table()
    return {name.rsplit("-", 1)[1]: (name, [choice for choice, _ in row]) for name, row in table.items()}


def policy_of(tree: Tree, spiel: Any, name: str, often: int) -> Any:
    """What a bot does, as OpenSpiel's table."""
    import pyspiel

    bot, rows = read_bot(name), {}
    for ours, (theirs, numbers) in table_of(tree, spiel).items():
        known = tree.known[ours]
        wanted = shares(bot, known, often) if often else {choice: 1 / len(numbers) for choice in known.choices}
        rows[theirs] = [(number, wanted.get(choice, 0.0)) for number, choice in zip(numbers, known.choices, strict=True)]
    return pyspiel.TabularPolicy(rows)


def shares(bot: Any, known: Any, often: int) -> dict[int, float]:
    """How often a bot chooses what."""
    seen = known.seen
    legal = seen._legal()
    drive, address = agent_of(seen.game), seen._states.ctypes.data
    asked = Counter(bot.choose(seen, legal, seed) for seed in range(often if len(legal) > 1 else 1))
    return {int(drive.first_at(address, seen.seat, action)): count / asked.total() for action, count in asked.items()}


def solve(spiel: Any, rounds: int) -> Any:
    """An equilibrium, nearly."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(spiel)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()


def value_of(spiel: Any, policy: Any) -> float:
    """What the first seat can expect when both play by a policy."""
    import pyspiel

    worth: float = pyspiel.expected_returns(spiel.new_initial_state(), policy, -1, True)[0]
    return worth


def measure(match: Match, tree: Tree, bots: dict[str, int] = BOTS, rounds: int = ROUNDS) -> dict[str, Any]:
    """Of one position: its size, its value, and the exploitability of an equilibrium and of bots."""
    import pyspiel

    spiel = tree.spiel
    best = solve(spiel, rounds)
    lost = {"equilibrium": pyspiel.exploitability(spiel, best)}
    for name, often in bots.items():
        lost[name] = pyspiel.exploitability(spiel, policy_of(tree, spiel, name, often))
    size = {"ply": match.ply, "worlds": tree.worlds, "all": tree.whole, "positions": tree.positions, "known": len(tree.known)}
    return {"seed": match.record()["seed"], **size, "value": value_of(spiel, best), "exploitability": lost}


def measure_game(game: Game, count: int = POSITIONS) -> list[dict[str, Any]]:
    """The first positions that are small enough and in which anything is at stake."""
    AGENTS.need(game)
    rows: list[dict[str, Any]] = []
    for seed in range(SEED, SEED + 20 * count):
        found = find_tree(game, dict(game.short), seed)
        if found is None or stake(found[1].spiel) < STAKE:
            continue
        rows.append(measure(*found))
        print(game.id, seed, {name: value for name, value in rows[-1].items() if name != "seed"}, flush=True)
        if len(rows) == count:
            break
    return rows


def stake(spiel: Any) -> float:
    """How much can be lost: the exploitability of any choice at random."""
    import pyspiel

    lost: float = pyspiel.exploitability(spiel, pyspiel.UniformRandomPolicy(spiel))
    return lost


def summary(rows: list[dict[str, Any]]) -> dict[str, float]:
    return {name: fmean(row["exploitability"][name] for row in rows) for name in rows[0]["exploitability"]} if rows else {}


def main(file: Path, names: list[str]) -> None:
    found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for name in names or carreau.games():
        rows = measure_game(carreau.load(name))
        found[name] = {"exploitability": summary(rows), "positions": rows}
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
