"""What a program at the table is sent: made for one seat, from its view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from carreau.core.seed import commitment
from carreau.core.words import Words
from carreau.table.entry import PLAY
from carreau.table.shared_screen import shown_seat
from carreau.table.table import Table
from carreau.table.text import names_at, outcome, winners
from carreau.web.program_messages import PROTOCOL, Hello, LogEntry, ProgramPlayer, Update
from carreau.web.screen import PROGRAM, kind_of, legal_now, shuffling, state_of
from carreau.web.screen_cache import written

if TYPE_CHECKING:
    from carreau.web.room import Room
    from carreau.web.viewer import Viewer


def hello_message(room: Room, viewer: Viewer) -> Hello:
    settings = room.table.settings
    facts = settings.game, settings.version, settings.players, settings.options
    return Hello(
        PROTOCOL,
        room.id,
        viewer.seats[0] if viewer.seats else None,
        *facts,
        settings.clock,
        settings.mixed,
        commitment(*facts, settings.seed, settings.mixed),
    )


def update_message(room: Room, viewer: Viewer, now: float) -> Update:
    """Everything since what the viewer has been told, and the table as it is."""
    table, match, words = room.table, room.table.match, viewer.words
    seat = viewer.looking = shown_seat(table, viewer.seats, viewer.looking)
    legal: Any
    view: Any
    legal, view = room.screens.get((PROGRAM, seat), lambda: written(legal_now(table, seat), view_now(table, seat)))
    return Update(
        sequence=table.sequence,
        ply=match.ply,
        state=state_of(table),
        seat=seat,
        acting=list(match.acting) if table.playing else [],
        legal=legal,
        points=list(match.points),
        view=view,
        players=players_at(table, words, now),
        away=seat is not None and seat in table.away,
        clock=None if room.is_frozen else table.countdown(now),
        log=log_since(room, viewer),
        winners=winners(table) if match.over else None,
        outcome=outcome(table, words) if match.over else "",
        seed=match.seed if match.over else "",
        next=table.next,
        shuffle=shuffling(table, viewer.seats),
    )


def view_now(table: Table, seat: int | None) -> dict[str, Any] | None:
    """Before the deal there is nothing to be seen."""
    return table.match.view(seat) if table.dealt else None


def players_at(table: Table, words: Words, now: float) -> list[ProgramPlayer]:
    names = names_at(table, words)
    return [
        ProgramPlayer(name, kind_of(table, seat), table.time_left(seat, now), table.is_clock_running(seat))
        for seat, name in enumerate(names)
    ]


def log_since(room: Room, viewer: Viewer) -> list[LogEntry]:
    """What has happened, in words that everybody may read: of what was played, only the own actions are named."""
    since = min(viewer.since, room.table.sequence)
    return [
        LogEntry(
            entry.sequence,
            entry.kind,
            None if entry.seat == -1 else entry.seat,
            text,
            entry.data if entry.kind == PLAY and entry.seat in viewer.seats else None,
        )
        for entry, text in zip(room.table.entries[since:], room.lines(viewer.words)[since:])
    ]
