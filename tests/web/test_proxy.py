"""Behind a real nginx with exactly the configuration in docs/host/deploy.md: https, a prefix, sockets, each visitor's address."""

from __future__ import annotations

import http.client
import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Page
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from carreau.web.cookies import secret_of
from tests.browser import ROOT, Server, invite, tap_one, until
from tests.some import QUICK

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
ADDRESS = f"127.0.{os.getpid() % 100 + 100}.1"  # of the proxy, which nobody else uses
BLOCKS = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "host" / "deploy.md").read_text(encoding="utf-8"), re.S)
CONFIGURATION = """
{user} daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;
events {{ worker_connections 500; }}
http {{
    access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    {map}
    server {{
        listen {address}:{port} ssl; ssl_certificate {folder}/certificate; ssl_certificate_key {folder}/key;
        {location}
    }}
}}
"""
MANY = 70  # more guesses than allowed


class Proxied:
    """A server behind its proxy."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.port = server, port
        self.origin = f"https://{ADDRESS}:{port}"
        self.url = f"{self.origin}/games"

    def ask(
        self, path: str, method: str = "GET", body: str = "", source: str = "", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, str]:  # fmt: skip
        """Through the proxy, from a given address."""
        found = http.client.HTTPSConnection(
            ADDRESS, self.port, context=unverified(), source_address=(source, 0) if source else None
        )
        return answer_of(found, path, method, body, headers)

    def ask_directly(
        self, path: str, method: str = "GET", body: str = "", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, str]:
        """Like a proxy that says whatever it likes."""
        return answer_of(http.client.HTTPConnection("127.0.0.1", self.server.port), path, method, body, headers)

    def new_table(self) -> tuple[str, str]:
        form = urlencode({"players": "2", "clock": "0", "seat-0": "me", "seat-1": "open"})
        status, headers, text = self.ask(f"/games/new/{QUICK.id}", "POST", form, Origin=self.origin)
        assert status == 303, text
        return headers["location"], str(headers["set-cookie"]).partition(";")[0]


def answer_of(
    link: http.client.HTTPConnection, path: str, method: str, body: str, headers: dict[str, str]
) -> tuple[int, http.client.HTTPMessage, str]:  # fmt: skip
    link.request(method, path, body or None, headers)
    answer = link.getresponse()
    found = answer.status, answer.headers, answer.read().decode()
    link.close()
    return found


def unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    assert NGINX, "nginx is missing: apt install nginx-light"
    folder = tmp_path_factory.mktemp("nginx")
    with socket.create_server((ADDRESS, 0)) as probe:
        port = probe.getsockname()[1]
    server = Server(folder / "data", "--url", f"https://{ADDRESS}:{port}/games/", "--proxy", "127.0.0.1")
    names = ["-subj", f"/CN={ADDRESS}", "-days", "2", "-keyout", f"{folder}/key", "-out", f"{folder}/certificate"]
    command = ["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", *names]
    subprocess.run(command, check=True, capture_output=True)
    map, location = BLOCKS
    location = location.replace("127.0.0.1:8421", f"127.0.0.1:{server.port}")
    user = "" if os.geteuid() else "user root;"  # who owns the folder
    text = CONFIGURATION.format(user=user, folder=folder, address=ADDRESS, port=port, map=map, location=location)
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    nginx = subprocess.Popen([NGINX, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/errors"], stderr=subprocess.DEVNULL)
    wait_for(port, nginx, folder / "errors")
    yield Proxied(server, port)
    nginx.terminate()
    nginx.wait()
    server.kill()


def wait_for(port: int, nginx: subprocess.Popen[bytes], errors: Path) -> None:
    end = time.monotonic() + 30
    while nginx.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection((ADDRESS, port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise AssertionError(f"nginx does not run: {errors.read_text()}")


# addresses


PLACES = re.compile(r'(?:href|src|srcset|action|data-sheet|data-record)="([^"]*)"')


def test_every_address_on_a_page_leads_somewhere(live: Proxied) -> None:
    path, cookie = live.new_table()
    assert path.startswith("/games/table/")
    seen: dict[str, int] = {}
    pictures: Counter[str] = Counter()
    for page in (
        "/games/",
        f"/games/new/{QUICK.id}",
        f"/games/rules/{QUICK.id}",
        "/games/puzzle",
        "/games/position",
        path,
        f"{path}/replay",
        "/games/nowhere",
    ):
        text = live.ask(page, Cookie=cookie)[2]
        for place in [place for place in PLACES.findall(text) if not place.startswith("#")]:
            assert place.startswith("/games/"), f"{place} on {page}"
            kind = place.split("/")[2]
            pictures[kind] += kind in ("tile", "example")
            if place not in seen and "record.json" not in place and pictures[kind] <= 1:
                seen[place] = live.ask(place, Cookie=cookie)[0]
    found = Counter(seen.values())
    assert found[200] > 25 and not {403, 404, 421} & set(found) and max(found) < 500, seen


@pytest.mark.parametrize(
    "path", sorted([*(ROOT / "carreau" / "web").rglob("*.html"), *(ROOT / "carreau" / "web").rglob("*.js")]), ids=str
)
def test_no_address_is_written_without_the_prefix(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r'(href|src|srcset|action|data-\w+)="/', text) and not re.search(
        r"(?<!root ~ )[\"'`(](/table|/new|/position|/static|/sheet|/tile|/example)/", text
    )


@pytest.mark.parametrize("path", sorted((ROOT / "carreau" / "web").rglob("*.py")), ids=lambda path: path.name)
def test_nobody_is_led_past_the_prefix(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r'RedirectResponse\(f?"/|path=f?"/', text)


def test_the_prefix_may_be_handed_on_or_not(live: Proxied) -> None:
    public = {"Host": f"{ADDRESS}:{live.port}"}
    for path in ("/games/", "/", f"/games/new/{QUICK.id}", f"/new/{QUICK.id}", "/games/theme.css", "/theme.css"):
        for headers in (public, {}):
            status, _, text = live.ask_directly(path, **headers)
            assert status == 200 and ("href=" not in text or 'href="/games/' in text), path
    assert live.ask_directly("/games", **public)[1]["location"].endswith(f"{ADDRESS}:{live.port}/games/")
    assert live.ask_directly("/", Host="evil.example")[0] == 421


def test_a_rewritten_host_works(live: Proxied) -> None:
    """What counts is the address given with --url, whatever a proxy writes."""
    assert live.ask_directly(f"/new/{QUICK.id}", "POST", "players=7", Origin=live.origin)[0] == 400
    for origin in (
        f"http://127.0.0.1:{live.server.port}",
        f"http://{ADDRESS}:{live.port}",
        "https://evil.example",
        f"https://{ADDRESS}",
    ):
        assert live.ask_directly(f"/new/{QUICK.id}", "POST", "players=7", Origin=origin)[0] == 403, origin


def test_languages_and_mistakes_stay_behind_the_prefix(live: Proxied) -> None:
    for back, location in (
        ("/games/puzzle", "/games/puzzle"),
        ("/elsewhere", "/games/"),
        ("//evil.example/", "/games/"),
        ("", "/games/"),
    ):
        assert live.ask(f"/games/language/fr?back={back}")[1]["location"] == location
    assert 'href="/games/"' in live.ask("/games/static/nowhere")[2]


def test_cookies_are_for_this_server_and_https(live: Proxied) -> None:
    form = urlencode({"players": "2", "clock": "0", "seat-0": "me", "seat-1": "open", "name": "Ana"})
    _, headers, _ = live.ask(f"/games/new/{QUICK.id}", "POST", form, Origin=live.origin)
    kept = headers.get_all("set-cookie") or []
    assert len(kept) == 2 and all("Path=/games;" in one and "Secure" in one and "HttpOnly" in one for one in kept)
    assert kept[0].startswith(f"__Secure-player-{live.port}-games="), "nobody sets it over http"


def test_nobody_else_can_give_us_a_players_cookie() -> None:
    def asked(scheme: str, root: str, cookie: str) -> HTTPConnection:
        headers = [(b"host", b"example.org"), (b"cookie", cookie.encode())]
        return HTTPConnection({"type": "http", "scheme": scheme, "headers": headers, "root_path": root, "path": "/"})

    assert secret_of(asked("https", "", "__Host-player=mine; player=planted")) == "mine"
    assert secret_of(asked("https", "", "player=planted")) == secret_of(asked("wss", "", "player=planted")) == ""
    assert secret_of(asked("https", "/games", "__Secure-player-games=mine")) == "mine"
    assert secret_of(asked("http", "", "player=mine")) == "mine"


# sockets


def test_sockets_come_from_the_public_pages_alone(live: Proxied) -> None:
    path, cookie = live.new_table()
    for origin, status in (
        (live.origin, 101),
        ("https://evil.example", 403),
        (f"http://127.0.0.1:{live.server.port}", 403),
    ):
        try:
            with connect(
                f"wss://{ADDRESS}:{live.port}{path}/socket", ssl=unverified(), origin=Origin(origin),
                additional_headers={"Cookie": cookie},
            ) as line:  # fmt: skip
                while '"type":"preparing"' in (said := str(line.recv(60))):
                    pass
                assert status == 101 and '"type":"event"' in said
        except InvalidStatus as error:
            assert error.response.status_code == status


# who asks


def test_everybody_has_their_own_limits(live: Proxied) -> None:
    path, _ = live.new_table()

    def guess() -> int:
        return live.ask(f"/games/table/{secrets.token_urlsafe(9)}", source="127.0.0.50")[0]

    def is_refused_after_guessing() -> bool:
        assert any(guess() == 429 for _ in range(MANY))
        return live.ask(path, source="127.0.0.50", **{"X-Forwarded-For": "198.51.100.7"})[0] == 429

    tries = 5  # somebody who has waited for two seconds may ask once more, and so long may it take here
    assert any(is_refused_after_guessing() for _ in range(tries)), "what visitors write themselves is not believed"
    assert live.ask(path, source="127.0.0.51")[0] == 200


def test_of_the_sixth_version_a_live_is_one_address(live: Proxied) -> None:
    def of(address: str) -> dict[str, str]:
        return {"X-Forwarded-For": address}

    path, _ = live.new_table()
    statuses = [live.ask_directly("/table/nowhere", **of(f"2001:db8:1:1::{k:x}"))[0] for k in range(MANY)]
    assert statuses[0] == 404 and statuses[-1] == 429
    assert live.ask_directly(path, **of("2001:db8:1:2::1"))[0] == 200
    answers = [
        live.ask_directly(f"/new/{QUICK.id}", "POST", "players=7", Origin=live.origin, **of(f"2001:db8:2:1::{k:x}"))
        for k in range(MANY)
    ]
    assert answers[0][0] == 400 and "too many tables" not in answers[0][2]
    assert answers[-1][0] == 429 and "too many tables" in answers[-1][2]
    status, _, text = live.ask_directly("/puzzle", "POST", Origin=live.origin, **of("2001:db8:2:1::1"))
    assert status == 429 and "too many tables" in text
    answer = live.ask_directly(f"/new/{QUICK.id}", "POST", "players=7", Origin=live.origin, **of("2001:db8:2:2::1"))[2]
    assert "too many tables" not in answer


# in a browser


def test_a_match_can_be_played(live: Proxied, open_page: Callable[..., Page]) -> None:
    page, friend = open_page(ignore_https_errors=True), open_page(ignore_https_errors=True, locale="fr-FR")
    page.goto(f"{live.url}/")
    page.click("a.tile >> nth=0")
    page.select_option("[name=players]", "2")
    page.select_option("[name=seat-0]", "me")
    page.select_option("[name=seat-1]", "open")
    page.click("text=Start")
    until(page, "Boolean(globalThis.carreau?.event)", 60)
    invite(page, friend)
    for one in (page, friend):
        assert one.url.startswith(f"{live.url}/table/")
    mover = page if page.evaluate("carreau.event.acting") else friend
    tap_one(mover, 0)
    page.goto(f"{page.url}/replay")
    until(page, "document.querySelectorAll('#scene .card').length > 0 && document.querySelector('#sheet').children.length > 0")
    assert page.input_value("#share").startswith(f"{live.url}/table/")
    page.goto(f"{live.url}/")
    assert urlsplit(page.locator(".tables a").first.evaluate("one => one.href")).path.startswith("/games/table/")
    page.fill("[name=link]", friend.url)
    page.click("#join button")
    page.wait_for_url(friend.url)
