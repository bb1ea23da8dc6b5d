"""The rulebook of M, rule by rule, in its order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from rich.text import Text

from carreau.core.engine import SIMULATION
from carreau.core.errors import IllegalAction, InvalidAction
from carreau.core.match import Match
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.seed import read_seed, seed_words
from carreau.games.m.constants import EMPTY, HAND, KEPT
from carreau.games.m.rules.cards import ALL, CARDS, FACES, LOW, NO_SYMBOL, SHARING, TENTH, face_name
from carreau.games.m.rules.grid import GRID
from carreau.games.m.rules.hidden import OUT, PILE
from tests.effort import often
from tests.games.plain_m import (
    GAME,
    LONE,
    Plain,
    best_two,
    cell,
    drawn,
    each_mode,
    pieces,
    position,
    random_match,
    share,
    spot_of,
)

SEATS = (2, 3, 4, 5, 6)


def lays(match: Match, seat: int | None = None) -> list[str]:
    """The legal actions that lay a card."""
    names = match.legal(match.acting[0] if seat is None else seat)
    return [name for name in names if name.split()[0] not in ("pass", "change", "take", "choose")]


def tokens(match: Match) -> list[int]:
    return [int(number) for number in match.state.tokens[: match.players]]


# the cards


@pytest.mark.parametrize("deck", [0, 1])
def test_m01_ninety_cards_eighteen_of_each_of_five_colours(deck: int) -> None:
    assert len(FACES[deck]) == CARDS == 90
    assert Counter(colour for colour, _, _ in FACES[deck]) == dict.fromkeys(range(5), 18)
    assert {10 * tenth for _, tenth, _ in FACES[deck]} == {0, 10, 20, 30, 40}
    symbols = {symbol for _, _, symbol in FACES[deck]}
    assert symbols == ({0, 1, 2, 3, 4, NO_SYMBOL} if deck == 0 else {0, 1, 2, 3, NO_SYMBOL})


@pytest.mark.parametrize("deck", [0, 1])
def test_m02_only_zeros_lack_a_symbol_and_only_zeros_are_equal(deck: int) -> None:
    for _, tenth, symbol in FACES[deck]:
        assert (symbol == NO_SYMBOL) == (tenth == 0)
    counts = Counter(FACES[deck])
    assert {face for face, count in counts.items() if count > 1} == {(colour, 0, NO_SYMBOL) for colour in range(5)}
    assert set(counts.values()) == {1, 2}


def test_m02_the_missing_symbol_goes_round() -> None:
    missing = {
        (colour, tenth): set(range(5)) - {s for c, t, s in FACES[0] if (c, t) == (colour, tenth)}
        for colour in range(5)
        for tenth in range(1, 5)
    }
    assert missing == {(colour, tenth): {(colour + tenth) % 5} for colour, tenth in missing}
    for tenth in range(1, 5):
        assert {next(iter(missing[colour, tenth])) for colour in range(5)} == set(range(5))
    assert Counter(symbol for _, _, symbol in FACES[0] if symbol != NO_SYMBOL) == dict.fromkeys(range(5), 16)


def test_m02_every_card_that_the_rulebook_names_exists() -> None:
    names = {face_name(face) for face in FACES[0]}
    assert names >= {"b40c", "n30t", "r0", "g20t", "r30t", "r20m", "g0", "r20c"}
    assert any(name.startswith("g40") for name in names)


def test_m02_option_deck_four() -> None:
    match = GAME.new(6, 1, deck="four")
    cards = [name for hand in match.reveal()["hands"] for name in hand] + match.reveal()["pile_cards"]
    cards += match.reveal()["table"].values()
    expected = [f"{c}{v}{s}" for c in "bnrgy" for v in (10, 20, 30, 40) for s in "ctmf"] + ["b0", "n0", "r0", "g0", "y0"] * 2
    assert sorted(cards) == sorted(expected)


@pytest.mark.parametrize("deck", [0, 1])
def test_m08_the_table_of_shared_features(deck: int) -> None:
    names = [face_name(face) for face in FACES[deck]]
    for card, name in enumerate(names):
        sharing = int(SHARING[deck, card, 0]) | int(SHARING[deck, card, 1]) << LOW
        assert [bool(sharing >> other & 1) for other in range(CARDS)] == [share(name, other) > 0 for other in names]
    assert ALL[0] | ALL[1] << LOW == (1 << CARDS) - 1


ZEROS = {"b3": "b10c", "c3": "b20c", "d3": "b30c", "e3": "b0"}


def test_m03_no_symbol_is_not_a_feature() -> None:
    match = position(ZEROS, [["r0"]])
    match.play("r0 f3")
    assert match.view(None)["line"] is None


def test_m03_two_zeros_of_one_colour_share_two_features() -> None:
    match = position(ZEROS, [["b0"]])
    match.play("b0 f3")
    assert match.view(None)["line"]["name"] == "row 3"


def test_m03_option_blank_makes_it_one() -> None:
    match = position(ZEROS, [["r0"]], blank=True)
    match.play("r0 f3")
    assert match.view(None)["line"]["name"] == "row 3"


def test_m04_one_tooth_for_every_ten_points() -> None:
    assert {face_name(face): int(TENTH[card]) for card, face in enumerate(FACES[0])}["n30t"] == 3


# set-up


@pytest.mark.parametrize("players", SEATS)
def test_m05_tokens_and_cards_kept(players: int) -> None:
    world = GAME.new(players, 3).reveal()
    assert world["tokens"] == [6] * players
    assert world["points"] == [60] * players
    kept = len(world["table"]) + sum(map(len, world["hands"])) + len(world["pile_cards"])
    assert kept == {2: 50, 3: 60, 4: 70, 5: 80, 6: 90}[players] == KEPT[players]
    assert len(world["removed"]) == 90 - kept


def test_m05_any_card_may_be_removed() -> None:
    counts = Counter(name for seed in range(300) for name in GAME.new(2, seed).reveal()["removed"])
    assert len(counts) == 85
    assert all(80 < counts[name] / (2 if name[1:] == "0" else 1) < 190 for name in counts)  # 133 expected


def test_m06_the_first_five_form_an_m() -> None:
    assert set(GAME.new(2, 1).view(None)["table"]) == {"c3", "d3", "e3", "c4", "e4"}
    assert set(GAME.new(2, 1, start="zigzag").view(None)["table"]) == {"c3", "e3", "b4", "d4", "f4"}


def test_m06_the_first_five_need_not_match() -> None:
    tables = [GAME.new(2, seed).view(None)["table"] for seed in range(40)]
    assert any(not share(table["c3"], table["d3"]) for table in tables)


@pytest.mark.parametrize("players", SEATS)
def test_m07_four_cards_each_and_the_rest_is_the_pile(players: int) -> None:
    view = GAME.new(players, 3).view(0)
    assert [len(hand) for hand in view["hands"]] == [4] * players
    assert view["pile"] == 25 + 10 * players - 4 * players
    assert "?" not in view["hands"][0] and all(hand == ["?"] * 4 for hand in view["hands"][1:])


@pytest.mark.parametrize("start", ["arch", "zigzag"])
def test_m07_dealt_from_the_top_of_one_shuffled_deck(start: str) -> None:
    """The same seed shuffles the same deck, however many take part: the deal starts alike."""
    decks = []
    for players in SEATS:
        s = GAME.new(players, 8, start=start).state
        table = [int(card) for card in s.table if card != EMPTY]  # cells in their order: row by row from the left
        decks.append(table + [int(card) for card in s.card[:OUT] if card != EMPTY])
    for deck in decks[:-1]:
        assert decks[-1][: len(deck)] == deck
    assert decks[0][:5] == [int(c) for c in GAME.new(2, 8).state.table if c != EMPTY]
    assert int(GAME.new(2, 8).state.card[PILE]) == decks[0][5 + 2 * HAND]


def test_c1_who_starts() -> None:
    assert {GAME.new(4, seed).acting for seed in range(40)} == {(0,), (1,), (2,), (3,)}
    assert all(GAME.new(4, seed, first=2).acting == (2,) for seed in range(5))


# a turn


def test_m08_lay_beside_a_card_with_a_side_to_it() -> None:
    match = position({"c3": "b10c"}, [["b20f"]])
    assert lays(match) == ["b20f c2", "b20f b3", "b20f d3", "b20f c4"]


def test_m08_share_a_feature_with_each_neighbour() -> None:
    match = position({"c3": "b10c", "e3": "r30m"}, [["b20f", "b30t", "n20s"]])
    assert "b20f d3" not in lays(match)  # nothing in common with the red 30
    assert "b30t d3" in lays(match)  # the colour of one, the value of the other
    assert not any(name.startswith("n20s") for name in lays(match))


def test_m08_then_draw_one_card_into_the_same_place() -> None:
    match = position({"c3": "b10c"}, [["n0", "b20f", "r0"]], pile=["g0", "y0"], players=2)
    match.play("b20f c2")
    assert match.reveal()["hands"][0] == ["n0", "g0", "r0", None]
    assert match.reveal()["pile_cards"] == ["y0"]
    assert match.acting == (1,)


def test_m08_equal_cards_are_listed_once() -> None:
    match = position({"c3": "b10c"}, [["b0", "b0"]])
    assert lays(match) == ["b0 c2", "b0 b3", "b0 d3", "b0 c4"]


def test_m09_no_more_than_six_columns_and_six_rows() -> None:
    row = drawn("b10c b20f b30t b40m b10f b20t", "b3")
    match = position(row, [["b0"]])
    assert {name.split()[1][0] for name in lays(match)} == set("bcdefg")  # neither a nor, round the ring, h
    column = {cell((spot_of(name)[1], 2)): card for name, card in row.items()}
    assert {name.split()[1][1] for name in lays(position(column, [["b0"]]))} == set("234567")


def test_m09_with_five_columns_either_side_is_open() -> None:
    match = position(drawn("b10c b20f b30t b40m b10f", "b3"), [["b0"]])
    assert {"b0 a3", "b0 g3"} <= set(lays(match))


def test_m09_the_table_shrinks_and_grows_elsewhere() -> None:
    match = position(drawn("b10c b20f b30t b40m . b20t", "b3"), [["b40f"], ["y0"]], pile=["r0"], players=2)
    match.play("b40f f3")
    assert match.legal(0) == ["take b3", "take g3"]
    for name in ("take b3", "take c3", "take d3", "take e3", "take f3"):
        match.play(name)
    assert match.view(None)["table"] == {"g3": "b20t"}
    assert match.view(None)["columns"] == ["g"]
    match = position({"g3": "b20t"}, [["b0"]])
    assert lays(match) == ["b0 g2", "b0 a3", "b0 f3", "b0 g4"]  # a is the column east of g


@pytest.mark.parametrize("seed", range(12))
def test_m09_the_ring_has_no_seam(seed: int) -> None:
    """The same table anywhere on the ring: everything is the same, moved."""
    match = random_match(GAME.new(4, seed), seed, 16 + 3 * seed)
    assert not match.over
    names = match.legal(match.acting[0])
    for down, right in [(1, 0), (0, 1), (3, 5), (6, 6)]:
        other = moved(match, down, right)
        expected = [moved_name(name, down, right) for name in names]
        assert sorted(other.legal(other.acting[0])) == sorted(expected)
        before, after = match.copy(), other
        chooser = random.Random(seed)
        for _ in range(15):
            if before.over:
                break
            name = chooser.choice(before.legal(before.acting[0]))
            before.play(name)
            after.play(moved_name(name, down, right))
            assert before.points == after.points and before.acting == after.acting


def moved(match: Match, down: int, right: int) -> Match:
    other = match.copy()
    s = other.state

    def shift(board: int) -> int:
        return sum(1 << (n // 7 + down) % 7 * 7 + (n % 7 + right) % 7 for n in range(49) if board >> n & 1)

    s.table[:] = np.roll(s.table.reshape(7, 7), (down, right), (0, 1)).reshape(49)
    s.laid, s.free = shift(int(s.laid)), shift(int(s.free))
    for boards in (s.colour, s.tenth, s.symbol):
        boards[:] = [shift(int(board)) for board in boards]
    if s.line >= 0:
        s.line = (s.line + down) % 7 if s.line < 7 else 7 + (s.line - 7 + right) % 7
    if s.cell >= 0:
        s.cell = (s.cell // 7 + down) % 7 * 7 + (s.cell % 7 + right) % 7
    return other


def moved_name(name: str, down: int, right: int) -> str:
    first, _, second = name.partition(" ")
    if first in ("pass", "change", "choose"):
        return name
    row, column = spot_of(second)
    return f"{first} {cell((row + down, column + right))}"


@pytest.mark.parametrize("players", SEATS)
def test_m09_the_table_never_leaves_its_square(players: int) -> None:
    """A thousand random matches and more: always at most six rows and columns, in one piece, and every board agrees."""
    state, actions = np.zeros(1, GAME.rules.STATE), np.zeros(GAME.rules.MOST_LEGAL, np.int64)
    drive, s, address, out = GAME._drive, state[0], state.ctypes.data, actions.ctypes.data
    chooser = random.Random(players)
    crossed = 0
    for seed in range(often(200)):
        numbers = np.array(GAME._option_numbers(GAME.read_options({}, players)), np.int64)
        state[0] = np.zeros(1, GAME.rules.STATE)[0]
        drive.setup_at(address, players, numbers, np.array(seed_words(read_seed(seed)), np.int64))
        while not s.over:
            seat = drive.lowest_acting_at(address)
            drive.play_at(address, seat, int(actions[chooser.randrange(drive.legal_at(address, seat, out))]))
            if s.ply % 4 == 0 or s.phase == GAME.rules.TAKE:
                laid = int(s.laid)
                rows = [laid >> 7 * row & 127 != 0 for row in range(7)]
                columns = [any(laid >> 7 * row + column & 1 for row in range(7)) for column in range(7)]
                assert 1 <= sum(rows) <= 6 and 1 <= sum(columns) <= 6
                crossed += (rows[0] and rows[6]) or (columns[0] and columns[6])
        check_boards(s)
    assert crossed > 0  # some tables lie across the end of the ring


def check_boards(s: Any) -> None:
    cells = {n: int(card) for n, card in enumerate(s.table) if card != EMPTY}
    rows, columns = GAME.show.occupied(s)
    assert pieces((rows.index(n // 7), columns.index(n % 7)) for n in cells) == 1
    assert int(s.laid) == sum(1 << n for n in cells)
    for boards, feature in ((s.colour, 0), (s.tenth, 1), (s.symbol, 2)):
        for value, board in enumerate(boards):
            assert int(board) == sum(1 << n for n, card in cells.items() if FACES[s.deck][card][feature] == value)


CROSS = {"d3": "b30c", "c4": "n30t", "e4": "r30t", "d5": "g30m"}


@pytest.mark.parametrize("neighbours", [1, 2, 3, 4])
def test_m10_m12_a_token_for_each_neighbour_beyond_the_first(neighbours: int) -> None:
    table = dict(list(CROSS.items())[:neighbours])
    match = position(table, [["y30c"]], players=3)
    match.play("y30c d4")
    assert tokens(match) == [6 + neighbours - 1, 6, 6 - (neighbours - 1)]  # from the right: the seat before
    assert match.points == tuple(10 * n for n in tokens(match))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([6, 6, 6, 1], [9, 6, 4, 0]),  # the right neighbour has one, the next pays the rest
        ([6, 6, 0, 0], [9, 3, 0, 0]),  # round the table to the left neighbour
        ([6, 1, 0, 1], [8, 0, 0, 0]),  # what nobody can pay is not paid
        ([6, 0, 0, 0], [6, 0, 0, 0]),  # never from yourself
        ([0, 2, 2, 2], [3, 2, 1, 0]),
    ],
)
def test_m10_broke_neighbours(before: list[int], after: list[int]) -> None:
    match = position(CROSS, [["y30c"]], tokens=before, players=4)
    match.play("y30c d4")
    assert tokens(match) == after


@pytest.mark.parametrize(("before", "after"), [([6, 6], [9, 3]), ([6, 2], [8, 0]), ([10, 0], [10, 0])])
def test_m10_two_players(before: list[int], after: list[int]) -> None:
    match = position(CROSS, [["y30c"]], tokens=before, players=2)
    match.play("y30c d4")
    assert tokens(match) == after


def test_m11_who_can_lay_nothing_passes_and_pays_to_the_right() -> None:
    match = position(LONE, [["r0", "g20t"]], players=3)
    assert match.legal(0) == ["pass"]
    match.play("pass")
    assert tokens(match) == [5, 6, 7]
    assert match.acting == (1,)


def test_m11_who_has_no_token_pays_nothing() -> None:
    match = position(LONE, [["r0"]], tokens=[0, 9, 9], players=3)
    match.play("pass")
    assert tokens(match) == [0, 9, 9]


def test_m11_one_card_may_be_changed() -> None:
    match = position(LONE, [["r0", "g20t", "r0"], ["b0"]], pile=["n0", "y0"])
    assert match.legal(0) == ["change r0", "change g20t", "pass"]
    match.play("change g20t")
    assert match.reveal()["hands"][0] == ["r0", "n0", "r0", None]
    assert match.reveal()["pile_cards"] == ["y0", "g20t"]
    assert tokens(match) == [5, 6, 7]


def test_m11_a_pile_of_one_card_can_be_changed_with() -> None:
    match = position(LONE, [["r0"], ["b0"]], pile=["n0"])
    match.play("change r0")
    assert match.reveal()["hands"][0][0] == "n0" and match.reveal()["pile_cards"] == ["r0"]


def test_m11_a_full_pile_can_be_changed_with() -> None:
    names = sorted(face_name(face) for face in FACES[0])
    for name in ("b10c", "r0", "g20t", "y20s", "n0"):
        names.remove(name)
    hands = [["r0", "g20t", "y20s", "n0"], *(names[i : i + 4] for i in range(0, 20, 4))]
    pile = names[20:81]
    match = position(LONE, hands, pile, players=6)
    match.play("change g20t")
    assert match.reveal()["hands"][0] == ["r0", pile[0], "y20s", "n0"]
    assert match.reveal()["pile_cards"] == [*pile[1:], "g20t"]
    assert GAME.show.inventory(match.state) == list(range(90))


def test_m11_no_change_when_the_pile_is_empty() -> None:
    assert position(LONE, [["r0", "g20t"]]).legal(0) == ["pass"]


def test_m11_a_player_without_cards_passes_and_pays_nothing() -> None:
    match = position(LONE, [[], ["b0"]], players=3)
    assert match.legal(0) == ["pass"]
    match.play("pass")
    assert tokens(match) == [6, 6, 6]


def test_m11_laying_is_compulsory() -> None:
    match = position(LONE, [["r0", "b0"]], pile=["n0"])
    assert lays(match) == match.legal(0)
    with pytest.raises(IllegalAction):
        match.play("pass")


def test_m11_option_voluntary_pass() -> None:
    match = position(LONE, [["r0", "b0"]], pile=["n0"], voluntary_pass=True)
    others = set(match.legal(0)) - set(lays(match))
    assert lays(match) and others == {"pass", "change r0", "change b0"}
    match.play("change b0")
    assert tokens(match) == [5, 6, 7] and match.reveal()["hands"][0][:2] == ["r0", "n0"]
    match = position(LONE, [["r0", "b0"]], voluntary_pass=True)
    assert set(match.legal(0)) - set(lays(match)) == {"pass"}


def test_m12_thirty_beside_thirty() -> None:
    assert "n30t d3" in lays(position({"c3": "b30c"}, [["n30t"]]))


def test_m12_green_20_triangle_beside_green_40_and_under_red_30_triangle() -> None:
    match = position({"d3": "r30t", "e4": "g40c", "e3": "r10t"}, [["g20t"]])
    assert "g20t d4" in lays(match)


def test_m12_red_20_moebius_illegal_over_a_green_0() -> None:
    table = {"d3": "r10c", "e4": "b20c", "e5": "b0", "d5": "g0"}
    match = position(table, [["r20m", "g20m"]])
    assert "r20m d4" not in lays(match)  # red above and 20 to the right, but nothing below
    del table["d5"]
    assert "r20m d4" in lays(position(table, [["r20m"]]))


def test_m12_the_red_20_cube_takes_a_token_and_triggers_a_scoring() -> None:
    match = position({"b3": "r0", "c3": "r30m", "d3": "r10t", "f3": "b20c"}, [["r20c"]])
    match.play("r20c e3")
    assert tokens(match) == [7, 6, 5]
    assert match.view(None)["phase"] == "take" and match.view(None)["line"]["name"] == "row 3"


def test_m12_no_card_in_a_corner_of_the_square_that_touches_none() -> None:
    picture = """
        b10c b20f b30t b40m b10f b20t
        b10m .    .    .    .    .
        b10s .    .    .    .    .
        b20s .    .    .    .    .
        b30m .    .    .    .    .
        b30s .    .    .    .    .
    """
    match = position(drawn(picture, "b2"), [["b0"]])
    names = {name.split()[1] for name in lays(match)}
    assert names == {"c3", "d3", "e3", "f3", "g3", "c4", "c5", "c6", "c7"}


# scoring


FOUR = "b10c b20f b30t . n40m"


def test_m13_the_fifth_with_two_features_scores() -> None:
    match = position(drawn(FOUR, "b3"), [["b40t"]])  # 40 with one neighbour, blue and triangle with the other
    match.play("b40t e3")
    assert match.view(None)["line"]["name"] == "row 3"


def test_m13_the_sixth_scores() -> None:
    match = position(drawn("b10c b20f b30t . n40m g40f", "b3"), [["b40t"]])
    match.play("b40t e3")
    assert match.view(None)["line"]["name"] == "row 3"


def test_m13_the_fourth_does_not() -> None:
    match = position(drawn("b20f b30t . n40m", "b3"), [["b40t"]])
    match.play("b40t d3")
    assert match.view(None)["line"] is None


def test_m13_one_feature_is_not_enough() -> None:
    match = position(drawn(FOUR, "b3"), [["b40f"]])
    match.play("b40f e3")  # blue with one, 40 with the other
    assert match.view(None)["line"] is None


def test_m13_two_features_with_a_neighbour_of_another_line_are_not_enough() -> None:
    table = {**drawn(FOUR, "b3"), "e2": "b40m", "e1": "b10m"}
    match = position(table, [["b40f"]])
    match.play("b40f e3")  # blue and 40 with the card above, in a column of three
    assert match.view(None)["line"] is None


def test_m13_two_features_with_a_card_of_the_line_that_is_no_neighbour_are_not_enough() -> None:
    match = position(drawn("b40c b20f b30c . n40m", "b3"), [["b40f"]])
    match.play("b40f e3")  # blue and 40 with the first
    assert match.view(None)["line"] is None


GAPPED = {**drawn("b10c b20f . b30t .    n20m", "b3"), "d4": "y20f"}


@pytest.mark.parametrize(("gaps", "line"), [(True, "row 3"), (False, None)])
def test_m13_across_a_gap(gaps: bool, line: str | None) -> None:
    match = position(GAPPED, [["b20t"]], gaps=gaps)
    match.play("b20t f3")
    assert (match.view(None)["line"] or {}).get("name") == line


@pytest.mark.parametrize("cards", ["b10c b20f b30t . n40m", "b10c b20f b30t . n40m g40f"])
def test_m13_without_gaps_an_unbroken_line_still_scores(cards: str) -> None:
    for corner in ("b3", "e6", "g7"):  # also across the end of the ring
        match = position(drawn(cards, corner), [["b40t"]], gaps=False)
        row, column = spot_of(corner)
        match.play(f"b40t {cell((row, column + 3))}")
        assert match.view(None)["line"]["name"] == f"row {row + 1}"


def test_m13_a_column_scores_too() -> None:
    table = {cell((column, row)): card for (row, column), card in ((spot_of(n), c) for n, c in drawn(FOUR, "b3").items())}
    match = position(table, [["b40t"]], gaps=False)
    match.play("b40t c5")
    assert match.view(None)["line"]["name"] == "column c"


BOTH = {**drawn(FOUR, "b3"), "e1": "n20t", "e2": "b40m", "e4": "b40c", "e5": "b10f"}


def test_m14_row_and_column_leave_the_choice() -> None:
    match = position(BOTH, [["b40t"]], pile=["r0"])
    match.play("b40t e3")
    assert tokens(match) == [9, 6, 3]  # before any card is taken
    assert match.acting == (0,) and match.view(None)["phase"] == "choose"
    assert match.legal(0) == ["choose row", "choose column"]
    for choice, line in (("row", "row 3"), ("column", "column e")):
        other = match.copy()
        other.play(f"choose {choice}")
        assert other.acting == (0,) and other.view(None)["line"]["name"] == line


def test_m14_one_scoring_a_turn() -> None:
    match = position(BOTH, [["b40t"]], pile=["r0"])
    match.play("b40t e3")
    match.play("choose row")
    while match.view(None)["phase"] == "take":
        match.play(match.legal(match.acting[0])[0])
    assert match.acting == (1,) and match.view(None)["phase"] == "lay"
    assert sum(name.startswith("e") for name in match.view(None)["table"]) >= 4


def test_m15_the_player_who_triggered_takes_first_then_to_the_left() -> None:
    match = position(drawn(FOUR, "b3"), [[], ["b40t"]], players=3, first=1, pile=["r0"])
    match.play("b40t e3")
    order = []
    while match.view(None)["phase"] == "take":
        order.append(match.acting[0])
        name = match.legal(match.acting[0])[-1]
        card = match.view(None)["table"][name.split()[1]]
        match.play(name)
        assert card in match.view(None)["taken"][order[-1]]  # face up: all see it
    assert order == [1, 2, 0, 1]


PICTURE = """
    .    b30c .    .    .    .
    b10c b20c .    r20t r10t .
    .    .    .    .    .    r10c
