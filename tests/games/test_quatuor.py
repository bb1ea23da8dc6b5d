"""The rulebook of Quatuor, rule by rule, with oracles in plain Python that know nothing about masks."""

from __future__ import annotations

import datetime
import itertools
import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.bots.reaction import Reaction, play_real_time
from carreau.cli.film import scenes_of
from carreau.core.bits import members, set_of
from carreau.core.chance import key_with, shuffle
from carreau.core.markup import plain
from carreau.core.match import Match
from carreau.core.past import RECENT
from carreau.core.record import digest
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import CLOCK, state_type
from carreau.core.transcript import read_transcript, write_transcript
from carreau.core.words import words_for
from carreau.games.quatuor import puzzle, realtime, show, tally
from carreau.games.quatuor.constants import CARDS, FACES, SPAN
from carreau.games.quatuor.rules import solver
from carreau.games.quatuor.rules.cards import BASES, COLOUR_LETTERS, COLOURS, DECK, OBJECT_LETTERS, OBJECTS, face_of
from carreau.games.quatuor.show import cell_name
from carreau.table.text import LogText
from tests.compiled import compiled
from tests.probe import choose, positions, redeal, view, world
from tests.table import tables
from tests.table.tables import do, rebuilt, truth

GAME = carreau.load("quatuor")
HORIZONTAL, VERTICAL = 0, 1
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
EDGES = ((0, 1), (1, 3), (2, 3), (0, 2))  # the corners along each side

Table = dict[tuple[int, int], int]  # faces by row and column


# oracles


@cache
def joint(one: int, side: int, other: int) -> bool:
    """Q3, from the marks themselves."""
    four = [face_of(one)[i] for i in EDGES[side]] + [face_of(other)[i] for i in EDGES[(side + 2) % 4]]
    return len({thing for thing, _ in four}) == 4 and len({colour for _, colour in four}) == 4


def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    return [((cell[0] + row) % SPAN, (cell[1] + column) % SPAN) for row, column in STEPS]


