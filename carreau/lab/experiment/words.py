"""What an experiment says, in a reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from carreau.core.game import Game
from carreau.core.words import HERE as CORE
from carreau.core.words import Words

HERE = Path(__file__).parent


def words_for(language: str, games: Iterable[Game] = ()) -> Words:
    """The words of the core, of experiments, and of the games that refuse something in one."""
    folders = [CORE, *(game.texts for game in games), HERE]
    files = [folder / f"{language}.po" for folder in folders]
    return Words(language, *(file for file in files if file.exists()))
