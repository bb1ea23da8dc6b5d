"""The WebSocket of an open table: wishes in, events out."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from carreau.core.errors import CarreauError
from carreau.core.option import whole
from carreau.store.log import NoMatch
from carreau.table.seating import NotNow
from carreau.table.settings import ME
from carreau.table.table import Table
from carreau.web import messages
from carreau.web.hub import Hub
from carreau.web.language import language_of, words_of
from carreau.web.messages import Full, Gone, Hinted, Preparing, decode, encode
from carreau.web.middleware import SENTENCES, TokenBucket, guess_limiter_of, household_of
from carreau.web.room import Room, clock
from carreau.web.screen import PLAIN, is_host, program_message, screen_key, screen_message
from carreau.web.urls import same_origin, secret_of
from carreau.web.viewer import Viewer

AT_ONCE, A_SECOND = 40, 10  # messages of one page
MOST_WAITING = 60  # messages for a page that does not read them
MOST_WATCHING = 50  # pages at one table that have no seat there
A_HOUSEHOLD = 10  # of them from one household
A_SEAT = 8  # pages of one seat, which nobody else can take up
PING_SECONDS = 5.0
FORMS = ("phone", "wide", PLAIN)
FOREIGN, GONE, TOO_MUCH, FULL = 4403, 4404, 4429, 4503


async def serve_socket(socket: WebSocket) -> None:
    """From the first hello to the last goodbye of one page."""
    hub: Hub = socket.app.state.hub
    if not same_origin(socket):
        await socket.close(FOREIGN)
        return
    await socket.accept()
    guesses, words = guess_limiter_of(socket.scope), words_of(language_of(socket))
    if not guesses.lets_in(socket):
        await send_away(socket, words.say(SENTENCES[429]))
        return
    try:
        room = await open_room(hub, socket)
        viewer = make_viewer(hub, room, socket)
    except (WebSocketDisconnect, RuntimeError):  # closed in this moment
        return
    except CarreauError as error:
        if isinstance(error, NoMatch):
            guesses.wrong(socket)
        await send_away(socket, words.tell(error.sentence))
        return
    viewer = make_viewer(hub, room, socket)
    if not has_room(room, viewer):
        mine = words.say("This seat is open on too many screens just now. Trying again …")
        await send_away(socket, mine if viewer.seats else words.say("Too many are watching just now. Trying again …"), FULL)
        return
    await attend(hub, room, viewer)


def has_room(room: Room, viewer: Viewer) -> bool:
    """Whether one more page may be here. Whoever watches takes up no place of those who play."""
    if viewer.seats:
        return all(sum(seat in one.seats for one in room.viewers) < A_SEAT for seat in viewer.seats)
    watching = [one for one in room.viewers if not one.seats]
    return len(watching) < MOST_WATCHING and sum(one.household == viewer.household for one in watching) < A_HOUSEHOLD


async def send_away(socket: WebSocket, text: str, code: int = GONE) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # closed in this moment
        await socket.send_text(encode(Full(text) if code == FULL else Gone(text)))
        await socket.close(code)


async def open_room(hub: Hub, socket: WebSocket) -> Room:
    """The room; with a sign of life while the game is prepared for this machine."""
    opening = asyncio.ensure_future(hub.room(socket.path_params["id"], household_of(socket)))
    words = words_of(language_of(socket))
    while not (await asyncio.wait([opening], timeout=0.3))[0]:
        await socket.send_text(encode(Preparing(words.say("The game is being prepared for this machine: once, up to a minute."))))
        await asyncio.wait([opening], timeout=5)
    return opening.result()


def make_viewer(hub: Hub, room: Room, socket: WebSocket) -> Viewer:
    asked = socket.query_params
    since = max(0, whole(asked.get("since", "")) or 0)
    form = asked["form"] if asked.get("form") in FORMS else "wide"
    seats = hub.seats(room.id, secret_of(socket))
    return Viewer(socket, words_of(language_of(socket), room.table.game), seats, form, since, household_of(socket))


async def attend(hub: Hub, room: Room, viewer: Viewer) -> None:
    """Read and write at the same time until the page is closed."""
    tasks: list[asyncio.Task[None]] = []
    try:
        await room.enter(viewer)
        tasks += [asyncio.create_task(work) for work in (read(hub, room, viewer), write(room, viewer), measure(room, viewer))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.exit(viewer)
        for task in tasks:
            task.cancel()
        for failure in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(failure, Exception) and not isinstance(failure, WebSocketDisconnect):
                logging.getLogger("carreau").error("a socket was lost", exc_info=failure)
        if viewer.too_much and viewer.socket.application_state == WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect, RuntimeError):  # closed in this moment
                await viewer.socket.close(TOO_MUCH)


async def write(room: Room, viewer: Viewer) -> None:
    """Whatever is new, whenever there is something new."""
    viewer.stir()
    shown: object = None
    while True:
        await viewer.stirred.wait()
        viewer.stirred.clear()
        await viewer.send_outbox()
        if screen_key(room, viewer) == shown:
            continue
        if viewer.form != PLAIN:
            await room.tell(viewer)
        async with room.workers.drawing.turn(viewer.household, room.id):
            shown = screen_key(room, viewer)
            make = program_message if viewer.form == PLAIN else screen_message
            text, viewer.since = encode(make(room, viewer, clock())), room.table.sequence
        await viewer.send_text(text)


async def measure(room: Room, viewer: Viewer) -> None:
    """How long the line takes, where that counts: a few times at once and then again and again."""
    if room.table.game.realtime is None:
        await asyncio.Future()
    for wait in [0.2, 0.2, 0.2]:
        viewer.ping()
        await asyncio.sleep(wait)
    while True:
        viewer.ping()
        await asyncio.sleep(PING_SECONDS)


async def read(hub: Hub, room: Room, viewer: Viewer) -> None:
    bucket = TokenBucket(AT_ONCE, A_SECOND, time.monotonic())
    with suppress(WebSocketDisconnect):
        while True:
            text = await hear(viewer.socket)
            if not bucket.take(time.monotonic()) or len(viewer.outbox) > MOST_WAITING:
                viewer.too_much = True
                return
            try:
                await grant(hub, room, viewer, decode(text))
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                viewer.refuse(viewer.words.say("This message cannot be read."))
            except CarreauError as error:
                viewer.refuse(error)
            await asyncio.sleep(0)  # many may have come at once


async def hear(socket: WebSocket) -> str:
    """The next message; one that is no text cannot be read."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or ""


