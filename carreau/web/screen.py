"""What a screen is sent: made for one seat, from its view and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from carreau.core.match import Match
from carreau.core.words import Words, message
from carreau.draw.form import read_form
from carreau.draw.scene import Scene
from carreau.draw.table import draw_layers, text_lines
from carreau.table.shared_screen import next_seat, shown_seat
from carreau.table.table import Table
from carreau.table.text import names_at, outcome, winners
from carreau.web.fragments import CHOICES, STEPS, TEXT, Parts, without_style
from carreau.web.messages import Choice, Closing, Curtain, Drawing, Event, Plain, PlayerNote, Score, Shuffling
from carreau.web.screen_cache import key, written

if TYPE_CHECKING:
    from carreau.web.room import Room
    from carreau.web.viewer import Viewer

PLAIN = "plain"  # the form for the proofs
PROGRAM = "program"  # the form for all other programs
WAITING, PLAYING, OVER = "waiting", "playing", "over"
LINKS = message("Send your friends their links: the match begins when everyone is here.")
OTHERS = message("The match begins when everyone is here.")
MIXING = message("Everyone's screen is helping to shuffle the cards …")
CLOSING = "closing"
AMOUNT = re.compile(r"-?\d+")
LOOK_BACK = 12  # actions: a round that ended before that is no news


def state_of(table: Table) -> str:
    return OVER if table.match.over else PLAYING if table.started else WAITING


def screen_message(room: Room, viewer: Viewer, now: float) -> Event:
    """What has happened since the viewer was last told, and the table as it is now."""
    table = room.table
    words = viewer.words
    names = names_at(table, words)
    seat = shown_seat(table, viewer.seats, viewer.looking)
    covered = next_seat(table, viewer.seats, viewer.looking)
    viewer.looking = seat if seat is not None else viewer.looking
    if not table.dealt:
        return message_before_deal(room, viewer, names, now)
    acting = seat is not None and seat in table.people
    since = min(viewer.since, table.sequence)
    look = key(seat, words, viewer.form)
    guidance, parts = room.screens.get(look, lambda: draw_parts(table, seat, words, names, viewer.form, acting))
    drawing, viewer.has = room.screens.patcher.patch(look, parts, table.sequence, viewer.has)
    return Event(
        sequence=table.sequence,
        since=since,
        lines=room.lines(words)[since:],
        state=state_of(table),
        ply=table.match.ply,
        seats=list(viewer.seats),
        seat=seat,
        curtain=None if covered is None else Curtain(covered, names[covered]),
        acting=acting,
        drawing=drawing,
        guidance=guidance,
        players=notes(room, names, now, table.is_host(viewer.seats)),
        undo=seat is not None and table.can_undo(seat),
        away=seat is not None and seat in table.away,
        clock=None if room.is_frozen else table.countdown(now),
        outcome=how_it_ended(table, words, names),
        winners=winners(table),
        scores=scores(table, seat, words, names) if table.match.over else [],
        seed=table.match.seed if table.match.over else "",
        next=table.next,
        closing=closing_for(room, since, seat, words, names, viewer.form),
    )


def message_before_deal(room: Room, viewer: Viewer, names: list[str], now: float) -> Event:
    """Before the deal there are players and links, and nothing that could say anything about cards."""
    table, words = room.table, viewer.words
    since = min(viewer.since, table.sequence)
    guidance = words.say(MIXING if table.is_full else LINKS if table.is_host(viewer.seats) else OTHERS)
    drawing = Drawing(True, [0], [guidance], [[TEXT, 0, 0, 0], [CHOICES, 0, 0], [STEPS, 0, 0]])
    return Event(
        sequence=table.sequence, since=since, lines=room.lines(words)[since:], state=WAITING, ply=0, seats=list(viewer.seats),
        seat=None, curtain=None, acting=False, drawing=drawing, guidance=guidance,
        players=notes(room, names, now, table.is_host(viewer.seats)),
        undo=False, away=False, clock=None, shuffle=shuffling(table, viewer.seats),
    )  # fmt: skip


def shuffling(table: Table, seats: Sequence[int]) -> Shuffling | None:
    """How far the shuffle has come; None once the cards are dealt."""
    if table.dealt or table.shuffle is None:
        return None
    own = next((seat for seat in seats if seat in table.screens), None)
    return Shuffling(own, table.shuffle.pledges, table.shuffle.sealed, table.shuffle.parts)


def draw_parts(table: Table, seat: int | None, words: Words, names: list[str], form: str, acting: bool) -> tuple[Any, Parts]:
    """The table from a seat's view, in pictures and in words: its guidance, encoded, and the rest in fragments."""
    scene = scene_now(table, seat, words, names, form, acting)
    return written(scene.guidance)[0], scene_parts(scene, form, acting)


def scene_parts(scene: Scene, form: str, acting: bool) -> Parts:
    text = text_lines(scene)
    choices = listed(getattr(scene.choices, "alone", scene.choices)) if acting else []
    steps = listed(getattr(scene.choices, "steps", ())) if acting else []
    return [text, choices, steps, *draw_layers(scene, read_form(form)(scene), text)]


