"""Short versions of `carreau prove kill` and `disk` with several workers and with PostgreSQL; `faults.py` has planted faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofs.disk.two_servers import prove_two_servers
from proofs.promises import kill
from proofs.promises.kill import BACKEND, DATABASE, NETWORK, WORKER
from proofs.proof import Run
from tests.proofs.tools import QUICK

RUN = Run(seed=5, workers=2)


def test_nothing_is_lost_when_workers_are_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kill, "OF_WORKERS", {WORKER: 2, kill.RELOAD: 1})
    figures = kill.kill_often(replace(RUN, times=3), tmp_path, (QUICK,))
    assert figures["matches finished"] == figures["matches"] >= 1
    assert figures[WORKER] == 2 and figures["reloads"] == 1 and figures["connections"] > 2


def test_nothing_is_lost_when_the_database_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kill, "OF_WORKERS", {WORKER: 1})
    monkeypatch.setattr(kill, "OF_DATABASE", {BACKEND: 1, DATABASE: 1, NETWORK: 1})
    figures = kill.kill_often(replace(RUN, times=4, postgres=True), tmp_path, (QUICK,))
    assert figures["matches finished"] == figures["matches"] >= 1
    assert [figures[kind] for kind in (WORKER, BACKEND, DATABASE, NETWORK)] == [1, 1, 1, 1]


def test_two_machines_on_one_database(tmp_path: Path) -> None:
    figures = prove_two_servers(replace(RUN, times=1, workers=1, postgres=True), tmp_path, (replace(QUICK, clock=0),))
    assert figures["refused as second"] > 0 and figures["matches finished"] == figures["matches"]
    assert figures.get("cuts", 1) == 1