"""


def test_m16_cards_that_may_not_be_taken() -> None:
    """The first two may go: the card above holds their neighbours together. The others would each cut something off."""
    match = position(drawn(PICTURE, "b2"), [["b20t"]])
    match.play("b20t d3")
    assert match.legal(0) == ["take b3", "take c3"]
    with pytest.raises(IllegalAction):
        match.play("take f3")  # it alone joins the card at its corner


def test_m16_corners_join() -> None:
    table = {**drawn(FOUR, "b3"), "d4": "y30c"}
    match = position(table, [["b40t"]])
    match.play("b40t e3")
    assert "take d3" in match.legal(0)  # c3 and e3 still touch d4 by a corner


def test_m16_the_card_just_laid_may_be_taken() -> None:
    match = position(drawn("b10c b20f b30t n30m .", "b3"), [["n40m"]])
    match.play("n40m f3")
    assert "take f3" in match.legal(0)


def test_m17_ends_when_one_card_is_left() -> None:
    match = position({**drawn(FOUR, "b3"), "d4": "y30c"}, [["b40t"]], pile=["r0"], players=2)
    match.play("b40t e3")
    taken = 0
    while match.view(None)["phase"] == "take":
        match.play(match.legal(match.acting[0])[0])
        taken += 1
    assert taken == 4 and [len(cards) for cards in match.view(None)["taken"]] == [2, 2]  # several each
    assert sum(name.endswith("3") for name in match.view(None)["table"]) == 1


def test_m17_ends_when_none_can_be_taken() -> None:
    match = position(drawn(PICTURE, "b2"), [["b20t"]], pile=["r0"])
    match.play("b20t d3")
    match.play("take b3")
    assert match.legal(1) == ["take c3"]
    match.play("take c3")
    assert match.view(None)["phase"] == "lay"  # d3, e3 and f3 stay, c2 hangs on d3
    assert sum(name.endswith("3") for name in match.view(None)["table"]) == 3


def test_m17_nobody_may_decline() -> None:
    match = position(drawn(FOUR, "b3"), [["b40t"]])
    match.play("b40t e3")
    assert all(name.startswith("take ") for name in match.legal(0))


def test_m17_at_least_one_card_can_always_be_taken() -> None:
    """Any table in one piece, with five or six cards in a row of the square."""
    chooser = random.Random(17)
    for _ in range(1500):
        row = chooser.randrange(6)
        line = {(row, column) for column in chooser.sample(range(6), chooser.choice([5, 5, 6]))}
        spots = set(line)
        while pieces(spots) > 1 or chooser.random() < 0.9:
            spots.add((chooser.randrange(6), chooser.randrange(6)))
            spots = {spot for spot in spots if spot[0] != row or spot in line}
        assert any(pieces(spots - {spot}) == 1 for spot in line)
    box = list(range(6))
    for columns in combinations(box, 5):  # why: an end of the line at the edge touches only what the next one touches
        ends = [(0, 1), (5, 4)]
        assert any(end in columns and beside in columns for end, beside in ends)


def test_m18_the_player_who_triggered_draws_and_play_goes_on_to_the_left() -> None:
    match = position(drawn(FOUR, "b3"), [["g0"], ["b40t", "y0"]], players=4, first=1, pile=["r0", "n0"])
    match.play("b40t e3")
    assert match.reveal()["hands"][1][:2] == [None, "y0"]  # not yet
    while match.view(None)["phase"] == "take":
        match.play(match.legal(match.acting[0])[-1])
    assert match.reveal()["hands"][1][:2] == ["r0", "y0"]
    assert match.acting == (2,)


# the end


def finish_scoring(match: Match) -> None:
    while not match.over and match.view(None)["phase"] == "take":
        match.play(match.legal(match.acting[0])[-1])


def test_m19_the_last_scoring_ends_the_match() -> None:
    match = position(drawn(FOUR, "b3"), [["b40t"], ["b0"]])
    match.play("b40t e3")
    finish_scoring(match)
    assert match.over and match.outcome is not None and match.outcome["reason"] == "scoring"


def test_m19_a_scoring_whose_own_draw_empties_the_pile_is_not_the_last() -> None:
    match = position(drawn(FOUR, "b3"), [["b40t"], ["b0"]], pile=["r0"])
    match.play("b40t e3")
    finish_scoring(match)
    assert not match.over and match.view(None)["final"]


def test_m19_play_goes_on_without_a_pile() -> None:
    match = position(LONE, [["b0", "b20t"], ["b20f"]], players=2)
    match.play("b0 c2")
    assert not match.over and match.acting == (1,)
    assert match.reveal()["hands"][0][:2] == [None, "b20t"]


def test_m20_as_many_passes_as_players_when_the_pile_is_empty() -> None:
    match = position(LONE, [["r0"], ["g20t"], []], players=3)
    for _ in range(2):
        match.play("pass")
        assert not match.over
    match.play("pass")
    assert match.over and match.outcome is not None and match.outcome["reason"] == "passes"


def test_m20_otherwise_as_many_as_players_and_cards_in_the_pile() -> None:
    match = position(LONE, [["r0"], ["g20t"]], pile=["n0", "y0", "g0"], players=2)
    for number in range(1, 6):
        assert not match.over and match.view(None)["passes_left"] == 6 - number
        match.play("pass" if number % 2 else match.legal(match.acting[0])[0])
    assert match.over and match.outcome is not None and match.outcome["reason"] == "passes early"


def test_m20_a_card_laid_starts_the_count_again() -> None:
    match = position(LONE, [["r0"], ["g20t", "b20f"]], players=2)
    match.play("pass")
    match.play("b20f c2")
    assert match.view(None)["passes"] == 0
    match.play("pass")
    assert not match.over


def test_m20_no_hidden_card_is_looked_at() -> None:
    """All hold cards that fit nowhere, and so does the pile: the passes are still played one by one."""
    match = position(LONE, [["r0"], ["g20t"]], pile=["n0"], players=2)
    random_match(match, 1)
    assert match.ply == 3


def test_m21_ten_for_each_token_and_the_best_two_colours() -> None:
    table = drawn(FOUR, "b3")
    taken = [["b40c", "b30m", "r40m", "g20t", "y10m", "n10c"], []]
    match = position(table, [["b40t"]], taken=taken, tokens=[2, 9, 6], players=3)
    match.play("b40t e3")
    match.play("take b3")  # the blue 10; the lay gave a token
    assert match.points[0] == 10 * 3 + (40 + 30 + 10) + 40 - 20 - 10 - 10


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        (["b10m", "n20t", "r30m", "g40f"], 40 + 30 - 20 - 20),  # with the blue 10 just taken
        (["y40c", "g30m", "n10t"], 40 + 30 - 10 - 10),
        (["y10m", "n10t", "b40c"], 50 + 10 - 10),
        (["r0", "g0"], 10),
    ],
)
def test_m21_whichever_colours_are_best(taken: list[str], points: int) -> None:
    match = position(drawn(FOUR, "b3"), [["b40t"]], taken=[taken], tokens=[0, 0, 0])
    match.play("b40t e3")
    match.play("take b3")
    assert match.points[0] == points


def test_m21_a_score_may_be_negative() -> None:
    taken = [["b40c", "n40t", "r40m", "g40f", "y40c"], []]
    match = position(drawn(FOUR, "b3"), [["b40t"]], taken=taken, tokens=[0, 0, 0])
    match.play("b40t e3")
    match.play("take b3")
    assert match.points[0] == 40 + 10 + 40 - 3 * 40
    assert match.points[0] < 0


def test_m21_fewer_than_two_colours() -> None:
    assert best_two([]) == 0
    match = position(drawn(FOUR, "b3"), [["b40t"]])
    match.play("b40t e3")
    match.play("take b3")
    assert match.points == (80, 60, 50)


def test_m21_the_highest_wins_and_ties_share() -> None:
    match = position(LONE, [["r0"], []], tokens=[6, 7], players=2, first=1)
    match.play("pass")
    assert match.returns == (0.0, 0.0)
    match.play("pass")
    assert match.over and match.points == (50, 80) and match.returns == (0.0, 1.0)
    match = position(LONE, [[], [], []], tokens=[7, 3, 7], players=3)
    random_match(match, 1)
    assert match.returns == (0.5, 0.0, 0.5) and match.outcome is not None and match.outcome["winners"] == [0, 2]


# the whole rulebook, compared with a second version of it


def table(match: Match) -> dict[str, str]:
    s = match.state
    return {GRID.name(n): GAME.show.card_name(s, card) for n, card in enumerate(s.table) if card != EMPTY}


def at_random(seed: int) -> Callable[[Plain, list[str]], str]:
    choose = random.Random(seed).choice
    return lambda plain, names: choose(names)


def follow(match: Match, choose: Callable[[Plain, list[str]], str]) -> Plain:
    """Play a match here and in plain Python, and compare all the way."""
    plain = Plain(match)
    while not match.over:
        seat = match.acting[0]
        names = match.legal(seat)
        assert seat == plain.seat
        assert sorted(names) == sorted(plain.legal())
        name = choose(plain, names)
        match.play(name)
        plain.play(name)
        assert match.points == plain.points and tokens(match) == plain.tokens
        cards = {
            GRID.name(n): GAME.show.card_name(match.state, card) for n, card in enumerate(match.state.table) if card != EMPTY
        }
        assert cards == {cell(spot): card for spot, card in plain.grid.items()}
    assert plain.over
    return plain


@each_mode
def test_whole_matches_as_plain_python_plays_them(mode: Any, players: int) -> None:
    for seed in range(often(2)):
        follow(GAME.new(players, seed, **mode.options), at_random(seed))


@pytest.mark.parametrize(("down", "right"), [(0, 1), (0, -1), (1, 0), (-1, 0)])
def test_m09_matches_that_wander_as_plain_python_plays_them(down: int, right: int) -> None:
    """Players who lay as far out in one direction as they can, and take from the other side."""

    def furthest(plain: Plain, names: list[str]) -> str:
        if " " not in names[0] or names[0].startswith(("choose", "change")):
            return names[0]
        spots = {cell(spot): spot for card in names for spot in plain.grid} | {
            cell(spot): spot for card in plain.hands[plain.seat] for spot in plain.spots_for(card)
        }

        def far(name: str) -> int:
            row, column = spots[name.split()[1]]
            return (row * down + column * right) * (-1 if name.startswith("take") else 1)

        return max(names, key=far)

    assert max(follow(GAME.new(2, seed), furthest).widest for seed in range(4)) > 3  # across the end of the ring


# names, pictures, counts


def test_names() -> None:
    for name in ("b40c d4", "r0 a7", "take g1", "pass", "change y10s", "choose row", "choose column"):
        assert GAME.name_action(GAME.parse_action(name)) == name
        assert GAME.parse_action(name.upper()) == GAME.parse_action(name)
    for name in (
        "",
        "b40",
        "b0c d4",
        "b50c d4",
        "d4",
        "take",
        "take h1",
        "take a8",
        "change",
        "choose",
        "choose line",
        "pass b0",
    ):
        with pytest.raises(InvalidAction):
            GAME.parse_action(name)


def test_every_number_has_a_name() -> None:
    assert all(GAME.name_action(action) for action in range(0, GAME.actions, 7))


def test_the_picture_shows_the_line_and_what_may_be_taken() -> None:
    match = position(drawn(PICTURE, "b2"), [["b20t"]])
    assert "·" in match.text(0) and "·" not in match.text(None)
    match.play("b20t d3")
    picture = Text.from_markup(match.text(None)).plain
    assert " >3 (b10c)(b20c)[b20t] r20t  r10t " in picture
    assert "> seat 0: --  7 tokens, 70 points" in picture


def test_the_picture_follows_the_ring() -> None:
    picture = Text.from_markup(position(drawn("b10c b20c b30c", "f3"), [["b20t"]]).text(0)).plain
    assert "  e     f     g     a     b   " in picture


def test_the_state_is_small() -> None:
    assert GAME.rules.STATE.itemsize < 2048


@each_mode
def test_tally_counts_what_happens(mode: Any, players: int) -> None:
    """The same random matches as the driver plays, recounted from the names of the actions."""
    tally, matches, expected = GAME.tally, 6, Counter[str]()
    assert tally is not None
    totals, results = np.zeros(len(tally.COLUMNS)), np.zeros((matches, 1 + 2 * players))
    numbers = np.array(GAME._option_numbers(GAME.read_options(mode.options, players)), np.int64)
    SIMULATION.need(GAME)
    GAME._drive.random_matches(0, matches, players, numbers, np.array(seed_words(read_seed(0)), np.int64), totals, results)
    for number in range(matches):
        count_match(GAME.new(players, number, **mode.options), plain_function(quick_start)(number), expected)
    assert dict(zip(tally.COLUMNS, totals.tolist())) == {name: expected[name] for name in tally.COLUMNS}
    report = tally.report(dict(zip(tally.COLUMNS, totals.tolist())), matches)
    assert report["scoring phases per match"] == expected["scorings"] / matches
    assert report["turns passed because no card fitted"] == expected["forced"] / expected["turns"]


def plain_function(rule: Any) -> Any:
    return getattr(rule, "py_func", rule)


def count_match(match: Match, state: int, counts: Counter[str]) -> None:
    s = match.state
    while not match.over:
        seat = match.acting[0]
        names, before, cards, line = match.legal(seat), tokens(match), s.card[seat * HAND :][:HAND].max(), s.line
        laid = lays(match)
        state = plain_function(quick_next)(state)
        name = names[plain_function(quick_below)(state, len(names))]
        match.play(name)
        counts["tokens"] += sum(max(0, now - then) for now, then in zip(tokens(match), before))
        counts["scorings"] += bool(line < 0 <= s.line)
        counts["cards"] += name.startswith("take")
        counts["turns"] += not name.startswith(("take", "choose"))
        counts["changes"] += name.startswith("change")
        if name.startswith(("pass", "change")):
            counts["free" if laid else "forced" if cards != EMPTY else "handless"] += 1
    assert match.outcome is not None
    counts[match.outcome["reason"]] += 1
    counts["spread"] += max(match.points) - min(match.points)
    counts["square"] += (max(match.points) - min(match.points)) ** 2
