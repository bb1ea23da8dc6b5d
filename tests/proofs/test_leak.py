"""What is compared in the proof that nothing hidden leaks. The leaks that it catches are planted in tests/games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pytest

from carreau.store.sqlite_log import SQLiteLog
from carreau.web import hub
from proofs.promises.leak import Position, check_notices, draw_position, prove_leak
from proofs.proof import Broken, Run
from proofs.tools.live_server import live_server
from proofs.tools.run_async import run_async
from tests.some import EVERY, QUICK


def test_a_server_that_moves_leaves_nobody_behind_in_the_old_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not add to the notes that are compared."""
    monkeypatch.setattr(hub, "FOLLOW_SECONDS", 0.01)

    async def move() -> list[str]:
        async with live_server(tmp_path) as server:
            server.move_into(SQLiteLog(tmp_path / "second.db"))
            await asyncio.sleep(0.2)
            return server.notes.take()

    assert not [line for line in run_async(move()) if line.startswith("ERROR")]


def first_position(games: Sequence[str], fits: Callable[[Position], object]) -> int:
    return next(number for number in count() if fits(draw_position(number, games)))


def test_whoever_looks_on_may_be_alone() -> None:
    """Then a spectator asks for the same first."""
    number, games = 58, [game.id for game in EVERY if 1 in game.players]
    position = draw_position(number, games)
    assert position.plan.players == 1 and position.seat == 0, "choose another number"
    assert prove_leak(Run(number, times=1), games)["positions"] == 1


@pytest.mark.parametrize("postgres", [False, True])
def test_whoever_looks_on_may_be_the_one_who_moves(postgres: bool) -> None:
    """Then their pages are as many as a seat may have."""
    games = (QUICK.id,)
    number = first_position(games, lambda one: one.last and one.last[0] == one.seat and one.other_deal is not None)
    figures = prove_leak(Run(number, times=1, postgres=postgres), games)
    assert figures["positions"] == figures["other deals"] == 1 and figures["answers"] > 100


@pytest.mark.parametrize(
    "said",
    [
        '{"here":{"table-5":[1.0,[0],3,0.0,{}]},"cards":[12]}',
        '{"here":{"table-5":[1.0,[99],3,0.0,{}]}}',
        '{"here":{"table-6":[1.0,[0],3,0.0,{}]}}',
        '{"asks":["r5 f6"]}',
    ],
)
def test_a_server_that_tells_another_more_than_who_is_where_is_caught(said: str) -> None:
    position = draw_position(5, (QUICK.id,), 3)
    assert check_notices(['{"here":{"table-5":[1.0,[0],3,0.0,{}]}}', "{}"], [position]) == 2
    with pytest.raises(Broken, match="more than who is where"):
        check_notices([said], [position])
