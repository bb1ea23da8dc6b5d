"""Filters for all logs of the server: no secret in them, and no warning over and over."""

from __future__ import annotations

import logging
import time

from carreau.web.urls import without_secret

QUIET_SECONDS = 10.0
PLAIN = logging.Formatter()


class SecretFilter(logging.Filter):
    """Takes the secrets of seats' links out of logged addresses, and out of what exceptions say."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and not record.exc_text:
            record.exc_text = without_secret(PLAIN.formatException(record.exc_info))
        if isinstance(record.args, tuple):
            record.args = tuple(without_secret(arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


class RepeatFilter(logging.Filter):
    """Logs a warning that strangers can cause as often as they like only once in a while, and how often it came up."""

    def __init__(self) -> None:
        super().__init__()
        self.logged: dict[str, tuple[float, int]] = {}  # by message: when it was last logged, and how often it came up since

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        message, now = str(record.msg), time.monotonic()
        last, dropped = self.logged.get(message, (now - QUIET_SECONDS, 0))
        if now - last < QUIET_SECONDS:
            self.logged[message] = last, dropped + 1
            return False
        self.logged[message] = now, 0
        if dropped:
            record.msg = f"{message} ({dropped + 1} times since it was last said)"
        return True


def install_log_filters() -> None:
    for name in ("carreau", "asyncio", "uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).addFilter(SecretFilter())
    log = logging.getLogger("uvicorn.error")
    if not any(isinstance(filter, RepeatFilter) for filter in log.filters):
        log.addFilter(RepeatFilter())
