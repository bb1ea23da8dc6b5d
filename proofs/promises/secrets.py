"""Secrets stay where they belong, nobody acts for somebody else, and guessing is limited."""

from __future__ import annotations

import json
import secrets
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, get_args

from carreau.web.cookies import PLAYER_COOKIE, SEAT_COOKIE
from carreau.web.messages import Commands, Event, Gone, Plain, Refused
from proofs.proof import Figures, Proof, Run, require
from proofs.tools.client import Client
from proofs.tools.hosted_table import SEE_OTHER, HostedTable, Searched, set_up
from proofs.tools.live_server import live_server
from proofs.tools.plans import quick
from proofs.tools.run_async import synchronous
from proofs.tools.visitor import FORMS, add_to_deal

OK, FOREIGN, NOT_FOUND, TOO_MANY = 200, 403, 404, 429
HOST, FRIEND = 0, 1
FEW_GUESSES, MOST_GUESSES = 30, 150
FROM_ELSEWHERE = ("sec-fetch-site: cross-site", "sec-fetch-mode: no-cors", "sec-fetch-dest: image")

COMMANDS: dict[str, dict[str, Any]] = {  # one of every type; a seat is filled in where one is needed
    "play": {"seat": 0, "action": "?", "ply": 0},
    "undo": {"seat": 0},
    "leave": {"seat": 0},
    "look": {"seat": 0},
    "lend": {"absent": 0},
    "back": {"seat": 0},
    "rename": {"seat": 0, "name": "Eve"},
    "pledge": {"seat": 0, "pledge": "0" * 64},
    "part": {"seat": 0, "part": "0" * 64},
    "start": {},
    "rematch": {},
    "hint": {},
    "advise": {"seat": 0},
    "check": {"seat": 0, "action": "?", "sequence": 0},
    "form": {"form": "phone"},
    "pong": {"number": 1},
}
HARMLESS = ("form", "pong")  # what every page may say about itself


@synchronous
async def prove_secrets(run: Run) -> Figures:
    """Broken at the first secret shown, the first thing done that should be refused, and if guessing is not stopped."""
    with tempfile.TemporaryDirectory() as folder:
        async with live_server(Path(folder)) as server:
            pages = Searched(server)
            table = await set_up(pages, quick().id, ("me", "open"))
            pages.links.add(table.links[FRIEND][1])
            for part in (follow_link, look_everywhere, act_for_others, guess, be_embedded):
                run.say(part.__name__.replace("_", " "))
                await part(table)
                pages.search_log()
    return dict(pages.totals)


async def follow_link(table: HostedTable) -> None:
    """The secret goes from the address into a cookie; whoever sits down gets a new one of their own."""
    ask, (path, secret) = table.pages.ask, table.links[FRIEND]
    answer = await ask(path)
    leads_on = answer.status == SEE_OTHER and answer["location"] == f"{table.path}/seat"
    require(leads_on, f"a link leads to {answer.status} {answer['location']}, not to an address without its secret")
    in_cookie = answer.cookie(SEAT_COOKIE) == secret and "httponly" in answer["set-cookie"].lower()
    require(in_cookie, "the secret of a link does not go into a cookie that scripts cannot read")
    require(answer["cache-control"] == "no-store", "the answer to a link may be cached")
    require((await ask(answer["location"], link=secret)).status == OK, "somebody who followed a link is not asked for a name")
    require((await ask(f"{table.path}/seat")).status == NOT_FOUND, "somebody without a link is asked for a name")
    answer = await ask(f"{table.path}/seat", link=secret, form={"name": "Bo"})
    require(answer.status == SEE_OTHER and answer["location"] == table.path, "nobody can sit down with a link")
    require(secret not in str(answer.headers), "the secret of a link is still used after its friend has sat down")
    table.friend = answer.cookie(PLAYER_COOKIE)
    table.pages.secrets.add(table.friend)


async def look_everywhere(table: HostedTable) -> None:
    """Pages, mistakes and sockets, as everyone in turn."""
    ask, (link, secret) = table.pages.ask, table.links[FRIEND]
    for path in (f"/table/nowhere/seat/{secret}", f"{link}/x", f"{link}?a=1", f"{link}x", f"/table//seat/{secret}"):
        await ask(path)
    await ask(link, form={"name": "Eve"})
    await ask(f"/language/fr?back={link}")
    for secret in ("", table.host, table.friend):
        for end in ("", "/replay", "/moment", "/moment?seat=1", "/record.json", "/review", "/seat", "/nowhere"):
            await ask(table.path + end, secret, may_show=end == "" and secret == table.host)
        for path in ("/", f"/new/{quick().id}", f"/rules/{quick().id}", "/puzzle", "/language/fr"):
            await ask(path, secret)
        for form in FORMS:
            async with table.client(secret, form) as client:
                await client.hear_one(Event, Plain)
            table.pages.search(b"\n".join(client.heard).decode(), f"the socket in the form {form}")


