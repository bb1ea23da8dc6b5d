"""Carreau: the table for games in which cards are laid side by side.

import carreau
game = carreau.load("punto")
match = game.new(players=2, seed=7)
match.play(match.legal(match.acting[0])[0])
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from carreau.core.errors import (
    BadOption,
    BadPlayers,
    BadRecord,
    BadSeat,
    BadSeed,
    CarreauError,
    IllegalAction,
    InvalidAction,
    StaleAction,
    UnknownGame,
)
from carreau.core.game import Game
from carreau.games import games, load

if TYPE_CHECKING:
    from carreau.core.match import Match

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "BadPlayers",
    "BadRecord",
    "BadSeat",
    "BadSeed",
    "CarreauError",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "StaleAction",
    "UnknownGame",
    "games",
    "load",
    "replay",
    "verify",
]


def replay(record: dict[str, Any], ply: int | None = None) -> Match:
    """The same match again, to its end or to a ply."""
    from carreau.core.record import replay

    return replay(record, load, ply)


def verify(record: dict[str, Any], commitment: str | None = None) -> Match:
    """Replay a finished record and check it against its commitment."""
    from carreau.core.record import verify

    return verify(record, load, commitment)


def examples() -> Path:
    """The folder of the example games: small whole games to read, to copy and to play by their path."""
    return Path(__file__).parent / "examples"
