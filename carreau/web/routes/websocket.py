"""The WebSocket of an open table: what players ask for comes in, what their screens show goes out."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from carreau.core.errors import CarreauError
from carreau.core.option import whole
from carreau.core.phrase import Phrase
from carreau.store.log import NoMatch
from carreau.table.clock import clock
from carreau.table.coach import note_question
from carreau.table.seating import NotNow
from carreau.table.settings import ME
from carreau.table.table import Table
from carreau.web import messages, program_messages
from carreau.web.cookies import secret_of, token_of
from carreau.web.hub import Hub
from carreau.web.language import language_of, words_of
from carreau.web.messages import Full, Gone, Hinted, Preparing, encode
from carreau.web.middleware import SENTENCES
from carreau.web.network import network_of
from carreau.web.origin import by_program, same_origin
from carreau.web.program import hello_message, update_message
from carreau.web.program_messages import PROTOCOL, NoSeat, TooOften, UnknownProtocol, Unreadable
from carreau.web.rate_limit import TokenBucket, guess_limiter_of
from carreau.web.room import Room
from carreau.web.screen import PLAIN, PROGRAM, plain_message, screen_key, screen_message
from carreau.web.viewer import Viewer

BURST, A_SECOND = 40, 10  # messages of one page
MOST_WAITING = 60  # messages for a page that does not read them
MOST_WATCHING = 50  # pages of spectators at one table
MOST_PER_NETWORK = 10  # of them
MOST_PER_SEAT = 8  # pages of one seat; nobody else can use them up
PING_SECONDS = 5.0
FORMS = ("phone", "wide", PLAIN)
MAKERS = {PLAIN: plain_message, PROGRAM: update_message}  # of what is sent; to all others, a screen
ELSEWHERE, FOREIGN, GONE, TOO_MUCH, FULL = 1012, 4403, 4404, 4429, 4503


async def serve_socket(socket: WebSocket) -> None:
    """Everything that one page and the server say to each other."""
    hub: Hub = socket.app.state.hub
    if not same_origin(socket) and not by_program(socket):
        await socket.close(FOREIGN)
        return
    await socket.accept()
    guesses, words = guess_limiter_of(socket.scope), words_of(language_of(socket))
    try:
        if not guesses.allows(socket):
            raise TooOften(SENTENCES[429])
        check_protocol(socket)
        room = await open_room(hub, socket)
        viewer = make_viewer(hub, room, socket)
        if token_of(socket) and not viewer.seats:
            raise NoSeat(Phrase("This token opens no seat at this table."))
    except (WebSocketDisconnect, RuntimeError):  # closed just now
        return
    except CarreauError as error:
        if isinstance(error, NoMatch):
            guesses.count(socket)
        await send_away(socket, Gone(error.code, words.tell(error.sentence)), GONE)
        return
    if not has_room(room, viewer):
        mine = words.say("This seat is open on too many screens right now. Trying again …")
        text = mine if viewer.seats else words.say("Too many people are watching right now. Trying again …")
        await send_away(socket, Full("full", text), FULL)
        return
    with suppress(asyncio.CancelledError):  # the server is closing, and the store has not answered yet
        await serve_viewer(hub, room, viewer)


def check_protocol(socket: WebSocket) -> None:
    asked = socket.query_params.get("protocol", str(PROTOCOL))
    if asked != str(PROTOCOL):
        raise UnknownProtocol(Phrase("This server speaks protocol {known}, not {asked}.", known=PROTOCOL, asked=asked[:20]))


def has_room(room: Room, viewer: Viewer) -> bool:
    """Whether one more page may be here. Spectators never take the place of players."""
    if viewer.seats:
        return all(sum(seat in other.seats for other in room.viewers) < MOST_PER_SEAT for seat in viewer.seats)
    watching = [other for other in room.viewers if not other.seats]
    return len(watching) < MOST_WATCHING and sum(other.network == viewer.network for other in watching) < MOST_PER_NETWORK


async def send_away(socket: WebSocket, why: Gone | Full, code: int) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # closed just now
        await socket.send_text(encode(why))
        await socket.close(code)


async def open_room(hub: Hub, socket: WebSocket) -> Room:
    """The room; a page that has to wait for it is told so."""
    opening = asyncio.ensure_future(hub.room(socket.path_params["id"], network_of(socket)))
    opening.add_done_callback(lambda task: task.cancelled() or task.exception())  # the page may be closed before it is opened
    words = words_of(language_of(socket))
    while not (await asyncio.wait([opening], timeout=0.3))[0]:
        text = words.say("The table is being set up again. This takes a moment.")
        await socket.send_text(encode(Preparing(text)))
        await asyncio.wait([opening], timeout=5)
    return opening.result()


def make_viewer(hub: Hub, room: Room, socket: WebSocket) -> Viewer:
    asked = socket.query_params
    since = max(0, whole(asked.get("since", "")) or 0)
    form = PROGRAM if "protocol" in asked else asked["form"] if asked.get("form") in FORMS else "wide"
    seats = hub.seats(room.id, secret_of(socket))
    return Viewer(socket, words_of(language_of(socket), room.table.game), seats, form, since, network_of(socket))


async def serve_viewer(hub: Hub, room: Room, viewer: Viewer) -> None:
    """Read and write at the same time until the page is closed."""
    tasks: list[asyncio.Task[None]] = []
    try:
        await room.enter(viewer)
        tasks += [asyncio.create_task(work) for work in (read(hub, room, viewer), write(room, viewer), ping(room, viewer))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.exit(viewer)
        for task in tasks:
            task.cancel()
        for failure in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(failure, Exception) and not isinstance(failure, WebSocketDisconnect):
                logging.getLogger("carreau").error("a socket was lost", exc_info=failure)
        code = TOO_MUCH if viewer.too_much else ELSEWHERE if viewer.elsewhere else None
        if code and viewer.socket.application_state == WebSocketState.CONNECTED:
            with suppress(WebSocketDisconnect, RuntimeError):  # closed just now
                await viewer.socket.close(code)


async def write(room: Room, viewer: Viewer) -> None:
    """Send what is new, whenever something is."""
    viewer.notify()
    shown: object = None
    if viewer.form == PROGRAM:
        await viewer.send(hello_message(room, viewer))
    while True:
        await viewer.updated.wait()
        viewer.updated.clear()
        since = viewer.updated_at
        await viewer.send_outbox()
        if viewer.elsewhere:
            return
        if screen_key(room, viewer) == shown:
            continue
        if viewer.form != PLAIN:
            await room.prepare_lines(viewer)
        async with room.workers.drawing.turn(viewer.network, room.id):
            shown = screen_key(room, viewer)
            told = MAKERS.get(viewer.form, screen_message)(room, viewer, clock())
            text, viewer.since = encode(told), room.table.sequence
        await viewer.send_text(text)
        room.workers.metrics.screens += 1
        room.workers.metrics.show.note(time.monotonic() - since)


async def ping(room: Room, viewer: Viewer) -> None:
    """Measure round trips, if they count in this game: a few at first, and then one now and then."""
    if room.table.game.realtime is None:
        await asyncio.Future()
    for wait in [0.2, 0.2, 0.2]:
        viewer.ping()
        await asyncio.sleep(wait)
    while True:
        viewer.ping()
        await asyncio.sleep(PING_SECONDS)


async def read(hub: Hub, room: Room, viewer: Viewer) -> None:
    bucket = TokenBucket(BURST, A_SECOND, time.monotonic())
    decode = program_messages.decode if viewer.form == PROGRAM else messages.decode
    with suppress(WebSocketDisconnect):
        while True:
            text = await receive(viewer.socket)
            if not bucket.take(time.monotonic()) or len(viewer.outbox) > MOST_WAITING:
                viewer.too_much = True
                return
            try:
                await handle(hub, room, viewer, decode(text))
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                viewer.refuse(Unreadable(Phrase("This message cannot be read.")))
            except CarreauError as error:
                viewer.refuse(error)
            await asyncio.sleep(0)  # let others act: many messages may have come at once


async def receive(socket: WebSocket) -> str:
    """The next message; empty if it is no text, which then cannot be read."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or ""


