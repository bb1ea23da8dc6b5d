"""What the server refuses, and what it never reveals: tested without a browser."""

from __future__ import annotations

import http.client
import json
import re
import zlib
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

import carreau
from carreau.core.phrase import listed
from carreau.core.seed import pledge_of
from carreau.web.fragments import Screen
from carreau.web.messages import Drawing
from carreau.web.templating import SCRIPTS, static
from proofs.tools.server_process import ServerProcess
from tests.browser import Server
from tests.some import OTHERS, QUICK, asked, hiding
from tests.test_cli import refused

SHUFFLED = 2  # entries that one screen makes to add to the deal
SCREENS: WeakKeyDictionary[ClientConnection, Screen] = WeakKeyDictionary()  # what is shown at the other end
SECRET = re.compile(r"player[\w-]*=([\w-]+)")

NEW = f"/new/{QUICK.id}"


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    text: str


def ask(
    server: Server | ServerProcess, method: str, path: str, body: str = "", source: str = "127.0.0.1", **headers: str
) -> Answer:
    link = http.client.HTTPConnection("127.0.0.1", server.port, source_address=(source, 0))
    link.request(method, path, body or None, headers)
    answer = link.getresponse()
    found = Answer(answer.status, answer.headers, answer.read().decode())
    link.close()
    return found


def new_table(
    server: Server | ServerProcess, game: str = QUICK.id, seats: tuple[str, ...] = ("me", "hot"), /, **fields: str
) -> tuple[str, str]:
    """The path of a new table, and its owner's cookie."""
    form = {"players": str(len(seats)), "clock": "0", **{f"seat-{k}": seat for k, seat in enumerate(seats)}, **fields}
    answer = ask(server, "POST", f"/new/{game}", urlencode(form), Origin=server.address)
    assert answer.status == 303, answer.text
    secret = SECRET.search(answer.headers["set-cookie"])
    assert secret is not None
    return answer.headers["location"], secret[0]


def attend(
    server: Server | ServerProcess, path: str, cookie: str = "", origin: str | None = None, query: str = ""
) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}{path}/socket?{query}"
    return connect(address, origin=Origin(origin or server.address), additional_headers={"Cookie": cookie})


def hear(socket: ClientConnection, kind: str = "event") -> dict[str, Any]:
    """The next message of a kind; a screen that is asked for its part of the deal adds it, and waits for the cards."""
    while True:
        message = read(socket, socket.recv(60))
        if message["type"] == kind and not add_to_deal(socket, message):
            return message


def read(socket: ClientConnection, text: Any) -> dict[str, Any]:
    """A message; an event with what its screen shows then."""
    message: dict[str, Any] = json.loads(text)
    if message["type"] == "event":
        screen = SCREENS.setdefault(socket, Screen())
        screen.apply(msgspec.convert(message["drawing"], Drawing | None))
        choices, steps = (msgspec.to_builtins(part) for part in (screen.choices, screen.steps))
        message |= {"svg": screen.svg, "spoken": screen.spoken, "choices": choices, "steps": steps}
    return message


def add_to_deal(socket: ClientConnection, message: dict[str, Any]) -> bool:
    shuffle = message.get("shuffle")
    if not shuffle or shuffle["seat"] is None or any(player["kind"] == "open" for player in message["players"]):
        return False
    seat, part = shuffle["seat"], "5" * 64
    if str(seat) not in shuffle["pledges"]:
        socket.send(json.dumps({"type": "pledge", "seat": seat, "pledge": pledge_of(seat, part)}))
    elif shuffle["sealed"]:
        socket.send(json.dumps({"type": "part", "seat": seat, "part": part}))
    return True


