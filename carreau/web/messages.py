"""What goes over the socket, in both directions."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

Short = Annotated[str, Meta(max_length=80)]
Seat = Annotated[int, Meta(ge=0, le=7)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


class Command(Struct, forbid_unknown_fields=True, tag_field="type"):
    """Something that a browser asks for."""


class Play(Command, tag="play"):
    seat: Seat
    action: Short
    ply: Count  # what the player had seen
    sequence: Count | None = None  # of the event that they had seen: if something was taken back, a ply is reached twice


class Undo(Command, tag="undo"):
    seat: Seat


class Look(Command, tag="look"):
    """Somebody has taken the screen and lifts the curtain."""

    seat: Seat


class Leave(Command, tag="leave"):
    seat: Seat


class Lend(Command, tag="lend"):
    """Hand the seat of somebody who is away to a bot."""

    absent: Seat


class Back(Command, tag="back"):
    seat: Seat


class Rename(Command, tag="rename"):
    seat: Seat
    name: Short


class Pledge(Command, tag="pledge"):
    """A screen adds to the deal: first the hash of what it adds."""

    seat: Seat
    pledge: Hash


class Part(Command, tag="part"):
    """What it has pledged, once all have pledged."""

    seat: Seat
    part: Hash


class Start(Command, tag="start"):
    pass


class Rematch(Command, tag="rematch"):
    pass


class Hint(Command, tag="hint"):
    pass


class Advise(Command, tag="advise"):
    """What would the coach do?"""

    seat: Seat


class Check(Command, tag="check"):
    """Is this action a blunder? It is not played yet."""

    seat: Seat
    action: Short
    sequence: Count


class Form(Command, tag="form"):
    form: Annotated[str, Meta(pattern="^(phone|wide)$")]


class Pong(Command, tag="pong"):
    number: Count


Commands = (
    Play | Undo | Look | Leave | Lend | Back | Rename | Pledge | Part | Start | Rematch | Hint | Advise | Check | Form | Pong
)


class PlayerNote(Struct):
    """What is known about a seat, apart from the match."""

    name: str
    kind: str  # person, bot, open
    here: bool  # whether somebody is there
    left: float | None  # seconds on the clock
    running: bool
    lend: bool = False  # whether the reader may hand this seat to a bot


class Shuffling(Struct):
    """The deal in the making: who has added what so far, and what this screen is asked for."""

    seat: int | None  # of this screen, that adds to the deal
    pledges: dict[int, str]  # by seat
    sealed: bool  # all have pledged: now the parts are shown
    parts: dict[int, str]


class Curtain(Struct):
    """Who has to take the screen, where several people share it."""

    seat: int
    name: str


class Choice(Struct, frozen=True):
    """An action that may be played now: tapping all of its `taps`, in any order, plays it."""

    action: str  # its name in the game's notation
    name: str  # in words
    taps: tuple[str, ...]


class Drawing(Struct):
    """What has changed of what a screen shows. That has several parts: its text, its choices, its steps, and all others are
    layers of the drawing. Each is a list of fragments; those that the screen has are named by their numbers."""

    whole: bool  # whether the screen forgets all that it has
    numbers: list[int]  # of the new fragments
    new: list[str | Choice]
    changes: list[list[int]]  # each: a part, from where on, how many fragments go, and the numbers of those that come


class Score(Struct):
    """What one player has at the end, for a picture of the scoring."""

    seat: int
    name: str
    points: str  # as the table shows them
    about: str  # what they are made of, in a few words
    part: float  # of the longest bar


class Closing(Struct):
    """A round that has ended: the table before it was cleared, with its scoring."""

    svg: str
    guidance: str


class Event(Struct, tag="event", tag_field="type"):
    """What has happened since, and how the table looks now: for one seat, from its view."""

    sequence: int  # of the next entry: what to ask for after a lost connection
    since: int  # of the first of the lines
    lines: list[str]
    state: str  # waiting, playing, over
    ply: int
    seats: list[int]  # played at this screen
    seat: int | None  # whose view this is
    curtain: Curtain | None
    acting: bool
    drawing: Drawing | None  # None: as it was
    guidance: str
    players: list[PlayerNote]
    undo: bool
    away: bool
    clock: float | None  # seconds until a timer of the game runs out
    outcome: str = ""  # who has won and how, in words
    winners: list[int] = []  # their seats, once the match is over
    scores: list[Score] = []  # once the match is over, the winners first
    seed: str = ""
    next: str = ""
    closing: Closing | None = None  # of the last round that has ended since
    shuffle: Shuffling | None = None  # until the cards are dealt


class Plain(Struct, tag="plain", tag_field="type"):
    """The same for the proofs, as briefly as possible; other programs get an Update (program_messages.py)."""

    sequence: int
    ply: int
    state: str
    seat: int | None  # whose view this is
    actions: list[str]  # what this seat may do now
    points: list[int]
    public: str  # a hash of what everyone may see
    left: list[float | None]  # seconds on the clocks
    seed: str = ""
    shuffle: Shuffling | None = None  # until the cards are dealt


class Moment(Struct):
    """A match at one ply, for its replay (over HTTP)."""

    svg: str
    guidance: str
    ply: int
    closing: Closing | None  # the table before this ply's action cleared it


class ReviewNews(Struct):
    """How far the review of a match is (over HTTP)."""

    state: str  # none, running, done, failed
    share: float
    text: str


class LabNews(Struct):
    """How far an experiment of the lab is (over HTTP)."""

    over: bool
    share: float
    text: str
    edition: int  # of the figures
    figures: str  # as a part of the page, if the page does not have this edition yet


class Mark(Struct):
    """A ply of a reviewed match at which something was lost. It comes with the replay page."""

    ply: int  # before which there was something better
    seat: int
    sign: str
    verdict: str  # in words
    title: str
    played: str
    better: str
    why: str


class Reviewed(Struct):
    """What the scripts of the replay page know about a review. It comes with the page."""

    marks: list[Mark]
    chances: list[str]  # everybody's before each ply and at the end, in words


class Question(Struct):
    """A position to find the best move in, from its seat's view (over HTTP)."""

    svg: str
    guidance: str
    spoken: str
    choices: list[Choice]
    steps: list[Choice]


