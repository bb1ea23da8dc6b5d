"""Which names the server answers to, whom it believes, and which address it prints."""

from __future__ import annotations

import os
import re
import resource
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from carreau.core.errors import BadOption
from carreau.web.app import check_prefix
from carreau.web.network import network
from carreau.web.server import raise_file_limit
from carreau.web.site import Site, make_site
from tests.browser import ROOT
from tests.test_cli import refused


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8421", "127.0.0.1:8421", "127.9.9.9", "[::1]:8421", "[::1]", "localhost."]
)
def test_this_machine_is_known_by_its_own_names(host: str) -> None:
    assert Site().knows(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "192.168.1.20",
        "localhost.evil.example",
        "evil@localhost",
        "localhost/x",
        "localhost:x",
        "127.0.0.1.evil",
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert not Site().knows(host)


def test_a_network_knows_a_machine_by_number_and_name() -> None:
    name = socket.gethostname().lower()
    for bound in ("0.0.0.0", "", "::", "192.168.1.20"):
        site = make_site(bound=bound)
        for host in ("192.168.1.20:8421", "[fd00::1]:8421", f"{name}:8421", f"{name.partition('.')[0]}.local", "localhost"):
            assert site.knows(host)
        assert not site.knows("evil.example:8421")
    for bound in ("127.0.0.1", "::1", "localhost"):
        assert not make_site(bound=bound).knows("192.168.1.20:8421")
    assert make_site(bound="games.lan").knows("games.lan:8421")


def test_a_public_address_is_told() -> None:
    site = make_site("https://Example.org:443/games/")
    assert (site.scheme, site.host, site.root) == ("https", "example.org", "/games")
    assert site.knows("example.org") and site.knows("127.0.0.1:8421") and not site.knows("evil.example")
    assert make_site("http://example.org:8080").host == "example.org:8080"
    assert make_site("http://[fd00::1]:8421/").knows("[fd00::1]:8421")


@pytest.mark.parametrize(
    "url",
    ["example.org", "ftp://example.org", "https://", "https://x/?a", "https://a@b/", "https://x/a b/", "https://x/../", "//x/"],
)
def test_what_is_no_public_address_is_one_sentence(url: str) -> None:
    with pytest.raises(BadOption, match="cannot be the public address"):
        make_site(url)


def test_wrong_options_are_one_sentence() -> None:
    with pytest.raises(BadOption, match="address of a proxy"):
        make_site(proxies=["proxy.example"])
    with pytest.raises(BadOption, match="at least one connection"):
        make_site(connections=0)
    with pytest.raises(BadOption, match="cannot be '/table/x'"):
        check_prefix("/table/x")
    assert "cannot be '/rules'" in refused("serve", "--url", "https://example.org/rules/")


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "visitor"),
    [
        ([], "127.0.0.1", ["192.0.2.1"], "127.0.0.1"),
        (["10.0.0.0/8"], "127.0.0.1", ["192.0.2.1"], "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
        (["127.0.0.1"], "127.0.0.1", ["6.6.6.6, 192.0.2.1"], "192.0.2.1"),
        (["127.0.0.1"], "127.0.0.1", ["6.6.6.6", "192.0.2.1:5000"], "192.0.2.1"),
        (["127.0.0.1", "10.0.0.0/8"], "127.0.0.1", ["6.6.6.6, 192.0.2.1, 10.1.2.3"], "192.0.2.1"),
        (["127.0.0.1"], "127.0.0.1", ["6.6.6.6, rubbish"], "127.0.0.1"),
        (["127.0.0.1"], "127.0.0.1", [], "127.0.0.1"),
        (["127.0.0.1"], "::ffff:127.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"),
        (["::1"], "::1", ["2001:db8::1"], "2001:db8::1"),
    ],
)
def test_who_is_believed(proxies: list[str], peer: str, forwarded: list[str], visitor: str) -> None:
    assert make_site(proxies=proxies).visitor(peer, forwarded) == visitor


def test_a_network_of_the_fourth_version_is_one_address() -> None:
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("::ffff:192.0.2.2")


def test_the_file_limit_is_raised() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    low = min(256, before[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (low, before[1]))
    try:
        lines = raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(before[1], 65_536) == lines + 128
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# the address it prints


def announced(folder: Path, *words: str) -> str:
    """The address that `carreau serve` prints, which must work."""
    command = [sys.executable, "-u", "-m", "carreau", "serve", "--port", "0", "--data", str(folder), *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "300", "NO_COLOR": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found
        fetched = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).status)"
        assert subprocess.run([sys.executable, "-c", fetched, found[0]], capture_output=True, text=True).stdout == "200\n"
        return found[0]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize(
    ("host", "shown"),
    [("::1", r"http://\[::1\]:\d+/"), ("", r"http://127\.0\.0\.1:\d+/"), ("localhost", r"http://localhost:\d+/")],
)
def test_the_address_that_is_printed_works(host: str, shown: str, tmp_path: Path) -> None:
    assert re.fullmatch(shown, announced(tmp_path, "--host", host))


def test_the_host_is_blamed_for_the_host(tmp_path: Path) -> None:
    for host in ("203.0.113.7", "no-such-host.invalid", "2001:db8::1"):
        assert f"no address '{host}'" in refused("serve", "--host", host, "--data", str(tmp_path))
    assert "no port 99999" in refused("serve", "--port", "99999", "--data", str(tmp_path))


def test_nothing_is_announced_before_the_log_is_open(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "carreau.db") as sql:
        sql.execute("PRAGMA user_version = 999")
    sql.close()
    command = [sys.executable, "-m", "carreau", "serve", "--port", "0", "--data", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60)
    assert result.returncode == 2 and result.stdout == "" and "newer version" in result.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody without a name")
def test_who_has_no_home_is_told_so() -> None:
    program = (
        "import os, carreau.cli.serve, carreau.store.folder, carreau.web.app, carreau.web.server\n"
        "os.environ.pop('HOME', None), os.environ.pop('XDG_DATA_HOME', None), os.environ.pop('CARREAU_DATA', None)\n"
        "os.setuid(54321)\n"
        "carreau.cli.main(['serve', '--port', '0'])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=60)
    assert result.returncode == 2 and "Traceback" not in result.stderr
    assert "no home folder" in result.stderr and "--data" in result.stderr
