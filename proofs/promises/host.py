"""Not even the host: they can open their own seat and no other, and see no card before the deal."""

from __future__ import annotations

import hashlib
import hmac
import tempfile
from base64 import urlsafe_b64encode as b64
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from carreau.games import games, load
from carreau.store.sqlite_log import SQLiteLog
from carreau.web.cookies import PLAYER_COOKIE
from carreau.web.messages import Event, Plain
from carreau.web.tokens import hashed
from proofs.promises.secrets import expect_refusal
from proofs.proof import Figures, Proof, Run, require
from proofs.tools.client import Client
from proofs.tools.hosted_table import LINK, SEE_OTHER, HostedTable, Searched, set_up
from proofs.tools.live_server import live_server
from proofs.tools.run_async import synchronous
from proofs.tools.visitor import FORMS, Answers, Questions, add_to_deal, see_sockets

HOST, FRIEND, LATE = range(3)  # their seats, if the game has that many
BAD_REQUEST, NOT_FOUND = 400, 404
SEATS = {2: ("me", "open"), 3: ("me", "open", "bot-1"), 4: ("me", "open", "open", "bot-1")}  # by the number of players
OTHER_SEED = "0dd" * 21 + "0"


@synchronous
async def prove_host(run: Run, names: Sequence[str] = ()) -> Figures:
    """Broken at the first seat that the host can open, and the first card that is seen before the deal."""
    totals: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        async with live_server(Path(folder)) as server:
            for name in names or games():
                pages = Searched(server)
                table = await set_up(pages, name, SEATS[min(4, max(load(name).players))])
                for part in (see_nothing, sit_down, start, check_keys, try_all_seats, add_device):
                    server.forget_guesses()  # some of this looks like guessing
                    await part(table)
                totals += pages.totals
                run.say(f"{name}: the host opens one seat")
    return dict(totals)


# before the deal


async def see_nothing(table: HostedTable) -> None:
    """While somebody is still to come, the host sees the same whatever the server's secret is: nothing they see depends on it."""
    hub = table.server.hub
    true = await seen(table)
    assert isinstance(hub.log, SQLiteLog)
    sealed = hub.log.seal.close(OTHER_SEED)
    (kept,) = hub.log.writer.execute("SELECT seed FROM matches WHERE id = ?", (table.id,)).fetchone()
    for seed in (sealed, kept):
        hub.log.writer.execute("UPDATE matches SET seed = ? WHERE id = ?", (seed, table.id))
        hub.rooms.pop(table.id)
        now = await seen(table)
        for what, messages in true.items():
            require(now[what] == messages, f"{what}: the host sees part of the deal before it is made")


async def seen(table: HostedTable) -> Answers:
    """Over sockets, and at the addresses that could show cards; the page itself shows the commitment."""
    asked = Questions(table.id, "", table.host, HOST, [{"type": "undo", "seat": HOST}], [0], [""])
    answers = await see_sockets(table.server, asked)
    for what, messages in answers.items():
        answers[what] = [one for one in messages if b'"preparing"' not in one]  # a game that was just compiled
    for path in ("replay", "moment", "moment?seat=0", "record.json", "review"):
        answer = await table.server.ask(f"{table.path}/{path}", table.host)
        require(answer.status == BAD_REQUEST, f"{path} is shown before the deal, when there is nothing to see")
        answers[path] = [answer.raw]
    for messages in answers.values():
        for message in messages:
            require(b'"svg":"<' not in message and b'"actions":["' not in message, "cards are shown before the deal")
    table.pages.totals["answers before the deal"] += sum(map(len, answers.values()))
    return answers


# sitting down


async def sit_down(table: HostedTable) -> None:
    """A friend follows the link and sits down; from then on the link opens nothing for anyone."""
    path, secret = table.links[FRIEND]
    require((await table.pages.ask(path)).status == SEE_OTHER, "a link cannot be followed")
    answer = await table.pages.ask(f"{table.path}/seat", link=secret, form={"name": "Bo"})
    require(answer.status == SEE_OTHER, "a friend cannot sit down")
    table.friend = answer.cookie(PLAYER_COOKIE)
    await opens_nothing(table, FRIEND)
    require(FRIEND not in await table.links_shown(), "a used link is still on the host's page")


async def start(table: HostedTable) -> None:
    """The host starts without the friend who is late: a bot gets that seat, and the link opens nothing."""
    async with table.client(table.host) as host, table.client(table.friend) as friend:
        await host.hear_one(Plain)
        if LATE in table.links:
            require((await table.pages.ask(table.links[LATE][0])).status == SEE_OTHER, "a link cannot be followed")
            await host.command({"type": "start"})
            await host.hear_one(Plain)
            await opens_nothing(table, LATE)
        require(await table.links_shown() == {}, "a link is left on the host's page")
        await add_to_deal({HOST: host, FRIEND: friend})


