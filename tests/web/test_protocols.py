"""Nobody can keep the server busy by sending little, too much or nothing; players are not disturbed."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import h11
import pytest

from carreau.store.sqlite_log import SQLiteLog
from carreau.web import protocols
from carreau.web.messages import Plain, Refused
from carreau.web.middleware import LARGEST_BODY, TooLong, limit_body
from carreau.web.templating import static
from proofs.tools.live_server import LiveServer
from proofs.tools.plans import Plan
from proofs.tools.run_async import run_async
from proofs.tools.tables import make_tables
from tests.some import QUICK
from tests.web.raw_requests import FORM, PAGE, SOON, ask_on, dial, hear_out, inside, until

OWING = {  # whole requests, each sent when the previous one is answered, and what is sent then
    "nothing": (0, b""),
    "half a head": (0, PAGE),
    "half a second head": (1, PAGE),
    "half a third head": (2, b"G"),
    "a body that nobody reads": (0, PAGE + b"content-length: 100\r\n\r\n" + b"x" * 10),
    "the body of a form": (0, FORM + b"content-length: 100\r\n\r\nplayers=2"),
    "a second body": (1, PAGE + b"content-length: 100\r\n\r\n"),
}


# time


def test_a_line_that_owes_something_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first request and every later one: its headers and its body, whoever reads them."""
    monkeypatch.setattr(protocols, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(protocols, "BODY_SECONDS", 0.4)

    async def owe(live: LiveServer, whole: int, rest: bytes) -> None:
        reader, writer = await dial(live)
        for _ in range(whole):
            await ask_on(reader, writer)
        writer.write(rest)
        await hear_out(reader)
        writer.close()

    async def work(live: LiveServer) -> None:
        await asyncio.gather(*(owe(live, *owing) for owing in OWING.values()))
        assert live.lines.total == 0
        assert (await live.ask("/theme.css")).status == 200

    inside(work, tmp_path)


def test_a_word_now_and_then_is_no_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "HEAD_SECONDS", 0.4)

    async def work(live: LiveServer) -> None:
        reader, writer = await dial(live)
        await ask_on(reader, writer)
        writer.write(PAGE)
        answer = asyncio.create_task(hear_out(reader))
        async with asyncio.timeout(SOON):
            while not answer.done():
                writer.write(b"x: y\r\n")
                await asyncio.sleep(0.05)
        writer.close()
        assert await answer == b""

    inside(work, tmp_path)


def test_an_answer_that_nobody_takes_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "ANSWER_SECONDS", 0.4)
    asked = f"GET {static('style.css')} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()

    async def work(live: LiveServer) -> None:
        line = socket.create_connection(("127.0.0.1", live.port))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await asyncio.to_thread(line.sendall, asked * 3000)
        await until(lambda: live.lines.total == 1)
        await until(lambda: live.lines.total == 0)
        line.close()

    inside(work, tmp_path)


def test_who_plays_is_not_hurried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(protocols, name, 0.2)
    ((id, (secret, _)),) = make_tables(tmp_path, Plan(QUICK.id, 2)).items()

    async def work(live: LiveServer) -> None:
        live.move_into(SQLiteLog(tmp_path / "carreau.db"))
        async with live.client(id, secret) as client:
            await client.hear_one(Plain)
            await asyncio.sleep(0.6)
            await client.command({"type": "start"})
            await client.hear_one(Refused, Plain)
            assert live.lines.total == 1
        await until(lambda: live.lines.total == 0)

    inside(work, tmp_path)


# length


@pytest.mark.parametrize("length", ["00000000000300000000", "0000000000000000020001", "300000000", "20001"])
def test_no_length_is_taken_for_a_shorter_one(length: str, tmp_path: Path) -> None:
    async def work(live: LiveServer) -> None:
        reader, writer = await dial(live)
        writer.write(FORM + f"content-length: {length}\r\n\r\n".encode())
        assert (await hear_out(reader))[:12] in (b"HTTP/1.1 413", b"HTTP/1.1 400")
        writer.close()

    inside(work, tmp_path)


def test_zeros_before_a_length_that_is_right_do_no_harm(tmp_path: Path) -> None:
    async def work(live: LiveServer) -> None:
        reader, writer = await dial(live)
        writer.write(FORM + b"connection: close\r\ncontent-length: 0000000000000009\r\n\r\nplayers=7")
        assert b"2, 3 or 4 players" in await hear_out(reader)
        writer.close()

    inside(work, tmp_path)


