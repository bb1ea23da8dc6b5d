"""The protocol for programs at the table, version 1: docs/bots/protocol.md explains it, protocol-1.json freezes it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from carreau.core.errors import CarreauError
from carreau.web.messages import Back, Hint, Leave, Lend, Part, Play, Pledge, Pong, Rematch, Rename, Short, Shuffling, Start, Undo

PROTOCOL = 1


class UnknownProtocol(CarreauError):
    """A program speaks a version of the protocol that this server does not."""

    code = "unknown-protocol"


class NoSeat(CarreauError):
    """A link or a token opens no seat."""

    code = "no-seat"


class Unreadable(CarreauError):
    """A message is not what the protocol says."""

    code = "unreadable"


class TooOften(CarreauError):
    """Too much was asked for in too short a time."""

    code = "too-often"


# over HTTP


class Join(Struct, forbid_unknown_fields=True):
    """Follow a seat's link and sit down."""

    name: Short = ""


class NewTable(Struct, forbid_unknown_fields=True):
    """Set up a table and sit down there."""

    game: Short
    seats: Annotated[list[Short], Meta(max_length=8)] = msgspec.field(default_factory=lambda: ["me", "bot-3"])
    options: dict[Short, int | bool | Short | None] = {}
    clock: Annotated[int, Meta(ge=0)] = 0  # seconds for everybody and the whole match; 0: no clock
    name: Short = ""


class Seated(Struct):
    """The answer to both."""

    table: str
    seat: int
    token: str
    links: dict[int, str] = {}  # of the free seats of a new table


class Mistake(Struct):
    """The answer to what cannot be done."""

    code: str
    text: str


# over the socket


class Hello(Struct, tag="hello", tag_field="type"):
    """The first message: what never changes at this table."""

    protocol: int
    table: str
    seat: int | None  # null: you are watching
    game: str
    version: int  # of the game's rules
    players: int
    options: dict[str, Any]
    clock: int  # seconds that everybody has for the whole match; 0: no clock
    mixed: bool  # whether everybody adds to the deal
    commitment: str


class ProgramPlayer(Struct):
    """Who sits at a seat."""

    name: str
    kind: str  # person, bot, open
    left: float | None  # seconds on the clock
    running: bool  # whether it runs


class LogEntry(Struct):
    """Something that has happened at the table."""

    sequence: int
    kind: str
    seat: int | None  # whose doing it was; -2: time ran out
    text: str  # a sentence that everybody may read; may be empty
    action: str | None  # what was played, if it was played from your own seat


class Update(Struct, tag="update", tag_field="type"):
    """What has happened since, and how things stand now: for one seat, from its view."""

    sequence: int  # of the next entry of the log
    ply: int
    state: str  # waiting, playing, over
    seat: int | None  # whose view this is
    acting: list[int]
    legal: list[str]
    points: list[int]
    view: dict[str, Any] | None  # null before the deal
    players: list[ProgramPlayer]
    away: bool  # whether a bot plays for this seat
    clock: float | None  # seconds until a timer of the game rings
    log: list[LogEntry]
    winners: list[int] | None = None
    outcome: str = ""
    seed: str = ""
    next: str = ""
    shuffle: Shuffling | None = None  # until the cards are dealt


Commands = Play | Undo | Leave | Back | Rename | Pledge | Part | Start | Lend | Rematch | Hint | Pong
READER = msgspec.json.Decoder(Commands)


def decode(text: str) -> Commands:
    command: Commands = READER.decode(text)
    return command