async def handle(hub: Hub, room: Room, viewer: Viewer, command: messages.Commands) -> None:
    """Do what a page asks for, if its seat may."""
    table, now = room.table, clock()
    whose = getattr(command, "seat", None)
    if whose is not None and whose not in viewer.seats:
        raise NotNow("This is not your seat.")
    match command:
        case messages.Play(seat, action, ply) if table.match.in_real_time:
            table.claims.add(seat, action, ply, now, viewer.round_trips.trip, viewer)
            room.updated.set()
        case messages.Play(seat, action, ply, sequence):
            await room.commit(lambda: table.play(seat, action, ply, now, seen=sequence))
        case messages.Undo(seat):
            await room.commit_limited(viewer, lambda: table.undo(seat, now))
        case messages.Look(seat):
            viewer.looking = seat
            viewer.notify()
        case messages.Leave(seat):
            await room.commit_limited(viewer, lambda: table.leave(seat, now))
        case messages.Back(seat):
            await room.commit_limited(viewer, lambda: table.back(seat, now))
        case messages.Rename(seat, name):
            await room.commit_limited(viewer, lambda: table.rename(seat, name, now))
        case messages.Pledge(seat, pledge):
            await room.commit(lambda: table.pledge(seat, pledge, now))
        case messages.Part(seat, part):
            await room.commit(lambda: table.show_part(seat, part, now))
        case messages.Lend(absent):
            await room.commit_limited(
                viewer, lambda: table.hand_over(host_of(table, viewer), absent, room.recently_present(), now)
            )
        case messages.Advise(seat):
            room.check_rate(viewer.seats)
            await room.commit(lambda: note_question(table, seat, now))
            room.coach.advise(viewer, seat)
        case messages.Check(seat, action, sequence):
            room.coach.check(viewer, seat, action, sequence)
        case messages.Form(form):
            viewer.form = form
            viewer.notify()
        case messages.Pong(number):
            viewer.pong(number)
        case _:
            await handle_for_player(hub, room, viewer, command)


