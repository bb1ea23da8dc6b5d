"""boardgame.io beside the web table: it plays over real sockets, and where it cannot be run a sentence says so."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from carreau.cli import command_tools, main
from carreau.cli import load as command
from proofs.load import measure
from proofs.load.boardgame_io.packages import NO_NODE, Missing, find_packages
from proofs.load.boardgame_io.server import FILES, MEMORY, Peer, peer_runs
from proofs.load.chart import load_chart
from proofs.load.contender import own_runs
from proofs.load.drive import Pace, drive
from proofs.load.measure import Run, Step
from proofs.tools.run_async import run_async

TABLES = 2


def play(name: str, folder: Path, after: Callable[[Pace], None] = lambda pace: None) -> Pace:
    """One second at two tables; then `after`, while the server is still there."""
    with Peer(name).open(folder, TABLES) as opened:
        pace = run_async(drive(opened.tables(), 1.0, 30.0))
        assert opened.server.memory() > 10_000_000 and opened.server.processor() > 0
        after(pace)
        assert opened.server.said() == ""
    return pace


def moves_in(folder: Path) -> int:
    """How many moves the files of all matches hold; 0 while one of them is being written."""
    try:
        kept = [json.loads(file.read_text()) for file in folder.iterdir()]
    except ValueError:
        return 0
    return sum(one["value"]["_stateID"] for one in kept if ":" not in one["key"])


def test_moves_happen_and_are_counted(tmp_path: Path) -> None:
    pace = play(MEMORY, tmp_path)
    assert 5 <= len(pace.taken) <= 30 and 0 < min(pace.taken) < 1
    assert 300 < pace.received / len(pace.taken) / 2 < 3000


def test_with_files_what_it_has_acknowledged_is_written_soon(tmp_path: Path) -> None:
    def await_files(pace: Pace) -> None:
        end = time.monotonic() + 20
        while moves_in(tmp_path / "matches") < len(pace.taken):
            assert time.monotonic() < end
            time.sleep(0.05)

    assert 5 <= len(play(FILES, tmp_path, await_files).taken) <= 30


# where it cannot be run


def a_program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_without_node_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def grow(counts: Sequence[int], seats: int, seconds: float, runs: Sequence[Run], say: Any) -> list[Step]:
        return [step(contender.name, rate) for contender, rate in runs]

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(measure, "grow", grow)
    monkeypatch.setattr(command, "prepare", lambda *given: None)
    with pytest.raises(SystemExit) as ended:
        main(["load", "--peer", "boardgame.io"])
    said = capsys.readouterr()
    assert ended.value.code == 0 and " ".join(said.err.split()) == NO_NODE
    assert said.out.count("carreau") == 2 and "1.00 of the bare server's moves a second" in said.out


def test_without_the_network_a_sentence_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_program(tmp_path, "node", "exit 0")
    a_program(tmp_path, "npm", "echo 'npm error code ENOTFOUND' >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    said: list[str] = []
    with pytest.raises(Missing, match=r"^boardgame.io is left out: its packages could not be installed \(ENOTFOUND\)\.$"):
        find_packages(said.append, tmp_path)
    assert said == ["Installing boardgame.io into node_modules, once"]


@pytest.mark.parametrize("words", [["--peer", "other"], ["--peer", "boardgame.io", "--seats", "3"]])
def test_no_other_peer_can_be_asked_for(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["load", *words])
    assert ended.value.code == 2 and "only peer is boardgame.io" in capsys.readouterr().err


# what is shown


def step(server: str, asked: float) -> Step:
    return Step(server, 1000, 2, asked, 4321.0, 123.4, 1234.5, 12345.6, 1234.0, 12.34, 1234.0, 0)


def test_the_table_fits_80_columns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command_tools.console, "width", 80)
    command.show([step(contender.name, rate) for contender, rate in own_runs(2, "plain") + peer_runs("plain")])
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith("1,000 ")]
    assert max(map(len, lines)) <= 80 and len(rows) == 10
    assert sum("bg.io memory" in row and "12,346" in row for row in rows) == 2


def test_the_picture_has_a_curve_for_each_storage() -> None:
    drawn = load_chart([step(contender.name, rate) for contender, rate in own_runs(2, "plain") + peer_runs("plain")])
    assert all(word in drawn for word in (MEMORY, FILES, "Moves per second")) and "Durable" not in drawn
