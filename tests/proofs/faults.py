"""What takes longer: servers with planted faults, each of which is caught, and other editions. `make prove` runs it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from carreau.web.messages import Plain
from proofs.disk.missing_log import LOSSES, prove_vanish
from proofs.disk.power_cut import prove_power
from proofs.disk.small_disk import volume
from proofs.disk.two_servers import prove_pair
from proofs.promises.kill import kill_often
from proofs.promises.versions import begin, check_closed, fewer, subject
from proofs.proof import Broken, Run
from proofs.tools.client import Client
from proofs.tools.server_process import Server
from proofs.tools.tables import lay
from tests.proofs.tools import QUICK, aside

RUN = Run(seed=5, times=6)
AWAY = 3.0  # seconds


def test_a_server_that_keeps_what_is_acknowledged_in_memory_is_caught(tmp_path: Path) -> None:
    with volume(tmp_path / "volume") as found:
        if found is None:
            pytest.skip("it needs the right to mount a file as a disk")
        with pytest.raises(Broken, match="After a power cut"):
            aside(prove_power, RUN, tmp_path, found, 3, "tests.proofs.faulty_lazy", (QUICK,))


def test_a_server_whose_clocks_run_through_a_restart_is_caught(tmp_path: Path) -> None:
    server = Server(tmp_path, module="tests.proofs.faulty_clock")
    with pytest.raises(Broken, match=r"was charged|was shown"):
        aside(lambda: asyncio.run(kill_often(RUN, tmp_path, server, (QUICK,), 2)))


def test_two_servers_that_do_not_mind_the_numbers_are_caught(tmp_path: Path) -> None:
    with pytest.raises(Broken):
        aside(prove_pair, RUN, tmp_path, (QUICK,), "tests.proofs.faulty_number", 20.0)


def test_a_server_that_does_not_notice_that_its_log_is_gone_is_caught(tmp_path: Path) -> None:
    for loss in LOSSES:
        (tmp_path / loss.name).mkdir()
        with pytest.raises(Broken, match=f"The log was {loss.name}, and players were told"):
            aside(prove_vanish, RUN, tmp_path / loss.name, (QUICK,), "tests.proofs.faulty_blind", (loss,))


def test_a_game_that_is_gone_and_one_that_fits(tmp_path: Path) -> None:
    shelf = aside(begin, RUN, tmp_path / "data", 6)
    told = aside(check_closed, shelf, fewer(tmp_path / "fewer").environment)
    assert f"its game, {subject().id}, is not here" in told
    with pytest.raises(Broken, match="is not closed"):
        aside(check_closed, shelf, {})


def test_while_nobody_is_at_the_table_clocks_stand_still(tmp_path: Path) -> None:
    ((id, (first, _)),) = lay(tmp_path, QUICK.game, 2, 1, QUICK.options, clock=600).items()
    server = Server(tmp_path).start()

    async def left() -> float:
        async with asyncio.timeout(120), Client(server.address, id, first) as client:
            while not isinstance(message := await client.hear(), Plain):
                pass
            return min(seconds for seconds in message.left if seconds is not None)

    async def whole() -> tuple[float, float]:
        before, begun = await left(), time.monotonic()
        await asyncio.sleep(AWAY)
        return before - await left(), time.monotonic() - begun

    try:
        lost, taken = aside(lambda: asyncio.run(whole()))
    finally:
        server.end()
    assert lost < taken - AWAY / 2
