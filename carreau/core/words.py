"""Words: every sentence people read, in their language. English is written in the code; the other
languages are catalogues (`fr.po`), one beside the core and one in each game's folder."""

from __future__ import annotations

import gettext
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from carreau.core.catalogue import Catalogue
from carreau.core.phrase import Phrase

LANGUAGES = ("en", "fr")
HERE = Path(__file__).parent
KEPT = 4096  # sentences of each language: most are said again with the next move


class Words:
    """Says things in one language. Get it with [`Game.words`][carreau.Game.words].

    English is written in the code, and is the key of the catalogues of the other languages.

    Attributes:
        language: `en` or `fr`.
    """

    def __init__(self, language: str, *catalogues: Path) -> None:
        self.language = language
        self._kept = lru_cache(maxsize=KEPT, typed=True)(self._say)
        self._catalogue = gettext.NullTranslations()
        for file in catalogues if language != "en" else ():
            spoken = Catalogue(file)
            spoken.add_fallback(self._catalogue)
            self._catalogue = spoken

    def say(self, message: str, **values: Any) -> str:
        """Say a message.

        Args:
            message: In English, with the names of values in braces.
            **values: What to fill in.
        """
        try:
            return self._kept(message, **values)
        except TypeError:  # a value that cannot be looked up
            return self._say(message, **values)

    def _say(self, message: str, **values: Any) -> str:
        return self._catalogue.gettext(message).format(**values)

    def tell(self, sentence: str) -> str:
        """Translate a sentence that was put together in English, such as that of a [`CarreauError`][carreau.CarreauError]."""
        if not isinstance(sentence, Phrase):
            return self._catalogue.gettext(sentence) if sentence else ""
        values = {name: self.tell(value) if isinstance(value, Phrase) else value for name, value in sentence.values.items()}
        return self.say(sentence.message, **values)

    def count(self, one: str, many: str, n: int, **values: Any) -> str:
        """Say something about a number of things, as the language counts.

        Args:
            one: The message for one thing, in English.
            many: The message for several.
            n: How many; filled in as `{n}`.
            **values: What else to fill in.
        """
        shown = str(n).replace("-", "−")
        return self._catalogue.ngettext(one, many, abs(int(n))).format(n=shown, **values)

    def seats(self, players: int) -> list[str]:
        """What players without names are called."""
        return [self.say("Seat {seat}", seat=seat) for seat in range(players)]

    def listed(self, parts: list[str]) -> str:
        """Join names into a list: `Ana, Bo and Chloé`."""
        if len(parts) < 2:
            return "".join(parts)
        return self.say("{first} and {last}", first=", ".join(parts[:-1]), last=parts[-1])

    def chained(self, parts: list[str]) -> str:
        """Join facts that contain commas: `two cards, one of them red; no points`."""
        return self.say("{before}; {part}", before="", part="").join(parts)


@cache
def words_for(language: str, folder: Path | None = None) -> Words:
    """The words of a language: the shared ones, and those of the game in `folder`."""
    folders = [HERE] if folder is None else [HERE, folder]
    files = [where / f"{language}.po" for where in folders]
    return Words(language, *(file for file in files if file.exists()))


def message(text: str) -> str:
    """Marks a text in a table as a message to be translated later with `say`."""
    return text
