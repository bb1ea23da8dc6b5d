"""What is compared in the proof that nothing hidden leaks. The leaks that it catches are planted in tests/games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from carreau.store.sqlite_log import SQLiteLog
from carreau.web import hub
from proofs.tools.live_server import live_server
from proofs.tools.run_async import run_async


def test_a_server_that_moves_leaves_nobody_behind_in_the_old_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not add to the notes that are compared."""
    monkeypatch.setattr(hub, "FOLLOW_SECONDS", 0.01)

    async def move() -> list[str]:
        async with live_server(tmp_path) as server:
            server.move_into(SQLiteLog(tmp_path / "second.db"))
            await asyncio.sleep(0.2)
            return server.notes.take()

    assert not [line for line in run_async(move()) if line.startswith("ERROR")]
