"""How many deals are played: as many as a precision or a test takes, and no core has a say in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.lab.experiment import Experiment
from carreau.lab.experiment.ask import new_experiment
from carreau.lab.findings import Findings
from carreau.lab.run import run_experiment
from carreau.lab.run.course import BATCH, FIRST_LOOK, courses_of
from tests.lab.run.asked import raw
from tests.some import QUICK

RACE = {"first": {"players": 2}, "second": {"players": 3}, "of": "length"}


def asked(**more: object) -> Experiment:
    return new_experiment(QUICK, options=QUICK.short, measure=["fairness", "length"], **more)  # type: ignore[arg-type]


def deals(findings: Findings) -> list[int]:
    return [setting.deals for setting in findings.settings]


def half(findings: Findings, setting: str) -> float:
    fairness = findings.sections[0]
    found = next(one for one in fairness.figures if (one.variant, one.name) == (setting, "share of seat 0"))
    return (found.high - found.low) / 2


def test_a_precision_is_reached_and_no_more_is_played(tmp_path: Path) -> None:
    experiment = asked(players=[2, 4], precision=0.05)
    findings = run_experiment(experiment, tmp_path / "1", cores=1)
    looks = [FIRST_LOOK << step for step in range(12)]
    for setting, played in zip(findings.settings, deals(findings)):
        assert played in looks and half(findings, setting.id) <= 0.05
        earlier = asked(players=setting.players, deals=played // 2)
        assert played == FIRST_LOOK or half(run_experiment(earlier), earlier.settings[0].id) > 0.05
    assert run_experiment(experiment, tmp_path / "2", cores=2) == findings
    assert raw(tmp_path / "1") == raw(tmp_path / "2")


def test_a_precision_stops_at_the_most_deals() -> None:
    assert deals(run_experiment(asked(players=2, precision=0.001, deals=600), cores=1)) == [600]


def test_a_test_ends_when_it_is_clear(tmp_path: Path) -> None:
    experiment = asked(players=[2, 3, 4], deals=3000, test={**RACE, "apart": 2.0})
    findings = run_experiment(experiment, tmp_path / "1", cores=1)
    first, second, other = deals(findings)
    assert first == second < 1000 and first % BATCH == 0 and other == 3000
    assert run_experiment(experiment, tmp_path / "2", cores=2) == findings
    assert raw(tmp_path / "1") == raw(tmp_path / "2")


def test_a_test_that_stays_open_ends_with_the_deals() -> None:
    findings = run_experiment(asked(players=[2, 3], deals=90, test={**RACE, "of": "share of seat 0", "apart": 0.01}), cores=1)
    assert deals(findings) == [90, 90]


@pytest.mark.parametrize("more", [{}, {"precision": 0.01}, {"test": RACE}])
def test_looks_come_later_and_later(more: dict[str, object]) -> None:
    experiment = asked(players=[2, 3], deals=5000, **more)
    for course in courses_of(experiment, 0):
        ends = [course.end]
        while course.end < experiment.deals:
            chunks = course.next()
            assert {chunk.setting for chunk in chunks} == set(course.settings)
            assert min(chunk.first for chunk in chunks) == ends[-1] and max(chunk.end for chunk in chunks) == course.end
            ends.append(course.end)
        assert ends == sorted(set(ends)) and ends[-1] == experiment.deals
