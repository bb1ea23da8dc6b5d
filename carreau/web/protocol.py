"""The two protocols of the server, and what they bear with."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

FIRST_SECONDS = 15.0  # until the first request of a line has been heard to the end of its headers


class Patient(H11Protocol):
    """HTTP on a line that is closed if its first request does not come."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.waiting = self.loop.call_later(FIRST_SECONDS, self.give_up)

    def give_up(self) -> None:
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.close()

    def connection_lost(self, exc: Any) -> None:
        self.waiting.cancel()
        super().connection_lost(exc)


class Calm(WebSocketsSansIOProtocol):
    """A WebSocket on which text that is none reaches the table as bytes, which it refuses, and empty parts are not kept."""

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def handle_cont(self, event: Any) -> None:
        if event.data or event.fin:
            super().handle_cont(event)
