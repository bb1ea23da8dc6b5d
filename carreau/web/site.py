"""The public side of this server: its names and addresses, the proxies it trusts, how many connections a visitor may have."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from carreau.core.errors import BadOption
from carreau.core.phrase import Phrase
from carreau.web.network import read_address

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MOST_CONNECTIONS = 256
EVERYWHERE = ("", "0.0.0.0", "::")
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?", re.IGNORECASE)
PREFIX = re.compile(r"(/[\w-][\w.-]*)*/?", re.ASCII)
WITH_PORT = re.compile(r"([\d.]+|\[.*\]):\d+")
PORTS = {"http": ":80", "https": ":443"}  # which browsers leave out


@dataclass(frozen=True)
class Site:
    """By default, a server for this machine alone."""

    scheme: str = "http"
    host: str = ""  # with its port, if it is known
    root: str = ""  # the prefix of all addresses, without a final slash
    names: frozenset[str] = frozenset({"localhost"})
    by_number: bool = False  # whether others may use our IP address
    proxies: tuple[Network, ...] = ()
    most_connections: int = MOST_CONNECTIONS  # of one visitor

    def knows(self, host: str) -> bool:
        """Whether a request is for us. Another name that leads here is a trick: another site's page wants to read ours."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].lower().rstrip(".")
        address = read_address(name)
        return name in self.names or (address is not None and (self.by_number or address.is_loopback))

    def trusts(self, peer: str) -> bool:
        """Whether this is a proxy that may say who is asking."""
        address = read_address(peer)
        return address is not None and any(address in network for network in self.proxies)

    def visitor(self, peer: str, forwarded: Iterable[str]) -> str:
        """Who is really asking: the last address in the chain that is not a trusted proxy."""
        for word in reversed([word for line in forwarded for word in line.split(",")]):
            if not self.trusts(peer) or (address := read_address(without_port(word.strip()))) is None:
                break
            peer = str(address)
        return peer


def without_port(word: str) -> str:
    """An IPv4 address, or an IPv6 address in brackets, may have a port."""
    found = WITH_PORT.fullmatch(word)
    return found[1] if found else word


def make_site(url: str = "", bound: str = "127.0.0.1", proxies: Iterable[str] = (), connections: int = MOST_CONNECTIONS) -> Site:
    """What was chosen on the command line; BadOption, with a sentence, if that is impossible."""
    if connections < 1:
        raise BadOption("An address needs at least one connection: choose --lines 1 or more.")
    address = read_address(bound)
    by_number = bound in EVERYWHERE or (bound != "localhost" and (address is None or not address.is_loopback))
    names = {"localhost", *(own_names() if by_number else ()), *([bound.lower()] if bound and address is None else [])}
    trusted = tuple(read_network(word) for word in proxies)
    if not url:
        return Site(names=frozenset(names), by_number=by_number, proxies=trusted, most_connections=connections)
    scheme, host, root = read_url(url)
    known = frozenset({*names, host.rpartition(":")[0] if re.search(r":\d+$", host) else host})
    return Site(scheme, host, root, known, by_number, trusted, connections)


def own_names() -> list[str]:
    """The names of this machine in its network."""
    whole = socket.gethostname().lower()
    short = whole.partition(".")[0]
    return [name for name in (whole, short, f"{short}.local") if short]


def read_url(url: str) -> tuple[str, str, str]:
    """Scheme, host with its port, and prefix."""
    try:
        found = urlsplit(url)
    except ValueError:
        found = urlsplit("")
    host = found.netloc.lower()
    whole = HOST.fullmatch(host) and PREFIX.fullmatch(found.path) and not (found.query or found.fragment)
    if found.scheme not in PORTS or not whole:
        raise BadOption(
            Phrase("{url} cannot be the public address: it should look like https://example.org/games/.", url=repr(url[:80]))
        )
    return found.scheme, host.removesuffix(PORTS[found.scheme]), found.path.rstrip("/")


def read_network(word: str) -> Network:
    try:
        return ipaddress.ip_network(word, strict=False)
    except ValueError:
        raise BadOption(
            Phrase("{word} cannot be the address of a proxy: it should look like 127.0.0.1 or 10.0.0.0/8.", word=repr(word[:60]))
        ) from None
