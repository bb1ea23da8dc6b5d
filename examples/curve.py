"""Draw a learning curve: the share of the wins against bots of the house, after more and more processor time.

    for i in $(seq 30); do python train.py punto --piece 1000000; cp punto.learner.npz punto.$i.npz; done
    python curve.py punto curve.svg punto.*.npz

What has been measured is kept beside the picture, in a JSON file; files that are in it are not measured again. Drawing needs
Matplotlib (`pip install "carreau[lab]"`).
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from network import policy_of
from trained import Trained, save

import carreau
from carreau.bots.levels import Level, read_player
from carreau.core.agent_for import AGENTS, SYMMETRIES
from carreau.lab.ladder import compare, weigh

OPPONENTS = {"random": 60, "greedy": 200}  # and how many matches: each deal from both seats
SEED = 50_000  # of the first deal: no deal is one from training


def bot_of(game: carreau.Game, file: Path) -> Level:
    """What a learner had learned when it was kept."""
    kept, network = np.load(file), policy_of(game)
    network.flat[:], network.square[:] = kept["policy_flat"], kept["policy_square"]
    with tempfile.TemporaryDirectory() as folder:
        save(network, game.id, Path(folder) / "policy.npz")
        return Level(0, "trained", "", Trained(Path(folder) / "policy.npz"), read_player("3").reaction)


def measure(game: carreau.Game, file: Path, opponents: dict[str, int]) -> dict[str, Any]:
    kept, bot, options = np.load(file), bot_of(game, file), game.read_options({}, 2)
    row: dict[str, Any] = {"choices": int(kept["rows"]), "seconds": round(float(kept["spent"]))}
    for name, matches in opponents.items():
        deals = compare(game, 2, options, bot, read_player(name), matches, SEED, lambda n: None, early=False)
        pair = weigh("trained", name, 2, deals, matches)
        row[name] = [round(pair.share, 4), round(pair.low, 4), round(pair.high, 4)]
    return row


def draw(game: carreau.Game, rows: list[dict[str, Any]], out: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = game.id
    figure, axes = pyplot.subplots(figsize=(7, 3.6))
    for name, colour in zip(OPPONENTS, ("#8a8578", "#2b6cb0"), strict=True):
        times = [row["seconds"] / 60 for row in rows]
        shares, low, high = zip(*(row[name] for row in rows), strict=True)
        axes.plot(times, shares, marker="o", markersize=3, color=colour, label=f"against {name}")
        axes.fill_between(times, low, high, color=colour, alpha=0.2, linewidth=0)
    axes.set(xlabel="minutes of one core", ylabel="share of the wins, 95 %", ylim=(0, 1), xlim=(0, None), title=game.name)
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})


def main(name: str, out: Path, files: list[Path]) -> None:
    game, kept = carreau.load(name), out.with_suffix(".json")
    AGENTS.need(game)
    SYMMETRIES.need(game)
    rows = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else []
    for file in files:
        if int(np.load(file)["rows"]) not in {row["choices"] for row in rows}:
            rows.append(measure(game, file, OPPONENTS))
            rows.sort(key=lambda row: row["choices"])
            kept.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
            print(rows[-1] if len(rows) == 1 else max(rows, key=lambda row: row["choices"]), flush=True)
    draw(game, rows, out)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), [Path(file) for file in sys.argv[3:]])
