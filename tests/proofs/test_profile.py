"""The profile of a drawn move."""

from __future__ import annotations

import pytest

from proofs.load import profile
from proofs.load.profile import EARLY, NEAR, PARTS, early_and_late, part_lines, play_tables, play_to
from proofs.tools.plans import long, short


def test_every_part_of_a_move_is_measured() -> None:
    playing = play_tables(long(2), 2, 12)
    assert all(len(one.taken[part]) == 12 and sum(one.taken[part]) > 0 for one in playing for part in PARTS)
    assert all(one.viewers[0].has and one.sent > 1000 for one in playing)
    assert len(part_lines(playing)) == len(PARTS) + 3


def test_a_match_is_drawn_to_its_end() -> None:
    one = play_to(short(2), 1, 10_000)
    assert one.table.match.over and len(one.taken[PARTS[0]]) == one.table.match.ply


def test_late_moves_are_compared_with_early_ones() -> None:
    early, late = early_and_late(long(2), 2, EARLY + 2 * NEAR)
    assert 0.2 < late / early < 5


def test_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    profile.main(1, 5, 1, 60)
    assert "compressing" in capsys.readouterr().out
