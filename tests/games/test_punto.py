"""Punto's rulebook, rule by rule in its order. The numbers are those of the rules (P1 to P25; C: common to all games)."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from rich.text import Text

import carreau
from carreau.core.match import Match
from carreau.games.punto import tally
from tests.effort import often
from tests.games.punto_tools import (
    GAME,
    block,
    build,
    cells,
    coming,
    force,
    name,
    play,
    quiet_picture,
    rise,
    table,
    up,
    void_round,
    win_round,
)

# Full squares: whoever began turns up a 1 next and cannot lay (P15). Only the series named here are in them.

FIGURE = """
    y2 b2 y2 g2 b2 g2
    g3 r3 r7 r5 y3 r2
    b3 y3 b3 g3 b4 y4
    r2 g4 r3 y4 r4 g4
    b5 y5 b5 b4 b8 y5
    g5 r4 g5 y6 g6 r5
"""  # the rulebook's figure: red 3+7+5=15, blue 5+4+8=17

MOST = """
    b2 y2 b2 y2 r2 b3
    r1 r2 r3 b3 g2 y3
    y3 b4 y4 b4 r3 b5
    g2 r4 g7 g9 g8 y4
    y5 b5 y5 b6 g6 r4
    g3 r5 r5 g3 g9 y6
"""  # red 1+2+3=6; green 7+9+8=24 and, crossing it, 8+6+9=23

NEXT_LOWEST = """
    r3 r7 r5 y2 r2 g2
    b2 g2 b2 g3 b5 y2
    r6 y3 r2 y3 b9 g3
    r8 g4 b3 g4 b4 g5
    r6 y4 y4 g5 y5 y5
    y6 g6 b5 b4 b6 r3
"""  # red 15 and 20, blue 15 and 18

ALL_EQUAL = """
    b2 g2 y2 g2 y2 b3
    y3 r3 r7 r5 g3 r2
    g3 b3 b2 y3 b4 y4
    r2 y4 g4 b4 g4 r3
    g5 y5 r4 y5 b9 y6
    r4 b5 g5 b5 r5 g6
"""  # red 3+7+5=15, blue 2+4+9=15

THIRD_LOWER = """
    b2 y2 g2 y2 r2 y3
    r3 r7 r5 b3 g2 b3
    g3 y3 g3 y4 r2 y4
    b4 r3 b2 b4 b9 g6
    g4 y5 y5 g4 r4 g1
    r4 b5 r5 b5 y6 g7
"""  # red 15, blue 15, green 6+1+7=14

CHOICE = """
    y2 r3 r9 r4 r2 b2
    b2 r2 y2 g2 y3 b3
    y3 g2 y4 y4 b3 g5
    y5 y5 b4 g3 r3 g9
    b4 b5 r4 r5 b5 g8
    r5 b6 g3 g4 y6 g7
"""  # two players or teams: red with a 9, green with a 9

NO_CHOICE = CHOICE.replace("g9", "g6")

TEAM_CHOICE = """
    g2 b3 b8 b4 b2 r2
    y2 b2 r2 g2 r3 g3
    g3 r3 y2 g4 r4 y5
    y3 g4 r4 r5 g5 y8
    g5 b3 y3 b4 r5 y6
    b5 g6 b5 r6 y4 y7
"""  # teams: blue with an 8, yellow with an 8

NEUTRAL_EQUAL = """
    g2 y3 y8 y4 g3 b2
    r2 r2 b2 r3 b3 r3
    b3 y2 g2 r4 y2 g3
    g4 r4 b4 g9 b4 b5
    r5 y3 r5 r6 g4 r6
    g5 b5 g5 b6 g6 b6
