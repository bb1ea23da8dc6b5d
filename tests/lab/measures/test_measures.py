"""Every measure finds what is known to be there, and claims nothing that is not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from carreau.lab.experiment import Experiment, Strategy, Test
from carreau.lab.findings import BARS, CURVE, DOTS, Figure, Section
from carreau.lab.measures import MEASURES, find, verdict
from carreau.lab.measures.fairness import BOUND
from carreau.lab.measures.naming import card_names
from carreau.lab.measures.skill import series_name
from carreau.lab.measures.strength import rank, step
from carreau.lab.measures.table import Table
from carreau.lab.statistics.sequential import EQUAL, FIRST, SECOND
from tests.effort import often
from tests.lab.measures.made import WITH_CARDS, Made, Truth, asked, made, setting
from tests.lab.tiny import Columns, Tiny, matches


def section(name: str, *settings: Made, test: Test | None = None) -> Section:
    (one,) = find(asked(*(one.setting for one in settings), measures=[name], test=test), settings).sections
    return one


def none(name: str, *settings: Made) -> bool:
    return find(asked(*(one.setting for one in settings), measures=[name]), settings).sections == ()


def figures(of: Section, variant: str | None = None) -> dict[str, Figure]:
    return {one.name: one for one in of.figures if variant in (None, one.variant)}


def holds(figure: Figure, truth: float) -> bool:
    return figure.low <= truth <= figure.high


# intervals, through everything


def test_the_figures_of_a_known_game_hold_the_truth_as_often_as_they_say() -> None:
    """Each deal four times: matches of one deal are much alike. Shares of seats hold together, so each is wider."""
    game, one = Tiny(), setting(2)
    experiment = asked(one, measures=["fairness", "length", "decisions", "tension"])
    truths = {
        "length": game.truth(lambda columns: columns["plies"]),
        "decisions": game.truth(lambda columns: columns["decisions"].sum(axis=1)) / 2,
        "minutes": game.truth(minutes),
        "branching": game.truth(total("branching")) / game.truth(total("decisions")),
        "forced": 2 / (2 + game.truth(total("decisions"))),
        "lead changes": 0.5,
        "level at half": 1 / 6,
        "margin": game.truth(lambda columns: columns["margin"]),
    }
    seat = game.truth(lambda columns: columns["shares"][:, 0])
    hits, repeats = dict.fromkeys([*truths, "share of seat 0"], 0), often(200)
    for seed in range(repeats):
        found = {f.name: f for part in find(experiment, [Made(one, matches(game, seed, 60, 4))]).sections for f in part.figures}
        for name, truth in (truths | {"share of seat 0": seat}).items():
            hits[name] += holds(found[name], truth)
    assert hits.pop("share of seat 0") / repeats >= 0.95
    assert {name: n for name, n in hits.items() if not 0.92 <= n / repeats <= 0.98} == {}


def total(name: str):  # type: ignore[no-untyped-def]
    return lambda columns: columns[name].sum(axis=1)


def minutes(columns: Columns) -> np.ndarray:
    seconds: np.ndarray = (3.0 * columns["decisions"] + 2.0 * columns["thinking"]).sum(axis=1) / 60
    return seconds


# fairness


def test_the_seat_with_the_advantage_is_named() -> None:
    found = section("fairness", made(setting(3), 3000, truth=Truth(seats=(0.0, 0.6))))
    share = math.exp(0.6) / (2 + math.exp(0.6))
    assert holds(figures(found)["share of seat 1"], share) and holds(figures(found)["advantage"], share - 1 / 3)
    assert "“Seat 1”" in found.sentence and "would be fair" in found.sentence
    assert found.plots[0].expected == pytest.approx(1 / 3) and len(found.plots) == 1


def test_an_advantage_by_order_of_play_shows_although_all_seats_are_equal() -> None:
    found = section("fairness", made(setting(2), 3000, truth=Truth(first=0.5), begins=True))
    share = math.exp(0.5) / (1 + math.exp(0.5))
    assert holds(figures(found)["share of place 1"], share) and holds(figures(found)["share of seat 0"], 0.5)
    assert holds(figures(found)["advantage"], share - 0.5) and "“First to act”" in found.sentence


def test_places_follow_the_order_of_play() -> None:
    """Whoever plays after seat 2 is seat 0."""
    one = made(setting(3), 300, begins=True)
    winner = (one.columns["first"] + 1) % 3
    one.columns["shares"][:] = np.eye(3)[winner]
    found = figures(section("fairness", one))
    assert [found[f"share of place {n}"].value for n in (1, 2, 3)] == [0, 1, 0]


def test_places_are_left_out_where_they_are_seats() -> None:
    assert not any("place" in name for name in figures(section("fairness", made(setting(2)))))


def test_no_advantage_is_claimed_where_there_is_none() -> None:
    settings = [made(setting(2, hand=k), 200, seed=k) for k in range(20)]
    assert "In none of the 20" in section("fairness", *settings).sentence


def test_how_many_matches_would_show_a_small_advantage() -> None:
    """Four times as many where there were four times fewer; none where the advantage is larger than the bound."""
    one = made(setting(2), 4000, seed=3)
    few, many = (section("fairness", Made(one.setting, {k: v[:n] for k, v in one.columns.items()})) for n in (2000, 4000))
    needed = figures(many)["matches to show"].value
    room = BOUND - figures(many)["advantage"].value
    assert needed == pytest.approx(4000 * ((figures(many)["advantage"].high - BOUND + room) / room) ** 2, abs=2)
    assert needed != figures(few)["matches to show"].value
    assert "matches to show" not in figures(section("fairness", made(setting(2), 500, truth=Truth(seats=(1.0,)))))
    enough = section("fairness", made(setting(2), 60_000))
    assert figures(enough)["advantage"].high < BOUND and figures(enough)["matches to show"].value < 60_000


def test_one_player_has_nobody_to_be_unfair_to() -> None:
    assert none("fairness", made(setting(1))) and none("tension", made(setting(1)))


# length, decisions, tension


def test_length() -> None:
    one = made(setting(2), 500)
    found = section("length", one)
    plies, columns = one.columns["plies"], one.columns
    assert figures(found)["length"].value == pytest.approx(plies.mean())
    assert figures(found)["median length"].value == np.sort(plies)[249] and figures(found)["decisions"].unit == "number"
    assert figures(found)["minutes"].value == pytest.approx(columns["decisions"].sum(axis=1).mean() * (3 + 2 * 3) / 60)
    (plot,) = found.plots
    assert plot.kind == BARS and sum(point.y for point in plot.series[0].points) == pytest.approx(1)


def test_minutes_need_turns() -> None:
    one = made(setting(2))
    one.columns["thinking"][:] = np.nan
    found = section("length", one)
    assert "minutes" not in figures(found) and "minutes" not in found.sentence


def test_long_matches_share_bars() -> None:
    one = made(setting(2), 500, truth=Truth(length=900.0))
    one.columns["plies"] = np.arange(500, dtype=np.int32) * 3
    (plot,) = section("length", one).plots
    points = plot.series[0].points
    assert len(points) <= 31 and sum(point.y for point in points) == pytest.approx(1)
    assert points[0].x == pytest.approx((1497 // 30) / 2, abs=1) and points[0].y == pytest.approx(points[1].y, abs=0.003)


def test_decisions() -> None:
    plain, deep = section("decisions", made(setting(2))), section("decisions", made(setting(2), 400, deep=300))
    assert figures(plain)["branching"].value == 8 and set(figures(plain)) == {"branching", "forced"}
    assert holds(figures(deep)["real choices"], 0.75) and holds(figures(deep)["stake"], 0.1)
    assert "matters in 7" in deep.sentence and len(deep.notes) == 2 and len(plain.notes) == 1


def test_looking_into_few_deals_is_less_certain() -> None:
    few, many = (figures(section("decisions", made(setting(2), 400, deep=n)))["real choices"] for n in (20, 400))
    assert few.high - few.low > 3 * (many.high - many.low)


def test_tension() -> None:
    found = section("tension", made(setting(2), 4000, deep=2000))
    expected = {"lead changes": 1.0, "was behind": 0.75, "deficit": 1.5, "margin": 3.0, "decided": 0.7, "comebacks": 0.25}
    expected |= {"lead taken": 0.5, "level at half": 0.25}
    assert {name for name, truth in expected.items() if holds(figures(found)[name], truth)} == set(expected)
    assert [plot.kind for plot in found.plots] == [DOTS, DOTS, BARS]


def test_nobody_was_behind_in_matches_that_nobody_won() -> None:
    one = made(setting(2), 100)
    one.columns["lead_taken"][:50] = np.nan
    one.columns["behind"][:] = np.repeat([3, 0], 50)
    assert figures(section("tension", one))["was behind"].value == 0


# luck and skill


def test_a_beginner_against_a_master() -> None:
    found = section("skill", made(setting(2, ("1", "5")), 1000, truth=Truth(bots={"5": 1.0})))
    truth = 100 / (1 + math.e)
    assert holds(figures(found)["wins of 100"], truth) and holds(figures(found)["share of 1"], truth / 100)
    assert "A beginner wins 2" in found.sentence and found.notes[-1].endswith("(again = 2).")


def test_at_a_table_of_three_wins_are_counted_between_two() -> None:
    """Two masters' seats win twice as often as one; what counts is a seat against a seat."""
    found = section("skill", made(setting(3, ("1", "5", "5")), 2000, truth=Truth(bots={"5": 1.0})))
    assert holds(figures(found)["wins of 100"], 100 / (1 + math.e)) and holds(
        figures(found)["share of 5"], math.e / (1 + 2 * math.e)
    )


