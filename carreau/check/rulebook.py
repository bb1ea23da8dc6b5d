"""Rulebooks and leaflets: every option, every example, in every language; and what is claimed about a picture holds."""

from __future__ import annotations

import re

from carreau.check.case import Subject
from carreau.check.registry import RULEBOOK, Wrong, claim, game_check, some
from carreau.core.errors import CarreauError
from carreau.core.example import Example, parts
from carreau.core.game import Game
from carreau.core.leaflet import SECTIONS, headings, read_leaflet
from carreau.core.option import Choice, Flag, Option
from carreau.core.way import Way, read_ways
from carreau.core.words import LANGUAGES

SHORTEST = 400  # letters of a rulebook
SHORTEST_CAPTION = 10
MOST_WORDS = 460  # of a leaflet: about two minutes
LONGEST_TITLE, LONGEST_LINE = 24, 90  # letters of a way to play
STATUTE = {  # what makes a text read like one
    "the number of a rule": re.compile(r"\b[A-Z]\d{1,2}\b"),
    "a note on a reading": re.compile(
        r"\b(reading|reconstruct\w*|rebuilt|lecture|reconstitu\w*|reconstruit\w*)\b", re.IGNORECASE
    ),
    "code": re.compile("`[^`]*`"),
}
NUMBER = re.compile(r"\d+")


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


# leaflets


@game_check(
    RULEBOOK,
    "If there is a rulebook, there is a leaflet in every language, with the same sections, pictures and numbers.",
    "A family reads for two minutes and plays: it needs the aim, a turn, the end and the scoring, whatever it speaks.",
    has_rulebook,
)
def leaflets_are_there(subject: Subject) -> None:
    leaflets = {language: read_leaflet(subject.game, language) for language in LANGUAGES}
    for language, leaflet in leaflets.items():
        where = f"words/leaflet.{language}.md"
        claim(leaflet, f"{where} is missing.")
        lacking = [name for name in SECTIONS[language] if name not in headings(leaflet)]
        claim(not lacking, f"{where} lacks the heading ## {lacking[0] if lacking else ''}.")
        in_order = [name for name in headings(leaflet) if name in SECTIONS[language]]
        claim(
            tuple(in_order) == SECTIONS[language], f"{where}: the order of its headings is not {', '.join(SECTIONS[language])}."
        )
    first, *others = leaflets.items()
    for language, leaflet in others:
        for what, told in (("pictures", pictures), ("numbers", numbers)):
            one, other = told(first[1]), told(leaflet)
            where = f"words/leaflet.{language}.md has other {what} than words/leaflet.{first[0]}.md"
            claim(one == other, f"{where}: {other}, not {one}.")


def pictures(leaflet: str) -> list[str]:
    return [name for name, _ in parts(leaflet) if name]


def numbers(leaflet: str) -> list[int]:
    """In ascending order, for sentences may be built differently."""
    return sorted(int(number) for _, text in parts(leaflet) for number in NUMBER.findall(text))


@game_check(
    RULEBOOK,
    "A leaflet can be read in two minutes: it is short, and has no numbers of rules, notes on readings, or words for programs.",
    "A leaflet that reads like a statute is not read.",
    has_rulebook,
)
def leaflets_are_short(subject: Subject) -> None:
    for language in LANGUAGES:
        where, leaflet = f"words/leaflet.{language}.md", read_leaflet(subject.game, language)
        length = len(re.findall(r"\w+", leaflet))
        claim(length <= MOST_WORDS, f"{where} has {length} words; more than {MOST_WORDS} take more than two minutes.")
        for what, found in STATUTE.items():
            seen = found.search(leaflet)
            claim(not seen, f"{where} has {what}, {seen[0] if seen else ''!r}: that belongs into the rulebook.")


@game_check(
    RULEBOOK,
    "Every picture of a leaflet is an example that claims something, and has a caption.",
    "No picture of a leaflet can be wrong.",
    has_rulebook,
)
def leaflets_show_examples(subject: Subject) -> None:
    game = subject.game
    for language in LANGUAGES:
        for name, caption in parts(read_leaflet(game, language)):
            if name:
                where = f"words/leaflet.{language}.md"
                claim(name in game.examples, f"{where} shows {name!r}, which words/examples.toml does not have.")
                claim(len(caption) > SHORTEST_CAPTION, f"{where}: the picture {name!r} has no caption.")
                claim(claims_something(game.examples[name]), f"The example {name!r}, which {where} shows, claims nothing.")


def claims_something(example: Example) -> bool:
    return bool(example.legal or example.illegal) or example.points is not None or example.over is not None


# ways to play


def has_ways(game: Game) -> bool:
    return bool(read_ways(game))


@game_check(
    RULEBOOK,
    "Every way to play in words/ways.toml has a title and a short sentence in every language, and a picture of itself.",
    "People choose by them, before they know anything about the game.",
    has_ways,
)
def ways_are_shown(subject: Subject) -> None:
    game = subject.game
    for way in read_ways(game):
        where = f"words/ways.toml, {way.value}"
        for language in LANGUAGES:
            for what, text, most in (("title", way.title, LONGEST_TITLE), ("line", way.line, LONGEST_LINE)):
                claim(text.get(language, "").strip(), f"{where}: {what} says nothing in {language!r}.")
                claim(len(text[language]) <= most, f"{where}: {what} has more than {most} letters in {language!r}.")
        claim(way.picture in game.examples, f"{where} shows {way.picture!r}, which words/examples.toml does not have.")
        example = game.examples[way.picture]
        played = game.read_options(example.options, example.players)[way.option]
        claim(value_of(way, played) == way.value, f"{where} shows {way.picture!r}, in which {way.option} is {played}.")


@game_check(
    RULEBOOK,
    "words/ways.toml has all values of its option, the default first, and some number of players can play each.",
    "A way that is not there cannot be chosen.",
    has_ways,
)
def ways_are_complete(subject: Subject) -> None:
    game, ways = subject.game, read_ways(subject.game)
    option = next(one for one in game.options if one.name == ways[0].option)
    claim(isinstance(option, (Choice, Flag)), f"words/ways.toml is about {option.name}, which is neither a Choice nor a Flag.")
    values = {value_of(ways[0], value) for value in option.samples(max(game.players))}
    lacking = sorted(values ^ {way.value for way in ways})
    claim(not lacking, f"words/ways.toml and the option {option.name} differ in {some(lacking)}.")
    first = value_of(ways[0], option.default)
    claim(ways[0].value == first, f"words/ways.toml begins with {ways[0].value}, but {option.name} is {first} unless chosen.")
    for way in ways:
        claim(way.players(game), f"words/ways.toml, {way.value}: nobody can play that.")


def value_of(way: Way, value: object) -> str:
    """The value of an option as a form sends it."""
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
