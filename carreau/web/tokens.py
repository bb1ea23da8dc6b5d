"""Secrets: who may sit where. Of players' own, only hashes are kept."""

from __future__ import annotations

import hashlib
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
