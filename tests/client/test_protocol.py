"""The protocol for programs stays as documented, and another site's page gains nothing by it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from carreau.client import connect as connect_table
from carreau.client import join, new_table
from carreau.core.errors import CarreauError
from carreau.table import claim, entry
from carreau.web import middleware, program_messages, room
from carreau.web import server as web_server
from carreau.web.messages import Full, Gone, Hinted, Ping, Preparing, Refused
from carreau.web.program_messages import Hello, Join, Mistake, NewTable, Seated, Update
from carreau.web.routes import websocket
from tests.browser import ROOT, Server
from tests.client.test_client import PLAN, SHORT, first, playing, run, table_of_two
from tests.some import QUICK
from tests.web.test_guesses import MANY, Visited

HERE = Path(__file__).parent
PAGE = (ROOT / "docs" / "bots" / "protocol.md").read_text(encoding="utf-8")
JSON = {"Content-Type": "application/json"}
TOLD = (Hello, Update, Refused, Ping, Preparing, Full, Gone, Hinted)
ASKED = (Join, NewTable)
ANSWERED = (Seated, Mistake)
OF_OTHER_DOORS = {
    "no-lab",
    "too-much",
    "bad-seed",
    "bad-record",
    "bad-state",
    "bad-folder",
    "bad-database",
    "not-copied",
    "no-rulebook",
    "no-position",
    "missing-extra",
    "no-picture",
    "busy",
    "too-slow",
    "cannot-write",
}


# what is documented


def schema() -> dict[str, Any]:
    kinds = [*TOLD, *ASKED, *ANSWERED, program_messages.Commands]
    (*_, commands), parts = msgspec.json.schema_components(kinds)
    for part in parts.values():
        part.pop("description", None)
    return {"protocol": program_messages.PROTOCOL, "commands": commands["anyOf"], "messages": parts}


def test_the_messages_are_those_of_the_version() -> None:
    """If this fails, programs in the world may fail too: read "Versions" in docs/bots/protocol.md before you rewrite the file."""
    file = HERE / f"protocol-{program_messages.PROTOCOL}.json"
    assert json.loads(file.read_text(encoding="utf-8")) == json.loads(json.dumps(schema()))


def examples(title: str) -> list[bytes]:
    """The blocks of JSON under a heading of the page."""
    part = re.search(rf"^## {re.escape(title)}$(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert part, title
    return [block.encode() for block in re.findall(r"```json\n(.*?)```", part[1], re.DOTALL)]


def strictly(kind: type[Any]) -> Any:
    """The same message with all of its fields and no others."""
    fields, tag = [(one.name, one.type) for one in msgspec.structs.fields(kind)], kind.__struct_config__.tag
    return msgspec.defstruct(kind.__name__, fields, forbid_unknown_fields=True, tag=tag, tag_field="type" if tag else None)


def test_the_pages_examples_are_messages() -> None:
    told = msgspec.json.Decoder(
        type=eval(" | ".join(f"S[{k}]" for k in range(len(TOLD))), {"S": [strictly(one) for one in TOLD]})
    )
    for block in examples("What the server sends"):
        told.decode(block)
    for block in examples("What you send"):
        program_messages.decode(block.decode())
    sit, seated = examples("Sit down with a link")
    command, answer, mistake = examples("Set up a table")
    for block, kind in ((sit, Join), (seated, Seated), (command, NewTable), (answer, Seated), (mistake, Mistake)):
        msgspec.json.decode(block, type=strictly(kind) if kind is not NewTable else kind)


def test_the_page_explains_every_message_and_field() -> None:
    kinds = [*TOLD, *program_messages.Commands.__args__]
    for kind in kinds:
        assert re.search(rf"^### .*\b{kind.__struct_config__.tag}\b", PAGE, re.MULTILINE), kind
    fields = [one.name for kind in (*kinds, *ASKED, *ANSWERED, program_messages.LogEntry, program_messages.ProgramPlayer)
              for one in msgspec.structs.fields(kind)]  # fmt: skip
    assert [name for name in fields if f"`{name}`" not in PAGE and name not in ("number", "absent")] == []
    assert [kind for kind in entry.KINDS if f"`{kind}`" not in PAGE] == []


def codes(kind: type[CarreauError] = CarreauError) -> set[str]:
    """The codes of all mistakes that a table knows."""
    own = {kind.code} if kind.__module__.split(".")[1] in ("core", "table", "store", "web") else set()
    return own.union(*(codes(one) for one in kind.__subclasses__()))


def test_the_page_lists_every_code() -> None:
    listed = re.findall(r"^\| `([\w-]+)` \|", PAGE[PAGE.index("\n## Codes") : PAGE.index("\n## Close codes")], re.MULTILINE)
    assert set(listed) == codes() - OF_OTHER_DOORS | {"full"}
    closing = PAGE[PAGE.index("\n## Close codes") : PAGE.index("\n## Limits")]
    assert {websocket.GONE, websocket.TOO_MUCH, websocket.FULL} == set(map(int, re.findall(r"\b4\d{3}\b", closing)))


def test_the_pages_limits_are_those_of_the_server() -> None:
    limits = PAGE[PAGE.index("\n## Limits") : PAGE.index("\n## What a link is worth")]
    numbers = [
        websocket.BURST, websocket.A_SECOND, web_server.LARGEST_MESSAGE,
        room.CHANGES, int(room.CHANGES_A_SECOND), claim.MOST_PER_SEAT,
        websocket.MOST_PER_SEAT, websocket.MOST_WATCHING, websocket.MOST_PER_NETWORK, 256,
        60, 1, 60, middleware.LARGEST_BODY,
    ]  # fmt: skip
    assert list(map(int, re.findall(r"\b\d+\b", limits))) == numbers


# a bot in another language


def test_a_bot_in_another_language_plays_from_the_page_alone(server: Server) -> None:
    """Against the server's bot, with a connection that it cuts itself, and a refusal."""
    node = shutil.which("node")
    assert node, "Node is missing: apt install nodejs"
    command = [node, str(HERE / "bot.mjs"), server.address, PLAN.game, json.dumps(SHORT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["state"] == "over" and said["fair"] and said["connections"] == 2 and "invalid-action" in said["refused"]


def test_a_bot_in_another_language_follows_a_link(server: Server) -> None:
    node = shutil.which("node")
    assert node, "Node is missing: apt install nodejs"
    seat = new_table(server.address, PLAN.game, ["me", "open"], SHORT)

    async def whole() -> Any:
        async with connect_table(seat) as table:
            await first(table)
            return table.now

    with subprocess.Popen([node, str(HERE / "bot.mjs"), seat.links[1]], stdout=subprocess.PIPE, text=True) as process:
        last = run(whole())
        said = json.loads(process.communicate(timeout=60)[0])
    assert last.players[1].name == "Node" and said["winners"] == last.winners and said["seed"] == last.seed and said["fair"]


# versions, watching


def attend(server: Server, path: str, query: str = "protocol=1", origin: str | None = None, **headers: str) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}/table/{path}/socket?{query}"
    return connect(address, origin=Origin(origin) if origin else None, additional_headers=headers)


def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(60))
        if message["type"] == kind:
            return message