def table_of(s: Any) -> Table:
    return {(cell // SPAN, cell % SPAN): int(face) - 1 for cell, face in enumerate(s.grid) if face}


def open_cells(table: Table) -> set[tuple[int, int]]:
    return {near for cell in table for near in around(cell)} - set(table)


def fits(table: Table, cell: tuple[int, int], face: int) -> bool:
    beside = [(side, table[near]) for side, near in enumerate(around(cell)) if near in table]
    return cell not in table and bool(beside) and all(joint(face, side, other) for side, other in beside)


def fitting(table: Table, cards: list[int]) -> set[tuple[tuple[int, int], int]]:
    faces = [*cards, *(card + CARDS for card in cards)]
    return {(cell, face) for cell in open_cells(table) for face in faces if fits(table, cell, face)}


def hangs_together(cells: set[tuple[int, int]]) -> bool:
    reached, todo = set(), [min(cells)]
    while todo:
        cell = todo.pop()
        if cell not in reached:
            reached.add(cell)
            todo += [near for near in around(cell) if near in cells]
    return reached == cells


def is_sound(table: Table) -> bool:
    """Every joint is valid, and the cards are connected."""
    joints = [(cell, side) for cell in table for side, near in enumerate(around(cell)) if near in table]
    return all(joint(table[cell], side, table[around(cell)[side]]) for cell, side in joints) and hangs_together(set(table))


def lays(actions: list[int]) -> set[tuple[tuple[int, int], int]]:
    """The single cards among some actions, as cell and face."""
    return {((a // FACES // SPAN, a // FACES % SPAN), a % FACES) for a in actions if a < SPAN * SPAN * FACES}


# positions


def arrange(match: Match, table: Table, *hands: list[int]) -> None:
    """Write a position: the table, the hands, the rest unused."""
    s = match.state
    s.grid[:], s.where[:], s.open_cell[:], s.open_fit[:] = 0, -1, -1, 0
    for (row, column), face in table.items():
        s.grid[row % SPAN * SPAN + column % SPAN] = face + 1
        s.where[face % CARDS] = row % SPAN * SPAN + column % SPAN
    real = table_of(s)
    s.table = set_of(face % CARDS for face in real.values())
    for i, cell in enumerate(sorted(open_cells(real))):
        s.open_cell[i] = cell[0] * SPAN + cell[1]
        s.open_fit[i] = sum(
            1 << face for face in range(FACES) if face % CARDS not in members(s.table) and could(real, cell, face)
        )
    s.opened = len(open_cells(real))
    for seat, hand in enumerate(hands):
        s.hand[seat], s.left[seat] = set_of(hand), len(hand)
    s.unused = set_of(range(CARDS)) & ~int(s.table) & ~set_of(card for hand in hands for card in hand)


def could(table: Table, cell: tuple[int, int], face: int) -> bool:
    return all(joint(face, side, table[near]) for side, near in enumerate(around(cell)) if near in table)


def never_fitting(table: Table, n: int) -> list[int]:
    """Cards that fit nowhere on a table."""
    useless = [
        card for card in range(CARDS) if card not in {face % CARDS for face in table.values()} and not fitting(table, [card])
    ]
    assert len(useless) >= n
    return useless[:n]


def ending(match: Match, language: str = "en") -> carreau.Outcome:
    outcome = match.outcome_in(language)
    assert outcome is not None, "the match is not over"
    return outcome


def finish(match: Match, seed: int = 1) -> Match:
    chooser = random.Random(seed)
    while not match.over:
        seat, action = choose(match, chooser)
        match.play(action, seat)
    return match


def states_of(players: int, seeds: range, count: int = 40, /, **options: Any) -> list[Any]:
    return [state for seed in seeds for state in positions(GAME, players, options, seed, count)]


# cards and joints


def test_q01_every_card_has_four_different_objects_in_four_different_colours() -> None:
    assert len(DECK) == 30
    for face in DECK:
        assert len({thing for thing, _ in face}) == 4 and {colour for _, colour in face} == {0, 1, 2, 3}


def test_q02_a_card_is_turned_by_a_half_turn_only() -> None:
    assert GAME.fields[2].name == "turned" and GAME.fields[2].size == 2
    for card in range(CARDS):
        assert face_of(card + CARDS) == tuple(reversed(face_of(card)))


@pytest.mark.parametrize(("way", "players"), [("a", 3), ("b", 3), ("c", 3), ("d", 2), ("solo", 1)])
def test_q03_every_joint_of_every_table_is_sound(way: str, players: int) -> None:
    for state in states_of(players, range(8), way=way):
        table = table_of(state)
        assert not table or is_sound(table)


@pytest.mark.parametrize(("way", "players"), [("a", 4), ("solo", 1)])
def test_q03_a_card_fits_where_every_joint_is_one(way: str, players: int) -> None:
    for state in states_of(players, range(6), way=way, **({"solo": "free"} if way == "solo" else {})):
        table = table_of(state)
        if state.over or not table or state.moved:
            continue
        seat = int(state.acting).bit_length() - 1
        match = GAME.new(players, 1, way=way)
        match._states[0] = state
        expected = fitting(table, members(state.hand[seat]))
        if expected or way == "solo":
            assert lays(match.actions(seat)) == expected


def test_q03_open_cells_and_what_fits_there_are_kept_right() -> None:
    for way, players in (("a", 4), ("b", 4), ("c", 4), ("d", 2), ("solo", 1)):
        for state in states_of(players, range(3), 25, way=way):
            table = table_of(state)
            cells = sorted(open_cells(table))
            assert [(c // SPAN, c % SPAN) for c in state.open_cell[: state.opened].tolist()] == cells
            assert (state.open_cell[state.opened :] == -1).all() and (state.open_fit[state.opened :] == 0).all()
            for cell, faces in zip(cells, state.open_fit.tolist()):
                free = [face for face in range(FACES) if face % CARDS not in members(state.table)]
                assert [face for face in free if faces >> face & 1] == [face for face in free if fits(table, cell, face)]


def test_q03_the_first_card_lies_in_the_middle_and_is_not_turned() -> None:
    match = GAME.new(2, 1)
    assert lays(match.actions(match.acting[0])) == {((0, 0), card) for card in members(match.state.hand[match.acting[0]])}


# twenty cards from left to right, the first not turned; more do not fit in one row, whose cards share the colours on their left
LINE = [0, 2, 4, 8, 14, 49, 6, 12, 47, 39, 10, 33, 45, 37, 18, 31, 43, 35, 16, 41]


def test_q03_twenty_cards_in_one_row_are_laid() -> None:
    match = GAME.new(1, 1, way="solo", solo="free")
    for column, face in enumerate(LINE):
        match.play(column * FACES + face, 0)
    table = table_of(match.state)
    assert len(table) == 20 and is_sound(table) and match.state.opened == 42
    assert match.view(0)["last"] == "0,-13"  # after 16 comes -15: the table has no edge
    assert "(11t)" in plain(match.text(0))


@pytest.mark.parametrize(("side", "opened"), [(1, 62), (2, 62)])
def test_q03_a_table_of_thirty_cards_in_one_line_is_legal(side: int, opened: int) -> None:
    """Whether the cards fit does not matter: there must be room for the thirtieth, and all must stay apart."""
    match = GAME.new(1, 1, way="solo", solo="free")
    down, right = STEPS[side]
    arrange(match, {(down * i, right * i): i for i in range(29)}, [29])
    match.state.open_fit[:60] = 1 << 29
    for place in (29, -1):
        after = match.copy()
        name = f"29 {cell_name(down * place % SPAN * SPAN + right * place % SPAN)}"
        assert name in after.legal(0)
        after.play(name, 0)
        table = table_of(after.state)
        assert len(table) == 30 and hangs_together(set(table)) and after.state.opened == opened
        assert {(int(c) // SPAN, int(c) % SPAN) for c in after.state.open_cell} == open_cells(table)
        assert len(after.view(0)["table"]) == 30


def test_q04_the_deck_is_made_by_its_recipe() -> None:
    for base, text in enumerate(BASES):
        marks = [(int(mark[0]), int(mark[1])) for mark in text.split()]
        for shift in range(5):
            moved = [((thing + shift) % 5, colour) for thing, colour in marks]
            assert list(DECK[5 * base + shift]) == (moved[::-1] if shift in (1, 3) else moved)
    assert DECK[0] == ((1, 0), (2, 1), (3, 2), (4, 3)) and DECK[26] == ((2, 1), (0, 0), (4, 2), (3, 3))


def test_q04_thirty_different_cards_also_when_turned() -> None:
    assert len({face_of(face) for face in range(FACES)}) == 60


def test_q04_objects_and_colours_are_spread_evenly() -> None:
    marks = Counter(mark for face in DECK for mark in face)
    assert len(marks) == 20 and set(marks.values()) == {6}
    for thing in range(5):
        assert sum(any(mark[0] == thing for mark in face) for face in DECK) == 24
    for colour in range(4):
        corners = [sum(face[corner][1] == colour for face in DECK) for corner in range(4)]
        assert set(corners) <= {7, 8} and corners[0] + corners[3] == corners[1] + corners[2] == 15


def test_q04_every_side_has_three_to_seven_partners() -> None:
    for card in range(CARDS):
        for side in range(4):
            assert 3 <= sum(joint(card, side, other) for other in range(FACES) if other % CARDS != card) <= 7


def test_q04_squares_and_sets() -> None:
    found = solver.squares(set_of(range(CARDS)))
    assert len(found) == len(set(found)) == 2280
    ways = solver.solutions()
    assert len(ways) == 1070 and sum(n == 1 for n in ways.values()) == 640 and sum(ways.values()) == 2280


def test_q04_five_objects_and_four_colours_have_names_and_letters() -> None:
    assert len(set(OBJECTS)) == len(set(OBJECT_LETTERS)) == 5 and len(set(COLOURS)) == len(set(COLOUR_LETTERS)) == 4
    assert all(letter in name.upper() for name, letter in zip(OBJECTS, OBJECT_LETTERS))
    assert [name[0] for name in COLOURS] == list(COLOUR_LETTERS)


def test_q05_who_can_lay_must() -> None:
    passed = 0
    for state in states_of(2, range(30)):
        match = GAME.new(2, 1)
        match._states[0] = state
        for seat in match.acting:
            able = not state.table or bool(fitting(table_of(state), members(state.hand[seat])))
            assert ("pass" in match.legal(seat)) == (not able or bool(state.moved))
            passed += not able
    assert passed > 5


# A


def test_q06_seven_cards_each_and_the_dealer_lays_first() -> None:
    for players in (2, 3, 4):
        match = GAME.new(players, 3, first=1)
        assert match.acting == (1,) and match.state.dealer == 1
        assert [len(members(hand)) for hand in match.state.hand[:players]] == [7] * players
        assert len(members(match.state.unused)) == 30 - 7 * players
        match.play(match.actions(1)[0])
        assert match.acting == (2 % players,)
    assert {GAME.new(2, seed).acting[0] for seed in range(20)} == {0, 1}


def test_q06_the_first_without_cards_wins() -> None:
    match = GAME.new(2, 1, first=0)
    arrange(match, {(0, 0): 10}, [fitting_card(10)], [0])
    match.play(next(a for a in match.actions(0)), 0)
    assert match.over and match.returns == (1, 0) and ending(match)["reason"] == "empty"


def fitting_card(face: int) -> int:
    return next(card for card in range(CARDS) if card != face % CARDS and fitting({(0, 0): face}, [card]))


def test_q06_one_deal_for_each_player_to_deal() -> None:
    shares: Counter[float] = Counter()
    for seed in range(30):
        match = GAME.new(3, seed, deals="each", first=2)
        dealers = [int(match.state.dealer)]
        chooser = random.Random(seed)
        while not match.over:
            deal = int(match.state.deal)
            seat, action = choose(match, chooser)
            match.play(action, seat)
            if match.state.deal != deal:
                dealers.append(int(match.state.dealer))
                assert match.acting == (dealers[-1],) and [int(n) for n in match.state.left[:3]] == [7, 7, 7]
                assert not match.state.lacks.any() and not match.state.known.any() and not match.state.grid.any()
        assert dealers == [2, 0, 1]
        best = [seat for seat in range(3) if match.points[seat] == max(match.points)]
        assert match.returns == tuple(1 / len(best) if seat in best else 0 for seat in range(3))
        assert sum(match.points) >= 3
        shares[len(best)] += 1
    assert len(shares) > 1


def moves_by_search(table: Table) -> set[tuple[tuple[int, int], int]]:
    """Q7 by a plain graph search."""
    found = set()
    for cell, face in table.items():
        rest = {other: f for other, f in table.items() if other != cell}
        if not rest or not hangs_together(set(rest)) or all(near in table for near in around(cell)):
            continue
        found |= {(to, turned) for to, turned in fitting(rest, [face % CARDS]) if to != cell}
    return found


def unable_states(players: int, seeds: range, **options: Any) -> list[Match]:
    """Positions in which the acting seat holds only cards that fit nowhere."""
    found = []
    for state in states_of(players, seeds, **options):
        table = table_of(state)
        useless = [card for card in range(CARDS) if not state.table >> card & 1 and not fitting(table, [card])]
        if state.over or not table or state.moved or not useless:
            continue
        match = GAME.new(players, 1, **options)
        match._states[0] = state
        match.state.hand[match.acting[0]] = set_of(useless[:3])
        match.state.left[match.acting[0]] = len(useless[:3])
        found.append(match)
    return found


def test_q07_moves_are_those_of_a_graph_search() -> None:
    matches = unable_states(4, range(12)) + unable_states(2, range(12))
    assert len(matches) > 100
    for match in matches:
        assert lays(match.actions(match.acting[0])) == moves_by_search(table_of(match.state))
        assert match.legal(match.acting[0])[-1] == "pass"


def test_q07_no_card_is_lifted_that_is_enclosed_or_alone_or_holds_the_table_together() -> None:
    ring = {(row, column): 3 * row + column for row in range(3) for column in range(3)}
    line = {(0, column): column for column in range(4)}
    for table, liftable in ((ring, set(range(9)) - {4}), (line, {0, 3}), ({(0, 0): 5}, set())):
        match = GAME.new(2, 1, take_back="hand", first=0)
        arrange(match, table, [29], [28])
        match.state.open_fit[:] = 0  # so that nothing fits
        assert match.legal(0) == [*(f"take {card}" for card in sorted(liftable)), "pass"]


def test_q07_who_has_moved_a_card_may_lay_one_or_pass_and_the_hand_does_not_grow() -> None:
    laid = 0
    for match in unable_states(3, range(12)):
        seat = match.acting[0]
        for action in match.actions(seat)[:-1]:
            after = match.copy()
            after.play(action, seat)
            assert after.acting == (seat,) and after.state.moved and after.state.left[seat] == match.state.left[seat]
            assert is_sound(table_of(after.state))
            assert lays(after.actions(seat)) == fitting(table_of(after.state), members(after.state.hand[seat]))
            assert after.legal(seat)[-1] == "pass"
            laid += len(after.actions(seat)) > 1
            after.play("pass", seat)
            assert after.over or after.acting == ((seat + 1) % 3,)
    assert laid


def test_q07_a_match_that_is_won_after_a_move_is_over_with_nothing_moved() -> None:
    won = 0
    for match in unable_states(2, range(12)):
        seat = match.acting[0]
        cards = members(match.state.hand[seat])[:1]
        match.state.hand[seat], match.state.left[seat] = set_of(cards), 1
        for action in match.actions(seat)[:-1]:
            after = match.copy()
            after.play(action, seat)
            assert after.view(seat)["moved"]
            for last in after.actions(seat)[:-1]:
                end = after.copy()
                end.play(last, seat)
                assert end.over and end.view(seat)["moved"] is False
                won += 1
    assert won > 0


def test_q07_with_hand_the_card_joins_the_hand_and_the_turn_ends() -> None:
    match = next(match for match in unable_states(3, range(9), take_back="hand") if len(match.actions(match.acting[0])) > 2)
    seat, left = match.acting[0], int(match.state.left[match.acting[0]])
    name = match.legal(seat)[0]
    card = int(name.removeprefix("take "))
    match.play(name, seat)
    assert match.acting == ((seat + 1) % 3,) and match.state.left[seat] == left + 1
    for other in range(3):
        assert card in match.view(other)["hands"][seat]
    for number in range(20):
        assert redeal(GAME, match.state, (seat + 1) % 3, number).hand[seat] >> card & 1


def stalled(players: int, take_back: str, hands: list[int]) -> Match:
    """A position in which nobody can ever lay: a table that is one card with no partner in hand."""
    match = GAME.new(players, 1, take_back=take_back, first=0)
    table = {(0, 0): 0}
    useless = [card for card in range(1, CARDS) if not fitting(table, [card])]
    dealt = iter(useless)
    arrange(match, table, *[[next(dealt) for _ in range(n)] for n in hands])
    match.state.once = 1
    return match


@pytest.mark.parametrize(("take_back", "laps"), [("move", 1), ("hand", 3)])
def test_q08_a_deal_ends_when_nothing_new_was_laid_for_some_laps(take_back: str, laps: int) -> None:
    match = stalled(3, take_back, [2, 1, 2])
    for turn in range(3 * laps):
        assert not match.over
        assert match.legal(turn % 3) == ["pass"]
        match.play("pass")
    assert match.over and ending(match)["reason"] == "stalled" and match.returns == (0, 1, 0)


def test_q08_ties_share() -> None:
    match = stalled(3, "move", [1, 1, 2])
    for _ in range(3):
        match.play("pass")
    assert match.returns == (0.5, 0.5, 0)


@pytest.mark.parametrize(("take_back", "laps"), [("move", "a whole lap"), ("hand", "three laps")])
def test_q08_what_is_said_at_the_end_is_true_also_where_somebody_could_lay(take_back: str, laps: str) -> None:
    able = 0
    for seed in range(120):
        match = finish(GAME.new(2, seed, take_back=take_back), seed)
        if ending(match)["reason"] == "stalled":
            assert ending(match)["text"].startswith(f"No new card for {laps}: Seat")
            assert ending(match, "fr")["text"].startswith("Aucune nouvelle carte en ")
            able += any(fitting(table_of(match.state), members(hand)) for hand in match.state.hand[:2])
    assert able > 0


def test_q08_the_closing_of_a_stalled_deal_does_not_say_that_nobody_can_lay() -> None:
    told = set()
    for seed in range(60):
        match = GAME.new(2, seed, deals="each")
        chooser = random.Random(seed)
        while not match.over:
            seat, action = choose(match, chooser)
            deal = int(match.state.deal)
            match.play(action, seat)
            if match.state.deal != deal and match.state.ended == 2:
                closing = match.closing(None)
                assert closing is not None
                told.add(closing.guidance.partition(".")[0])
    assert told == {"No new card for too long"}


def test_q08_a_card_laid_again_is_not_laid_for_the_first_time() -> None:
    match = GAME.new(2, 1, take_back="hand", first=0)
    card = fitting_card(10)
    for once, idle in ((1 << card, 4), (0, 0)):
        arrange(match, {(0, 0): 10}, [card, *never_fitting({(0, 0): 10}, 1)], [0])
        match.state.idle, match.state.once, match.state.acting = 3, once, 1
        match.play(match.actions(0)[0], 0)
        assert match.state.idle == idle


# B


def squares_within(pack: list[int]) -> list[tuple[list[int], list[int]]]:
    """Every 2x2 from these cards, its top left not turned: the places in the pack, and the faces."""
    faces = [face for card in pack for face in (card, card + CARDS)]
    found = []
    for a in pack:
        for b in (b for b in faces if b % CARDS != a and joint(a, 1, b)):
            for c in (c for c in faces if c % CARDS not in (a, b % CARDS) and joint(a, 2, c)):
                for d in (d for d in faces if d % CARDS not in (a, b % CARDS, c % CARDS) and joint(b, 2, d) and joint(c, 1, d)):
                    found.append(([pack.index(face % CARDS) for face in (a, b, c, d)], [a, b, c, d]))
    return found


CHANCE = state_type([("alone", "i1")])  # nothing but a generator; not the beginning of any other state, which Numba would mix up


@compiled
def begin_shuffling(states: Any, words: Any) -> None:
    key_with(states[0], words)


@compiled
def shuffle_all(states: Any, cards: Any) -> None:
    shuffle(states[0], cards, 0, len(cards))


def first_pack(seed: int) -> tuple[Any, list[int]]:
    """The pack as it is shuffled first, and the generator after that."""
    chance, pack = np.zeros(1, CHANCE), np.arange(CARDS)
    begin_shuffling(chance, np.array(seed_words(read_seed(seed)), np.int64))
    shuffle_all(chance, pack)
    return chance, pack.tolist()


def test_q09_the_middle_is_the_first_square_in_the_pack() -> None:
    several = 0
    for seed in range(400):
        match = GAME.new(2, seed, way="b")
        _, pack = first_pack(seed)
        found = next(found for n in range(4, CARDS) if (found := squares_within(pack[:n])))
        assert [int(face) for face in match.state.middle] == min(found)[1]
        assert table_of(match.state) == {(i // 2, i % 2): face for i, face in enumerate(min(found)[1])}
        several += len({tuple(places[:2]) for places, _ in found}) > 1
    assert several > 20


def test_q09_the_remaining_cards_are_shuffled_and_lie_in_a_pile_beside() -> None:
    kept = 0
    for seed in range(60):
        match = GAME.new(2, seed, way="b")
        chance, pack = first_pack(seed)
        middle = {int(face) % CARDS for face in match.state.middle}
        rest = np.array([card for card in pack if card not in middle])
        kept += [int(card) for card in match.state.pair] == rest[:2].tolist()
        shuffle_all(chance, rest)
        assert [int(card) for card in match.state.pack] == [*rest.tolist(), -1, -1, -1, -1]
        assert [int(card) for card in match.state.pair] == rest[:2].tolist()
    assert kept < 5


def way_b(players: int = 2, seed: int = 1, **options: Any) -> Match:
    return GAME.new(players, seed, way="b", **options)


def a_place(match: Match, fitting_one: bool = True) -> int:
    """A place for the pair that fits, or one that does not."""
    table, pair = table_of(match.state), [int(card) for card in match.state.pair]
    everywhere = {(cell, face) for cell in open_cells(table) for card in pair for face in (card, card + CARDS)}
    right = fitting(table, pair)
    (row, column), face = min(right if fitting_one else everywhere - right)
    return (row * SPAN + column) * FACES + face


def with_a_place(players: int = 2, **options: Any) -> Match:
    return next(
        m for m in (way_b(players, seed, **options) for seed in range(50)) if fitting(table_of(m.state), list(m.state.pair))
    )


def without_a_place(players: int = 2) -> Match:
    return next(m for m in (way_b(players, seed) for seed in range(500)) if not fitting(table_of(m.state), list(m.state.pair)))


def test_q10_who_lays_a_card_that_fits_keeps_the_other() -> None:
    match = with_a_place(3)
    pair = [int(card) for card in match.state.pair]
    assert match.acting == (0, 1, 2) and match.legal(1) == ["none", "stop"]
    match.play("stop", 1)
    assert list(match.acting) == [1]
    action = a_place(match)
    match.play(action, 1)
    laid = action % FACES % CARDS
    assert match.points == (0, 1, 0) and match.view(0)["kept"][1] == [card for card in pair if card != laid]
    assert match.state.table >> laid & 1 and match.acting == (0, 1, 2)
    assert set(match.view(2)["pair"]).isdisjoint(pair) and match.view(2)["pack"] == 22


def test_q10_pairs_come_in_the_order_of_the_pack() -> None:
    match = way_b(2, 5)
    rest = [int(card) for card in match.state.pack if card >= 0]
    for n in range(13):
        assert [int(card) for card in match.state.pair] == rest[2 * n : 2 * n + 2]
        match.play("none", 0)
        match.play("none", 1)
    assert match.over and ending(match)["reason"] == "pack"


@pytest.mark.parametrize("how", ["wrong", "none", "time"])
def test_q11_a_stop_without_a_solution_puts_out(how: str) -> None:
    match = with_a_place(3)
    pair, table = list(match.state.pair), table_of(match.state)
    match.play("stop", 2)
    if how == "wrong":
        match.play(a_place(match, False), 2)
    elif how == "none":
        match.play("none", 2)
    else:
        assert match.legal(CLOCK) == ["time 2"]
        match.play("time 2", CLOCK)
    assert list(match.state.pair) == pair and table_of(match.state) == table
    assert match.view(0)["inside"] == [0, 1] and match.acting == (0, 1) and not match.over


def test_q11_after_stop_every_open_cell_is_offered_whether_it_fits_or_not() -> None:
    for seed in range(20):
        match = way_b(2, seed)
        match.play("stop", 0)
        pair = [int(card) for card in match.state.pair]
        expected = {(cell, f) for cell in open_cells(table_of(match.state)) for card in pair for f in (card, card + CARDS)}
        assert lays(match.actions(0)) == expected and match.legal(0)[-1] == "none"


def test_q12_all_nones_set_the_pair_aside_and_only_then_it_is_told_whether_there_was_a_place() -> None:
    for match, had in ((with_a_place(3), True), (without_a_place(3), False)):
        pair = sorted(int(card) for card in match.state.pair)
        match.play("none", 0)
        assert match.legal(0) == ["stop"] and match.acting == (0, 1, 2)
        match.play("none", 2)
        assert match.view(1)["had_place"] is None and match.view(1)["none"] == [0, 2]
        assert match.legal(CLOCK) == ["time 1"]
        match.play("time 1", CLOCK)
        assert match.view(1)["had_place"] is had and match.view(1)["aside"] == pair and match.view(1)["none"] == []


def test_q12_who_has_said_none_may_still_say_stop() -> None:
    match = with_a_place(2)
    match.play("none", 0)
    match.play("stop", 0)
    match.play(a_place(match), 0)
    assert match.points == (1, 0)


def test_q12_the_last_other_put_out_sets_the_pair_aside() -> None:
    match = with_a_place(3)
    match.play("none", 0)
    match.play("none", 1)
    drawn = int(match.state.drawn)
    match.play("stop", 2)
    match.play(a_place(match, False), 2)
    assert match.state.drawn == drawn + 2 and match.view(0)["had_place"] is True and match.acting == (0, 1)


def test_q12_nothing_tells_whether_there_is_a_place() -> None:
    """The actions and the JSON of two positions that differ only in that."""
    for one, other in ((with_a_place(), without_a_place()),):
        assert one.actions(0) == other.actions(0)
        assert {key for key in one.view(0) if one.view(0)[key] != other.view(0)[key]} <= {"table", "pair", "drawn"}


def test_q13_only_one_is_in_and_wins_also_with_fewer_cards() -> None:
    match = with_a_place(2)
    match.play("stop", 0)
    match.play(a_place(match), 0)
    match.play("stop", 0)
    match.play("none", 0)
    assert match.over and match.points == (1, 0) and match.returns == (0, 1) and ending(match)["reason"] == "alone"


def test_q13_most_cards_kept_wins_but_who_is_out_cannot_unless_all_are() -> None:
    match = way_b(4)
    s = match.state
    s.points[:4], s.over = (5, 3, 3, 1), 1
    for inside, shares in ((0b1111, (1, 0, 0, 0)), (0b1110, (0, 0.5, 0.5, 0)), (0b1000, (0, 0, 0, 1)), (0, (1, 0, 0, 0))):
        s.inside = inside
        assert match.returns == shares


def test_q13_who_is_out_may_have_kept_more_and_the_sentence_says_so() -> None:
    match = GAME.new(3, 1, way="b")
    for action in ("stop", "11 1,2", "stop", "none"):
        match.play(action, 0)
    while not match.over:
        match.play("none", next(seat for seat in match.acting if "none" in match.legal(seat)))
    assert match.points == (1, 0, 0) and match.returns == (0, 0.5, 0.5)
    assert ending(match)["text"] == "The pack is empty: of those still in, Seat 1 and Seat 2 share the win with 0 cards each."


# C


def way_c(players: int = 2, seed: int = 1, **options: Any) -> Match:
    return GAME.new(players, seed, way="c", **options)


def test_q14_one_card_in_the_middle_and_seven_each() -> None:
    for players in (2, 3, 4):
        match = way_c(players)
        assert match.acting == tuple(range(players))
        assert list(table_of(match.state)) == [(0, 0)] and int(match.state.left[0]) == 7
        assert len(members(match.state.unused)) == 29 - 7 * players


def pairs_by_search(table: Table, hand: list[int]) -> set[frozenset[tuple[tuple[int, int], int]]]:
    """Every two cards of a hand, both beside the table or one beside the other."""
    cells = open_cells(table)
    near = cells | {other for cell in cells for other in around(cell) if other not in table}
    ways = set()
    for one, other in itertools.combinations(sorted(near), 2):
        if (one in cells and other in cells) or ((one in cells or other in cells) and other in around(one)):
            for a, b in itertools.permutations(hand, 2):
                for f, g in itertools.product((a, a + CARDS), (b, b + CARDS)):
                    ways.add(frozenset({(one, f), (other, g)}))
    return ways


def as_pair(action: int) -> frozenset[tuple[tuple[int, int], int]]:
    first, second = action % 61560, action // 61560 - 1
    return frozenset(((a // FACES // SPAN, a // FACES % SPAN), a % FACES) for a in (first, second))


def test_q14_any_two_cards_may_be_tried_at_once_the_second_on_the_first() -> None:
    for state in states_of(2, range(4), 6, way="c"):
        match = way_c()
        match._states[0] = state
        for seat in match.acting:
            if state.barred >> seat & 1 or state.left[seat] > 4:
                continue
            pairs = [as_pair(action) for action in match.actions(seat) if action >= 61560]
            assert len(pairs) == len(set(pairs))
            assert set(pairs) == pairs_by_search(table_of(state), members(state.hand[seat]))


def test_q14_a_try_fits_if_all_its_joints_do() -> None:
    chooser = random.Random(3)
    counts: Counter[str] = Counter()
    for state in states_of(3, range(10), 12, way="c"):
        match = way_c(3)
        match._states[0] = state
        for seat in match.acting:
            if state.barred >> seat & 1 or state.over:
                continue
            view_of = match.seen(seat)
            places = realtime.places(view_of, seat)
            likely = [plan[0] for place in places for plan in [place, *realtime.doubles(view_of, seat, place)]]
            for action in [*chooser.sample(match.actions(seat), 15), *chooser.sample(likely, min(8, len(likely)))]:
                after = match.copy()
                after.play(action, seat)
                laid = dict(as_pair(action)) if action >= 61560 else dict(lays([action]))
                if not laid:
                    continue
                sound = is_sound({**table_of(state), **laid})
                if not sound:
                    assert after.state.barred >> seat & 1 and table_of(after.state) == table_of(state)
                    assert after.state.left[seat] == state.left[seat]
                else:
                    assert table_of(after.state) == {**table_of(state), **laid}
                    assert after.state.left[seat] == state.left[seat] - len(laid)
                counts[f"{len(laid)} {sound}"] += 1
    assert min(counts[key] for key in ("1 True", "1 False", "2 True", "2 False")) > 10


def test_q14_the_first_without_cards_wins_also_with_two_at_once() -> None:
    match = way_c(2)
    table = {(0, 0): 10}
    for a, b in itertools.permutations(range(CARDS), 2):
        arrange(match, table, [a, b], [c for c in range(CARDS) if c not in (a, b, 10)][:3])
        view_of = match.seen(0)
        doubles = [plan for place in realtime.places(view_of, 0) for plan in realtime.doubles(view_of, 0, place)]
        if doubles:
            break
    match.play(doubles[0][0], 0)
    assert match.over and match.returns == (1, 0) and ending(match)["reason"] == "empty" and match.points == (1, 0)


def wrong_try(match: Match, seat: int) -> int:
    return realtime.mistakes(match.seen(seat), seat)[0][0]


def right_try(match: Match, seat: int) -> int:
    return realtime.places(match.seen(seat), seat)[0][0]


def test_q15_a_try_that_does_not_fit_bars_its_player_until_the_penalty_is_over() -> None:
    match = way_c(3)
    action = wrong_try(match, 1)
    before = match.view(0)
    match.play(action, 1)
    assert match.legal(1) == ["none"] and match.view(0)["barred"] == [1] and match.state.left[1] == 7
    after = match.view(0)
    assert {key for key in after if after[key] != before[key]} == {"ply", "barred"}  # not with which card
    assert match.legal(CLOCK) == ["idle", "time 1"]
    match.play("time 1", CLOCK)
    assert match.view(0)["barred"] == [] and len(match.actions(1)) > 1


def test_q15_a_try_that_fitted_what_its_player_was_shown_is_refused_without_penalty() -> None:
    refused = 0
    for seed in range(30):
        match = way_c(2, seed)
        places = realtime.places(match.seen(1), 1)
        shown = match.ply
        if not realtime.places(match.seen(0), 0):
            continue
        match.play(right_try(match, 0), 0)
        table = table_of(match.state)
        for (action,) in places:
            (cell, face) = next(iter(lays([action])))
            if fits(table, cell, face):
                continue
            states, ply = match._states.tobytes(), match.ply
            with pytest.raises(carreau.StaleAction):
                match.play(action, 1, ply=shown)
            assert match._states.tobytes() == states and match.ply == ply == len(match.history)
            refused += 1
            if action in match.actions(1):  # if the player was not shown the old table, it is a mistake
                late = match.copy()
                late.play(action, 1, ply=match.ply)
                assert late.view(0)["barred"] == [1]
    assert refused > 10


def test_q15_a_try_that_fitted_neither_table_is_penalised_and_one_that_still_fits_counts() -> None:
    match = way_c(2, 4)
    shown = match.ply
    match.play(right_try(match, 0), 0)
    still = [
        a for (a,) in realtime.places(match.seen(1), 1) if fits({(0, 0): int(match.state.grid[0]) - 1}, *next(iter(lays([a]))))
    ]
    late = match.copy()
    late.play(still[0], 1, ply=shown)
    assert late.state.left[1] == 6
    match.play(wrong_try(match, 1), 1, ply=shown)
    assert match.view(0)["barred"] == [1]


def late_try() -> Match:
    """A card that fits neither table, on a cell that has been filled since."""
    match = way_c(2, 0)
    match.play("6 0,-1", 1)
    return match


def test_q15_a_late_try_that_fitted_neither_table_is_penalised_also_on_a_cell_filled_since() -> None:
    match = late_try()
    hand = int(match.state.hand[0])
    match.play("0t 0,-1", 0, ply=0)
    assert match.view(1)["barred"] == [0] and match.legal(0) == ["none"] and match.legal(CLOCK) == ["idle", "time 0"]
    assert int(match.state.hand[0]) == hand and match.view(0)["table"] == late_try().view(0)["table"]
    assert match.history[-1] == (0, GAME.parse_action("0t 0,-1"))


def test_q15_a_late_try_is_a_mistake_only_as_it_was_meant() -> None:
    match = late_try()
    assert "0t 0,-1" not in match.legal(0)
    for action, seat, ply in (
        ("0t 0,-1", 0, None),  # nobody says what its player was shown
        ("0t 0,-1", 0, 1),  # the card lay there already
        ("0t 0,0", 0, 0),  # so did the middle
        ("0t 0,-2 + 2 0,-3", 0, 0),  # beside nothing that lay there
        ("6t 0,-1", 0, 0),  # not a card of this hand
    ):
        before = match._states.tobytes()
        with pytest.raises(carreau.IllegalAction):
            match.play(action, seat, ply=ply)
        assert match._states.tobytes() == before
    match.play("0t 0,-1", 0, ply=0)
    with pytest.raises(carreau.IllegalAction):  # a barred player may not try
        match.play("0t 0,-1", 0, ply=0)


def test_q15_late_tries_of_two_cards_are_judged_as_a_whole() -> None:
    judged: Counter[str] = Counter()
    chooser = random.Random(5)
    for seed in range(25):
        shown = way_c(2, seed)
        if not realtime.places(shown.seen(1), 1):
            continue
        match = shown.copy()
        match.play(right_try(match, 1), 1)
        filled = set(table_of(match.state)) - set(table_of(shown.state))
        tries = [a for a in shown.actions(0) if a >= 61560 and filled & {cell for cell, _ in as_pair(a)}]
        view_of = shown.seen(0)
        right = [plan[0] for place in realtime.places(view_of, 0) for plan in realtime.doubles(view_of, 0, place)]
        for action in [*chooser.sample(tries, 10), *(set(right) & set(tries))]:
            after = match.copy()
            if is_sound({**table_of(shown.state), **dict(as_pair(action))}):
                with pytest.raises(carreau.StaleAction):
                    after.play(action, 0, ply=0)
                judged["stale"] += 1
            else:
                after.play(action, 0, ply=0)
                assert after.view(1)["barred"] == [0] and table_of(after.state) == table_of(match.state)
                judged["barred"] += 1
    assert judged["stale"] and judged["barred"] > 100


def test_q15_a_record_with_a_late_try_replays_and_one_that_was_never_possible_does_not() -> None:
    match = late_try()
    match.play("0t 0,-1", 0, ply=0)
    match.play("idle", CLOCK)
    record = match.record()
    assert carreau.verify(record)._states.tobytes() == match._states.tobytes()
    assert len(scenes_of(match, None, "en", "phone")) == 4
    assert read_transcript(write_transcript(match.at(0), [(1, "6 0,-1"), (0, "0t 0,-1")]), carreau.load)[1][1] == (0, "0t 0,-1")
    forged = {**record, "actions": [[1, "6 0,-1"], [0, "0t 0,0"], [-2, "idle"]]}
    with pytest.raises(carreau.BadRecord, match="Move 2"):
        carreau.replay({**forged, "digest": digest(forged)})


def test_q15_a_record_with_many_late_tries_is_read_as_quickly_as_it_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all earlier moments, only one per table is considered."""
    match = late_try()
    for _ in range(18):
        match.play("0t 0,-1", 0, recorded=True)
        match.play("time 0", CLOCK)
    looked, late, played, play_at = [0], realtime.late, [0], GAME._drive.play_at

    def count_late(*words: Any) -> bool:
        looked[0] += 1
        return late(*words)

    def count_played(*words: Any) -> None:
        played[0] += 1
        play_at(*words)

    monkeypatch.setattr(realtime, "late", count_late)
    monkeypatch.setattr(GAME._drive, "play_at", count_played)
    again = carreau.replay(match.record())
    assert again._states.tobytes() == match._states.tobytes()
    assert looked[0] <= 2 * 18 and played[0] == len(match.history)


def test_q15_what_was_meant_for_a_moment_long_ago_is_refused_without_going_back(monkeypatch: pytest.MonkeyPatch) -> None:
    match = late_try()
    for _ in range(18):
        match.play("0t 0,-1", 0, recorded=True)
        match.play("time 0", CLOCK)
    monkeypatch.setattr(GAME._drive, "play_at", None)
    for ply in (0, 1, match.ply - RECENT - 1):
        with pytest.raises(carreau.StaleAction):
            match.check("0t 0,-1", 0, ply)
    with pytest.raises(carreau.IllegalAction):  # the card lay there already
        match.check("0t 0,-1", 0, match.ply - RECENT)


def test_q15_a_table_with_a_late_try_goes_on_after_a_restart_and_does_not_tell_the_card() -> None:
    t = tables.table("quatuor", "me", "me", seed=0, way="c")
    do(t, t.play(1, "6 0,-1", 0, 1.0))
    do(t, t.play(0, "0t 0,-1", 0, 1.1))
    assert truth(rebuilt(t)) == truth(t) and t.match.view(1)["barred"] == [0]
    assert LogText(t, words_for("en"), lambda: ["Ana", "Ben"]).up_to_now()[-1] == "Ana tries a card that does not fit."
    do(t, t.entry(4.1, "play", CLOCK, "time 0"))
    with pytest.raises(carreau.StaleAction):  # the same action once more, after a lost connection
        t.play(0, "0t 0,-1", 0, 4.2)


def test_q15_what_was_said_of_an_earlier_table_or_pair_is_refused() -> None:
    match = way_c(2, 4)
    shown = match.ply
    match.play(right_try(match, 0), 0)
    with pytest.raises(carreau.StaleAction):
        match.play("none", 1, ply=shown)
    match = way_b(3, 1)
    match.play("none", 0)
    match.play("stop", 1, ply=0)  # the same pair: a word of another player does not matter
    match = way_b(2, 1)
    match.play("none", 0)
    match.play("none", 1)
    for word in ("none", "stop"):
        with pytest.raises(carreau.StaleAction):
            match.play(word, 0, ply=1)


def test_q16_all_nones_end_the_race_and_the_fewest_cards_win() -> None:
    match = way_c(3, 2)
    match.play("none", 0)
    match.play("none", 2)
    match.play(right_try(match, 1), 1)
    assert match.view(0)["none"] == []  # since the last card was laid
    for seat in (2, 0, 1):
        assert not match.over
        match.play("none", seat)
    assert match.over and match.returns == (0, 1, 0) and ending(match)["reason"] == "none"


def test_q16_idle_time_ends_it_and_ties_share() -> None:
    match = way_c(2)
    match.play("idle", CLOCK)
    assert match.over and match.returns == (0.5, 0.5) and ending(match)["reason"] == "idle"


def test_q16_penalties_that_fill_the_idle_time_end_it() -> None:
    match = way_c(2, 1, penalty_seconds=20, idle_seconds=60)
    for served in range(3):
        assert not match.over
        match.play(wrong_try(match, 0), 0)
        assert match.state.freed[0] == served
        match.play("time 0", CLOCK)
    assert match.over and ending(match)["reason"] == "idle"


def test_q16_a_penalty_begun_before_the_last_card_does_not_count_in_full() -> None:
    match = way_c(2, 4, penalty_seconds=60, idle_seconds=60)
    match.play("3 1,0 + 15 2,0", 0)
    match.play("2 0,-1", 1)
    assert match.view(0)["barred"] == [0] and match.state.left[1] == 6
    match.play("time 0", CLOCK)
    assert not match.over and match.view(0)["barred"] == []
    assert (GAME.parse_action("idle"), 60, 2) in realtime.timers(match.state)  # the idle time counts from the card
    match.play(wrong_try(match, 0), 0)
    match.play("time 0", CLOCK)
    assert match.over and ending(match)["reason"] == "idle"  # a whole penalty since the card


def test_q16_only_the_authority_makes_time_run_out() -> None:
    match = way_c(2)
    with pytest.raises(carreau.IllegalAction):
        match.play("idle", 0)
    match = way_b(2)
    with pytest.raises(carreau.IllegalAction):
        match.play("time 0", 0)
    for way, players in (("a", 2), ("d", 2), ("solo", 1)):
        match = GAME.new(players, 1, way=way)
        assert match.actions(CLOCK) == [] and realtime.timers(match.state) == []


def test_timers_say_what_the_options_say() -> None:
    match = with_a_place(2, answer_seconds=7, search_seconds=33)
    match.play("none", 1)
    assert realtime.timers(match.state) == [(GAME.parse_action("time 0"), 33, 0)]
    match.play("stop", 1)
    assert realtime.timers(match.state) == [(GAME.parse_action("time 1"), 7, 2)]
    match = way_c(2, 4, penalty_seconds=5, idle_seconds=50)
    match.play(right_try(match, 0), 0)
    match.play(wrong_try(match, 1), 1)
    assert realtime.timers(match.state) == [(GAME.parse_action("idle"), 50, 1), (GAME.parse_action("time 1"), 5, 2)]


# D


def way_d(table: Table, *hands: list[int], directions: tuple[int, int] = (HORIZONTAL, VERTICAL)) -> Match:
    match = GAME.new(2, 1, way="d", first=0)
    arrange(match, table, *hands)
    match.state.direction[:], match.state.acting, match.state.failures, match.state.lacks[:] = directions, 1, 0, 0
    return match


def joined(table: Table, cell: tuple[int, int], direction: int) -> bool:
    north, east, south, west = around(cell)
    return bool({east, west} & set(table)) if direction == HORIZONTAL else bool({north, south} & set(table))


def test_q17_ten_cards_each_and_the_first_seat_lays_horizontally() -> None:
    directions: Counter[int] = Counter()
    for seed in range(20):
        match = GAME.new(2, seed, way="d", first=seed % 2)
        assert [int(n) for n in match.state.left[:2]] == [10, 10] and len(table_of(match.state)) == 1
        assert len(members(match.state.unused)) == 9
        if not match.state.failures:
            assert match.acting == (seed % 2,) and match.state.direction[seed % 2] == HORIZONTAL
            directions[seed % 2] += 1
    assert len(directions) == 2


def test_q17_a_card_joins_in_its_direction_and_fits_in_both() -> None:
    seen = set()
    for state in states_of(2, range(15), way="d"):
        match = GAME.new(2, 1, way="d")
        match._states[0] = state
        table = table_of(state)
        for seat in match.acting:
            direction = int(state.direction[seat])
            expected = {lay for lay in fitting(table, members(state.hand[seat])) if joined(table, lay[0], direction)}
            assert lays(match.actions(seat)) == expected and expected
            seen.add(direction)
    assert seen == {HORIZONTAL, VERTICAL}


def after_a_lay(seed: int) -> list[tuple[Match, Match]]:
    """Every move of a random match of way D: before and after."""
    pairs = []
    match = GAME.new(2, seed, way="d")
    chooser = random.Random(seed)
    while not match.over:
        before = match.copy()
        seat, action = choose(match, chooser)
        match.play(action, seat)
        pairs.append((before, match.copy()))
    return pairs


def directions_after(table: Table, hands: list[list[int]], directions: list[int], seat: int) -> tuple[list[int], int, int]:
    """Q18 and Q19 in words: directions, whose turn it is (-1 if blocked), and turns lost."""
    first_to_fail = -1
    for failures in range(4):
        if any(joined(table, cell, directions[seat]) for cell, _ in fitting(table, hands[seat])):
            return directions, seat, failures
        if first_to_fail != seat:
            if first_to_fail < 0:
                first_to_fail = seat
                directions = directions[::-1]  # they exchange
            # else: the other failed in that direction too; nothing is exchanged
        else:
            directions = directions[::-1]  # the first failed in the other direction too
        seat = 1 - seat
    return directions, -1, 4


def test_q18_q19_directions_change_as_in_words() -> None:
    lost: Counter[int] = Counter()
    for seed in range(150):
        for before, after in after_a_lay(seed):
            if after.state.left[before.acting[0]] == 0:
                assert ending(after)["reason"] == "empty" and after.returns[before.acting[0]] == 1
                continue
            hands = [members(hand) for hand in after.state.hand[:2]]
            expected = directions_after(
                table_of(after.state), hands, [int(d) for d in before.state.direction], 1 - before.acting[0]
            )
            turn = after.acting[0] if not after.over else -1
            assert ([int(d) for d in after.state.direction], turn, int(after.state.failures)) == expected
            lost[expected[2]] += 1
            if turn < 0:
                few = min(after.state.left[:2])
                best = [seat for seat in (0, 1) if after.state.left[seat] == few]
                assert ending(after)["reason"] == "blocked"
                assert after.returns == tuple(1 / len(best) if seat in best else 0 for seat in (0, 1))
    assert min(lost[n] for n in range(5)) > 0, lost


def played_into(directions: tuple[int, int], helpless: set[int], other: set[int]) -> Match:
    """Seat 1 lays; seat 0 then holds one card that fits only in `other` of its directions. Found by search."""
    for face, card in itertools.permutations(range(CARDS), 2):
        match = way_d({(0, 0): face}, [], [], directions=directions)
        arrange(match, {(0, 0): face}, [29 if 29 not in (face, card) else 28], [card, 27 if 27 not in (face, card) else 26])
        match.state.acting = 2
        for action in match.actions(1):
            after = match.copy()
            cell, laid = next(iter(lays([action])))
            table = {**table_of(match.state), cell: laid}
            for mine in range(CARDS):
                if mine in (face, card, 26, 27, 28, 29):
                    continue
                ways = {d for d in (0, 1) for to, _ in fitting(table, [mine]) if joined(table, to, d)}
                if ways == other and directions[0] in helpless:
                    arrange(after, {(0, 0): face}, [mine], [card, 27 if 27 not in (face, card) else 26])
                    after.state.acting = 2
                    after.play(action, 1)
                    return after
    raise AssertionError


@pytest.mark.parametrize("direction", [HORIZONTAL, VERTICAL])
def test_q18_who_cannot_lay_loses_the_turn_and_the_two_exchange_directions(direction: int) -> None:
    match = played_into((direction, 1 - direction), {direction}, {1 - direction})
    if match.state.failures == 1:
        assert match.acting == (1,) and list(match.state.direction) == [1 - direction, direction]
    else:  # seat 1 could not either: seat 0 now plays the other direction, in which it can
        assert match.state.failures == 2 and match.acting == (0,)
        assert list(match.state.direction) == [1 - direction, direction]


def test_q18_directions_are_exchanged_twice_in_a_row() -> None:
    twice = 0
    for seed in range(80):
        steps = [after for _, after in after_a_lay(seed) if not after.over]
        for one, two in itertools.pairwise(steps):
            twice += one.state.failures == 1 and two.state.failures == 1
    assert twice > 0


def test_q19_ties_share() -> None:
    tied = blocked = 0
    for seed in range(150):
        match = finish(GAME.new(2, seed, way="d"), seed)
        if ending(match)["reason"] == "blocked":
            blocked += 1
            tied += match.returns == (0.5, 0.5)
            assert (match.state.left[0] == match.state.left[1]) == (match.returns == (0.5, 0.5))
    assert blocked > tied > 0


# solo


def brute_squares(cards: list[int]) -> set[tuple[int, ...]]:
    """Row by row, every card in every place, both ways."""
    found = set()

    def extend(square: list[int]) -> None:
        i = len(square)
        if i == 9:
            found.add(tuple(square))
            return
        for card in cards:
            if card in [face % CARDS for face in square]:
                continue
            for face in (card, card + CARDS):
                if (i % 3 == 0 or joint(face, 3, square[i - 1])) and (i < 3 or joint(face, 0, square[i - 3])):
                    extend([*square, face])

    extend([])
    return found


def test_q20_the_solver_agrees_with_brute_force() -> None:
    chooser = random.Random(1)
    sets = [members(cards) for cards in chooser.sample(list(solver.solutions()), 12)]
    sets += [chooser.sample(range(CARDS), 9) for _ in range(8)] + [chooser.sample(range(CARDS), 11) for _ in range(4)]
    for cards in sets:
        found = solver.squares(set_of(cards))
        assert all(square[4] < CARDS for square in found)
        assert {*found, *map(solver.half_turn, found)} == brute_squares(cards)
        assert len(brute_squares(cards)) == 2 * len(found)


def test_q20_a_puzzle_is_nine_cards_that_have_a_square() -> None:
    dealt = set()
    for seed in range(40):
        match = GAME.new(1, seed, way="solo")
        assert int(match.state.hand[0]) in solver.solutions() and match.state.left[0] == 9
        dealt.add(int(match.state.hand[0]))
    assert len(dealt) > 30
    assert GAME.new(1, 1, way="solo", solo="free").state.left[0] == 30


def test_q20_cards_are_put_and_taken_back_and_the_square_wins() -> None:
    match = GAME.new(1, 7, way="solo")
    cards = int(match.state.hand[0])
    square = solver.squares(cards)[0]
    match.play(square[4], 0)
    match.play("take " + str(square[4]), 0)
    assert not match.state.table and int(match.state.hand[0]) == cards
    for i in (4, 1, 3, 5, 7, 0, 2, 6, 8):
        assert not match.over
        match.play(((i // 3 - 1) % SPAN * SPAN + (i % 3 - 1) % SPAN) * FACES + square[i], 0)
    assert match.over and match.returns == (1,) and ending(match)["reason"] == "square"


def test_q20_a_square_that_comes_about_by_taking_a_card_back_ends_it() -> None:
    match = GAME.new(1, 1, way="solo", solo="free")
    lays_of_ten = ("12 0,0", "9t 0,1", "7t 0,2", "19 1,0", "2t 1,1", "0t 1,2", "15 2,0", "3 2,1", "4t 3,1", "1 2,2")
    for name in lays_of_ten:
        match.play(name, 0)
        assert not match.over
    other = match.copy()
    match.play("take 4", 0)
    assert match.over and match.returns == (1,) and ending(match)["reason"] == "square"
    assert match.view(0)["last"] is None and "var(--gold)" in match.svg(0)
    other.play("take 12", 0)
    assert not other.over  # nine cards, but no square


def test_q20_a_card_is_taken_back_only_if_the_others_hang_together() -> None:
    match = GAME.new(1, 1, way="solo", solo="free")
    line = LINE[:4]
    for column, face in enumerate(line):
        match.play(column * FACES + face, 0)
    takes = [name for name in match.legal(0) if name.startswith("take")]
    assert sorted(takes) == sorted(f"take {face % CARDS}" for face in (line[0], line[3]))


def test_q20_nine_cards_in_another_shape_are_no_square() -> None:
    match = GAME.new(1, 1, way="solo", solo="free")
    for column, face in enumerate(LINE[:9]):
        match.play(column * FACES + face, 0)
    assert not match.over


def test_q20_giving_up_and_a_thousand_actions_lose() -> None:
    match = GAME.new(1, 1, way="solo")
    match.play("give up", 0)
    assert match.over and match.returns == (0,) and ending(match)["winners"] == []
    match = GAME.new(1, 1, way="solo")
    card = members(match.state.hand[0])[0]
    for _ in range(500):
        match.play(f"{card} 0,0", 0)
        match.play(f"take {card}", 0)
    assert match.over and match.ply == 1000 and ending(match)["reason"] == "limit"


def test_q20_the_puzzle_of_a_day_is_the_same_for_everyone_and_has_a_grade() -> None:
    day = datetime.date(2026, 1, 31)
    one, other = puzzle.puzzle_of(day), puzzle.puzzle_of(day)
    assert one.commitment == other.commitment and one._states.tobytes() == other._states.tobytes()
    assert members(puzzle.puzzle_of(datetime.date(2026, 11, 15)).state.hand[0]) == [1, 5, 8, 21, 22, 23, 26, 27, 28]
    assert len({puzzle.seed_of(day + datetime.timedelta(n)) for n in range(400)}) == 400
    assert {puzzle.grade(n) for n in solver.solutions().values()} == {"hard", "medium", "easy", "very easy"}


def test_q20_hints_lead_to_a_square_from_anywhere() -> None:
    for seed in range(25):
        match = GAME.new(1, seed, way="solo")
        chooser = random.Random(seed)
        for _ in range(chooser.randrange(14)):
            match.play(chooser.choice(match.actions(0)[:-1]), 0)
        for _ in range(30):
            if match.over:
                break
            hint = puzzle.hint(match)
            assert hint is not None
            match.play(hint, 0)
        assert match.returns == (1,)


# who sees what


@pytest.mark.parametrize(("way", "players"), [("a", 3), ("c", 3), ("d", 2)])
def test_views_show_no_hand_but_ones_own_and_nothing_unused(way: str, players: int) -> None:
    for state in states_of(players, range(4), 20, way=way):
        for seat in (*range(players), -1):
            seen = view(GAME, state, seat)
            for other in range(players):
                assert int(seen.hand[other]) == (int(state.hand[other]) if other == seat else int(state.known[other]))
            assert seen.unused == 0 and list(seen.left) == list(state.left)


def test_views_of_b_hide_the_pack_and_nothing_else() -> None:
    for state in states_of(4, range(4), way="b"):
        seen = view(GAME, state, 0)
        assert (seen.pack == -1).all()
        for name in GAME.rules.STATE.names:
            if name not in ("pack", "key", "block", "counter", "cursor"):
                assert np.array_equal(seen[name], state[name])


@pytest.mark.parametrize("options", [{}, {"take_back": "hand"}, {"way": "d"}])
def test_a_forced_pass_proves_what_a_hand_lacks(options: dict[str, str]) -> None:
    """What is known at the end is what all failures of the match proved, and no redeal goes against it."""
    proven = 0
    for seed in range(25):
        match = GAME.new(2, seed, **options)
        chooser = random.Random(seed)
        lacks: list[set[int]] = [set(), set()]
        while not match.over:
            seat = match.acting[0]
            table, moved = table_of(match.state), bool(match.state.moved)
            able_to = fitting(table, members(match.state.hand[seat])) if table else {None}
            if not options.get("way") and not able_to and not moved:
                lacks[seat] |= {face % CARDS for _, face in fitting(table, list(range(CARDS)))}
                lacks[seat] -= set(members(match.state.table))
            match.play(chooser.choice(match.actions(seat)), seat)
            for other in range(2):
                assert not int(match.state.lacks[other]) & int(match.state.hand[other]) & ~int(match.state.known[other])
                if not options.get("way"):
                    assert lacks[other] <= set(members(match.state.lacks[other]))
                proven += bool(match.state.lacks[other])
            if match.state.lacks.any() and not match.over:
                for number in range(5):
                    for viewer in (0, 1, -1):
                        world_of = redeal(GAME, match.state, viewer, number)
                        for other in range(2):
                            hidden = int(world_of.hand[other]) & ~int(match.state.known[other])
                            assert not hidden & int(match.state.lacks[other])
    assert proven > 20


@pytest.mark.parametrize("seed", range(4))
def test_redeals_are_even_over_all_hands_that_fit(seed: int) -> None:
    """Few hidden cards, three other hands, each lacking some: every deal that fits, counted one by one."""
    chooser = random.Random(seed)
    match = GAME.new(4, 1)
    cards = chooser.sample(range(CARDS), CARDS)
    table = {(0, column): card for column, card in enumerate(cards[:21])}
    hidden = cards[21:28]
    arrange(match, table, [cards[28]], hidden[:2], hidden[2:4], hidden[4:5])
    match.state.unused = set_of([*hidden[5:], cards[29]])
    hidden.append(cards[29])
    hands = [set(), set(hidden[:2]), set(hidden[2:4]), set(hidden[4:5])]
    for seat in (1, 2, 3):
        match.state.lacks[seat] = set_of(chooser.sample(sorted(set(hidden) - hands[seat]), 3))
    match.state.known[1] = set_of([cards[20]])  # one more that all know
    match.state.hand[1] |= 1 << cards[20]
    match.state.left[1] = 3
    del table[(0, 20)]
    match.state.table = int(match.state.table) & ~(1 << cards[20])

    expected = set()
    for one in itertools.combinations(sorted(hidden), 2):
        for two in itertools.combinations(sorted(set(hidden) - set(one)), 2):
            for three in sorted(set(hidden) - set(one) - set(two)):
                deal = (set_of(one), set_of(two), set_of([three]))
                if not any(deal[i] & int(match.state.lacks[i + 1]) for i in range(3)):
                    expected.add((deal[0] | 1 << cards[20], deal[1], deal[2]))
    draws = 120 * len(expected)
    counts: Counter[tuple[int, ...]] = Counter()
    for number in range(draws):
        other = redeal(GAME, match.state, 0, number)
        counts[tuple(int(hand) for hand in other.hand[1:4])] += 1
    assert set(counts) == expected
    square = sum((counts[deal] - 120) ** 2 / 120 for deal in expected)
    free = len(expected) - 1
    assert square < free + 5 * (2 * free) ** 0.5 + 10


def test_redeals_of_the_pack_keep_what_was_drawn_and_are_even_beneath() -> None:
    match = way_b(2, 3)
    for _ in range(11):
        match.play("none", 0)
        match.play("none", 1)
    drawn = match.view(0)["drawn"]
    assert len(drawn) == 24
    counts: Counter[tuple[int, ...]] = Counter()
    match = match.at(match.ply - 2)  # two pairs are hidden
    for number in range(2400):
        other = redeal(GAME, match.state, 0, number)
        assert [int(card) for card in other.pack[:22]] == drawn[:22] and (other.pack[26:] == -1).all()
        counts[tuple(int(card) for card in other.pack[22:26])] += 1
    hidden = [int(card) for card in match.state.pack[22:26]]
    assert set(counts) == set(itertools.permutations(hidden))
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 23 + 5 * 46**0.5


def test_redeals_of_the_pack_reach_many_worlds() -> None:
    state = way_b(2, 3).state
    assert len({world(redeal(GAME, state, 0, number)) for number in range(300)}) > 290


# names and options


def test_names() -> None:
    for name in ("17 0,1", "17t -15,16", "3 0,1 + 4t 0,2", "take 29", "pass", "none", "stop", "give up", "idle", "time 7"):
        assert GAME.name_action(GAME.parse_action(name)) == name
    assert GAME.parse_action("4t 0,2 + 3 0,1") == GAME.parse_action("3 0,1 + 4t 0,2")
    for name in ("30 0,0", "1 17,0", "1 0,-16", "3 0,1 + 3t 0,2", "3 0,1 + 4 0,1", "take 30", "time 8", "put 3"):
        with pytest.raises(carreau.InvalidAction):
            GAME.parse_action(name)


def test_the_names_of_a_long_list_are_made_of_few_and_are_those_of_each_action(monkeypatch: pytest.MonkeyPatch) -> None:
    match = way_c(4, 1)
    while len(match.actions(0)) < 20_000:
        match.play(*max((place[0], seat) for seat in (1, 2, 3) for place in realtime.places(match.seen(seat), seat)))
    actions = match.actions(0)
    expected = [show.name_action(action) for action in actions]
    asked: list[int] = []

    def name_action(action: int) -> str:
        asked.append(action)
        return expected[actions.index(action)]

    monkeypatch.setattr(show, "name_action", name_action)
    show.name_lay.cache_clear()
    assert match.legal(0) == expected
    assert len(asked) < 1000 and show.name_lay.cache_info().currsize < 1500 < 20_000 < len(actions)  # pairs are put together


def test_options_that_do_not_go_together_are_refused() -> None:
    for players, options in (
        (1, {}), (5, {"way": "c"}), (3, {"way": "d"}), (2, {"way": "solo"}), (2, {"way": "b", "deals": "each"}),
        (2, {"way": "c", "take_back": "hand"}), (2, {"answer_seconds": 5}), (2, {"way": "b", "first": 1}),
    ):  # fmt: skip
        with pytest.raises(carreau.BadOption):
            GAME.new(players, 1, **options)
    assert GAME.new(way="solo").players == 1 and GAME.new().players == 2


# real time without a clock


def test_the_reaction_model_is_seeded() -> None:
    for way, players in (("b", 3), ("c", 4)):
        matches = [GAME.new(players, 5, way=way) for _ in range(3)]
        seconds = [play_real_time(m, [Reaction()] * players, seed) for m, seed in zip(matches, (1, 1, 2), strict=True)]
        assert matches[0].history == matches[1].history != matches[2].history and seconds[0] == seconds[1] > 0
        assert carreau.verify(matches[0].record()).outcome == matches[0].outcome


def test_players_see_nothing_but_their_view() -> None:
    """What a seat could do is the same in every world that it cannot tell from the true one."""
    for way in ("b", "c"):
        for number, state in enumerate(states_of(3, range(4), 10, way=way)):
            if state.over:
                continue
            for seat in range(3):
                seen = [view(GAME, world_of, seat) for world_of in (state, redeal(GAME, state, seat, number))]
                for part in (realtime.places, realtime.mistakes, realtime.scene, realtime.quiet):
                    assert part(seen[0], seat) == part(seen[1], seat)


@pytest.mark.parametrize(("way", "players"), [("b", 2), ("c", 2)])
def test_the_quicker_player_wins_more(way: str, players: int) -> None:
    wins = np.zeros(2)
    for seed in range(40):
        match = GAME.new(players, seed, way=way)
        play_real_time(match, [Reaction(skill=0.5), Reaction(skill=2)], seed)
        wins += match.returns
    assert wins[1] > 2 * wins[0]


def test_slips_put_out_and_slow_hands_run_out_of_time() -> None:
    match = way_b(2, 1)
    play_real_time(match, [Reaction(slip=1000.0), Reaction(slip=0, skill=0.01)], 1)
    assert ending(match)["winners"] == [1]
    match = with_a_place(2, answer_seconds=1)
    play_real_time(match, [Reaction(slip=0, reach=50.0, skill=50), Reaction(slip=0, skill=0.001, patience=1e9)], 1)
    assert (CLOCK, GAME.parse_action("time 0")) in match.history and ending(match)["winners"] == [1]


def test_a_simulated_race_bars_and_frees_and_counts() -> None:
    totals = np.zeros(64)
    freed = 0
    for seed in range(12):
        match = GAME.new(3, seed, way="c")
        play_real_time(match, [Reaction(slip=0.5)] * 3, seed, totals)
        freed += sum(seat == CLOCK and GAME.name_action(action).startswith("time") for seat, action in match.history)
    report = tally.report(dict(zip(tally.COLUMNS, totals)), 12)
    assert freed > 5 and report["tries that did not fit per match (C)"] > 0 and report["tries that fitted per match (C)"] > 3
