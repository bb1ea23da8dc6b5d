"""A screen at a web table, as a browser is one: it sends forms, helps to shuffle, and is told what its player may see."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect

from carreau.core.game import Game

BOT = "bot-3"  # at every other seat, as the form proposes it
LARGEST = 2**24  # bytes of a message
CHOICES, LAYERS = 1, 3  # among the parts of what is shown


class Screen:
    """One browser."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.part = secrets.token_hex(32)  # of the shuffle
        self.line: ClientConnection | None = None
        self.fragments: dict[int, Any] = {}  # of what is shown, by number
        self.parts: list[list[Any]] = []  # what is shown, and the layers of its drawing
        self.svg = ""
        self.choices: list[Any] = []

    def open(self, path: str, form: Mapping[str, str] | None = None) -> str:
        """Open a page, or send a form; returns the address where that leads."""
        data = None if form is None else urlencode(form).encode()
        headers = {} if form is None else {"Origin": self.address}
        with self.opener.open(Request(self.address + path, data, headers), timeout=300) as answer:
            answer.read()
            return str(answer.url)

    def start(self, game: Game) -> str:
        """Tap on "Start" with the form as it is proposed; returns the id of the table."""
        players = game.read_players(None)
        seats = {f"seat-{seat}": "me" if seat == 0 else BOT for seat in range(players)}
        options = {f"option-{option.name}": "on" for option in game.options if option.default is True}
        address = self.open(f"/new/{game.id}", {"players": str(players), **seats, **options})
        found = re.search(r"/table/([\w-]+)", address)
        assert found, f"{address} is no table"
        return found[1]

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[None]:
        """Be connected to a table."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        socket = f"{self.address.replace('http', 'ws', 1)}/table/{table}/socket?since=0&form=wide"
        async with connect(
            socket, additional_headers={"Cookie": cookies}, origin=self.address, max_size=LARGEST,  # type: ignore[arg-type]
        ) as self.line:  # fmt: skip
            yield

    async def next(self) -> dict[str, Any]:
        """How the table looks when something has happened."""
        assert self.line is not None
        while True:
            message: dict[str, Any] = json.loads(await self.line.recv())
            if message["type"] == "ping":
                await self.send({"type": "pong", "number": message["number"]})
            elif message["type"] == "event":
                if message["shuffle"]:
                    await self.add_to_shuffle(message["shuffle"])
                self.show(message["drawing"])
                return message

    def show(self, drawing: Mapping[str, Any] | None) -> None:
        """As static/drawing.js does."""
        if not drawing:
            return
        if drawing["whole"]:
            self.fragments, self.parts = {}, [[] for _ in drawing["changes"]]
        self.fragments.update(zip(drawing["numbers"], drawing["new"]))
        for part, start, gone, *numbers in drawing["changes"]:
            self.parts[part][start : start + gone] = [self.fragments[number] for number in numbers]
        self.svg = "".join(fragment for layer in self.parts[LAYERS:] for fragment in layer)
        self.choices = list(self.parts[CHOICES])

    async def add_to_shuffle(self, shuffle: Mapping[str, Any]) -> None:
        """As static/shuffle.js does."""
        seat = shuffle["seat"]
        if seat is None:
            return
        pledge = hashlib.sha256(f"{seat} {self.part}".encode()).hexdigest()
        if not shuffle["sealed"] and str(seat) not in shuffle["pledges"]:
            await self.send({"type": "pledge", "seat": seat, "pledge": pledge})
        elif shuffle["sealed"] and str(seat) not in shuffle["parts"]:
            await self.send({"type": "part", "seat": seat, "part": self.part})

    async def playable(self) -> dict[str, Any]:
        """The first table that can be played: drawn, and with choices if it is this screen's turn."""
        while not self.can_be_played(event := await self.next()):
            pass
        return event

    def can_be_played(self, event: Mapping[str, Any]) -> bool:
        return event["state"] == "playing" and bool(self.svg) and bool(self.choices or not event["acting"])

    async def play(self) -> None:
        """Make the first own move, whatever it is, and wait until it counts."""
        event = await self.next()
        while not self.choices:
            event = await self.next()
        await self.send({"type": "play", "seat": event["seat"], "action": self.choices[0]["action"], "ply": event["ply"]})
        while (await self.next())["ply"] <= event["ply"]:
            pass

    async def send(self, command: Mapping[str, Any]) -> None:
        assert self.line is not None
        await self.line.send(json.dumps(command))
