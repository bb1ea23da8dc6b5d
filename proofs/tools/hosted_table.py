"""A table that somebody sets up in the browser, and everything that is shown there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from carreau.web.cookies import PLAYER_COOKIE
from proofs.proof import require
from proofs.tools.http import Answer
from proofs.tools.live_server import LiveServer
from proofs.tools.visitor import Recorder

SEE_OTHER = 303
SEAT = re.compile(r'<div data-seat="(\d)">')
LINK = re.compile(r'class="link" readonly value="http://[^/]+(/table/[\w-]+/seat/([\w=-]+))"')


class Searched:
    """Asks for pages, and searches whatever is shown for secrets."""

    def __init__(self, server: LiveServer) -> None:
        self.server, self.totals = server, Counter[str]()
        self.secrets: set[str] = set()  # of browsers: no page shows them
        self.links: set[str] = set()  # secrets that a page shows its host, and nobody else

    async def ask(
        self, path: str, secret: str = "", form: Mapping[str, str] | None = None, link: str = "", may_show: bool = False
    ) -> Answer:  # fmt: skip
        """`may_show`: whether links may be seen there."""
        answer = await self.server.ask(path, secret, link=link, form=form)
        self.totals["pages"] += 1
        require(answer.status < 500, f"{path} fails with {answer.status}")
        self.search(answer.shown(), path, may_show)
        shown_there = answer.status == 200 and any(secret in path for secret in self.secrets | self.links)
        require(not shown_there, f"a page is shown at an address with a secret: {path}")
        require(answer["referrer-policy"] in ("same-origin", "no-referrer"), f"{path} reveals its address to other sites")
        return answer

    def search(self, text: str, where: str, may_show: bool = False) -> None:
        for secret in self.secrets | (set() if may_show else self.links):
            require(secret not in text, f"{where} shows a secret: … {text[max(0, text.find(secret) - 80) :][:120]!r}")

    def search_log(self) -> None:
        lines = self.server.notes.take()
        self.totals["log lines"] += len(lines)
        self.search("\n".join(lines), "the server's log")


class HostedTable:
    """Its id, the secrets of the browsers there, and the links that its host was shown."""

    def __init__(self, pages: Searched, id: str, host: str) -> None:
        self.pages, self.server, self.id, self.host, self.friend = pages, pages.server, id, host, ""
        self.links: dict[int, tuple[str, str]] = {}  # path and secret, by seat

    @property
    def path(self) -> str:
        return f"/table/{self.id}"

    def client(self, secret: str, form: str = "plain") -> Recorder:
        return Recorder(self.server, self.id, secret, form)

    def entries(self) -> int:
        return len(self.server.hub.log.entries(self.id))

    async def links_shown(self) -> dict[int, tuple[str, str]]:
        """What the host's page shows now, by seat."""
        body = (await self.pages.ask(self.path, self.host, may_show=True)).body
        return dict(zip(map(int, SEAT.findall(body)), LINK.findall(body)))


async def set_up(pages: Searched, game: str, seats: Sequence[str]) -> HostedTable:
    """As a host does it: every seat is me, open, or a bot."""
    form = {"players": str(len(seats)), "clock": "0", "name": "Ana", **{f"seat-{k}": kind for k, kind in enumerate(seats)}}
    answer = await pages.ask(f"/new/{game}", form=form)
    require(answer.status == SEE_OTHER, f"{game}: no table can be set up: {answer.status}")
    require("httponly" in answer["set-cookie"].lower(), "a script could read the host's cookie")
    table = HostedTable(pages, answer["location"].split("/")[2], answer.cookie(PLAYER_COOKIE))
    pages.secrets.add(table.host)
    table.links = await table.links_shown()
    free = [seat for seat, kind in enumerate(seats) if kind == "open"]
    require(sorted(table.links) == free, f"there are links for the seats {sorted(table.links)}, but the free seats are {free}")
    return table
