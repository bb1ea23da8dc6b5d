"""A match survives changes of the rules: a short version of `carreau prove versions`."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.store.sqlite_log import SQLiteLog
from carreau.table.entry import Entry
from carreau.web.table_loader import rebuild
from proofs.promises.versions import KeptMatch, check_closed, replay_all, subject, with_another_version
from proofs.tools.plans import Plan
from proofs.tools.tables import FILE, make_tables


@pytest.fixture
def kept(tmp_path: Path) -> KeptMatch:
    """A match that was started with this version of the program."""
    ((id, secrets),) = make_tables(tmp_path / "data", Plan(subject().id, 2), seed=1).items()
    log = SQLiteLog(tmp_path / "data" / FILE)
    table = rebuild(log.match(id), [], 0.0)
    for ply in range(6):
        entry = table.play(table.match.acting[0], table.match.legal(table.match.acting[0])[0], ply, 0.0)
        log.append(id, Entry(*entry))
        table.apply(Entry(*entry), 0.0)
    log.close()
    return KeptMatch(tmp_path / "data", id, secrets[0])


def test_another_version(kept: KeptMatch, tmp_path: Path) -> None:
    told = check_closed(kept, with_another_version(tmp_path / "newer").environment)
    version = subject().version
    assert f"started with {subject().name} version {version}, and this program plays version {version + 1}" in told
    assert replay_all(kept.folder) == {"matches": 1, "replayed": 1, "closed": [], "damage": []}


def test_an_entry_that_no_longer_fits(kept: KeptMatch) -> None:
    log = SQLiteLog(kept.folder / FILE)
    log.writer.execute("UPDATE entries SET seat = 1 - seat WHERE sequence = 3")
    log.close()
    kept.rows = kept.read()
    assert "entry 4 of its log is not possible" in check_closed(kept, {})
