"""Bots are compiled once per machine and game, apart from the rules."""

from __future__ import annotations

import numpy as np

from carreau.bots.bot import Greedy, Ismcts, search_folder
from carreau.bots.seen import Seen
from carreau.core.engine import is_ready, make_ready
from carreau.core.game import Game

MARK = "bots"


def are_bots_ready(game: Game) -> bool:
    """Whether bots can think without compiling."""
    return is_ready(game) and (search_folder(game) / MARK).exists()


def make_bots_ready(game: Game) -> None:
    """Compile what bots need: the rules, other worlds, the search. Quick if it was done before."""
    make_ready(game)
    match = game.new(seed=0)
    seat = match.acting[0]
    seen, legal = Seen.of(match, seat), match.actions(seat)
    seen.world(0)
    Greedy(worlds=1).estimate(seen, legal, 0)
    Ismcts(1, stop=np.zeros(1, np.int64)).estimate(seen, legal, 0)
    (search_folder(game) / MARK).touch()
