"""Columns of matches that were never played: with known strengths, so that measures can be held against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.core.game import Game
from carreau.core.types import Value
from carreau.lab.experiment import Experiment, Setting, Strategy, Test
from carreau.lab.measures import MEASURES
from tests.some import EVERY, QUICK

Columns = dict[str, NDArray[Any]]
WITH_CARDS = next(game for game in EVERY if any(part.name == "card" for part in game.fields) and 2 in game.players)
KINDS = next(part.size for part in WITH_CARDS.fields if part.name == "card")
NONE: Mapping[Any, Any] = {}


@dataclass(frozen=True)
class Made:
    """A setting with its columns."""

    setting: Setting
    columns: Columns


@dataclass(frozen=True)
class Truth:
    """What a match depends on: whoever has the most of all this, and of luck, is likelier to win."""

    seats: Sequence[float] = ()
    first: float = 0.0  # of whoever acts first
    bots: Mapping[str, float] = field(default_factory=dict)
    cards: Mapping[int, float] = field(default_factory=dict)  # for each time it is laid
    deal: float = 0.0  # how much luck is the deal's
    length: float = 30.0


PLAIN = Truth()


def setting(
    players: int = 2,
    bots: str | Sequence[str] = "random",
    /,
    game: Game = QUICK,
    strategies: Sequence[Strategy] = (),
    **varied: Value,
) -> Setting:
    """`varied` names what differs from other settings; its name tells these."""
    line_up = (bots,) * players if isinstance(bots, str) else tuple(bots)
    id = "-".join([game.id, str(players), *(f"{name}={value}" for name, value in varied.items() if name != "players")])
    return Setting(id, game, players, {}, varied, line_up, tuple(strategies))


def asked(*settings: Setting, measures: Sequence[str] = tuple(MEASURES), test: Test | None = None) -> Experiment:
    return Experiment("made", "7" * 64, settings, 1000, measures=tuple(measures), test=test)


def made(
    one: Setting, deals: int = 400, again: int = 1, truth: Truth = PLAIN, seed: int = 1, deep: int = 0, cards: bool = False,
    begins: bool = False,
) -> Made:  # fmt: skip
    """Matches as the lab notes them. `begins` lets chance say who is the first to act."""
    shape, p = (deals, one.tables, again), one.players
    n = deals * one.tables * again
    deal, table, repeat = (np.broadcast_to(part, shape).reshape(-1) for part in np.ogrid[:deals, : one.tables, :again])
    of_deals, chance = np.random.default_rng([seed, 0]), np.random.default_rng([seed, 1])
    bot = np.array([[one.entrants.index(name) for name in one.line_up(number)] for number in range(one.tables)])[table]
    first = chance.integers(0, p, n) if begins else np.zeros(n, np.int64)
    laid = chance.integers(0, 3, (n, p, KINDS if cards else 1)).astype(np.int8)
    merit = truth.deal * of_deals.normal(size=(deals, p))[deal] + np.array([*truth.seats, *[0.0] * p])[:p]
    merit = merit + np.array([truth.bots.get(name, 0.0) for name in one.entrants])[bot]
    merit[np.arange(n), first] += truth.first
    for card, worth in truth.cards.items():
        merit += worth * laid[:, :, card]
    chances = np.exp(merit) / np.exp(merit).sum(axis=1, keepdims=True)
    winner = (chance.random(n)[:, None] > np.cumsum(chances, axis=1)).sum(axis=1)
    shares = np.eye(p, dtype=np.float32)[np.minimum(winner, p - 1)]
    plies = np.maximum(4, of_deals.normal(truth.length, 3, deals)[deal] + chance.normal(0, 3, n)).astype(np.int32)
    decisions = np.repeat((plies // p)[:, None], p, axis=1).astype(np.int32)
    behind = chance.integers(0, 4, n).astype(np.int32)
    columns: Columns = {
        "deal": deal.astype(np.int64), "table": table.astype(np.int16), "again": repeat.astype(np.int16),
        "bot": bot.astype(np.int16), "first": first.astype(np.int16), "plies": plies, "rounds": np.ones(n, np.int32),
        "shares": shares, "points": (shares * 5).astype(np.int32), "decisions": decisions, "forced": np.ones((n, p), np.int32),
        "branching": 8.0 * decisions, "thinking": (3.0 * decisions).astype(np.float32),
        "lead_changes": chance.integers(0, 3, n).astype(np.int32), "lead_taken": chance.random(n).astype(np.float32),
        "behind": behind, "margin": chance.integers(1, 6, n).astype(np.int32),
        "level": (chance.random(n) < 0.25).astype(np.int16),
    }  # fmt: skip
    if deep:
        columns |= looked_into(chance, n, p, deal < deep)
    return Made(one, columns | ({"laid": laid, "held": (laid > 0).astype(np.int8)} if cards else {}))


def looked_into(chance: np.random.Generator, n: int, p: int, known: NDArray[np.bool_]) -> Columns:
    """The match is decided after 0.7 of it on average; three of four decisions matter."""
    single = {"decided": chance.uniform(0.4, 1.0, n), "lowest": chance.uniform(0, 1, n)}
    several = {"real": chance.uniform(0.5, 1.0, (n, p)), "stake": chance.uniform(0.0, 0.2, (n, p))}
    return {
        name: np.where(known if column.ndim == 1 else known[:, None], column, np.nan).astype(np.float32)
        for name, column in (single | several).items()
    }
