"""Quatuor at the command line: real time, and the puzzle of the day."""

from __future__ import annotations

import json

from tests.test_cli import good, refused


def test_real_time_is_simulated() -> None:
    words = ("simulate", "quatuor", "--option", "way=b", "--players", "2", "--games", "5", "--seed", "1", "--json")
    result = json.loads(good(*words, "--reaction", "0:skill=50"))
    assert result["shares"][0]["share"] > 0.5
    assert result["report"]["cards placed per match (B)"] > 0
    for word in ("0:speed=1", "skill", "9:skill=1", "skill=-1", "x:skill=1"):
        assert "reaction" in refused(*words, "--reaction", word)


def test_the_puzzle_of_the_day() -> None:
    text = good("puzzle", "quatuor", "--date", "2026-11-15", keys="hint\n\n99 0,0\ngive up\n")
    assert "puzzle of 2026-11-15" in text and "Try: " in text and "Given up" in text
    puzzle = json.loads(good("puzzle", "quatuor", "--date", "2026-11-15", "--json"))
    assert puzzle == json.loads(good("puzzle", "quatuor", "--date", "2026-11-15", "--json"))
    assert len(puzzle["cards"]) == 9 and puzzle["solutions"] >= 1
    assert puzzle["cards"] != json.loads(good("puzzle", "quatuor", "--date", "2026-11-16", "--json"))["cards"]
