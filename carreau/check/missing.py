"""What a game does not have, and why that matters. None of it is an error."""

from __future__ import annotations

from typing import NamedTuple

from carreau.core.game import Game
from carreau.core.words import LANGUAGES


class Missing(NamedTuple):
    what: str
    why: str


PARTS = (  # of a folder: by which the game is asked for it, its file, and what it is good for
    ("picture.scene", "picture/scene.py", "without pictures there is no web table, and nothing to see in replays and rulebooks"),
    ("words.sentences", "words/sentences.py", "without say_action the log shows moves by their short names"),
    ("words.reasons", "words/reasons.py", "without reasons, reviews speak of points and chances alone"),
    ("advice", "advice.py", "without advice bots judge a position by its points alone, and play weakly where points come late"),
    ("observe", "observe.py", "without an observation learning agents get the bytes of a view"),
    ("tally", "tally.py", "without a tally `carreau simulate` reports lengths and wins, but nothing about the game itself"),
)  # fmt: skip


def missing(game: Game) -> list[Missing]:
    found = [Missing(file, why) for part, file, why in PARTS if not game.has(part)]
    for language in LANGUAGES:
        if language != "en" and not (game.texts / f"{language}.po").exists():
            found.append(Missing(f"words/{language}.po", f"without translations, readers of {language} get English"))
        if not (game.texts / f"rulebook.{language}.md").exists():
            found.append(Missing(f"words/rulebook.{language}.md", "without a rulebook nobody learns the game"))
    if not (game.texts / "examples.toml").exists():
        found.append(
            Missing("words/examples.toml", "without examples the rulebook has no pictures, and the web page nothing to try")
        )
    return found
