"""One visitor asks for everything expensive while two others play: a little here, more in `carreau prove overload`."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.promises.overload import Size, Visitors, judge, prove_overload
from proofs.proof import Broken, Run

SMALL = Size(masters=4, pages=40, replays=8, seconds=3.0)
GENEROUS_MS = 5000.0  # the machine does other things as well
AT_THE_START = 8  # times: games and pages are loaded


def test_two_play_on_beside_a_visitor_who_costs_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARREAU_WATCH", str(tmp_path / "held"))
    figures = prove_overload(Run(seed=3), SMALL, "tests.proofs.watched", GENEROUS_MS)
    assert figures["moves of the pair"] > 0 and figures["pages told"] > 0
    assert int((tmp_path / "held").read_text()) <= AT_THE_START


def test_late_moves_break_the_promise() -> None:
    late = Visitors(None, SMALL, None)  # type: ignore[arg-type]
    late.moves = [0.01] * 98 + [0.3] * 2
    with pytest.raises(Broken, match="One of a hundred moves"):
        judge(late, 250.0)
