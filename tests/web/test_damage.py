"""A server with a damaged log: one sentence at the start; tables that can be read go on, the others say why they don't."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

import carreau
from carreau.core.errors import BadRecord
from carreau.store.seal import KEY_FILE
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import FREE, Invitation, NewTable, StoredTable
from carreau.table.entry import Entry
from carreau.table.settings import ME, OPEN, Chair, make_settings
from carreau.web.messages import Gone, Plain, Refused
from carreau.web.table_loader import UNREADABLE, Closed, rebuild, why
from carreau.web.tokens import hashed
from proofs.tools.http import Answer
from proofs.tools.plans import Plan
from proofs.tools.run_async import run_async
from proofs.tools.server_process import ServerProcess
from proofs.tools.tables import FILE, make_tables
from tests.some import QUICK, shortest
from tests.store.shelves import PAGE, blot, pages_with, spoilt
from tests.test_cli import run

LEAF = 10
SHORTEST = Plan(shortest().id, 2, shortest().short)
CLOSED = "This table is closed: part of the file with the matches is damaged."


class Shelf(NamedTuple):
    folder: Path
    secrets: dict[str, str]  # of the first seat, by table
    hurt: set[str]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Sixteen tables; one page with entries is overwritten."""
    folder = tmp_path_factory.mktemp("data")
    tables = make_tables(folder, SHORTEST, 16, seed=3, ids=[f"table-number-{k:02}" for k in range(16)])
    log = SQLiteLog(folder / FILE)
    for id in tables:
        for k in range(40):
            log.append(id, Entry(k, 1.0, "name", 0, f"{id}!", 0.0))
    log.close()
    with spoilt(folder / FILE) as content:
        marks = {id: {page for page in pages_with(content, f"{id}!".encode()) if content[page * PAGE] == LEAF} for id in tables}
        page = sorted(set.union(*marks.values()))[2]
        blot(content, page)
    hurt = {id for id in tables if not is_readable(folder / FILE, id)}
    assert {id for id, pages in marks.items() if page in pages} <= hurt and len(hurt) < 8
    return Shelf(folder, {id: secrets[0] for id, secrets in tables.items()}, hurt)


def is_readable(file: Path, id: str) -> bool:
    """According to SQLite itself: to read what comes before a damaged page, it may look there too."""
    with closing(sqlite3.connect(file)) as sql:
        try:
            return len(sql.execute("SELECT data FROM entries WHERE match = ? ORDER BY sequence", (id,)).fetchall()) == 40
        except sqlite3.DatabaseError:
            return False


@pytest.fixture(scope="module")
def server(shelf: Shelf) -> Iterator[ServerProcess]:
    server = ServerProcess(shelf.folder).start()
    yield server
    server.end()


def ask(server: ServerProcess, path: str = "/", secret: str = "") -> Answer:
    return run_async(server.ask(path, secret))


async def come(server: ServerProcess, id: str, secret: str) -> Plain | Gone:
    async with server.client(id, secret) as client:
        message: Plain | Gone = await client.hear_one(Plain, Gone)
        return message


async def act(server: ServerProcess, id: str, secret: str) -> Plain | Refused:
    """Change a name, and see what happens."""
    async with asyncio.timeout(120), server.client(id, secret) as client:
        first = await client.hear_one(Plain)
        await client.command({"type": "rename", "seat": 0, "name": "Ana"})
        while True:
            message = await client.hear()
            if isinstance(message, Refused) or (isinstance(message, Plain) and message.sequence > first.sequence):
                return message


def test_the_start_says_it(server: ServerProcess) -> None:
    assert ask(server).status == 200
    assert "is damaged (" in server.said() and "carreau rescue" in server.said()


def test_what_can_be_read_goes_on(shelf: Shelf, server: ServerProcess) -> None:
    """Far from the damage: to write to the pages around it, SQLite would have to read the damaged one."""
    for id in sorted(set(shelf.secrets) - shelf.hurt)[-3:]:
        message = run_async(act(server, id, shelf.secrets[id]))
        assert isinstance(message, Plain) and message.sequence == 41, message


