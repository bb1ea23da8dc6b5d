"""Take a seat, with one of two HTTP requests: for a seat's link, or for a table of your own."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .errors import Gone

PROTOCOL = 1
SECONDS = 120.0  # a game may have to be compiled first


@dataclass(frozen=True)
class Seat:
    """A seat at a table, and the token that opens it. Keep it as you would keep a password.

    Attributes:
        address: Where the server is, such as `https://example.org/games`.
        table: The name of the table in its address.
        seat: The number of the seat, from 0.
        token: What opens the seat. It is valid as long as the table exists.
        links: The links of seats that are still free, if you set up the table.
    """

    address: str
    table: str
    seat: int
    token: str = field(repr=False)
    links: Mapping[int, str] = field(default_factory=dict, repr=False)

    @property
    def socket(self) -> str:
        """The address of the WebSocket."""
        return f"{self.address.replace('http', 'ws', 1)}/table/{self.table}/socket"

    def at(self, table: str) -> Seat:
        """The same player at another table, such as the rematch."""
        return replace(self, table=table, links={})

    def record(self) -> dict[str, Any]:
        """The record of the match, once it is over."""
        record: dict[str, Any] = request(f"{self.address}/table/{self.table}/record.json", None, self.token)
        return record


def join(link: str, name: str = "", token: str = "") -> Seat:
    """Sit down with the link of a seat. A link works once.

    Args:
        link: The whole link, `http(s)://…/table/ID/seat/SECRET`.
        name: How others see you.
        token: A token from the same server, to stay the same player.

    Raises:
        Gone: The link opens no seat.
    """
    found = request(link, {"name": name}, token)
    return Seat(link.partition("/table/")[0], found["table"], found["seat"], found["token"])


def new_table(
    address: str,
    game: str,
    seats: Sequence[str] = ("me", "bot-3"),
    options: Mapping[str, Any] | None = None,
    clock: int = 0,
    name: str = "",
    token: str = "",
) -> Seat:
    """Set up a table and sit down there.

    Args:
        address: Where the server is, such as `http://127.0.0.1:8421`.
        game: The game's id.
        seats: Who sits where: `me` once, `bot-1` to `bot-5` for one of the server's bots, `open` for somebody who gets a link.
        options: The game's options; others keep their defaults.
        clock: Seconds that each player has for the whole match; 0 for no clock.
        name: How others see you.
        token: A token from the same server, to stay the same player.

    Raises:
        Gone: Such a table cannot be set up.
    """
    address = address.rstrip("/")
    command = {"game": game, "seats": list(seats), "options": dict(options or {}), "clock": clock, "name": name}
    found = request(f"{address}/tables", command, token)
    links = {int(seat): link for seat, link in found["links"].items()}
    return Seat(address, found["table"], found["seat"], found["token"], links)


def request(url: str, command: Mapping[str, Any] | None, token: str) -> Any:
    """One request, with a body of JSON or none, and its answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = urllib.request.Request(url, None if command is None else json.dumps(command).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            raise mistake(error) from None


def mistake(error: urllib.error.HTTPError) -> Gone:
    """What the server says is wrong: as JSON from a table, otherwise as plain text."""
    said = error.read().decode(errors="replace")
    try:
        found = json.loads(said)
        return Gone(found["code"], found["text"])
    except (ValueError, KeyError, TypeError):
        return Gone(f"http-{error.code}", said[:200])