@pytest.mark.parametrize("asked", ["0", "2", "one", ""])
def test_another_version_is_refused(asked: str, server: Server) -> None:
    seat = new_table(server.address, QUICK.id)
    with attend(server, seat.table, f"protocol={asked}") as socket:
        told = hear(socket, "gone")
        with pytest.raises(ConnectionClosed) as found:
            socket.recv(10)
    assert told["code"] == "unknown-protocol" and "protocol 1" in told["text"]
    assert found.value.rcvd and found.value.rcvd.code == websocket.GONE


def test_who_watches_is_told_what_everybody_may_see(server: Server) -> None:
    one, two = table_of_two(server)

    async def begin() -> None:
        async with playing((one, two)):
            pass

    with attend(server, one.table) as socket:
        assert hear(socket, "hello")["seat"] is None
        run(begin())
        while (update := hear(socket, "update"))["state"] == "waiting":
            assert update["view"] is None
        assert update["seat"] is None and update["legal"] == [] and update["view"]["seat"] is None
        socket.send(json.dumps({"type": "play", "seat": 0, "action": "?", "ply": 0}))
        assert hear(socket, "refused")["code"] == "not-now"


# who is trusted


def post(server: Server, path: str, body: str = "{}", **headers: str) -> tuple[int, dict[str, str]]:
    link = HTTPConnection("127.0.0.1", server.port)
    link.request("POST", path, body, headers)
    answer = link.getresponse()
    found = answer.status, json.loads(answer.read() or "{}") if "json" in str(answer.headers["content-type"]) else {}
    link.close()
    return found


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null"])
def test_a_page_from_elsewhere_gains_nothing(origin: str, server: Server) -> None:
    """Even if the page knew the link or the token, the browser would name the page, and that is enough to refuse it."""
    seat = new_table(server.address, QUICK.id, ["me", "open"])
    link = seat.links[1].removeprefix(server.address)
    assert post(server, link, Origin=origin, **JSON)[0] == 403
    assert post(server, "/tables", json.dumps({"game": QUICK.id}), Origin=origin, **JSON)[0] == 403
    for header in ({"Authorization": f"Bearer {seat.token}"}, {}):
        with pytest.raises(InvalidStatus) as found:
            attend(server, seat.table, origin=origin, **header)
        assert found.value.response.status_code == 403
    assert join(seat.links[1]).seat == 1, "and the link is as good as before"


