"""Everything that is said can be said in every language: nothing is missing, nothing is left over."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

from carreau.check.case import Case, Subject, play_to_the_end
from carreau.check.catalogue import CORE, Said, entries, flaws, put_together, said_by
from carreau.check.drawing import NAMES, drawings, pieces
from carreau.check.registry import WORDS, case_check, claim, game_check, some
from carreau.core.game import Game
from carreau.core.words import LANGUAGES, Words

OTHERS = [language for language in LANGUAGES if language != "en"]


def is_drawn(game: Game) -> bool:
    return game.has("picture.scene")


def is_translated(game: Game) -> bool:
    return any((game.texts / f"{language}.po").exists() for language in OTHERS)


def place(game: Game, said: Said) -> str:
    return f"{said.file.relative_to(game.folder).as_posix()}, line {said.line}"


@game_check(
    WORDS, "Nothing that the game says is missing in a language.", "Half a sentence in English is not French.", is_translated
)
def nothing_is_missing(subject: Subject) -> None:
    game = subject.game
    found = said_by(game)
    for language in OTHERS:
        known = entries(CORE, language).keys() | entries(game.folder, language).keys()
        for key, said in found.items():
            claim(key in known, f"{place(game, said)}: {key[0]!r} is not translated: words/{language}.po lacks it.")


@game_check(WORDS, "No translation is left over.", "Unused translations confuse translators.", is_translated)
def nothing_is_left_over(subject: Subject) -> None:
    said = said_by(subject.game)
    for language in OTHERS:
        over = [key[0] for key in entries(subject.game.folder, language) if key not in said]
        claim(not over, f"words/{language}.po has {some(over)}, which nothing says.")


@game_check(
    WORDS, "The game does not translate what all games say.", "Two translations of one sentence drift apart.", is_translated
)
def nothing_is_said_twice(subject: Subject) -> None:
    for language in OTHERS:
        twice = sorted(entries(subject.game.folder, language).keys() & entries(CORE, language).keys())
        claim(
            not twice, f"words/{language}.po has {some(key[0] for key in twice)}, which the catalogue of all games has already."
        )


@game_check(WORDS, "Every translation is whole: all its plurals, all its blanks.", "A lost blank is a lost name.", is_translated)
def translations_are_whole(subject: Subject) -> None:
    for language in OTHERS:
        found = next(flaws(subject.game.folder, language), "")
        claim(not found, f"words/{language}.po: {found}")


@game_check(WORDS, "Every message is written down as a whole.", "A message that is put together cannot be translated.")
def messages_can_be_found(subject: Subject) -> None:
    game = subject.game
    for said, text in put_together(game.folder):
        claim(False, f"{place(game, said)}: a message is put together, so that nobody can translate it: {text[:60]}.")


@game_check(WORDS, "An outcome is told in every language, and means the same in each.", "Everybody reads it.", is_translated)
def outcomes_are_told_in_every_language(subject: Subject) -> None:
    case = subject.cases[0]
    match = play_to_the_end(case, 2)
    names = [f"Ana{seat}" for seat in range(match.players)]
    told = [one for language in LANGUAGES if (one := match.outcome_in(language, names))]
    claim(
        len({one["text"] for one in told}) == len(LANGUAGES), f"The outcome reads the same in two languages: {told[0]['text']!r}."
    )
    same = len({(one["reason"], *one["winners"]) for one in told}) == 1
    claim(same, "The outcome has a different reason or different winners in another language.")


class Marked(Words):
    """Puts ⟦ ⟧ around everything that went through the catalogue: what stands outside cannot be translated."""

    def __init__(self) -> None:
        super().__init__("en")

    def say(self, message: str, **values: Any) -> str:
        return f"⟦{super().say(message, **values)}⟧"

    def count(self, one: str, many: str, n: int, **values: Any) -> str:
        return f"⟦{super().count(one, many, n, **values)}⟧"


def outside(text: str) -> str:
    """The text outside all marks."""
    depth, kept = 0, []
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        if depth == 0 and letter != "⟧":
            kept.append(letter)
    return "".join(kept)


def is_shortened_name(text: str) -> bool:
    return text.endswith("…") and any(name.startswith(text[:-1]) for name in NAMES)


@case_check(
    WORDS, "Every word of a drawing can be translated.", "A word that never went through a catalogue stays English.", is_drawn
)
def every_word_can_be_translated(case: Case) -> None:
    for drawing in drawings(case)[:: len(LANGUAGES)]:
        scene = drawing.scene_in(Marked())
        proper = re.compile("|".join(re.escape(name) for name in (drawing.game.name, *sorted(NAMES, key=len, reverse=True))))
        spoken = [scene.guidance, scene.title, scene.text(), *(choice.name for choice in scene.choices)]
        labels = [*spoken, *(label for _, label in scene.buttons), *(pile.label for pile in scene.piles)]
        labels += [fact for player in scene.players for fact in player.facts]
        labels += [piece.name for piece in pieces(scene)] + [spot.name for spot in scene.spots]
        drawn = [element.text or "" for element in ElementTree.fromstring(f"<g>{scene.under}{scene.over}</g>").iter()]
        drawn = [text for text in drawn if not is_shortened_name(text)]
        for text in [*labels, *drawn]:
            found = re.search(r"[^\W\d_]{3,}", proper.sub("", outside(text)))
            claim(not found, f"{found[0] if found else ''!r} in {text!r} did not go through words.say or words.count {drawing}.")
