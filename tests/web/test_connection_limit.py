"""How many connections may be open, from one address and in all; nobody else has to wait for them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from carreau.core.words import LANGUAGES
from carreau.web.connections import TOO_MANY, ConnectionLimit
from carreau.web.language import words_of
from carreau.web.site import Site
from proofs.tools.live_server import LiveServer
from tests.some import QUICK
from tests.web.raw_requests import PAGE, dial, hear_out, inside, until


def test_an_address_has_so_many_lines(tmp_path: Path) -> None:
    async def work(live: LiveServer) -> None:
        lines = [await dial(live) for _ in range(5)]
        await until(lambda: live.lines.total == 5)
        late = [await dial(live) for _ in range(3)]
        for reader, _ in late:
            answer = await hear_out(reader)
            assert answer.startswith(b"HTTP/1.1 503")
            assert all(words_of(language).say(TOO_MANY) in answer.decode() for language in LANGUAGES)
        reader, writer = await dial(live, "127.0.0.2")
        writer.write(PAGE + b"connection: close\r\n\r\n")
        assert (await hear_out(reader)).startswith(b"HTTP/1.1 200"), "somebody else is served"
        for _, other in [*lines, *late, (reader, writer)]:
            other.close()
        await until(lambda: live.lines.total == 0)
        assert (await live.ask("/theme.css")).status == 200, "once they are closed, so is who had too many"
        told = [line for line in live.notes.take() if "turned away" in line]
        assert told == ["WARNING 1 turned away, the last from 127.0.0.1: 5 connections are open from there"]

    inside(work, tmp_path, Site(most_connections=5))


def test_the_log_says_how_many_were_turned_away(caplog: pytest.LogCaptureFixture) -> None:
    limit = ConnectionLimit(10, in_all=2)
    places = [limit.take("192.0.2.1"), limit.take("192.0.2.2")]
    assert limit.take("192.0.2.3") is None and limit.take("192.0.2.4", unlimited=True) is None
    limit.warned -= 60
    assert limit.take("192.0.2.5") is None
    assert [record.getMessage() for record in caplog.records] == [
        "1 turned away, the last from 192.0.2.3: 2 connections are open overall",
        "2 turned away, the last from 192.0.2.5: 2 connections are open overall",
    ]
    for place in places:
        assert place is not None
        place.leave()
        place.leave()
    assert limit.total == 0 and not limit.open


def test_a_network_that_asks_for_much_waits_for_itself(tmp_path: Path) -> None:
    """Sixty requests from one network are waiting; another network sends one, and is answered among the first."""

    async def ask(live: LiveServer) -> None:
        answered: list[str] = []

        async def once(name: str, host: str) -> None:
            reader, writer = await dial(live, host)
            writer.write(f"GET /rules/{QUICK.id} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n".encode())
            await reader.read(16)
            answered.append(name)
            writer.close()

        await once("first", "127.0.0.1")
        await asyncio.gather(*(once("much", "127.0.0.1") for _ in range(60)), once("little", "127.0.0.9"))
        assert answered.index("little") < 40

    inside(ask, tmp_path)
