"""What counts as guessing, for whom, and what does not. Each test uses its own address, so as not to disturb the others."""

from __future__ import annotations

import itertools
import re
import secrets
import socket
from collections import Counter

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.browser import Server
from tests.some import QUICK
from tests.web.test_middleware import Answer, ask, new_table

OWN = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
IMAGE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
OLD_IMAGE = {"Referer": "http://evil.example/", "Accept": "image/avif,image/webp,*/*;q=0.8"}
SECRET_IMAGE = {"Accept": "image/avif,image/webp,*/*;q=0.8"}  # from a page that hides its address
MANY = 70  # more guesses than allowed
ADDRESSES = (f"127.0.44.{number}" for number in itertools.count(1))


class Visited:
    """Somebody with an address of their own."""

    def __init__(self, server: Server) -> None:
        self.server, self.address = server, next(ADDRESSES)

    def ask(self, path: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
        return ask(self.server, method, path, body, self.address, **headers)

    def guess(self, times: int = MANY, /, **headers: str) -> Counter[int]:
        return Counter(self.ask(f"/table/{secrets.token_urlsafe(9)}", **headers)[0] for _ in range(times))


@pytest.fixture
def visitor(server: Server) -> Visited:
    return Visited(server)


# cookies of another server


def test_a_cookie_of_another_server_counts_once(server: Server, visitor: Visited) -> None:
    path, _ = new_table(server)
    cookie = f"player={secrets.token_urlsafe(24)}"
    assert {visitor.ask(path, Cookie=cookie)[0] for _ in range(MANY)} == {200}
    assert visitor.guess(58) == {404: 58}, "one guess is gone, and not seventy"


def test_secrets_are_guessed_as_often_as_addresses(server: Server, visitor: Visited) -> None:
    path, _ = new_table(server)
    seen = [visitor.ask(path, Cookie=f"player={secrets.token_urlsafe(24)}")[0] for _ in range(MANY)]
    assert seen[0] == 200 and seen[-1] == 429


def test_an_unknown_secret_is_replaced_and_the_other_server_keeps_its_own(server: Server, visitor: Visited) -> None:
    """Browsers send cookies to every port of a host."""
    foreign = secrets.token_urlsafe(24)
    form = "players=2&clock=0&seat-0=me&seat-1=bot-1"
    origin = {"Origin": server.address, "Cookie": f"player={foreign}; player-1={foreign}"}
    status, headers, _ = visitor.ask(f"/new/{QUICK.id}", "POST", form, **origin)
    kept = re.search(r"(player[\w-]*)=([\w-]+)", headers["set-cookie"])
    assert status == 303 and kept and kept[1] == f"player-{server.port}" and kept[2] != foreign
    both = f"player={foreign}; {kept[0]}"
    assert 'id="leave"' in visitor.ask(headers["location"], Cookie=both)[2], "our own secret is the one that counts"
    again = visitor.ask(f"/new/{QUICK.id}", "POST", form, Origin=server.address, Cookie=both)[1]["set-cookie"]
    assert kept[0] in again, "and is kept"


# what other sites' pages cause


@pytest.mark.parametrize("headers", [IMAGE, OLD_IMAGE, SECRET_IMAGE], ids=["image", "old image", "secret image"])
def test_what_foreign_pages_fetch_is_no_guess_of_ours(headers: dict[str, str], server: Server, visitor: Visited) -> None:
    path, _ = new_table(server)
    assert set(visitor.guess(**headers)) <= {403, 404, 429}
    for own in (OWN, {"Accept": "text/html"}, {"Referer": f"{server.address}/", "Accept": "*/*"}):
        assert visitor.ask(path, **own)[0] == 200
    assert visitor.guess(5, **OWN) == {404: 5}


def test_what_foreign_pages_fetch_tells_nothing(server: Server, visitor: Visited) -> None:
    """Tables that exist and tables that don't look the same, so there is nothing to guess."""
    path, _ = new_table(server)
    assert visitor.ask(path, **IMAGE)[::2] == visitor.ask("/table/nowhere", **IMAGE)[::2]
    assert visitor.ask(path, **IMAGE)[0] == 403


def test_a_link_on_a_foreign_page_works_and_cannot_be_used_to_guess(server: Server, visitor: Visited) -> None:
    path, _ = new_table(server)
    assert visitor.ask(path, **LINK)[0] == 200
    assert visitor.guess(**LINK)[429] > 0, "who pretends to be elsewhere is limited as well"
    assert visitor.ask(path, **LINK)[0] == 429 and visitor.ask(path, **OWN)[0] == 200


# someone who has guessed too often


def test_a_right_link_always_opens(server: Server, visitor: Visited) -> None:
    path, owner = new_table(server, QUICK.id, ("me", "open"))
    page = Visited(server).ask(path, Cookie=owner)[2]
    link = re.search(r'value="http://[^/"]+(/table/[\w-]+/seat/[\w=-]+)"', page)
    assert link
    assert visitor.guess()[429] > 0 and visitor.ask(path)[0] == 429
    assert visitor.ask(f"{path}/seat/{secrets.token_urlsafe(24)}")[0] == 429 and visitor.ask(f"{path}/seat")[0] == 429
    status, headers, text = visitor.ask(link[1])
    assert status == 303 and not text
    seat = str(headers["set-cookie"]).partition(";")[0]
    assert visitor.ask(headers["location"], Cookie=seat)[0] == 200
    status, headers, _ = visitor.ask(f"{path}/seat", "POST", "name=Bo", Origin=server.address, Cookie=seat)
    assert status == 303
    own = re.search(r"player[\w-]*=[\w-]+", headers["set-cookie"])
    assert own and visitor.ask(path, Cookie=own[0])[0] == 200, "and who sits is served"


def test_nobody_is_believed_unless_told(server: Server) -> None:
    """Claiming another address does not make you somebody else, not even on this machine."""
    visitor = Visited(server)
    visitor.address = "127.0.0.1"
    statuses = [
        visitor.ask("/table/nowhere", **LINK, **{"X-Forwarded-For": f"192.0.2.{k}", "Forwarded": f"for=192.0.2.{k}"})[0]
        for k in range(MANY)
    ]
    assert statuses[0] == 404 and statuses[-1] == 429


# other names


def test_other_names_are_refused(server: Server, visitor: Visited) -> None:
    status, headers, text = visitor.ask("/", Host="evil.example")
    assert status == 421 and "--url" in text and "default-src 'none'" in headers["content-security-policy"]
    assert "--url" in visitor.ask("/", Host="evil.example", Cookie="language=fr")[2]
    for name in (f"localhost:{server.port}", f"[::1]:{server.port}", "127.0.0.1"):
        assert visitor.ask("/theme.css", Host=name)[0] == 200
    assert visitor.ask(f"/new/{QUICK.id}", "POST", "players=2", Host="evil.example", Origin="http://evil.example")[0] == 421


def test_a_socket_by_another_name_is_refused(server: Server) -> None:
    path, cookie = new_table(server)
    address = f"ws://evil.example:{server.port}{path}/socket"
    with pytest.raises(InvalidStatus) as found:
        connect(
            address, sock=socket.create_connection(("127.0.0.1", server.port)), additional_headers={"Cookie": cookie},
            origin=Origin(f"http://evil.example:{server.port}"),
        )  # fmt: skip
    assert found.value.response.status_code == 421


def test_another_scheme_is_another_origin(server: Server, visitor: Visited) -> None:
    origin = f"https://127.0.0.1:{server.port}"
    assert visitor.ask(f"/new/{QUICK.id}", "POST", "players=2", Origin=origin)[0] == 403