async def grant(hub: Hub, room: Room, viewer: Viewer, wish: messages.Wishes) -> None:
    """Do what a page wishes, if its seat may."""
    table, now = room.table, clock()
    whose = getattr(wish, "seat", None)
    if whose is not None and whose not in viewer.seats:
        raise NotNow("This is not your seat.")
    match wish:
        case messages.Play(seat, action, ply) if table.match.in_real_time:
            table.claims.add(seat, action, ply, now, viewer.line.trip, viewer)
            room.stirred.set()
        case messages.Play(seat, action, ply, sequence):
            await room.commit(lambda: table.play(seat, action, ply, now, seen=sequence))
        case messages.Undo(seat):
            await room.commit_seldom(viewer, lambda: table.undo(seat, now))
        case messages.Look(seat):
            viewer.looking = seat
            viewer.stir()
        case messages.Leave(seat):
            await room.commit_seldom(viewer, lambda: table.leave(seat, now))
        case messages.Back(seat):
            await room.commit_seldom(viewer, lambda: table.back(seat, now))
        case messages.Rename(seat, name):
            await room.commit_seldom(viewer, lambda: table.rename(seat, name, now))
        case messages.Pledge(seat, pledge):
            await room.commit(lambda: table.pledge(seat, pledge, now))
        case messages.Part(seat, part):
            await room.commit(lambda: table.show_part(seat, part, now))
        case messages.Lend(absent):
            await room.commit_seldom(viewer, lambda: table.lend(host_of(table, viewer), absent, room.lately(), now))
        case messages.Form(form):
            viewer.form = form
            viewer.stir()
        case messages.Pong(number):
            viewer.pong(number)
        case _:
            await grant_to_the_seated(hub, room, viewer, wish)


def host_of(table: Table, viewer: Viewer) -> int:
    """The seat of who has set up the table, if it is the viewer's; otherwise another of theirs."""
    if not viewer.seats:
        raise NotNow("You are watching: only players can do this.")
    return next((seat for seat in viewer.seats if table.chairs[seat].kind == ME), viewer.seats[0])


async def grant_to_the_seated(hub: Hub, room: Room, viewer: Viewer, wish: messages.Wishes) -> None:
    """What anybody may ask for who has a seat."""
    if not viewer.seats:
        raise NotNow("You are watching: only players can do this.")
    if isinstance(wish, messages.Start):
        if not is_host(room.table, viewer.seats):
            raise NotNow("Only the host can do that.")
        await hub.start(room)
    elif isinstance(wish, messages.Rematch):
        await hub.rematch(room)
    elif isinstance(wish, messages.Hint):
        await hint(room, viewer)


async def hint(room: Room, viewer: Viewer) -> None:
    """One step towards the solution of a puzzle."""
    puzzle = room.table.game.puzzle
    if puzzle is None or not room.table.settings.puzzle or not room.table.playing:
        raise NotNow("There are hints for puzzles only.")
    room.count(viewer)
    match = room.table.match.copy()
    long = room.workers.bots.long
    action = await long.do(viewer.household, room.id, lambda: puzzle.hint(match))
    if action is None:
        raise NotNow("There is nothing to hint at.")
    said = match.say_action(action, language=viewer.words.language)
    viewer.outbox.append(Hinted(match.game.name_action(action), viewer.words.say("Hint: {action}", action=said)))
    viewer.stir()
