"""Carreau: a table for games where you lay cards side by side.

Everything that a program may rely on is here: `carreau.__all__` lists it.

Examples:
    >>> import carreau
    >>> game = carreau.load(carreau.examples() / "connect_four")
    >>> match = game.new(seed=7)
    >>> match.play("d")
    >>> carreau.take_turn(match, carreau.bot("random"), seed=1) in range(7)
    True
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carreau.core.errors import (
    BadOption,
    BadPlayers,
    BadRecord,
    BadSeat,
    BadSeed,
    BadState,
    CarreauError,
    IllegalAction,
    InvalidAction,
    MissingExtra,
    NoRulebook,
    StaleAction,
    UnknownGame,
)
from carreau.core.example import Example
from carreau.core.game import Field, Game, Mode
from carreau.core.observation import ObservationField
from carreau.core.option import Option
from carreau.core.types import Action, ActionName, DealData, Options, Outcome, Ply, Points, Record, Seat, Seed, Value
from carreau.core.view import View
from carreau.core.words import Words
from carreau.games import games, load

if TYPE_CHECKING:
    from carreau.bots.bot import Bot, Estimate, Greedy, Ismcts
    from carreau.bots.seen import Seen
    from carreau.bots.turn import play_out, take_turn
    from carreau.core.batch import Ahead, Batch
    from carreau.core.match import Match
    from carreau.core.state import CLOCK, State
    from carreau.core.stepper import Stepper
    from carreau.draw.scene import Scene

__version__ = "0.2.0"

__all__ = [
    "CLOCK",
    "Action",
    "ActionName",
    "Ahead",
    "BadOption",
    "BadPlayers",
    "BadRecord",
    "BadSeat",
    "BadSeed",
    "BadState",
    "Batch",
    "Bot",
    "CarreauError",
    "DealData",
    "Estimate",
    "Example",
    "Field",
    "Game",
    "Greedy",
    "IllegalAction",
    "InvalidAction",
    "Ismcts",
    "Match",
    "MissingExtra",
    "Mode",
    "NoRulebook",
    "ObservationField",
    "Option",
    "Options",
    "Outcome",
    "Ply",
    "Points",
    "Record",
    "Scene",
    "Seat",
    "Seed",
    "Seen",
    "StaleAction",
    "State",
    "Stepper",
    "UnknownGame",
    "Value",
    "View",
    "Words",
    "bot",
    "examples",
    "games",
    "load",
    "play_out",
    "replay",
    "take_turn",
    "verify",
]

_LATER = {  # what brings NumPy and Numba is imported when it is first asked for
    "carreau.bots.bot": ("Bot", "Estimate", "Greedy", "Ismcts"),
    "carreau.bots.seen": ("Seen",),
    "carreau.bots.turn": ("play_out", "take_turn"),
    "carreau.core.batch": ("Ahead", "Batch"),
    "carreau.core.match": ("Match",),
    "carreau.core.state": ("CLOCK", "State"),
    "carreau.core.stepper": ("Stepper",),
    "carreau.draw.scene": ("Scene",),
}


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names:
            globals()[name] = found = getattr(import_module(module), name)
            return found
    raise AttributeError(f"module 'carreau' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def replay(record: Record | dict[str, Any], ply: Ply | None = None) -> Match:
    """Play a recorded match again.

    Args:
        record: What [`Match.record`][carreau.Match.record] has returned, or the same read from JSON.
        ply: Stop after this many actions; at the end of the record if left out.

    Raises:
        BadRecord: If the record is damaged, was altered, or comes from a version that this program does not know.
        UnknownGame: If its game is not installed.
    """
    from carreau.core.record import replay

    return replay(record, load, ply)


def verify(record: Record | dict[str, Any], commitment: str | None = None) -> Match:
    """Play a finished match again, and check that its deal is the one that was promised.

    Args:
        record: What [`Match.record`][carreau.Match.record] has returned, or the same read from JSON.
        commitment: What was shown before the first card; only the record itself is checked if left out.

    Returns:
        The match at its end.

    Raises:
        BadRecord: If anything is not as it should be; the sentence says what.
        UnknownGame: If its game is not installed.
    """
    from carreau.core.record import verify

    return verify(record, load, commitment)


def bot(name: str) -> Bot:
    """Get a bot by its name.

    Args:
        name: A level from `1` (`beginner`) to `5` (`master`), `random`, `greedy`, `flat:N` or `ismcts:N` (a search of N
            iterations), or a bot of your own as `module:Name`.

    Raises:
        BadOption: If there is no such bot.
    """
    from carreau.bots.levels import read_bot

    return read_bot(name)


def examples() -> Path:
    """The folder of the example games: small, complete games to read, copy and play by their path."""
    return Path(__file__).parent / "examples"
