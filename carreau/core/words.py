"""Words: every sentence a person reads, in the language they read. English is written in the code; the other
languages are catalogues (`fr.po`), one beside the core and one in each game's folder."""

from __future__ import annotations

import gettext
import io
from functools import cache
from pathlib import Path
from typing import Any

from carreau.core.phrase import Phrase

LANGUAGES = ("en", "fr")
HERE = Path(__file__).parent


class Words:
    """Says things in one language. `say` and `count` are also what finds the messages in the source."""

    def __init__(self, language: str, *catalogues: Path) -> None:
        self.language = language
        self.catalogue = gettext.NullTranslations()
        for file in catalogues if language != "en" else ():
            spoken = gettext.GNUTranslations(compiled(file))
            spoken.add_fallback(self.catalogue)
            self.catalogue = spoken

    def say(self, message: str, **values: Any) -> str:
        """A message with its {values} filled in."""
        return self.catalogue.gettext(message).format(**values)

    def tell(self, sentence: str) -> str:
        """A sentence that was put together in English: a phrase with its values, or a message without any."""
        if not isinstance(sentence, Phrase):
            return self.catalogue.gettext(sentence) if sentence else ""
        values = {name: self.tell(value) if isinstance(value, Phrase) else value for name, value in sentence.values.items()}
        return self.say(sentence.message, **values)

    def count(self, one: str, many: str, n: int, **values: Any) -> str:
        """A message about n things: `one` where there is one, `many` otherwise, as the language counts."""
        shown = str(n).replace("-", "−")
        return self.catalogue.ngettext(one, many, abs(n)).format(n=shown, **values)

    def seats(self, players: int) -> list[str]:
        """What players are called who have no names."""
        return [self.say("Seat {seat}", seat=seat) for seat in range(players)]

    def listed(self, parts: list[str]) -> str:
        """Ana, Bo and Chloé"""
        if len(parts) < 2:
            return "".join(parts)
        return self.say("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])

    def chained(self, parts: list[str]) -> str:
        """Facts that have commas in them: `two cards, one of them red; no points`."""
        return self.say("{before}; {part}", before="", part="").join(parts)


def compiled(file: Path) -> io.BytesIO:
    """A catalogue in the form that gettext reads."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    binary = io.BytesIO()
    with file.open("rb") as source:
        write_mo(binary, read_po(source))
    binary.seek(0)
    return binary


@cache
def words_for(language: str, folder: Path | None = None) -> Words:
    """The words of a language: everybody's, and those of the game in `folder`."""
    folders = [HERE] if folder is None else [HERE, folder]
    files = [where / f"{language}.po" for where in folders]
    return Words(language, *(file for file in files if file.exists()))


def message(text: str) -> str:
    """Marks a text in a table as a message to be translated later with `say`."""
    return text
