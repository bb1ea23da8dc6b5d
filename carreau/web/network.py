"""A visitor's network: limits and fair shares are counted by network, because one visitor may have many addresses."""

from __future__ import annotations

import ipaddress

from starlette.requests import HTTPConnection

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def read_address(text: str) -> Address | None:
    """An IP address; an IPv4 address that is written as IPv6 counts as IPv4."""
    try:
        address = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def network(host: str) -> str:
    """An IPv4 address itself; of an IPv6 address its first half, because everyone may choose the other half freely."""
    address = read_address(host)
    if address is None:
        return host
    return str(address) if address.version == 4 else str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


def network_of(request: HTTPConnection) -> str:
    return network(request.client.host if request.client else "")
