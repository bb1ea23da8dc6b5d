"""A connection that is cut: a TCP relay that drops it after a number of messages to the server."""

from __future__ import annotations

import asyncio
from contextlib import suppress


class CutLine:
    """Listens on its own port. The answer to the last message never comes back over a connection that is cut."""

    def __init__(self, port: int, messages: int) -> None:
        self.server, self.messages, self.cuts = port, messages, 0
        self.door: asyncio.Server | None = None
        self.open: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> CutLine:
        self.door = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *failure: object) -> None:
        assert self.door is not None
        self.door.close()
        if self.open:
            await asyncio.wait(self.open, timeout=10)

    @property
    def address(self) -> str:
        assert self.door is not None
        return f"http://127.0.0.1:{self.door.sockets[0].getsockname()[1]}"

    async def carry(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.open.add(task)
        task.add_done_callback(self.open.discard)
        far, forth = await asyncio.open_connection("127.0.0.1", self.server)
        answers = asyncio.create_task(self.hand_on(far, back))
        with suppress(OSError):
            for _ in range(1 + self.messages):  # the handshake comes first
                if not (data := await near.read(65536)):
                    break
                forth.write(data)
                await forth.drain()
            else:
                self.cuts += 1
        answers.cancel()
        back.transport.abort()
        forth.close()
        with suppress(OSError):
            await forth.wait_closed()

    async def hand_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        target.close()
