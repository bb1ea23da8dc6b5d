"""The proof about the rules finds nothing in Punto, and everything that is planted there."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest

from proofs.promises import rules
from proofs.promises.rules import prove_rules
from proofs.proof import Broken, Run
from tests.games.punto_tools import GAME


def test_nothing_is_found() -> None:
    assert prove_rules(Run(seed=3, times=3), [GAME.id])["plies"] > 60


def state_at(address: int) -> Any:
    raw = (ctypes.c_char * GAME.rules.STATE.itemsize).from_address(address)
    return np.frombuffer(raw, GAME.rules.STATE)


def lose_a_card(states: Any) -> None:
    states["left"][0, 0] -= 1


def let_nobody_act(states: Any) -> None:
    states["acting"] = 0


def go_on_for_ever(states: Any) -> None:
    states["ply"] = 1_000_000


CALLS = count()


def forget_the_record(states: Any) -> None:
    states["points"][0, 0] = next(CALLS)


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (lose_a_card, "cards were lost"),
        (let_nobody_act, "dead end"),
        (go_on_for_ever, "longest length"),
        (forget_the_record, "do not lead to the result"),
    ],
)
def test_a_planted_fault_of_play_is_found(fault: Callable[[Any], None], found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play_at = GAME._drive.play_at

    def faulty(address: int, seat: int, action: int) -> None:
        play_at(address, seat, action)
        states = state_at(address)
        if states["ply"][0] > 6 and not states["over"][0]:
            fault(states)

    monkeypatch.setattr(GAME._drive, "play_at", faulty)
    monkeypatch.setattr(rules, "COUNT", 1.0)
    with pytest.raises(Broken, match=found) as caught:
        prove_rules(Run(seed=3, times=1), [GAME.id])
    assert "carreau prove rules --seed 3 --times 1" in str(caught.value)


def test_a_view_that_changes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME._drive, "redeal_at", lambda address, seat, seed: state_at(address)["up"].sort())
    with pytest.raises(Broken, match="the view changes in another world"):
        prove_rules(Run(seed=3, times=3), [GAME.id])
