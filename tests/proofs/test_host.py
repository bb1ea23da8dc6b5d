"""Not even the host: the promise is kept, and the proof notices planted faults."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import Change, Invitation, NewTable
from carreau.table.entry import Entry
from carreau.table.table import Table
from carreau.web.hub import Hub
from carreau.web.tokens import hashed
from proofs.promises.host import prove_host
from proofs.proof import Broken, Run
from tests.some import QUICK

GAME = QUICK.id


def test_the_host_opens_one_seat() -> None:
    totals = prove_host(Run(), [GAME])
    assert totals["attempts"] > 50 and totals["views asked for"] > 30 and totals["answers before the deal"] > 30


def insert_with_bots(self: SQLiteLog, sql: sqlite3.Connection, table: NewTable) -> None:
    """As it used to be: a key for every seat."""
    INSERT(self, sql, NewTable(table.table, (*table.keys, (b"bot", 3)), table.invitations, table.entries))


def append_without_using_up(self: SQLiteLog, sql: sqlite3.Connection, match: str, row: Entry, change: Change | None) -> bool:
    return APPEND(self, sql, match, row, Change(change.keys, (), change.table) if change else None)


async def add_device_in_silence(self: Hub, room: Any, invitation: Invitation, owner: str) -> None:
    await room.commit(lambda: room.table.rename(0, "Ana", 0.0), Change(((hashed(owner), 0),), (0,)))


INSERT, APPEND, SEATS = SQLiteLog.insert, SQLiteLog.append_one, Hub.seats


@pytest.mark.parametrize(
    ("where", "name", "planted", "found"),
    [
        (SQLiteLog, "insert", insert_with_bots, "opens a bot's seat"),
        (SQLiteLog, "append_one", append_without_using_up, "followed again"),
        (
            Hub,
            "seats",
            lambda hub, id, owner: SEATS(hub, id, owner) and [0, 1],
            "opens somebody else's seat",
        ),
        (Table, "dealt", True, "before the deal|nothing to see"),
        (Hub, "add_device", add_device_in_silence, "nobody at the table is told"),
    ],
)
def test_a_planted_fault_is_caught(where: Any, name: str, planted: Any, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(Broken, match=found):
        prove_host(Run(), [GAME])
