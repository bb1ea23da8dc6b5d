"""What a screen is sent: made for one seat, from its view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from carreau.core.words import Words, message
from carreau.table.entry import PLAY, UNDO
from carreau.table.settings import BOT, ME, OPEN
from carreau.table.sight import next_seat, shown_seat
from carreau.table.table import Table
from carreau.web.messages import Closing, Event, Plain, PlayerNote

if TYPE_CHECKING:
    from carreau.web.room import Room
    from carreau.web.viewer import Viewer

PLAIN = "plain"  # the form for programs
WAITING, PLAYING, OVER = "waiting", "playing", "over"
LOOK_BACK = 12  # actions: an older end of a round is no news
STYLE = re.compile(' style="[^"]*"')
LEVEL_NAMES = {
    1: message("beginner"),
    2: message("casual"),
    3: message("club"),
    4: message("expert"),
    5: message("master"),
}


def names_at(table: Table, words: Words) -> list[str]:
    """How the players are called; none of two has the same name."""
    names: list[str] = []
    for seat, chair in enumerate(table.chairs):
        if chair.kind == OPEN:
            name = words.say("Free seat")
        elif chair.kind == BOT:
            name = chair.name or words.say("Bot, {level}", level=words.say(LEVEL_NAMES[chair.level]))
        else:
            name = chair.name or words.say("Player {number}", number=seat + 1)
        names.append(name if name not in names else f"{name} {seat + 1}")
    return names


def state_of(table: Table) -> str:
    return OVER if table.match.over else PLAYING if table.started else WAITING


def event_for(room: Room, viewer: Viewer, now: float) -> Event:
    """Everything since what the viewer has seen, and the table as it is."""
    table = room.table
    words = viewer.words
    names = names_at(table, words)
    seat = shown_seat(table, viewer.seats, viewer.looking)
    veiled = next_seat(table, viewer.seats, viewer.looking)
    viewer.looking = seat if seat is not None else viewer.looking
    acting = seat is not None and seat in table.people
    scene = scene_now(table, seat, words, names, viewer.form, acting)
    since = min(viewer.since, table.sequence)
    return Event(
        sequence=table.sequence,
        since=since,
        lines=room.lines(words)[since:],
        state=state_of(table),
        ply=table.match.ply,
        seats=list(viewer.seats),
        seat=seat,
        curtain=None if veiled is None else (veiled, names[veiled]),
        acting=acting,
        svg=drawn(scene, viewer.form),
        guidance=scene.guidance,
        spoken=scene.text(),
        choices=listed(getattr(scene.choices, "alone", scene.choices)) if acting else [],
        steps=listed(getattr(scene.choices, "steps", ())) if acting else [],
        players=[note(room, k, names[k], now, is_host(table, viewer.seats)) for k in range(table.settings.players)],
        undo=seat is not None and table.can_undo(seat),
        away=seat is not None and seat in table.away,
        clock=countdown(table, now),
        outcome=outcome(table, words) if table.match.over else "",
        seed=table.settings.seed if table.match.over else "",
        next=table.next,
        closing=closing(table, since, seat, words, names, viewer.form),
    )


def closing(table: Table, since: int, seat: int | None, words: Words, names: list[str], form: str) -> Closing | None:
    """The last round that has ended since an entry, or with the last action if a page was just opened."""
    match = table.match
    if match.over or not hasattr(match.game.show, "closing"):
        return None
    told = plies(table, since) if since else match.ply - 1
    for ply in range(match.ply, max(told, match.ply - LOOK_BACK, 0), -1):
        then = match if ply == match.ply else match.at(ply)
        scene = then.closing(seat, words.language, names, form)
        if scene is not None:
            return Closing(drawn(scene, form), scene.guidance)
    return None


def plies(table: Table, sequence: int) -> int:
    """How many actions counted before an entry."""
    kinds = [entry.kind for entry in table.entries[:sequence]]
    return kinds.count(PLAY) - kinds.count(UNDO)


def plain_for(room: Room, viewer: Viewer, now: float) -> Plain:
    """What a program is told: which actions its seat has, and how far the match is."""
    table, match = room.table, room.table.match
    seat = viewer.looking = shown_seat(table, viewer.seats, viewer.looking)
    return Plain(
        sequence=table.sequence,
        ply=match.ply,
        state=state_of(table),
        seat=seat,
        actions=match.legal(seat) if seat is not None and table.is_up(seat) else [],
        points=list(match.points),
        public=room.public(),
        left=[time_left(table, k, now) for k in range(table.settings.players)] if table.clock.budget else [],
        seed=table.settings.seed if match.over else "",
    )


def glance(room: Room, viewer: Viewer) -> object:
    """Whatever changes what a screen is sent."""
    table, seats = room.table, viewer.seats
    seat, veiled = shown_seat(table, seats, viewer.looking), next_seat(table, seats, viewer.looking)
    return table.sequence, seat, veiled, viewer.form, None if viewer.form == PLAIN else room.here()


def drawn(scene: Any, form: str) -> str:
    """The drawing without inline styles, which pages do not allow; the pages' own sheet says the same."""
    return STYLE.sub("", scene.svg(form, sheet=False))


def listed(choices: Sequence[Any]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(choice.action, choice.name, choice.taps) for choice in choices]


def scene_now(table: Table, seat: int | None, words: Words, names: list[str], form: str, acting: bool) -> Any:
    """What a seat sees; nothing to be done where nothing can be done: before all are here, or while a bot plays for it."""
    scene = table.match.scene(seat, words.language, names, form)
    if not table.started:
        sentence = words.say("Send your friends their links: the match begins when all are here.")
        scene = scene.with_(guidance=sentence, players=tuple(replace(player, acting=False) for player in scene.players))
    elif seat in table.match.acting and not acting:
        scene = scene.with_(guidance=words.say("A bot plays for you."))
    if acting or not scene.choices:
        return scene
    live = scene.live()
    return scene.with_(choices=(), spots=tuple(spot for spot in scene.spots if spot.tap not in live))


def outcome(table: Table, words: Words) -> str:
    """Who won and why, in words."""
    found = table.match.outcome
    assert found is not None
    names = names_at(table, words)
    winners = [names[seat] for seat in found["winners"]]
    if not winners:
        return words.say("Nobody has won.")
    if len(winners) == table.settings.players and len(winners) > 1:
        return words.say("A draw: all share the win.")
    return words.count("{names} has won.", "{names} have won.", len(winners), names=words.listed(winners))


def is_host(table: Table, seats: Sequence[int]) -> bool:
    return any(table.chairs[seat].kind == ME for seat in seats)


def note(room: Room, seat: int, name: str, now: float, host: bool) -> PlayerNote:
    table, here = room.table, room.here()
    kind = "bot" if table.is_bot(seat) else "open" if table.is_open(seat) else "person"
    left = time_left(table, seat, now) if kind == "person" else None
    return PlayerNote(name, kind, seat in here, left, is_running(table, seat), host and table.can_lend(seat, here))


def is_running(table: Table, seat: int) -> bool:
    """Whether a seat's clock runs now."""
    return bool(table.clock.budget) and seat in table.people and not table.match.in_real_time


def time_left(table: Table, seat: int, now: float) -> float | None:
    """Seconds on a seat's clock, if there are clocks."""
    if not table.clock.budget:
        return None
    return max(0.0, table.clock.ends(seat) - now) if is_running(table, seat) else table.clock.left(seat)


def countdown(table: Table, now: float) -> float | None:
    if not table.playing or not table.match.in_real_time:
        return None
    return max(0.0, min(time for time, _ in table.timers()) - now)