def how_it_ended(table: Table, words: Words, names: list[str]) -> str:
    """Who has won, and how, in the game's own words; nothing before the end."""
    told = table.match.outcome_in(words.language, names)
    return "" if told is None else str(told["text"]) if told["winners"] else outcome(table, words)


def scores(table: Table, seat: int | None, words: Words, names: list[str]) -> list[Score]:
    """What everybody has at the end, the winners first, as their panels show it."""
    players, won, points = table.match.scene(seat, words.language, names).players, winners(table), table.match.points
    most = max((amount(player.points) for player in players), default=0) or 1
    ranked = sorted(players, key=lambda player: (player.seat not in won, -points[player.seat], player.seat))
    return [
        Score(player.seat, player.name, player.points, " · ".join(player.facts), max(0.0, amount(player.points) / most))
        for player in ranked
    ]


def amount(points: str) -> float:
    """The number that stands first in a player's points: "1/2" is 1."""
    found = AMOUNT.match(points.replace("−", "-"))
    return float(found[0]) if found else 0.0


def closing_for(room: Room, since: int, seat: int | None, words: Words, names: list[str], form: str) -> Any:
    """The last round that ended since an entry; if a page was just opened, only one that ended with the last action."""
    table = room.table
    told = plies(table, since) if since else table.match.ply - 1
    if table.match.over or table.match.scored <= max(told, table.match.ply - LOOK_BACK, 0):
        return None
    return room.screens.get(key(seat, words, form, CLOSING), lambda: written(closing(table.match, seat, words, names, form))[0])


def closing(match: Match, seat: int | None, words: Words, names: list[str], form: str) -> Closing:
    """The table at the end of the last round."""
    scene = match.at(match.scored).closing(seat, words.language, names, form)
    assert scene is not None
    return Closing(drawn(scene, form), scene.guidance)


def plies(table: Table, sequence: int) -> int:
    """How many actions had been played before an entry, without those taken back."""
    return table.plies[sequence - 1] if sequence else 0


def plain_message(room: Room, viewer: Viewer, now: float) -> Plain:
    """What the proofs are told: which actions a seat has, and how far the match is."""
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
        left=[table.time_left(k, now) for k in range(table.settings.players)] if table.clock.budget else [],
        seed=match.seed if match.over else "",
        shuffle=shuffling(table, viewer.seats),
    )


def legal_now(table: Table, seat: int | None) -> list[str]:
    return table.match.legal(seat) if seat is not None and table.can_act(seat) else []


def screen_key(room: Room, viewer: Viewer) -> object:
    """Everything that decides what a screen is sent: if it has not changed, there is nothing to send."""
    table, seats = room.table, viewer.seats
    seat, covered = shown_seat(table, seats, viewer.looking), next_seat(table, seats, viewer.looking)
    return table.sequence, seat, covered, viewer.form, presence_key(room, viewer.form)


def presence_key(room: Room, form: str) -> object:
    """What of it depends on who is here: programs are only told whether time passes."""
    if form == PLAIN:
        return None
    if form == PROGRAM:
        return room.is_frozen, room.table.clock.stopped is None
    return frozenset(room.present), frozenset(room.recently_present())


def drawn(scene: Scene, form: str) -> str:
    """The drawing as one text."""
    return str(without_style(scene.svg(form, sheet=False)))


def listed(choices: Sequence[Any]) -> list[Choice]:
    return [Choice(choice.action, choice.name, choice.taps) for choice in choices]


def scene_now(table: Table, seat: int | None, words: Words, names: list[str], form: str, acting: bool) -> Any:
    """What a seat sees. There is nothing to choose before all are here, or while a bot plays for the seat."""
    scene = table.match.scene(seat, words.language, names, form)
    if not table.started:
        scene = scene.with_(guidance=words.say(LINKS), players=tuple(replace(player, acting=False) for player in scene.players))
    elif seat in table.match.acting and not acting:
        scene = scene.with_(guidance=words.say("A bot is playing for you."))
    if acting or not scene.choices:
        return scene
    live = scene.live()
    return scene.with_(choices=(), spots=tuple(spot for spot in scene.spots if spot.tap not in live))


def notes(room: Room, names: list[str], now: float, host: bool) -> list[PlayerNote]:
    """What is known about every seat; whom the host may replace is only for the host."""
    here = room.recently_present() if host else ()
    return [
        note(room, seat, name, now, host and room.table.can_hand_over(seat, here)) for seat, name in enumerate(names)
    ]  # fmt: skip


def note(room: Room, seat: int, name: str, now: float, lend: bool) -> PlayerNote:
    table = room.table
    kind = kind_of(table, seat)
    left = table.time_left(seat, now) if kind == "person" else None
    return PlayerNote(name, kind, seat in room.present, left, table.is_clock_running(seat), lend)


def kind_of(table: Table, seat: int) -> str:
    """Who plays at a seat now: a person, or a program in the place of one; a bot of the server; nobody yet."""
    return "bot" if table.is_bot(seat) else "open" if table.is_open(seat) else "person"