# acting


async def act_for_others(table: HostedTable) -> None:
    """Host and friend start the match; then a spectator and both of them try what they may not do."""
    untried = {one.__struct_config__.tag for one in get_args(Commands)} ^ set(COMMANDS)
    require(not untried, f"these types of message are not tried: {untried}")
    async with AsyncExitStack() as stack:
        here = [await stack.enter_async_context(table.client(secret)) for secret in (table.host, table.friend)]
        await add_to_deal(dict(enumerate(here)))
        for secret, other in (("", HOST), (table.host, FRIEND), (table.friend, HOST)):
            await try_everything(table, secret, other)


async def try_everything(table: HostedTable, secret: str, other: int) -> None:
    """Every type of message for somebody else's seat is refused and changes nothing."""
    async with table.client(secret) as client:
        await client.hear_one(Plain)
        legal = table.server.hub.rooms[table.id].table.match.legal(other)
        for kind, fields in COMMANDS.items():
            seated: dict[str, Any] = {name: other for name in fields if name in ("seat", "absent")}
            seated |= {"action": legal[0]} if kind == "play" and legal else {}
            if kind not in HARMLESS and (seated or not secret):
                await expect_refusal(table, client, {"type": kind, **fields, **seated})


async def expect_refusal(table: HostedTable, client: Client, command: dict[str, Any], whose: str = "somebody") -> None:
    before = table.entries()
    await client.command(command)
    while True:
        answer = await client.hear_one(Refused, Plain)
        require(table.entries() == before, f"{whose} acts for somebody else: {json.dumps(command)}")
        if isinstance(answer, Refused):
            break  # otherwise it is news that nothing written down has caused, such as who is here
    table.pages.totals["attempts"] += 1


# guessing


async def guess(table: HostedTable) -> None:
    """Guessing addresses, links and secrets is stopped; whoever sits at a table is served all the while."""
    ask = table.pages.ask
    guesses: dict[str, Callable[[], tuple[str, str]]] = {
        "tables": lambda: (f"/table/{secrets.token_urlsafe(9)}", ""),
        "links": lambda: (f"{table.path}/seat/{secrets.token_urlsafe(24)}", ""),
        "secrets": lambda: (table.path, secrets.token_urlsafe(24)),
    }
    for kind, make in guesses.items():
        table.server.forget_guesses()
        statuses: list[int] = []
        while TOO_MANY not in statuses and len(statuses) < MOST_GUESSES:
            statuses.append((await ask(*make())).status)
        require(TOO_MANY in statuses, f"guessing {kind} is not limited: {Counter(statuses)}")
        require(len(statuses) > FEW_GUESSES, f"a few mistakes with {kind} are taken for guesses: {Counter(statuses)}")
        require((await ask(table.path)).status == TOO_MANY, "a right guess still opens a table")
        async with table.client("") as client:
            told = await client.hear_one(Gone, Plain)
        require(isinstance(told, Gone) and "wait" in told.text, f"a right guess still opens the socket: {told}")
        require((await ask(table.path, table.friend)).status == OK, "a player is locked out by somebody who guesses")
        async with table.client(table.friend) as client:
            await client.hear_one(Plain)
        table.pages.totals["guesses"] += len(statuses)


async def be_embedded(table: HostedTable) -> None:
    """What browsers fetch for another site's page reveals nothing, and does not count as guessing."""
    table.server.forget_guesses()
    for number in range(MOST_GUESSES):
        path = table.path if number % 2 else f"/table/{secrets.token_urlsafe(9)}"
        answer = await table.server.ask(path, headers=FROM_ELSEWHERE)
        require(answer.status == FOREIGN, f"another site's page learns something: {answer.status}")
        table.pages.totals["foreign guesses"] += 1
    require((await table.pages.ask(table.path)).status == OK, "another site's page can lock somebody out")


PROOF = Proof("secrets", "No secret is shown, nobody acts for somebody else, and guessing is limited.", prove_secrets)
