"""What uvicorn would log over and over is logged only once in a while."""

from __future__ import annotations

import logging

from carreau.web.log_filters import RepeatFilter


def test_the_log_says_the_same_warning_once_in_a_while() -> None:
    quiet = RepeatFilter()

    def say(sentence: str, level: int = logging.WARNING) -> str:
        record = logging.LogRecord("uvicorn.error", level, "", 0, sentence, None, None)
        return record.getMessage() if quiet.filter(record) else ""

    assert say("Rubbish.") == "Rubbish." and say("Other rubbish.")
    assert [say("Rubbish.") for _ in range(500)] == [""] * 500
    assert say("Rubbish.", logging.ERROR) == "Rubbish.", "what has failed is always said"
    quiet.logged["Rubbish."] = quiet.logged["Rubbish."][0] - 60, 500
    assert say("Rubbish.") == "Rubbish. (501 times since it was last said)" and not say("Rubbish.")
