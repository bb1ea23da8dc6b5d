"""Requests byte by byte, to a server that runs inside the test."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from carreau.web.site import Site
from proofs.tools.live_server import LiveServer, live_server
from proofs.tools.run_async import run_async
from tests.some import QUICK

SOON = 30.0  # seconds within which something happens that should happen at once
PAGE = b"GET /theme.css HTTP/1.1\r\nhost: 127.0.0.1\r\n"
FORM = f"POST /new/{QUICK.id} HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://127.0.0.1\r\n".encode()


def inside(work: Callable[[LiveServer], Awaitable[None]], folder: Path, site: Site | None = None) -> None:
    """Do something while the server is open."""

    async def whole() -> None:
        async with live_server(folder, site) as live:
            await work(live)

    run_async(whole())


async def dial(live: LiveServer, host: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", live.port, local_addr=(host, 0))


async def ask_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A whole request and its answer."""
    writer.write(PAGE + b"\r\n")
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    assert head.startswith(b"HTTP/1.1 200") and length
    await reader.readexactly(int(length[1]))


async def hear_out(reader: asyncio.StreamReader) -> bytes:
    """Everything until the connection is closed."""
    try:
        return await asyncio.wait_for(reader.read(), SOON)
    except ConnectionError:
        return b""


async def until(question: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not question():
            await asyncio.sleep(0.01)
