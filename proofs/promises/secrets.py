"""Secrets stay where they belong, nobody acts for somebody else, and guessing is limited."""

from __future__ import annotations

import json
import re
import secrets
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urlencode

from carreau.web.messages import Wishes
from carreau.web.seat_pages import SEAT_COOKIE
from carreau.web.tokens import COOKIE
from proofs.proof import Say, claim
from proofs.tools.live_server import LiveServer, live_server
from proofs.tools.plans import quick
from proofs.tools.run_async import run
from proofs.tools.visitor import FORMS, Line, add_to_deal, fetch, open_line

FEW_GUESSES, MOST_GUESSES = 30, 150
FROM_ELSEWHERE = ("sec-fetch-site: cross-site", "sec-fetch-mode: no-cors", "sec-fetch-dest: image")
LINK = re.compile(r'class="link" readonly value="http://[^/]+(/table/[\w-]+/seat/([\w=-]+))"')

WISHES: dict[str, dict[str, Any]] = {  # one of every type; what names a seat is given one
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
    "form": {"form": "phone"},
    "pong": {"number": 1},
}
HARMLESS = ("form", "pong")  # what every page may say about itself


class Answer:
    """What came back over the line."""

    def __init__(self, raw: bytes) -> None:
        head, _, self.body = raw.decode().partition("\r\n\r\n")
        first, *lines = head.split("\r\n")
        self.status = int(first.split()[1])
        self.headers = [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines)]

    def __getitem__(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")

    def cookie(self, name: str) -> str:
        found = [re.match(rf"{name}[\w-]*=([^;]*)", value) for key, value in self.headers if key == "set-cookie"]
        return next((one[1].strip('"') for one in found if one), "")

    def shown(self) -> str:
        """All that a page, a link or a log of addresses could show; not what goes into a cookie."""
        return "\n".join([*(f"{name}: {value}" for name, value in self.headers if name != "set-cookie"), self.body])


class Walk:
    """Somebody walks through the household; whatever they are shown is searched for secrets."""

    def __init__(self, household: LiveServer) -> None:
        self.household, self.totals = household, Counter[str]()
        self.secrets: set[str] = set()

    async def go(self, path: str, cookie: str = "", form: dict[str, str] | None = None, may_show: bool = False) -> Answer:
        method, body = ("GET", "") if form is None else ("POST", urlencode(form))
        answer = Answer(await fetch(self.household.port, path, cookie, method, body))
        self.totals["pages"] += 1
        claim(answer.status < 500, f"{path} fails with {answer.status}")
        if not may_show:
            self.search(answer.shown(), f"{method} {path}")
        claim(answer.status != 200 or not self.holds(path), f"a page is shown at an address with a secret: {path}")
        claim(answer["referrer-policy"] in ("same-origin", "no-referrer"), f"{path} lets its address go elsewhere")
        return answer

    def holds(self, text: str) -> bool:
        return any(secret in text for secret in self.secrets)

    def search(self, text: str, where: str) -> None:
        for secret in self.secrets:
            claim(secret not in text, f"{where} shows a secret: … {text[max(0, text.find(secret) - 80) :][:120]!r}")

    def search_log(self) -> None:
        lines = self.household.notes.take()
        self.totals["log lines"] += len(lines)
        self.search("\n".join(lines), "the server's log")


# a table with an owner and a friend


class Company:
    """Who is at the table, by cookie."""

    def __init__(self, table: str, owner: str, link: str, secret: str) -> None:
        self.table, self.owner, self.link, self.secret, self.friend = table, owner, link, secret, ""

    @property
    def path(self) -> str:
        return f"/table/{self.table}"


async def set_up(walk: Walk) -> Company:
    form = {"players": "2", "clock": "0", "seat-0": "me", "seat-1": "open", "name": "Ana"}
    answer = await walk.go(f"/new/{quick().id}", form=form)
    claim(
        answer.status == 303 and "httponly" in answer["set-cookie"].lower(),
        "a table is set up with a cookie that no script reads",
    )
    owner = answer.cookie(COOKIE)
    walk.secrets.add(owner)
    page = await walk.go(answer["location"], f"{COOKIE}={owner}")
    links = LINK.findall(page.body)
    claim(len(links) == 1, "the owner sees a link for every friend")
    walk.secrets.add(links[0][1])
    return Company(answer["location"].split("/")[2], owner, *links[0])


async def follow_a_link(walk: Walk, company: Company) -> None:
    """The secret goes from the address into a cookie, and from there, sitting down, into one's own."""
    link, secret = company.link, company.secret
    answer = await walk.go(link)
    claim(answer.status == 303 and answer["location"] == f"{company.path}/seat", "a link leads to an address without its secret")
    claim(answer.cookie(SEAT_COOKIE) == secret and "httponly" in answer["set-cookie"].lower(), "the secret goes into a cookie")
    claim(answer["cache-control"] == "no-store", "nobody keeps the answer to a link")
    held = f"{SEAT_COOKIE}={secret}"
    claim((await walk.go(answer["location"], held)).status == 200, "who has followed a link is asked for a name")
    claim((await walk.go(f"{company.path}/seat")).status == 404, "nobody else is")
    answer = await walk.go(f"{company.path}/seat", held, {"name": "Bo"})
    claim(answer.status == 303 and answer["location"] == company.path, "they sit down")
    company.friend = answer.cookie(COOKIE)
    walk.secrets.add(company.friend)
    claim(secret not in str(answer.headers), "the link's secret is done with")


async def look_everywhere(walk: Walk, company: Company) -> None:
    """Pages, mistakes and sockets, as everybody."""
    link, secret = company.link, company.secret
    for path in (f"/table/nowhere/seat/{secret}", f"{link}/x", f"{link}?a=1", f"{link}x", f"/table//seat/{secret}"):
        await walk.go(path)
    await walk.go(link, form={"name": "Eve"})
    await walk.go(f"/language/fr?back={link}")
    for secret in ("", company.owner, company.friend):
        cookie = f"{COOKIE}={secret}"
        for end in ("", "/replay", "/moment", "/moment?seat=1", "/record.json", "/seat", "/nowhere"):
            await walk.go(company.path + end, cookie, may_show=end == "" and secret == company.owner)
        for path in ("/", f"/new/{quick().id}", f"/rules/{quick().id}", "/puzzle", "/language/fr"):
            await walk.go(path, cookie)
        for form in FORMS:
            line = await open_line(walk.household.port, company.table, secret, "en", form)
            await line.hear("event", "plain")
            await line.socket.close()
            walk.search(b"\n".join(line.heard).decode(), f"the socket in its form {form}")


# acting


def rows(walk: Walk, company: Company) -> int:
    return len(walk.household.hub.log.rows(company.table))


async def try_everything(walk: Walk, company: Company, secret: str, other: int) -> None:
    """Every type of wish, for somebody else's seat, is refused and changes nothing."""
    claim({one.__struct_config__.tag for one in get_args(Wishes)} == set(WISHES), "every type of wish is tried")
    line = await open_line(walk.household.port, company.table, secret, "en", "plain")
    await line.hear("plain")
    legal = walk.household.hub.rooms[company.table].table.match.legal(other)
    for kind, fields in WISHES.items():
        seated: dict[str, Any] = {name: other for name in fields if name in ("seat", "absent")}
        seated |= {"action": legal[0]} if kind == "play" and legal else {}
        if kind in HARMLESS or (secret and not seated):
            continue
        await refused(walk, company, line, {"type": kind, **fields, **seated})
    await line.socket.close()


async def refused(walk: Walk, company: Company, line: Line, wish: dict[str, Any]) -> None:
    before = rows(walk, company)
    await line.wish(wish)
    text = (await line.hear("refused", "plain")).get("text")
    claim(text and rows(walk, company) == before, f"somebody acts for somebody else: {json.dumps(wish)}")
    walk.totals["wishes"] += 1


# guessing


async def guess(walk: Walk, company: Company) -> None:
    """Wrong addresses, links and secrets come to an end; who sits at a table is served all the while."""
    guesses: dict[str, Callable[[], tuple[str, str]]] = {
        "tables": lambda: (f"/table/{secrets.token_urlsafe(9)}", ""),
        "links": lambda: (f"{company.path}/seat/{secrets.token_urlsafe(24)}", ""),
        "secrets": lambda: (company.path, f"{COOKIE}={secrets.token_urlsafe(24)}"),
    }
    for kind, make in guesses.items():
        walk.household.app.state.guesses.buckets.buckets.clear()
        statuses: list[int] = []
        while 429 not in statuses and len(statuses) < MOST_GUESSES:
            statuses.append((await walk.go(*make())).status)
        claim(429 in statuses, f"guessing {kind} is not limited: {Counter(statuses)}")
        claim(len(statuses) > FEW_GUESSES, f"a few mistakes with {kind} are no guesses: {Counter(statuses)}")
        claim((await walk.go(company.path)).status == 429, "a right guess opens nothing then")
        line = await open_line(walk.household.port, company.table, "", "en", "plain")
        claim("wait" in (await line.hear("gone", "plain")).get("text", ""), "neither does the socket")
        await line.socket.close()
        seated = await walk.go(company.path, f"{COOKIE}={company.friend}")
        claim(seated.status == 200, "who sits at the table is served all the while")
        line = await open_line(walk.household.port, company.table, company.friend, "en", "plain")
        await line.hear("plain")
        await line.socket.close()
        walk.totals["guesses"] += len(statuses)


async def be_embedded(walk: Walk, company: Company) -> None:
    """What foreign pages have browsers fetch tells nothing, and is no guess of those who look at them."""
    walk.household.app.state.guesses.buckets.buckets.clear()
    for number in range(MOST_GUESSES):
        path = company.path if number % 2 else f"/table/{secrets.token_urlsafe(9)}"
        answer = Answer(await fetch(walk.household.port, path, "", more=FROM_ELSEWHERE))
        claim(answer.status == 403, f"a foreign page learns something: {answer.status}")
        walk.totals["foreign guesses"] += 1
    claim((await walk.go(company.path)).status == 200, "a foreign page can lock somebody out")


async def prove(folder: Path) -> Counter[str]:
    async with live_server(folder) as household:
        walk = Walk(household)
        company = await set_up(walk)
        await follow_a_link(walk, company)
        await look_everywhere(walk, company)
        here = [await open_line(household.port, company.table, one, "en", "plain") for one in (company.owner, company.friend)]
        await add_to_deal(dict(enumerate(here)))
        await try_everything(walk, company, "", 0)
        await try_everything(walk, company, company.owner, 1)
        await try_everything(walk, company, company.friend, 0)
        for line in here:
            await line.socket.close()
        walk.search_log()
        await guess(walk, company)
        await be_embedded(walk, company)
        walk.search_log()
    return walk.totals


def token(say: Say, seed: int = 1) -> Counter[str]:
    """Broken at the first secret that is seen, the first wish that is granted wrongly, and if guessing goes on."""
    with tempfile.TemporaryDirectory() as folder:
        totals = run(prove(Path(folder)))
    say(", ".join(f"{number} {what}" for what, number in totals.items()) + ": no secret shown, nothing granted wrongly")
    return totals
