"""What can be saved of really damaged files: SQLite's, page by page."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from carreau.store.folder import BadFolder
from carreau.store.rescue import Saved, rescue
from carreau.store.seal import KEY_FILE
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.sqlite_pages import Pages
from carreau.store.sqlite_schema import SCHEMA
from tests.store.shelves import PAGE, Kept, blot, copy_of, everything, fill, pages_with, snapshot, spoilt
from tests.store.test_seal import FIRST_EDITION, SEED
from tests.test_cli import run

MATCHES, ENTRIES = 40, 30


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    fill(folder / "carreau.db", MATCHES, ENTRIES).close()
    return folder / "carreau.db"


def saved(file: Path) -> tuple[Saved, dict[str, Kept]]:
    """Save, check that the damaged files are unchanged, and read the new one."""
    before, target = snapshot(file.parent), file.parent.parent / "saved.db"
    target.unlink(missing_ok=True)
    result = rescue(file, target)
    assert snapshot(file.parent) == before
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    log = SQLiteLog(target)
    assert log.examine().found == [] and log.read("PRAGMA foreign_key_check") == []
    log.close()
    return result, everything(target)


def test_only_tables_that_can_be_read_page_by_page() -> None:
    assert SCHEMA.count("CREATE TABLE") == SCHEMA.count("WITHOUT ROWID")


def test_a_file_that_is_well_is_saved_whole(file: Path) -> None:
    result, found = saved(file)
    assert found == everything(file)
    assert result == Saved(whole=MATCHES, entries=MATCHES * ENTRIES) and result.complete


def test_what_is_in_the_log_beside_the_file_only(tmp_path: Path) -> None:
    """A server was killed, and most of the log has not reached the file yet."""
    log = fill(tmp_path / "carreau.db")
    file = copy_of(tmp_path / "carreau.db", tmp_path / "killed")
    log.close()
    assert file.stat().st_size < 3 * PAGE
    assert saved(file)[1] == everything(tmp_path / "carreau.db")


def destroy_header(content: bytearray) -> None:
    content[:100] = bytes(100)


def destroy_first_page(content: bytearray) -> None:
    blot(content, 0)


@pytest.mark.parametrize("destroy", [destroy_header, destroy_first_page])
def test_without_its_header(file: Path, destroy: Callable[[bytearray], None]) -> None:
    whole = everything(file)
    with spoilt(file) as content:
        destroy(content)
    result, found = saved(file)
    assert found == whole and result.whole == MATCHES


def test_pages_in_the_middle(file: Path) -> None:
    """Every page in turn is overwritten: what is not on it is saved, and nothing is made up."""
    whole, content, lost = everything(file), file.read_bytes(), 0
    for page in range(1, len(content) // PAGE):
        spoilt_page = bytearray(content)
        blot(spoilt_page, page)
        file.write_bytes(spoilt_page)
        result, found = saved(file)
        for id, (kept, rows, keys, links, reviews) in found.items():
            assert kept == whole[id][0] and rows == whole[id][1][: len(rows)]
            assert set(keys) <= set(whole[id][2]) and set(links) <= set(whole[id][3])
            assert set(reviews) <= set(whole[id][4])
        assert not result.complete and len(found) == result.matches
        assert sum(len(rows) for _, rows, *_ in found.values()) == result.entries
        assert result.entries + result.entries_lost <= MATCHES * ENTRIES
        lost += MATCHES * ENTRIES - result.entries
    assert 0 < lost < 3 * MATCHES * ENTRIES, "each entry stands on one page; those behind it go with it"


def test_a_match_that_has_lost_some_entries(file: Path) -> None:
    with spoilt(file) as content:
        first, *_ = set(pages_with(content, b"match-020")) & set(pages_with(content, b"r5 a14"))
        blot(content, first)
    result, found = saved(file)
    assert result.parts and all(len(found[id][1]) == kept < ENTRIES for id, kept in result.parts.items())


def test_how_a_match_was_set_up_is_lost(file: Path) -> None:
    with spoilt(file) as content:
        for page in pages_with(content, b'"number": 13,'):
            blot(content, page)
    result, found = saved(file)
    assert "match-013" in result.lost and "match-013" not in found
    assert result.whole + len(result.lost) == MATCHES and result.entries_lost == ENTRIES * len(result.lost)


def test_a_file_that_is_cut_off(file: Path) -> None:
    pages = file.stat().st_size // PAGE
    os.truncate(file, pages * 3 // 4 * PAGE + 1000)
    result, found = saved(file)
    assert 0 < result.matches < MATCHES and result.pages >= pages - pages * 3 // 4
    assert all(rows == [] or rows[0].sequence == 0 for _, rows, *_ in found.values())


@pytest.mark.parametrize("place", [0, 40, 5_000, 60_000])
def test_a_damaged_log_beside_the_file(tmp_path: Path, place: int) -> None:
    """What was written after the damage is found again, because most of it was written more than once."""
    log = fill(tmp_path / "carreau.db")
    file = copy_of(tmp_path / "carreau.db", tmp_path / "killed")
    log.close()
    with spoilt(Path(f"{file}-wal")) as content:
        content[place : place + 20] = b"\xa5" * 20
    result, found = saved(file)
    whole = everything(tmp_path / "carreau.db")
    assert result.matches >= MATCHES - 4 and all(found[id][0] == whole[id][0] for id in found)


def test_what_was_never_committed_is_not_saved(tmp_path: Path) -> None:
    log = fill(tmp_path / "carreau.db", 3)
    log.writer.execute("PRAGMA cache_size = 1")  # so that pages go to the disk before the end of the transaction
    log.writer.execute("BEGIN")
    log.writer.executemany("INSERT INTO matches VALUES (?, 1.0, '{}', x'00')", [(f"never-{k}",) for k in range(2000)])
    file = copy_of(tmp_path / "carreau.db", tmp_path / "killed")
    assert b"never-1" in Path(f"{file}-wal").read_bytes()
    log.close()
    assert list(saved(file)[1]) == ["match-000", "match-001", "match-002"]


def test_what_was_removed_is_not_saved(file: Path) -> None:
    log = SQLiteLog(file)
    with log.writing() as sql:
        sql.executemany("INSERT INTO keys VALUES (?, 'match-001', 0)", [(f"{k:032}".encode(),) for k in range(2000)])
    log.writer.execute("PRAGMA secure_delete = OFF")
    log.writer.execute("DELETE FROM keys WHERE match < 'match-039'")
    log.close()
    assert any(b"match-001" in Pages(file).page(page) for page in Pages(file).free())
    _, found = saved(file)
    assert [len(keys) for _, _, keys, *_ in found.values()] == [0] * (MATCHES - 1) + [2]


def test_a_log_of_the_first_edition(tmp_path: Path) -> None:
    """It is updated to this version on the way: seeds are encrypted, and bots' seats cannot be opened."""
    settings = {"game": "any", "seed": SEED, "chairs": [{"kind": "me"}, {"kind": "bot"}]}
    with closing(sqlite3.connect(tmp_path / "carreau.db")) as sql:
        sql.executescript(FIRST_EDITION)
        sql.execute("INSERT INTO matches VALUES ('one', 1.5, ?)", (json.dumps(settings),))
        sql.executemany("INSERT INTO keys VALUES (?, 'one', ?)", [(b"a" * 32, 0), (b"b" * 32, 1)])
        sql.commit()
    with spoilt(tmp_path / "carreau.db") as content:
        destroy_header(content)
    assert rescue(tmp_path / "carreau.db", tmp_path / "saved.db").whole == 1
    log = SQLiteLog(tmp_path / "saved.db")
    assert log.match("one").seed == SEED and SEED not in log.match("one").settings
    assert log.keys("one") == [(b"a" * 32, 0)]
    log.close()


