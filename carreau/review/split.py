"""Where each seat's result came from: start + luck + own decisions + others' decisions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from carreau.core.match import Match
from carreau.core.types import Seat
from carreau.review.chances import Shares, chances
from carreau.review.moments import Moment, moments_of
from carreau.review.seeds import seed_for


@dataclass(frozen=True)
class Split:
    """Where a seat's result came from: start + luck + own + others = result, exactly. All are shares of one win.

    Attributes:
        start: Its chance before the cards were dealt.
        luck: What cards and other things that nobody could know who decided.
        own: What its own decisions changed, as far as it could know.
        others: What the others' decisions changed, as far as they could know.
        result: Its share of the win.
        error: The standard error of the luck; that of all decisions together is the same.
        deal: The part of the luck that lay in the first deal.
        lost: What its moves lost against the best ones, in all.
    """

    start: float
    luck: float
    own: float
    others: float
    result: float
    error: float
    deal: float
    lost: float


@dataclass(frozen=True)
class Decision:
    """What a decision changes about every seat's chance, as far as its player can know, and the standard errors of that."""

    seat: Seat
    gain: Shares
    errors: Shares


def split_of(seat: Seat, start: Shares, dealt: Shares, decisions: Sequence[Decision], end: Shares, lost: float) -> Split:
    """The luck is what decisions do not explain, so all parts together are the result."""
    own = math.fsum(one.gain[seat] for one in decisions if one.seat == seat)
    others = math.fsum(one.gain[seat] for one in decisions if one.seat != seat)
    error = math.sqrt(math.fsum(one.errors[seat] ** 2 for one in decisions))
    luck = end[seat] - start[seat] - own - others
    return Split(start[seat], luck, own, others, end[seat], error, dealt[seat] - start[seat], lost)


def quick_splits(match: Match, playouts: int, seed: int, start: Shares) -> list[Split]:
    """The same for a finished match without looking at anything else: for many matches at once."""
    decisions = [decision_of(moment, playouts, seed) for moment in moments_of(match) if len(moment.legal) > 1]
    return [split_of(seat, start, start, decisions, match.returns, 0.0) for seat in range(match.players)]


def decision_of(moment: Moment, playouts: int, seed: int) -> Decision:
    found = chances(moment.seen[moment.seat], moment.action, playouts, seed_for(seed, moment.ply))
    return Decision(moment.seat, found.gain, found.errors)
