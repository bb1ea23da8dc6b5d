"""Every mistake a user can make, each with one sentence that can be shown to a player."""

from __future__ import annotations


class CarreauError(ValueError):
    """The mother of all mistakes; `code` is stable and meant for programs, the text for people."""

    code = "error"

    @property
    def sentence(self) -> str:
        """The text; where it is a Phrase, `Words.tell` says it in another language."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownGame(CarreauError):
    code = "unknown-game"


class NoRulebook(CarreauError):
    code = "no-rulebook"


class BadPlayers(CarreauError):
    code = "bad-players"


class BadOption(CarreauError):
    code = "bad-option"


class BadSeed(CarreauError):
    code = "bad-seed"


class BadSeat(CarreauError):
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
    """A game's state has a field that it cannot have."""

    code = "bad-state"
