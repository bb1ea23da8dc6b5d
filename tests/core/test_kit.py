"""The kit: bit sets, grids, and places of cards, each compared with the simplest version of the same."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from carreau.core.bits import count_bits, list_bits, lowest_bit, members, nth_bit, set_of, some_bits
from carreau.core.chance import key_with
from carreau.core.errors import InvalidAction
from carreau.core.grid import EAST, NORTH, SOUTH, WEST, Grid, arc, grown, rooms, widened
from carreau.core.places import (
    UNKNOWN,
    cards_at,
    count_at,
    deal,
    draw_card,
    hide_hands,
    hide_pool,
    hide_unseen,
    known_at,
    lacking,
    move_all,
    redeal_hands,
)
from carreau.core.seats import acting_seat, acts, leaders, seat_after, seat_before, seat_or_none, seats_in
from carreau.core.state import state_type, unpacked

CARDS = 8
PILE, HAND = 0, 1
STATE = state_type([("where", "i1", CARDS), ("held", "i1", 4)])


def state(seed: int = 1, players: int = 3) -> Any:
    s = np.zeros(1, STATE)[0]
    key_with(s, [seed, 0, 0, 0, 0, 0, 0, 0])
    s.players = players
    return s


def is_even(counts: Counter[Any], ways: int) -> bool:
    """Whether every way came up, about equally often."""
    expected = sum(counts.values()) / ways
    return len(counts) == ways and all(abs(count - expected) < 6 * expected**0.5 for count in counts.values())


# bits


def test_sets_of_bits() -> None:
    chance = random.Random(1)
    for _ in range(500):
        numbers = sorted(chance.sample(range(62), chance.randint(1, 62)))
        bits = set_of(numbers)
        assert members(bits) == numbers and count_bits(bits) == len(numbers) and lowest_bit(bits) == numbers[0]
        n = chance.randrange(len(numbers))
        assert nth_bit(bits, n) == numbers[n]
        out = np.zeros(64, np.int64)
        assert list_bits(bits, 100, out, 1) == 1 + len(numbers) and out[1 : 1 + len(numbers)].tolist() == [
            100 + n for n in numbers
        ]
    assert members(0) == [] and count_bits(0) == 0


def test_some_bits_are_every_choice_equally_often() -> None:
    bits = set_of([0, 3, 5, 17, 61])
    s = state()
    counts = Counter(some_bits(s, bits, 2) for _ in range(2000))
    assert set(counts) == {set_of(pair) for pair in combinations([0, 3, 5, 17, 61], 2)} and is_even(counts, comb(5, 2))


# seats


def test_seats() -> None:
    s = state()
    s.acting, s.points[:3] = 0b100, [4, 7, 7]
    assert acts(s, 2) and not acts(s, 1) and not acts(s, -1)
    assert acting_seat(s) == 2 and seat_after(s, 2) == 0 and seat_before(s, 0) == 2
    assert seats_in(s, 0b1101) == [0, 2] and seat_or_none(-1) is None and seat_or_none(np.int8(1)) == 1
    assert leaders(s) == leaders(unpacked(s)) == [1, 2]


# grids


def test_names_of_cells_are_read_back() -> None:
    grid = Grid(3, 5)
    assert grid.names[0] == "a1" and grid.names[-1] == "e3" and grid.letters == "abcde"
    assert [grid.find(name) for name in grid.names] == list(range(15))
    assert (
        grid.find("f1") is None
        and grid.find("a4") is None
        and grid.find("a01") is None
        and grid.find("") is None
        and Grid(11).find("f1\u0661") is None
    )
    with pytest.raises(InvalidAction, match="from a1 to e3"):
        grid.read("z9")


@pytest.mark.parametrize("ring", [False, True])
def test_neighbours(ring: bool) -> None:
    grid = Grid(3, 4, ring)
    for cell in range(12):
        row, column = divmod(cell, 4)
        for side, (down, right) in {NORTH: (-1, 0), EAST: (0, 1), SOUTH: (1, 0), WEST: (0, -1)}.items():
            inside = 0 <= row + down < 3 and 0 <= column + right < 4
            expected = (row + down) % 3 * 4 + (column + right) % 4 if ring or inside else -1
            assert grid.beside[cell, side] == expected
        assert members(grid.around[cell]) == sorted({other for other in grid.beside[cell].tolist() if other >= 0})
    assert grid.edge(NORTH) == ([] if ring else [0, 1, 2, 3])


def test_lines_of_a_board() -> None:
    assert len(Grid(6, 7).lines(4)) == 69  # as many lines of four as Connect Four is known to have
    assert sorted(map(sorted, Grid(3).lines(3).tolist())) == sorted(
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    )


def test_what_of_a_growing_layout_is_shown() -> None:
    assert grown([4, 6], 6) == range(1, 10) and grown([4, 6], 6, 1) == range(3, 8) and grown([1, 6], 6, 1) == range(1, 7)
    assert widened(range(3, 5), 5) == range(2, 7) and widened(range(3, 9), 5) == range(3, 9)
    assert arc({0, 1, 6}, 7) == [6, 0, 1] and arc({2, 4}, 7) == [2, 4] and arc(set(range(7)), 7) == list(range(7))
    assert Grid(7, ring=True).lines_of([0, 6, 43]) == ([6, 0], [6, 0, 1])
    allowed = rooms(5, 3)
    assert members(allowed[0]) == [0, 1, 2, 3, 4] and members(allowed[0b00100]) == [0, 1, 2, 3, 4]
    assert members(allowed[0b00110]) == [0, 1, 2, 3] and members(allowed[0b01010]) == [1, 2, 3]


# places of cards


def test_cards_are_drawn_and_dealt_evenly() -> None:
    drawn: Counter[int] = Counter()
    dealt: Counter[tuple[int, ...]] = Counter()
    s = state()
    for _ in range(3000):
        s.where[:] = PILE
        drawn[draw_card(s, s.where, PILE, HAND)] += 1
        s.where[:] = PILE
        deal(s, s.where, PILE, HAND + 1, 3)
        dealt[tuple(cards_at(s.where, HAND + 1))] += 1
    assert is_even(drawn, CARDS) and is_even(dealt, comb(CARDS, 3))
    move_all(s.where, HAND + 1, PILE)
    assert count_at(s.where, PILE) == CARDS


def test_hands_are_hidden_and_every_world_comes_out() -> None:
    s = state(players=2)
    s.where[:] = [HAND, HAND, HAND + 1, HAND + 1, PILE, PILE, PILE, 9]
    s.held[:2] = 2
    worlds: Counter[bytes] = Counter()
    for _ in range(3000):
        hide_hands(s, 0, PILE, HAND)
        assert s.where.tolist() == [HAND, HAND, *[UNKNOWN] * 5, 9] and known_at(s.where, HAND + 1, 2) is None
        redeal_hands(s, 0, PILE, HAND)
        assert count_at(s.where, HAND + 1) == 2 and known_at(s.where, HAND, 2) == [0, 1]
        worlds[s.where.tobytes()] += 1
    assert is_even(worlds, comb(5, 2))


def test_what_was_seen_stays_known() -> None:
    """A card that went back to a hand while some players, or all, could see it."""
    s = state(players=3)
    s.where[:] = HAND + 1
    seen = np.zeros(CARDS, np.int64)
    seen[2], seen[5] = 0b001, -1
    for seat, known in ((0, [2, 5]), (2, [5]), (-1, [5])):
        where = s.where.copy()
        hide_unseen(where, seen, HAND + 1, seat)
        assert cards_at(where, HAND + 1) == known and lacking(where, HAND + 1, CARDS) == CARDS - len(known)


def test_pools_are_dealt_again_each_by_itself() -> None:
    """Two cards in a hand from the first deal, one from the reshuffled pile."""
    s, pool = state(players=2), np.array([0, 0, 0, 0, 1, 1, 1, 1])
    worlds: Counter[tuple[int, ...]] = Counter()
    for _ in range(3000):
        s.where[:] = [HAND, HAND, 7, 7, HAND, PILE, PILE, PILE]
        hide_pool(s.where, pool, HAND)
        hide_pool(s.where, pool, PILE)
        assert s.where.tolist() == [UNKNOWN, UNKNOWN, 7, 7, *[UNKNOWN - 1] * 4]
        deal(s, s.where, UNKNOWN, HAND, 2)
        deal(s, s.where, UNKNOWN - 1, HAND, 1)
        move_all(s.where, UNKNOWN - 1, PILE)
        worlds[tuple(cards_at(s.where, HAND))] += 1
    assert set(worlds) == {(0, 1, card) for card in (4, 5, 6, 7)} and is_even(worlds, 4)
