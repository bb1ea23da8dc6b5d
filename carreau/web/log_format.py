"""How warnings and errors are written: as text, or as one JSON object per line for programs that collect them."""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from types import TracebackType

from carreau.core.errors import BadOption
from carreau.core.phrase import Phrase
from carreau.web.urls import without_secret

TEXT, JSON = "text", "json"
LOGS = "CARREAU_LOGS"  # the variable that tells the processes which the server starts


class JSONFormatter(logging.Formatter):
    """Nothing that is logged contains a secret; links in what others have sent lose theirs here."""

    def format(self, record: logging.LogRecord) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "process": os.getpid(),
            "message": without_secret(record.getMessage()),
        }
        if record.exc_info:
            line["failure"] = without_secret(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def write_logs_as(form: str) -> None:
    if form not in (TEXT, JSON):
        raise BadOption(Phrase("For --logs, choose text or json, not {form}.", form=repr(form[:20])))
    if form == JSON:
        os.environ[LOGS] = form
        handler = logging.StreamHandler()
        handler.setFormatter(JSONFormatter())
        logging.getLogger().handlers[:] = [handler]
        logging.captureWarnings(True)
        sys.excepthook = log_failure
        threading.excepthook = lambda lost: log_failure(lost.exc_type, lost.exc_value, lost.exc_traceback)


def log_failure(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """What Python itself would write, in many lines, about an exception that nobody has caught."""
    logging.getLogger("carreau").critical("failed", exc_info=(kind, error or kind(), trace))
