"""examples/: a short training run plays better than random, goes on where it stopped, and its policy sits as a bot."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.bots.levels import Level, read_player
from carreau.lab.ladder import compare
from tests.some import EVERY, QUICK

EXAMPLES = Path(__file__).parent.parent / "examples"
MODULES = ("network", "train", "trained")
CHOICES = 65_000


@pytest.fixture(scope="module")
def examples() -> Iterator[dict[str, Any]]:
    sys.path.insert(0, str(EXAMPLES))
    yield {name: importlib.import_module(name) for name in MODULES}
    sys.path.remove(str(EXAMPLES))
    for name in MODULES:
        sys.modules.pop(name, None)


def share(game: carreau.Game, bot: Any, matches: int) -> float:
    """Of the wins, against random play, on the same deals from both seats."""
    levels = Level(0, "trained", "", bot, read_player("3").reaction), read_player("random")
    deals = compare(game, 2, game.read_options({}, 2), *levels, matches, 7, lambda n: None, early=False)
    return sum(deals) / len(deals)


def test_some_seconds_of_training_beat_random_play(examples: dict[str, Any], tmp_path: Path) -> None:
    game, file = carreau.load(carreau.examples() / "connect_four"), tmp_path / "learner.npz"
    said: list[str] = []
    examples["train"].Learner(game, {}, file, seed=1, threads=1).run(CHOICES, piece=CHOICES // 2, tell=said.append)
    learner = examples["train"].Learner(game, {}, file, seed=1, threads=1)
    assert CHOICES / 2 <= learner.rows < CHOICES and learner.policy.steps > 0
    before = learner.policy.flat.copy()
    learner.run(CHOICES, tell=said.append)
    assert learner.rows >= CHOICES and (learner.policy.flat != before).any()
    examples["trained"].save(learner.policy, game.id, tmp_path / "policy.npz")
    bot = examples["trained"].Trained(tmp_path / "policy.npz")
    assert share(game, bot, 60) > 0.75


def test_slopes_are_those_of_the_loss(examples: dict[str, Any]) -> None:
    """Back propagation against differences."""
    network, game = examples["network"], carreau.load(carreau.examples() / "connect_four")
    net, chance = network.Network(game, 3, 8, 5, seed=2), np.random.default_rng(1)
    net.parts[4][:] = chance.normal(0, 1, net.shapes[4])
    seen = chance.integers(0, 2, (4, game.observation_size)).astype(np.int16)
    starts, choices = np.array([0, 3, 6, 8, 9]), np.array([0, 1, 2, 0, 1, 2, 0, 2, 1])
    wanted = np.array([0.5, 0.5, 0, 0.1, 0.2, 0.7, 1, 0, 1], np.float32)
    targets = np.array([0.5, -0.5, 1, 0], np.float32)
    rows, scratch = np.arange(4), net.split(np.zeros_like(net.flat))

    def choice_loss() -> float:
        return float(network.learn_choices(rows, seen, starts, choices, wanted, net.reading, net.parts, scratch))

    def value_loss() -> float:
        return float(network.learn_values(rows, seen, targets, net.reading, net.parts, scratch)) / 2

    for lesson, loss, given in (
        (network.learn_choices, choice_loss, (starts, choices, wanted)),
        (network.learn_values, value_loss, (targets,)),
    ):
        slopes = np.zeros_like(net.flat)
        lesson(rows, seen, *given, net.reading, net.parts, net.split(slopes))
        found = np.argsort(-np.abs(slopes))[:40]
        for i in found[::4]:
            was, step = net.flat[i], np.float32(1e-2)
            net.flat[i] = was + step
            higher = loss()
            net.flat[i] = was - step
            lower = loss()
            net.flat[i] = was
            assert (higher - lower) / (2 * step) == pytest.approx(slopes[i], rel=0.1, abs=0.01)


def test_sums_from_the_row_before_are_the_same(examples: dict[str, Any]) -> None:
    network, game = examples["network"].policy_of(QUICK, 3), QUICK
    with carreau.Batch(game, 8, threads=1) as batch:
        batch.start(seed=1)
        for _ in range(6):
            batch.step(batch.mask.argmax(axis=1))
        ahead = batch.look_ahead()
    together = network.value(ahead.observation)
    alone = [network.value(row[None])[0] for row in ahead.observation]
    assert np.allclose(together, alone, atol=1e-5)


def test_what_never_changed_in_training_counts_as_the_nearest(examples: dict[str, Any]) -> None:
    network = examples["network"].policy_of(QUICK, 3)
    rows, square = network.parts[0], network.split(network.square)[0]
    first = int(network.reading[0][network.reading[-1].argmax()])
    square[first + 1] = 1
    filled = network.split(network.filled_in())[0]
    assert (filled[first] == rows[first + 1]).all() and (filled[first + 2] == rows[first + 1]).all()
    assert not filled[-1].any()


def test_trained_policies_play_legal_matches(examples: dict[str, Any]) -> None:
    """Those that are kept here, as users name them."""
    kept = sorted(file.stem for file in (EXAMPLES / "policies").glob("*.npz"))
    assert kept
    for game in (carreau.load(name if name in carreau.games() else carreau.examples() / name) for name in kept):
        match = game.new(2, 5, **game.short)
        carreau.play_out(match, [carreau.bot(f"trained:{game.id.capitalize()}"), carreau.bot("random")], seed=1)
        assert match.over
    with pytest.raises(carreau.BadOption, match="Nobody"):
        carreau.bot("trained:Nobody")


@pytest.mark.parametrize("game", [game for game in EVERY if game.clock], ids=lambda game: game.id)
def test_a_policy_may_choose_halves(examples: dict[str, Any], game: carreau.Game) -> None:
    """Where an action takes two choices, a position is not looked at from several sides."""
    way = next(mode for mode in game.modes if 2 in mode.players and game.new(2, 1, **mode.options).in_real_time)
    match, bot = game.new(2, 5, **way.options), object.__new__(examples["trained"].Trained)
    bot.network, seat = examples["network"].policy_of(game, 1), match.acting[0]
    bot.bot = carreau.rl.policy_bot(bot.policy)
    assert bot.choose(carreau.Seen.of(match, seat), match.actions(seat), 1) in match.actions(seat)


def test_the_notebook_goes_all_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the environment to a trained agent at the web table: its cells one after the other, with a small budget."""
    cells = json.loads((EXAMPLES / "agents.ipynb").read_text(encoding="utf-8"))["cells"]
    codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert codes[0].startswith("%pip install") and '"carreau[rl]"' in codes[0]
    whole = "\n\n".join(code for code in codes if not code.startswith("%"))
    environment = {
        **os.environ,
        "CHOICES": "10000",
        "PYTHONPATH": os.pathsep.join(map(str, (EXAMPLES, EXAMPLES.parent))),
        "COLUMNS": "300",
    }
    done = subprocess.run(
        [sys.executable, "-c", whole], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stderr
    assert "of the wins" in done.stdout and "/new/" in done.stdout
    assert not any(cell.get("outputs") for cell in cells)