def test_every_answer_has_its_headers(server: Server) -> None:
    for path in ("/", NEW, "/nowhere", "/theme.css", static("main.js")):
        headers = ask(server, "GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_what_does_not_change_is_asked_for_once(server: Server) -> None:
    """All scripts share one address that depends on their version, so that scripts that import each other fit together."""
    home = ask(server, "GET", "/").text
    for name in [*SCRIPTS, "old_browser.js", "style.css", "icon.svg"]:
        assert f'"{static(name)}"' in home
        assert "immutable" in ask(server, "GET", static(name)).headers["cache-control"]
    assert ask(server, "GET", "/static/0123456789/main.js").status == 404


def test_pages_hold_no_inline_script_or_style(server: Server) -> None:
    for path in ("/", f"/new/{OTHERS[0].id}", f"/rules/{QUICK.id}", "/puzzle", "/position"):
        text = ask(server, "GET", path).text
        assert not re.search(r"<script(?![^>]*(src=|application/json))|<style| style=| on[a-z]+=", text)


@pytest.mark.parametrize("origin", ["", "http://elsewhere.example", "null"])
def test_other_pages_cannot_post(origin: str, server: Server) -> None:
    answer = ask(server, "POST", NEW, "players=2", **({"Origin": origin} if origin else {}))
    assert answer.status == 403


def test_too_long_is_refused(server: Server) -> None:
    assert ask(server, "POST", NEW, "x" * 30_000, Origin=server.address).status == 413
    assert ask(server, "DELETE", "/").status == 405


def test_a_mistake_in_the_set_up_is_one_sentence(server: Server) -> None:
    for form, sentence in (
        ({"players": "2", "seat-0": "bot-1", "seat-1": "bot-1"}, "One seat has to be yours"),
        ({"players": "99"}, f"{listed(QUICK.players)} players"),
        ({"players": "2", "seat-0": "me", "seat-1": "king"}, "Each seat is for you"),
        ({"players": "2", "seat-0": "me", "seat-1": "bot-1", "option-first": "9"}, "a seat number"),
        ({"players": "two"}, "A number is missing"),
    ):
        answer = ask(server, "POST", NEW, urlencode(form), Origin=server.address)
        assert answer.status == 400 and sentence in answer.text


def test_the_socket_checks_where_a_page_is_from(server: Server) -> None:
    path, cookie = new_table(server)
    with pytest.raises(InvalidStatus):
        attend(server, path, cookie, "http://elsewhere.example")


def test_messages_are_limited_in_size_and_rate(server: Server) -> None:
    path, cookie = new_table(server)
    with attend(server, path, cookie) as socket:
        hear(socket)
        socket.send("x" * 10_000)
        with pytest.raises(ConnectionClosed):
            hear(socket, "never")
    with attend(server, path, cookie) as socket:
        hear(socket)
        with suppress(ConnectionClosed):
            for _ in range(200):
                socket.send('{"type": "pong", "number": 1}')
        with pytest.raises(ConnectionClosed):
            hear(socket, "never")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"type": "play"}',
        '{"type": "play", "seat": 99, "action": "x", "ply": 0}',
        '{"type": "undo", "seat": 0, "x": 1}',
        '"' * 9,
    ],
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(text: str, server: Server) -> None:
    path, cookie = new_table(server)
    with attend(server, path, cookie) as socket:
        hear(socket)
        socket.send(text)
        assert hear(socket, "refused")["text"] == "This message cannot be read."


def test_a_spectator_sees_what_all_may_see_and_does_nothing(server: Server) -> None:
    path, cookie = new_table(
        server, hiding().game, **{f"option-{name}": value for name, value in asked(hiding().options).items()}
    )
    with attend(server, path) as socket:
        event = hear(socket)
        assert event["seat"] is None and event["seats"] == [] and event["choices"] == [] and event["seed"] == ""
        for command in ('{"type": "start"}', '{"type": "rematch"}', '{"type": "hint"}'):
            socket.send(command)
            assert "watching" in hear(socket, "refused")["text"]
        for command in (
            '{"type": "look", "seat": 0}',
            '{"type": "leave", "seat": 0}',
            '{"type": "play", "seat": 0, "action": "x", "ply": 0}',
        ):
            socket.send(command)
            assert hear(socket, "refused")["text"] == "This is not your seat."
    with attend(server, path, cookie) as socket:
        assert hear(socket)["curtain"] is not None


