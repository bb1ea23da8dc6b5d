"""Faïence, rule by rule (F1 to F25), and what everyone knows. Whole matches: test_faience_matches.py."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.core.engine import SIMULATION
from carreau.core.markup import plain
from carreau.core.match import Match
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import SPECTATOR
from carreau.games.faience.constants import CHOOSE
from carreau.games.faience.rules.cards import CARD_NAMES, CARDS
from tests.games.faience_table import (
    CELL_NAMES,
    EIGHT,
    FULL,
    GAME,
    LINEAR,
    SQUARE,
    area,
    end_of_round,
    grid,
    hand,
    places,
    play,
    position,
    run,
    wastefully,
)
from tests.games.small_faience import all_worlds, as_world, count_worlds, watched, watched_positions
from tests.probe import redeal, world

COUNTS = {"-2": 2, "-1": 4, "0": 1, "+1": 3, "+2": 2, "+3": 1}


# cards


def test_f01_the_deck() -> None:
    names = Counter(CARD_NAMES[1:])
    assert sum(names.values()) == 78
    assert names == {letter + value: count for letter in "slwkfr" for value, count in COUNTS.items()}


# set-up


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_f02_five_cards_each_one_face_up_the_rest_is_the_pile(players: int) -> None:
    match = GAME.new(players, 8)
    table = match.reveal()
    assert [len(cards) for cards in table["hands"]] == [5] * players
    assert len(table["discard"]) == 1
    assert table["pile"] == len(table["pile_cards"]) == 78 - 5 * players - 1
    assert not any(table["areas"]) and not any(table["outside"])


def test_f02_every_deal_is_possible() -> None:
    tops = Counter(GAME.new(2, seed).reveal()["discard"][0] for seed in range(800))
    assert len(tops) == 36
    assert tops["s-1"] > tops["s0"]


def test_f03_two_to_five_players() -> None:
    for players in (2, 3, 4, 5):
        assert GAME.new(players, 1).players == players
    for players in (1, 6):
        with pytest.raises(carreau.BadPlayers):
            GAME.new(players, 1)


def test_f04_first_begins() -> None:
    for seat in range(3):
        match = GAME.new(3, 5, first=seat)
        assert match.acting == (seat,) and match.reveal()["first"] == seat
    assert {GAME.new(3, seed).acting for seed in range(40)} == {(0,), (1,), (2,)}


# a turn


def test_f05_the_top_of_the_discard() -> None:
    match = position(discard="r0 l+1 k-2")
    assert match.legal(0) == ["discard", "reveal"]
    play(match, "discard")
    assert match.reveal()["up"] == ["r0"] and match.reveal()["discard"] == ["l+1", "k-2"]
    assert match.legal(0) == ["r0 c3"]


def test_f05_turn_up_two_play_one_discard_the_other() -> None:
    match = play(position(discard="r+3", top="s0 l+1 k-2"), "reveal")
    assert match.reveal()["up"] == ["s0", "l+1"] and match.reveal()["pile_cards"][0] == "k-2"
    assert match.legal(0) == ["s0 c3", "l+1 c3"]
    play(match, "s0 c3")
    assert area(match) == {"c3": "s0"}
    assert match.reveal()["discard"] == ["l+1", "r+3"] and match.reveal()["up"] == []
    assert match.acting == (1,)


def test_f05_turning_up_cannot_be_taken_back_and_nobody_may_pass() -> None:
    match = play(position(discard="r+3", top="s0 l+1"), "reveal")
    for name in ("discard", "reveal", "r+3 c3"):
        with pytest.raises(carreau.IllegalAction):
            match.play(name)
    for word in ("pass", "", "discard s0"):
        with pytest.raises(carreau.InvalidAction):
            match.play(word)


def test_f05_two_equal_cards_are_one_choice() -> None:
    match = play(position(top="k+1 k+1"), "reveal")
    assert match.legal(0) == ["k+1 c3"]
    play(match, "k+1 c3")
    assert match.reveal()["discard"] == ["k+1", "f+3"]


def test_f06_an_empty_discard_is_begun_again_from_the_pile_when_a_turn_begins() -> None:
    match = position(discard="s0", top="k-2 r+1")
    play(match, "discard")
    assert match.reveal()["discard"] == []
    play(match, "s0 c3")
    assert match.acting == (1,)
    assert match.reveal()["discard"] == ["k-2"] and match.reveal()["pile_cards"][0] == "r+1"
    assert match.legal(1) == ["discard", "reveal"]


def test_f06_an_empty_pile_is_made_from_the_discard_when_a_card_is_needed() -> None:
    match = position(discard="s0", pile="")
    everything = sorted(match.state.discard)
    assert match.reveal()["pile"] == 0  # nothing happens before a card is needed
    play(match, "reveal")
    s = match.state
    assert s.thrown == 0 and not s.discard.any() and s.left == 76
    assert sorted([*s.pile[:76], *s.up]) == everything
    play(position(discard="s0", pile=""), "discard", "s0 c3")  # no card is needed


def test_f06_the_new_pile_is_in_a_new_order() -> None:
    orders = set()
    for seed in range(20):
        match = position(pile="")
        match.state.key[0], match.state.cursor = seed, 16
        orders.add(tuple(play(match, "reveal").state.up))
    assert len(orders) > 15


def test_f06_the_pile_runs_out_between_the_two_cards_turned_up() -> None:
    match = position(discard="s0", pile="k-2")
    thrown = set(match.state.discard[: match.state.thrown])
    play(match, "reveal")
    s = match.state
    assert CARD_NAMES[s.up[0]] == "k-2"
    assert s.up[1] in thrown and set(s.pile[: s.left]) == thrown - {s.up[1]}
    assert s.thrown == 0


def test_f06_the_pile_runs_out_in_the_middle_of_a_draw() -> None:
    match = position(hands=("r-2",), discard="s+3 l+1 l+1 l+1", pile="k-2")
    thrown = set(match.state.discard[: match.state.thrown]) - {match.state.discard[match.state.thrown - 1]}
    play(match, "discard", "s+3 c3")
    held = set(match.state.hand[0, :4])
    assert [name for name in hand(match) if name in ("r-2", "k-2")] == ["k-2", "r-2"]
    assert len(held & thrown) == 2 and match.acting == (1,)
    assert match.state.thrown == 1  # the shuffled discard was empty as the next turn began
    assert match.state.left == len(thrown) - 3


def test_f06_the_card_not_chosen_is_shuffled_in_if_the_draw_empties_the_pile() -> None:
    match = play(position(discard="r0", pile="s+3 k0"), "reveal", "s+3 c3")
    unchosen = next(card for card in range(1, CARDS + 1) if CARD_NAMES[card] == "k0")
    s = match.state
    assert unchosen in [*s.pile[: s.left], *s.hand[0, :3], *s.discard[:1]]
    assert s.pool[unchosen] or s.discard[0] == unchosen


def test_f07_beside_is_orthogonal() -> None:
    match = play(position(("k+1",), discard="s0"), "discard")
    assert area(match) == {"b2": "k+1"}
    assert places(match, "s0") == ["b1", "a2", "c2", "b3"]


def test_f07_beside_one_of_your_own_cards_only() -> None:
    match = play(position(("k+1", FULL), discard="s0"), "discard", "s0 c2")
    assert area(match) == {"b2": "k+1", "c2": "s0"} and area(match, 1) == grid(FULL)


@pytest.mark.parametrize(("card", "laid", "allowed"), [("s-1", "s+2", True), ("s-1", "k-1", True), ("s-1", "k+1", False)])
def test_f08_replace_the_same_motif_or_the_same_value(card: str, laid: str, allowed: bool) -> None:
    match = play(position((f". . . / . {laid} .",), discard=card), "discard")
    assert ("c3" in places(match, card)) is allowed


def test_f08_an_identical_card_too() -> None:
    match = play(position((". . . / . s-1 .",), hands=("k0",), discard="s-1"), "discard", "s-1 c3")
    assert area(match) == {"c3": "s-1"} and match.acting == (1,)


def test_f08_a_replacement_has_no_effect_and_the_replaced_card_is_discarded() -> None:
    for card in ("s+3", "s-2"):
        match = play(position((". . . / . s+1 .",), hands=("k0 r0",), discard=f"{card} l0"), "discard", f"{card} c3")
        assert match.acting == (1,)
        assert area(match) == {"c3": card} and hand(match) == ["k0", "r0"]
        assert match.reveal()["discard"] == ["s+1", "l0"]


def test_f09_the_first_card_lies_anywhere_and_has_its_effect() -> None:
    match = play(position(hands=("k0",), discard="s+2"), "discard")
    assert match.legal(0) == ["s+2 c3"]
    play(match, "s+2 c3")
    assert len(hand(match)) == 3
    match = play(position(hands=("k0",), discard="s-1"), "discard", "s-1 c3")
    assert match.acting == (0,) and match.reveal()["owed"] == 1


def test_f09_the_box_stays_three_by_three() -> None:
    match = play(position(("s+1 l+1 w+1",), discard="k0"), "discard")  # b2 c2 d2: three wide, so rows only
    assert places(match, "k0") == ["b1", "c1", "d1", "b3", "c3", "d3"]
    match = play(position(("s+1 . . / l+1 w+1 r+1 / . . k+1",), discard="f0"), "discard")
    assert places(match, "f0") == ["c2", "d2", "b4", "c4"]


def test_f09_no_box_ever_exceeds_three_by_three() -> None:
    for players in (2, 4):
        for match in run(players, players):
            for cells in match.state.cell[:players]:
                rows, columns = np.nonzero(cells.reshape(5, 5))
                assert not len(rows) or max(np.ptp(rows), np.ptp(columns)) < 3


# effects


@pytest.mark.parametrize("value", [1, 2, 3])
def test_f10_draw_as_many_and_discard_down_to_five(value: int) -> None:
    match = position(hands=("k0 l0 w0 r0",), discard=f"s+{value} f0", top="k+3 l+3 w+3")
    play(match, "discard", f"s+{value} c3")
    drawn = ["k+3", "l+3", "w+3"][:value]
    assert sorted(hand(match)) == sorted(["k0", "l0", "w0", "r0", *drawn])
    assert match.reveal()["owed"] == value - 1
    assert match.acting == ((0,) if value > 1 else (1,))
    if value == 3:
        assert match.legal(0) == sorted((f"drop {name}" for name in hand(match)), key=GAME.parse_action)
        play(match, "drop k0", "drop w+3")
        assert sorted(hand(match)) == sorted(["l0", "w0", "r0", "k+3", "l+3"])
        assert match.reveal()["discard"] == ["w+3", "k0", "f0"]
        assert match.acting == (1,)


def test_f10_a_small_hand_grows_and_keeps_all() -> None:
    match = play(position(hands=("k0",), discard="s+3 f0", top="k+3 l+3 w+3"), "discard", "s+3 c3")
    assert sorted(hand(match)) == ["k+3", "k0", "l+3", "w+3"] and match.acting == (1,)


def test_f11_zero_has_no_effect() -> None:
    match = play(position(hands=("k0 l0",), discard="s0 f0"), "discard", "s0 c3")
    assert hand(match) == ["l0", "k0"] and match.acting == (1,)


def test_f12_play_as_many_from_the_hand_beside_or_as_replacement() -> None:
    match = play(position(hands=("k0 l+3 s+1",), discard="s-2 f0"), "discard", "s-2 c3")
    assert match.reveal()["owed"] == 2 and match.acting == (0,)
    assert places(match, "k0") == ["c2", "b3", "d3", "c4"]
    assert places(match, "s+1") == ["c2", "b3", "c3", "d3", "c4"]
    play(match, "l+3 c2")
    assert match.acting == (0,) and len(hand(match)) == 2  # +3 has no effect of its own
    play(match, "k0 c1")
    assert match.acting == (1,) and area(match) == {"c3": "s-2", "c2": "l+3", "c1": "k0"}
    assert hand(match) == ["s+1"] and match.reveal()["discard"] == ["f0"]


def test_f12_minus_one_is_one_card() -> None:
    match = play(position(hands=("k-2 l-2",), discard="s-1 f0"), "discard", "s-1 c3", "k-2 c2")
    assert match.acting == (1,) and hand(match) == ["l-2"]


def test_f12_an_owed_card_may_replace_the_card_just_laid() -> None:
    match = play(position(hands=("s+1 k0",), discard="s-2 f0"), "discard", "s-2 c3", "s+1 c3")
    assert area(match) == {"c3": "s+1"} and match.reveal()["discard"] == ["s-2", "f0"]
    assert match.reveal()["owed"] == 1
    play(match, "k0 c4")
    assert match.acting == (1,)


def test_f12_as_many_as_the_hand_holds() -> None:
    match = play(position(hands=("k0",), discard="s-2"), "discard", "s-2 c3")
    assert match.reveal()["owed"] == 1
    assert play(match, "k0 c2").acting == (1,)
    match = play(position(discard="s-2"), "discard", "s-2 c3")
    assert match.acting == (1,)


def test_f12_equal_cards_of_the_hand_are_one_choice() -> None:
    match = play(position(hands=("k-1 k-1 k-1",), discard="s-2"), "discard", "s-2 c3")
    assert match.legal(0) == [f"k-1 {cell}" for cell in ("c2", "b3", "d3", "c4")]
    play(match, "k-1 c2")
    assert hand(match) == ["k-1", "k-1"]


def test_f13_replace_once_beside_for_all_or_one_replacement() -> None:
    start = position(hands=("s+1 s+2 k0",), discard="s-2 f0", replace_once=True)
    play(start, "discard", "s-2 c3")
    assert "c3" in places(start, "s+1") and "c4" in places(start, "s+1")
    replaced = play(start.copy(), "s+1 c3")
    assert replaced.acting == (1,) and hand(replaced) == ["s+2", "k0"]
    laid = play(start.copy(), "s+1 c4")
    assert laid.acting == (0,) and laid.reveal()["phase"] == "owe_beside"
    assert not {"c3", "c4"} & set(places(laid, "s+2"))
    assert play(laid, "s+2 c5").acting == (1,)


def test_f13_replace_once_lays_outside_a_complete_square() -> None:
    match = play(position((EIGHT,), ("w0 s0 f-2",), "r-2 f0", replace_once=True), "discard", "r-2 d4")
    assert places(match, "w0") == ["d2", "out"]
    play(match, "w0 out")
    assert match.legal(0) == ["s0 out", "f-2 out"]
    play(match, "s0 out")
    assert match.reveal()["outside"][0] == ["w0", "s0"] and match.acting == (1,)


def test_f13_off_both_ways_in_one_turn() -> None:
    match = play(position(hands=("s+1 s+2",), discard="s-2 f0"), "discard", "s-2 c3", "s+1 c3")
    assert places(match, "s+2") == ["c2", "b3", "c3", "d3", "c4"]


def test_f14_minus_two_as_ninth_card_lies_outside() -> None:
    match = play(position((EIGHT,), ("w0 s0 l-1",), "r-2 f0"), "discard", "r-2 d4")
    assert match.acting == (0,) and match.reveal()["owed"] == 2
    assert places(match, "s0") == ["b2", "b4", "out"]
    play(match, "s0 out")
    assert match.reveal()["outside"][0] == ["s0"] and len(area(match)) == 9
    play(match, "w0 out")
    assert match.reveal()["outside"][0] == ["s0", "w0"]
    assert match.acting == (1,) and match.reveal()["closing"]


def test_f14_or_they_replace_inside_or_outside() -> None:
    match = play(position((EIGHT,), ("w0 s0 l-1",), "r-2 f0"), "discard", "r-2 d4", "s0 out")
    assert places(match, "w0") == ["d2", "out", "swap"] and places(match, "l-1") == ["c2", "c4", "out"]
    swapped = play(match.copy(), "w0 swap")
    assert swapped.reveal()["outside"][0] == ["w0"] and swapped.reveal()["discard"] == ["s0", "f0"]
    inside = play(match.copy(), "l-1 c4")
    assert area(inside)["c4"] == "l-1" and inside.reveal()["discard"] == ["l+2", "f0"]
    assert inside.reveal()["outside"][0] == ["s0"]


def test_f14_the_ninth_from_the_hand_and_the_tenth_outside() -> None:
    seven = EIGHT.replace("s+2", ".")
    match = play(position((seven,), ("w0 s0",), "r-2 f0"), "discard", "r-2 d4")
    assert "out" not in places(match, "w0") and "b4" in places(match, "w0")
    play(match, "w0 b4")
    assert places(match, "s0") == ["b2", "b4", "out"]


def test_f14_nothing_lies_outside_before() -> None:
    for match in run(3, 14):
        for cells, outside in zip(match.state.cell, match.state.outside, strict=True):
            assert np.count_nonzero(cells) == 9 or not outside.any()


def test_f15_the_order_of_discards() -> None:
    match = position((". . . / . k-1 .",), ("k0 k+1 l0",), "r0", top="s-2 f+1")
    play(match, "reveal")
    play(match, "s-2 c2")
    assert match.reveal()["discard"] == ["f+1", "r0"]
    play(match, "k0 c3", "k+1 c3")
    assert match.reveal()["discard"] == ["k0", "k-1", "f+1", "r0"]
    match = play(position((". . . / . s-1 .",), discard="r0", top="s+2 f+1"), "reveal", "s+2 c3")
    assert match.reveal()["discard"] == ["s-1", "f+1", "r0"]
    match = position(hands=("k0 k+1 l0 w0 w+1",), discard="r0", top="s+1 f+1 w-2")
    play(match, "reveal", "s+1 c3", "drop l0")
    assert match.reveal()["discard"] == ["l0", "f+1", "r0"]


# the end of a round


def take_a_turn(match: Match) -> None:
    """A whole turn: two cards turned up, and always the first of the legal actions."""
    match.play("reveal")
    match.play(match.actions(match.acting[0])[0])
    while match.reveal()["phase"] in ("owe", "drop") and match.state.owed:
        match.play(match.actions(match.acting[0])[0])


def test_f16_the_lap_is_finished_before_first() -> None:
    match = position(("k+1", EIGHT, "l+1"), discard="f0 r0", players=3)
    play(match, "discard", "f0 c2")
    assert match.acting == (1,) and not match.reveal()["closing"]
    play(match, "discard", "r0 d4")
    assert match.reveal()["closing"] and match.acting == (2,) and match.state.begun == 1
    take_a_turn(match)
    assert match.state.begun == 2
    assert match.reveal()["ended"]["how"] == "square"


def test_f16_the_last_of_the_lap_ends_it_at_once() -> None:
    match = position(("k+1", EIGHT), discard="f0 r0")
    play(match, "discard", "f0 c2", "discard", "r0 d4")
    assert match.state.begun == 2


def test_f16_last_lap_off_the_round_ends_with_that_turn() -> None:
    match = position((EIGHT, "k+1"), ("l0", ""), discard="f-1 r0", last_lap=False)
    play(match, "discard", "f-1 d4")
    assert match.state.begun == 1 and match.acting == (0,)  # the turn is finished first
    play(match, "l0 out")
    assert match.state.begun == 2
    assert end_of_round(match)[0] == [9, 1]


def test_f16_all_have_had_equally_many_turns() -> None:
    for first in (None, 2):
        turns: Counter[int] = Counter()
        for match in run(3, 16, first=first):
            if match.scored == match.ply and match.ply:
                assert len(set(turns.values())) == 1 and len(turns) == 3
                turns.clear()
            if not match.over and match.state.phase == CHOOSE:
                turns[match.acting[0]] += 1


def test_f16_several_finish_in_the_same_lap() -> None:
    other = "k+2 f+2 r+2 / k-1 f-1 r-1 / s-1 l-1 ."
    match = position((EIGHT, other), discard="f0 r0", target=200)
    play(match, "discard", "f0 d4", "discard", "r0 d4")
    assert end_of_round(match)[0] == [10, 1] and match.state.begun == 2


def test_f17_first_passes_to_the_left_and_all_cards_are_dealt_again() -> None:
    match = position(("k+1", EIGHT), ("r0", "s0"), discard="f0 w0")
    play(match, "discard", "f0 c2", "discard", "w0 d4")
    table = match.reveal()
    assert (table["first"], match.acting, table["round"], table["lap"]) == (1, (1,), 2, 1)
    assert table["held"] == [5, 5] and table["pile"] == 67 and len(table["discard"]) == 1
    assert table["areas"] == [{}, {}]
    assert GAME.show.inventory(match.state) == list(range(1, CARDS + 1))
    for other in run(4, 17):
        assert other.state.first == (GAME.new(4, 17).acting[0] + other.state.begun - 1) % 4


def test_f25_after_forty_laps_the_round_is_scored() -> None:
    match = position(("s+2", ". k+2"), discard="s0 l0 r0", target=200)
    match.state.laps = 38
    play(match, "discard", "s0 b3", "discard", "l0 c3")
    assert (match.state.laps, match.state.begun) == (39, 1)
    play(match, "discard", "r0 b4")
    assert match.acting == (1,)
    take_a_turn(match)
    assert match.state.begun == 2
    assert match.reveal()["ended"]["how"] == "limit"
    assert end_of_round(match)[0][0] == 2 and end_of_round(match)[1][0] == 1


# scoring


def finish(match: Match) -> Match:
    """Seat 0 finds the last card of its square in the discard, and ends the round."""
    top = match.reveal()["discard"][0]
    return play(match, "discard", f"{top} d4")


def test_f18_values_inside_and_outside_and_no_hand() -> None:
    match = position((EIGHT, "k-2"), ("r-2 s+3", "l+3"), discard="w-1 f0", last_lap=False, target=200)
    finish(match)
    play(match, "s+3 out")
    assert end_of_round(match) == ([10 - 1 + 3, -2], [0, 0])
    assert match.points == (12, -2)


def test_f19_zones_are_orthogonal_and_of_one_motif() -> None:
    diagonal = "s+1 l+1 s+1 / l+1 s-1 l-1 / s-1 l-1 ."
    match = finish(position((diagonal,), discard="s0", last_lap=False))
    assert end_of_round(match)[1] == [0, 0]
    rows = "s+1 s-1 s-1 / l+1 l-1 l-1 / l-1 w+1 ."
    match = finish(position((rows,), discard="w0", last_lap=False))
    assert end_of_round(match)[1] == [4 + 9 + 1, 0]


def test_f19_cards_outside_are_in_no_zone() -> None:
    match = position((EIGHT,), ("s-2",), discard="s-1", last_lap=False)
    finish(match)
    play(match, "s-2 out")
    assert end_of_round(match)[1] == [0, 0]


ZONE_ROWS = {  # an area with one zone of this size, the others being single cards
    1: EIGHT,
    2: "s+1 s+2 w+1 / k+1 f+1 r+1 / f-1 l+2 .",
    3: "s+1 s+2 s-1 / k+1 f+1 r+1 / f-1 l+2 .",
    4: "s+1 s+2 s-1 / k+1 f+1 s+1 / f-1 l+2 .",
    5: "s+1 s+2 s-1 / s-1 f+1 s+1 / f-1 l+2 .",
    6: "s+1 s+2 s-1 / s-1 s-1 s+1 / f-1 l+2 .",
    7: "s+1 s+2 s-1 / s-1 s-1 s+1 / s-1 l+2 .",
    8: "s+1 s+2 s-1 / s-1 s-1 s+1 / s-1 s+2 .",
    9: "s+1 s+2 s-1 / s-1 s-1 s+1 / s-1 s+2 .",
}


@pytest.mark.parametrize("size", range(1, 10))
@pytest.mark.parametrize(("zones", "table"), [("square", SQUARE), ("linear", LINEAR)])
def test_f20_zone_values_by_size(zones: str, table: tuple[int, ...], size: int) -> None:
    last = {9: "s0", 8: "r0"}.get(size, "k0")
    match = finish(position((ZONE_ROWS[size],), discard=last, last_lap=False, zones=zones, target=200))
    assert end_of_round(match)[1] == [table[size - 1], 0]
    assert match.state.sizes[size] == (9 if size == 1 else 1)


def test_f21_an_unfinished_square_scores_and_may_be_negative() -> None:
    match = position((EIGHT, "s-2 s-1 / . l-2", ""), discard="f0", players=3, last_lap=False)
    finish(match)
    assert end_of_round(match) == ([10, -5, 0], [0, 1, 0])
    assert match.points == (10, -4, 0)


def test_f22_the_example_of_the_rulebook() -> None:
    square = "s+3 l+1 l-1 / w+3 k+1 l+2 / w0 k+2 ."
    match = position((square,), ("f+2",), discard="k-2", last_lap=False)
    finish(match)
    play(match, "f+2 out")
    assert end_of_round(match) == ([11, 0], [9, 0])
    assert match.points[0] == 20
    assert [int(n) for n in match.state.sizes[1:5]] == [1, 1, 2, 0]


# the match


def test_f23_the_match_ends_after_a_round_with_fifty() -> None:
    match = position((EIGHT,), discard="f0", last_lap=False)
    match.state.points[:2] = 39, 12
    assert not finish(match).over
    match = position((EIGHT,), discard="f0", last_lap=False)
    match.state.points[:2] = 40, 12
    finish(match)
    assert match.over and match.acting == () and match.points == (50, 12)
    assert match.returns == (1, 0)
    assert match.outcome == {"winners": [0], "reason": "points", "text": "Seat 0 wins with 50 points."}


def test_f23_not_before_the_round_is_over() -> None:
    match = position((EIGHT, "k+1"), discard="f0 r0")
    match.state.points[:2] = 49, 0
    finish(match)
    assert not match.over
    take_a_turn(match)
    assert match.over


@pytest.mark.parametrize(("before", "after", "winner"), [((45, 49, 30), (55, 51, 30), 0), ((40, 49, 49), (50, 51, 49), 1)])
def test_f23_two_pass_fifty_in_the_same_round_and_the_most_points_win(
    before: tuple[int, ...], after: tuple[int, ...], winner: int
) -> None:
    match = position((EIGHT, "k+2"), discard="f0", last_lap=False, players=3)
    match.state.points[:3] = before
    finish(match)
    assert match.over and match.points == after
    assert match.returns == tuple(seat == winner for seat in range(3))


def test_f23_ties_share() -> None:
    match = position((EIGHT, "k+3"), discard="f0", last_lap=False, players=3)
    match.state.points[:3] = 42, 49, 49
    finish(match)
    assert match.points == (52, 52, 49) and match.returns == (0.5, 0.5, 0)
    assert match.outcome and match.outcome["text"] == "Seat 0 and Seat 1 share the win with 52 points."


@pytest.mark.parametrize("target", [10, 200])
def test_f23_option_target(target: int) -> None:
    for before, over in ((target - 11, False), (target - 10, True)):
        match = position((EIGHT,), discard="f0", last_lap=False, target=target)
        match.state.points[0] = before
        assert finish(match).over is over
    for wrong in (9, 201):
        with pytest.raises(carreau.BadOption):
            GAME.new(2, 1, target=wrong)


def test_f23_a_negative_total() -> None:
    match = position((EIGHT, "k-2"), discard="f0", last_lap=False, target=10)
    match.state.points[:2] = 0, -7
    finish(match)
    assert match.over and match.points == (10, -9) and match.returns == (1, 0)


def test_f24_after_sixty_rounds_the_most_points_win() -> None:
    for begun, over in ((59, False), (60, True)):
        match = position((EIGHT, "k-2", "l-2"), discard="f0", last_lap=False, players=3)
        match.state.points[:3] = -30, -10, -10
        match.state.begun = begun
        finish(match)
        assert match.over is over
    assert match.points == (-20, -12, -12) and match.returns == (0, 0.5, 0.5)
    assert match.outcome and match.outcome["reason"] == "limit"


# who sees what


def test_views_show_areas_and_discard_and_hide_hands_and_pile() -> None:
    for match in run(3, 31):
        truth = match.reveal()
        for seat in (0, 1, 2, None):
            seen = match.view(seat)
            for key in ("areas", "outside", "up", "discard", "held", "pile", "hidden", "ended", "worth", "last"):
                assert seen[key] == truth[key]
            assert seen["pile_cards"] is None or truth["pile"] == 0
            for other in range(3):
                shown = other == seat or truth["held"][other] == 0
                assert seen["hands"][other] == (truth["hands"][other] if shown else None)


def test_turned_up_cards_are_public() -> None:
    match = play(GAME.new(3, 6), "reveal")
    assert len(match.reveal()["up"]) == 2
    assert all(match.view(seat)["up"] == match.reveal()["up"] for seat in (0, 1, 2, None))


def test_after_a_reshuffle_two_players_know_each_others_hands() -> None:
    match = position(hands=("s0 k0 l+1", "w0 f0 r+1 r+1"), pile="")
    assert len({tuple(redeal(GAME, match.state, 0, seed).hand[1]) for seed in range(9)}) == 1  # the pile was seen to run out
    play(match, "reveal")
    for seat in (0, 1):
        for seed in range(9):
            assert (redeal(GAME, match.state, seat, seed).hand == match.state.hand).all()
    splits = {tuple(redeal(GAME, match.state, SPECTATOR, seed).hand[0, :3]) for seed in range(200)}
    held = [int(card) for card in match.state.hand.flat if card]
    assert splits <= set(combinations(sorted(held), 3)) and len(splits) > 25  # of 35


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_pools_are_what_a_spectator_can_work_out(players: int) -> None:
    generations = 0
    for match, watcher in watched(players, 7, wastefully, rounds=2):
        generations = max(generations, watcher.generation)
        expected = [
            (cards, hands[:players], pile) for cards, hands, pile in watcher.groups(match.state, SPECTATOR).values() if cards
        ]
        s = match.state
        pools = s.pool.tolist()
        found = [
            ([card for card in range(1, CARDS + 1) if pools[card] == pool], s.share[pool, :players].tolist(), pile_part(s, pool))
            for pool in set(pools) - {0}
        ]
        assert sorted(found) == sorted(expected)
        for seat in range(players):  # and the truth is one of the worlds that fit
            held = Counter(pools[card] for card in s.hand[seat].tolist() if card)
            assert held == {pool: n for pool, n in enumerate(s.share[:, seat].tolist()) if n}
    assert generations >= 2


def test_redeals_are_all_the_worlds_that_fit_and_equally_likely() -> None:
    cases = watched_positions((2, 3, 4), 6)
    assert len(cases) >= 12
    assert sum(len(groups) > 1 for _, _, groups in cases) >= 5, "some with several pools"
    for state, seat, groups in cases:
        worlds = all_worlds(groups, int(state.players))
        assert len(worlds) == count_worlds(groups)
        each = 60
        counts = Counter(as_world(redeal(GAME, state, seat, seed), seat) for seed in range(each * len(worlds)))
        assert set(counts) == worlds
        assert as_world(state, seat) in worlds
        square = sum((count - each) ** 2 / each for count in counts.values())
        free = len(worlds) - 1
        assert square < free + 6 * (2 * free) ** 0.5 + 12


@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_redealt_hands_are_uniform_with_many_worlds_too(seat: int) -> None:
    """Three players, two pools: how often each hidden card is with seat 1, against its exact share."""
    for match, watcher in watched(3, 5, wastefully):
        groups = [group for group in watcher.groups(match.state, seat).values() if sum(group[1])]
        if len(groups) >= 2 and match.state.left > 20:
            break
    draws = 3000
    counts = Counter(card for seed in range(draws) for card in redeal(GAME, match.state, seat, seed).hand[1].tolist())
    for cards, hands, _ in groups:
        share = hands[1] / len(cards)
        for card in cards:
            assert abs(counts[card] - draws * share) <= 5 * (draws * share * (1 - share)) ** 0.5 + 1e-9


def test_which_of_two_copies_is_played_tells_nothing() -> None:
    """With a fixed choice a later copy would prove that the earlier ones are not in the hand."""
    played = set()
    for seed in range(30):
        match = position(hands=("k-1 k-1",), discard="s-1")
        match.state.key[0], match.state.cursor = seed, 16
        play(match, "discard", "s-1 c3", "k-1 c2")
        played.add(int(match.state.cell[0, CELL_NAMES.index("c2")]))
    assert len(played) == 2


def pile_part(s: Any, pool: int) -> int:
    return int(s.left) if pool == s.pile_pool else 0


# names, pictures, counts


@pytest.mark.parametrize(
    ("written", "name"),
    [("S+2 C3", "s+2 c3"), ("s2 c3", "s+2 c3"), ("s−1 out", "s-1 out"), ("DROP k0", "drop k0"), ("r3 swap", "r+3 swap")],
)
def test_names_are_read_with_leniency(written: str, name: str) -> None:
    assert GAME.name_action(GAME.parse_action(written)) == name


@pytest.mark.parametrize("name", ["s+4 c3", "x+1 c3", "s-3 a1", "s+1 f1", "s+1 a6", "s+1", "drop", "drop s+1 c3", "s+0 c3"])
def test_what_cannot_be_read(name: str) -> None:
    with pytest.raises(carreau.InvalidAction):
        GAME.parse_action(name)


def test_the_picture_shows_all_areas_side_by_side_without_colours_too() -> None:
    match = play(position((FULL, "k-2", ""), ("r0 s+3", "w+1"), players=3, discard="f+3 f0"), "reveal")
    picture = plain(match.text(0))
    rows = picture.splitlines()
    assert all(f"seat {seat}" in rows[1] for seat in range(3))
    assert "s+1 l+1 w+1" in picture and "k-2" in picture and "s+3 r0" in picture and "w+1 " in picture
    assert "hand of 1" in picture and "discard f+3 (2)" in rows[0] and "turned up" in rows[0]
    spectators = plain(match.text(None))
    assert "s+3 r0" not in spectators and "hand of 2" in spectators


def test_the_picture_marks_where_a_card_can_go() -> None:
    match = play(position((". . . / . s+1 .",), discard="s0"), "discard")
    picture = plain(match.text(0))
    assert picture.count("·") == 4 and "×s+1" in picture
    assert "·" not in plain(match.text(1))
    match = play(position((EIGHT,), ("w0 s0",), "r-2 f0"), "discard", "r-2 d4", "s0 out")
    assert "outside ×s0 ·" in plain(match.text(0))


def test_tally_counts_what_happened() -> None:
    players, matches = 3, 5
    options = np.array(GAME._option_numbers(GAME.read_options({}, players)), np.int64)
    seed = np.array(seed_words(read_seed(4)), np.int64)
    totals, results = np.zeros(64), np.zeros((matches, 1 + 2 * players))
    SIMULATION.need(GAME)
    GAME._drive.random_matches(0, matches, players, options, seed, totals, results)
    assert GAME.tally is not None
    counts = dict(zip(GAME.tally.COLUMNS, totals, strict=False))
    report = GAME.tally.report(counts, matches)
    points = results[:, 1 + players :].sum()
    assert counts["values"] + counts["zones"] == points
    assert report["points from values"] + report["points from zones"] == pytest.approx(points / counts["areas"])
    assert counts["areas"] == players * counts["rounds"] and counts["turns"] % players == 0
    assert counts["zones"] == sum(SQUARE[n - 1] * counts[f"zones of {n}"] for n in range(1, 10))
    assert 0.4 < report["turns taken from the discard"] < 0.6


def test_state_is_small() -> None:
    assert GAME.rules.STATE.itemsize < 1024


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rulebook_names_every_rule(language: str) -> None:
    assert set(re.findall(r"\*\*F(\d+)", GAME.rulebook(language))) == {str(number) for number in range(1, 26)}


def test_equal_worlds_are_equal_bytes() -> None:
    """A redealt world is blank where nothing lies, like a dealt one."""
    for match in run(2, 3, rounds=1):
        other = redeal(GAME, match.state, 0, 5)
        assert not other.pile[other.left :].any() and not other.discard[other.thrown :].any()
        assert all(not cards[held:].any() for cards, held in zip(other.hand, other.held, strict=True))
        assert world(other) != world(match.state) or match.state.left < 2
