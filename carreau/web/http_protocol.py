"""The two protocols of the server, and what they bear with."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from carreau.core.words import LANGUAGES
from carreau.web.connections import TOO_MANY, ConnectionLimit, Place
from carreau.web.language import words_of
from carreau.web.middleware import LARGEST_BODY, SENTENCES, TokenBucket, household
from carreau.web.site import Site

HEAD_SECONDS = 15.0  # until a request has been heard to the end of its headers
BODY_SECONDS = 25.0  # and from there to its end
ANSWER_SECONDS = 30.0  # that an answer waits to be taken
FRAMES, FRAMES_A_SECOND = 400, 40  # of a WebSocket, whatever they say: at once, and from then on
SLICE = 4096  # bytes that are read in one go
LARGEST_HEAD, MOST_FIELDS = 2**14, 100  # bytes and lines of the head of a request
HEAD_ENDS = re.compile(rb"\n\r?\n")
MOST_UNREAD = 4 * 2**20  # bytes that wait for a page to read them
MOST_HEARD = LARGEST_BODY + 2**16  # bytes after the head of a request, whoever reads them


class HTTPProtocol(H11Protocol):
    """HTTP on a line that is closed if a request is not sent to its end, or an answer is not taken; the first and every other.

    What is heard waits here: every household in its turn, a head or a little of a body is read, and nothing that will be refused.
    """

    def __init__(self, *words: Any, lines: ConnectionLimit, site: Site, **named: Any) -> None:
        super().__init__(*words, **named)
        self.lines, self.site = lines, site
        self.place: Place | None = None
        self.household = ""
        self.owed: tuple[float, object] | None = None  # what the line owes us
        self.timer: asyncio.TimerHandle | None = None
        self.unread = bytearray()
        self.waits = False  # for its turn to read
        self.heard = 0  # bytes since the last head
        self.body = 0  # bytes of this request that are still to come

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        self.household = household(peer)
        self.place = self.lines.take(self.household, spared=self.site.believes(peer))
        if self.place is None:
            transport.write(turned_away())
            transport.close()
        self.mind()

    def connection_lost(self, exc: Any) -> None:
        self.forget()
        if self.place is not None:
            self.place.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        self.unread += data
        self.go_on()

    def go_on(self) -> None:
        """Read what there is to be read, when it is this line's turn."""
        if self.waits:
            return
        if not self.is_readable():
            self.let_wait()
            self.mind()
            return
        turn = self.lines.turns.ask(self.household, str(id(self)))
        if turn is None:
            self.read_on()
        else:
            self.waits = True
            self.flow.pause_reading()
            turn.add_done_callback(lambda _: self.read_on())

    def let_wait(self) -> None:
        """The next request waits until this one is answered; what is refused, or comes after the last, is dropped."""
        state = self.conn.their_state
        if not self.unread or state is h11.IDLE:
            return
        if state in (h11.SEND_BODY, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR):
            self.count(len(self.unread))
            self.unread.clear()
        else:
            self.flow.pause_reading()

    def is_readable(self) -> bool:
        """Whether something has come that can be read now: a whole head, or one that is none; or something of a body."""
        if not self.unread or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False
        if self.conn.their_state is h11.IDLE:
            return self.unread[0] <= ord(" ") or len(self.unread) > LARGEST_HEAD or bool(HEAD_ENDS.search(self.unread))
        return self.conn.their_state is h11.SEND_BODY and self.body > 0

    def read_on(self) -> None:
        self.lines.turns.give()
        self.waits = False
        if self.transport.is_closing():
            return
        self.flow.resume_reading()
        if self.is_readable() and self.conn.their_state is h11.IDLE:
            self.read_head()
        elif self.is_readable():
            self.read_body()
        self.go_on()

    def read_head(self) -> None:
        found = HEAD_ENDS.search(self.unread)
        length = found.end() if found else len(self.unread)
        if length > LARGEST_HEAD or self.unread.count(b"\n", 0, length) > MOST_FIELDS:
            self.transport.write(refused("431 Request Header Fields Too Large", SENTENCES[413]))
            self.transport.close()
            return
        before = self.cycle
        super().data_received(self.take(length))
        if self.cycle is not before:
            self.heard, self.body = 0, announced(self.headers)

    def read_body(self) -> None:
        data = self.take(min(SLICE, self.body))
        self.body -= len(data)
        super().data_received(data)
        self.count(len(data))

    def take(self, length: int) -> bytes:
        data = bytes(self.unread[:length])
        del self.unread[:length]
        return data

    def count(self, length: int) -> None:
        self.heard += length
        if self.heard > MOST_HEARD:
            self.transport.abort()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.go_on()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.mind()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.mind()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self.forget()
        calm = self.transport.get_protocol()
        if isinstance(calm, WebSocketProtocol):
            calm.place, self.place = self.place, None
            calm.check_begun()

    def mind(self) -> None:
        """Set the clock to what the line owes us now: the rest of a head or of a body, or that it takes its answer."""
        owed = self.owes()
        if owed != self.owed:
            self.forget()
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

    def forget(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.owed = None

    def give_up(self) -> None:
        self.transport.abort()


def announced(headers: list[tuple[bytes, bytes]]) -> int:
    """How much of a body is to be read; nothing of one in pieces, which is refused as it is."""
    fields = dict(headers)
    return 0 if b"transfer-encoding" in fields else int(fields.get(b"content-length", b"0"))


def turned_away() -> bytes:
    return refused("503 Service Unavailable", TOO_MANY, "retry-after: 60\r\n")


def refused(status: str, sentence: str, more: str = "") -> bytes:
    """In all languages, for nothing was asked yet."""
    text = "\n".join(words_of(language).say(sentence) for language in LANGUAGES)
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\n{more}connection: close"
    return f"{head}\r\n\r\n{text}\n".encode()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket on which text that is none reaches the table as bytes, which it refuses, and empty parts are not kept."""

    place: Place | None = None
    unread: asyncio.TimerHandle | None = None

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.bucket = TokenBucket(FRAMES, FRAMES_A_SECOND, self.loop.time())

    def check_begun(self) -> None:
        """What looked like the beginning of a WebSocket and is none is answered by nobody."""
        if not self.handshake_initiated or self.conn.handshake_exc is not None:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """A little at a time: of frames that say nothing, thousands fit into what is read at once."""
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            if self.transport.get_write_buffer_size() > MOST_UNREAD:
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
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def wait_for_reader(self) -> None:
        """Who does not take what is sent is let go."""
        if self.unread is None:
            self.unread = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.unread is not None:
            self.unread.cancel()
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
