"""Addresses as pages and logs may show them: without the secret of a seat's link."""

from __future__ import annotations

import logging
import re

SECRET = re.compile(r"(/seat|%2Fseat)(/|%2F)[^\s\"']*", re.IGNORECASE)


def veiled(address: str) -> str:
    return SECRET.sub(r"\1", address)


class SecretFilter(logging.Filter):
    """For the log of all requests, which a server may keep."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(veiled(one) if isinstance(one, str) else one for one in record.args)
        return True


def hide_secrets_in_logs() -> None:
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).addFilter(SecretFilter())
