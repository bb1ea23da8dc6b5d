"""Hostile frames: whatever is sent over a WebSocket is refused or closes that socket, and changes nothing."""

from __future__ import annotations

import asyncio
import json
import random
import struct
from typing import Any

from proofs.promises.pages import WORDS, word
from proofs.promises.secrets import COMMANDS
from proofs.proof import Proof, require
from proofs.tools.attack import ANSWER_SECONDS, Attack, Target, attack_server, listen, written

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
FIN = 0x80
QUIET_SECONDS = 0.5
NAN, INFINITE = float("nan"), float("inf")
NUMBERS: tuple[Any, ...] = (-1, 0, 7, 8, 255, 10**6, 10**7, 2**63, 10**400, 1.5, NAN, INFINITE, True, None, "0", [], {})
REFUSED = b'"type":"refused"'
DEEP = "[" * 3000


def frame(code: int, payload: bytes, first: int = FIN, masked: bool = True, length: int | None = None) -> bytes:
    """A frame as a browser sends it, or with any of its parts wrong."""
    size = len(payload) if length is None else length
    head = bytes([first | code])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 2**16:
        head += bytes([bit | 126]) + struct.pack("!H", size)
    else:
        head += bytes([bit | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


def hello(target: Target, secret: str) -> bytes:
    return target.request(
        f"GET /table/{target.quiet}/socket?form=plain HTTP/1.1", "upgrade: websocket", "connection: Upgrade",
        "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==", f"origin: {target.server.address}",
        secret=secret, close=False,
    )  # fmt: skip


async def converse(target: Target, frames: bytes, pause: bool = False) -> bytes:
    """Shake hands as a player, send frames, and listen until the server or we close."""
    async with target.connections() as ((reader, writer),):
        try:
            writer.write(hello(target, target.secrets[0]))
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), ANSWER_SECONDS)
            require(head.startswith(b"HTTP/1.1 101"), f"no handshake: {head[:80]!r}")
            for k in range(0, len(frames), 7) if pause else ():
                writer.write(frames[k : k + 7])
                await asyncio.sleep(0)
            writer.write(b"" if pause else frames)
            heard = await listen(reader, REFUSED, QUIET_SECONDS)
            writer.write(frame(CLOSE, struct.pack("!H", 1000)))
            return heard + await asyncio.wait_for(reader.read(), ANSWER_SECONDS)
        except ConnectionError:
            return b""


def outcome(heard: bytes) -> str:
    """How a conversation ended, judging by its last frames."""
    if REFUSED in heard:
        return "refused"
    return "closed" if heard else "cut off"


# messages


def strange_command(chance: random.Random) -> str:
    """A message that must be refused: its parts are wrong, missing, doubled or too many."""
    kind = chance.choice([*COMMANDS, word(chance)])
    command: dict[str, Any] = {"type": kind, **COMMANDS.get(kind, {})}
    for name in list(command):
        if chance.random() < 0.5:
            command[name] = chance.choice((*NUMBERS, *WORDS[:30]))
    command.update({"seat": 1} if "seat" in command and chance.random() < 0.3 else {})
    if chance.random() < 0.3:
        command[word(chance)] = chance.choice(NUMBERS)
    command.setdefault("seat", 1)
    if command["seat"] in (0, False, "0"):
        command["seat"] = 1  # not the sender's own
    text = json.dumps(command, ensure_ascii=chance.random() < 0.5)
    return chance.choice(
        (text, text, text[: chance.randrange(len(text))], text + text, text.replace(":", "=", 1), text.replace('"', "'"))
    )


async def strange_commandes(target: Target, chance: random.Random) -> str:
    """Messages in order, out of order, doubled, and cut into frames of a few bytes."""
    frames = b""
    for _ in range(chance.randrange(1, 25)):
        payload = strange_command(chance).encode("utf-8", "surrogatepass")[:8000]
        one = frame(TEXT, payload) if chance.random() < 0.7 else in_pieces(payload, chance)
        frames += one * chance.choice((1, 1, 2))
    return outcome(await converse(target, frames, pause=chance.random() < 0.2))


