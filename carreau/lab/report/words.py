"""The words of findings: those of the lab, and of the games that were played."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from carreau.core.errors import CarreauError
from carreau.core.words import HERE, Words
from carreau.games import load
from carreau.lab.findings import Findings

LAB = Path(__file__).parent.parent


def words_of(findings: Findings, language: str) -> Words:
    """What says everything in these findings; sentences of a game that is not here stay English."""
    return words_in(language, tuple(sorted({setting.game for setting in findings.settings})))


@cache
def words_in(language: str, games: tuple[str, ...] = ()) -> Words:
    """Where a game has other words for something than the lab, those of the lab are taken."""
    name = f"{language}.po"
    files = [*(folder / name for folder in map(texts_of, games) if folder), HERE / name, *sorted(LAB.rglob(name))]
    return Words(language, *(file for file in files if file.exists()))


def texts_of(game: str) -> Path | None:
    """Where a game has its texts, if it is here."""
    try:
        return load(game).texts
    except CarreauError:
        return None