def test_the_deal_decides_as_much_as_it_does() -> None:
    lucky, skilled = (made(setting(2), 500, 2, Truth(deal=luck)) for luck in (3.0, 0.0))
    lots, nothing = figures(section("skill", lucky)), figures(section("skill", skilled))
    merit = np.random.default_rng(0).normal(size=(200_000, 2)) * 3
    truth = float(np.var(1 / (1 + np.exp(merit[:, 1] - merit[:, 0]))) * 4)
    assert holds(lots["variance by deal"], truth) and nothing["variance by deal"].low == 0
    assert lots["variance by play"].value == pytest.approx(1 - lots["variance by deal"].value)
    assert none("skill", made(setting(2), 100, 1))


def test_more_strength_is_a_curve() -> None:
    strong = {str(level): 0.4 * level for level in range(1, 6)}
    rungs = [made(setting(2, ("1", high), bots=f"1,{high}"), 500, truth=Truth(bots=strong)) for high in "2345"]
    (curve,) = [plot for plot in section("skill", *rungs).plots if plot.kind == CURVE]
    ((line,), shares) = curve.series, [point.y for point in curve.series[0].points]
    assert [point.x for point in line.points] == [2, 3, 4, 5] and shares == sorted(shares) and line.name == "against level 1"
    searches = [made(setting(2, ("flat:100", f"flat:{n}"), bots=f"flat:100,flat:{n}"), 50) for n in (200, 800)]
    (curve,) = [plot for plot in section("skill", *searches).plots if plot.kind == CURVE]
    assert [point.x for point in curve.series[0].points] == [1, 3]


