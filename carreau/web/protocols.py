"""HTTP and WebSocket on a connection, with limits on what one connection may cost."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from carreau.core.words import LANGUAGES
from carreau.web.connections import TOO_MANY, ConnectionLimit, Place
from carreau.web.language import words_of
from carreau.web.middleware import LARGEST_BODY, SENTENCES
from carreau.web.network import network
from carreau.web.rate_limit import TokenBucket
from carreau.web.site import Site

HEAD_SECONDS = 15.0  # until all headers of a request have arrived
BODY_SECONDS = 25.0  # from there to its end
ANSWER_SECONDS = 30.0  # that an answer waits for the client to read it
FRAMES, FRAMES_A_SECOND = 400, 40  # of a WebSocket, whatever is in them: in a burst, and in the long run
COMPRESSION = ServerPerMessageDeflateFactory(
    server_max_window_bits=13, client_max_window_bits=12, compress_settings={"level": 1, "memLevel": 5}
)  # a drawing is much like those before it: a larger window is quicker and shorter than more effort; 48 kB for each connection
SLICE = 4096  # bytes that are parsed in one go
LARGEST_HEAD, MOST_FIELDS = 2**14, 100  # bytes and lines of a request's head
HEAD_ENDS = re.compile(rb"\n\r?\n")
MOST_UNSENT = 4 * 2**20  # bytes that wait for a client to read them
MOST_RECEIVED = LARGEST_BODY + 2**16  # bytes after the head of a request, read or not


class HTTPProtocol(H11Protocol):
    """HTTP on a connection that is closed if a request does not arrive in time, or its answer is not read in time.

    What is received waits here. Networks take turns; in each, one head or a little of a body is parsed, unless it is refused.
    """

    def __init__(self, *words: Any, connection_limit: ConnectionLimit, site: Site, **named: Any) -> None:
        super().__init__(*words, **named)
        self.connection_limit, self.site = connection_limit, site
        self.place: Place | None = None
        self.network = ""
        self.owed: tuple[float, object] | None = None  # what the client owes us, and within how many seconds
        self.timer: asyncio.TimerHandle | None = None
        self.unread = bytearray()
        self.waiting = False  # for its turn
        self.received = 0  # bytes since the last head
        self.body = 0  # bytes of this request that are still to come

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self.network = network(peer)
        self.place = self.connection_limit.take(self.network, unlimited=self.site.trusts(peer))
        if self.place is None:
            transport.write(turned_away())
            transport.close()
        self.set_timer()

    def connection_lost(self, exc: Any) -> None:
        self.stop_timer()
        if self.place is not None:
            self.place.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        self.unread += data
        self.schedule()

    def schedule(self) -> None:
        """Parse what has arrived, when it is this connection's turn."""
        if self.waiting:
            return
        if not self.can_parse():
            self.hold_back()
            self.set_timer()
            return
        turn = self.connection_limit.reading.ask(self.network, str(id(self)))
        if turn is None:
            self.parse()
        else:
            self.waiting = True
            self.flow.pause_reading()
            turn.add_done_callback(lambda _: self.parse())

    def hold_back(self) -> None:
        """The next request waits until this one is answered. What is refused, or comes after the last request, is dropped."""
        state = self.conn.their_state
        if not self.unread or state is h11.IDLE:
            return
        if state in (h11.SEND_BODY, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR):
            self.count(len(self.unread))
            self.unread.clear()
        else:
            self.flow.pause_reading()

    def can_parse(self) -> bool:
        """Whether something can be parsed now: a complete head, something that cannot become one, or a part of a body."""
        if not self.unread or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False
        if self.conn.their_state is h11.IDLE:
            return self.unread[0] <= ord(" ") or len(self.unread) > LARGEST_HEAD or bool(HEAD_ENDS.search(self.unread))
        return self.conn.their_state is h11.SEND_BODY and self.body > 0

    def parse(self) -> None:
        self.connection_limit.reading.release()
        self.waiting = False
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.can_parse() and self.conn.their_state is h11.IDLE:
            self.parse_head()
        elif self.can_parse():
            self.parse_body()
        self.schedule()

    def parse_head(self) -> None:
        found = HEAD_ENDS.search(self.unread)
        length = found.end() if found else len(self.unread)
        if length > LARGEST_HEAD or self.unread.count(b"\n", 0, length) > MOST_FIELDS:
            self.transport.write(refused("431 Request Header Fields Too Large", SENTENCES[413]))
            self.transport.close()
            return
        before = self.cycle
        super().data_received(self.take(length))
        if self.cycle is not before:
            self.received, self.body = 0, announced(self.headers)

    def parse_body(self) -> None:
        data = self.take(min(SLICE, self.body))
        self.body -= len(data)
        super().data_received(data)
        self.count(len(data))

    def take(self, length: int) -> bytes:
        data = bytes(self.unread[:length])
        del self.unread[:length]
        return data

    def count(self, length: int) -> None:
        self.received += length
        if self.received > MOST_RECEIVED:
            self.transport.abort()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.schedule()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.set_timer()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.set_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self.stop_timer()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketProtocol):
            protocol.place, self.place = self.place, None
            protocol.check_begun()

    def set_timer(self) -> None:
        """Set the timer for what the client owes us now: the rest of a head or body, or reading its answer."""
        owed = self.owes()
        if owed != self.owed:
            self.stop_timer()
            self.owed = owed
            self.timer = self.loop.call_later(owed[0], self.give_up) if owed else None

    def owes(self) -> tuple[float, object] | None:
        if self.transport.get_protocol() is not self:
            return None
        if self.transport.is_closing() or self.flow.write_paused:
            return ANSWER_SECONDS, None
        if self.conn.their_state is h11.IDLE:
            return HEAD_SECONDS, self.cycle
        return (BODY_SECONDS, self.cycle) if self.conn.their_state is h11.SEND_BODY else None

    def stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.owed = None

    def give_up(self) -> None:
        self.transport.abort()


