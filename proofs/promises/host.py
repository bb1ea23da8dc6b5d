"""Not even the host: whoever has set a table up opens their own seat and no other, and sees no card before the deal."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import tempfile
from base64 import urlsafe_b64encode as b64
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from carreau.games import games, load
from carreau.web.seat_pages import SEAT_COOKIE
from carreau.web.tokens import COOKIE, hashed
from proofs.promises.secrets import LINK, Answer, Walk
from proofs.proof import Say, claim
from proofs.tools.live_server import live_server
from proofs.tools.run_async import run
from proofs.tools.visitor import FORMS, Asked, Heard, Line, add_to_deal, fetch, open_line, see_sockets

HOST, FRIEND, LATE, BOT = range(4)  # their seats, as far as the game has them
DEVICE = re.compile(r'class="link" readonly value="http://[^/]+(/table/[\w-]+/seat/([\w=-]+))"')
OTHER_SEED = "0dd" * 21 + "0"


class Table:
    """One table, and all that its host has ever been shown of its links."""

    def __init__(self, walk: Walk, id: str, owner: str, players: int) -> None:
        self.walk, self.id, self.owner, self.players = walk, id, owner, players
        self.links: dict[int, tuple[str, str]] = {}  # path and secret, by seat
        self.friend = ""

    @property
    def path(self) -> str:
        return f"/table/{self.id}"

    async def go(self, path: str, secret: str = "", form: dict[str, str] | None = None, held: str = "") -> Answer:
        cookies = [f"{COOKIE}={secret}"] * bool(secret) + [f"{SEAT_COOKIE}={held}"] * bool(held)
        return await self.walk.go(path, "; ".join(cookies), form, may_show=True)

    async def line(self, secret: str, form: str = "plain") -> Line:
        return await open_line(self.walk.household.port, self.id, secret, "en", form)

    def rows(self) -> int:
        return len(self.walk.household.hub.log.rows(self.id))


async def set_up(walk: Walk, game: str) -> Table:
    """A host, a friend who comes, one who comes late, and a bot; fewer where fewer can play."""
    players = min(4, max(load(game).players))
    seats = ("me", "open", "open", "bot-1")[:players] if players != 3 else ("me", "open", "bot-1")
    form = {"players": str(players), "clock": "0", "name": "Ana", **{f"seat-{k}": kind for k, kind in enumerate(seats)}}
    answer = await walk.go(f"/new/{game}", form=form, may_show=True)
    claim(answer.status == 303, f"{game}: a table is set up")
    table = Table(walk, answer["location"].split("/")[2], answer.cookie(COOKIE), players)
    table.links = await links_shown(table)
    free = [seat for seat, kind in enumerate(seats) if kind == "open"]
    claim(sorted(table.links) == free, "there is a link for every free seat and no other")
    return table


async def links_shown(table: Table) -> dict[int, tuple[str, str]]:
    """What the host's page shows, by seat."""
    body = (await table.go(table.path, table.owner)).body
    seats = [int(seat) for seat in re.findall(r'<div data-seat="(\d)">', body)]
    return dict(zip(seats, LINK.findall(body)))


# before the deal


async def see_nothing(table: Table) -> None:
    """While somebody is expected, the host sees the same whatever the server's secret is: nothing of it is in what they see."""
    hub = table.walk.household.hub
    true = await seen(table)
    sealed = hub.log.seal.close(OTHER_SEED)
    (kept,) = hub.log.pen.execute("SELECT seed FROM matches WHERE id = ?", (table.id,)).fetchone()
    for seed in (sealed, kept):
        hub.log.pen.execute("UPDATE matches SET seed = ? WHERE id = ?", (seed, table.id))
        hub.rooms.pop(table.id)
        now = await seen(table)
        for what, messages in true.items():
            claim(now[what] == messages, f"{what}: the host sees something of the deal before it is made")


async def seen(table: Table) -> Heard:
    """Over sockets, and at the addresses that would show cards; the page itself shows the commitment."""
    port = table.walk.household.port
    asked = Asked(table.id, "", table.owner, HOST, [{"type": "undo", "seat": HOST}], [0], [""])
    heard = await see_sockets(port, asked, None, False)
    for what, messages in heard.items():
        heard[what] = [one for one in messages if b'"preparing"' not in one]  # a game that was just compiled
    cookie = f"{COOKIE}={table.owner}"
    for path in ("replay", "moment", "moment?seat=0", "record.json"):
        heard[path] = [await fetch(port, f"{table.path}/{path}", cookie)]
        claim(Answer(heard[path][0]).status == 400, f"there is nothing to be seen at {path} before the deal")
    for messages in heard.values():
        for message in messages:
            claim(b'"svg":"<' not in message and b'"actions":["' not in message, "cards are shown before the deal")
    table.walk.totals["answers before the deal"] += sum(map(len, heard.values()))
    return heard


# sitting down


async def sit(table: Table) -> None:
    """A friend follows the link and sits down; from then on it opens nothing, for anybody."""
    path, secret = table.links[FRIEND]
    claim((await table.go(path)).status == 303, "a link can be followed")
    answer = await table.go(f"{table.path}/seat", held=secret, form={"name": "Bo"})
    claim(answer.status == 303, "a friend sits down")
    table.friend = answer.cookie(COOKIE)
    await opens_nothing(table, FRIEND)
    claim(FRIEND not in await links_shown(table), "a used link is still on the host's page")


