"""Rulebooks: every option, every example, in every language; and what is claimed about a picture holds."""

from __future__ import annotations

import re

from carreau.check.case import Subject
from carreau.check.registry import RULEBOOK, Wrong, claim, game_check, some
from carreau.core.errors import CarreauError
from carreau.core.example import parts
from carreau.core.game import Game
from carreau.core.option import Option
from carreau.core.words import LANGUAGES

SHORTEST = 400  # letters of a rulebook
SHORTEST_CAPTION = 10


def written(game: Game) -> list[str]:
    return [language for language in LANGUAGES if (game.texts / f"rulebook.{language}.md").exists()]


def has_rulebook(game: Game) -> bool:
    return bool(written(game))


def has_examples(game: Game) -> bool:
    return bool(game.examples)


@game_check(RULEBOOK, "One line in every language says what the game is about.", "That is all most people ever read about it.")
def it_says_what_it_is_about(subject: Subject) -> None:
    for language in LANGUAGES:
        claim(subject.game.about.get(language, "").strip(), f"about in __init__.py says nothing in {language!r}.")


@game_check(RULEBOOK, "If there is a rulebook, there is one in every language.", "Everybody at the table reads it.", has_rulebook)
def rulebooks_are_there(subject: Subject) -> None:
    game = subject.game
    for language in LANGUAGES:
        claim(language in written(game), f"words/rulebook.{language}.md is missing.")
        length = len(game.rulebook(language))
        claim(length > SHORTEST, f"words/rulebook.{language}.md has {length} letters: too few to explain a game.")


@game_check(
    RULEBOOK,
    "Every rulebook has a table of all options, with their values and defaults.",
    "Nobody can choose an option that no rulebook explains.",
    has_rulebook,
)
def rulebooks_have_all_options(subject: Subject) -> None:
    game = subject.game
    for language in written(game):
        rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \| [^|]* \|$", game.rulebook(language), re.MULTILINE))
        for option in game.options:
            where = f"words/rulebook.{language}.md"
            claim(
                option.name in rows,
                f"{where} lacks a row | `{option.name}` | values, default … | what it means | in its table of options.",
            )
            check_row(option, rows[option.name], f"{where}, option {option.name}")


def check_row(option: Option, row: str, where: str) -> None:
    shown = {"True": "on", "False": "off", "None": "random"}.get(str(option.default), str(option.default))
    claim(
        re.search(rf"(default|par défaut) `?{re.escape(shown)}`?$", row), f"{where}: it does not end with its default, {shown}."
    )
    for word in getattr(option, "words", ()):
        claim(f"`{word}`" in row, f"{where}: it does not name the value `{word}`.")
    for bound in {getattr(option, "low", None), getattr(option, "high", None)} - {None}:
        claim(str(bound) in row, f"{where}: it does not name the bound {bound}.")


@game_check(
    RULEBOOK, "Every example is a real position, and what is claimed about it holds.", "No picture can be wrong.", has_examples
)
def examples_hold(subject: Subject) -> None:
    game = subject.game
    for name, example in game.examples.items():
        try:
            wrong = example.wrong(game)
        except CarreauError as error:
            raise Wrong(f"The example {name!r} in words/examples.toml cannot be played: {error}") from error
        claim(not wrong, f"The example {name!r} in words/examples.toml is not true: {'; '.join(wrong)}.")


@game_check(RULEBOOK, "Every example is drawn.", "A rulebook without its pictures explains only half.", has_examples)
def examples_are_drawn(subject: Subject) -> None:
    game = subject.game
    for name, example in game.examples.items():
        match = example.play(game)
        claim(match.text(example.seat), f"The example {name!r} is not shown in the terminal.")
        if game.has("picture.scene"):
            claim(match.svg(example.seat, form="leaf").startswith("<svg"), f"The example {name!r} is not drawn.")


@game_check(
    RULEBOOK,
    "Every rulebook shows every example, each with a caption.",
    "Both languages explain the same things.",
    lambda game: has_examples(game) and has_rulebook(game),
)
def rulebooks_show_all_examples(subject: Subject) -> None:
    game = subject.game
    for language in written(game):
        shown = [(name, caption) for name, caption in parts(game.rulebook(language)) if name]
        lacking, unknown = set(game.examples) - {name for name, _ in shown}, {name for name, _ in shown} - set(game.examples)
        where = f"words/rulebook.{language}.md"
        claim(not lacking, f"{where} does not show {some(sorted(lacking))} of words/examples.toml.")
        claim(not unknown, f"{where} shows {some(sorted(unknown))}, which words/examples.toml does not have.")
        short = [name for name, caption in shown if len(caption) <= SHORTEST_CAPTION]
        claim(not short, f"{where}: the picture {some(short)} has no caption.")
