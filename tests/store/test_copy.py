"""Matches move from one store to another and back, and arrive as they were."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from carreau.store.address import open_log
from carreau.store.copy import NotCopied, copy, read
from carreau.store.log import Log
from carreau.store.seal import KEY_FILE
from carreau.store.stored import NewTable, StoredTable
from tests.postgres import Store
from tests.store.shelves import fill, row

ROOT = Path(__file__).parents[2]
MATCHES, ENTRIES = 40, 30


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Log]:
    (tmp_path / "old").mkdir()
    with closing(fill(tmp_path / "old" / "carreau.db", MATCHES, ENTRIES)) as log:
        yield log


@pytest.fixture
def new(store: Store) -> Iterator[Log]:
    with closing(store.open()) as log:
        yield log


def everything(log: Log) -> dict[str, NewTable]:
    return {id: read(log, id) for id in log.ids()}


def test_there_and_back(old: Log, new: Log, tmp_path: Path) -> None:
    before, steps = everything(old), []
    copied = copy(old, new, lambda done, all: steps.append((done, all)))
    assert (copied.matches, copied.entries, copied.before) == (MATCHES, MATCHES * ENTRIES, 0)
    assert steps == [(number, MATCHES) for number in range(1, MATCHES + 1)]
    assert everything(new) == before == everything(old) and len(before) == MATCHES
    assert old.seal.key != new.seal.key, "what is sealed was sealed again"
    with closing(Store("", tmp_path / "back").open()) as back:
        copy(new, back)
        assert everything(back) == before and back.ids() == old.ids()


def test_a_copy_that_was_interrupted_is_continued(old: Log, new: Log) -> None:
    def stop(done: int, all: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy(old, new, stop)
    assert len(new.ids()) == 7
    assert copy(old, new).before == 7 and everything(new) == everything(old)
    assert copy(old, new).before == MATCHES


def test_a_target_with_other_matches_is_refused(old: Log, new: Log) -> None:
    new.create(NewTable(StoredTable("other", 1.0, "{}", "5eed")))
    with pytest.raises(NotCopied, match="other matches"):
        copy(old, new)
    assert new.ids() == ["other"]


def test_a_match_that_was_played_on_is_noticed(old: Log, new: Log) -> None:
    copy(old, new)
    new.append("match-003", row(ENTRIES))
    with pytest.raises(NotCopied, match="match-003"):
        copy(old, new)


@pytest.mark.parametrize("kind", ["keys", "invitations", "entries", "reviews", "match"])
def test_whatever_does_not_arrive_is_noticed(old: Log, new: Log, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = getattr(type(new), kind)

    def partly(self: Log, match: str, *more: int) -> object:
        found = whole(self, match, *more)
        return found if self is not new or match != "match-009" else found._replace(made=0.0) if kind == "match" else found[1:]

    monkeypatch.setattr(Log, kind, partly)
    with pytest.raises(NotCopied, match="match-009"):
        copy(old, new)


def test_what_the_key_does_not_open_is_not_copied(old: Log, new: Log, tmp_path: Path) -> None:
    old.close()
    (tmp_path / "old" / KEY_FILE).unlink()
    with closing(open_log("", tmp_path / "old")) as sealed, pytest.raises(NotCopied, match="key does not open"):
        copy(sealed, new)
    assert new.ids() == []


def run(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    command = [sys.executable, "-m", "carreau", "store", "copy", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)


def test_the_command(old: Log, database: Store, tmp_path: Path) -> None:
    before = everything(old)
    old.close()
    there = run(str(tmp_path / "old"), database.address, "--data", str(database.folder), "--json")
    assert json.loads(there.stdout) == {"matches": MATCHES, "entries": MATCHES * ENTRIES, "copied_before": 0}
    back = run(database.address, str(tmp_path / "back"), "--data", str(database.folder))
    assert back.returncode == 0 and f"{MATCHES} matches with {MATCHES * ENTRIES:,} entries" in back.stdout
    with closing(open_log("", tmp_path / "back")) as log:
        assert everything(log) == before
    nothing = run(str(tmp_path / "nothing"), database.address, "--data", str(database.folder))
    assert nothing.returncode == 2 and "no matches in" in nothing.stderr and not (tmp_path / "nothing").exists()