def test_what_is_received_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if nobody reads it, and whatever length was announced."""
    monkeypatch.setattr(protocols, "MOST_RECEIVED", 1000)

    async def work(live: LiveServer) -> None:
        reader, writer = await dial(live)
        writer.write(PAGE + f"content-length: {LARGEST_BODY}\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        sent = 0
        while live.lines.total and sent < LARGEST_BODY:
            writer.write(b"x" * 500)
            sent += 500
            await asyncio.sleep(0.02)
        writer.close()
        assert sent < LARGEST_BODY

    inside(work, tmp_path)


def test_a_page_reads_no_more_than_it_may() -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"x" * (LARGEST_BODY // 2), "more_body": True}

    async def work() -> None:
        read = limit_body(receive)
        await read()
        await read()
        with pytest.raises(TooLong):
            await read()

    run_async(work())


# what is read

PIECES = FORM + b"transfer-encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 10_000
RUBBISH = {
    "a body in pieces": (PIECES, b"413"),
    "many fields": (PAGE + b"a:\r\n" * 15_000 + b"\r\n", b"431"),
    "some more fields than there may be": (PAGE + b"a:\r\n" * protocols.MOST_FIELDS + b"\r\n", b"431"),
    "a long field": (PAGE + b"a: " + b"b" * protocols.LARGEST_HEAD + b"\r\n\r\n", b"431"),
    "a head without an end": (PAGE + b"a: " + b"b" * protocols.LARGEST_HEAD, b"431"),
}


@pytest.mark.parametrize("what", RUBBISH)
def test_what_is_refused_is_not_read_first(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw, status = RUBBISH[what]
    events, next_event = [0], h11.Connection.next_event

    def count(conn: h11.Connection) -> Any:
        events[0] += 1
        return next_event(conn)

    monkeypatch.setattr(h11.Connection, "next_event", count)

    async def work(live: LiveServer) -> None:
        reader, writer = await dial(live)
        writer.write(raw)
        assert (await hear_out(reader))[9:12] in (status, b"")  # closed, perhaps, before all of it was sent
        writer.close()
        assert events[0] < 10

    inside(work, tmp_path)


def test_in_a_pass_of_the_loop_one_head_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passes, read, parse_head = [0], [], protocols.HTTPProtocol.parse_head

    def note(line: protocols.HTTPProtocol) -> None:
        read.append(passes[0])
        parse_head(line)

    async def go_round() -> None:
        while True:
            passes[0] += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(protocols.HTTPProtocol, "parse_head", note)

    async def work(live: LiveServer) -> None:
        lines = [await dial(live) for _ in range(20)]
        await until(lambda: live.lines.total == 20)
        round = asyncio.create_task(go_round())
        for _, writer in lines:
            writer.write(PAGE + b"connection: close\r\n\r\n")
        for reader, writer in lines:
            assert (await hear_out(reader)).startswith(b"HTTP/1.1 200")
            writer.close()
        round.cancel()
        assert len(read) == len(set(read)) == 20

    inside(work, tmp_path)


def test_requests_that_come_together_are_answered_one_after_the_other(tmp_path: Path) -> None:
    form = FORM + b"content-length: 9000\r\n\r\nplayers=7" + b" " * 8991

    async def work(live: LiveServer) -> None:
        reader, writer = await dial(live)
        writer.write(form + PAGE + b"\r\n" + form + PAGE + b"connection: close\r\n\r\n")
        answers = re.findall(rb"HTTP/1.1 (\d+)", await hear_out(reader))
        writer.close()
        assert len(answers) == 4 and answers[1] == answers[3] == b"200" and answers[0] == answers[2] != b"200"

    inside(work, tmp_path)


def test_nothing_is_read_of_a_body_in_pieces() -> None:
    length = (b"content-length", b"9")
    assert protocols.announced([length]) == 9 and protocols.announced([]) == 0
    assert protocols.announced([(b"transfer-encoding", b"chunked"), length]) == 0


@pytest.mark.parametrize(("state", "kept"), [(h11.IDLE, True), (h11.DONE, True), (h11.SEND_BODY, False), (h11.MUST_CLOSE, False)])
def test_what_comes_before_the_answer_does_not_pile_up(state: Any, kept: bool) -> None:
    """It waits on the connection, or is counted and dropped."""
    paused: list[bool] = []
    counted: list[int] = []
    line: Any = SimpleNamespace(
        conn=SimpleNamespace(their_state=state), unread=bytearray(b"GET"), count=counted.append,
        flow=SimpleNamespace(pause_reading=lambda: paused.append(True)),
    )  # fmt: skip
    protocols.HTTPProtocol.hold_back(line)
    assert bool(line.unread) == kept and counted == ([] if kept else [3])
    assert bool(paused) == (kept and state is not h11.IDLE)
