"""Everything that somebody at a table can ask a server for, and every byte of what they get."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

from carreau.core.seed import pledge_of
from carreau.core.words import LANGUAGES
from carreau.web.messages import Event, Plain, Refused
from carreau.web.program_messages import Update
from carreau.web.routes.websocket import MOST_PER_SEAT
from carreau.web.screen import PROGRAM
from proofs.proof import require
from proofs.tools.client import Client
from proofs.tools.server import Server

TIMER = re.compile(rb'"clock":[0-9.e-]+')  # how long a timer of the game still has to run, which changes in the meantime
COMMITMENT = re.compile(rb'"commitment":"[0-9a-f]{64}"')  # to the deal, which everyone is shown beforehand
FORMS = ("wide", "phone", "plain")
TOLD = (Event, Plain, Update)  # how the table looks, in any form
SCREENS = [(language, form) for language in LANGUAGES for form in (*FORMS, PROGRAM)]
UNREADABLE = "The last message, which nobody can read."


class Questions(NamedTuple):
    """What a visitor asks at a table."""

    table: str
    game: str
    secret: str  # empty for a spectator
    seat: int  # the visitor's own; 0 for a spectator
    commands: Sequence[dict[str, Any]]  # all of them are refused
    plies: Sequence[int]  # moments to look at
    seats: Sequence[str]  # whose views to ask for, allowed or not


Answers = dict[str, list[bytes]]  # by question


class Recorder(Client):
    """A client that keeps what it hears, except pings, which come at any time."""

    def __init__(self, server: Server, table: str, secret: str, form: str = "plain", language: str = "en") -> None:
        super().__init__(server.address, table, secret, form, language)
        self.heard: list[bytes] = []

    def keep(self, text: bytes) -> None:
        self.heard.append(COMMITMENT.sub(b"", TIMER.sub(b'"clock":0', text)))


# pages


def moments(asked: Questions) -> list[str]:
    return [
        f"/table/{asked.table}/moment?ply={ply}&seat={seat}&form={form}"
        for seat in asked.seats
        for ply, form in zip(asked.plies, ("wide", "phone", "wide"))
    ]


def paths(asked: Questions) -> list[str]:
    table = f"/table/{asked.table}"
    pages = [
        table,
        f"{table}/replay",
        f"{table}/record.json",
        f"{table}/review",
        f"{table}/seat",
        f"/new/{asked.game}",
        "/",
        "/nowhere",
    ]
    return pages + moments(asked)


async def see_pages(server: Server, asked: Questions) -> Answers:
    answers: Answers = {}
    play_on = {"ply": "0", "seat": "0"}
    for language in LANGUAGES:
        for path in paths(asked):
            answers[f"{language} {path}"] = [(await server.ask(path, asked.secret, language)).raw]
        answer = await server.ask(f"/table/{asked.table}/replay", asked.secret, language, form=play_on)
        answers[f"{language} play on"] = [answer.raw]
    return answers


# sockets


async def add_to_deal(clients: Mapping[int, Client]) -> None:
    """Every seat that is asked pledges its part of the deal and shows it; then the match starts."""
    for seat, client in clients.items():
        await client.command({"type": "pledge", "seat": seat, "pledge": pledge_of(seat, str(seat) * 64)})
    first = next(iter(clients.values()))
    while not ((message := await first.hear_one(Event, Plain)).shuffle and message.shuffle.sealed):
        pass
    for seat, client in clients.items():
        await client.command({"type": "part", "seat": seat, "part": str(seat) * 64})
    while (await first.hear_one(Event, Plain)).state == "waiting":
        pass


async def see_sockets(
    server: Server, asked: Questions, next_move: tuple[str, dict[str, Any]] | None = None, played: bool = False,
    elsewhere: Server | None = None, settled: Callable[[], Awaitable[None]] | None = None,
) -> Answers:  # fmt: skip
    """Ask over sockets of every form and language while the next player is there; then let them play, and look again.

    The next player may be at another server, and then `settled` waits until this one knows. Their page counts among those of
    their seat."""
    is_own = next_move is not None and next_move[0] == asked.secret and elsewhere in (None, server)
    async with AsyncExitStack() as stack:
        actor = Recorder(elsewhere or server, asked.table, next_move[0]) if next_move else None
        if actor:
            await stack.enter_async_context(actor)
            await actor.hear_one(Plain)
        if settled:
            await settled()
        screens = SCREENS[: MOST_PER_SEAT - is_own]
        clients = {" ".join(screen): Recorder(server, asked.table, asked.secret, *screen[::-1]) for screen in screens}
        sequence = 0
        for client in clients.values():
            await stack.enter_async_context(client)
            sequence = (await client.hear_one(*TOLD)).sequence
        await asyncio.gather(*(be_refused(client, asked.commands) for client in clients.values()))
        answers = {f"{name}, asking": list(client.heard) for name, client in clients.items()}
        if actor and next_move and played:
            await actor.command(next_move[1])
            answer = await actor.hear_one(Plain, Refused)
            require(isinstance(answer, Plain), f"{next_move[1]['action']} cannot be played: {answer}")
            for name, client in clients.items():
                client.heard.clear()
                while (await client.hear_one(*TOLD)).sequence <= sequence:
                    pass
                answers[f"{name}, a move"] = client.heard
    return answers


async def be_refused(client: Client, commands: Iterable[dict[str, Any]]) -> None:
    for command in commands:
        await client.command(command)
        await client.hear_one(Refused)
    await client.send(UNREADABLE)
    await client.hear_one(Refused)


@asynccontextmanager
async def somebody_else(server: Server, asked: Questions) -> AsyncIterator[None]:
    """Somebody else asks for the same first, and keeps looking at the table. What they are told does not matter."""
    for path in moments(asked._replace(seats=[str(asked.seat)])):
        for language in LANGUAGES:
            await server.ask(path, asked.secret, language)
    async with AsyncExitStack() as stack:
        for language, form in SCREENS:
            if form not in ("plain", PROGRAM):
                client = await stack.enter_async_context(server.client(asked.table, asked.secret, form, language))
                await client.hear_one(Event)
        yield
