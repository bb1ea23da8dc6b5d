"""Short versions of `carreau prove kill` and `disk`, and a planted fault; `faults.py` has more of both."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.disk.failing_disk import prove_sick
from proofs.disk.missing_log import LOSSES, prove_vanish
from proofs.disk.small_disk import volume
from proofs.disk.torn_log import prove_torn
from proofs.disk.two_servers import prove_pair
from proofs.promises.kill import kill_often
from proofs.proof import Broken, Figures, Run
from proofs.tools.server_process import Server
from tests.proofs.tools import QUICK, aside

RUN = Run(seed=5, times=1)


def kill(folder: Path, module: str = "carreau") -> Figures:
    return aside(lambda: asyncio.run(kill_often(RUN, folder, Server(folder, module=module), (QUICK,), 1)))


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    figures = kill(tmp_path)
    assert figures["matches finished"] == figures["matches"] >= 1
    assert figures["actions acknowledged"] > 3 and figures["clocks compared"] > 3
    assert figures["connections"] > 2, "nobody has lost the line"


def test_a_server_that_acknowledges_before_it_writes_is_caught(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"told of \d+ entries, and \d+ are written"):
        kill(tmp_path, "tests.proofs.faulty_early")


def test_a_disk_that_refuses_and_is_well_again(tmp_path: Path) -> None:
    with volume(tmp_path / "volume") as found:
        figures = aside(prove_sick, RUN, tmp_path, found, (QUICK,))
    assert all("played on" in figures[name] for name in list(figures)[: 2 if found else 1])


def test_a_torn_end_of_the_log(tmp_path: Path) -> None:
    figures = aside(prove_torn, RUN, tmp_path, 10, (QUICK,), 6)
    assert figures["matches finished"] == 1


def test_two_servers_on_one_log(tmp_path: Path) -> None:
    figures = aside(prove_pair, RUN, tmp_path, (replace(QUICK, clock=0),))
    assert figures["second to write"] > 0 and figures["matches finished"] == 1


def test_a_log_that_is_gone_and_comes_back(tmp_path: Path) -> None:
    losses = LOSSES[1:3]  # `carreau prove disk` has them all
    figures = aside(prove_vanish, RUN, tmp_path, (QUICK,), "carreau", losses)
    assert all("played on" in figures[loss.name] for loss in losses)
