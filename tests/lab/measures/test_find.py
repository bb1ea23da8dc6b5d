"""What is found: every measure has its section, in both languages, and settings without matches do not stand in the way."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.core.words import LANGUAGES
from carreau.lab.experiment import Strategy, Test
from carreau.lab.findings import SHARE, Findings, Section
from carreau.lab.matches.kinds import kind_name, laid_kinds
from carreau.lab.matches.play import play
from carreau.lab.measures import MEASURES, find, needs, quantity_named
from carreau.lab.measures.naming import card_labels, card_names
from carreau.lab.measures.quantities import QUANTITIES
from carreau.lab.report.words import words_of
from tests.lab.measures.made import WITH_CARDS, Made, Truth, asked, made, setting
from tests.some import EVERY, shortest

TIMID = Strategy("timid", "greedy", "True")
MIXED = setting(2, ("1", "5"), game=WITH_CARDS, strategies=[TIMID], hand=1)


def everything() -> Findings:
    """Settings that have all sections."""
    restricted = setting(2, ("timid", "greedy"), game=WITH_CARDS, strategies=[TIMID], hand=2)
    more = setting(3, "random", game=WITH_CARDS, hand=1), setting(3, "random", WITH_CARDS, hand=2)
    experiment = asked(MIXED, restricted, *more, test=Test(more[0].id, more[1].id, "length", apart=2.0))
    truth = Truth(bots={"5": 1.0, "timid": -0.5}, cards={3: 0.5, 4: -0.5})
    settings = [made(one, 200, 2, truth, deep=20, cards=True, begins=True) for one in experiment.settings]
    return find(experiment, settings, 0.5, 3.0)


FOUND = everything()
FRENCH = words_of(FOUND, "fr")


def said(section: Section) -> list[str]:
    """Everything in a section that people read."""
    plots = [text for plot in section.plots for text in (plot.title, plot.x, plot.y, *(one.name for one in plot.series))]
    points = [point.x for plot in section.plots for one in plot.series for point in one.points if isinstance(point.x, str)]
    return [section.title, section.sentence, *section.notes, *(one.label for one in section.figures), *plots, *points]


def test_every_measure_has_its_section() -> None:
    assert [section.id for section in FOUND.sections] == list(MEASURES)
    assert (FOUND.done, FOUND.seconds, FOUND.title, FOUND.seed) == (0.5, 3.0, "made", "7" * 64)
    assert [one.matches for one in FOUND.settings] == [800, 800, 400, 400] and FOUND.settings[0].deals == 200
    assert set(FOUND.versions) == {"carreau", "Python", "NumPy", "Numba"}


@pytest.mark.parametrize("section", FOUND.sections, ids=lambda section: section.id)
def test_a_section_is_whole(section: Section) -> None:
    assert section.figures and section.notes and (section.plots or section.id == "comparison")
    for one in section.figures:
        assert one.low <= one.value <= one.high and math.isfinite(one.value), one
        assert isinstance(one.label, Phrase) and (one.low < one.high or one.unit != SHARE), one
    names = [(one.variant, one.name) for one in section.figures]
    assert len(set(names)) == len(names)
    assert section.sentence.endswith(".") and section.sentence.count(".") < 20


@pytest.mark.parametrize("section", FOUND.sections, ids=lambda section: section.id)
def test_everything_can_be_said_in_french(section: Section) -> None:
    for text in said(section):
        assert isinstance(text, Phrase), text
        in_french = FRENCH.tell(text)
        assert not re.search(r"\b(the|of|and|wins|match|players|with|seat)\b", in_french), in_french
    assert FRENCH.tell(section.sentence) != section.sentence


def test_only_what_is_asked_for_is_measured() -> None:
    experiment = asked(MIXED, measures=("length",))
    assert [one.id for one in find(experiment, [made(MIXED)]).sections] == ["length"]
    assert needs(["length", "fairness"]) == frozenset() and needs(MEASURES) == {"cards", "deep"}


def test_a_test_is_answered_even_if_no_measure_is_asked_for() -> None:
    one, other = setting(hand=1), setting(hand=2)
    experiment = asked(one, other, measures=(), test=Test(one.id, other.id))
    assert [section.id for section in find(experiment, [made(one), made(other, seed=2)]).sections] == ["comparison"]


def test_settings_without_matches_are_left_out() -> None:
    none = Made(setting(3), {})
    assert find(asked(none.setting), [none]).sections == ()
    found = find(asked(MIXED, none.setting), [made(MIXED), none])
    assert [one.id for one in found.settings] == [MIXED.id]


def test_the_same_matches_give_the_same_findings_however_they_are_split() -> None:
    whole = made(MIXED, 60, 2, cards=True, deep=10)
    order = np.random.default_rng(5).permutation(len(whole.columns["deal"]))
    experiment = asked(MIXED)
    assert find(experiment, [whole], seconds=1) == find(experiment, [replace(whole)], seconds=2)
    shuffled = find(experiment, [Made(MIXED, {name: column[order] for name, column in whole.columns.items()})])
    for one, other in zip(find(experiment, [whole]).sections, shuffled.sections):
        if one.id != "cards":  # these take rows as they come
            assert [figure.name for figure in one.figures] == [figure.name for figure in other.figures]
            assert [figure.low for figure in one.figures] == pytest.approx([figure.low for figure in other.figures])


@pytest.mark.parametrize("deals", [1, 2])
def test_a_single_deal_says_nothing_for_certain(deals: int) -> None:
    one = setting(2, "random", game=WITH_CARDS)
    for section in find(asked(one), [made(one, deals, cards=True, deep=1)]).sections:
        assert section.sentence
        for figure in section.figures:
            assert not figure.low > figure.value and not figure.value > figure.high


def test_names_are_found_however_they_are_spaced() -> None:
    assert quantity_named(" Share of  seat 0 ") is QUANTITIES["share of seat 0"] and quantity_named("beauty") is None
    assert all(quantity_named(name) is one for name, one in QUANTITIES.items())


@pytest.mark.parametrize(
    "game", [game for game in EVERY if any(part.name == "card" for part in game.fields)], ids=lambda game: game.id
)
def test_cards_have_names_in_every_language(game: Game) -> None:
    for language in LANGUAGES:
        words = game.words(language)
        names = [kind_name(game, kind, words).replace("\u00a0", " ") for kind in laid_kinds(game)]
        assert [words.tell(card_labels(game)[kind]).replace("\u00a0", " ") for kind in laid_kinds(game)] == names
        assert len({card_names(game)[kind] for kind in laid_kinds(game)}) == len(names)


def test_matches_that_were_played() -> None:
    """Random matches of a real game, through all measures that they have columns for."""
    game, players = shortest(), 2
    options = game.read_options(game.short, players)
    one = replace(setting(players, "random", game=game), options=options)
    columns = play(one, "7" * 64, 0, 40, 2, 0, frozenset({"cards"}))
    found = {section.id: section for section in find(asked(one), [Made(one, columns)]).sections}
    assert {"fairness", "length", "decisions", "tension", "skill"} <= set(found)
    lengths = {figure.name: figure for figure in found["length"].figures}
    assert lengths["length"].value == pytest.approx(columns["plies"].mean())
