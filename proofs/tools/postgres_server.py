"""A real PostgreSQL server of our own, which can be killed and restarted."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from carreau.core.errors import BadOption

USER, PASSWORD = "carreau", "pass%word"
SECONDS = 30.0  # for the server to start
SMALL = ("max_connections=100", "shared_buffers=16MB", "log_min_messages=fatal")
HASTY = ("fsync=off", "full_page_writes=off")  # where nothing has to survive a power cut
UNTIL_WE_END = '"$@" & cat >/dev/null; kill -INT $!; wait'  # stops the server when our end of the pipe is closed, however we end


def program(name: str) -> str:
    """Debian keeps these out of the way of commands."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    elsewhere = shutil.which(name)
    if not found and not elsewhere:
        raise BadOption("PostgreSQL is missing: apt install postgresql.")
    return str(found[-1] if found else elsewhere)


def unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid():
        return {}
    known = {user.pw_name for user in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in known else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class PostgresServer:
    """On a socket in its folder, where everybody is let in, and on a port of these addresses, where the password counts.

    It is as careful with its disk as it comes, unless the settings say otherwise."""

    def __init__(self, settings: Sequence[str] = (), hosts: Sequence[str] = ("127.0.0.1",)) -> None:
        self.settings = (*SMALL, *settings, f"listen_addresses={','.join(hosts)}")
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
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.writelines(f"host all all {host}/24 scram-sha-256\n" for host in hosts)
        self.start()
        self.execute(f"ALTER ROLE {USER} PASSWORD '{PASSWORD}'")

    def start(self) -> None:
        """It refuses as long as a process that was killed has not gone yet."""
        until = time.monotonic() + SECONDS
        self.spawn()
        while not self.is_ready():
            assert time.monotonic() < until, "PostgreSQL did not start"
            if self.process.poll() is not None:
                self.process.communicate()
                self.spawn()
            time.sleep(0.02)

    def spawn(self) -> None:
        words = ["sh", "-c", UNTIL_WE_END, "sh", program("postgres"), "-D", str(self.data), "-k", str(self.folder)]
        words += ["-p", str(self.port)]
        words += [word for setting in self.settings for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=log, stderr=log, cwd="/", start_new_session=True, **self.run_as
            )  # fmt: skip

    def is_ready(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.address("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def first_pid(self) -> int:
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """All its processes at once, with SIGKILL."""
        first = self.first_pid
        others = [int(pid) for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split()]
        os.killpg(self.process.pid, signal.SIGKILL)
        for pid in others:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.communicate()
        until = time.monotonic() + 2  # a process that nobody has waited for stays in the list
        while any(Path(f"/proc/{pid}").exists() for pid in (first, *others)) and time.monotonic() < until:
            time.sleep(0.005)  # the server does not start again while its memory is in use

    def backends(self, database: str) -> list[int]:
        """The processes that serve the connections to a database."""
        return [pid for (pid,) in self.execute(f"SELECT pid FROM pg_stat_activity WHERE datname = '{database}'")]

    def stop(self) -> None:
        """A server that is reading its own log again after a crash may never end by itself."""
        try:
            self.process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}&port={self.port}"

    def address_by_port(
        self, database: str, port: int | None = None, password: str = PASSWORD, host: str = "127.0.0.1"
    ) -> str:  # fmt: skip
        return f"postgresql://{USER}:{password.replace('%', '%25')}@{host}:{port or self.port}/{database}"

    def new_database(self) -> str:
        name = f"test{next(self.numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(self.address(database), autocommit=True) as sql:
            cursor = sql.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []
