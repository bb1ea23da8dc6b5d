"""Matches of one setting, played and noted."""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.engine import in_real_time
from carreau.core.seed import read_seed, seed_words
from carreau.lab.experiment import Setting
from carreau.lab.matches.columns import Columns, counted, noted, numbered
from carreau.lab.matches.watch_for import RANDOM_ROWS, kinds_of, watch_of

RANDOM = "random"
CARDS, DEEP = "cards", "deep"  # what takes longer, and is noted only where a measure needs it


def play(
    setting: Setting, experiment_seed: str, first: int, count: int, again: int = 1, deep: int = 0,
    needs: frozenset[str] = frozenset(),
) -> Columns:  # fmt: skip
    """Play deals `first` … `first + count - 1` of a setting, at all tables, each `again` times.

    The same arguments give the same bytes, in any process, however the deals are split.

    Args:
        setting: What is played.
        experiment_seed: The seed of deal 0; the next deals count on from it.
        first: The first deal.
        count: How many deals.
        again: How often each deal is played at each table.
        deep: In how many of the deals, counted from 0, positions are looked into.
        needs: What is noted beyond the usual: `cards`, `deep`.
    """
    rows = count * setting.tables * again
    watch, kinds = watch_of(setting.game), kinds_of(setting.game) if CARDS in needs else 0
    notes, cards = np.zeros(rows, watch.NOTES), np.zeros(rows * 2 * setting.players * kinds, np.int8)
    play_at_random(setting, experiment_seed, first, count, again, notes, cards)
    columns = numbered(first, count, setting.tables, again) | {"bot": seated(setting, count, again)}
    columns |= noted(notes, setting.players)
    return columns | (counted(cards, rows, setting.players, kinds) if kinds else {})


def play_at_random(setting: Setting, seed: str, first: int, count: int, again: int, notes: Any, cards: Any) -> None:
    game, players = setting.game, setting.players
    if set(setting.bots) != {RANDOM} or in_real_time(game, players, setting.options):
        raise NotImplementedError("only random players in turns so far")
    RANDOM_ROWS.need(game)
    options = dict(setting.options)
    numbers = np.array(game._option_numbers(options), np.int64)
    words = np.array(seed_words(read_seed(seed)), np.int64)
    most = game.plies(players, options) + 1
    watch_of(game).random_rows(first, count, again, players, numbers, words, most, notes, cards, np.zeros(0, np.int64))


def seated(setting: Setting, count: int, again: int) -> Any:
    """Who sits where, for every row: the numbers of the bots among the different ones."""
    names = setting.entrants
    tables = [[names.index(bot) for bot in setting.line_up(table)] for table in range(setting.tables)]
    return np.tile(np.repeat(np.array(tables, np.int16), again, axis=0), (count, 1))
