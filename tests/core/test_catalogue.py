"""Catalogues are read as gettext's own tools read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.core.catalogue import Catalogue, Entry
from carreau.core.words import Words

HEADER = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
PLURAL = 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} carte"\nmsgstr[1] "{n} cartes"\n'


def catalogue(tmp_path: Path, text: str, header: str = HEADER) -> Catalogue:
    (tmp_path / "fr.po").write_text(header + text, encoding="utf-8")
    return Catalogue(tmp_path / "fr.po")


def test_a_message(tmp_path: Path) -> None:
    read = catalogue(tmp_path, 'msgid "Pass"\nmsgstr "Passer"\n')
    assert read.gettext("Pass") == "Passer" and read.gettext("Draw") == "Draw" and read.gettext("") == ""
    assert read.entries == [Entry(("Pass",), ("Passer",), False)]


@pytest.mark.parametrize(
    ("rule", "said"), [("(n > 1)", ["0 carte", "1 carte", "2 cartes"]), ("n != 1", ["0 cartes", "1 carte", "2 cartes"])]
)
def test_a_language_counts_in_its_own_way(rule: str, said: list[str], tmp_path: Path) -> None:
    catalogue(tmp_path, PLURAL, HEADER.replace("(n > 1)", rule))
    words = Words("fr", tmp_path / "fr.po")
    assert [words.count("{n} card", "{n} cards", n) for n in range(3)] == said


def test_without_a_header_a_language_counts_as_english_does(tmp_path: Path) -> None:
    read = catalogue(tmp_path, PLURAL, header="")
    assert read.plurals == 2 and read.ngettext("{n} card", "{n} cards", 0) == "{n} cartes"


def test_three_plurals(tmp_path: Path) -> None:
    polish = HEADER.replace("nplurals=2; plural=(n > 1)", "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2)")
    read = catalogue(tmp_path, PLURAL + 'msgstr[2] "{n} kart"\n', polish)
    assert read.plurals == 3 and [read.ngettext("{n} card", "", n) for n in (1, 3, 5)] == ["{n} carte", "{n} cartes", "{n} kart"]


def test_long_texts_and_signs(tmp_path: Path) -> None:
    text = 'msgid ""\n"One \\"quoted\\" line\\n"\n  "and\\tanother"\nmsgstr "Une ligne \\\\n "\n"entière # \\"là\\""\n'
    assert catalogue(tmp_path, text).gettext('One "quoted" line\nand\tanother') == 'Une ligne \\n entière # "là"'


def test_what_is_not_used(tmp_path: Path) -> None:
    text = (
        '#: table.py:3\n#, python-brace-format, fuzzy\nmsgid "Pass"\nmsgstr "Passe"\n\n'
        'msgid "Draw"\nmsgstr ""\n\n#~ msgid "Old"\n#~ msgstr "Vieux"\n# fuzzy is a word here\nmsgid "New"\nmsgstr "Neuf"\n'
    )
    read = catalogue(tmp_path, text)
    assert [read.gettext(word) for word in ("Pass", "Draw", "Old", "New")] == ["Pass", "Draw", "Old", "Neuf"]
    assert [entry.fuzzy for entry in read.entries] == [True, False, False]


def test_an_entry_that_cannot_be_read_spoils_no_other(tmp_path: Path) -> None:
    text = 'msgid "Pass\nmsgstr "Passer"\n\nmsgid "Alone"\n\nmsgid "Draw"\nmsgstr "Piocher"\n'
    assert [entry.ids for entry in catalogue(tmp_path, text).entries] == [("Draw",)]


def test_what_one_catalogue_lacks_another_has(tmp_path: Path) -> None:
    for name, text in (("all", 'msgid "Pass"\nmsgstr "Passer"\n' + PLURAL), ("own", 'msgid "Draw"\nmsgstr "Piocher"\n')):
        (tmp_path / f"{name}.po").write_text(HEADER + text, encoding="utf-8")
    words = Words("fr", tmp_path / "all.po", tmp_path / "own.po")
    assert (words.say("Pass"), words.say("Draw")) == ("Passer", "Piocher") and words.count("{n} card", "", 2) == "2 cartes"
