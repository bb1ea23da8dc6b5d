"""A process in which nothing is compiled: bots of all levels answer at every kind of table of one game, and it says how."""

from __future__ import annotations

import json
import random
import sys
import time
from dataclasses import replace
from typing import Any

from carreau.bots.anything import choose
from carreau.bots.hasty import Hasty, bot_at_once
from carreau.bots.levels import LEVELS
from carreau.bots.seen import Seen
from carreau.core.engine import in_real_time
from carreau.core.game import Game, Mode
from carreau.core.match import Match
from tests import probe
from tests.conftest import CASES, case_name

LATEST = 16  # ply
SOON = 0.05  # seconds for most questions: only the first takes as long as bots do


def middle(game: Game, mode: Mode, players: int, chance: random.Random) -> Match:
    """A match at the last place, up to some ply, where somebody has a choice."""
    match = chosen = game.new(players, 1, **mode.options)
    for _ in range(chance.randrange(LATEST)):
        if match.over:
            break
        if len(match.actions(match.acting[0])) > 1:
            chosen = match.copy()
        seat, action = choose(match, chance)
        match.play(action, seat)
    return chosen


def questions(match: Match, thorough: bool) -> dict[str, Any]:
    game, seat = match.game, match.acting[0]
    legal, worlds = match.actions(seat), [match.state, probe.redeal(game, match.state, seat, 1)]
    answers, seconds = [], []
    bots = [bot for bot in dict.fromkeys(bot_at_once(game, level) for level in LEVELS) if isinstance(bot, Hasty)]
    for bot in bots:
        started = time.process_time()
        answers.append([(bot if thorough else replace(bot, seconds=SOON)).choose(Seen(game, seat, match.state), legal, 7)])
        seconds.append(time.process_time() - started)
    fixed = replace(bots[-1], worlds=1, seconds=60.0)
    answers.append([fixed.choose(Seen(game, seat, world), legal, 7) for world in worlds])
    return {"kinds": len(bots), "ply": match.ply, "legal": legal, "answers": answers, "seconds": seconds}


if __name__ == "__main__":
    found: dict[str, Any] = {}
    for game, mode, players in CASES:
        if game.id == sys.argv[1] and not in_real_time(game, players, mode.options):
            name = case_name((game, mode, players))
            found[name] = questions(middle(game, mode, players, random.Random(name)), thorough=not found)
    print(json.dumps(found))
