"""The load test: what it counts as acknowledged is in the log, and the bare server takes the same players."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.cli import main
from carreau.store.sqlite_log import SQLiteLog
from carreau.web.screen import PLAIN
from proofs.load.bare_server import BARE
from proofs.load.chart import load_chart
from proofs.load.contender import seats_at
from proofs.load.drive import Pace, drive
from proofs.load.measure import Step, quantiles
from proofs.load.people import Cost, measure_cost
from proofs.load.reviews import WITH, Reviewing
from proofs.tools.plans import long
from proofs.tools.run_async import run_async
from proofs.tools.server_process import AT_FULL_SPEED, ServerProcess
from proofs.tools.tables import FILE, make_tables


def play(data: Path, module: str, rate: float) -> tuple[Pace, list[int], int]:
    """One second at three tables: the run, how many rows each table has, and the memory."""
    tables = make_tables(data, long(), 3)
    with ServerProcess(data, module, AT_FULL_SPEED) as server:
        pace = run_async(drive(seats_at(server, tables), 1.0, rate))
        memory = server.memory()
    log = SQLiteLog(data / FILE)
    rows = [len(log.entries(table)) for table in tables]
    log.close()
    assert server.said() == ""
    return pace, rows, memory


@pytest.mark.parametrize("module", ["carreau", BARE])
def test_what_is_acknowledged_is_in_the_log(module: str, tmp_path: Path) -> None:
    pace, rows, memory = play(tmp_path, module, 30.0)
    assert 10 <= len(pace.taken) <= sum(rows) <= 40 and all(rows)
    assert 0 < min(pace.taken) < 1 and memory > 10_000_000


def test_the_far_ends_are_read_from_the_whole_run() -> None:
    taken = [k / 1000 for k in range(1000)]
    assert quantiles(taken) == (500.0, 990.0, 999.0)


def test_the_picture_names_both_servers() -> None:
    steps = [
        Step("carreau", 10, 2, 0.0, 900.0, 1, 2, 3, 80.0, 0.5, 400.0, 0),
        Step("bare", 10, 2, 0.0, 1500.0, 1, 2, 3, 80.0, 0.5, 400.0, 0),
    ]
    steps += [Step("carreau", 10, 2, 500.0, 500.0, 1, 2, 3, 80.0, 0.5, 400.0, 0)]
    drawn = load_chart(steps)
    assert all(word in drawn for word in ("bare", "carreau", "p99", "500 moves per second"))


def test_what_a_table_costs_at_peoples_pace() -> None:
    cost = measure_cost(4, 2, 2.0, 1.0, PLAIN)
    assert 4 <= cost.moves <= 8 and 0 < cost.p50 <= cost.p99
    assert 0 <= cost.move_ms < 1000 and 0 <= cost.idle_us < 1e6 and cost.tables_per_core > 1
    assert Cost(PLAIN, 500, 2, 10.0, 999, 1, 2, 2.0, 50.0, 95.0).tables_per_core == pytest.approx(4000)


def test_reviews_are_made_while_the_load_is_measured(tmp_path: Path) -> None:
    with Reviewing(WITH, "carreau", 2).open(tmp_path, 2) as opened:  # Broken if none is begun, or none is left at the end
        assert len(opened.tables()) == 2


WRONG = [["--pace", "0.5"], ["--pace", "61"], ["--tables", "0"], ["--tables", "ten"], ["--seats", "1"], ["--seconds", "0"]]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_a_load_that_cannot_be_is_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["load", *words])
    assert ended.value.code == 2 and capsys.readouterr().err.startswith("carreau: ")