async def start(table: Table) -> None:
    """The host begins without who is late: a bot has that seat, and the link opens nothing."""
    line = await table.line(table.owner)
    await line.hear("plain")
    if LATE in table.links:
        claim((await table.go(table.links[LATE][0])).status == 303, "a link can be followed")
        await line.wish({"type": "start"})
        await line.hear("plain")
        await opens_nothing(table, LATE)
    claim(await links_shown(table) == {}, "no link is left on the host's page")
    other = await table.line(table.friend)
    await add_to_deal({HOST: line, FRIEND: other})
    for one in (line, other):
        await one.socket.close()


async def opens_nothing(table: Table, seat: int) -> None:
    path, secret = table.links[seat]
    before = table.rows()
    for cookie in ("", table.owner, table.friend):
        claim((await table.go(path, cookie)).status == 404, "a used link is followed once more")
        answer = await table.go(f"{table.path}/seat", cookie, {"name": "Eve"}, held=secret)
        claim(answer.status in (400, 404), "somebody sits down with a used link")
    claim(table.rows() == before, "a used link changes something")


# afterwards


def all_secrets(table: Table) -> list[str]:
    """What the host has ever held, and what could be made from it."""
    links = [secret for _, secret in table.links.values()]
    seats = [f"{table.id} {seat}".encode() for seat in range(table.players)]
    derived = [b64(hmac.new(table.owner.encode(), seat, hashlib.sha256).digest()[:24]).decode() for seat in seats]
    return [table.owner, *links, *derived, *(hashed(one).hex() for one in (table.owner, *links))]


async def try_all_seats(table: Table) -> None:
    """Whatever the host holds opens the host's seat and no other: on pages, in replays, over sockets."""
    for secret in all_secrets(table):
        own = [HOST] if secret == table.owner else []
        for form in FORMS:
            line = await table.line(secret, form)
            message = await line.hear("event", "plain")
            is_own = message.get("seats", own) == own and message["seat"] == (HOST if own else None)
            claim(is_own, "the host opens a seat that is not theirs")
            if form == "plain":
                await act_for_others(table, line, own)
            await line.socket.close()
        for seat in range(table.players):
            answer = await table.go(f"{table.path}/moment?ply=0&seat={seat}", secret)
            claim((answer.status == 200) == (seat in own), "the host sees what another seat knows")
            table.walk.totals["views asked for"] += 1


async def act_for_others(table: Table, line: Line, own: Sequence[int]) -> None:
    before = table.rows()
    match = table.walk.household.hub.rooms[table.id].table.match
    for seat in set(range(table.players)) - set(own):
        wish: dict[str, Any] = {"type": "play", "seat": seat, "action": (match.legal(seat) or ["?"])[0], "ply": match.ply}
        for one in (wish, {"type": "look", "seat": seat}, {"type": "back", "seat": seat}):
            await line.wish(one)
            claim(
                (await line.hear("refused", "plain"))["type"] == "refused", f"the host acts for somebody else: {json.dumps(one)}"
            )
            table.walk.totals["wishes"] += 1
    claim(table.rows() == before, "the host acts for somebody else")


def bots_have_no_key(table: Table) -> None:
    log, chairs = table.walk.household.hub.log, table.walk.household.hub.rooms[table.id].table.chairs
    opened = {seat for _, seat in log.keys(table.id)}
    claim(not any(chairs[seat].kind == "bot" for seat in opened), "a secret opens a bot's seat")
    claim(log.invitations(table.id) == [], "a link is left")


async def add_device(table: Table) -> None:
    """A second device comes from the first alone; it opens the same seat, once, and everybody is told."""
    watcher = await table.line(table.friend, "wide")
    told = len((await watcher.hear("event"))["lines"])
    answer = await table.go(f"{table.path}/device", table.owner, {})
    ((path, secret),) = DEVICE.findall(answer.body)
    claim((await table.go(f"{table.path}/device", "", {})).status == 400, "a spectator makes a link for another device")
    claim((await table.go(path)).status == 303, "the link is followed")
    answer = await table.go(f"{table.path}/seat", held=secret, form={})
    second = answer.cookie(COOKIE)
    claim(answer.status == 303 and second not in ("", table.owner), "the other device has a secret of its own")
    line = await table.line(second)
    claim((await line.hear("plain"))["seat"] == HOST, "the other device opens the same seat")
    await line.socket.close()
    claim((await table.go(path)).status == 404, "a link for another device workers twice")
    event = await watcher.hear("event")
    claim(told and any("device" in line for line in event["lines"]), "nobody at the table is told of another device")
    await watcher.socket.close()


async def prove(folder: Path, names: Sequence[str], say: Say) -> Counter[str]:
    totals: Counter[str] = Counter()
    async with live_server(folder) as household:
        for name in names:
            walk = Walk(household)
            household.app.state.guesses.buckets.buckets.clear()
            await prove_one(walk, name)
            totals += walk.totals
            say(f"{name}: the host opens one seat")
    return totals


async def prove_one(walk: Walk, game: str) -> None:
    table = await set_up(walk, game)
    await see_nothing(table)
    await sit(table)
    await start(table)
    bots_have_no_key(table)
    walk.household.app.state.guesses.buckets.buckets.clear()  # what follows looks like guessing
    await try_all_seats(table)
    walk.household.app.state.guesses.buckets.buckets.clear()
    await add_device(table)


def prove_host(say: Say, names: Sequence[str] = ()) -> Counter[str]:
    """Broken at the first seat that the host opens, and the first card that is seen before the deal."""
    with tempfile.TemporaryDirectory() as folder:
        totals = run(prove(Path(folder), names or games(), say))
    say(", ".join(f"{number} {what}" for what, number in totals.items()) + ": not even the host")
    return totals
