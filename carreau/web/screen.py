"""What a screen is sent: made for one seat, from its view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from carreau.core.match import Match
from carreau.core.words import Words, message
from carreau.table.entry import PLAY, UNDO
from carreau.table.settings import BOT, ME, OPEN
from carreau.table.shared_screen import next_seat, shown_seat
from carreau.table.table import Table
from carreau.web.messages import Closing, Event, Plain, PlayerNote, Shuffling
from carreau.web.screen_cache import ScreenParts, key, written

if TYPE_CHECKING:
    from carreau.web.room import Room
    from carreau.web.viewer import Viewer

PLAIN = "plain"  # the form for programs
WAITING, PLAYING, OVER = "waiting", "playing", "over"
LINKS = message("Send your friends their links: the match begins when all are here.")
OTHERS = message("The match begins when all are here.")
MIXING = message("Everybody's screen helps to shuffle the cards …")
CLOSING = "closing"
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
    """How the players are called: no two by the same name."""
    names: list[str] = []
    for seat, chair in enumerate(table.chairs):
        if chair.kind == OPEN:
            name = words.say("Free seat")
        elif chair.kind == BOT:
            name = chair.name or words.say("Bot, {level}", level=words.say(LEVEL_NAMES[chair.level]))
        else:
            name = chair.name or words.say("Player {number}", number=seat + 1)
        numbered = (f"{name} {number}" for number in range(seat + 1, seat + 1 + len(table.chairs) + 1))
        names.append(name if name not in names else next(one for one in numbered if one not in names))
    return names


def state_of(table: Table) -> str:
    return OVER if table.match.over else PLAYING if table.started else WAITING


def screen_message(room: Room, viewer: Viewer, now: float) -> Event:
    """Everything since what the viewer has seen, and the table as it is."""
    table = room.table
    words = viewer.words
    names = names_at(table, words)
    seat = shown_seat(table, viewer.seats, viewer.looking)
    veiled = next_seat(table, viewer.seats, viewer.looking)
    viewer.looking = seat if seat is not None else viewer.looking
    if not table.dealt:
        return undealt(room, viewer, names, now)
    acting = seat is not None and seat in table.people
    since = min(viewer.since, table.sequence)
    sight: Any = room.screens.get(key(seat, words, viewer.form), lambda: sight_of(table, seat, words, names, viewer.form, acting))
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
        svg=sight.svg,
        guidance=sight.guidance,
        spoken=sight.spoken,
        choices=sight.choices,
        steps=sight.steps,
        players=[note(room, k, names[k], now, is_host(table, viewer.seats)) for k in range(table.settings.players)],
        undo=seat is not None and table.can_undo(seat),
        away=seat is not None and seat in table.away,
        clock=None if room.is_frozen else countdown(table, now),
        outcome=outcome(table, words) if table.match.over else "",
        seed=table.match.seed if table.match.over else "",
        next=table.next,
        closing=closing_for(room, since, seat, words, names, viewer.form),
    )


def undealt(room: Room, viewer: Viewer, names: list[str], now: float) -> Event:
    """Before the deal there are players and links, and nothing that would say anything about cards."""
    table, words = room.table, viewer.words
    since = min(viewer.since, table.sequence)
    guidance = words.say(MIXING if table.whole else LINKS if is_host(table, viewer.seats) else OTHERS)
    return Event(
        sequence=table.sequence, since=since, lines=room.lines(words)[since:], state=WAITING, ply=0, seats=list(viewer.seats),
        seat=None, curtain=None, acting=False, svg="", guidance=guidance, spoken=guidance, choices=[], steps=[],
        players=[note(room, k, names[k], now, is_host(table, viewer.seats)) for k in range(table.settings.players)],
        undo=False, away=False, clock=None, shuffle=shuffling(table, viewer.seats),
    )  # fmt: skip


def shuffling(table: Table, seats: Sequence[int]) -> Shuffling | None:
    """How far the deal has come; None once the cards are dealt."""
    if table.dealt or table.shuffle is None:
        return None
    own = next((seat for seat in seats if seat in table.screens), None)
    return Shuffling(own, table.shuffle.pledges, table.shuffle.sealed, table.shuffle.parts)


def sight_of(table: Table, seat: int | None, words: Words, names: list[str], form: str, acting: bool) -> ScreenParts:
    """The table from a seat's view, drawn and in words."""
    scene = scene_now(table, seat, words, names, form, acting)
    choices = listed(getattr(scene.choices, "alone", scene.choices)) if acting else []
    steps = listed(getattr(scene.choices, "steps", ())) if acting else []
    return ScreenParts(*written(drawn(scene, form), scene.guidance, scene.text(), choices, steps))