def test_bots_are_ranked_as_far_as_they_are_known() -> None:
    ranked = ["random", "1", "2", "greedy", "3", "ismcts:600", "4", "ismcts:6000", "5"]
    assert (
        sorted(ranked, key=lambda bot: rank(bot) or 0.0)[0] == "random" and rank("my.bots:Own") is None and rank("timid") is None
    )
    assert rank("5") == max(rank(f"{n}") or 0 for n in range(1, 6)) and step("1", "my:Own") is None
    found = section("skill", made(setting(2, ("timid", "bold")), 100))
    assert "wins of 100" not in figures(found) and "not known beforehand" in found.sentence
    assert series_name(Table(asked(), made(setting(2, ("1", "2"), hand=3))), "1") == "hand = 3, against level 1"


# cards


def test_what_cards_are_worth() -> None:
    worth = {0: 0.4, 5: -0.4}
    found = figures(section("cards", made(setting(2, game=WITH_CARDS), 1500, truth=Truth(cards=worth), cards=True)))
    names = card_names(WITH_CARDS)
    assert found[f"laid {names[0]}"].low > 0.02 and found[f"laid {names[5]}"].high < -0.02
    others = [found[f"laid {name}"] for k, name in enumerate(names) if k not in worth]
    assert sum(not holds(one, 0.0) for one in others) <= 1
    assert found[f"held {names[0]}"].low > 0 > found[f"held {names[5]}"].high


def test_cards_that_are_never_played_well_are_named() -> None:
    one = made(setting(2, game=WITH_CARDS), 1500, truth=Truth(cards={5: -0.5}), cards=True)
    found = section("cards", one)
    label = next(figure.label for figure in found.figures if figure.name == f"laid {card_names(WITH_CARDS)[5]}")
    assert f"Laid with a loss, for certain: {label.removesuffix(', laid')}." in found.sentence
    assert "No card is better" in section("cards", made(setting(2, game=WITH_CARDS), 300, cards=True)).sentence


