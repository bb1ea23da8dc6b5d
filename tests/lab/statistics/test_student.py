"""Student's distribution, against tables as they are printed in textbooks."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest

from carreau.lab.statistics.student import reach, two_sided

TABLE = {  # degrees: for 90, 95, 99 and 99.9 % between −t and t
    1: (6.314, 12.706, 63.657, 636.619),
    2: (2.920, 4.303, 9.925, 31.599),
    5: (2.015, 2.571, 4.032, 6.869),
    10: (1.812, 2.228, 3.169, 4.587),
    30: (1.697, 2.042, 2.750, 3.646),
    120: (1.658, 1.980, 2.617, 3.373),
}


@pytest.mark.parametrize("degrees", TABLE)
def test_quantiles_are_those_of_the_tables(degrees: int) -> None:
    assert [reach(level, degrees) for level in (0.9, 0.95, 0.99, 0.999)] == pytest.approx(TABLE[degrees], abs=6e-4)


def test_with_many_degrees_it_is_the_normal_distribution() -> None:
    for level in (0.5, 0.95, 0.9999):
        assert reach(level, 2_000_000) == pytest.approx(NormalDist().inv_cdf((1 + level) / 2), rel=1e-5)


@pytest.mark.parametrize("t", [0.0, 0.3, 1.0, 7.0, 1e6])
def test_chances_are_those_of_the_formulae_for_one_and_two_degrees(t: float) -> None:
    assert two_sided(t, 1) == pytest.approx(1 - 2 * math.atan(t) / math.pi, abs=1e-12)
    assert two_sided(-t, 2) == pytest.approx(1 - t / math.sqrt(2 + t * t), abs=1e-12)


def test_chance_and_quantile_are_each_others_inverse() -> None:
    for degrees in (1, 3, 17, 400, 99_999):
        for level in (0.01, 0.5, 0.95, 0.999999):
            assert two_sided(reach(level, degrees), degrees) == pytest.approx(1 - level, rel=1e-8)


def test_one_deal_says_nothing() -> None:
    assert reach(0.95, 0) == math.inf and math.isnan(two_sided(1.0, 0)) and two_sided(math.inf, 5) == 0.0
