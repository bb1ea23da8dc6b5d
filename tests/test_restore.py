"""The page about your own server says how to back up and restore: its commands are run while people play, and they play on."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from carreau.store.address import FILE, open_log
from carreau.table.entry import PLAY
from proofs.tools.postgres_server import PostgresServer, program
from proofs.tools.run_async import run_async
from tests.docs.blocks import blocks_of, commands_in
from tests.web.running import RunningServer, after, play, two_seats

PAGE, SELF = "docs/host/own-server.md", "tests/test_restore.py"
DATABASE, RESTORED = "postgresql://carreau@db.example.org/carreau", "postgresql://carreau@db.example.org/restored"
BEFORE, MEANWHILE, LATER = 8, 14, 3  # moves: before the backup, until some time after it, and after the restore
PLAIN_PYTHON = {"CARREAU_COMPILE": "never"}


def commands(word: str) -> list[str]:
    """Of the one block on the page that has this word in it."""
    (block,) = [block for block in blocks_of(PAGE) if block.test == SELF and word in block.text]
    return commands_in(block)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "backup").mkdir()
    return tmp_path


def run(command: str, places: dict[str, str]) -> None:
    """As an administrator types it, with folders and databases of the test, and as one user."""
    for name, place in places.items():
        command = re.sub(rf"{re.escape(name)}(?![\w.])", lambda _, place=place: place, command)  # type: ignore[misc]
    words = shlex.split(command.removeprefix("sudo -u carreau ").replace(" -o carreau", ""))
    if words[0].startswith("pg_"):
        words[0] = program(words[0])
    if words[0] == "sqlite3" and not shutil.which("sqlite3"):
        words = [sys.executable, "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])", *words[1:]]
    subprocess.run(words, check=True, capture_output=True, env={**os.environ, "LC_ALL": "C"})


def play_meanwhile(server: RunningServer, back_up: Callable[[], None]) -> tuple[Any, list[str], dict[tuple[int, int], Any]]:
    """Two people play, somebody makes a backup after a few moves, and they go on."""
    seats = two_seats(server)
    seen: dict[tuple[int, int], Any] = {}
    done: list[bool] = []

    def enough(played: list[str]) -> bool:
        if len(played) == BEFORE and not done:
            back_up()
            done.append(True)
        return len(played) >= MEANWHILE

    played, _ = run_async(play(seats, enough, seen=seen))
    assert done and len(played) == MEANWHILE
    return seats, played, seen


def play_on(server: RunningServer, store: str, seats: Any, played: list[str], seen: dict[tuple[int, int], Any]) -> None:
    """At the restored server every move is there that had been acknowledged before the backup; everybody holds the same cards."""
    with closing(open_log(store, server.data)) as log:
        assert log.sealed_otherwise() == [] and log.damage() == []
        moves = [entry.data for entry in log.entries(seats[0].table) if entry.kind == PLAY]
    assert BEFORE <= len(moves) <= MEANWHILE and moves == played[: len(moves)]
    again: dict[tuple[int, int], Any] = {}
    more, _ = run_async(play(tuple(replace(seat, address=server.address) for seat in seats), after(LATER), seen=again))
    assert len(more) == LATER
    first = min(again, key=lambda key: key[1])
    assert again[first] == seen[first]
    assert more[0] == played[len(moves)], "the same choice, offered the same moves"
    assert not any(line["level"] in ("error", "critical") for line in server.logged())


def test_a_folder(folder: Path) -> None:
    data = folder / "data"
    places = {"/var/lib/carreau.old": str(folder / "old"), "/var/lib/carreau": str(data)}
    places["/var/backups/carreau"] = str(folder / "backup")

    def back_up() -> None:
        for command in commands("VACUUM"):
            run(command, places)

    with RunningServer(data, 2, environment=PLAIN_PYTHON) as server:
        seats, played, seen = play_meanwhile(server, back_up)
        for command in commands("carreau.old"):
            if command == "systemctl stop carreau":
                assert server.stop() == 0
            elif command == "systemctl start carreau":
                server.start()
            else:
                run(command, places)
        assert (folder / "old" / FILE).exists()
        play_on(server, "", seats, played, seen)


def test_a_database(postgres: PostgresServer, folder: Path) -> None:
    old, new = (postgres.address_by_port(postgres.new_database()) for _ in range(2))
    places = {DATABASE: old, RESTORED: new, "/var/lib/carreau": str(folder / "data")}
    places["/var/backups/carreau"] = str(folder / "backup")

    def back_up() -> None:
        for command in commands("pg_dump"):
            run(command, places)

    with RunningServer(folder / "data", store=old, environment=PLAIN_PYTHON) as server:
        seats, played, seen = play_meanwhile(server, back_up)
        server.stop()
    (folder / "new").mkdir()
    places["/var/lib/carreau"] = str(folder / "new")
    for command in commands("pg_restore"):
        run(command, places)
    with RunningServer(folder / "new", store=new, environment=PLAIN_PYTHON) as server:
        play_on(server, new, seats, played, seen)