async def opens_nothing(table: HostedTable, seat: int) -> None:
    path, secret = table.links[seat]
    before = table.entries()
    for who in ("", table.host, table.friend):
        require((await table.pages.ask(path, who)).status == NOT_FOUND, "a used link can be followed again")
        answer = await table.pages.ask(f"{table.path}/seat", who, {"name": "Eve"}, link=secret)
        require(answer.status in (BAD_REQUEST, NOT_FOUND), "somebody can sit down with a used link")
    require(table.entries() == before, "a used link changes something")


# afterwards


async def check_keys(table: HostedTable) -> None:
    """Nothing opens the seat of a bot."""
    log, chairs = table.server.hub.log, table.server.hub.rooms[table.id].table.chairs
    opened = {seat for _, seat in log.keys(table.id)}
    require(not any(chairs[seat].kind == "bot" for seat in opened), "a secret opens a bot's seat")
    require(log.invitations(table.id) == [], "a link is left")


def all_secrets(table: HostedTable, players: int) -> list[str]:
    """Everything the host has ever had, and what could be made from it."""
    links = [secret for _, secret in table.links.values()]
    seats = [f"{table.id} {seat}".encode() for seat in range(players)]
    derived = [b64(hmac.new(table.host.encode(), seat, hashlib.sha256).digest()[:24]).decode() for seat in seats]
    return [table.host, *links, *derived, *(hashed(one).hex() for one in (table.host, *links))]


async def try_all_seats(table: HostedTable) -> None:
    """Nothing the host has opens any seat but their own: on pages, in replays, over sockets."""
    players = table.server.hub.rooms[table.id].table.match.players
    for secret in all_secrets(table, players):
        own = [HOST] if secret == table.host else []
        for form in FORMS:
            async with table.client(secret, form) as client:
                message = await client.hear_one(Event, Plain)
                is_own = getattr(message, "seats", own) == own and message.seat == (HOST if own else None)
                require(is_own, "the host opens somebody else's seat")
                if isinstance(message, Plain):
                    await wait_for_bots(table, client, message)
                    await act_for_others(table, client, set(range(players)) - set(own))
        for seat in range(players):
            answer = await table.pages.ask(f"{table.path}/moment?ply=0&seat={seat}", secret)
            require((answer.status == 200) == (seat in own), "the host sees what another seat knows")
            table.pages.totals["views asked for"] += 1


async def wait_for_bots(table: HostedTable, client: Client, message: Plain) -> None:
    """Until somebody else's move can no longer be taken for something that the client has done."""
    room = table.server.hub.rooms[table.id]
    while room.table.bot_turn() or message.sequence < room.table.sequence:
        message = await client.hear_one(Plain)


async def act_for_others(table: HostedTable, client: Client, seats: set[int]) -> None:
    match = table.server.hub.rooms[table.id].table.match
    for seat in seats:
        command: dict[str, Any] = {"type": "play", "seat": seat, "action": (match.legal(seat) or ["?"])[0], "ply": match.ply}
        for one in (command, {"type": "look", "seat": seat}, {"type": "back", "seat": seat}):
            await expect_refusal(table, client, one, "the host")


async def add_device(table: HostedTable) -> None:
    """A second device can only be added from the first; its link opens the same seat, once, and everyone is told."""
    ask = table.pages.ask
    async with table.client(table.friend, "wide") as watcher:
        told = len((await watcher.hear_one(Event)).lines)
        ((path, link),) = LINK.findall((await ask(f"{table.path}/device", table.host, {})).body)
        answer = await ask(f"{table.path}/device", form={})
        require(answer.status == BAD_REQUEST, "a spectator can make a link for another device")
        require((await ask(path)).status == SEE_OTHER, "the link for another device cannot be followed")
        answer = await ask(f"{table.path}/seat", link=link, form={})
        second = answer.cookie(PLAYER_COOKIE)
        require(answer.status == SEE_OTHER and second not in ("", table.host), "the other device has no secret of its own")
        async with table.client(second) as client:
            require((await client.hear_one(Plain)).seat == HOST, "the other device does not open the same seat")
        require((await ask(path)).status == NOT_FOUND, "a link for another device works twice")
        event = await watcher.hear_one(Event)
        require(told and any("device" in line for line in event.lines), "nobody at the table is told about the other device")


PROOF = Proof("host", "The host can open only their own seat, and sees no card before the deal.", prove_host)
