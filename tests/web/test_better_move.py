"""A better move drawn on the table, in every game: the card with a ring, an arrow, and the card as it would lie there."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

import carreau
from carreau.core.words import words_for
from carreau.draw.shown_move import meant, steps_of
from carreau.web.replay_pool import EVERYTHING, MOMENT, job_of
from carreau.web.replay_worker import make_moment
from tests.some import QUICK

POSITIONS = 12
IDS = re.compile(r' id="([^"]+)"')


@pytest.mark.parametrize("game", carreau.games())
def test_a_move_is_drawn_where_it_would_go(game: str) -> None:
    rules, chance, drawn = carreau.load(game), random.Random(3), 0
    match = rules.new(2, 5)
    for number in range(POSITIONS):
        seat = match.acting[0]
        action = chance.choice(match.actions(seat))
        own = rules.scene(match.seen(seat), seat, [action], rules.words("en"), ["Ana", "Bo"], "wide")
        laid = any(len(list(meant(own, taps))) > 1 for taps in steps_of(own.choices[0]))
        form = ("wide", "phone")[number % 2]
        for view in (EVERYTHING, str(seat)):
            job = job_of(match, MOMENT, ["Ana", "Bo"], "en", match.ply, view, form)
            plain = make_moment(job, words_for("en"))
            shown = make_moment(job._replace(better=(seat, action)), words_for("en"))
            assert ("shown-move" in shown.svg) == laid and ("--gold" in shown.svg or not laid)
            assert sorted(IDS.findall(shown.svg)) == sorted(IDS.findall(plain.svg)), "no card is there twice"
            ElementTree.fromstring(shown.svg)
            drawn += laid
        match.play(action, seat)
        if match.over:
            break
    assert drawn


def test_what_is_drawn_looks_as_the_card_will_look() -> None:
    match = QUICK.new(2, 5)
    seat, action = match.acting[0], match.actions(match.acting[0])[0]
    job = job_of(match, MOMENT, ["Ana", "Bo"], "en", 0, EVERYTHING)._replace(better=(seat, action))
    shown = make_moment(job, words_for("en")).svg
    match.play(action, seat)
    (piece,) = [piece for piece in match.scene(None).pieces if piece.last]
    ghost = shown[shown.index("shown-move") :]
    assert f'href="#{QUICK.id}-{piece.face}"' in ghost
