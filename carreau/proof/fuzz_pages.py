"""Hostile requests: whatever is sent over HTTP is answered with a clear code, and changes nothing."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from urllib.parse import quote

from carreau.proof.run import Say
from carreau.proof.siege import Attack, Siege, lay_siege
from carreau.web.secret import COOKIE

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "G\tT", "", "X" * 300)
WORDS = (
    "", "0", "-1", "1", "²", "٣", "1e9", "9" * 5000, "0x10", "NaN", "null", "true", "all", "..", "../..", "..\\..",
    "%2e%2e%2f", "a/b", "\x00", "\r\nx: y", "\u202e", "😀" * 40, "é", "\ud800", "'; DROP TABLE matches; --", "{{ 7*7 }}",
    "<script>", "%", "%zz", "con", "~", "a" * 3000, "punto", "quatuor", "florentine", "en", "fr", "light", "me", "bot-3",
    "bot-²", "open", "hot", "king", "\t", "+", "&", "=",
)  # fmt: skip
PATHS = (
    "/", "/new/{}", "/rules/{}", "/rules/{}/{}", "/table/{}", "/table/{}/replay", "/table/{}/moment",
    "/table/{}/record.json", "/table/{}/seat", "/table/{}/seat/{}", "/table/{}/socket", "/tile/{}.{}.{}.svg",
    "/example/{}/{}.{}.{}.svg", "/sheet/{}-{}.svg", "/language/{}", "/static/{}", "/static/../{}", "/puzzle", "/theme.css",
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
    "option-rounds",
    "option-way",
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
    path = fill(
        chance.choice(("/new/punto", "/new/{}", "/rules/{}/{}", "/table/{}/replay", "/table/{}/seat")), siege, chance, True
    )
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
    """Lines on which hardly anything is said, while others are served."""
    lines = [await asyncio.open_connection("127.0.0.1", siege.port) for _ in range(60)]
    for _, writer in lines:
        writer.write(
            chance.choice((b"", b"G", b"GET / HTTP/1.1\r\nhost: x\r\n", b"POST /new/punto HTTP/1.1\r\ncontent-length: 9\r\n"))
        )
    answer = await siege.send(written(["GET / HTTP/1.1", f"host: 127.0.0.1:{siege.port}", "connection: close"]))
    for _, writer in lines:
        writer.close()
    return siege.judge(answer, "a page beside slow lines")


ATTACKS: dict[str, Attack] = {
    "a strange request": strange_request,
    "another strange request": strange_request,
    "a strange form": strange_form,
    "noise": noise,
    "a pipeline": pipeline,
    "slow senders": slow_senders,
}


def fuzz_pages(say: Say, seed: int = 1, seconds: float = 60.0, count: int | None = None) -> Counter[str]:
    return lay_siege(say, ATTACKS, seed, seconds, count)