def host_of(table: Table, viewer: Viewer) -> int:
    """The host's seat, if it is one of the viewer's; otherwise another one of theirs."""
    if not viewer.seats:
        raise NotNow("You are watching: only players can do that.")
    return next((seat for seat in viewer.seats if table.chairs[seat].kind == ME), viewer.seats[0])


async def handle_for_player(hub: Hub, room: Room, viewer: Viewer, command: messages.Commands) -> None:
    """Do what anyone with a seat may ask for."""
    if not viewer.seats:
        raise NotNow("You are watching: only players can do that.")
    if isinstance(command, messages.Start):
        if not room.table.is_host(viewer.seats):
            raise NotNow("Only the host can do that.")
        await hub.start(room)
    elif isinstance(command, messages.Rematch):
        await hub.rematch(room)
    elif isinstance(command, messages.Hint):
        await hint(room, viewer)


async def hint(room: Room, viewer: Viewer) -> None:
    """One step towards the solution of a puzzle."""
    puzzle = room.table.game.puzzle
    if puzzle is None or not room.table.settings.puzzle or not room.table.playing:
        raise NotNow("Only puzzles have hints.")
    room.check_rate(viewer.seats)
    match = room.table.match.copy()
    action = await room.workers.bots.long.do(viewer.network, room.id, lambda: puzzle.hint(match))
    if action is None:
        raise NotNow("There is no hint to give.")
    said = match.say_action(action, language=viewer.words.language)
    viewer.tell(Hinted(match.game.name_action(action), viewer.words.say("Hint: {action}", action=said)))
