"""What is noted of matches, against simple code that watches the same matches through the public face."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from carreau.core.engine import in_real_time
from carreau.core.game import Game, Mode
from carreau.lab.experiment import Setting
from carreau.lab.matches import play
from tests.conftest import CASES, case_name
from tests.effort import often
from tests.lab.matches.oracle import Story, at_random, chance_of, expected

SEED = 7
HEX = f"{SEED:064x}"
IN_TURNS = [case for case in CASES if not in_real_time(case[0], case[2], case[1].options)]


def setting_of(case: tuple[Game, Mode, int], bots: tuple[str, ...] = ("random",)) -> Setting:
    game, mode, players = case
    line_up = bots if len(bots) == players else bots * players
    return Setting("one", game, players, game.read_options(mode.options, players), {}, line_up)


def sides(story: Story) -> Callable[[int], int]:
    """Which side each seat is on, as the rules have it."""
    rule = getattr(story.match.game.rules, "side_of", None)
    return lambda seat: seat if rule is None else rule(story.match.state, seat)


def check_row(columns: dict[str, Any], row: int, story: Story) -> None:
    for name, value in expected(story, sides(story)).items():
        found, wanted = columns[name][row], np.array(value, columns[name].dtype)
        assert np.allclose(found, wanted, rtol=1e-6, equal_nan=True), (name, found, wanted)


@pytest.mark.parametrize("case", IN_TURNS, ids=case_name)
def test_random_matches_are_noted_as_they_were(case: tuple[Game, Mode, int]) -> None:
    setting, again = setting_of(case), 2
    columns = play(setting, HEX, 3, often(2), again)
    for row in range(often(2) * again):
        deal, repeat = int(columns["deal"][row]), int(columns["again"][row])
        assert (deal, repeat) == (3 + row // again, row % again)
        match = setting.game.new(setting.players, SEED + deal, **setting.options)
        check_row(columns, row, at_random(match, chance_of(SEED, deal, 0, repeat)))
