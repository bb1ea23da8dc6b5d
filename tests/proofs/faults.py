"""Tests that take longer: servers with planted faults, each of which is caught, and changed copies. `make prove` runs them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from carreau.web.messages import Plain
from proofs.disk.missing_log import LOSSES, prove_missing_log
from proofs.disk.power_cut import prove_power_cut
from proofs.disk.small_disk import small_disk
from proofs.disk.two_servers import prove_two_servers
from proofs.promises import kill
from proofs.promises.leak import prove_leak
from proofs.promises.versions import check_closed, play_match, subject, without_the_game
from proofs.proof import Broken, Run
from proofs.tools.plans import Plan
from proofs.tools.run_async import run_async
from proofs.tools.server_process import ServerProcess
from proofs.tools.tables import make_tables
from tests.proofs.tools import QUICK

RUN = Run(seed=5, times=6)
AWAY = 3.0  # seconds


def test_a_server_that_keeps_what_is_acknowledged_in_memory_is_caught(tmp_path: Path) -> None:
    with small_disk(tmp_path / "volume") as found:
        if found is None:
            pytest.skip("it needs the right to mount a file as a disk")
    with pytest.raises(Broken, match="After a power cut"):
        prove_power_cut(RUN, tmp_path, (QUICK,), "tests.proofs.faulty_lazy")


def test_a_server_whose_clocks_run_through_a_restart_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kill, "PAUSES", 1.0)  # before every start, so that there is always some time to charge
    with pytest.raises(Broken, match=r"was charged|was shown"):
        kill.kill_often(RUN, tmp_path, (QUICK, QUICK), "tests.proofs.faulty_clock")


def test_a_server_whose_clocks_run_while_a_worker_is_dead_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players take their time to come back, and workers live long enough to know who is there."""
    monkeypatch.setattr(kill, "OF_WORKERS", {kill.WORKER: 1})
    monkeypatch.setattr(kill, "SLOW", 1.0)
    monkeypatch.setattr(kill, "LONGEST_LIFE", 4.0)
    with pytest.raises(Broken, match="in which somebody's process had ended"):
        kill.kill_often(replace(RUN, times=12, workers=2), tmp_path, (QUICK,) * 6, "tests.proofs.faulty_return")


def test_a_server_that_acknowledges_before_the_database_has_answered_is_caught(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"told about \d+ entries, and \d+ are written"):
        kill.kill_often(replace(RUN, times=30, workers=2, postgres=True), tmp_path, (QUICK,), "tests.proofs.faulty_early")


def test_two_servers_that_do_not_mind_the_numbers_are_caught(tmp_path: Path) -> None:
    with pytest.raises(Broken):
        prove_two_servers(RUN, tmp_path, (QUICK,), "tests.proofs.faulty_number", 20.0)


def test_a_server_that_does_not_notice_that_its_log_is_gone_is_caught(tmp_path: Path) -> None:
    for loss in LOSSES:
        (tmp_path / loss.name).mkdir()
        with pytest.raises(Broken, match=f"The log was {loss.name}, and players were told"):
            prove_missing_log(RUN, tmp_path / loss.name, (QUICK,), "tests.proofs.faulty_blind", (loss,))


def test_a_game_that_is_gone_and_one_that_fits(tmp_path: Path) -> None:
    kept = play_match(RUN, tmp_path / "data", 6)
    told = check_closed(kept, without_the_game(tmp_path / "fewer").environment)
    assert f"its game, {subject().id}, is no longer here" in told
    with pytest.raises(Broken, match="is not closed"):
        check_closed(kept, {})


def test_while_nobody_is_at_the_table_clocks_stand_still(tmp_path: Path) -> None:
    ((id, (first, _)),) = make_tables(tmp_path, Plan(QUICK.game, 2, QUICK.options, clock=600)).items()

    async def left(server: ServerProcess) -> float:
        async with server.client(id, first) as client:
            message: Plain = await client.hear_one(Plain)
            return min(seconds for seconds in message.left if seconds is not None)

    async def whole(server: ServerProcess) -> tuple[float, float]:
        before, begun = await left(server), time.monotonic()
        await asyncio.sleep(AWAY)
        return before - await left(server), time.monotonic() - begun

    with ServerProcess(tmp_path) as server:
        lost, taken = run_async(whole(server))
    assert lost < taken - AWAY / 2


def test_two_servers_tell_nobody_more_than_one() -> None:
    figures = prove_leak(Run(seed=5, times=1, workers=2), (QUICK.game,), 6)
    assert figures["positions"] == 1 and figures["notices"] > 3 and figures["bytes"] > 10_000
