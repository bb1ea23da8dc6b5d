"""Short versions of `carreau prove kill` and `disk`, and a planted fault; `faults.py` has more of both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.disk.failing_disk import prove_failing_disk
from proofs.disk.missing_log import LOSSES, prove_missing_log
from proofs.disk.torn_log import prove_torn_log
from proofs.disk.two_servers import prove_two_servers
from proofs.promises.kill import kill_often
from proofs.proof import Broken, Run
from tests.proofs.tools import QUICK

RUN = Run(seed=5, times=1)


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    figures = kill_often(RUN, tmp_path, (QUICK,))
    assert figures["matches finished"] == figures["matches"] >= 1
    assert figures["actions acknowledged"] > 3 and figures["clocks compared"] > 3
    assert figures["connections"] > 2, "nobody has lost the connection"


def test_a_server_that_acknowledges_before_it_writes_is_caught(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=r"told about \d+ entries, and \d+ are written"):
        kill_often(RUN, tmp_path, (QUICK,), "tests.proofs.faulty_early")


def test_a_disk_that_refuses_and_is_well_again(tmp_path: Path) -> None:
    figures = prove_failing_disk(RUN, tmp_path, (QUICK,))
    found = [value for value in figures.values() if isinstance(value, str)]
    assert found and all("played on" in value for value in found)


def test_a_torn_end_of_the_log(tmp_path: Path) -> None:
    figures = prove_torn_log(replace(RUN, times=10), tmp_path, (QUICK,), 6)
    assert figures["matches finished"] == 1 and figures["torn"] == 10


def test_two_servers_on_one_log(tmp_path: Path) -> None:
    figures = prove_two_servers(RUN, tmp_path, (replace(QUICK, clock=0),))
    assert figures["refused as second"] > 0 and figures["matches finished"] == 1


def test_a_log_that_is_gone_and_comes_back(tmp_path: Path) -> None:
    losses = LOSSES[1:3]  # `carreau prove disk` has them all
    figures = prove_missing_log(RUN, tmp_path, (QUICK,), losses=losses)
    assert all("played on" in figures[loss.name] for loss in losses)