def test_what_cannot_be_read_is_closed_with_an_explanation(shelf: Shelf, server: ServerProcess) -> None:
    for id in sorted(shelf.hurt):
        message = run_async(come(server, id, shelf.secrets[id]))
        assert isinstance(message, Gone) and message.text.startswith(CLOSED)
        for page in ("", "/replay", "/record.json"):
            answer = ask(server, f"/table/{id}{page}")
            assert answer.status == 410 and CLOSED in answer.text
    assert "Traceback" not in server.said()


def test_replaying_all_tells_the_truth(shelf: Shelf, server: ServerProcess) -> None:
    result = run("replay", "--all", "--data", str(shelf.folder), "--json")
    found = json.loads(result.stdout)
    assert result.returncode == 1 and found["matches"] == 16 and found["replayed"] == 16 - len(shelf.hurt)
    assert {one["id"] for one in found["closed"]} == shelf.hurt and found["damage"]
    told = run("replay", "--all", "--data", str(shelf.folder)).stdout
    assert f"{16 - len(shelf.hurt)} of 16 matches that can be found replay" in told and "carreau rescue" in told


def test_who_sits_where_cannot_be_read(tmp_path: Path) -> None:
    """It lets nobody in, and nobody gets a 500."""
    ((id, (secret, _)),) = make_tables(tmp_path, SHORTEST).items()
    log = SQLiteLog(tmp_path / FILE)
    page = dict(log.read("SELECT name, rootpage FROM sqlite_master"))["keys"] - 1
    log.close()
    with spoilt(tmp_path / FILE) as content:
        blot(content, page)
    server = ServerProcess(tmp_path).start()
    try:
        for path in ("/", f"/table/{id}", f"/table/{id}/replay"):
            answer = ask(server, path, secret)
            assert answer.status in (200, 503) and "is damaged, and this cannot be read" in answer.text, path
        assert isinstance(run_async(come(server, id, secret)), Gone)
        assert "Traceback" not in server.said()
    finally:
        server.end()


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 2 * PAGE)


def behead(file: Path) -> None:
    with spoilt(file) as content:
        content[:100] = bytes(100)


@pytest.mark.parametrize("damage", [cut, behead])
def test_a_file_that_cannot_be_opened_is_one_sentence(tmp_path: Path, damage: object) -> None:
    make_tables(tmp_path, SHORTEST, 2)
    assert callable(damage)
    damage(tmp_path / FILE)
    for words in (("serve", "--port", "0"), ("replay", "--all")):
        result = run(*words, "--data", str(tmp_path))
        assert result.returncode == 2 and "carreau rescue" in result.stderr
        assert len(result.stderr.splitlines()) == 1


def lay_host(folder: Path, secret: str) -> None:
    """A table whose host waits for a friend."""
    settings = make_settings(QUICK, [Chair(ME), Chair(OPEN)], {}, seed=1)
    log = SQLiteLog(folder / FILE)
    kept = StoredTable("waiting-table", 1.0, settings.text(), settings.seed)
    log.create(NewTable(kept, ((hashed(secret), 0),), (Invitation(1, FREE, "a-link"),)))
    (sealed,) = log.writer.execute("SELECT secret FROM invitations").fetchone()
    log.writer.execute("UPDATE invitations SET secret = ?", (sealed[:20] + bytes([sealed[20] ^ 0x80]) + sealed[21:],))
    log.close()


