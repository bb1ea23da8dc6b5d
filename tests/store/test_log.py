"""The log on a real disk: nothing is written twice, nothing written is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from sqlite3 import IntegrityError

import pytest

from carreau.store.folder import BadFolder, data_folder, prepare_folder
from carreau.store.log import Conflict, Damaged, Log, NoMatch, Unwritten
from carreau.store.stored import FREE, Change, Invitation, NewTable, StoredReview, StoredTable
from carreau.table.entry import Entry
from tests.postgres import Store

SEED = "5eed" * 16
LINK = Invitation(3, FREE, "a-link's-secret")


def row(sequence: int, data: str = "r5 f6", seat: int = 0) -> Entry:
    return Entry(sequence, 1.5, "play", seat, data, 0.25)


@pytest.fixture
def log(store: Store) -> Iterator[Log]:
    with closing(store.open()) as log:
        log.create(NewTable(StoredTable("one", 1.0, '{"game": "any"}', SEED), ((b"a", 0), (b"a", 1), (b"b", 2)), (LINK,)))
        yield log


def test_what_is_written_is_read_back(log: Log, store: Store) -> None:
    log.append("one", row(0))
    log.append("one", row(1, "y9 e5", 1))
    log.close()
    with closing(store.open()) as again:
        assert again.entries("one") == [row(0), row(1, "y9 e5", 1)]
        assert again.entries("one", 1) == [row(1, "y9 e5", 1)]
        assert again.match("one") == StoredTable("one", 1.0, '{"game": "any"}', SEED)
        assert again.invitations("one") == [LINK]


def test_a_review_is_kept_by_version_and_format(log: Log, store: Store) -> None:
    first, second, other = StoredReview(1, 1, 5.0, "{}"), StoredReview(1, 1, 6.0, '{"more": 1}'), StoredReview(2, 1, 7.0, "{}")
    assert log.reviews("one") == []
    log.keep_review("one", first)
    assert log.reviews("one") == [first]
    log.keep_review("one", second)
    log.keep_review("one", other)
    log.close()
    with closing(store.open()) as again:
        assert again.reviews("one") == [second, other] and again.reviews("two") == []


def test_a_review_needs_its_match(log: Log) -> None:
    with pytest.raises((Unwritten, IntegrityError)):
        log.keep_review("two", StoredReview(1, 1, 5.0, "{}"))
    assert log.reviews("two") == []


def test_no_entry_is_written_twice_and_none_is_left_out(log: Log) -> None:
    log.append("one", row(0))
    for sequence in (0, 2, -1):
        with pytest.raises(Conflict):
            log.append("one", row(sequence, "other"))
    assert log.entries("one") == [row(0)]


def test_an_entry_needs_its_match(log: Log) -> None:
    with pytest.raises(Conflict):
        log.append("two", row(0))
    with pytest.raises(NoMatch, match="no table"):
        log.match("two")


def test_a_match_is_created_whole_or_not_at_all(log: Log) -> None:
    with pytest.raises(Damaged):
        log.create(NewTable(StoredTable("two", 2.0, "{}"), ((b"c", 0),), entries=(row(0), row(0))))
    with pytest.raises(NoMatch):
        log.match("two")
    assert log.seats("two", b"c") == []


def test_secrets_open_seats(log: Log) -> None:
    assert log.seats("one", b"a") == [0, 1]
    assert log.seats("one", b"x") == []
    log.append("one", row(0), Change(keys=((b"x", 2), (b"x", 2))))
    assert log.seats("one", b"x") == [2]
    log.create(NewTable(StoredTable("two", 2.0, "{}"), ((b"a", 0),)))
    assert [kept.id for kept in log.matches(b"a")] == ["two", "one"]
    assert [kept.id for kept in log.matches(b"a", 1)] == ["two"]


def test_what_belongs_to_an_entry_is_written_with_it_or_not_at_all(log: Log) -> None:
    """Sitting down uses up the link; the next table is created along with the entry that names it."""
    made = NewTable(StoredTable("next", 2.0, "{}", SEED))
    with pytest.raises(Conflict):
        log.append("one", row(1), Change(keys=((b"x", 3),), used=(3,), table=made))
    assert log.invitations("one") == [LINK] and log.seats("one", b"x") == []
    with pytest.raises(NoMatch):
        log.match("next")
    log.append("one", row(0), Change(keys=((b"x", 3),), used=(3,), table=made))
    assert log.invitations("one") == [] and log.seats("one", b"x") == [3] and log.match("next").seed == SEED


def test_of_entries_written_together_only_those_are_changed_with_that_succeed(log: Log) -> None:
    log.create(NewTable(StoredTable("two", 2.0, "{}")))
    entries = [("one", row(5), Change(keys=((b"x", 3),))), ("two", row(0), Change(keys=((b"x", 1),))), ("one", row(0), None)]
    assert log.append_all(entries) == [False, True, True]
    assert log.seats("one", b"x") == [] and log.seats("two", b"x") == [1]


def test_two_writers_never_both_succeed(log: Log, store: Store) -> None:
    """Four connections write the same hundred numbers at once."""
    won: Counter[int] = Counter()

    def write(name: str) -> None:
        with closing(store.open()) as own:
            for sequence in range(100):
                while len(own.entries("one", sequence)) == 0:
                    with suppress(Conflict):
                        own.append("one", row(sequence, name))
                        won[sequence] += 1

    writers = [threading.Thread(target=write, args=(f"writer {i}",)) for i in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [entry.sequence for entry in log.entries("one")] == list(range(100))
    assert set(won.values()) == {1}


WRITER = """
import sys
from pathlib import Path
from carreau.store.address import open_log
from carreau.table.entry import Entry
log = open_log(sys.argv[1], Path(sys.argv[2]))
for sequence in range(int(sys.argv[3]), 1_000_000):
    log.append("one", Entry(sequence, 0.0, "play", 0, str(sequence), 0.0))
    print(sequence, flush=True)
"""


def test_what_was_told_survives_a_kill(log: Log, store: Store) -> None:
    """A process is killed in the middle of writing, three times; each number it had printed is there, without gaps."""
    for _ in range(3):
        first = len(log.entries("one"))
        words = [sys.executable, "-c", WRITER, store.address, str(store.folder), str(first)]
        writer = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        for _ in range(50):
            told = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        rest = [int(line) for line in writer.stdout.read().split()]
        writer.wait()
        writer.stdout.close()
        told = max([told, *rest])
        with closing(store.open()) as again:
            numbers = [entry.sequence for entry in again.entries("one")]
        assert numbers == list(range(len(numbers)))
        assert numbers[-1] in (told, told + 1)
        assert not any("damaged" in problem for problem in log.problems())


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARREAU_DATA", str(tmp_path / "here"))
    assert data_folder() == tmp_path / "here"
    assert prepare_folder(data_folder()).is_dir()
    monkeypatch.delenv("CARREAU_DATA")
    assert data_folder().name == "carreau"
    (tmp_path / "file").touch()
    with pytest.raises(BadFolder, match="Choose another folder"):
        prepare_folder(tmp_path / "file")
