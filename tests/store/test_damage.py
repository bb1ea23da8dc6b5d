"""A log with a damaged page: what is found, what is refused, and what goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from carreau.store.damage import DAMAGED
from carreau.store.folder import BadFolder
from carreau.store.log import Damaged
from carreau.store.sqlite_log import SQLiteLog
from carreau.table.entry import Entry
from carreau.web.log_writer import LogWriter
from proofs.tools.run_async import run_async
from tests.store.shelves import PAGE, blot, fill, pages_with, row, spoilt

HURT, WELL = "match-020", "match-002"
ENTRIES = 30


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SQLiteLog]:
    """The last entries of one match are on a page that is overwritten."""
    fill(tmp_path / "carreau.db", 40, ENTRIES).close()
    with spoilt(tmp_path / "carreau.db") as content:
        place = bytes(content).index(f"{HURT}\x1d".encode())  # its entry 29
        assert place // PAGE not in pages_with(content, WELL.encode())
        blot(content, place // PAGE)
    with closing(SQLiteLog(tmp_path / "carreau.db")) as log:
        yield log


def test_it_is_found(log: SQLiteLog, caplog: pytest.LogCaptureFixture) -> None:
    assert "carreau rescue" in log.examine().sentence
    with caplog.at_level(logging.WARNING):
        hasty = log.examine(0.0)
        hasty.thread.join()
    assert hasty.found, "who does not wait is told by the log"
    assert not hasty.late or "carreau rescue" in caplog.text


def test_reading_is_refused_where_it_is_damaged_and_nowhere_else(log: SQLiteLog) -> None:
    with pytest.raises(Damaged) as refused:
        log.entries(HURT)
    assert refused.value.sentence == DAMAGED
    assert len(log.entries(WELL)) == ENTRIES and len(list(log.all())) == 40


async def write_together(log: SQLiteLog, matches: Sequence[str], entry: Entry) -> list[BaseException | None]:
    """What happened when the same entry was written for several matches at once."""
    writer = LogWriter(log)
    found = await asyncio.gather(*(writer.write(match, entry) for match in matches), return_exceptions=True)
    writer.close()
    return found


def test_so_is_writing_and_others_who_write_at_the_same_time_do_not_suffer(log: SQLiteLog) -> None:
    first, second, third = run_async(write_together(log, (WELL, HURT, "match-038"), row(ENTRIES)))
    assert first is None and isinstance(second, Damaged) and third is None
    assert len(log.entries(WELL)) == ENTRIES + 1


@pytest.mark.parametrize("value", ["x'00'", "7.5", "'seat'", "CAST(x'ff41' AS TEXT)"])
def test_a_garbled_value_is_damage_too(log: SQLiteLog, value: str) -> None:
    log.writer.execute(f"UPDATE entries SET seat = {value} WHERE match = ? AND sequence = 3", (WELL,))
    with pytest.raises(Damaged):
        log.entries(WELL)


def test_pages_that_have_changed_places_are_found(tmp_path: Path) -> None:
    """Each is a valid page, but its rows are out of order there."""
    file = tmp_path / "carreau.db"
    fill(file, 40, ENTRIES).close()
    content = file.read_bytes()
    leaves = [page for page in pages_with(content, b"play") if content[page * PAGE] == 10]
    for one, other in pairwise(leaves):
        swapped = [content[k * PAGE : (k + 1) * PAGE] for k in range(len(content) // PAGE)]
        swapped[one], swapped[other] = swapped[other], swapped[one]
        file.write_bytes(b"".join(swapped))
        log = SQLiteLog(file)
        assert log.examine().found
        log.close()


def test_a_match_whose_key_is_damaged_is_no_fault_of_the_others(tmp_path: Path) -> None:
    """One statement finds the match and the other does not: SQLite calls that a broken constraint."""
    log = fill(tmp_path / "carreau.db", 3, 1)
    log.writer.execute(
        "CREATE TRIGGER refused BEFORE INSERT ON entries WHEN NEW.match = 'match-001' BEGIN SELECT RAISE(ABORT, 'x'); END"
    )

    first, second, third = run_async(write_together(log, ("match-000", "match-001", "match-002"), row(1)))
    assert first is None and isinstance(second, Damaged) and third is None
    log.close()


@pytest.mark.parametrize("place", [8, 13])
def test_a_garbled_schema_is_one_sentence(tmp_path: Path, place: int) -> None:
    file = tmp_path / "carreau.db"
    fill(file, 2, 1).close()
    with spoilt(file) as content:
        content[content.index(b"CREATE TABLE entries") + place] = 0xD4
    with pytest.raises(BadFolder, match="carreau rescue"):
        SQLiteLog(file)
