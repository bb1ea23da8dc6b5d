"""A game: its facts, declared apart from its rules. Nothing here imports NumPy or Numba."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from carreau.core.errors import BadOption, BadPlayers, CarreauError, InvalidAction, NoRulebook
from carreau.core.number import shown, whole_number
from carreau.core.option import Option, Value, read_options
from carreau.core.phrase import Phrase
from carreau.core.words import Words, words_for

if TYPE_CHECKING:
    from carreau.core.example import Example
    from carreau.core.match import Match

Options = dict[str, Value]


@dataclass(frozen=True)
class Field:
    """One named part of an action: a number from 0 to size - 1."""

    name: str
    size: int
    about: str


@dataclass(frozen=True)
class Mode:
    """A way to play that deserves its own transcript and its own tests."""

    name: str
    players: tuple[int, ...]
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Game:
    """The facts about a game. Its rules, names and drawings are read from its folder when they are needed."""

    id: str
    name: str
    package: str  # the name of the game's own package, where its modules are
    version: int  # changes when, and only when, the transcripts do
    players: tuple[int, ...]
    fields: tuple[Field, ...]  # of an action, the most significant first
    plies: Callable[[int, Options], int]  # no match is longer
    modes: tuple[Mode, ...]
    about: Mapping[str, str]  # one line per language
    minutes: int = 10
    options: tuple[Option, ...] = ()
    short: Mapping[str, Value] = field(default_factory=dict)  # options that make a match as short as it gets
    clock: bool = False  # whether the authority acts too, as seat CLOCK, when time runs out
    check: Callable[[int, Options], None] = lambda players, options: None  # refuses what does not go together

    # what it takes to begin

    def new(self, players: int | None = None, seed: int | str | None = None, **options: Any) -> Match:
        """A new match. Options are keywords; without a seed it gets one that nobody can guess."""
        from carreau.core.match import Match

        return Match(self, self.read_players(players, options), options, seed)

    def read_players(self, players: int | None, options: Mapping[str, Any] = MappingProxyType({})) -> int:
        """A number of players, checked; without one the first that goes with the options."""
        if players is None:
            return next((number for number in self.players if self.accepts(number, options)), self.players[0])
        number = whole_number(players)
        if number is None:
            raise BadPlayers(
                Phrase(
                    "{game} is for {players} players, given as a whole number, not as {n}.",
                    game=self.name,
                    players=listed(self.players),
                    n=shown(players, 20),
                )
            )
        if number not in self.players:
            raise BadPlayers(
                Phrase(
                    "{game} is for {players} players, not {n}.", game=self.name, players=listed(self.players), n=shown(number, 20)
                )
            )
        return number

    def accepts(self, players: int, options: Mapping[str, Any]) -> bool:
        try:
            self.read_options(options, players)
        except BadOption:
            return False
        return True

    def read_options(self, given: Mapping[str, Any], players: int) -> Options:
        options = read_options(self.options, given, players)
        self.check(players, options)
        return options

    def option_numbers(self, options: Options) -> list[int]:
        return [option.number(options[option.name]) for option in self.options]

    # actions

    @property
    def actions(self) -> int:
        """How many different actions there are."""
        total = 1
        for part in self.fields:
            total *= part.size
        return total

    def pack(self, **parts: int) -> int:
        """The action with these parts."""
        if set(parts) != {part.name for part in self.fields}:
            raise InvalidAction(f"An action of {self.name} has the parts {', '.join(part.name for part in self.fields)}.")
        action = 0
        for part in self.fields:
            number = whole_number(parts[part.name])
            if number is None or not 0 <= number < part.size:
                raise InvalidAction(
                    Phrase(
                        "The part {name} of an action goes from 0 to {last}, not {n}.",
                        name=part.name,
                        last=part.size - 1,
                        n=shown(parts[part.name]),
                    )
                )
            action = action * part.size + number
        return action

    def unpack(self, action: int) -> dict[str, int]:
        """The named parts of an action."""
        rest = whole_number(action)
        if rest is None or not 0 <= rest < self.actions:
            raise InvalidAction(f"Actions of {self.name} go from 0 to {self.actions - 1}, not {shown(action)}.")
        parts = {}
        for part in reversed(self.fields):
            rest, parts[part.name] = divmod(rest, part.size)
        return dict(reversed(parts.items()))

    def name_action(self, action: int) -> str:
        return self.naming(action)

    def name_actions(self, actions: Sequence[int]) -> list[str]:
        """The names of actions in ascending order; a game with very long lists may know a quicker way than one by one."""
        together = getattr(self.show, "name_actions", None)
        names: list[str] = together(actions) if together else [self.naming(action) for action in actions]
        return names

    @cached_property
    def naming(self) -> Callable[[int], str]:
        """Names are asked for again and again."""
        return lru_cache(maxsize=20_000)(self.show.name_action)

    def parse_action(self, name: str) -> int:
        if not isinstance(name, str) or len(name) > 80:
            raise InvalidAction(Phrase("An action is written as a short text."))
        return self.reading(name)

    @cached_property
    def reading(self) -> Callable[[str], int]:
        return lru_cache(maxsize=20_000)(lambda name: self.show.parse_action(" ".join(name.split())))

    # the game's folder

    @cached_property
    def folder(self) -> Path:
        file = importlib.import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    def part(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def has(self, name: str) -> bool:
        """Whether the game has this part: it is there if its file is."""
        return self.folder.joinpath(*name.split(".")).with_suffix(".py").is_file()

    def optional(self, name: str) -> ModuleType | None:
        """A part that a game may have or not."""
        return self.part(name) if self.has(name) else None

    @cached_property
    def show(self) -> ModuleType:
        """Names, the view as JSON, the table as text."""
        return self.part("show")

    @cached_property
    def picture(self) -> ModuleType | None:
        """The table as a scene, if the game is drawn."""
        return self.optional("picture.scene")

    def scene(self, view: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Any:
        """What a seat sees of a view, ready to be drawn: what the game says lies where, with its cards' faces."""
        if self.picture is None:
            raise CarreauError(f"{self.name} has no pictures: `text` shows its table.")
        scene = self.picture.scene(view, seat, legal, words, names, form)
        return scene.with_(game=self.id, faces=self.all_faces, ratio=self.faces.RATIO)

    @cached_property
    def all_faces(self) -> dict[str, Any]:
        """The symbols of the cards by name."""
        faces: dict[str, Any] = self.faces.faces()
        return faces

    @cached_property
    def faces(self) -> ModuleType:
        """The cards as symbols."""
        return self.part("picture.faces")

    @cached_property
    def sentences(self) -> ModuleType | None:
        """Actions in words, if the game has any beside their names."""
        return self.optional("words.sentences")

    @cached_property
    def tally(self) -> ModuleType | None:
        """What is counted in simulations, if the game counts anything."""
        return self.optional("tally")

    @cached_property
    def advice(self) -> ModuleType | None:
        """What helps bots to play well, if the game has any to give: see bots/search.py."""
        return self.optional("advice")

    @cached_property
    def realtime(self) -> ModuleType | None:
        """For games with a clock: timers, what is stale, and what a player can see."""
        return self.optional("realtime")

    @cached_property
    def puzzle(self) -> ModuleType | None:
        """The puzzle of the day, if the game has one."""
        return self.optional("puzzle")

    @cached_property
    def rules(self) -> ModuleType:
        """The state and the six rules, compiled when first called."""
        return self.part("rules")

    @cached_property
    def drive(self) -> ModuleType:
        """The generic driver (core/drive.py), bound to this game's rules."""
        from carreau.core.engine import load_drive

        return load_drive(self)

    @property
    def texts(self) -> Path:
        """Where rulebooks, examples and translations lie."""
        return self.folder / "words"

    def words(self, language: str) -> Words:
        """What the game says in a language."""
        return words_for(language, self.texts)

    def line(self, language: str) -> str:
        """What it is about, in one line; in English where the language has none."""
        return self.about.get(language) or self.about["en"]

    def rulebook(self, language: str) -> str:
        """The rulebook a player reads, in Markdown."""
        try:
            return (self.texts / f"rulebook.{language}.md").read_text(encoding="utf-8")
        except FileNotFoundError:
            raise NoRulebook(Phrase("{game} has no rulebook in this language.", game=self.name)) from None

    @cached_property
    def examples(self) -> dict[str, Example]:
        """The positions that the rulebooks show, by name."""
        from carreau.core.example import read_examples

        return read_examples(self)

    def __repr__(self) -> str:
        return f"<Game {self.id} version {self.version}>"


def listed(numbers: Sequence[int | str]) -> str:
    """1, 2 or 3"""
    words = [str(number) for number in numbers]
    if len(words) == 1:
        return words[0]
    return Phrase("{first} or {last}", first=", ".join(words[:-1]), last=words[-1])
