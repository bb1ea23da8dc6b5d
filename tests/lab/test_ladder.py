"""The ladder: fair tables, honest intervals, and the stronger bot above the weaker."""

from __future__ import annotations

import math
import random
import xml.etree.ElementTree as ElementTree

import pytest

from carreau.bots.levels import LEVELS, read_bot, read_level, read_player
from carreau.core.errors import BadOption
from carreau.lab.ladder import FEWEST_DEALS, Pair, climb, elo, interval, is_decided, line_ups, rank_many
from carreau.lab.plot import strength_plot
from proofs.tools.plans import races
from tests.some import QUICK


@pytest.mark.parametrize("players", range(2, 9))
def test_both_bots_have_every_seat_equally_often(players: int) -> None:
    tables = line_ups(players)
    for seat in range(players):
        assert sum(table[seat] for table in tables) * 2 == len(tables)


def climbed(names: list[str], games: int = 20, players: int = 2, seed: int = 5, early: bool = False):  # type: ignore[no-untyped-def]
    bots = {name: read_player(name) for name in names}
    return climb(QUICK, players, bots, games, QUICK.short, seed, lambda n: None, early)


def test_greedy_stands_above_random() -> None:
    result = climbed(["random", "greedy"])
    assert [one.bot for one in result.standings] == ["greedy", "random"]
    assert result.pairs[0].share < 0.2 and result.pairs[0].matches == result.matches == 20
    assert result.standings[0].low > 0 > result.standings[1].high
    assert result.as_json()["scale"] == "elo"


def test_the_same_seed_gives_the_same_ladder() -> None:
    one, two = climbed(["random", "1"]), climbed(["random", "1"])
    assert one.pairs == two.pairs and one.standings == two.standings


def test_a_bot_against_its_twin_is_even_on_every_deal() -> None:
    """The same deal with the seats swapped: two bots that always do the same win one and lose one each."""
    from carreau.lab import ladder

    deals = ladder.compare(QUICK, 2, QUICK.short, read_player("greedy"), read_player("greedy"), 20, 3, lambda n: None, False)
    assert deals == [0.5] * 10


def test_many_players_are_rated_by_openskill() -> None:
    result = climbed(["random", "greedy"], games=90, players=3)
    assert result.scale == "openskill" and result.standings[0].bot == "greedy"
    assert result.matches == 90
    assert result.standings[0].low > result.standings[1].rating


def test_intervals_hold_what_they_promise() -> None:
    """Of 95 % intervals of a known share, about 95 % hold it."""
    chance = random.Random(1)
    held = 0
    for _ in range(500):
        deals = [sum(chance.random() < 0.6 for _ in range(2)) / 2 for _ in range(60)]
        mean, low, high = interval(deals)
        assert low <= mean <= high
        held += low <= 0.6 <= high
    assert 0.92 <= held / 500 <= 0.98
    assert interval([1.0] * 20)[1] > 0.8 and interval([1.0] * 20)[2] == 1.0


def test_a_comparison_is_decided_when_it_is_clear_and_rarely_wrong() -> None:
    assert not is_decided([1.0] * (FEWEST_DEALS - 1)) and is_decided([1.0] * 30)
    assert not is_decided([0.5, 0.5] * 100)
    chance = random.Random(2)
    wrong = 0
    for _ in range(300):
        deals: list[float] = []
        while not is_decided(deals) and len(deals) < 2000:
            deals.append(float(chance.random() < 0.57))
        wrong += sum(deals) < len(deals) / 2
    assert wrong / 300 < 0.06


def test_elo_is_what_the_shares_say() -> None:
    pair = Pair("a", "b", 100_000, 0.75, 0, 0, False, [0.75])
    ratings = elo(["a", "b"], [(pair, 0.75)])
    assert ratings["a"] - ratings["b"] == pytest.approx(400 * math.log10(3), abs=0.1)
    assert sum(ratings.values()) == pytest.approx(0)


def test_ratings_of_many_do_not_depend_on_the_order_of_pairs() -> None:
    pairs = [Pair(a, b, 40, 0.7, 0, 0, False, [0.7] * 20) for a, b in (("x", "y"), ("y", "z"), ("x", "z"))]
    names = [one.bot for one in rank_many(["x", "y", "z"], pairs)]
    assert names == [one.bot for one in rank_many(["z", "y", "x"], pairs[::-1])] == ["x", "y", "z"]


def test_a_decided_pair_stops_early() -> None:
    result = climbed(["random", "greedy"], games=400, early=True)
    assert result.pairs[0].decided and result.matches < 100


def test_the_plot_is_a_picture_with_every_bot() -> None:
    result = climbed(["random", "ismcts:10", "ismcts:40", "flat:20"], games=4)
    picture = strength_plot(result, QUICK.name)
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "random" in picture and ">10<" in picture and ">40<" in picture and "var(" not in picture


# levels


def test_levels_have_numbers_names_and_words() -> None:
    assert list(LEVELS) == [1, 2, 3, 4, 5]
    assert read_level("3") is read_level("club") is LEVELS[3]
    assert len({level.name for level in LEVELS.values()}) == 5
    for kind in ("random", "greedy", "flat:20", "ismcts:300"):
        assert read_bot(kind)
    assert read_bot("ismcts:300").iterations == 300  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["", "6", "ismcts:", "ismcts:0", "ismcts:99999999", "flat:x", "greedy:3", "Ana", "ismcts:²"])
def test_an_unknown_bot_is_one_sentence(name: str) -> None:
    with pytest.raises(BadOption, match="choose a level 1"):
        read_bot(name)


def test_in_real_time_levels_rise_too() -> None:
    for game, mode in races():
        bots = {name: read_player(name) for name in ("5", "3", "1")}
        result = climb(game, 2, bots, 40, mode.options, 3, lambda n: None, False)
        assert [one.bot for one in result.standings] == ["5", "3", "1"], mode
