"""Matches of one setting, played and noted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from carreau.bots.bot import Bot
from carreau.bots.reaction import Reaction
from carreau.core.engine import MATCH, in_real_time
from carreau.core.match import Match
from carreau.core.seed import SEED_BITS, read_seed, seed_words
from carreau.core.types import Action, Seat
from carreau.lab.experiment import Setting
from carreau.lab.matches.columns import Columns, counted, noted, numbered, timed, unknown
from carreau.lab.matches.contest import race, take_turns
from carreau.lab.matches.deep import Look
from carreau.lab.matches.players import RANDOM, players_of, reactions_of
from carreau.lab.matches.watch_for import NOTING, RANDOM_ROWS, kinds_of, watch_of
from carreau.lab.matches.watcher import Watcher

CARDS, DEEP = NEEDS = ("cards", "deep")  # what is noted only where a measure needs it, because it takes longer


def play(
    setting: Setting, experiment_seed: str, first: int, count: int, again: int = 1, deep: int = 0,
    needs: Collection[str] = (),
) -> Columns:  # fmt: skip
    """Play deals `first` … `first + count - 1` of a setting, at all tables, each `again` times.

    The same arguments give the same bytes, in any process, and a deal gives the same rows however the deals are split. The
    players' choices depend on the seed of the deal, the table and the repeat, and not on the setting, so that settings are
    compared under like conditions.

    Args:
        setting: What is played.
        experiment_seed: The seed of deal 0; the next deals count on from it.
        first: The first deal.
        count: How many deals.
        again: How often each deal is played at each table.
        deep: In how many of the deals, counted from 0, positions are looked into (see deep.py).
        needs: What is noted beyond the usual: `cards`, `deep`.

    Returns:
        The columns by name; each has a row for every match, in the order of deal, table and repeat. `laid` and `held` are only
        there for games with a field `card`, played in turns.
    """
    return Rows(setting, experiment_seed, first, count, again, deep, needs).played()


class Rows:
    """The matches of one call."""

    def __init__(
        self, setting: Setting, seed: str, first: int, count: int, again: int, deep: int, needs: Collection[str]
    ) -> None:
        self.setting, self.game, self.players = setting, setting.game, setting.players
        self.options = dict(setting.options)
        self.seed, self.first, self.count, self.again = read_seed(seed), first, count, again
        self.each = setting.tables * again  # rows of a deal
        self.real_time = in_real_time(self.game, self.players, self.options)
        self.kinds = kinds_of(self.game) if CARDS in needs and not self.real_time else 0
        self.deep = min(max(deep - first, 0), count) if DEEP in needs and not self.real_time else 0  # deals that are looked into
        rows = count * self.each
        self.notes = np.zeros(rows, watch_of(self.game).NOTES)
        self.cards = np.zeros((rows, 2 * self.players * self.kinds), np.int8)
        self.seconds = np.full(rows, np.nan)
        self.depths = unknown(rows, self.players) if DEEP in needs else {}

    def played(self) -> Columns:
        if self.real_time or set(self.setting.bots) != {RANDOM}:
            self.play_with_bots()
        else:
            self.play_at_random()
        columns = numbered(self.first, self.count, self.setting.tables, self.again)
        columns |= {"bot": seated(self.setting, self.count, self.again)} | noted(self.notes, self.players)
        columns |= timed(self.seconds, columns) | self.depths
        return columns | (counted(self.cards, self.players, self.kinds) if self.kinds else {})

    def play_at_random(self) -> None:
        """Deals that are looked into one by one, the others together."""
        RANDOM_ROWS.need(self.game)
        for deal in range(self.deep):
            moves = np.zeros((self.each, 2 * self.most), np.int64)
            self.random_rows(deal, 1, moves)
            for row, told in enumerate(moves, deal * self.each):
                history = told[: 2 * int(self.notes[row].plies)].reshape(-1, 2).tolist()
                self.look_into(row, [(seat, action) for seat, action in history])
        self.random_rows(self.deep, self.count - self.deep, np.zeros((0, 0), np.int64))

    def random_rows(self, deal: int, count: int, moves: Any) -> None:
        numbers = np.array(self.game._option_numbers(self.options), np.int64)
        words = np.array(seed_words(self.seed), np.int64)
        rows = slice(deal * self.each, (deal + count) * self.each)
        watch_of(self.game).random_rows(
            self.first + deal, count, self.again, self.players, numbers, words, self.most, self.notes[rows],
            self.cards[rows].reshape(-1), moves,
        )  # fmt: skip

    def play_with_bots(self) -> None:
        for work in (MATCH, NOTING):
            work.need(self.game)
        for row in range(len(self.notes)):
            _, table, _ = self.place_of(row)
            match, chance = self.dealt(row)
            watcher = Watcher(match, self.notes[row : row + 1], self.cards[row])
            if self.real_time:
                self.seconds[row] = race(match, self.reactions[table], chance, watcher)
            else:
                take_turns(match, self.bots[table], chance, watcher)
            if row < self.deep * self.each:
                self.look_into(row, match.history)

    def look_into(self, row: int, history: Sequence[tuple[Seat, Action]]) -> None:
        MATCH.need(self.game)
        match, chance = self.dealt(row)
        note = self.notes[row]
        found = Look(match, history, int(note.rounds), chance).depth(note.shares[: self.players].tolist())
        for name, column in self.depths.items():
            column[row] = getattr(found, name)

    def dealt(self, row: int) -> tuple[Match, int]:
        """The match of a row, before its first ply, and where its players' chance begins."""
        deal, table, again = self.place_of(row)
        match = self.game.new(self.players, (int(self.seed, 16) + deal) % 2**SEED_BITS, **self.options)
        return match, watch_of(self.game).chance_of(seed_words(match.seed), table, again)

    def place_of(self, row: int) -> tuple[int, int, int]:
        """Deal, table and repeat."""
        deal, rest = divmod(row, self.each)
        return self.first + deal, *divmod(rest, self.again)

    @cached_property
    def bots(self) -> list[list[Bot]]:
        """Who plays, by table and seat."""
        return [players_of(self.setting, table) for table in range(self.setting.tables)]

    @cached_property
    def reactions(self) -> list[list[Reaction]]:
        """The same where all act at once."""
        return [reactions_of(self.setting, table) for table in range(self.setting.tables)]

    @property
    def most(self) -> int:
        """A number of plies that no match exceeds."""
        return self.game.plies(self.players, self.options) + 1


def seated(setting: Setting, count: int, again: int) -> Any:
    """Who sits where, for every row: the numbers of the bots among the different ones."""
    names = setting.entrants
    tables = [[names.index(bot) for bot in setting.line_up(table)] for table in range(setting.tables)]
    return np.tile(np.repeat(np.array(tables, np.int16), again, axis=0), (count, 1))
