"""Everything that can be refused, each time with one sentence that can be shown to a player."""

from __future__ import annotations


class CarreauError(ValueError):
    """What every refusal is. Its text is one sentence that says what was expected.

    Attributes:
        code: The kind of refusal as a word that stays the same, for programs.
    """

    code = "error"

    @property
    def sentence(self) -> str:
        """The sentence, which `Game.words` can also tell in another language."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownGame(CarreauError):
    """There is no such game, or its folder cannot be read."""

    code = "unknown-game"


class NoRulebook(CarreauError):
    """The game has no rulebook in this language."""

    code = "no-rulebook"


class BadPlayers(CarreauError):
    """The game is not for so many players."""

    code = "bad-players"


class BadOption(CarreauError):
    """There is no such option, or it cannot have this value."""

    code = "bad-option"


class BadSeed(CarreauError):
    """What was given as a seed is not one."""

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
    """A game declares a state that cannot be: for authors of games."""

    code = "bad-state"


class MissingExtra(CarreauError):
    """Something was asked for that needs packages which are not installed."""

    code = "missing-extra"
