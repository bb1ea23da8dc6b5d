"""Hostile requests: whatever is sent over HTTP gets a clear code, and changes nothing."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from urllib.parse import quote

from carreau.games import games, load
from carreau.web.cookies import PLAYER_COOKIE
from carreau.web.protocols import BODY_SECONDS, HEAD_SECONDS
from carreau.web.site import MOST_CONNECTIONS
from proofs.proof import Proof, require
from proofs.tools.attack import ANSWER_SECONDS, Attack, Target, Unfinished, attack_server, listen, written
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
    "/", "/new/{}", "/rules/{}", "/rules/{}/{}", "/table/{}", "/table/{}/replay", "/table/{}/moment", "/table/{}/review",
    "/table/{}/record.json", "/table/{}/seat", "/table/{}/seat/{}", "/table/{}/socket", "/tile/{}.{}.{}.svg",
    "/example/{}/{}.{}.{}.svg", "/sheet/{}-{}.svg", "/language/{}", "/static/{}", "/static/../{}", "/puzzle", "/puzzle/{}",
    "/tile/puzzle/{}.{}.{}.svg", "/theme.css",
    "/{}", "//{}", "/./{}", "{}", "http://elsewhere.example/{}",
)  # fmt: skip
OPTIONS = sorted({f"option-{option.name}" for game in map(load, games()) for option in game.options})
FIELDS = ("ply", "seat", "form", "since", "back", "name", "players", "clock", *OPTIONS, "seat-0", "seat-1", "x")
HEADERS = (
    "content-length: {}", "transfer-encoding: chunked", "transfer-encoding: {}", "expect: 100-continue", "upgrade: {}",
    "connection: upgrade, {}", "cookie: " + PLAYER_COOKIE + "={}", "cookie: name={}; language={}", "cookie: seat={}",
    "accept-language: {}", "x-forwarded-for: {}", "x-forwarded-proto: {}", "forwarded: for={}", "host: {}", "origin: {}",
    "range: bytes={}-", "referer: {}", "content-type: multipart/form-data; boundary={}", "content-encoding: gzip",
    "sec-websocket-key: {}", "{}: {}", "x-{}: " + "y" * 5000,
)  # fmt: skip


def word(chance: random.Random) -> str:
    if chance.random() < 0.2:
        codes = ((chance.randrange(32, 127), chance.randrange(0x300)) for _ in range(chance.randrange(20)))
        return "".join(chr(chance.choice(pair)) for pair in codes)
    return chance.choice(WORDS)


def fill(template: str, target: Target, chance: random.Random, safe: bool = False) -> str:
    """A path with hostile words filled in; now and then with a table that exists."""
    while "{}" in template:
        one = target.quiet if "/table/{}" in template and chance.random() < 0.7 else word(chance)
        template = template.replace("{}", quote(one, safe="", errors="replace") if safe else one, 1)
    return template


def path(target: Target, chance: random.Random) -> str:
    found = fill(chance.choice(PATHS), target, chance, safe=chance.random() < 0.8)
    return f"{found}?{fields(chance, (1, 2, 300))}" if chance.random() < 0.5 else found


def fields(chance: random.Random, numbers: tuple[int, ...]) -> str:
    """Some fields of a form or an address."""
    some = [f"{chance.choice(FIELDS)}={quote(word(chance), errors='replace')}" for _ in range(chance.choice(numbers))]
    return "&".join(some)


async def strange_request(target: Target, chance: random.Random) -> str:
    """A request that may be well formed, with strange words everywhere."""
    method = chance.choice(METHODS[:3]) if chance.random() < 0.7 else chance.choice(METHODS)
    secret = chance.choice(target.secrets) if chance.random() < 0.6 else ""
    first = f"{method} {path(target, chance)} HTTP/1.1"
    headers = [fill(chance.choice(HEADERS), target, chance) for _ in range(chance.choice((0, 0, 1, 2, 60)))]
    body = chance.randbytes(chance.choice((0, 0, 10, 3000)))
    return await target.try_request(target.request(first, *headers, body=body, secret=secret))


async def strange_form(target: Target, chance: random.Random) -> str:
    """A form from our own page, with strange fields; it is never valid, because nobody sits at its first seat."""
    place = fill(chance.choice((NEW, "/new/{}", "/rules/{}/{}", "/table/{}/replay", "/table/{}/seat")), target, chance, True)
    some, bomb = fields(chance, (1, 5, 70, 300)), chance.random() < 0.2
    body = ("&" * 19_000 if bomb else f"{some}&seat-0=king").encode()[:19_990]
    if chance.random() < 0.2:
        body = chance.randbytes(500)
    length = chance.choice((len(body), len(body), len(body), len(body) + 50, max(0, len(body) - 3)))
    headers = f"origin: {target.server.address}", f"content-length: {length}"
    return await target.try_request(target.request(f"POST {place} HTTP/1.1", *headers, body=body), repr((place, body[:300])))


async def noise(target: Target, chance: random.Random) -> str:
    """Bytes that are not a request, a request that is cut off, or one that never ends."""
    whole = target.request(f"GET {path(target, chance)} HTTP/1.1", close=False)
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
    return await target.try_request(raw)


async def pipeline(target: Target, chance: random.Random) -> str:
    """Many requests at once over one connection, some of them duplicated."""
    one = target.request(f"GET {fill(chance.choice(PATHS[:12]), target, chance, True)} HTTP/1.1", close=False)
    last = target.request("GET /theme.css HTTP/1.1")
    return await target.try_request(one * chance.randrange(2, 30) + last, repr(one))


async def slow_senders(target: Target, chance: random.Random) -> str:
    """Connections that hardly send anything, while others are served."""
    form = f"POST {NEW} HTTP/1.1\r\ncontent-length: 9\r\n".encode()
    async with target.connections(60) as opened:
        for _, writer in opened:
            writer.write(chance.choice((b"", b"G", b"GET / HTTP/1.1\r\nhost: x\r\n", form)))
        return await target.try_request(target.request(), "a page next to slow connections")


async def long_lengths(target: Target, chance: random.Random) -> str:
    """A body that is too long, however its length is written; the server does not wait for any of it."""
    length = chance.choice(("300000000", "20001", "00000000000300000000", "0000000000000020001", "0" * 15 + "99999"))
    place, method = chance.choice(((NEW, "POST"), ("/theme.css", "GET"), (f"/table/{target.quiet}/seat", "POST")))
    sent, headers = chance.choice((0, 1000, 2_000_000)), (f"origin: {target.server.address}", f"content-length: {length}")
    answer = await target.send(target.request(f"{method} {place} HTTP/1.1", *headers, body=b"x" * sent, close=False))
    lost = not answer and sent > 1000  # an answer given before everything was sent may not arrive
    require(lost or answer.startswith(b"HTTP/1.1 413"), f"a body of {length} bytes is accepted: {answer[:40]!r}")
    return target.judge(answer, f"a body of {length} bytes")


async def foreign_names(target: Target, chance: random.Random) -> str:
    """A request for a server that is not ours."""
    names = "evil.example", "localhost.evil.example", "192.0.2.1", "127.0.0.1.evil.example", "x@localhost", "0x7f.1"
    host, place = chance.choice(names), fill(chance.choice(PATHS[:12]), target, chance, True)
    answer = await target.send(written([f"GET {place} HTTP/1.1", f"host: {host}", "connection: close"]))
    require(answer[:12] in (b"HTTP/1.1 421", b"HTTP/1.1 400"), f"a request for {host} gets {answer[:40]!r}")
    return target.judge(answer, f"host {host}")


async def guesses_from_elsewhere(target: Target, chance: random.Random) -> str:
    """Another site's page uses tables as its pictures; nobody is locked out because of it."""
    headers = "sec-fetch-site: cross-site", "sec-fetch-mode: no-cors", "accept: image/*"
    for _ in range(20):
        table = chance.choice((target.quiet, str(chance.randrange(10**9))))
        answer = await target.send(target.request(f"GET /table/{table} HTTP/1.1", *headers))
        require(answer.startswith(b"HTTP/1.1 403"), f"another site's page gets {answer[:40]!r}")
    return target.judge(answer, "a picture on another site's page")


