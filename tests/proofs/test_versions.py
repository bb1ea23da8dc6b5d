"""A match survives changes of the rules: a short version of `carreau prove versions`."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.store.log import Log
from carreau.store.stored import Row
from carreau.table.entry import Entry
from carreau.web.table_loader import rebuild
from proofs.promises.versions import Shelf, check_closed, newer, replay_all, subject
from proofs.tools.tables import FILE, lay
from tests.proofs.tools import aside


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A match that was begun with the edition at hand."""
    ((id, secrets),) = lay(tmp_path / "data", subject().id, 2, 1, seed=1).items()
    log = Log(tmp_path / "data" / FILE)
    table = rebuild(log.match(id), [], 0.0)
    for ply in range(6):
        entry = table.play(table.match.acting[0], table.match.legal(table.match.acting[0])[0], ply, 0.0)
        log.append(id, Row(*entry))
        table.apply(Entry(*entry), 0.0)
    log.close()
    found = Shelf(tmp_path / "data", id, secrets[0])
    found.rows = found.read()
    return found


def test_another_version(shelf: Shelf, tmp_path: Path) -> None:
    told = aside(check_closed, shelf, newer(tmp_path / "newer").environment)
    version = subject().version
    assert f"begun with {subject().name} version {version}, and this program plays version {version + 1}" in told
    assert replay_all(shelf.folder) == {"matches": 1, "replayed": 1, "closed": [], "damage": []}


def test_an_entry_that_no_longer_fits(shelf: Shelf) -> None:
    log = Log(shelf.folder / FILE)
    log.pen.execute("UPDATE entries SET seat = 1 - seat WHERE sequence = 3")
    log.close()
    shelf.rows = shelf.read()
    assert "entry 4 of its log is not possible" in aside(check_closed, shelf, {})