def test_values_that_cannot_be_are_nobodys_500(tmp_path: Path) -> None:
    """A link, a date, a seed and a game, each with something wrong."""
    names = [f"table-number-{k}" for k in range(4)]
    tables = make_tables(tmp_path, Plan(QUICK.id, 2), 4, ids=names)
    secrets = [tables[id][0] for id in names]
    log = SQLiteLog(tmp_path / FILE)
    log.writer.execute("UPDATE matches SET made = 1e300 WHERE id = ?", names[:1])
    log.writer.execute("UPDATE matches SET settings = json_set(settings, '$.game', 5) WHERE id = ?", names[1:2])
    log.writer.execute("UPDATE matches SET settings = json_set(settings, '$.game', json('[]')) WHERE id = ?", names[2:3])
    (seed,) = log.writer.execute("SELECT seed FROM matches WHERE id = ?", names[3:]).fetchone()
    log.writer.execute("UPDATE matches SET seed = ? WHERE id = ?", (seed[:20] + bytes([seed[20] ^ 0x80]) + seed[21:], names[3]))
    log.close()
    lay_host(tmp_path, "host")
    server = ServerProcess(tmp_path).start()
    try:
        assert [ask(server, "/", secret).status for secret in (*secrets, "host")] == [200] * 5
        found = [ask(server, f"/table/{id}", secret).status for id, secret in zip(names, secrets)]
        assert found == [200, 410, 410, 410]
        answer = ask(server, "/table/waiting-table", "host")
        assert answer.status == 200 and "Links for your friends" not in answer.text
        assert ask(server, "/table/waiting-table/seat/a-link").status == 404
        assert "Traceback" not in server.said()
    finally:
        server.end()
    closed = {
        one["id"]: one["why"] for one in json.loads(run("replay", "--all", "--data", str(tmp_path), "--json").stdout)["closed"]
    }
    assert sorted(closed) == names[1:] and closed[names[3]].startswith(CLOSED)
    assert closed[names[1]] == closed[names[2]] == UNREADABLE


@pytest.mark.parametrize(
    ("name", "value"), [("game", None), ("game", {}), ("version", "1"), ("clock", []), ("options", 7), ("puzzle", 5)]
)
def test_settings_of_the_wrong_kind_close_a_table(name: str, value: object) -> None:
    settings = make_settings(QUICK, [Chair(ME), Chair(ME)], {}, seed=1)
    garbled = json.dumps({**json.loads(settings.text()), name: value})
    with pytest.raises(Closed) as closed:
        rebuild(StoredTable("one", 1.0, garbled, settings.seed), [], 0.0)
    assert closed.value.sentence == UNREADABLE


def test_a_table_names_its_game_by_its_id_alone() -> None:
    settings = make_settings(QUICK, [Chair(ME), Chair(ME)], {}, seed=1)
    for name in (str(carreau.examples() / "connect_four"), "carreau/examples/connect_four", f"..\\{QUICK.id}"):
        garbled = json.dumps({**json.loads(settings.text()), "game": name})
        with pytest.raises(Closed, match="is no longer here"):
            rebuild(StoredTable("one", 1.0, garbled, settings.seed), [], 0.0)


def test_a_gap_between_entries_closes_a_table() -> None:
    """Even if Python runs without assertions."""
    settings = make_settings(QUICK, [Chair(ME), Chair(ME)], {}, seed=1)
    rows = [Entry(number, 1.0, "name", 0, "Ana", 0.0) for number in (0, 1, 3)]
    with pytest.raises(Closed, match="entry 4 of its log is not possible") as closed:
        rebuild(StoredTable("one", 1.0, settings.text(), settings.seed), rows, 0.0)
    assert isinstance(closed.value.__cause__, BadRecord) and "Entry 3 of this table is missing" in why(closed.value)


def test_without_its_key_the_start_names_what_cannot_be_shown(tmp_path: Path) -> None:
    make_tables(tmp_path, Plan(QUICK.id, 2), 7, ids=[f"table-number-{k}" for k in range(7)])
    (tmp_path / KEY_FILE).unlink()
    server = ServerProcess(tmp_path).start()
    try:
        assert ask(server).status == 200
        (line,) = [line for line in server.said().splitlines() if "a different key" in line]
        assert "table-number-0" in line and "and 2 more" in line and "put the right key back" in line
    finally:
        server.end()
