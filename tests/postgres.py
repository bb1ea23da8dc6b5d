"""A real PostgreSQL server for the tests, which can be killed and restarted, and stores of either kind."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from carreau.store.address import open_log
from carreau.store.log import Log

USER, PASSWORD = "carreau", "pass%word"
SECONDS = 30.0  # for the server to start
SETTINGS = ("fsync=off", "full_page_writes=off", "max_connections=100", "shared_buffers=16MB", "log_min_messages=fatal")
UNTIL_WE_END = '"$@" & cat >/dev/null; kill -INT $!; wait'  # stops the server when our end of the pipe is closed, however we end


def program(name: str) -> str:
    """Debian keeps these out of the way of commands."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    elsewhere = shutil.which(name)
    assert found or elsewhere, "PostgreSQL is missing: apt install postgresql"
    return str(found[-1] if found else elsewhere)


def unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid():
        return {}
    known = {user.pw_name for user in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in known else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class PostgresServer:
    """On a socket in its folder, where everybody is let in, and on a port of this machine, where the password counts."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="carreau-postgres-", dir="/tmp"))  # a socket's path must be short
        self.run_as = unprivileged()
        self.folder.chmod(0o755)
        if self.run_as:
            os.chown(self.folder, self.run_as["user"], self.run_as["group"])
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.data, self.numbers = self.folder / "data", count()
        words = [program("initdb"), "-D", str(self.data), "-U", USER, "--auth-local=trust", "--auth-host=scram-sha-256"]
        words += ["--no-sync", "--encoding=UTF8", "--locale=C"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd="/", **self.run_as)
        self.start()
        self.execute(f"ALTER ROLE {USER} PASSWORD '{PASSWORD}'")

    def start(self) -> None:
        words = ["sh", "-c", UNTIL_WE_END, "sh", program("postgres"), "-D", str(self.data), "-k", str(self.folder)]
        words += ["-p", str(self.port)]
        words += [word for setting in (*SETTINGS, "listen_addresses=127.0.0.1") for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=log, stderr=log, cwd="/", start_new_session=True, **self.run_as
            )  # fmt: skip
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        import psycopg

        until = time.monotonic() + SECONDS
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None and time.monotonic() < until, "PostgreSQL did not start"
                time.sleep(0.02)

    def kill(self) -> None:
        """All its processes at once, with SIGKILL."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        others = [int(pid) for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split()]
        os.killpg(self.process.pid, signal.SIGKILL)
        for pid in others:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.communicate()
        until = time.monotonic() + 2  # a process that nobody has waited for stays in the list
        while any(Path(f"/proc/{pid}").exists() for pid in (first, *others)) and time.monotonic() < until:
            time.sleep(0.005)  # the server does not start again while its memory is in use

    def stop(self) -> None:
        self.process.communicate()

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}&port={self.port}"

    def address_by_port(self, database: str, port: int | None = None, password: str = PASSWORD) -> str:
        return f"postgresql://{USER}:{password.replace('%', '%25')}@127.0.0.1:{port or self.port}/{database}"

    def new_database(self) -> str:
        name = f"test{next(self.numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(self.address(database), autocommit=True) as sql:
            cursor = sql.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.close()


@dataclass
class Store:
    """Where a log is kept; it can be opened several times, as by several processes."""

    address: str
    folder: Path

    def open(self) -> Log:
        return open_log(self.address, self.folder)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Every test that asks for this runs with both."""
    if request.param == "sqlite":
        return Store("", tmp_path)
    server: PostgresServer = request.getfixturevalue("postgres")
    return Store(server.address(server.new_database()), tmp_path)


@pytest.fixture
def database(postgres: PostgresServer, tmp_path: Path) -> Store:
    return Store(postgres.address(postgres.new_database()), tmp_path)