def closing_for(room: Room, since: int, seat: int | None, words: Words, names: list[str], form: str) -> Any:
    """The last round that has ended since an entry, or with the last action if a page was just opened."""
    table = room.table
    told = plies(table, since) if since else table.match.ply - 1
    if table.match.over or table.match.scored <= max(told, table.match.ply - LOOK_BACK, 0):
        return None
    return room.screens.get(key(seat, words, form, CLOSING), lambda: written(closing(table.match, seat, words, names, form))[0])


def closing(match: Match, seat: int | None, words: Words, names: list[str], form: str) -> Closing:
    """The last round that has ended."""
    scene = match.at(match.scored).closing(seat, words.language, names, form)
    return Closing(drawn(scene, form), scene.guidance)


def plies(table: Table, sequence: int) -> int:
    """How many actions counted before an entry."""
    kinds = [entry.kind for entry in table.entries[:sequence]]
    return kinds.count(PLAY) - kinds.count(UNDO)


def program_message(room: Room, viewer: Viewer, now: float) -> Plain:
    """What a program is told: which actions its seat has, and how far the match is."""
    table, match = room.table, room.table.match
    seat = viewer.looking = shown_seat(table, viewer.seats, viewer.looking)
    actions: Any = room.screens.get((PLAIN, seat), lambda: written(legal_now(table, seat))[0])
    return Plain(
        sequence=table.sequence,
        ply=match.ply,
        state=state_of(table),
        seat=seat,
        actions=actions,
        points=list(match.points),
        public=room.public(),
        left=[time_left(table, k, now) for k in range(table.settings.players)] if table.clock.budget else [],
        seed=match.seed if match.over else "",
        shuffle=shuffling(table, viewer.seats),
    )


def legal_now(table: Table, seat: int | None) -> list[str]:
    return table.match.legal(seat) if seat is not None and table.is_up(seat) else []


def screen_key(room: Room, viewer: Viewer) -> object:
    """Whatever changes what a screen is sent."""
    table, seats = room.table, viewer.seats
    seat, veiled = shown_seat(table, seats, viewer.looking), next_seat(table, seats, viewer.looking)
    present = None if viewer.form == PLAIN else (frozenset(room.here()), frozenset(room.lately()))
    return table.sequence, seat, veiled, viewer.form, present


def drawn(scene: Any, form: str) -> str:
    """The drawing without inline styles, which pages do not allow; the pages' own sheet says the same."""
    return STYLE.sub("", scene.svg(form, sheet=False))


def listed(choices: Sequence[Any]) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(choice.action, choice.name, choice.taps) for choice in choices]


def scene_now(table: Table, seat: int | None, words: Words, names: list[str], form: str, acting: bool) -> Any:
    """What a seat sees; nothing to be done where nothing can be done: before all are here, or while a bot plays for it."""
    scene = table.match.scene(seat, words.language, names, form)
    if not table.started:
        scene = scene.with_(guidance=words.say(LINKS), players=tuple(replace(player, acting=False) for player in scene.players))
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
    lend = host and table.can_lend(seat, room.lately())
    return PlayerNote(name, kind, seat in here, left, is_running(table, seat), lend)


def is_turn(table: Table, seat: int) -> bool:
    """Whether a seat's clock is the one that runs, or stands still while nobody is here to play."""
    return bool(table.clock.budget) and seat in table.people and not table.match.in_real_time


def is_running(table: Table, seat: int) -> bool:
    return is_turn(table, seat) and table.clock.stopped is None


def time_left(table: Table, seat: int, now: float) -> float | None:
    """Seconds on a seat's clock, if there are clocks."""
    if not table.clock.budget:
        return None
    return table.clock.left_at(seat, now) if is_turn(table, seat) else table.clock.left(seat)


def countdown(table: Table, now: float) -> float | None:
    if not table.playing or not table.match.in_real_time:
        return None
    return max(0.0, min(time for time, _ in table.timers()) - now)