# many connections

PAGE = b"GET /theme.css HTTP/1.1\r\nhost: localhost\r\n"
UNFINISHED = (  # how many whole requests come before it, and how it begins
    (0, b""),
    (0, b"GET / HT"),
    (1, PAGE),
    (0, PAGE + b"content-length: 100\r\n\r\nx"),
    (1, b"POST /puzzle HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n"),
)
OWED_SECONDS = 2 * (HEAD_SECONDS + BODY_SECONDS)  # after which such a connection should have been closed long ago
IDLER, CROWD = "127.0.0.2", "127.0.0.3"  # addresses of their own
TOO_MANY = 20  # connections of a crowd


async def unfinished_requests(target: Target, chance: random.Random) -> str:
    """Connections that stop in the middle of a request, the first or a later one; older ones have been closed."""
    now = time.monotonic()
    for old in [one for one in target.unfinished if now - one.begun > OWED_SECONDS]:
        require(
            await is_closed(old.reader), f"an unfinished request still has its connection after {now - old.begun:.0f} seconds"
        )
        old.writer.close()
        target.unfinished.remove(old)
        target.totals["idle connections closed"] += 1
    for whole, rest in UNFINISHED:
        reader, writer = await asyncio.open_connection("127.0.0.1", target.server.port, local_addr=(IDLER, 0))
        target.unfinished.append(Unfinished(now, reader, writer))
        if whole:
            writer.write(PAGE + b"\r\n")
            await listen(reader)
        writer.write(rest)
    return await target.try_request(target.request(), "a page next to unfinished requests")


