"""A catalogue: the sentences of one language, in a gettext .po file. It is read as it is written, without being
compiled first, so that translators see the result at once."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

STRING = r'"(?:[^"\\\n]|\\.)*"'
STRINGS = rf"{STRING}(?:\s*\n\s*{STRING})*"  # a long one goes on in the next lines
ENTRY = re.compile(
    rf"((?:^\#.*\n)*)^msgid\s+({STRINGS})\s+(?:msgid_plural\s+({STRINGS})\s+)?((?:msgstr(?:\[\d\])?\s+{STRINGS}\s*)+)",
    re.MULTILINE,
)
FUZZY = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)
ESCAPED = re.compile(r'\\([\\"ntr])')
LETTERS = {"n": "\n", "t": "\t", "r": "\r"}
PLURAL_FORMS = re.compile(r"^Plural-Forms:\s*nplurals=(\d+);\s*plural=([^;\n]+)", re.MULTILINE | re.IGNORECASE)
WITHOUT_HEADER = ("2", "n != 1")  # as English counts


class Entry(NamedTuple):
    """A message and its translation."""

    ids: tuple[str, ...]  # the message; or two, for one thing and for many
    strings: tuple[str, ...]  # its translation, or one for each plural
    fuzzy: bool  # needs another look, and is not used until then


class Catalogue(gettext.NullTranslations):
    """Translates with a file; anything missing is left to its fallback, and in the end to English."""

    def __init__(self, file: Path | None = None) -> None:
        super().__init__()
        header, *self.entries = read_entries(file.read_text(encoding="utf-8")) if file else [Entry(("",), ("",), False)]
        found = PLURAL_FORMS.search(header.strings[0])
        number, rule = found.groups() if found else WITHOUT_HEADER
        self.plurals, self.plural = int(number), gettext.c2py(rule)
        used = [entry for entry in self.entries if not entry.fuzzy]
        self.single = {entry.ids[0]: entry.strings[0] for entry in used if len(entry.ids) == 1}
        self.counted = {(entry.ids[0], i): text for entry in used if len(entry.ids) == 2 for i, text in enumerate(entry.strings)}

    def gettext(self, message: str) -> str:
        return self.single.get(message) or super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.counted.get((msgid1, self.plural(n))) or super().ngettext(msgid1, msgid2, n)


def read_entries(text: str) -> list[Entry]:
    """The header, whose message is empty, then all entries that are not commented out."""
    entries = [
        Entry(tuple(joined(part) for part in ids if part is not None), tuple(split(strings)), bool(FUZZY.search(comments)))
        for comments, *ids, strings in (found.groups() for found in ENTRY.finditer(text))
    ]
    headers = [entry for entry in entries if entry.ids == ("",)] or [Entry(("",), ("",), False)]
    return [headers[0], *(entry for entry in entries if entry.ids != ("",))]


def split(strings: str) -> Iterator[str]:
    """The translations of one entry, each after its msgstr."""
    for found in re.finditer(rf"msgstr(?:\[\d\])?\s+({STRINGS})", strings):
        yield joined(found[1])


def joined(strings: str) -> str:
    """The quoted text, on one line or several, as one."""
    text = "".join(found[1:-1] for found in re.findall(STRING, strings))
    return ESCAPED.sub(lambda found: LETTERS.get(found[1], found[1]), text)