class Worth(Struct):
    """What a move is worth there."""

    name: str
    value: str
    mark: str  # best, yours, or nothing


class Answer(Struct):
    """What is said about a move there, once it has been chosen."""

    right: bool
    headline: str
    sentences: list[str]
    best: list[str]  # one, or a few that are as good
    rows: list[Worth]


class Refused(Struct, tag="refused", tag_field="type"):
    """A request was refused: nothing has changed."""

    code: str  # stable, for programs (docs/bots/protocol.md)
    text: str  # a sentence, for people


class Hinted(Struct, tag="hint", tag_field="type"):
    action: str
    text: str


class Advised(Struct):
    """One of the moves that the coach would think of."""

    action: str
    name: str  # in words
    worth: str  # the chance to win, in words
    share: float  # the same as a number
    note: str  # how it compares with the best, in words


class Advice(Struct, tag="advice", tag_field="type"):
    """What the coach would do."""

    sequence: int  # of the position
    moves: list[Advised]  # the best first
    text: str  # the same in sentences


class Checked(Struct, tag="checked", tag_field="type"):
    """Whether the coach warns of an action."""

    action: str
    sequence: int
    warning: str  # a sentence, or nothing


class Ping(Struct, tag="ping", tag_field="type"):
    number: int


class Preparing(Struct, tag="preparing", tag_field="type"):
    text: str


class Full(Struct, tag="full", tag_field="type"):
    """There is no room right now: come back in a while."""

    code: str
    text: str


class Gone(Struct, tag="gone", tag_field="type"):
    """This table cannot be shown; there is no point in coming back."""

    code: str
    text: str


WRITER = msgspec.json.Encoder()


def encode(message: Struct) -> str:
    return WRITER.encode(message).decode()


def encoded(part: object) -> bytes:
    """A part that goes into several messages."""
    return WRITER.encode(part)


READER = msgspec.json.Decoder(Commands)


def decode(text: str) -> Commands:
    command: Commands = READER.decode(text)
    return command
