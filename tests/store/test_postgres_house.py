"""A database that is opened: for the first time, by two at once, with another key, of another version; or that cannot be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import urllib.request
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from carreau.core.errors import BadOption, MissingExtra
from carreau.store import postgres_connection, postgres_schema
from carreau.store.address import open_log, place_of
from carreau.store.log import Log
from carreau.store.postgres_house import BadDatabase
from carreau.store.postgres_log import PostgresLog
from carreau.store.seal import KEY_FILE
from carreau.store.stored import FREE, Invitation, NewTable, StoredReview, StoredTable
from proofs.tools.postgres_server import PASSWORD, PostgresServer
from tests.browser import Server
from tests.postgres import Store
from tests.some import QUICK
from tests.store.shelves import row

ROOT = Path(__file__).parents[2]
FIRST_EDITION = (Path(__file__).parent / "postgres-1.sql").read_text(encoding="utf-8")  # as version 1 wrote it
REVIEW = StoredReview(1, 1, 2.0, "{}")
TABLE = StoredTable("one", 1.0, "{}", "5eed")
JSON = {"content-type": "application/json"}
TABLE_ASKED_FOR = json.dumps({"game": QUICK.id, "seats": ["me", "bot-1"]}).encode()


def name_in(address: str) -> str:
    return address.partition("@/")[2].partition("?")[0]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    command = [sys.executable, "-m", "carreau", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)


# versions


def test_two_who_come_at_once_create_the_tables_once(database: Store) -> None:
    logs: list[Log] = []
    comers = [threading.Thread(target=lambda: logs.append(database.open())) for _ in range(6)]
    for comer in comers:
        comer.start()
    for comer in comers:
        comer.join()
    assert len(logs) == 6
    logs[0].create(NewTable(TABLE))
    assert all(log.match("one") == TABLE for log in logs)
    for log in logs:
        log.close()


def test_a_database_of_version_1(postgres: PostgresServer, database: Store) -> None:
    """Its tables were made by the first version that could use PostgreSQL; they are upgraded and used."""
    with closing(Store("", database.folder).open()) as other:  # for a key
        key, secret = other.seal.name, other.seal.close("5eed")
    name = name_in(database.address)
    postgres.execute(FIRST_EDITION, name)
    postgres.execute(f"INSERT INTO carreau.house VALUES (1, '\\x{key.hex()}')", name)
    postgres.execute(f"INSERT INTO carreau.matches VALUES ('one', 1.0, '{{}}', '\\x{secret.hex()}')", name)
    postgres.execute("INSERT INTO carreau.entries VALUES ('one', 0, 1.5, 'play', 0, 'r5 f6', 0.25)", name)
    postgres.execute("INSERT INTO carreau.keys VALUES ('\\x61', 'one', 0)", name)
    with closing(database.open()) as log:
        assert log.match("one") == TABLE and log.entries("one") == [row(0)] and log.seats("one", b"a") == [0]
        log.append("one", row(1))
        log.keep_review("one", REVIEW)
        assert log.reviews("one") == [REVIEW]
    assert postgres.execute("SELECT version FROM carreau.house", name) == [(postgres_schema.VERSION,)]


def test_two_who_come_at_once_upgrade_once(postgres: PostgresServer, database: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables from before are kept, and the upgrade would fail the second time."""
    with closing(database.open()) as log:
        log.create(NewTable(TABLE, entries=(row(0),)))
    newer = postgres_schema.VERSION + 1
    monkeypatch.setattr(postgres_schema, "VERSION", newer)
    monkeypatch.setitem(postgres_schema.UPGRADES, newer - 1, "ALTER TABLE carreau.matches ADD COLUMN more text DEFAULT 'x';")
    logs: list[Log] = []
    comers = [threading.Thread(target=lambda: logs.append(database.open())) for _ in range(4)]
    for comer in comers:
        comer.start()
    for comer in comers:
        comer.join()
    assert len(logs) == 4 and all(log.entries("one") == [row(0)] for log in logs)
    for log in logs:
        log.close()
    assert postgres.execute("SELECT version FROM carreau.house", name_in(database.address)) == [(newer,)]


