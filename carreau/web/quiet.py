"""The server's own log says the same warning once in a while, and how often there was reason to."""

from __future__ import annotations

import logging
import time

QUIET_SECONDS = 10.0


class RepeatFilter(logging.Filter):
    """For warnings that strangers can cause as often as they like."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, tuple[float, int]] = {}  # when each sentence was last said, and how often it was not since

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        sentence, now = str(record.msg), time.monotonic()
        last, unsaid = self.said.get(sentence, (now - QUIET_SECONDS, 0))
        if now - last < QUIET_SECONDS:
            self.said[sentence] = last, unsaid + 1
            return False
        self.said[sentence] = now, 0
        if unsaid:
            record.msg = f"{sentence} ({unsaid + 1} times since it was last said)"
        return True


def drop_repeats_in_logs() -> None:
    log = logging.getLogger("uvicorn.error")
    if not any(isinstance(filter, RepeatFilter) for filter in log.filters):
        log.addFilter(RepeatFilter())
