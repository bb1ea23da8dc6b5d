"""Limited terminals: missing letters are replaced by plain ones, and closed streams count as empty."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata

PLAIN = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"',
    "×": "x", "·": ".", "•": "*", "→": "->", "←": "<-", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss",
}  # fmt: skip
UNKNOWN = "?"
HANDLER = "carreau-plain"


def prepare_streams() -> None:
    """Let nothing fail because a stream, a letter or the width is missing."""
    codecs.register_error(HANDLER, in_plain_letters)
    for name, mode, handler in (("stdin", "r", "replace"), ("stdout", "w", HANDLER), ("stderr", "w", HANDLER)):
        if getattr(sys, name) is None:  # closed by the program that started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=handler)
    if not os.environ.get("COLUMNS", "1").strip("0"):  # a terminal without columns: nothing would be shown
        del os.environ["COLUMNS"]


def in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(plain(letter) for letter in error.object[error.start : error.end]), error.end


def plain(letter: str) -> str:
    """The same in ASCII: without accents, with a similar sign, or with a question mark."""
    base = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode("ascii")
    return PLAIN.get(letter) or base or UNKNOWN


def can_write(text: str) -> bool:
    """Whether the terminal, or wherever its output goes, can show every letter of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