def in_pieces(payload: bytes, chance: random.Random) -> bytes:
    """A message in many frames, with a ping between them."""
    cuts = sorted(chance.randrange(len(payload) + 1) for _ in range(chance.randrange(1, 40)))
    parts = [payload[a:b] for a, b in zip([0, *cuts], [*cuts, len(payload)])]
    frames = [frame(TEXT if k == 0 else 0, part, FIN if k == len(parts) - 1 else 0) for k, part in enumerate(parts)]
    return frame(PING, b"x").join(frames)


# frames


async def strange_frames(target: Target, chance: random.Random) -> str:
    """Wrong codes, reserved bits, no mask, wrong lengths, broken text, endless messages."""
    code = chance.choice((0, 999, 1005, 1006, 5000))
    frames = chance.choice(
        (
            frame(chance.randrange(16), chance.randbytes(chance.randrange(200))),
            frame(TEXT, b"{}", first=FIN | chance.choice((0x10, 0x20, 0x40))),
            frame(TEXT, b'{"type":"start"}', masked=False),
            frame(TEXT, b"x", length=chance.choice((2**20, 2**40, 2**63 - 1, 2**64 - 1))),
            frame(TEXT, b"\xff\xfe\xc0\x80"),
            frame(TEXT, '"\ud800"'.encode("utf-8", "surrogatepass")),
            frame(BINARY, chance.choice((b"", b"{}", chance.randbytes(100), b'{"type":"start"}'))),
            frame(TEXT, b"x" * chance.choice((8192, 8193, 100_000))),
            frame(TEXT, DEEP.encode()),
            frame(TEXT, (DEEP.replace("[", '{"a":')).encode()[:8000]),
            frame(0, b"a continuation of nothing"),
            frame(TEXT, b"begun", first=0) + frame(TEXT, b"and begun again"),
            frame(TEXT, b"", first=0) + frame(0, b"", first=0) * 3000,
            frame(TEXT, b"x" * 1000, first=0) + frame(0, b"y" * 1000, first=0) * 60,
            frame(PING, b"x" * 126),
            frame(PING, b"x", first=0),
            frame(PING, b"x" * 125) * 300,
            frame(CLOSE, chance.choice((b"", b"\x00", struct.pack("!H", code), b"\x03\xe8\xff"))),
            frame(CLOSE, b"") * 3 + frame(TEXT, b"{}"),
            chance.randbytes(2000),
        )
    )
    return outcome(await converse(target, frames, pause=chance.random() < 0.1))


async def flood(target: Target, chance: random.Random) -> str:
    """More than anyone may send, without listening."""
    heard = await converse(target, frame(TEXT, b'{"type":"hint"}') * 500)
    require(heard.count(REFUSED) <= 100, "a flood is answered to the end")
    return outcome(heard)


# handshakes


async def strange_hello(target: Target, chance: random.Random) -> str:
    """Handshakes with lines missing, doubled or wrong, and frames that come too early."""
    lines = hello(target, target.secrets[0]).decode().split("\r\n")[:-2]
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(1, len(lines))
        name = lines[place].partition(":")[0]
        lines[place : place + 1] = chance.choice(([], [lines[place]] * 2, [f"{name}: {word(chance)}"], [f"{name}: {'z' * 5000}"]))
        lines = lines if len(lines) > 1 else [*lines, "x: y"]
    return await target.try_request(written(lines, frame(TEXT, b"{}") + frame(CLOSE, b"")), repr(lines))


async def many_connections(target: Target, chance: random.Random) -> str:
    """As many sockets at one table as possible, closed without a word."""
    async with target.connections(80, abort=True) as opened:
        for _, writer in opened:
            writer.write(hello(target, target.secrets[1]))
        statuses = [await asyncio.wait_for(reader.readline(), ANSWER_SECONDS) for reader, _ in opened]
    require(all(status.startswith(b"HTTP/1.1 101") for status in statuses), f"a handshake fails: {set(statuses)}")
    return "101"


ATTACKS: list[Attack] = [strange_commandes, strange_frames, strange_frames, strange_hello, flood, many_connections]
PROOF = Proof(
    "socket",
    "Whatever is sent over a socket is refused or closes it, and changes nothing.",
    lambda run: attack_server(run, ATTACKS),
    seconds=120,
)
