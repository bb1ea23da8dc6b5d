"""Bots on the command line, as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofs.tools.plans import Plan
from tests.some import QUICK, plan_name, racing, typed
from tests.test_cli import good, refused

SHORT = typed(QUICK.short)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match between bots, written by `play`."""
    file = tmp_path_factory.mktemp("bots") / "match.json"
    good("play", QUICK.id, "--humans", "0", "--bot", "2", *SHORT, "--seed", "4", "--record", str(file))
    return file


def test_play_between_bots(record: Path) -> None:
    data = json.loads(record.read_text())
    assert data["over"] and len(data["actions"]) > 8
    assert good("verify", str(record))


def test_play_against_a_bot() -> None:
    shown = good("play", QUICK.id, "--bot", "greedy", "--seed", "4", keys="?\nq\n")
    assert "Moves:" in shown and "You left the match." in shown


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
def test_real_time_between_bots(plan: Plan) -> None:
    shown = good("play", plan.game, "--humans", "0", *typed(plan.options), "--bot", "5", "--seed", "3")
    assert " win" in shown and "The seed was" in shown


def test_ladder_as_json_and_as_picture(tmp_path: Path) -> None:
    plot = tmp_path / "ladder.svg"
    words = ("ladder", QUICK.id, "--bots", "random,greedy,ismcts:20", "--games", "4", *SHORT, "--seed", "1")
    result = json.loads(good(*words, "--json", "--plot", str(plot)))
    assert [pair["matches"] for pair in result["pairs"]] == [4, 4, 4]
    assert {one["bot"] for one in result["standings"]} == {"random", "greedy", "ismcts:20"}
    assert plot.read_text().startswith("<svg")
    shown = good(*words)
    assert "95 % interval" in shown and "Elo" in shown


def test_ladder_for_more_players() -> None:
    words = ("ladder", QUICK.id, "--players", "3", "--bots", "random,greedy", "--games", "6", *SHORT)
    assert "openskill" in good(*words)


def test_hint_tells_moves_and_shares(record: Path) -> None:
    result = json.loads(good("hint", str(record), "--ply", "5", "--seconds", "0.3", "--json"))
    assert result["ply"] == 5 and 0 < len(result["moves"]) <= 5
    assert all(0 <= move["share"] <= 1 and move["iterations"] >= 0 for move in result["moves"])
    assert [move["iterations"] for move in result["moves"]] == sorted((m["iterations"] for m in result["moves"]), reverse=True)
    shown = good("hint", str(record), "--ply", "5", "--seconds", "0.3", "--count", "2")
    assert "share of the win" in shown and "seat" in shown


def test_simulate_between_bots() -> None:
    words = ("simulate", QUICK.id, "--bots", "greedy,random", "--games", "12", *SHORT, "--seed", "1", "--json")
    result = json.loads(good(*words))
    assert result["matches"] == 12 and result["shares"][0]["share"] > 0.7


def test_a_bot_of_ones_own(tmp_path: Path) -> None:
    """It is found in the folder where the command is typed."""
    lines = ["class First:", "    def choose(self, seen, legal, seed):", "        return legal[0]"]
    (tmp_path / "mine.py").write_text("\n".join(lines), encoding="utf-8")
    words = ("ladder", QUICK.id, "--bots", "mine:First,greedy", "--games", "4", *SHORT, "--json")
    assert {one["bot"] for one in json.loads(good(*words, cwd=tmp_path))["standings"]} == {"mine:First", "greedy"}
    assert good("play", QUICK.id, "--humans", "0", "--bot", "mine:First", *SHORT, cwd=tmp_path)
    assert good("simulate", QUICK.id, "--bots", "mine:First", "--games", "2", *SHORT, cwd=tmp_path)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", QUICK.id, "--bot", "9"), "There is no bot '9'"),
        (("ladder", QUICK.id, "--bots", "random"), "2 to 20 different bots"),
        (("ladder", QUICK.id, "--bots", "random,random"), "2 to 20 different bots"),
        (("ladder", QUICK.id, "--bots", "random,clever"), "There is no bot 'clever'"),
        (("ladder", QUICK.id, "--bots", "random,nowhere:Clever"), "The module 'nowhere' cannot be imported"),
        (("ladder", QUICK.id, "--games", "0"), "number of games"),
        (("simulate", QUICK.id, "--bots", "1,2,3"), "Name one bot for all seats"),
    ],
)
def test_mistakes_are_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(*words)


def test_hints_for_what_is_over_or_not_there(record: Path) -> None:
    assert "The match is over" in refused("hint", str(record))
    assert "--ply must be from 0 to" in refused("hint", str(record), "--ply", "999")
    assert "time to think" in refused("hint", str(record), "--ply", "3", "--seconds", "0")
    assert "number of moves to show" in refused("hint", str(record), "--ply", "3", "--count", "0")
    assert "cannot act there" in refused("hint", str(record), "--ply", "1", "--seat", str(1 - first_seat(record)))


def first_seat(record: Path) -> int:
    """Who acts after the first action."""
    return int(json.loads(record.read_text())["actions"][1][0])
