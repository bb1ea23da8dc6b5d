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
from carreau.core.observation import ObservationField, of_bytes
from carreau.core.option import Option, read_options
from carreau.core.phrase import Phrase, listed
from carreau.core.types import Action, ActionName, Options, Seat, Seed
from carreau.core.words import Words, words_for

if TYPE_CHECKING:
    from carreau.core.example import Example
    from carreau.core.match import Match
    from carreau.core.state import State
    from carreau.draw.scene import Scene

__all__ = ["Field", "Game", "Mode", "Options", "Suggestion"]


@dataclass(frozen=True)
class Field:
    """One named part of an action: a number from 0 to `size - 1`.

    Attributes:
        name: What the part is called.
        size: How many values it can have.
        about: What it means, in one line.
    """

    name: str
    size: int
    about: str


@dataclass(frozen=True)
class Mode:
    """A way to play that deserves its own transcript and its own tests.

    Attributes:
        name: What this way to play is called; empty for the usual one.
        players: How many can play this way.
        options: The options that define it.
    """

    name: str
    players: tuple[int, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Suggestion:
    """Options that make a better match than those of the rulebook: whoever sets up a table finds them chosen already.

    Attributes:
        options: The options, by name.
        about: What is suggested and why, in one or two sentences.
    """

    options: Mapping[str, Any]
    about: str


@dataclass(frozen=True, eq=False)
class Game:
    """The facts about a game. Get one with [`load`][carreau.load].

    Its rules, names and drawings are read from its folder when they are needed. The attributes that are modules (`rules`,
    `show`, `faces` …) are the files of that folder: the guide to adding a game says what goes into them.

    Attributes:
        id: Its name for programs: the name of its folder.
        name: Its name for people.
        package: The name of the Python package in its folder.
        version: The version of its rules. It changes if, and only if, the same actions can lead to a different result.
        players: How many can play.
        fields: The parts of an action, the most significant first.
        plies: The most actions that a match can have, by the number of players and the options.
        modes: The ways to play that have tests of their own.
        about: What it is about in one line, by language.
        minutes: Roughly how long a match takes.
        options: The choices that its rulebook leaves to the players.
        short: Options that make a match as short as it gets.
        clock: Whether time can run out: then the clock acts too, as seat -2.
        check: Raises BadOption for players and options that do not go together.
        suggestion: What the web table suggests instead of the rulebook's options, if anything.

    Examples:
        >>> import carreau
        >>> game = carreau.load(carreau.examples() / "connect_four")
        >>> game.name, game.players, game.actions
        ('Connect Four', (2,), 7)
        >>> game.new(seed=7)
        <Match connect_four, 2 players, ply 0>
    """

    id: str
    name: str
    package: str
    version: int
    players: tuple[int, ...]
    fields: tuple[Field, ...]
    plies: Callable[[int, Options], int]
    modes: tuple[Mode, ...]
    about: Mapping[str, str]
    minutes: int = 10
    options: tuple[Option, ...] = ()
    short: Mapping[str, Any] = field(default_factory=dict)
    clock: bool = False
    check: Callable[[int, Options], None] = lambda players, options: None
    suggestion: Suggestion | None = None

    # what it takes to begin

    def new(self, players: int | None = None, seed: Seed | None = None, **options: Any) -> Match:
        """Deal a new match.

        Args:
            players: How many take part; the smallest number that the options allow if left out.
            seed: The seed of the deal; if left out, one that nobody can guess.
            **options: The options of the game, by name.

        Raises:
            BadPlayers: If the game is not for this many.
            BadOption: If there is no such option, or it cannot have this value; the sentence says what it takes.
            BadSeed: If it is not a seed.
        """
        from carreau.core.match import Match

        return Match(self, players, options, seed)

    def read_players(self, players: int | None, options: Mapping[str, Any] = MappingProxyType({})) -> int:
        """Check a number of players.

        Args:
            players: The number; the first that the options allow if None.
            options: The options of the match.

        Raises:
            BadPlayers: If the game is not for this many.
        """
        if players is None:
            return next((number for number in self.players if self.accepts(number, options)), self.players[0])
        number = whole_number(players)
        if number is None:
            raise BadPlayers(
                Phrase(
                    "{game} is for {players} players: give a whole number, not {n}.",
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
        """Whether this many can play with these options."""
        if players not in self.players:
            return False
        try:
            self.read_options(options, players)
        except BadOption:
            return False
        return True

    def read_options(self, given: Mapping[str, Any], players: int) -> Options:
        """Check the given options and fill in the rest.

        Args:
            given: Options with their values, as they are or as text.
            players: How many take part.

        Returns:
            All options of the game with their values.

        Raises:
            BadOption: If there is no such option, it cannot have this value, or it does not go with the others.
        """
        options = read_options(self.options, given, players)
        self.check(players, options)
        return options

    def _option_numbers(self, options: Options) -> list[int]:
        """What the rules receive."""
        return [option.number(options[option.name]) for option in self.options]

    # actions

    @property
    def actions(self) -> int:
        """How many different actions there are."""
        total = 1
        for part in self.fields:
            total *= part.size
        return total

    def pack(self, **parts: int) -> Action:
        """The action with these parts: the inverse of [`unpack`][carreau.Game.unpack].

        Args:
            **parts: A number for each of the game's `fields`, by name.

        Raises:
            InvalidAction: If a part is missing, unknown or out of range.
        """
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

    def unpack(self, action: Action) -> dict[str, int]:
        """The parts of an action by name, as the game's `fields` have them.

        Raises:
            InvalidAction: If there is no such action.
        """
        rest = whole_number(action)
        if rest is None or not 0 <= rest < self.actions:
            raise InvalidAction(f"Actions of {self.name} go from 0 to {self.actions - 1}, not {shown(action)}.")
        parts = {}
        for part in reversed(self.fields):
            rest, parts[part.name] = divmod(rest, part.size)
        return dict(reversed(parts.items()))

    def name_action(self, action: Action) -> ActionName:
        """An action in the game's notation.

        Raises:
            InvalidAction: If there is no such action.
        """
        try:
            return self._naming(action)
        except TypeError:  # what cannot be looked up is no number
            self.unpack(action)
            raise

    def name_actions(self, actions: Sequence[Action]) -> list[ActionName]:
        """Actions in the game's notation; a game with very long lists may know a quicker way than one by one.

        Args:
            actions: In ascending order.
        """
        together = getattr(self.show, "name_actions", None)
        names: list[ActionName] = together(actions) if together else [self._naming(action) for action in actions]
        return names

    @cached_property
    def _naming(self) -> Callable[[Action], ActionName]:
        """Cached: names are asked for again and again."""

        def name(action: Action) -> ActionName:
            self.unpack(action)
            found: ActionName = self.show.name_action(action)
            return found

        return lru_cache(maxsize=20_000)(name)

    def parse_action(self, name: ActionName) -> Action:
        """The action with a name: the inverse of [`name_action`][carreau.Game.name_action].

        Raises:
            InvalidAction: If it cannot be read.
        """
        if not isinstance(name, str) or len(name) > 80:
            raise InvalidAction(Phrase("An action is a short text."))
        return self._reading(name)

    @cached_property
    def _reading(self) -> Callable[[ActionName], Action]:
        return lru_cache(maxsize=20_000)(lambda name: self.show.parse_action(" ".join(name.split())))

    # the game's folder

    @cached_property
    def folder(self) -> Path:
        """The game's folder."""
        file = importlib.import_module(self.package).__file__
        assert file is not None
        return Path(file).parent

    def part(self, name: str) -> ModuleType:
        """A module of the game's folder by its name: `rules`, `picture.faces`."""
        return importlib.import_module(f"{self.package}.{name}")

    def has(self, name: str) -> bool:
        """Whether the game's folder has a module."""
        return self.folder.joinpath(*name.split(".")).with_suffix(".py").is_file()

    def _optional(self, name: str) -> ModuleType | None:
        """A part that a game may or may not have."""
        return self.part(name) if self.has(name) else None

    @cached_property
    def show(self) -> ModuleType:
        """Names, the view as JSON, the table as text."""
        return self.part("show")

    @cached_property
    def picture(self) -> ModuleType | None:
        """The table as a scene, if the game is drawn."""
        return self._optional("picture.scene")

    def scene(self, view: State, seat: Seat, legal: list[Action], words: Words, names: Sequence[str], form: str) -> Scene:
        """What a seat sees, ready to be drawn: see [`Match.scene`][carreau.Match.scene].

        Args:
            view: The state, with everything blanked that the seat may not know.
            seat: Whose view it is; -1 for a spectator's.
            legal: What the seat may do now.
            words: What the game says, in a language.
            names: What the players are called, by seat.
            form: `phone`, `wide` or `leaf`.

        Raises:
            CarreauError: If the game is not drawn.
        """
        if self.picture is None:
            raise CarreauError(f"{self.name} has no pictures: `text` shows its table.")
        scene: Scene = self.picture.scene(view, seat, legal, words, names, form)
        return scene.with_(game=self.id, faces=self._all_faces, ratio=self.faces.RATIO)

    @cached_property
    def _all_faces(self) -> dict[str, Any]:
        """The symbols of the cards by name."""
        faces: dict[str, Any] = self.faces.faces()
        return faces

    @cached_property
    def faces(self) -> ModuleType:
        """The cards as symbols."""
        return self.part("picture.faces")

    @cached_property
    def sentences(self) -> ModuleType | None:
        """Actions in words, if the game has more to say than their names."""
        return self._optional("words.sentences")

    @cached_property
    def reasons(self) -> ModuleType | None:
        """What moves do, in the game's own words, if the game says so: see core/fact.py."""
        return self._optional("words.reasons")

    @cached_property
    def tally(self) -> ModuleType | None:
        """What is counted in simulations, if the game counts anything."""
        return self._optional("tally")

    @cached_property
    def advice(self) -> ModuleType | None:
        """Advice that helps bots to play well, if the game has any: see bots/search.py."""
        return self._optional("advice")

    @cached_property
    def observing(self) -> ModuleType | None:
        """What a seat sees as numbers, for learning agents, if the game says so: see core/agent.py."""
        return self._optional("observe")

    @cached_property
    def symmetry(self) -> ModuleType | None:
        """Transformations that the rules do not notice, if the game lists any."""
        return self._optional("symmetry")

    @cached_property
    def observation_fields(self) -> tuple[ObservationField, ...]:
        """The fields of an observation, one behind the other; the bytes of the view if the game declares none."""
        if self.observing is not None:
            declared: tuple[ObservationField, ...] = self.observing.FIELDS
            return declared
        return of_bytes(self.rules.STATE, self._first_byte)

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for field in self.observation_fields)

    @property
    def choices(self) -> int:
        """How many columns the mask of a learning agent has.

        One for each action, or for each choice that the game declares; and one more, where time can run out, for waiting.
        """
        return int(getattr(self.observing, "CHOICES", self.actions)) + self.clock

    @property
    def _first_byte(self) -> int:
        """Where the state begins behind the generator, which no view shows."""
        return int(self.rules.STATE.fields["points"][1])

    @cached_property
    def realtime(self) -> ModuleType | None:
        """For games with a clock: timers, what is stale, and what a player can see."""
        return self._optional("realtime")

    @cached_property
    def puzzle(self) -> ModuleType | None:
        """The puzzle of the day, if the game has one."""
        return self._optional("puzzle")

    @cached_property
    def rules(self) -> ModuleType:
        """The state and the six rules, in plain Python."""
        return self.part("rules")

    @cached_property
    def _drive(self) -> ModuleType:
        """The generic driver (core/drive.py), bound to this game's rules."""
        from carreau.core.engine import MATCH, drive_of

        MATCH.want(self)
        return drive_of(self)

    @cached_property
    def texts(self) -> Path:
        """The folder of rulebooks, examples and translations."""
        return self.folder / "words"

    def words(self, language: str) -> Words:
        """All that the game says, in a language: `en` or `fr`."""
        return words_for(language, self.texts)

    def line(self, language: str) -> str:
        """What the game is about in one line; in English if it is not translated."""
        return self.about.get(language) or self.about["en"]

    def rulebook(self, language: str) -> str:
        """The rulebook that players read, in Markdown.

        Raises:
            NoRulebook: If there is none in this language.
        """
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
