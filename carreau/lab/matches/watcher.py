"""Watches a match that is driven from Python, with the same functions that compiled matches are watched with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from carreau.core.match import Match
from carreau.core.types import Action, Seat
from carreau.lab.matches.watch_for import watch_of


class Watcher:
    """Notes a match ply by ply in a row of notes and, if somebody asks for cards, in a row of cards."""

    def __init__(self, match: Match, notes: Any, cards: Any) -> None:
        self.match, self.cards = match, cards
        self.watch = watch_of(match.game)
        self.most = match.game.plies(match.players, match.options) + 1
        self._switches = np.zeros(self.most, np.int64)
        self._kept = notes, cards  # whose memory is written to
        self._where = notes.ctypes.data, self._switches.ctypes.data, self.most
        self.watch.begin_at(match._address, *self._where)

    def before(self, seat: Seat, action: Action, legal: Sequence[Action]) -> None:
        """What a seat is about to play, and could have played."""
        if len(self.cards):
            actions = np.array(legal, np.int64)
            self.watch.cards_at(seat, action, actions.ctypes.data, len(actions), self.cards.ctypes.data)

    def after(self, seat: Seat, legal: int) -> None:
        """What a seat has played, and among how many legal actions; 0 where that says nothing."""
        self.watch.note_at(self.match._address, seat, legal, *self._where)

    def finish(self) -> None:
        self.watch.finish_at(self.match._address, *self._where)
