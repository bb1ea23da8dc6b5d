"""Hostile requests: whatever is sent over HTTP is answered with a clear code, and changes nothing."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress
from urllib.parse import quote

from carreau.games import games, load
from carreau.web.http_protocol import BODY_SECONDS, HEAD_SECONDS
from carreau.web.site import MOST_LINES
from carreau.web.tokens import COOKIE
from proofs.proof import Say, claim
from proofs.tools.attack import ANSWER_SECONDS, Attack, Siege, Unfinished, lay_siege, listen
from proofs.tools.plans import quick

NEW = f"/new/{quick().id}"
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "G\tT", "", "X" * 300)
WORDS = (
    "", "0", "-1", "1", "²", "٣", "1e9", "9" * 5000, "0x10", "NaN", "null", "true", "all", "..", "../..", "..\\..",
    "%2e%2e%2f", "a/b", "\x00", "\r\nx: y", "\u202e", "😀" * 40, "é", "\ud800", "'; DROP TABLE matches; --", "{{ 7*7 }}",
    "<script>", "%", "%zz", "con", "~", "a" * 3000, *games(), "en", "fr", "light", "me", "bot-3",
    "bot-²", "open", "hot", "king", "\t", "+", "&", "=",
)  # fmt: skip
PATHS = (
    "/", "/new/{}", "/rules/{}", "/rules/{}/{}", "/table/{}", "/table/{}/replay", "/table/{}/moment",
    "/table/{}/record.json", "/table/{}/seat", "/table/{}/seat/{}", "/table/{}/socket", "/tile/{}.{}.{}.svg",
    "/example/{}/{}.{}.{}.svg", "/sheet/{}-{}.svg", "/language/{}", "/static/{}", "/static/../{}", "/puzzle", "/puzzle/{}",
    "/tile/puzzle/{}.{}.{}.svg", "/theme.css",
    "/{}", "//{}", "/./{}", "{}", "http://elsewhere.example/{}",
)  # fmt: skip
FIELDS = (
    "ply",
    "seat",
    "form",
    "since",
    "back",
    "name",
    "players",
    "clock",
    *sorted({f"option-{option.name}" for game in map(load, games()) for option in game.options}),
    "seat-0",
    "seat-1",
    "x",
)
HEADERS = (
    "content-length: {}", "transfer-encoding: chunked", "transfer-encoding: {}", "expect: 100-continue", "upgrade: {}",
    "connection: upgrade, {}", "cookie: " + COOKIE + "={}", "cookie: name={}; language={}", "cookie: seat={}",
    "accept-language: {}", "x-forwarded-for: {}", "x-forwarded-proto: {}", "forwarded: for={}", "host: {}", "origin: {}",
    "range: bytes={}-", "referer: {}", "content-type: multipart/form-data; boundary={}", "content-encoding: gzip",
    "sec-websocket-key: {}", "{}: {}", "x-{}: " + "y" * 5000,
)  # fmt: skip


def word(chance: random.Random) -> str:
    if chance.random() < 0.2:
        return "".join(
            chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x300)))) for _ in range(chance.randrange(20))
        )
    return chance.choice(WORDS)


def fill(template: str, siege: Siege, chance: random.Random, safe: bool = False) -> str:
    """A template with hostile words in it; now and then with a table that there is."""
    while "{}" in template:
        one = siege.quiet if "/table/{}" in template and chance.random() < 0.7 else word(chance)
        template = template.replace("{}", quote(one, safe="", errors="replace") if safe else one, 1)
    return template


def address(siege: Siege, chance: random.Random) -> str:
    path = fill(chance.choice(PATHS), siege, chance, safe=chance.random() < 0.8)
    if chance.random() < 0.5:
        fields = [f"{chance.choice(FIELDS)}={quote(word(chance), errors='replace')}" for _ in range(chance.choice((1, 2, 300)))]
        path += "?" + "&".join(fields)
    return path


def written(lines: list[str], body: bytes = b"") -> bytes:
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + body


async def strange_request(siege: Siege, chance: random.Random) -> str:
    """A request that may be well formed, with strange words at every place."""
    method = chance.choice(METHODS[:3]) if chance.random() < 0.7 else chance.choice(METHODS)
    lines = [f"{method} {address(siege, chance)} HTTP/1.1", f"host: 127.0.0.1:{siege.port}", "connection: close"]
    if chance.random() < 0.6:
        lines.append(f"cookie: {COOKIE}={chance.choice(siege.secrets)}")
    lines += [fill(chance.choice(HEADERS), siege, chance) for _ in range(chance.choice((0, 0, 1, 2, 60)))]
    raw = written(lines, chance.randbytes(chance.choice((0, 0, 10, 3000))))
    return siege.judge(await siege.send(raw), repr(raw[:300]))


async def strange_form(siege: Siege, chance: random.Random) -> str:
    """A form from our own page, with strange fields; it is never right, for nobody sits at its first seat."""
    path = fill(chance.choice((NEW, "/new/{}", "/rules/{}/{}", "/table/{}/replay", "/table/{}/seat")), siege, chance, True)
    fields = [f"{chance.choice(FIELDS)}={quote(word(chance), errors='replace')}" for _ in range(chance.choice((1, 5, 70, 300)))]
    bomb = chance.random() < 0.2
    body = ("&" * 19_000 if bomb else "&".join([*fields, "seat-0=king"])).encode()[:19_990]
    if chance.random() < 0.2:
        body = chance.randbytes(500)
    length = chance.choice((len(body), len(body), len(body), len(body) + 50, max(0, len(body) - 3)))
    lines = [f"POST {path} HTTP/1.1", f"host: 127.0.0.1:{siege.port}", "connection: close"]
    lines += [f"origin: {siege.server.address}", f"content-length: {length}"]
    return siege.judge(await siege.send(written(lines, body)), repr((path, body[:300])))


async def noise(siege: Siege, chance: random.Random) -> str:
    """Bytes that are no request, a request cut off, or one that never ends."""
    whole = written([f"GET {address(siege, chance)} HTTP/1.1", f"host: 127.0.0.1:{siege.port}"])
    raw = chance.choice(
        (
            chance.randbytes(chance.randrange(1, 4000)),
            whole[: chance.randrange(len(whole))],
            b"GET / HTTP/1.1\r\nx: " + b"y" * 70_000,
            b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
            b"\r\n" * 3000,
            b"GET / HTTP/0.9\r\n\r\n",
            b"GET / HTTP/2.0\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        )
    )
    return siege.judge(await siege.send(raw), repr(raw[:200]))


async def pipeline(siege: Siege, chance: random.Random) -> str:
    """Many requests at once over one line, some of them duplicated."""
    one = written([f"GET {fill(chance.choice(PATHS[:12]), siege, chance, True)} HTTP/1.1", f"host: 127.0.0.1:{siege.port}"])
    last = written(["GET /theme.css HTTP/1.1", f"host: 127.0.0.1:{siege.port}", "connection: close"])
    return siege.judge(await siege.send(one * chance.randrange(2, 30) + last), repr(one))


async def slow_senders(siege: Siege, chance: random.Random) -> str:
    """ConnectionLimit on which hardly anything is said, while others are served."""
    lines = [await asyncio.open_connection("127.0.0.1", siege.port) for _ in range(60)]
    for _, writer in lines:
        writer.write(
            chance.choice((b"", b"G", b"GET / HTTP/1.1\r\nhost: x\r\n", f"POST {NEW} HTTP/1.1\r\ncontent-length: 9\r\n".encode()))
        )
    answer = await siege.send(written(["GET / HTTP/1.1", f"host: 127.0.0.1:{siege.port}", "connection: close"]))
    for _, writer in lines:
        writer.close()
    return siege.judge(answer, "a page beside slow lines")


async def long_lengths(siege: Siege, chance: random.Random) -> str:
    """A body longer than is taken, however its length is written; nothing of it is waited for."""
    length = chance.choice(("300000000", "20001", "00000000000300000000", "0000000000000020001", "0" * 15 + "99999"))
    path, method = chance.choice(((NEW, "POST"), ("/theme.css", "GET"), (f"/table/{siege.quiet}/seat", "POST")))
    lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{siege.port}", f"origin: {siege.server.address}"]
    sent = chance.choice((0, 1000, 2_000_000))
    answer = await siege.send(written([*lines, f"content-length: {length}"], b"x" * sent))
    lost = not answer and sent > 1000  # what is answered before all was sent may not arrive
    claim(lost or answer.startswith(b"HTTP/1.1 413"), f"a body of {length} bytes is taken: {answer[:40]!r}")
    return siege.judge(answer, f"a body of {length} bytes")


async def foreign_names(siege: Siege, chance: random.Random) -> str:
    """A request for a household that is not ours."""
    host = chance.choice(
        ("evil.example", "localhost.evil.example", "192.0.2.1", "127.0.0.1.evil.example", "x@localhost", "0x7f.1")
    )
    path = fill(chance.choice(PATHS[:12]), siege, chance, True)
    answer = await siege.send(written([f"GET {path} HTTP/1.1", f"host: {host}", "connection: close"]))
    claim(answer[:12] in (b"HTTP/1.1 421", b"HTTP/1.1 400"), f"somebody asks for {host} and is answered {answer[:40]!r}")
    return siege.judge(answer, f"host {host}")


async def guesses_from_elsewhere(siege: Siege, chance: random.Random) -> str:
    """A foreign page has its pictures fetched from tables; nobody is locked out by it."""
    sent = ["connection: close", "sec-fetch-site: cross-site", "sec-fetch-mode: no-cors", "accept: image/*"]
    host = f"host: 127.0.0.1:{siege.port}"
    for _ in range(20):
        path = chance.choice((siege.quiet, str(chance.randrange(10**9))))
        answer = await siege.send(written([f"GET /table/{path} HTTP/1.1", host, *sent]))
        claim(answer.startswith(b"HTTP/1.1 403"), f"a foreign page is answered {answer[:40]!r}")
    return siege.judge(answer, "a picture on a foreign page")


PAGE = b"GET /theme.css HTTP/1.1\r\nhost: localhost\r\n"
UNFINISHED = (  # how many whole requests come before it, and how it begins
    (0, b""),
    (0, b"GET / HT"),
    (1, PAGE),
    (0, PAGE + b"content-length: 100\r\n\r\nx"),
    (1, b"POST /puzzle HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n"),
)
OWED_SECONDS = 2 * (HEAD_SECONDS + BODY_SECONDS)  # after which such a line has long been closed
IDLER, CROWD = "127.0.0.2", "127.0.0.3"  # addresses of their own
TOO_MANY = 20  # lines of a crowd


async def unfinished_requests(siege: Siege, chance: random.Random) -> str:
    """ConnectionLimit that stop in a request, the first or another; those of a while ago have been closed."""
    now = time.monotonic()
    for line in [line for line in siege.unfinished if now - line.begun > OWED_SECONDS]:
        claim(await is_closed(line.reader), f"a line that stops in a request is open after {now - line.begun:.0f} seconds")
        line.writer.close()
        siege.unfinished.remove(line)
        siege.totals["idle lines closed"] += 1
    for whole, rest in UNFINISHED:
        reader, writer = await asyncio.open_connection("127.0.0.1", siege.port, local_addr=(IDLER, 0))
        siege.unfinished.append(Unfinished(now, reader, writer))
        if whole:
            writer.write(PAGE + b"\r\n")
            await listen(reader)
        writer.write(rest)
    answer = await siege.send(written(["GET / HTTP/1.1", f"host: 127.0.0.1:{siege.port}", "connection: close"]))
    return siege.judge(answer, "a page beside unfinished requests")


async def is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        await asyncio.wait_for(reader.read(), 0.1)
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


async def count_closed(readers: list[asyncio.StreamReader]) -> int:
    """How many lines the server closes, of which there are too many."""
    waiting = [asyncio.create_task(reader.read()) for reader in readers]
    with suppress(TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            while sum(task.done() for task in waiting) < TOO_MANY:
                await asyncio.sleep(0.02)
    closed = sum(task.done() for task in waiting)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    return closed


async def crowd(siege: Siege, chance: random.Random) -> str:
    """More lines from one address than it may have; others are served, and the log says that somebody was turned away."""
    lines = [await asyncio.open_connection("127.0.0.1", siege.port, local_addr=(CROWD, 0)) for _ in range(MOST_LINES + TOO_MANY)]
    try:
        closed = await count_closed([reader for reader, _ in lines])
        answer = await siege.send(written(["GET / HTTP/1.1", f"host: 127.0.0.1:{siege.port}", "connection: close"]))
    finally:
        for _, writer in lines:
            writer.close()
    claim(closed >= TOO_MANY, f"{len(lines) - closed} lines are open from one address")
    claim("turned away" in siege.server.said(), "somebody is turned away without a word in the log")
    siege.totals["turned away"] += closed
    return siege.judge(answer, "a page beside a crowd")


CRUMBS = (  # that make a parser work hard
    f"POST {NEW} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n".encode() + b"1\r\na\r\n" * 10_000,
    PAGE + b"a:\r\n" * 15_000 + b"\r\n",
)
CRUMBLING = 80  # lines
BESIDE_SECONDS = 2.0  # within which somebody else is answered meanwhile


async def crumbs(siege: Siege, chance: random.Random) -> str:
    """Many lines of one address send what falls into thousands of pieces; somebody else asks for a page."""
    lines = [await asyncio.open_connection("127.0.0.1", siege.port, local_addr=(CROWD, 0)) for _ in range(CRUMBLING)]
    lines.append(await asyncio.open_connection("127.0.0.1", siege.port))
    answer = b""
    try:
        for _, writer in lines[:-1]:
            writer.write(chance.choice(CRUMBS))
        lines[-1][1].write(PAGE + b"connection: close\r\n\r\n")
        with suppress(TimeoutError):
            answer = await asyncio.wait_for(lines[-1][0].read(), BESIDE_SECONDS)
    finally:
        for _, writer in lines:
            writer.transport.abort()
    claim(bool(answer), f"beside lines that send crumbs a page takes more than {BESIDE_SECONDS:.0f} seconds")
    return siege.judge(answer, "a page beside crumbs")


ATTACKS: dict[str, Attack] = {
    "a strange request": strange_request,
    "another strange request": strange_request,
    "a strange form": strange_form,
    "noise": noise,
    "a pipeline": pipeline,
    "slow senders": slow_senders,
    "a length that is too long": long_lengths,
    "a foreign name": foreign_names,
    "guesses from elsewhere": guesses_from_elsewhere,
    "unfinished requests": unfinished_requests,
    "a crowd": crowd,
    "crumbs": crumbs,
}


def fuzz_pages(say: Say, seed: int = 1, seconds: float = 60.0, count: int | None = None) -> Counter[str]:
    return lay_siege(say, ATTACKS, seed, seconds, count)