def test_into_a_folder_with_another_key(file: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    rescue(file, tmp_path / "other" / "carreau.db")
    assert (tmp_path / "other" / KEY_FILE).read_bytes() != file.with_name(KEY_FILE).read_bytes()
    assert everything(tmp_path / "other" / "carreau.db") == everything(file)


def test_without_the_key(file: Path, tmp_path: Path) -> None:
    """What is encrypted stays encrypted; nothing is made in the damaged folder."""
    key = file.with_name(KEY_FILE).read_bytes()
    file.with_name(KEY_FILE).unlink()
    (tmp_path / "other").mkdir()
    for target in (file.with_name("saved.db"), tmp_path / "other" / "carreau.db"):
        result = rescue(file, target)
        assert result.sealed == result.whole == MATCHES and not result.complete
        assert not target.with_name(KEY_FILE).exists()
    assert {kept.seed for kept, *_ in everything(tmp_path / "other" / "carreau.db").values()} == {""}
    (tmp_path / "other" / KEY_FILE).write_bytes(key)
    assert {kept.seed for kept, *_ in everything(tmp_path / "other" / "carreau.db").values()} == {f"seed-{k}" for k in range(40)}


def test_with_a_damaged_key_nothing_is_written(file: Path, tmp_path: Path) -> None:
    file.with_name(KEY_FILE).write_bytes(b"short")
    for target in (file.with_name("saved.db"), tmp_path / "saved.db"):
        with pytest.raises(BadFolder, match="is damaged: put the right one back"):
            rescue(file, target)
        assert not target.exists()


def test_a_garbled_secret_stays_as_it_is(file: Path, tmp_path: Path) -> None:
    log, changed = SQLiteLog(file), {}
    for table, column in (("matches", "seed"), ("invitations", "secret")):
        key = "id" if table == "matches" else "match"
        (sealed,) = log.writer.execute(f"SELECT {column} FROM {table} WHERE {key} = 'match-003'").fetchone()
        changed[table] = sealed[:20] + bytes([sealed[20] ^ 0x80]) + sealed[21:]
        log.writer.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = 'match-003'", (changed[table],))
    log.close()
    (tmp_path / "other").mkdir()
    assert rescue(file, tmp_path / "other" / "carreau.db").sealed == 1
    log = SQLiteLog(tmp_path / "other" / "carreau.db")
    assert log.read("SELECT seed FROM matches WHERE id = 'match-003'") == [(changed["matches"],)]
    assert log.read("SELECT secret FROM invitations WHERE match = 'match-003'") == [(changed["invitations"],)]
    assert log.match("match-004").seed == "seed-4"
    log.close()


def test_a_link_is_followed(tmp_path: Path) -> None:
    """What has not reached the file yet is next to the real one."""
    log = fill(tmp_path / "carreau.db", 3)
    file = copy_of(tmp_path / "carreau.db", tmp_path / "real")
    log.close()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "carreau.db").symlink_to(file)
    file.with_name(KEY_FILE).rename(tmp_path / "data" / KEY_FILE)
    (tmp_path / "data" / "saved.db").symlink_to(tmp_path / "data" / "real.db")
    assert rescue(tmp_path / "data" / "carreau.db", tmp_path / "data" / "saved.db").whole == 3
    assert stat.S_IMODE((tmp_path / "data" / "real.db").stat().st_mode) == 0o600
    assert everything(tmp_path / "data" / "real.db") == everything(tmp_path / "carreau.db")


