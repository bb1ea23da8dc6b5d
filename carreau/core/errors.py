"""All errors of Carreau. Each has one sentence that can be shown to a player."""

from __future__ import annotations


class CarreauError(ValueError):
    """The base of all errors here. Its text is one sentence that says what was expected.

    Attributes:
        code: What is wrong, as a word for programs that never changes.
    """

    code = "error"

    @property
    def sentence(self) -> str:
        """The sentence, which `Game.words` can also say in another language."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownGame(CarreauError):
    """There is no such game, or its folder cannot be read."""

    code = "unknown-game"


class NoRulebook(CarreauError):
    """The game has no rulebook in this language."""

    code = "no-rulebook"


class BadPlayers(CarreauError):
    """The game is not for this number of players."""

    code = "bad-players"


class BadOption(CarreauError):
    """There is no such option, or it cannot have this value."""

    code = "bad-option"


class BadSeed(CarreauError):
    """This is not a seed."""

    code = "bad-seed"


class BadSeat(CarreauError):
    """There is no such seat."""

    code = "bad-seat"


class InvalidAction(CarreauError):
    """The action cannot be read."""

    code = "invalid-action"


class IllegalAction(CarreauError):
    """The action can be read, but the rules do not allow it now."""

    code = "illegal-action"


class StaleAction(CarreauError):
    """The action was meant for an earlier moment of the match."""

    code = "stale-action"


class BadRecord(CarreauError):
    """The record is damaged, was altered, or comes from a version that this program does not know."""

    code = "bad-record"


class BadState(CarreauError):
    """A game declares a state that is not possible. Only authors of games see this."""

    code = "bad-state"


class MissingExtra(CarreauError):
    """This needs packages that are not installed."""

    code = "missing-extra"