async def is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        await asyncio.wait_for(reader.read(), 0.1)
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


async def count_closed(readers: list[asyncio.StreamReader]) -> int:
    """How many of too many connections the server closes."""
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


async def crowd(target: Target, chance: random.Random) -> str:
    """More connections than one address may have; others are served, and the log says that somebody was turned away."""
    async with target.connections(MOST_CONNECTIONS + TOO_MANY, CROWD) as opened:
        closed = await count_closed([reader for reader, _ in opened])
        answer = await target.send(target.request())
    require(closed >= TOO_MANY, f"{len(opened) - closed} connections are open from one address")
    require("turned away" in target.server.said(), "somebody is turned away, and the log does not say so")
    target.totals["turned away"] += closed
    return target.judge(answer, "a page next to a crowd")


CRUMBS = (  # that make a parser work hard
    f"POST {NEW} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n".encode() + b"1\r\na\r\n" * 10_000,
    PAGE + b"a:\r\n" * 15_000 + b"\r\n",
)
CRUMBLING = 80  # connections
BESIDE_SECONDS = 2.0  # within which somebody else is answered in the meantime


async def crumbs(target: Target, chance: random.Random) -> str:
    """Many connections from one address send thousands of tiny pieces; somebody else asks for a page."""
    answer = b""
    async with target.connections(CRUMBLING, CROWD, abort=True) as opened, target.connections() as ((reader, writer),):
        for _, other in opened:
            other.write(chance.choice(CRUMBS))
        writer.write(PAGE + b"connection: close\r\n\r\n")
        with suppress(TimeoutError):
            answer = await asyncio.wait_for(reader.read(), BESIDE_SECONDS)
    require(answer, f"next to connections that send tiny pieces, a page takes more than {BESIDE_SECONDS:.0f} seconds")
    return target.judge(answer, "a page next to tiny pieces")


ATTACKS: list[Attack] = [
    strange_request, strange_request, strange_form, noise, pipeline, slow_senders, long_lengths, foreign_names,
    guesses_from_elsewhere, unfinished_requests, crowd, crumbs,
]  # fmt: skip
PROOF = Proof(
    "pages",
    "Whatever is sent over HTTP gets a clear code, and changes nothing.",
    lambda run: attack_server(run, ATTACKS),
    seconds=120,
)
