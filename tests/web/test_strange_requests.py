"""Strange requests and frames: the server neither fails nor is kept busy by them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from carreau.web.cookies import read_cookie
from proofs.tools.live_server import LiveServer
from proofs.tools.plans import Plan
from proofs.tools.tables import make_tables
from tests.some import shortest
from tests.web.raw_requests import dial, hear_out, inside

PONG = b"\x8a\x80\0\0\0\0"  # empty, as a client sends it
UPGRADE = (
    b"GET /table/x/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


def test_a_long_cookie_is_read_as_quickly_as_it_is_long() -> None:
    text = b'a="' + b'\\"' * 500_000 + b'"; player=x; name="Ana\\054 B"'
    request = HTTPConnection({"type": "http", "headers": [(b"cookie", text)]})
    begun = time.perf_counter()
    assert read_cookie(request, "player") == "x" and read_cookie(request, "name") == "Ana, B" and read_cookie(request, "no") == ""
    assert time.perf_counter() - begun < 5, "Python's own reader takes hours over this"


@pytest.mark.parametrize(
    ("path", "header"),
    [("/language/fr?back=//[", ""), ("/language/fr?back=http://%E2%84%80/", ""), ("/table/x", "origin: http://[\r\n")],
)
def test_an_address_that_is_none_is_no_failure(path: str, header: str, tmp_path: Path) -> None:
    async def ask(live: LiveServer) -> None:
        reader, writer = await dial(live)
        writer.write(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n{header}\r\n".encode())
        assert int((await hear_out(reader)).split()[1]) < 500
        assert not [line for line in live.notes.take() if "Traceback" in line]
        writer.close()

    inside(ask, tmp_path)


@pytest.mark.parametrize("odd", [b"".join(b"a%d: b\r\n" % k for k in range(150)), b"content-length: 5\r\n"])
def test_what_only_looks_like_a_socket_is_closed(odd: bytes, tmp_path: Path) -> None:
    async def ask(live: LiveServer) -> None:
        reader, writer = await dial(live)
        writer.write(UPGRADE + odd + b"\r\n")
        await hear_out(reader)
        writer.close()

    inside(ask, tmp_path)


def test_frames_that_say_nothing_are_counted(tmp_path: Path) -> None:
    ((table, _),) = make_tables(tmp_path, Plan(shortest().id, 2, shortest().short)).items()

    async def flood(live: LiveServer) -> None:
        reader, writer = await dial(live)
        asked = UPGRADE.replace(b"/x/", f"/{table}/".encode()).replace(b"host: 127.0.0.1", b"host: 127.0.0.1:%d" % live.port)
        writer.write(asked + b"origin: http://127.0.0.1:%d\r\n\r\n" % live.port)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(PONG * 5000)
        await hear_out(reader)
        writer.close()

    inside(flood, tmp_path)
