"""Games for tests that need a certain kind, chosen by their properties: outside tests/games no test names a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

import numpy as np

import carreau
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.games import quickest, with_puzzle
from proofs.tools.plans import Plan, at_once

EVERY = [carreau.load(name) for name in carreau.games()]
IN_TURNS = [game for game in EVERY if not game.clock and {2, 3, 4} <= set(game.players)]
QUICK = quickest(2, [game for game in IN_TURNS if any(option.name == "first" for option in game.options)])
OTHERS = [game for game in EVERY if game is not QUICK]
PUZZLES = with_puzzle()


@cache
def shortest(players: int = 2) -> Game:
    """The game whose short match has the fewest plies."""
    fit = [game for game in EVERY if players in game.players and game.accepts(players, game.short)]
    return min(fit, key=lambda game: game.plies(players, game.read_options(game.short, players)))


@cache
def racing() -> list[Plan]:
    """Every way to play in real time, for two players."""
    return at_once(2)


def typed(options: Mapping[str, object]) -> list[str]:
    """Options as typed after a command."""
    return [word for name, value in options.items() for word in ("--option", f"{name}={value}")]


def plan_name(plan: Plan) -> str:
    """Its name in the name of a test."""
    return "-".join([plan.game, *map(str, plan.options.values())])


def asked(options: Mapping[str, object]) -> dict[str, str]:
    """Options as fields of a form."""
    return {name: {"True": "on", "False": "off"}.get(str(value), str(value)) for name, value in options.items()}


@cache
def hiding() -> Plan:
    """A short match in turns for two players, in which each seat sees what the other does not; the first seat can be chosen."""
    fit = [game for game in EVERY if 2 in game.players and any(option.name == "first" for option in game.options)]
    for game in sorted(fit, key=lambda game: game.plies(2, game.read_options(game.short, 2))):
        match = game.new(2, 1, **game.short)
        if not match.in_real_time and match.seen(0).tobytes() != match.seen(1).tobytes():
            return Plan(game.id, 2, game.short)
    raise AssertionError("no game hides anything")


@cache
def with_rounds() -> list[Game]:
    """Games with several rounds, the quickest first."""
    return sorted((game for game in IN_TURNS if hasattr(game.rules, "next_round")), key=lambda game: game.minutes)


def from_numpy(number: int) -> int:
    """A number as it stands in an array: taken wherever a whole number is, though annotations say int."""
    return cast(int, np.int64(number))


def play_to_the_end(match: Match, which: int = 0) -> Match:
    """Play the first legal action every time, or another one."""
    while not match.over:
        match.play(match.legal(match.acting[0])[which])
    return match


def illegal(match: Match) -> str:
    """An action of the game that is not legal now."""
    seat = match.acting[0]
    legal = set(match.actions(seat))
    return match.game.name_action(next(action for action in range(match.game.actions) if action not in legal))
