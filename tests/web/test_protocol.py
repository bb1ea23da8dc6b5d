"""Nobody keeps a line of the server busy by saying nothing, and who plays is not disturbed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from carreau.proof.house import open_house
from carreau.proof.loop import run
from carreau.proof.visit import fetch
from carreau.web import protocol


async def lines(folder: Path) -> tuple[bytes, bytes, bytes]:
    """What comes over a line on which nothing is said, over one that stops in its first request, and over one that asks."""
    async with open_house(folder) as house:
        silent, silent_writer = await asyncio.open_connection("127.0.0.1", house.port)
        cut, cut_writer = await asyncio.open_connection("127.0.0.1", house.port)
        cut_writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n")
        heard = await asyncio.wait_for(silent.read(), 30), await asyncio.wait_for(cut.read(), 30)
        silent_writer.close()
        cut_writer.close()
        return *heard, await fetch(house.port, "/theme.css", "")


def test_a_line_without_a_request_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "FIRST_SECONDS", 0.2)
    silent, cut, asked = run(lines(tmp_path))
    assert silent == cut == b"" and asked.startswith(b"HTTP/1.1 200")
