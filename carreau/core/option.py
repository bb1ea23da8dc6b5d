"""Options: the choices that a rulebook leaves to the players, each with a name, a default and the values it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carreau.core.errors import BadOption
from carreau.core.number import shown, whole_number
from carreau.core.phrase import Phrase
from carreau.core.types import Value

TRUE_WORDS = ("on", "true", "yes", "1")
FALSE_WORDS = ("off", "false", "no", "0")


@dataclass(frozen=True)
class Option:
    """A choice that a rulebook leaves to the players.

    Attributes:
        name: Its keyword.
        default: Its value if left out.
        about: What it means, in one line.
    """

    name: str
    default: Value
    about: str

    @property
    def expects(self) -> str:
        """What it takes, in words: `a whole number from 1 to 9`."""
        raise NotImplementedError

    @property
    def messages(self) -> tuple[str, ...]:
        """Every text about it that the game's catalogue translates."""
        return (self.about,)

    def read(self, value: Any, players: int) -> Value:
        """Check a value, given directly or as text.

        Args:
            value: What was given.
            players: How many take part.

        Raises:
            BadOption: If the option does not take this value; the sentence says what it takes.
        """
        raise NotImplementedError

    def number(self, value: Value) -> int:
        """The number that the rules receive for a value."""
        raise NotImplementedError

    def samples(self, players: int) -> tuple[Value, ...]:
        """A few valid values, for tests that try every option."""
        raise NotImplementedError

    def _refuse(self, value: Any) -> BadOption:
        """The error for a bad value."""
        given = value[:40] if isinstance(value, str) else shown(value)
        return BadOption(
            Phrase("Option {name} cannot be {value!r}: it takes {kind}.", name=self.name, value=given, kind=self.expects)
        )


@dataclass(frozen=True)
class Flag(Option):
    """On or off."""

    @property
    def expects(self) -> str:
        return Phrase("on or off")

    def read(self, value: Any, players: int) -> bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in TRUE_WORDS + FALSE_WORDS:
            return value.lower() in TRUE_WORDS
        raise self._refuse(value)

    def number(self, value: Value) -> int:
        return int(bool(value))

    def samples(self, players: int) -> tuple[Value, ...]:
        return (False, True)


@dataclass(frozen=True)
class Number(Option):
    """A whole number between two bounds."""

    low: int = 0
    high: int = 0

    @property
    def expects(self) -> str:
        return Phrase("a whole number from {low} to {high}", low=self.low, high=self.high)

    def read(self, value: Any, players: int) -> int:
        number = whole(value)
        if number is None or not self.low <= number <= self.high:
            raise self._refuse(value)
        return number

    def number(self, value: Value) -> int:
        assert isinstance(value, int)
        return value

    def samples(self, players: int) -> tuple[Value, ...]:
        return tuple(dict.fromkeys((self.low, self.default, self.high)))


@dataclass(frozen=True)
class Choice(Option):
    """One of a few words."""

    words: tuple[str, ...] = ()

    @property
    def expects(self) -> str:
        return Phrase("one of {words}", words=", ".join(self.words))

    @property
    def messages(self) -> tuple[str, ...]:
        return (self.about,) if meanings(self.about, len(self.words)) else (self.about, *self.words)

    def read(self, value: Any, players: int) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        raise self._refuse(value)

    def number(self, value: Value) -> int:
        assert isinstance(value, str)
        return self.words.index(value)

    def samples(self, players: int) -> tuple[Value, ...]:
        return self.words


@dataclass(frozen=True)
class Seat(Option):
    """A seat number, or nothing: then the match's seed decides (C1)."""

    @property
    def expects(self) -> str:
        return Phrase("a seat number in this match, or random")

    def read(self, value: Any, players: int) -> int | None:
        if value is None or (isinstance(value, str) and value == "random"):
            return None
        number = whole(value)
        if number is None or not 0 <= number < players:
            raise self._refuse(value)
        return number

    def number(self, value: Value) -> int:
        return -1 if value is None else int(value)

    def samples(self, players: int) -> tuple[Value, ...]:
        return (None, *range(players))


@dataclass(frozen=True)
class PerSeat(Option):
    """A different word for every seat, as `red,blue` or as a list, or nothing: then the match's seed decides."""

    words: tuple[str, ...] = ()

    @property
    def expects(self) -> str:
        words = ", ".join(self.words)
        return Phrase("a different one of {words} for each seat, separated by commas, or random", words=words)

    def read(self, value: Any, players: int) -> str | None:
        if value is None or (isinstance(value, str) and value == "random"):
            return None
        given = value.split(",") if isinstance(value, str) else value
        is_list = isinstance(given, (list, tuple)) and all(isinstance(word, str) for word in given)
        chosen = [word.strip() for word in given] if is_list else []
        if len(chosen) != players or len(set(chosen)) != players or not set(chosen) <= set(self.words):
            raise self._refuse(value)
        return ",".join(chosen)

    def number(self, value: Value) -> int:
        """The words as the digits of a number, seat 0 the lowest; -1 if the seed decides."""
        if value is None:
            return -1
        digits = [self.words.index(word) for word in str(value).split(",")]
        return sum(digit * len(self.words) ** seat for seat, digit in enumerate(digits))

    def samples(self, players: int) -> tuple[Value, ...]:
        return (None, ",".join(self.words[:players]), ",".join(self.words[::-1][:players]))


def meanings(about: str, words: int) -> tuple[str, list[str]] | None:
    """What a description is about, and the meanings of its words if it lists that many after a colon."""
    title, colon, rest = about.partition(": ")
    parts = [part.strip().removeprefix("or ").removeprefix("ou ") for part in rest.split(",")]
    return (title.rstrip(), parts) if colon and len(parts) == words else None


def whole(value: Any) -> int | None:
    """The whole number that a value or its text stands for."""
    if isinstance(value, str):
        digits = value.removeprefix("-")
        return int(value) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else None
    return whole_number(value)


def read_options(options: tuple[Option, ...], given: Mapping[str, Any], players: int) -> dict[str, Value]:
    """All options in their declared order, the given ones checked, the others at their default."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            known = ", ".join(names) if names else "none"
            raise BadOption(
                Phrase("There is no option {name!r} here; the options are: {known}.", name=str(name)[:40], known=known)
            )
    return {
        option.name: option.read(given[option.name], players) if option.name in given else option.default for option in options
    }
