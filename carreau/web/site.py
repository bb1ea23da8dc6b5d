"""The public side of the household: the names by which it is known, whom it believes, how many lines one address may hold."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from carreau.core.errors import BadOption
from carreau.core.phrase import Phrase

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MOST_LINES = 256
EVERYWHERE = ("", "0.0.0.0", "::")
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?", re.IGNORECASE)
PREFIX = re.compile(r"(/[\w-][\w.-]*)*/?", re.ASCII)
WITH_PORT = re.compile(r"([\d.]+|\[.*\]):\d+")
PORTS = {"http": ":80", "https": ":443"}  # which browsers leave out


def read_address(text: str) -> Address | None:
    """An address; one of the fourth version that is written as one of the sixth is of the fourth."""
    try:
        address = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@dataclass(frozen=True)
class Site:
    """Without anything told, a household for this machine alone."""

    scheme: str = "http"
    host: str = ""  # with its port, where it is told
    root: str = ""  # the prefix of all addresses, without a slash at its end
    names: frozenset[str] = frozenset({"localhost"})
    by_number: bool = False  # whether others may come by a number of ours
    proxies: tuple[Network, ...] = ()
    lines: int = MOST_LINES

    def knows(self, host: str) -> bool:
        """Whether a request is for us. A foreign name that leads here is a trick to read our pages from another."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].lower().rstrip(".")
        address = read_address(name)
        return name in self.names or (address is not None and (self.by_number or address.is_loopback))

    def believes(self, peer: str) -> bool:
        """Whether somebody may say for whom they ask."""
        address = read_address(peer)
        return address is not None and any(address in network for network in self.proxies)

    def visitor(self, peer: str, forwarded: Iterable[str]) -> str:
        """Who asks: the last in the row of whom nobody answers for."""
        for word in reversed([word for line in forwarded for word in line.split(",")]):
            if not self.believes(peer) or (address := read_address(without_port(word.strip()))) is None:
                break
            peer = str(address)
        return peer


def without_port(word: str) -> str:
    """An address of the fourth version, or one in brackets, may have a port."""
    found = WITH_PORT.fullmatch(word)
    return found[1] if found else word


def make_site(url: str = "", bound: str = "127.0.0.1", proxies: Iterable[str] = (), lines: int = MOST_LINES) -> Site:
    """What was told at the start; one sentence if it cannot be."""
    if lines < 1:
        raise BadOption("An address needs at least one connection: choose --lines 1 or more.")
    address = read_address(bound)
    by_number = bound in EVERYWHERE or (bound != "localhost" and (address is None or not address.is_loopback))
    names = {"localhost", *(own_names() if by_number else ()), *([bound.lower()] if bound and address is None else [])}
    believed = tuple(read_network(word) for word in proxies)
    if not url:
        return Site(names=frozenset(names), by_number=by_number, proxies=believed, lines=lines)
    scheme, host, root = read_url(url)
    known = frozenset({*names, host.rpartition(":")[0] if re.search(r":\d+$", host) else host})
    return Site(scheme, host, root, known, by_number, believed, lines)


def own_names() -> list[str]:
    """What this machine is called in its network."""
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
            Phrase("{url} cannot be the public address: one looks like https://example.org/games/.", url=repr(url[:80]))
        )
    return found.scheme, host.removesuffix(PORTS[found.scheme]), found.path.rstrip("/")


def read_network(word: str) -> Network:
    try:
        return ipaddress.ip_network(word, strict=False)
    except ValueError:
        raise BadOption(
            Phrase("{word} cannot be the address of a proxy: one looks like 127.0.0.1 or 10.0.0.0/8.", word=repr(word[:60]))
        ) from None
