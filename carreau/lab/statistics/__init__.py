"""Estimates from columns of matches, with intervals that are right although matches of one deal are not independent."""

from carreau.lab.statistics.bootstrap import resampled
from carreau.lab.statistics.deals import Deals
from carreau.lab.statistics.estimate import LEVEL, UNKNOWN, Estimate
from carreau.lab.statistics.mean import (
    difference_by_deal,
    half_width,
    mean_by_deal,
    quantile_by_deal,
    ratio_by_deal,
    share_by_deal,
)
from carreau.lab.statistics.regression import Regression, regress
from carreau.lab.statistics.sequential import Sprt, Verdict
from carreau.lab.statistics.several import holm, together
from carreau.lab.statistics.variance import part_by_deal

__all__ = [
    "LEVEL",
    "UNKNOWN",
    "Deals",
    "Estimate",
    "Regression",
    "Sprt",
    "Verdict",
    "difference_by_deal",
    "half_width",
    "holm",
    "mean_by_deal",
    "part_by_deal",
    "quantile_by_deal",
    "ratio_by_deal",
    "regress",
    "resampled",
    "share_by_deal",
    "together",
]
