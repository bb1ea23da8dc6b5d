"""The arena: fixed deals from both seats, a rating on the house's scale, and a report that is proved by playing it again."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import carreau
from carreau.bots.program import Program
from carreau.core.errors import CarreauError
from carreau.lab import arena
from tests.some import QUICK, typed
from tests.test_cli import good, refused

HOUSE = ("random", "1")
OPTIONS = QUICK.read_options(QUICK.short, 2)
PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["type"] == "update" and asked["view"]["seat"] == asked["seat"]
    print(json.dumps({"type": "play", "action": sorted(asked["legal"])[-1]}), flush=True)
"""


class First:
    def choose(self, seen: Any, legal: Any, seed: int) -> int:
        return int(legal[0])


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    made = arena.enter(QUICK, QUICK.short, "first", First(), 2, lambda n: None, HOUSE)
    return dict(json.loads(json.dumps(made)))


def check(report: Any, bot: Any = None) -> None:
    arena.check(report, lambda n: None, bot, HOUSE)


def signed(report: dict[str, Any]) -> dict[str, Any]:
    return {**report, "digest": arena.digest_of(report)}


def test_every_deal_is_played_from_both_seats(report: dict[str, Any]) -> None:
    assert [(one["opponent"], one["deal"], one["seat"]) for one in report["matches"]] == [
        (bot, deal, seat) for bot in HOUSE for deal in range(2) for seat in range(2)
    ]
    seeds = [one["record"]["seed"] for one in report["matches"]]
    assert seeds[0] == seeds[1] == seeds[4] != seeds[2]
    assert [one["opponent"] for one in report["results"]] == list(HOUSE)


def test_a_true_report_is_true(report: dict[str, Any]) -> None:
    check(report)
    check(report, First())


def test_another_bot_has_not_played_that(report: dict[str, Any]) -> None:
    with pytest.raises(arena.BadReport, match="does not go like that"):
        check(report, carreau.bot("random"))


def test_false_reports_are_found(report: dict[str, Any]) -> None:
    with pytest.raises(arena.BadReport, match="digest"):
        check({**report, "entrant": "somebody else"})
    better = copy.deepcopy(report)
    better["results"][0]["share"] = 1.0
    with pytest.raises(arena.BadReport, match="do not follow"):
        check(signed(better))
    fewer = {**report, "matches": report["matches"][1:]}
    with pytest.raises(arena.BadReport, match="missing"):
        check(signed(fewer))
    easier = {**report, "matches": report["matches"][:4]}  # the strongest is left out
    easier |= arena.judge(QUICK, OPTIONS, easier["matches"])
    with pytest.raises(arena.BadReport, match="all of the house"):
        check(signed(easier))
    none = {**report, "deals": 0, "matches": [], "results": [], "rating": None}
    with pytest.raises(arena.BadReport, match="missing"):
        check(signed(none))
    weaker = copy.deepcopy(report)  # the house has played something else than it would
    options = {**QUICK.short}
    easy = QUICK.new(2, weaker["matches"][4]["record"]["seed"], **options)
    carreau.play_out(easy, [First(), First()], seed=1)
    weaker["matches"][4]["record"] = easy.record()
    with pytest.raises(arena.BadReport, match="does not go like that"):
        check(signed(weaker))
    with pytest.raises(arena.BadReport, match="not a report"):
        check({"game": QUICK.id})


def test_checking_runs_nothing_that_a_report_names(
    report: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tmp_path / "ran"
    (tmp_path / "evil.py").write_text(f"open({str(ran)!r}, 'w').close()\n", encoding="utf-8")
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "__init__.py").write_text(f"open({str(ran)!r}, 'w').close()\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    strange = copy.deepcopy(report)
    for one in strange["matches"]:
        one["opponent"] = "evil:Bot"
    for given in (strange, {**report, "game": str(folder)}):
        with pytest.raises(arena.BadReport):
            check(signed(given))
    assert not ran.exists()


def test_the_rating_is_that_of_an_equal() -> None:
    house = {"weak": 500.0, "strong": 1000.0}
    even = arena.rate({"strong": [0.5] * 50}, house)
    assert even is not None and even["low"] <= even["elo"] <= even["high"] and abs(even["elo"] - 1000) < 1
    better = arena.rate({"strong": [1.0, 0.5] * 25, "weak": [1.0] * 50}, house)
    assert better is not None and 1100 < better["elo"] < 1400
    assert arena.rate({"stranger": [0.5]}, house) is None


def test_the_house_has_ratings_for_the_games_as_they_are() -> None:
    rated = [
        game
        for game in map(carreau.load, carreau.games())
        if arena.house_ratings(game, game.read_options(arena.in_turns(game), 2))
    ]
    assert rated
    for game in rated:
        ratings = arena.house_ratings(game, game.read_options(arena.in_turns(game), 2))
        assert set(ratings) == set(arena.HOUSE) and ratings[arena.ANCHOR] == arena.ANCHORED
        assert ratings["random"] == min(ratings.values())


def test_a_program_plays(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(PROGRAM, encoding="utf-8")
    with Program(f"{sys.executable} {file}") as program:
        match = arena.play(QUICK, OPTIONS, (program, First()), 0)
    assert match.over
    for wrong in ("", "no JSON", '{"action": "away"}'):
        file.write_text(f"import sys; sys.stdin.readline(); print({wrong!r})", encoding="utf-8")
        with Program(f"{sys.executable} {file}") as program, pytest.raises(CarreauError, match="The program"):
            arena.play(QUICK, OPTIONS, (program, First()), 0)
    with pytest.raises(carreau.BadOption, match="cannot be started"):
        Program("/there/is/no/such/program")


def test_the_command(tmp_path: Path) -> None:
    lines = ["class First:", "    def choose(self, seen, legal, seed):", "        return legal[0]"]
    (tmp_path / "mine.py").write_text("\n".join(lines), encoding="utf-8")
    short, file = typed(QUICK.short), tmp_path / "report.json"
    shown = good("arena", QUICK.id, "--bot", "mine.py:First", "--deals", "1", *short, "--report", str(file), cwd=tmp_path)
    assert "against" in shown and "Digest" in shown
    assert json.loads(file.read_text())["deals"] == 1
    assert "and the entrant's" in good("arena", "--check", str(file), "--bot", "mine:First", cwd=tmp_path)
    file.write_text(file.read_text().replace("mine.py:First", "yours"), encoding="utf-8")
    assert "altered" in refused("arena", "--check", str(file))
    assert "which bot" in refused("arena", QUICK.id)