def test_the_number_of_cards_is_no_merit_of_any() -> None:
    """Who lays more cards wins more often, whichever these are: then no card is better than another."""
    every = dict.fromkeys(range(len(card_names(WITH_CARDS))), 0.2)
    found = section("cards", made(setting(2, game=WITH_CARDS), 1000, truth=Truth(cards=every), cards=True))
    assert sum(not holds(one, 0.0) for one in found.figures) <= 1


def test_cards_that_all_have_or_nobody_has_are_left_out() -> None:
    one = made(setting(2, game=WITH_CARDS), 300, cards=True)
    one.columns["laid"][:, :, 3] = 0
    one.columns["held"][:, :, 4] = 1
    one.columns["held"][:3, 0, 4] = 0
    found, names = figures(section("cards", one)), card_names(WITH_CARDS)
    assert f"laid {names[3]}" not in found and f"held {names[4]}" not in found and f"held {names[3]}" in found


def test_cards_in_several_blocks_are_those_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    one = made(setting(2, game=WITH_CARDS), 100, 3, Truth(deal=1.0), cards=True)
    whole = section("cards", one)
    monkeypatch.setattr("carreau.lab.measures.cards.BLOCK", 7)
    split = section("cards", one)
    assert [f.low for f in split.figures] == pytest.approx([f.low for f in whole.figures])
    monkeypatch.setattr("carreau.lab.measures.cards.MOST_ROWS", 150)
    assert [f.low for f in section("cards", one).figures] != pytest.approx([f.low for f in whole.figures])
    assert none("cards", made(setting(2)))


# strategies

TIMID, BOLD = Strategy("timid", "greedy", "True"), Strategy("bold", "greedy", "True")


def against(first: str, second: str, bots: dict[str, float], deals: int = 800) -> Made:
    return made(setting(2, (first, second), strategies=(TIMID, BOLD), bots=f"{first},{second}"), deals, truth=Truth(bots=bots))


def test_what_a_restriction_costs() -> None:
    found = section("strategies", against("timid", "greedy", {"timid": -0.5}))
    share = 1 / (1 + math.exp(0.5))
    assert holds(figures(found)["cost of timid"], 1 - 2 * share)
    assert "“timid” costs most" in found.sentence and "“greedy” beats all others" in found.sentence


def test_a_restriction_that_pays_and_a_plan_that_beats_all() -> None:
    bots = {"timid": -0.4, "bold": 0.4}
    pairs = [against(*pair, bots) for pair in (("timid", "greedy"), ("bold", "greedy"), ("timid", "bold"))]
    found = section("strategies", *pairs)
    assert "“bold” pays" in found.sentence and "“bold” beats all others" in found.sentence
    without = section("strategies", *pairs[:2])
    assert "No plan beats all others" in without.sentence  # bold has not met timid
    assert figures(found, pairs[0].setting.id)["cost of timid"].low > 0 > figures(found, pairs[1].setting.id)["cost of bold"].high


def test_a_restriction_that_makes_no_difference() -> None:
    found = section("strategies", against("timid", "greedy", {}))
    assert "No restriction costs or gains" in found.sentence and "No plan beats" in found.sentence
    assert none("strategies", made(setting(2))) and none("strategies", made(setting(2, "timid", strategies=[TIMID])))


# comparison


def answered(*settings: Made, of: str = "length", apart: float = 2.0) -> tuple[Section, str | None]:
    first, second = settings
    test = Test(first.setting.id, second.setting.id, of, apart)
    experiment = asked(first.setting, second.setting, measures=["comparison"], test=test)
    answer = verdict(experiment, settings)
    assert answer is not None
    return find(experiment, settings).sections[0], answer.decided


@pytest.mark.parametrize(("longer", "decided"), [(2.0, SECOND), (-2.0, FIRST), (0.0, EQUAL)])
def test_a_test_between_two_settings(longer: float, decided: str) -> None:
    one, other = made(setting(2, hand=1), 500), made(setting(2, hand=2), 500, truth=Truth(length=30.0 + longer))
    found, answer = answered(one, other)
    assert answer == decided and found.sentence.startswith("Decided after")
    assert figures(found)["deals to decide"].value < 500
    difference = figures(found, f"{one.setting.id} - {other.setting.id}")["difference of length"]
    assert holds(difference, -longer)


