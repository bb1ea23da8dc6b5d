"""Random secrets: whoever knows one may sit at a seat, or watch a table. Of players' own secrets only hashes are stored."""

from __future__ import annotations

import hashlib
import secrets

LONGEST = 64


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """A table's id, which is part of its address: whoever knows it may watch."""
    return secrets.token_urlsafe(9)


def hashed(secret: str) -> bytes:
    return hashlib.sha256(secret[:LONGEST].encode()).digest()