@pytest.mark.parametrize("place", ["same", "other"])
def test_a_disk_that_is_full_leaves_nothing_behind(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Both steps in turn: saving, and encrypting again."""
    target = (file.parent if place == "same" else tmp_path) / "saved.db"
    before = sorted(target.parent.iterdir())
    real, most = sqlite3.connect, 10 if place == "same" else 0

    def connect(*given: Any, **named: Any) -> sqlite3.Connection:
        sql: sqlite3.Connection = real(*given, **named)
        if most or "timeout" in named:  # the log's own
            pages = most or sql.execute("PRAGMA page_count").fetchone()[0]
            sql.execute(f"PRAGMA max_page_count = {pages}")
        return sql

    monkeypatch.setattr(sqlite3, "connect", connect)
    if place == "other":
        monkeypatch.setattr("carreau.store.seal.Seal.close", lambda self, text: bytes(5_000))
    with pytest.raises(BadFolder, match=r"Nothing was saved, because .* is full"):
        rescue(file, target)
    assert sorted(target.parent.iterdir()) == before


def test_nothing_left(tmp_path: Path) -> None:
    for content in (b"", b"no database" * 2000, bytes(20_000)):
        (tmp_path / "carreau.db").write_bytes(content)
        with pytest.raises(BadFolder, match="Nothing could be saved"):
            rescue(tmp_path / "carreau.db", tmp_path / "saved.db")
        assert not (tmp_path / "saved.db").exists()


def test_the_command(file: Path, tmp_path: Path) -> None:
    words = ("rescue", "--data", str(file.parent))
    well = run(*words, "--to", str(tmp_path / "well.db"))
    assert well.returncode == 0 and "40 matches with 1,200 entries saved" in well.stdout and "40 whole" in well.stdout
    assert f"together with {tmp_path / KEY_FILE}, which it is sealed with" in well.stdout
    with spoilt(file) as content:
        for page in pages_with(content, b'"number": 13,'):
            blot(content, page)
    before = snapshot(file.parent)
    hurt = run(*words)
    assert hurt.returncode == 1 and "match-013: lost" in hurt.stdout and "cannot be read" in hurt.stdout
    assert "is unchanged" in hurt.stdout and {**before, **snapshot(file.parent)} == snapshot(file.parent)
    assert f"{KEY_FILE} stays where it is" in hurt.stdout
    again = run(*words)
    assert again.returncode == 2 and "already" in again.stderr
    told = json.loads(run(*words, "--to", str(tmp_path / "more.db"), "--json").stdout)
    assert told["whole"] + len(told["lost"]) == MATCHES and told["pages_unreadable"] >= 1 and told["sealed"] == 0
    file.with_name(KEY_FILE).unlink()
    assert "cannot be opened with" in run(*words, "--to", str(tmp_path / "sealed.db")).stdout
    assert "There are no matches" in run("rescue", "--data", str(tmp_path / "nowhere")).stderr
