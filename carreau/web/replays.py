"""Replays: a match at any ply, from any seat's knowledge; once it is over, with everything shown."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from carreau.core.match import Match
from carreau.core.option import whole
from carreau.core.state import SPECTATOR
from carreau.core.words import Words
from carreau.draw.svg import Markup, label, number, path, tag
from carreau.table.entry import PLAY, Entry
from carreau.table.settings import BOT, ME, MIDDLE, Chair, make_settings
from carreau.table.table import NotNow, Table
from carreau.table.teller import Teller
from carreau.web.language import language_of, words_of
from carreau.web.pages import check_rate, hub_of, played, player_of, read_form, script_words, seated
from carreau.web.render import page
from carreau.web.room import Room
from carreau.web.secret import new_secret
from carreau.web.telling import drawn, names_at, outcome

EVERYTHING = "all"
HUES = ("red", "blue", "green", "purple", "brown", "sky", "yellow", "ink")


async def room_of(request: Request) -> Room:
    return await hub_of(request).room(request.path_params["id"])


def asked_ply(request: Request, match: Match) -> int:
    ply = whole(request.query_params.get("ply", ""))
    return match.ply if ply is None or ply < 0 else min(ply, match.ply)


async def replay(request: Request) -> Response:
    """The page; the browser fetches the moments one by one."""
    room = await room_of(request)
    table, words = room.table, words_of(language_of(request), room.table.game)
    names = names_at(table, words)
    lines = await asyncio.to_thread(told, table, words)
    return page(
        request, "replay.html", table.game, id=room.id, names=names, lines=lines, ply=asked_ply(request, table.match),
        plies=table.match.ply, over=table.match.over, seats=allowed(room, hub_of(request).seats(room.id, player_of(request))),
        chart=await asyncio.to_thread(chart, table.match, names), outcome=outcome(table, words) if table.match.over else "",
        commitment=table.match.commitment, asked=request.query_params.get("seat", EVERYTHING if table.match.over else ""),
        script_words=script_words(request, table.game),
    )  # fmt: skip


def allowed(room: Room, own: list[int]) -> list[int]:
    """Whose knowledge may be looked at: one's own, and after the end everybody's."""
    return list(range(room.table.settings.players)) if room.table.match.over else own


def told(table: Table, words: Words) -> list[str]:
    """One line for every ply."""
    entries = [Entry(k, 0.0, PLAY, seat, action) for k, (seat, action) in enumerate(played(table.match))]
    plain = Table(table.settings, table.game, [], 0.0)
    plain.entries = entries
    return Teller(plain, words, lambda: names_at(table, words)).up_to_now()


async def moment(request: Request) -> Response:
    """The table at one ply, as one seat knew it."""
    room = await room_of(request)
    table, words = room.table, words_of(language_of(request), room.table.game)
    seat = request.query_params.get("seat", "")
    form = "phone" if request.query_params.get("form") == "phone" else "wide"
    own = hub_of(request).seats(room.id, player_of(request))
    if seat == EVERYTHING and not table.match.over:
        raise NotNow("Everything is shown only after the match.")
    if seat not in ("", EVERYTHING) and whole(seat) not in allowed(room, own):
        raise NotNow("What this seat knows is shown only after the match.")
    names = names_at(table, words)
    match = await asyncio.to_thread(table.match.at, asked_ply(request, table.match))
    scene = picture_of(match, seat, words, names, form)
    closed = closing_of(match, seat, words, names, form)
    closing = None if closed is None else {"svg": drawn(closed, form), "guidance": closed.guidance}
    return JSONResponse({"svg": drawn(scene, form), "guidance": scene.guidance, "ply": match.ply, "closing": closing})


def picture_of(match: Match, seat: str, words: Words, names: list[str], form: str) -> Any:
    if seat == EVERYTHING:
        scene = match.game.show.picture(match.state, SPECTATOR, [], match.game.words(words.language), names, form)
        return with_hand(scene, match, words, names, form)
    return match.scene(int(seat) if seat else None, words.language, names, form).with_(choices=())


def with_hand(scene: Any, match: Match, words: Words, names: list[str], form: str) -> Any:
    """The hand of who acts before the table, where it is not to be seen anyway."""
    if scene.hand or len(match.acting) != 1:
        return scene
    hand = match.scene(match.acting[0], words.language, names, form).hand
    shown = {piece.id for player in scene.players for piece in player.pieces} | {piece.id for piece in scene.pieces}
    return scene if shown & {piece.id for piece in hand} else scene.with_(hand=hand)


def closing_of(match: Match, seat: str, words: Words, names: list[str], form: str) -> Any:
    """The table that the last action has cleared, if it has."""
    if seat == EVERYTHING and match.history and hasattr(match.game.show, "closing"):
        before, (_, action) = match.at(match.ply - 1), match.history[-1]
        own = match.game.words(words.language)
        return match.game.show.closing(before.state, match.state, action, SPECTATOR, own, names, form)
    return match.closing(int(seat) if seat.isdigit() else None, words.language, names, form)


async def record(request: Request) -> Response:
    """The record that `carreau verify` reads; it holds the seed, so it is given after the end only."""
    room = await room_of(request)
    if not room.table.match.over:
        raise NotNow("The record can be had when the match is over.")
    name = f"{room.table.game.id}-{room.id}.json"
    return JSONResponse(room.table.match.record(), headers={"content-disposition": f'attachment; filename="{name}"'})


async def play_on(request: Request) -> Response:
    """A new table that begins at a ply of a finished match, against bots."""
    room, hub = await room_of(request), hub_of(request)
    match = room.table.match
    if not match.over:
        raise NotNow("This is possible when the match is over.")
    form = await read_form(request)
    ply, seat = whole(form.get("ply", "")), whole(form.get("seat", ""))
    if ply is None or seat is None or not (0 <= ply < match.ply and 0 <= seat < match.players):
        raise NotNow("The match cannot be played on from here.")
    check_rate(request)
    owner = player_of(request) or new_secret()
    chairs = [Chair(ME if k == seat else BOT, MIDDLE) for k in range(match.players)]
    settings = make_settings(match.game, chairs, match.options, seed=match.seed)
    return seated(request, await hub.create(settings, owner, played(match, ply)), owner)


def chart(match: Match, names: list[str]) -> str:
    """The points of every seat after every ply."""
    courses = points_by_ply(match)
    low = min(min(course) for course in courses)
    high = max(max(max(course) for course in courses), low + 1)
    wide, tall = 230, 110
    lines: list[Markup] = []
    for seat, course in enumerate(courses):
        places = [
            (k * wide / max(1, len(course) - 1), tall - (value - low) * tall / (high - low)) for k, value in enumerate(course)
        ]
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in places)
        dashes = None if seat == 0 else f"{2 + 3 * seat} {1 + seat}"
        lines.append(path(d, fill="none", stroke=f"var(--{HUES[seat % 8]})", stroke_width=2.5, stroke_dasharray=dashes))
        lines.append(label(wide + 6, places[-1][1] + 4, f"{names[seat]} {course[-1]}", 13, text_anchor="start"))
    return tag("svg", *lines, viewBox=f"-4 -10 {wide + 130} {tall + 20}", class_="chart", role="img", aria_label=", ".join(names))


def points_by_ply(match: Match) -> list[list[int]]:
    then = Match(match.game, match.players, match.options, match.seed)
    courses = [[points] for points in then.points]
    for seat, action in match.history:
        match.game.drive.play_at(then.address, seat, action)
        for k, points in enumerate(then.points):
            courses[k].append(points)
    return courses
