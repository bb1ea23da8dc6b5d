"""What programs are told is the same in all worlds that their seat cannot tell apart; a planted leak is found."""

from __future__ import annotations

from typing import Any

import pytest

from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from proofs.promises.leak import draw_position, prove_leak
from proofs.proof import Broken, Run
from tests.some import hiding

GAMES = [hiding().game]
PLIES = 8


def seed() -> int:
    """The number of a position that a player looks at and that could have been dealt differently."""
    drawn = (draw_position(number, GAMES, PLIES) for number in range(1000))
    return next(one.number for one in drawn if one.seat != SPECTATOR and one.other_deal is not None)


def test_nothing_hidden_is_told_to_programs() -> None:
    assert prove_leak(Run(seed(), times=1), GAMES, plies=PLIES)["other deals"] == 1


def everything(self: Match, seat: int | None) -> dict[str, Any]:
    return self.reveal() | {"seat": seat}


def test_a_program_that_is_sent_the_state_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "view", everything)
    with pytest.raises(Broken, match="program"):
        prove_leak(Run(seed(), times=1), GAMES, plies=PLIES)
