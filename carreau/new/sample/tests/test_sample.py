"""The rules of Sample, by their numbers in the rulebook: run with pytest. Break a rule once to see its test fail."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import carreau

GAME = carreau.load(Path(__file__).parent.parent)


def played(*actions: str, **options: Any) -> carreau.Match:
    match = GAME.new(2, 7, **{"first": 0, **options})
    for action in actions:
        match.play(action)
    return match


def to_the_end(match: carreau.Match, seed: int = 1) -> carreau.Match:
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal(match.acting[0])))
    return match


def test_r1_every_card_is_there_once() -> None:
    assert len(set(GAME.faces.deck())) == 24


def test_r2_everybody_gets_as_many_cards() -> None:
    for hand in (1, 3, 4):
        match = played(hand=hand)
        assert match.reveal()["held"] == [hand, hand] and match.reveal()["pile"] == 24 - 2 * hand
    assert played(first=1).acting == (1,)


def test_r3_a_card_lies_beside_another() -> None:
    assert len(played().legal(0)) == 3 * 16
    match = played("r5 b2")
    assert {name.split()[1] for name in match.legal(1)} == {"b1", "a2", "c2", "b3"}


def test_r4_neighbours_of_the_same_colour_or_value_count() -> None:
    match = to_the_end(played())
    table: dict[str, str] = {}
    points = [0, 0]
    for seat, action in match.history:
        card, cell = GAME.name_action(action).split()
        beside = [chr(ord(cell[0]) + right) + str(int(cell[1]) + down) for right, down in ((0, 1), (0, -1), (1, 0), (-1, 0))]
        points[seat] += sum(place in table and (table[place][0] == card[0] or table[place][1] == card[1]) for place in beside)
        table[cell] = card
    assert list(match.points) == points and sum(points) > 0


def test_r5_a_card_is_drawn() -> None:
    match = played("r5 b2")
    assert match.reveal()["held"] == [3, 3] and match.reveal()["pile"] == 17


def test_r6_the_square_is_full_and_the_most_points_win() -> None:
    match = to_the_end(played())
    assert match.ply == 16 and match.outcome
    assert match.outcome["winners"] == [seat for seat in (0, 1) if match.points[seat] == max(match.points)]