def test_what_a_browser_could_send_without_asking_first_is_refused(server: Server) -> None:
    """A form from a page that hides its address: no JSON, and no origin."""
    seat = new_table(server.address, QUICK.id, ["me", "open"])
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        for path in (seat.links[1].removeprefix(server.address), "/tables"):
            assert post(server, path, json.dumps({"game": QUICK.id}), **({"Content-Type": kind} if kind else {}))[0] == 403


def test_a_programs_cookies_count_for_nothing(server: Server) -> None:
    seat = new_table(server.address, QUICK.id, ["me", "open"])
    cookie = f"player={seat.token}; player-{server.port}={seat.token}"
    with attend(server, seat.table, origin=server.address, Cookie=cookie) as socket:
        assert hear(socket, "hello")["seat"] == 0, "a page of our own is known by its cookie"
    with attend(server, seat.table, Cookie=cookie) as socket:
        assert hear(socket, "hello")["seat"] is None
    with attend(server, seat.table, "form=wide", Cookie=cookie) as socket:
        assert hear(socket, "event")["seats"] == []
    status, seated = post(server, seat.links[1].removeprefix(server.address), Cookie=cookie, **JSON)
    assert status == 201 and seated["token"] != seat.token, "otherwise they would sit there already"


def test_links_and_tokens_are_guessed_as_seldom_as_addresses(server: Server) -> None:
    seat = new_table(server.address, QUICK.id, ["me", "open"])
    link = seat.links[1].removeprefix(server.address)
    guesser = Visited(server)
    answers = [guesser.ask(f"/table/{seat.table}/seat/guess-{k}", "POST", "{}", **JSON)[0] for k in range(MANY)]
    assert answers[0] == 404 and answers[-1] == 429
    assert guesser.ask(link, "POST", "{}", **JSON)[0] == 201, "a right link always opens"
    guesser = Visited(server)
    asked = [guesser.ask(f"/table/{seat.table}/record.json", Authorization=f"Bearer guess-{k}")[0] for k in range(MANY)]
    assert asked[0] == 400 and asked[-1] == 429
    assert guesser.ask(f"/table/{seat.table}", Authorization=f"Bearer {seat.token}")[0] == 200, "and so does a right token"


def test_tokens_are_guessed_no_oftener_over_sockets(server: Server) -> None:
    seat = new_table(server.address, QUICK.id, ["me", "open"])
    address = f"ws://127.0.0.1:{server.port}/table/{seat.table}/socket?protocol=1"
    told = []
    for k in range(MANY):
        headers = {"Authorization": f"Bearer guess-{k}"}
        with connect(address, additional_headers=headers, source_address=("127.0.44.250", 0)) as socket:
            told.append(hear(socket, "gone")["code"])
    assert told[0] == "no-seat" and told[-1] == "too-often"
