"""A server that runs for others: it says how it is, and ends or is replaced without anybody losing a move."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from carreau.client import Refused, Seat, Update, connect, new_table
from carreau.client import play as play_match
from carreau.store.address import FILE
from carreau.store.sqlite_log import SQLiteLog
from carreau.table.entry import PLAY
from proofs.tools.postgres_server import PASSWORD, PostgresServer
from proofs.tools.run_async import run_async
from tests.browser import ROOT
from tests.orphans import children, is_running, needs_proc
from tests.some import QUICK
from tests.web.running import RunningServer, after, get, kill, play, read_metrics, totals, two_seats

RESTARTING = 1012  # the code with which sockets are closed: come back at once
PLAIN_PYTHON = {"CARREAU_COMPILE": "never"}
SECONDS = 30.0
pytestmark = needs_proc


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("alone") / "data", 1, environment=PLAIN_PYTHON) as server:
        yield server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("house") / "data", 2, environment=PLAIN_PYTHON) as server:
        yield server


@pytest.fixture(params=["alone", "house"])
def live(request: pytest.FixtureRequest) -> RunningServer:
    server: RunningServer = request.getfixturevalue(request.param)
    return server


def moves_at(server: RunningServer, table: str) -> list[str]:
    with closing(SQLiteLog(server.data / FILE)) as log:
        return [entry.data for entry in log.entries(table) if entry.kind == PLAY]


def until(come: Callable[[], Any], seconds: float = SECONDS) -> Any:
    end = time.monotonic() + seconds
    while not (found := come()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


# health


def test_whether_it_is_alive_and_ready(live: RunningServer) -> None:
    assert live.get("/healthz") == (200, "alive\n")
    assert live.get("/readyz") == (200, "ready\n")


def test_it_is_not_ready_while_the_file_is_gone(live: RunningServer) -> None:
    file, away = live.data / FILE, live.data / "away"
    file.rename(away)
    try:
        status, text = live.get("/readyz")
        assert status == 503 and text.endswith(".\n") and text.count("\n") == 1
        assert live.get("/healthz")[0] == 200
    finally:
        away.rename(file)
    assert live.get("/readyz")[0] == 200


def test_it_is_not_ready_while_the_database_is_gone(postgres: PostgresServer, tmp_path: Path) -> None:
    """And nothing that is logged contains the password."""
    address = postgres.address_by_port(postgres.new_database())
    with RunningServer(tmp_path / "data", 2, address, environment=PLAIN_PYTHON) as server:
        assert server.get("/readyz") == (200, "ready\n")
        seat = new_table(server.address, QUICK.id, ("me", "bot-1"))
        run_async(play((seat,), after(1)))
        try:
            run_async(play_without_database(postgres, seat))
            status, text = server.get("/readyz")
            assert status == 503 and text.endswith(".\n") and text.count("\n") == 1
            until(lambda: server.metrics()["carreau_store_errors_total"])
            assert server.get("/healthz") == (200, "alive\n")
        finally:
            threading.Timer(1.0, postgres.start).start()
        run_async(play_when_it_is_back(seat))  # a program that connects meanwhile tries again
        until(lambda: all(server.get("/readyz")[0] == 200 for _ in range(4)))  # whichever process answers
        assert server.stop() == 0
        assert any("written" in line["message"] for line in server.logged())
    assert PASSWORD not in server.said() and PASSWORD.replace("%", "%25") not in server.said()


async def play_without_database(postgres: PostgresServer, seat: Seat) -> None:
    """Somebody is at the table, and moves after the database was killed: that is refused."""
    async with connect(seat) as table:
        async for update in table:
            await asyncio.to_thread(postgres.kill)
            with pytest.raises(Refused) as refused:
                await table.play(update.legal[0])
            assert refused.value.code == "unwritten"
            return


async def play_when_it_is_back(seat: Seat) -> None:
    """The server may have found the database to read, and not yet to write."""
    end = time.monotonic() + SECONDS
    async with connect(seat) as table:
        async for update in table:
            try:
                return await table.play(update.legal[0])
            except Refused as refusal:
                assert refusal.code == "unwritten" and time.monotonic() < end
                await asyncio.sleep(0.1)


def take_away(file: Path, seconds: float) -> threading.Timer:
    """Until so many seconds have passed; whoever joins the timer waits for that."""
    away = file.with_name("away")
    file.rename(away)
    timer = threading.Timer(seconds, away.rename, (file,))
    timer.start()
    return timer


def test_a_program_plays_on_when_the_file_is_back(alone: RunningServer) -> None:
    asked: list[threading.Timer | None] = []

    class Enough(Exception):
        pass

    def choose(update: Update) -> str:
        if len(asked) > 1 and not asked[1].is_alive():  # type: ignore[union-attr]
            raise Enough
        asked.append(take_away(alone.data / FILE, 1.5) if len(asked) == 1 else None)
        return update.legal[0]

    seat = new_table(alone.address, QUICK.id, ("me", "bot-1"))
    with pytest.raises(Enough):
        play_match(seat, choose)
    assert 3 <= len(asked) <= 5, "a second lies between two attempts"


# metrics


def test_what_is_counted(live: RunningServer) -> None:
    before, during = live.metrics(), []
    seats = two_seats(live)

    def look() -> None:
        during.append(until(lambda: found if (found := live.metrics())["carreau_sockets"] == 2 else None))

    run_async(play(seats, after(6), look))
    later = until(lambda: found if not (found := live.metrics())["carreau_sockets"] else None)
    assert later["carreau_processes"] == live.workers
    assert later["carreau_moves_total"] - before["carreau_moves_total"] == len(moves_at(live, seats[0].table)) == 6
    assert later["carreau_entries_total"] == later["carreau_write_seconds_count"] > later["carreau_moves_total"]
    assert later["carreau_screens_total"] == later["carreau_show_seconds_count"] >= 12
    assert during[0]["carreau_tables"] >= 1 and later["carreau_memory_bytes"] > 30_000_000
    assert later["carreau_processor_seconds_total"] > 0 and later["carreau_bots_waiting"] == 0
    assert later["carreau_store_errors_total"] == before["carreau_store_errors_total"]


def test_metrics_are_at_an_address_of_their_own(live: RunningServer) -> None:
    assert live.get("/metrics")[0] == 404
    assert get(live.metrics_address, Host="anything.example")[0] == 200
    assert get(live.metrics_address + "/more")[0] == get(live.metrics_address.removesuffix("metrics"))[0] == 404
    port = int(live.metrics_address.split(":")[2].partition("/")[0])
    with socket.create_connection(("127.0.0.1", port)), socket.create_connection(("127.0.0.1", port)) as rude:
        rude.sendall(b"\0\r\n\r\n")
        assert live.metrics(), "somebody who says nothing, and somebody who talks rubbish, do not stop it"


def test_nobody_listens_for_metrics_unless_told_to(tmp_path: Path) -> None:
    done = serve_and_look(tmp_path)
    assert len(done) == 1


def serve_and_look(data: Path) -> list[int]:
    """The ports at which a server listens that was told nothing about metrics."""
    words = [sys.executable, "-m", "carreau", "serve", "--port", "0", "--data", str(data), "--workers", "1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, **PLAIN_PYTHON}, cwd=ROOT) as process:
        assert process.stdout is not None and process.stdout.readline()
        sockets = {os.readlink(file) for file in Path(f"/proc/{process.pid}/fd").iterdir() if file.is_symlink()}
        rows = [line.split() for line in Path(f"/proc/{process.pid}/net/tcp").read_text().splitlines()[1:]]
        ports = [int(row[1].partition(":")[2], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in sockets]
        process.kill()
    return ports


@pytest.mark.parametrize(
    "words",
    [["--metrics", "here"], ["--metrics", "99999"], ["--metrics", "no.such.host.invalid:9421"], ["--metrics", "127.0.0.1:"],
     ["--metrics", "203.0.113.7:0"], ["--logs", "xml"], ["--workers", "0"], ["--workers", "65"]],
    ids=" ".join,
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from carreau.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["serve", "--port", "0", "--data", str(tmp_path / "data"), *words])
    said = capsys.readouterr().err
    assert ended.value.code == 2 and said.startswith("carreau: ") and said.count("\n") == 1
    assert words[0].strip("-") in said and not (tmp_path / "data" / FILE).exists()


def test_a_text_that_is_not_prometheus_is_refused() -> None:
    """The reader of these tests is strict."""
    good = "# HELP carreau_x_total All.\n# TYPE carreau_x_total counter\ncarreau_x_total 1\n"
    assert read_metrics(good) == {"carreau_x_total": 1}
    for bad in (good[:-1], good + "\n", good + good, good.replace("counter", "count"), good.replace("# HELP", "# Help")):
        with pytest.raises((AssertionError, StopIteration)):
            read_metrics(bad)


# logs


def test_an_exception_is_one_line_without_secrets(tmp_path: Path) -> None:
    with RunningServer(tmp_path / "data", 2, module="tests.web.serve_faulty", environment=PLAIN_PYTHON) as server:
        assert server.get("/table/mine/replay")[0] == 500
        assert server.stop() == 0
    (line,) = server.logged()
    assert line.keys() == {"at", "level", "from", "process", "message", "failure"}
    assert line["level"] == "error" and "RuntimeError: cannot show" in line["failure"]
    assert "/table/mine/seat for a reason" in line["failure"] and "of-the-second-player" not in server.said()


# ending, and being replaced


def test_a_killed_process_is_replaced_and_nothing_counts_less(house: RunningServer) -> None:
    before, workers = totals(house.metrics()), house.worker_pids()
    assert before["carreau_moves_total"]
    kill(workers[0])
    until(lambda: len(house.worker_pids()) == 2 and workers[0] not in house.worker_pids())
    seen = [totals(house.metrics()) for _ in range(5)]
    for earlier, later in zip([before, *seen], seen):
        assert all(later[name] >= earlier[name] for name in earlier)
    assert house.get("/readyz")[0] == 200
    until(lambda: any("killed by signal 9" in line["message"] and line["level"] == "warning" for line in house.logged()))


def test_a_new_version_takes_over_and_no_request_fails(house: RunningServer) -> None:
    """Two people play on meanwhile: their connections are closed and opened again, and every move counts once."""
    assert house.process is not None
    pid, before, workers = house.process.pid, totals(house.metrics()), house.worker_pids()
    statuses: list[int] = []
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            statuses.append(house.get("/healthz")[0])

    visitor = threading.Thread(target=ask)
    visitor.start()
    seats = two_seats(house)
    sent: list[int] = []  # after how many moves: the signal, and when all processes were new

    def enough(played: list[str]) -> bool:
        if len(played) == 3 and not sent:
            os.kill(pid, signal.SIGHUP)
            sent.append(len(played))
        elif len(sent) == 1 and not {*workers} & {*house.worker_pids()}:
            sent.append(len(played))
        return len(sent) == 2 and len(played) >= sent[1] + 4

    try:
        played, connections = run_async(play(seats, enough, pause=0.02))
    finally:
        stop.set()
        visitor.join()
    assert moves_at(house, seats[0].table) == played and min(connections) >= 2
    assert len(house.worker_pids()) == 2 and len(statuses) > 10 and set(statuses) == {200}
    assert house.process.poll() is None and house.process.pid == pid
    counted = totals(house.metrics())
    assert all(counted[name] >= before[name] for name in before)
    assert house.get("/readyz")[0] == 200 and "Traceback" not in house.said()


def test_it_ends_in_an_orderly_way(live: RunningServer) -> None:
    """A move that was sent before is written, sockets are told to come back, and no process is left."""
    seats = two_seats(live)
    played: list[str] = []
    codes: list[int | None] = []

    async def last_move() -> None:
        async with connect(seats[0]) as first, connect(seats[1]) as second:
            for table in (first, second):
                while table.now.state != "playing":
                    await table.wait()
            mover = first if first.now.legal else second
            lines = [table._line for table in (first, second)]
            played.append(mover.legal[0])
            sequence, ply = mover.now.sequence, mover.now.ply
            command = {"type": "play", "seat": mover.seat.seat, "action": played[0], "ply": ply, "sequence": sequence}
            await mover.send(command)
            assert live.process is not None
            live.process.send_signal(signal.SIGTERM)
            for line in lines:
                assert line is not None
                await line.wait_closed()
                codes.append(line.close_code)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("carreau.client.table.PAUSE", 5.0)
        run_async(last_move())
    assert codes == [RESTARTING, RESTARTING]
    assert live.stop() == 0
    assert live.left() == []
    assert moves_at(live, seats[0].table) == played
    assert not any(line["level"] in ("error", "critical") for line in live.logged())


def test_it_ends_with_its_terminal(tmp_path: Path) -> None:
    """Elsewhere the same signal asks for a new version."""
    mine, theirs = pty.openpty()
    words = [sys.executable, "-m", "carreau", "serve", "--port", "0", "--data", str(tmp_path / "data"), "--workers", "2"]
    code = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.executable, sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, **PLAIN_PYTHON}, cwd=ROOT, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    assert process.stdout is not None and process.stdout.readline().startswith("Carreau is at")
    until(lambda: len(children(process.pid)) == 2)
    workers = children(process.pid)
    os.close(mine)
    assert process.wait(SECONDS) == 0 and not any(map(is_running, workers))
    process.stdout.close()