def test_a_failed_upgrade_changes_nothing(postgres: PostgresServer, database: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    database.open().close()
    before = postgres_schema.VERSION
    with monkeypatch.context() as patched:
        patched.setattr(postgres_schema, "VERSION", before + 1)
        patched.setitem(postgres_schema.UPGRADES, before, "ALTER TABLE carreau.matches ADD COLUMN more text; SELECT 1 / 0;")
        with pytest.raises(BadDatabase, match="division by zero"):
            database.open()
    with closing(database.open()) as log:
        log.create(NewTable(TABLE))
    assert postgres.execute("SELECT version FROM carreau.house", name_in(database.address)) == [(before,)]


def test_a_database_of_a_newer_program(postgres: PostgresServer, database: Store) -> None:
    database.open().close()
    postgres.execute("UPDATE carreau.house SET version = 99", name_in(database.address))
    with pytest.raises(BadDatabase, match="newer version"):
        database.open()


# keys


def test_every_machine_needs_the_same_key(database: Store, tmp_path: Path) -> None:
    with closing(database.open()) as log:
        log.create(NewTable(TABLE, invitations=(Invitation(1, FREE, "a-link"),)))
    other = Store(database.address, tmp_path / "other machine")
    with pytest.raises(BadDatabase, match=r"is missing.*copy it from a machine"):
        other.open()
    assert not (other.folder / KEY_FILE).exists(), "no key is made up"
    (other.folder / KEY_FILE).write_bytes(bytes(32))
    with pytest.raises(BadDatabase, match="is not the one"):
        other.open()
    shutil.copy(database.folder / KEY_FILE, other.folder / KEY_FILE)
    with closing(other.open()) as log:
        assert log.match("one") == TABLE and log.invitations("one")[0].secret == "a-link"


# commands


def test_a_server_that_keeps_its_matches_there(database: Store) -> None:
    """`carreau serve --store`: a table is set up, and is still there after the server was killed."""
    server = Server(database.folder, "--store", database.address)
    try:
        table = urllib.request.urlopen(urllib.request.Request(f"{server.address}/tables", TABLE_ASKED_FOR, JSON)).read()
        with closing(database.open()) as log:
            (id,) = log.ids()
        assert id in table.decode()
        server.kill()
        server.start()
        assert urllib.request.urlopen(f"{server.address}/table/{id}").status == 200
        assert not (database.folder / "carreau.db").exists() and (database.folder / KEY_FILE).exists()
    finally:
        server.kill()


def test_commands_find_the_database_in_the_environment_too(database: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(database.open()) as log:
        log.create(NewTable(TABLE))
    named = run("replay", "--all", "--store", database.address, "--data", str(database.folder), "--json")
    monkeypatch.setenv("CARREAU_STORE", database.address)
    found = run("replay", "--all", "--data", str(database.folder), "--json")
    assert json.loads(found.stdout) == json.loads(named.stdout) and json.loads(found.stdout)["matches"] == 1


# what cannot be opened is one sentence, without the password


def test_a_database_that_goes_away_while_it_is_opened(database: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(address: str, patience: float = 0.0) -> None:
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(postgres_connection, "connect", lost)
    with pytest.raises(BadDatabase, match="cannot be used: server closed the connection"):
        database.open()


def test_a_wrong_password(postgres: PostgresServer, tmp_path: Path) -> None:
    address = postgres.address_by_port(postgres.new_database())
    with closing(open_log(address, tmp_path)) as log:
        assert isinstance(log, PostgresLog), "with the right one it can be opened"
    result = run("serve", "--port", "0", "--data", str(tmp_path), "--store", address.replace("word", "wort"))
    assert result.returncode == 2 and result.stdout == "" and len(result.stderr.splitlines()) == 1
    assert "password authentication failed" in result.stderr and "pass%" not in result.stderr


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("/test", "/no-such-database"), "does not exist"),
        (("127.0.0.1", "no-such-host.invalid"), "no-such-host.invalid"),
        (("@127", "%zz@127"), "cannot be read"),
    ],
)
def test_a_wrong_address(postgres: PostgresServer, tmp_path: Path, change: tuple[str, str], said: str) -> None:
    address = postgres.address_by_port(postgres.new_database()).replace(*change)
    with pytest.raises(BadDatabase, match=said) as refused:
        open_log(address, tmp_path)
    assert "pass%" not in str(refused.value) and "\n" not in str(refused.value)


def test_a_server_that_is_not_there(postgres: PostgresServer, tmp_path: Path) -> None:
    postgres.stop()
    try:
        for address in (postgres.address("postgres"), postgres.address_by_port("postgres")):
            with pytest.raises(BadDatabase, match="cannot be used: ") as refused:
                open_log(address, tmp_path)
            assert PASSWORD not in str(refused.value) and "\n" not in str(refused.value)
    finally:
        postgres.start()


def test_a_user_who_may_not_create_tables(postgres: PostgresServer, tmp_path: Path) -> None:
    name = postgres.new_database()
    postgres.execute("DROP ROLE IF EXISTS guest")
    postgres.execute("CREATE ROLE guest LOGIN")
    address = postgres.address(name).replace("carreau@", "guest@")
    with pytest.raises(BadDatabase, match="permission denied"):
        open_log(address, tmp_path)


def test_where_matches_are_kept_is_told_without_the_password(postgres: PostgresServer, tmp_path: Path) -> None:
    assert place_of(postgres.address_by_port("games")) == "the database games at 127.0.0.1"
    assert place_of("", tmp_path) == str(tmp_path)


def test_without_the_package_it_is_one_line_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.core.extra.is_installed", lambda module: module != "psycopg")
    with pytest.raises(MissingExtra, match=r'pip install "carreau\[postgres\]"'):
        open_log("postgresql://localhost/games", tmp_path)


def test_the_package_is_only_read_when_it_is_needed(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from carreau.store.address import open_log; import carreau.web.app\n"
        "open_log('', Path(sys.argv[1])).close()\n"
        "assert 'psycopg' not in sys.modules"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True, env=environment, timeout=60)


def test_a_database_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="--store"):
        open_log("", Path("postgresql://localhost/games"))
    result = run("rescue", "--data", "postgresql://localhost/games")
    assert result.returncode == 2 and "PostgreSQL's own tools" in result.stderr