def test_a_test_that_is_not_decided_yet() -> None:
    found, answer = answered(made(setting(2, hand=1), 45), made(setting(2, hand=2), 45, seed=2), of="share of seat 0", apart=0.05)
    assert answer is None and found.sentence.startswith("Not decided") and "deals to decide" not in figures(found)
    assert verdict(asked(setting(2)), [made(setting(2))]) is None


def test_a_test_of_what_was_looked_into_counts_these_deals_only() -> None:
    one, other = made(setting(2, hand=1), 300, deep=60), made(setting(2, hand=2), 300, deep=50, seed=4)
    found, answer = answered(one, other, of="decided", apart=0.3)
    assert answer == EQUAL and figures(found)["deals to decide"].value <= 50


def test_all_differences_are_on_common_deals_and_hold_together() -> None:
    """The same deals make differences much smaller than settings differ by chance."""
    one, longer = made(setting(2, hand=1), 300), made(setting(2, hand=2), 250, truth=Truth(length=31.0))
    other = made(setting(3, hand=1), 300)
    found = section("comparison", one, longer, other)
    assert {figure.variant for figure in found.figures} == {f"{longer.setting.id} - {one.setting.id}"}
    assert holds(figures(found)["difference of length"], 1.0) and holds(figures(found)["difference of share of seat 0"], 0.0)
    assert "Plies of a match" in found.sentence and none("comparison", one, other)


def test_no_difference_is_claimed_where_there_is_none() -> None:
    settings = [made(setting(2, hand=k), 100, seed=k + 30) for k in range(15)]
    assert "none." in section("comparison", *settings).sentence


# sweep


def swept(*players: int) -> list[Made]:
    return [
        made(setting(n, hand=hand, players=n), 200, truth=Truth(length=20.0 + 5 * hand), seed=hand)
        for n in players
        for hand in (1, 2, 3)
    ]


def test_a_sweep_is_a_curve_for_every_number_of_players() -> None:
    found = section("sweep", *swept(2, 3))
    plot = next(plot for plot in found.plots if plot.title == "Plies of a match")
    assert plot.kind == CURVE and [series.name for series in plot.series] == ["2 players", "3 players"]
    assert [[point.x for point in series.points] for series in plot.series] == [[1, 2, 3]] * 2
    effects = [figure for figure in found.figures if figure.name == "effect of hand on length"]
    assert len(effects) == 2 and all(holds(figure, 10.0) for figure in effects)
    assert "With hand = 1 a match takes 2" in found.sentence and "with hand = 3 3" in found.sentence


def test_values_come_in_their_order() -> None:
    found = section("sweep", *reversed(swept(2)))
    assert [point.x for point in found.plots[0].series[0].points] == [1, 2, 3] and "With hand = 1 " in found.sentence


def test_a_list_of_words_is_no_curve() -> None:
    found = section("sweep", made(setting(2, goal="long"), truth=Truth(length=40.0)), made(setting(2, goal="short")))
    assert all(plot.kind == DOTS for plot in found.plots) and found.figures == ()
    assert [point.x for point in found.plots[0].series[0].points] == ["long", "short"]
    assert found.sentence.startswith("With goal = short")


def test_players_are_swept_if_nothing_else_is_varied() -> None:
    found = section("sweep", *(made(setting(n, players=n), 100) for n in (4, 2, 3)))
    assert found.plots[0].x == "players" and [point.x for point in found.plots[0].series[0].points] == [2, 3, 4]
    assert not any("seat 0" in figure.name for figure in found.figures) and none("sweep", made(setting(2)))


def test_settings_that_no_others_are_like_have_no_line() -> None:
    """Of two options that were varied together, neither can be told from the other."""
    one, other = setting(2, hand=1, rounds=1), setting(2, hand=2, rounds=2)
    assert none("sweep", made(one), made(other))


def test_all_measures_take_any_experiment() -> None:
    kinds: Sequence[Made] = [made(setting(1)), made(setting(2, ("1", "random"))), made(setting(8))]
    for one in kinds:
        experiment: Experiment = replace(asked(one.setting), measures=tuple(MEASURES))
        assert find(experiment, [one]).sections