def test_what_was_missed_is_told_exactly(server: Server) -> None:
    path, cookie = new_table(server)
    lines: list[str] = []
    with attend(server, path, cookie) as socket:
        for _ in range(4):
            event = hear(socket)
            lines += event["lines"]
            command = {"type": "play", "seat": event["seat"], "action": event["choices"][0]["action"], "ply": event["ply"]}
            socket.send(json.dumps(command))
        lines += hear(socket)["lines"]
    lines = lines[-4:]
    assert all(lines)
    for since in range(5):
        with attend(server, path, cookie, query=f"since={since + SHUFFLED}") as socket:
            assert hear(socket)["lines"] == lines[since:]


def test_a_late_command_is_refused(server: Server) -> None:
    path, cookie = new_table(server)
    with attend(server, path, cookie) as socket:
        event = hear(socket)
        command = json.dumps({"type": "play", "seat": event["seat"], "action": event["choices"][0]["action"], "ply": 0})
        socket.send(command)
        hear(socket)
        socket.send(command)
        assert "moved on" in hear(socket, "refused")["text"]


@pytest.mark.parametrize("game", carreau.games())
def test_a_move_costs_under_30_kb(game: str, server: Server) -> None:
    path, cookie = new_table(server, game, ("me", "bot-1"))
    with attend(server, path, cookie, query="form=wide") as socket:
        assert socket.response and "permessage-deflate" in socket.response.headers["sec-websocket-extensions"]
        sizes: list[int] = []
        event: dict[str, Any] = {}
        while len(sizes) < 12 and event.get("state") != "over":
            text = socket.recv(60)
            event = read(socket, text)
            if event["type"] == "event" and not add_to_deal(socket, event):
                sizes.append(len(zlib.compress(str(text).encode())))
                if event["acting"]:
                    action = event["choices"][-1]["action"]
                    socket.send(json.dumps({"type": "play", "seat": 0, "action": action, "ply": event["ply"]}))
    assert max(sizes) < 30_000


def test_mistakes_at_the_start_are_one_sentence(server: Server, tmp_path: Any) -> None:
    assert "cannot be used" in refused("serve", "--port", str(server.port), "--data", str(tmp_path))
    (tmp_path / "file").touch()
    assert "Choose another folder" in refused("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert "60 seconds" in refused("serve", "--pace", "-1")


@pytest.mark.parametrize("game", carreau.games())
def test_the_picture_of_a_game_is_its_board_alone(game: str, server: Server) -> None:
    text = ask(server, "GET", f"/tile/{game}.en.light.svg").text
    assert 'class="board"' in text and 'class="tray"' not in text and 'class="pile' not in text
    assert ask(server, "GET", f"/tile/{game}.en.sepia.svg").status == 404


def test_what_is_refused_is_no_table(server: Server) -> None:
    """However often it is tried, it does not count towards the limit on new tables."""
    path, cookie = new_table(server)
    with attend(server, path, cookie) as socket:
        hear(socket)
    answers = [ask(server, "POST", f"{path}/replay", "ply=0&seat=0", Origin=server.address, Cookie=cookie) for _ in range(70)]
    assert {answer.text.count("when the match is over") for answer in answers} == {1}


def test_a_refusal_is_in_the_language_of_the_page(server: Server) -> None:
    path, cookie = new_table(server)
    with attend(server, path, f"{cookie}; language=fr") as socket:
        event = hear(socket)
        for action, ply, words in (("?", 0, "ne peut pas être lu"), (event["choices"][0]["action"], 9, "La partie a continué")):
            socket.send(json.dumps({"type": "play", "seat": event["seat"], "action": action, "ply": ply}))
            assert words in hear(socket, "refused")["text"]
    for sent, words in (({"players": "99"}, ", pas à 99"), ({"players": "2", "option-first": "9"}, "un siège qui joue")):
        form = urlencode({"seat-0": "me", "seat-1": "bot-1", **sent})
        answer = ask(server, "POST", NEW, form, Origin=server.address, Cookie="language=fr")
        assert answer.status == 400 and words in answer.text
    assert "pas de jeu" in ask(server, "GET", "/new/chess", Cookie="language=fr").text
