"""A film of Quatuor, deal by deal."""

from __future__ import annotations

import random

from carreau.cli.film import LOOK, scenes_of
from carreau.games.quatuor import GAME


def test_a_film_shows_a_round_that_has_ended() -> None:
    match, chance = GAME.new(2, seed=4, deals="each"), random.Random(1)
    while not match.over:
        match.play(chance.choice(match.legal(match.acting[0])))
    scenes = scenes_of(match, None, "en", "wide")
    ended = [k for k, scene in enumerate(scenes) if scene.guidance.startswith("Deal 1 goes to")]
    assert len(ended) == LOOK and len(scenes) == 1 + match.ply + LOOK
    assert not scenes[ended[-1] + 1].pieces, "then the table is cleared"
