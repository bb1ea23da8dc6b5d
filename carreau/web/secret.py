"""Secrets: who may sit where. Only their hashes are kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

COOKIE = "player"
YEAR = 365 * 24 * 3600
LONGEST = 64


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """The name of a table in its address: whoever knows it may watch."""
    return secrets.token_urlsafe(9)


def hashed(secret: str) -> bytes:
    return hashlib.sha256(secret[:LONGEST].encode()).digest()


def seat_secret(owner: str, match: str, seat: int) -> str:
    """The secret of a seat's link, which its owner can have made again at any time though only its hash is kept."""
    code = hmac.new(owner.encode(), f"{match} {seat}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(code[:24]).decode()