"""  # three players: green 2+9+4=15, and the neutral yellow 3+8+4=15


def new(players: int, seed: int = 1, first: int | None = 0, **options: Any) -> Match:
    return GAME.new(players, seed, first=first, **options)


def ended(match: Match) -> tuple[str, int | None, int]:
    """How the last round ended, who won it, and who ended it."""
    last = match.reveal()["ended"]
    return last["how"], last["winner"], last["by"]


def names(match: Match, seat: int) -> Counter[str]:
    return Counter(name(card) for card in coming(match, seat))


def all_of(colours: str) -> Counter[str]:
    return Counter({f"{colour}{value}": 2 for colour in colours for value in range(1, 10)})


def neutral(match: Match, seat: int) -> Counter[str]:
    return Counter({card: n for card, n in names(match, seat).items() if card[0] == "y"})


# Common to all games


def test_c1_the_first_seat_is_drawn_from_the_seed_or_given() -> None:
    for players in (2, 3, 4):
        firsts = Counter(new(players, seed, first=None).acting[0] for seed in range(400))
        assert set(firsts) == set(range(players))
        assert max(abs(n - 400 / players) for n in firsts.values()) < 55
        for first in range(players):
            assert new(players, 5, first=first).acting == (first,)
    with pytest.raises(carreau.BadOption):
        new(3, first=3)


def test_c2_play_goes_clockwise() -> None:
    for players in (2, 3, 4):
        match = new(players, first=1)
        for turn in range(7):
            assert match.acting == ((1 + turn) % players,)
            match.play(match.legal(match.acting[0])[0])


# Cards and set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_p01_four_colours_with_the_values_1_to_9_twice(players: int) -> None:
    match = new(players)
    assert sum((names(match, seat) for seat in range(players)), Counter()) == all_of("rbgy")
    assert GAME.show.inventory(match.state) == list(range(72))


def test_p02_two_players_hold_two_colours_each_and_four_one_each() -> None:
    two, four = new(2), new(4)
    assert [names(two, seat) for seat in range(2)] == [all_of("rg"), all_of("by")]
    assert [names(four, seat) for seat in range(4)] == [all_of(colour) for colour in "rbgy"]
    assert two.view(None)["pile"] == [35, 36]  # and one turned up
    assert four.view(None)["pile"] == [17, 18, 18, 18]


def test_p03_three_players_hold_one_colour_and_six_neutral_cards() -> None:
    for seed in range(30):
        match = new(3, seed)
        for seat in range(3):
            assert neutral(match, seat).total() == 6
            assert names(match, seat) - neutral(match, seat) == all_of("rbg"[seat])
        assert sum((neutral(match, seat) for seat in range(3)), Counter()) == all_of("y")


def test_p03_every_neutral_card_goes_to_every_seat_as_often() -> None:
    deals = 1200
    holders = Counter(
        (card, seat) for seed in range(deals) for seat in range(3) for card in coming(new(3, seed), seat) if card >= 54
    )
    assert len(holders) == 18 * 3
    assert all(abs(n - deals / 3) < 85 for n in holders.values())  # five standard deviations


def test_p04_piles_are_shuffled() -> None:
    deals = 1800
    tops = Counter(coming(new(4, seed), 1)[0] for seed in range(deals))
    bottoms = Counter(coming(new(4, seed), 1)[-1] for seed in range(deals))
    pairs = Counter(a < b for seed in range(deals) for a, b in pairwise(coming(new(4, seed), 1)))
    for counts in (tops, bottoms):
        assert len(counts) == 18
        assert all(abs(n - deals / 18) < 50 for n in counts.values())
    assert abs(pairs[True] / pairs.total() - 0.5) < 0.02


def test_p04_piles_lie_face_down_even_for_their_owner() -> None:
    match = new(4)
    for seat in (*range(4), None):
        assert match.view(seat)["piles"] == [None] * 4
        assert not (match.seen(seat).pile >= 0).any()


def test_p05_a_team_mixes_two_colours_and_halves_them() -> None:
    halves = set()
    for seed in range(20):
        match = new(4, seed, teams=True)
        assert names(match, 0) + names(match, 2) == all_of("rg")
        assert names(match, 1) + names(match, 3) == all_of("by")
        assert [len(coming(match, seat)) for seat in range(4)] == [18] * 4
        halves.add(sum(n for card, n in names(match, 0).items() if card[0] == "r"))
    assert len(halves) > 3


def test_p05_teams_are_for_four_players() -> None:
    for players in (2, 3):
        with pytest.raises(carreau.BadOption, match="4 players"):
            new(players, teams=True)
    assert new(4).options["teams"] is False


# A turn


def test_p06_the_top_card_is_turned_up_and_the_first_starts_the_table() -> None:
    match = new(2, first=1)
    tops = [name(coming(match, seat)[0]) for seat in range(2)]
    assert up(match) == [[], [tops[1]]]
    assert match.legal(1) == [f"{tops[1]} f6"]
    assert match.view(None)["pile"] == [36, 35]
    match.play(f"{tops[1]} f6")
    assert table(match) == {"f6": [tops[1]]}
    assert up(match) == [[tops[0]], []]
    assert match.view(None)["pile"] == [35, 35]


def test_p07_beside_is_by_a_side_or_a_corner() -> None:
    match = new(4)
    force(match, "r9", "b1", "g1")
    play(match, "r9 f6")
    assert cells(match, "b1") == {"e5", "f5", "g5", "e6", "g6", "e7", "f7", "g7"}
    play(match, "b1 g7")
    ring = {"e5", "f5", "g5", "e6", "g6", "e7", "f7"}
    assert cells(match, "g1") == ring | {"h6", "h7", "f8", "g8", "h8"}


def test_p07_a_card_that_touches_no_other_is_refused() -> None:
    match = new(4)
    force(match, "r9", "b1")
    play(match, "r9 f6")
    with pytest.raises(carreau.IllegalAction):
        match.play("b1 h6")


@pytest.mark.parametrize("value", range(1, 10))
def test_p08_on_top_only_of_a_strictly_lower_value(value: int) -> None:
    match = new(4)
    force(match, "r5", f"b{value}")
    play(match, "r5 f6")
    assert ("f6" in cells(match, f"b{value}")) == (value > 5)


def test_p08_any_colour_may_be_covered_ones_own_too_and_again() -> None:
    match = new(2)
    force(match, "r1 g3 r8", "b2 y5")
    play(match, "r1 f6", "b2 f6", "g3 f6", "y5 f6")
    assert table(match) == {"f6": ["y5", "g3", "b2", "r1"]}
    assert cells(match, "r8") >= {"f6"}
    match = new(2)
    force(match, "r1 r2", "b1")
    play(match, "r1 f6", "b1 f7", "r2 f6")
    assert table(match)["f6"] == ["r2", "r1"]


@pytest.mark.parametrize(("value", "covers"), [(4, False), (5, False), (6, True)])
def test_p08_after_covering_the_upper_card_counts(value: int, covers: bool) -> None:
    match = new(4)
    force(match, "r1", "b5", f"g{value}")
    play(match, "r1 f6", "b5 f6")
    assert ("f6" in cells(match, f"g{value}")) == covers


def test_p08_lara_lays_a_5_on_the_red_4_and_wins() -> None:
    match = new(4)
    force(match, "r4 r1 r2 r3", "b1 b2 b3 b5", "g1 g2 g3", "y1 y2 y3")
    play(
        match, "r4 f6", "b1 e6", "g1 e7", "y1 f7", "r1 g7", "b2 g6", "g2 h7", "y2 e5", "r2 f5", "b3 h6", "g3 g5", "y3 h5", "r3 i7"
    )
    assert match.points == (0, 0, 0, 0)
    play(match, "b5 f6")
    assert match.points == (0, 1, 0, 0)
    assert match.view(None)["aside"] == [[], ["b5"], [], []]


def test_p09_the_square_is_where_the_cards_are() -> None:
    match = new(4)
    force(match, "r1 r1 r2", "b1 b1", "g1", "y1")
    play(match, "r1 f6", "b1 g7", "g1 h8", "y1 i9", "r1 j10")
    assert cells(match, "b1") >= {"e5", "e6", "e7", "k11", "k10", "k9"}  # five wide: it may still grow either way
    play(match, "b1 k11")
    names_of_columns = {cell[0] for cell in cells(match, up(match)[2][0])}
    rows = {int(cell[1:]) for cell in cells(match, up(match)[2][0])}
    assert names_of_columns <= set("fghijk") and rows <= set(range(6, 12))
    assert match.view(None)["box"] == ["f6", "k11"]


def test_p09_each_direction_has_its_own_limit() -> None:
    match = new(4)
    force(match, "r1 r1", "b1 b1", "g1 g2", "y1")
    play(match, "r1 f6", "b1 e6", "g1 d6", "y1 c6", "r1 b6", "b1 a6")  # six wide, one high
    free = cells(match, "g2")
    assert {cell[0] for cell in free} == set("abcdef")
    assert {cell[1:] for cell in free} == {"5", "6", "7"}
    with pytest.raises(carreau.IllegalAction):
        match.play("g2 g6")


@pytest.mark.parametrize("corner", ["a1", "a11", "k1", "k11"])
def test_p09_the_layout_may_grow_to_any_corner(corner: str) -> None:
    columns, rows = ("edcba" if corner[0] == "a" else "ghijk"), (range(5, 0, -1) if corner[1:] == "1" else range(7, 12))
    match = new(4)
    play(match, match.legal(0)[0])
    for column, row in zip(columns, rows, strict=True):
        seat = match.acting[0]
        play(match, f"{up(match)[seat][0]} {column}{row}")
    assert corner in table(match)
    assert match.view(None)["box"] in (["f6", corner], [corner, "f6"], ["a6", "f11"], ["f1", "k6"])


def test_p10_whoever_can_place_must() -> None:
    match = new(3, 4)
    chooser = random.Random(2)
    while match.points == (0, 0, 0):
        seat = match.acting[0]
        moves = match.legal(seat)
        assert moves and {move.split()[0] for move in moves} == set(up(match)[seat])
        match.play(chooser.choice(moves))
    with pytest.raises(carreau.InvalidAction):
        match.play("pass")


def test_p11_one_card_is_turned_up_on_the_own_turn_by_default() -> None:
    match = new(4)
    assert match.options["hand"] == 1
    assert [len(cards) for cards in up(match)] == [1, 0, 0, 0]


def test_p11_with_two_everybody_turns_up_two_and_refills_at_once() -> None:
    match = new(3, hand=2)
    assert [len(cards) for cards in up(match)] == [2, 2, 2]
    assert match.view(None)["pile"] == [22, 22, 22]
    assert match.view(2)["up"] == match.view(None)["up"] == up(match)  # face up, for all to see
    force(match, "r3 r7 r9")
    assert cells(match, "r3") == cells(match, "r7") == {"f6"}
    with pytest.raises(carreau.IllegalAction):
        match.play("r9 f6")
    play(match, "r7 f6")
    assert sorted(up(match)[0]) == ["r3", "r9"]
    assert match.view(None)["pile"] == [21, 22, 22]


def test_p11_two_equal_cards_are_one_choice() -> None:
    match = new(4, hand=2)
    force(match, "r4 r4 r5")
    assert match.legal(0) == ["r4 f6"]
    play(match, "r4 f6")
    assert sorted(up(match)[0]) == ["r4", "r5"]


def test_p11_the_pile_runs_out_and_the_held_cards_are_played() -> None:
    match = new(4, hand=2)
    rise(match)
    assert ended(match) == ("void", None, 0)
    assert match.ply == 72


def test_p11_takes_one_or_two() -> None:
    for hand in (0, 3):
        with pytest.raises(carreau.BadOption):
            new(2, hand=hand)


# Winning a round

# The red line is complete with the last card of each picture, on the ninth, tenth and thirteenth turn.

ROWS = {
    2: """
        r1 r2 r3 r4 r5
        b1 y1 b2 y2 .
    """,
    3: """
        r1 r2 r3 r4
        b1 g1 b2 g2
        g3 b3 . .
    """,
    4: """
        r1 r2 r3 r4
        b1 g1 y1 b2
        y2 b3 g2 y3
        g3 . . .
    """,
}
DIAGONALS = {
    2: """
        r1 b1 . . .
        y1 r2 b2 . .
        . y2 r3 . .
        . . . r4 .
        . . . . r5
    """,
    3: """
        r1 b1 g1 .
        g2 r2 b2 .
        b3 g3 r3 .
        . . . r4
    """,
    4: """
        r1 b1 g1 .
        b2 r2 y1 g2
        y2 b3 r3 y3
        . g3 . r4
    """,
}


def mirrored(picture: str) -> str:
    return "\n".join(" ".join(line.split()[::-1]) for line in picture.split("\n"))


def transposed(picture: str) -> str:
    return "\n".join(
        " ".join(column) for column in zip(*(line.split() for line in picture.split("\n") if line.strip()), strict=True)
    )


@pytest.mark.parametrize("way", ["row", "column", "falling diagonal", "rising diagonal"])
@pytest.mark.parametrize(("players", "teams", "turns"), [(2, False, 9), (3, False, 10), (4, False, 13), (4, True, 9)])
def test_p12_four_in_line_win_and_five_with_two_players_or_teams(players: int, teams: bool, turns: int, way: str) -> None:
    picture = (DIAGONALS if "diagonal" in way else ROWS)[2 if teams else players]
    change = {"column": transposed, "rising diagonal": mirrored}.get(way, str)
    match = new(players, teams=teams)
    build(match, change(picture))
    assert match.ply == turns
    assert match.state.begun == 2  # and not before: one card fewer in line is no line
    assert ended(match) == ("line", 0, 0)
    assert match.points == ((1, 0, 1, 0) if teams else (1, 0, 0, 0)[:players])


def test_p12_the_gap_filled_makes_one_long_line() -> None:
    match = new(3)
    force(match, "r1 r2 r4 r3 r9", "b1 b2 b3 b1 b5", "g1 g2 g3 g4 g5")
    play(match, "r1 f6", "b1 g7", "g1 h7")
    play(match, "r2 g6", "b2 i7", "g2 j7")
    play(match, "r4 i6", "b3 j5", "g3 k7")
    play(match, "r3 j6", "b1 g5", "g4 h5")
    assert match.points == (0, 0, 0)
    play(match, "r9 h6")  # f6 to j6: five red cards
    assert match.points == (1, 0, 0)
    assert match.view(None)["aside"] == [["r9"], [], []]


def test_p12_only_visible_cards_count() -> None:
    match = new(4)
    force(match, "r1 r2 r3 r4", "b1 b3 b5", "g1 g2 g3", "y1 y2 y3")
    play(match, "r1 f6", "b1 f7", "g1 g7", "y1 h7", "r2 g6", "b3 g6", "g2 f5", "y2 g5", "r3 h6", "b5 i7", "g3 h5", "y3 e7")
    play(match, "r4 i6")
    assert table(match)["g6"] == ["b3", "r2"]
    assert match.points == (0, 0, 0, 0)


def test_p12_the_cards_lie_side_by_side() -> None:
    match = new(3)
    build(match, """
        r1 r2 r3 . r4 r5
        b1 g1 b2 g2 b3 g3
        g4 b4 . . . .
    """)  # fmt: skip
    assert match.points == (0, 0, 0)


def test_p12_the_two_colours_of_a_side_do_not_mix() -> None:
    for match in (new(2), new(4, teams=True)):
        build(match, """
            r1 g2 r3 g4 r5 g6
            b1 y1 b2 y2 b3 y3
        """)  # fmt: skip
        assert match.ply == 12
        assert not any(match.points)


def test_p12_a_row_does_not_go_on_in_the_next() -> None:
    match = new(2)
    build(match, """
        b1 y1 b2 r1 r2 r3
        r4 r5 y2 b3 .  .
    """)  # fmt: skip
    assert match.points == (0, 0)


def test_p13_the_neutral_colour_makes_no_line_but_covers_and_blocks() -> None:
    match = new(3)
    force(match, "y1 y4 r1", "y2 y5 b1", "y3 y6")
    play(match, "y1 f6", "y2 g6", "y3 h6", "y4 i6", "y5 j6")  # five in a row
    assert match.points == (0, 0, 0)
    assert cells(match, "y6") >= {"f6", "g6", "h6", "i6", "j6"}
    play(match, "y6 f6", "r1 f7")
    assert table(match)["f6"] == ["y6", "y1"]
    assert "f6" not in cells(match, "b1")


def test_p13_the_neutral_colour_makes_no_series() -> None:
    match = new(3)
    block(match, NEUTRAL_EQUAL)
    assert ended(match) == ("series", 2, 0)
    assert match.view(None)["aside"] == [[], [], ["g9"]]


# P14, that only the mover can complete a line, is a property: see test_p14 among the matches with the oracle.


def test_p15_a_player_who_cannot_place_ends_the_round() -> None:
    for players in (2, 3, 4):
        match = new(players)
        void_round(match)
        assert match.state.begun == 2
        assert ended(match) == ("void", None, 0)


def test_p15_a_free_cell_is_enough() -> None:
    match = new(4)
    picture = quiet_picture(match).split("\n")
    build(match, "\n".join(picture[:5]), "", "", "g1")
    assert match.state.begun == 1
    assert len(cells(match, "g1")) == 12  # the row above or the row below


def test_p15_a_lower_card_to_cover_is_enough() -> None:
    match = new(4)
    build(match, quiet_picture(match), "r6")
    assert match.state.begun == 1
    assert cells(match, "r6") == {cell for cell, stack in table(match).items() if int(stack[0][1]) < 6}


@pytest.mark.parametrize(("turned_up", "goes_on"), [("r1 r6", True), ("r6 r1", True), ("r1 r1", False)])
def test_p15_with_two_cards_turned_up_both_must_be_stuck(turned_up: str, goes_on: bool) -> None:
    match = new(4, hand=2)
    build(match, quiet_picture(match), turned_up)
    assert (match.state.begun == 1) == goes_on
    if goes_on:
        assert cells(match, "r1") == set() and cells(match, "r6")


def test_p15_a_player_without_cards_ends_the_round() -> None:
    match = new(4)
    rise(match)
    assert match.ply == 72
    assert match.state.begun == 2
    assert ended(match) == ("void", None, 0)
    assert match.acting == (1,)


def test_p16_most_series_win_whatever_their_points() -> None:
    match = new(4)
    block(match, MOST)
    assert ended(match) == ("series", 2, 0)
    assert match.points == (0, 0, 1, 0)


def test_p16_two_players_and_teams_need_series_of_four() -> None:
    match = new(2)
    block(match, FIGURE)  # series of three only
    assert ended(match) == ("void", None, 0)
    match = new(2)
    block(match, NO_CHOICE)
    assert ended(match) == ("series", 0, 0)
    match = new(4, teams=True)
    block(match, FIGURE)
    assert ended(match) == ("void", None, 0)


def test_p17_the_figure_17_loses_to_15() -> None:
    match = new(4)
    block(match, FIGURE)
    assert ended(match) == ("series", 0, 0)  # red
    assert match.view(None)["aside"] == [["r7"], [], [], []]


def test_p17_the_figure_with_the_colours_exchanged() -> None:
    match = new(4, first=1)
    block(match, FIGURE.translate(str.maketrans("rb", "br")))
    assert ended(match) == ("series", 1, 1)


def test_p17_then_the_next_lowest() -> None:
    match = new(4)
    block(match, NEXT_LOWEST)
    assert ended(match) == ("series", 1, 0)  # blue: 15 and 18 before 15 and 20
    assert match.view(None)["aside"] == [[], ["b9"], [], []]


def test_p17_the_next_lowest_may_have_as_many_points_as_the_lowest() -> None:
    match = new(4)
    block(match, NEXT_LOWEST.replace("r6 y4", "r1 y4"))
    assert ended(match) == ("series", 0, 0)  # red: 15 and 15 before 15 and 18


def test_p17_two_are_tied_and_a_third_is_lower() -> None:
    match = new(4)
    block(match, THIRD_LOWER)
    assert ended(match) == ("series", 2, 0)


def test_p18_still_tied_is_void() -> None:
    match = new(4)
    block(match, ALL_EQUAL)
    assert ended(match) == ("void", None, 0)
    assert match.points == (0, 0, 0, 0)
    assert match.view(None)["aside"] == [[]] * 4
    assert [names(match, seat) for seat in range(4)] == [all_of(colour) for colour in "rbgy"]


def test_p18_no_series_is_void() -> None:
    match = new(2)
    void_round(match)
    assert ended(match) == ("void", None, 0)
    assert match.view(None)["aside"] == [[], []]
    assert match.view(None)["pile"] == [36, 35]


def test_p19_the_highest_card_of_the_line_is_set_aside() -> None:
    match = new(4)
    win_round(match, 2, "2638")
    assert match.view(None)["aside"] == [[], [], ["g8"], []]
    assert names(match, 2) == all_of("g") - Counter(["g8"])
    assert names(match, 0) == all_of("r")


@pytest.mark.parametrize("change", [str, transposed])
def test_p19_of_all_lines_that_one_card_completes(change: Any) -> None:
    match = new(3)
    build(match, change("""
        r1 r2 r3 r4
        b1 g1 b2 r7
        g2 b3 g3 r9
        b4 g4 b5 r8
        g5 b6 g6 .
    """), last="r4")  # fmt: skip
    assert ended(match) == ("line", 0, 0)
    assert match.view(None)["aside"] == [["r9"], [], []]


def test_p19_of_the_whole_of_a_long_line() -> None:
    match = new(3)
    build(match, """
        r9 r2 r3 r4 r5 r1
        b1 g1 b2 g2 b3 g3
        g4 b4 g5 b5 .  .
    """, last="r4")  # fmt: skip
    assert match.view(None)["aside"] == [["r9"], [], []]


def test_p19_of_all_series_after_a_win_by_series() -> None:
    match = new(4)
    block(match, MOST)
    assert match.view(None)["aside"] == [[], [], ["g9"], []]


def test_p19_the_winner_chooses_between_equal_cards_of_two_colours() -> None:
    for chosen in ("r9", "g9"):
        match = new(2)
        block(match, CHOICE)
        assert match.view(None)["phase"] == "choose"
        assert match.acting == (0,)
        assert match.legal(0) == ["aside r9", "aside g9"]
        assert match.points == (1, 0)
        play(match, f"aside {chosen}")
        assert match.view(None)["aside"] == [[chosen], []]
        assert names(match, 0) == all_of("rg") - Counter([chosen])
        assert match.state.begun == 2 and match.acting == (1,)


def test_p19_no_choice_between_unequal_cards() -> None:
    match = new(2)
    block(match, NO_CHOICE)
    assert match.view(None)["phase"] == "lay"
    assert match.view(None)["aside"] == [["r9"], []]


def test_p19_the_winner_chooses_even_if_another_ended_the_round_and_in_the_last_round() -> None:
    match = new(2, rounds=1, first=1)
    block(match, CHOICE)  # seat 1 is stuck
    assert match.acting == (0,) and not match.over
    assert match.returns == (0, 0)
    play(match, "aside g9")
    assert match.over and match.returns == (1, 0)
    assert match.view(None)["aside"] == [["g9"], []]


def test_p19_in_teams_the_lower_seat_chooses() -> None:
    match = new(4, teams=True)
    block(match, TEAM_CHOICE)
    assert ended(match) == ("series", 1, 0)
    assert match.points == (0, 1, 0, 1)
    assert match.acting == (1,)
    assert match.legal(1) == ["aside b8", "aside y8"]
    play(match, "aside y8")
    assert match.view(None)["aside"] == [[], ["y8"], [], []]


# The next round


def test_p20_all_other_cards_go_back_the_covered_ones_too() -> None:
    match = new(4)
    rise(match)
    assert table(match) == {}
    assert match.view(None)["last"] is None and match.view(None)["box"] is None
    assert [names(match, seat) for seat in range(4)] == [all_of(colour) for colour in "rbgy"]


def test_p20_the_table_is_empty_again() -> None:
    match = new(4)
    rise(match)
    force(match, "", "b9", "g9")
    play(match, "b9 f6")
    assert cells(match, "g9") == {"e5", "f5", "g5", "e6", "g6", "e7", "f7", "g7"}


def test_p20_the_piles_are_shuffled_anew() -> None:
    match = new(4)
    before = [coming(match, seat) for seat in range(4)]
    rise(match)
    after = [coming(match, seat) for seat in range(4)]
    assert all(sorted(a) == sorted(b) and a != b for a, b in zip(before, after, strict=True))
    assert all(row != sorted(row) for row in after)


def test_p20_turned_up_cards_go_back_too() -> None:
    match = new(4, hand=2)
    void_round(match)
    assert [len(cards) for cards in up(match)] == [2] * 4
    assert [names(match, seat) for seat in range(4)] == [all_of(colour) for colour in "rbgy"]
    assert GAME.show.inventory(match.state) == list(range(72))


@pytest.mark.parametrize("starter", ["ended", "winner"])
def test_p21_left_of_who_placed_the_last_card(starter: str) -> None:
    for first in range(4):
        for seat in range(4):
            match = new(4, first=first, starter=starter)
            win_round(match, seat)
            assert match.acting == ((seat + 1) % 4,)


@pytest.mark.parametrize(("starter", "begins"), [("ended", 1), ("winner", 2)])
def test_p21_left_of_who_could_not_place_or_of_the_winner(starter: str, begins: int) -> None:
    match = new(4, starter=starter)
    block(match, NEXT_LOWEST)
    assert ended(match) == ("series", 1, 0)
    assert match.acting == (begins,)


@pytest.mark.parametrize("starter", ["ended", "winner"])
def test_p21_after_a_void_round_left_of_who_could_not_place(starter: str) -> None:
    match = new(4, starter=starter, first=2)
    void_round(match)
    assert match.acting == (3,)
    void_round(match)
    assert match.acting == (0,)


def test_p21_a_void_round_forgets_the_winner_before_it() -> None:
    match = new(4, starter="winner")
    win_round(match, 3)
    assert match.acting == (0,)
    void_round(match)
    assert ended(match) == ("void", None, 0)
    assert match.acting == (1,)


@pytest.mark.parametrize(("starter", "begins"), [("ended", 1), ("winner", 2)])
def test_p21_of_a_team_left_of_its_lower_seat(starter: str, begins: int) -> None:
    match = new(4, teams=True, starter=starter)
    block(match, TEAM_CHOICE)
    play(match, "aside b8")
    assert match.acting == (begins,)


def test_p21_of_a_team_that_made_a_line_left_of_who_made_it() -> None:
    match = new(4, teams=True, starter="winner")
    win_round(match, 3)
    assert match.points == (0, 1, 0, 1)
    assert match.acting == (0,)
    assert match.view(None)["aside"] == [[], [], [], ["b9"]]


def neutral_round(match: Match) -> None:
    """Seat 1 wins with a line; seat 0 has played four neutral cards and seat 2 three, one of them covered."""
    force(match, "y1 y3 y5 y7", "b1 b2 b3 b4", "y2 y4 y6")
    play(match, "y1 f6", "b1 f7", "y2 g6", "y3 h6", "b2 g7", "y4 i6", "y5 j6", "b3 h7", "y6 k6", "y7 f6", "b4 i7")
    assert match.points == (0, 1, 0)


def test_p22_played_neutral_cards_are_dealt_out_equally_and_the_rest_leaves() -> None:
    gone: Counter[str] = Counter()
    for seed in range(60):
        match = new(3, seed)
        force(match, "y1 y3 y5 y7", "b1", "y2 y4 y6")
        kept = [Counter(name(card) for card in coming(match, seat)[n:] if card >= 54) for seat, n in ((0, 4), (1, 0), (2, 3))]
        neutral_round(match)
        assert [neutral(match, seat).total() for seat in range(3)] == [2 + 2, 6 + 2, 3 + 2]
        assert all(kept[seat] <= neutral(match, seat) for seat in range(3))  # unplayed: with their owner still
        left_over = match.view(None)["left_over"]
        dealt = sum((neutral(match, seat) - kept[seat] for seat in range(3)), Counter())
        assert len(left_over) == 1
        assert dealt + Counter(left_over) == Counter([f"y{value}" for value in range(1, 8)])
        gone.update(left_over)
    assert len(gone) == 7  # each of the seven can be the one


def test_p22_left_over_cards_never_come_back() -> None:
    match = new(3, rounds=5)
    chooser = random.Random(3)
    gone: Counter[str] = Counter()
    while not match.over:
        match.play(chooser.choice(match.legal(match.acting[0])))
        now = Counter(match.view(None)["left_over"])
        assert gone <= now
        gone = now
        held = sum((neutral(match, seat) for seat in range(3)), Counter())
        laid = Counter(card for stack in table(match).values() for card in stack if card[0] == "y")
        assert held + laid + gone == all_of("y")


def test_p22_applies_to_a_void_round_and_to_a_neutral_card_that_could_not_be_placed() -> None:
    match = new(3)
    build(match, quiet_picture(match), "y1")
    assert ended(match) == ("void", None, 0)
    assert [neutral(match, seat).total() for seat in range(3)] == [6, 6, 6]
    assert "y1" in neutral(match, 0)
    known = [group for group in match.view(None)["neutral"] if group["cards"] == ["y1"]]
    assert known == [{"cards": ["y1"], "left": [1, 0, 0]}]
    assert match.view(1)["neutral"] == match.view(None)["neutral"]


def test_p23_a_team_shuffles_and_halves_what_is_left_the_lower_seat_gets_the_extra_card() -> None:
    match = new(4, teams=True)
    win_round(match, 2)
    assert [len(coming(match, seat)) for seat in range(4)] == [18, 18, 17, 18]
    assert names(match, 0) + names(match, 2) == all_of("rg") - Counter(["r9"])
    assert names(match, 1) + names(match, 3) == all_of("by")
    win_round(match, 1)
    assert [len(coming(match, seat)) for seat in range(4)] == [18, 18, 17, 17]


def test_p23_all_cards_of_a_team_are_mixed_whoever_had_them() -> None:
    stayed = []
    for seed in range(40):
        match = new(4, seed, teams=True)
        before = [set(coming(match, seat)) for seat in range(4)]
        chooser = random.Random(seed)
        while match.state.begun == 1:
            match.play(chooser.choice(match.legal(match.acting[0])))
        stayed += [len(before[seat] & set(coming(match, seat))) for seat in range(4)]
    assert abs(sum(stayed) / len(stayed) - 9) < 0.6  # half of 18, as chance has it


# The match


def test_p24_two_rounds_by_default() -> None:
    match = new(4)
    assert match.options["rounds"] == 2
    for seat in (0, 1, 2, 3):
        assert not match.over and match.outcome is None
        win_round(match, seat)
    assert match.points == (1, 1, 1, 1)
    win_round(match, 2)
    assert match.over and match.acting == ()
    assert match.points == (1, 1, 2, 1) and match.returns == (0, 0, 1, 0)
    assert match.outcome == {"winners": [2], "reason": "rounds", "text": "Seat 2 wins with 2 rounds."}


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 4])
def test_p24_as_many_rounds_as_agreed(players: int, rounds: int) -> None:
    match = new(players, rounds=rounds)
    for played in range(rounds):
        assert not match.over and match.points[1] == played
        win_round(match, 1)
    assert match.over and match.points[1] == rounds


def test_p24_rounds_goes_from_one_to_five() -> None:
    for rounds in (0, 6):
        with pytest.raises(carreau.BadOption):
            new(2, rounds=rounds)


def test_p24_teams_win_together() -> None:
    match = new(4, teams=True)
    win_round(match, 2)
    win_round(match, 0)
    assert match.over
    assert match.returns == (0.5, 0, 0.5, 0)
    assert match.outcome is not None and match.outcome["winners"] == [0, 2]


@pytest.mark.parametrize(("rounds", "most"), [(1, 25), (3, 25), (4, 50), (5, 50)])
def test_p25_after_the_limit_whoever_has_won_the_most_rounds_wins(rounds: int, most: int) -> None:
    match = new(4, rounds=rounds)
    wins = [3, 3, 1] if rounds > 2 else []
    for seat in wins:
        win_round(match, seat)
    for played in range(len(wins), most):
        assert match.state.begun == played + 1 and not match.over
        void_round(match)
    assert match.over
    assert match.outcome is not None and match.outcome["reason"] == "limit"
    assert match.returns == ((0, 0, 0, 1) if wins else (0.25,) * 4)


# What is shown


def plain(match: Match) -> str:
    return Text.from_markup(match.text(match.acting[0])).plain


def test_the_columns_of_the_picture_line_up() -> None:
    match = new(4)
    build(match, "\n".join(quiet_picture(match).split("\n")[:4]))
    letters, *lines = plain(match).split("\n\n")[1].split("\n")
    assert len(lines) == 6
    for line in lines:
        row = line[:3].strip()
        for place, sign in enumerate(line[4:], 4):
            if sign in "rbgy":
                assert table(match)[letters[place] + row][0] == line[place : place + 2]
            if sign == "·":
                assert f"{up(match)[match.acting[0]][0]} {letters[place]}{row}" in match.legal(match.acting[0])


def test_the_picture_names_the_cards_to_choose_from() -> None:
    match = new(2)
    block(match, CHOICE)
    assert plain(match).endswith("To be set aside: r9 or g9")


def test_who_sees_what() -> None:
    """Nobody sees into a pile; turned-up cards, sizes, the table and what left the game are there for all."""
    match = new(3, hand=2)
    build(match, NEUTRAL_EQUAL, "y1 r1")
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    for seen in views:
        assert seen | {"seat": None} == views[3]
    truth = match.reveal()
    assert truth | {"piles": None} == views[3] | {"piles": None}
    assert truth["piles"] != views[3]["piles"] == [None] * 3
    hidden = match.seen(0)
    for card in range(54, 72):
        if match.state.where[card] == 0:
            assert hidden.holder[card - 54] == -1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rulebook_has_every_rule_in_order_and_every_option(language: str) -> None:
    rulebook = GAME.rulebook(language)
    assert re.findall(r"^\*\*(P\d+)\*\*", rulebook, re.MULTILINE) == [f"P{number}" for number in range(1, 26)]
    assert re.findall(r"^\| `(\w+)`", rulebook, re.MULTILINE) == [option.name for option in GAME.options]
    for move in ("r5 f6", "aside r9"):
        assert f"`{move}`" in rulebook
        assert GAME.name_action(GAME.parse_action(move)) == move


# what simulations count


def test_the_tally_counts_rounds_and_choices() -> None:
    """Every round by how it ended, and every card that somebody chose to set aside (P19)."""
    totals, seen = np.zeros(len(tally.COLUMNS)), Counter[str]()
    for seed in range(often(60)):
        match, chance = GAME.new(2, seed, rounds=1), random.Random(seed)
        while not match.over:
            seat = match.acting[0]
            action = chance.choice(match.actions(seat))
            match.play(action, seat)
            GAME._drive.tally_at(match._address, seat, action, totals)
            seen["chosen"] += GAME.name_action(action).startswith("aside")
        seen["rounds"] += match.reveal()["round"]
    counts = dict(zip(tally.COLUMNS, totals.tolist()))
    assert counts["chosen"] == seen["chosen"] > 0
    assert counts["rounds"] == seen["rounds"] == counts["line"] + counts["series"] + counts["void"]
