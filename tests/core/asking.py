"""A process that has games compiled behind, as a program of a user might; it does what it is told on its standard input."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from carreau.core.behind import BEHIND
from carreau.core.engine import MATCH
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.games import load


@cache
def match_of(game: Game) -> Match:
    return game.new(seed=3)


def later(game: Game) -> None:
    """Nobody waits for it."""
    BEHIND.ask(game, MATCH, urgent=False, patience=0)


def now(game: Game) -> None:
    BEHIND.ask(game, MATCH, patience=0)


def need(game: Game) -> None:
    """Wait for it."""
    MATCH.need(game)


def move(game: Game) -> str:
    """Play the first legal action; the state after that."""
    match = match_of(game)
    match.play(match.actions(match.acting[0])[0])
    return match.state.tobytes().hex()


def fork(game: Game) -> int:
    """Another process that asks for the same game, and lives for a while."""
    if child := os.fork():
        return child
    try:
        now(game)
        move(game)
        time.sleep(600)
    finally:
        os._exit(0)


def tell(game: Game) -> dict[str, Any]:
    return {
        "used": MATCH.is_used(game), "made": MATCH.is_made(game), "share": BEHIND.share(game), "failed": BEHIND.has_failed(game),
    }  # fmt: skip


ORDERS: dict[str, Callable[[Game], Any]] = {order.__name__: order for order in (later, now, need, move, fork, tell)}

if __name__ == "__main__":
    for line in sys.stdin:
        order, folder = line.rstrip("\n").split(" ", 1)
        answer = ORDERS[order](load(Path(folder)))
        print("\n" + json.dumps({"answer": answer}), flush=True)