def announced(headers: list[tuple[bytes, bytes]]) -> int:
    """How many bytes of a body are to be read; none of a chunked one, which is refused."""
    fields = dict(headers)
    return 0 if b"transfer-encoding" in fields else int(fields.get(b"content-length", b"0"))


def turned_away() -> bytes:
    return refused("503 Service Unavailable", TOO_MANY, "retry-after: 60\r\n")


def refused(status: str, sentence: str, more: str = "") -> bytes:
    """In all languages: we do not know yet which one the visitor reads."""
    text = "\n".join(words_of(language).say(sentence) for language in LANGUAGES)
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\n{more}connection: close"
    return f"{head}\r\n\r\n{text}\n".encode()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that passes on invalid text as bytes, which the route refuses, and drops empty fragments."""

    place: Place | None = None
    timer: asyncio.TimerHandle | None = None

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.conn.available_extensions = [COMPRESSION]
        self.bucket = TokenBucket(FRAMES, FRAMES_A_SECOND, self.loop.time())

    def check_begun(self) -> None:
        """Close if this only looked like a WebSocket handshake: nobody would answer it."""
        if not self.handshake_initiated or self.conn.handshake_exc is not None:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """A little at a time: thousands of empty frames fit into what arrives at once."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            if self.transport.get_write_buffer_size() > MOST_UNSENT:
                self.transport.abort()

    def handle_events(self) -> None:
        events = self.conn.events
        now = self.loop.time()
        if not all(self.bucket.take(now) for _ in events):
            self.transport.abort()
            return
        super().handle_events()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.wait_for_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def wait_for_reader(self) -> None:
        """Close the connection of a client that does not read."""
        if self.timer is None:
            self.timer = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
        super().connection_lost(exc)
        if self.place is not None:
            self.place.leave()

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
