"""The review of a match, ply by ply, from what the acting seat could know at that moment and nothing else."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from operator import add, sub
from typing import Any

from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.record import replay
from carreau.core.types import Record
from carreau.games import load
from carreau.review.analysis import NO_ACTION, Analysis, analyse, own_chances
from carreau.review.budget import STANDARD, Budget
from carreau.review.chances import Shares, start_of
from carreau.review.moments import Moment, moments_of, views_of
from carreau.review.ply import Ply
from carreau.review.race import Race, race_of
from carreau.review.result import Review
from carreau.review.seeds import seed_for
from carreau.review.split import Decision, Split, split_of

Progress = Callable[[float], None]  # called with the share that is done
SAMPLES = 6  # positions that are timed to find out how much fits into a time
DEALS_PER_PLAYOUT = 8


def nothing(share: float) -> None:
    """Nobody wants to know how far it is."""


def review(
    match: Match | Record | Mapping[str, Any],
    budget: Budget | None = None,
    seed: int = 0,
    cores: int = 1,
    progress: Progress = nothing,
    times: Sequence[float] | None = None,
) -> Review:
    """Review a match.

    Args:
        match: A match, or its record; it need not be finished.
        budget: How much to think about each position; if left out, as much as is usual for a match of that length. Without a
            time limit, the same arguments give the same review, however many cores work on it.
        seed: The seed of everything that is drawn at random.
        cores: How many cores to use.
        progress: Called again and again with the share that is done.
        times: When each ply was played, in seconds since the match began, if that is known: it counts where all act at once.

    Raises:
        BadRecord: If the record cannot be replayed.
    """
    match = match if isinstance(match, Match) else replay(match, load)
    budget = budget or STANDARD.for_plies(match.ply)
    moments = moments_of(match)
    if match.at(0).in_real_time:
        return race_review(match, moments, seed, times)
    budget = fitting(budget, moments, cores)
    analyses = list(analyse_all(moments, budget, seed, cores, progress))
    start = start_of(match.game, match.players, match.options, DEALS_PER_PLAYOUT * budget.playouts)
    end = match.returns if match.over else last_chances(match, budget, seed)
    plies = [ply_of(moment, analysis) for moment, analysis in zip(moments, analyses)]
    plies = [with_luck(ply, later) for ply, later in zip(plies, [*(ply.before for ply in plies[1:]), end])]
    splits = splits_of(start, plies, end)
    return whole(match, budget, seed, splits, plies)


# all moments, on several cores


def analyse_all(
    moments: Sequence[Moment], budget: Budget, seed: int, cores: int, progress: Progress
) -> Iterator[Analysis]:  # fmt: skip
    """What was found out about each, in order. Threads share the work: machine code runs side by side."""
    with ThreadPoolExecutor(max(1, cores)) as pool:
        tasks = [pool.submit(analyse, moment, budget, seed) for moment in moments]
        try:
            for number, task in enumerate(tasks, 1):
                yield task.result()
                progress(number / len(tasks))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def fitting(budget: Budget, moments: Sequence[Moment], cores: int) -> Budget:
    """The budget, or if it is one in seconds, that which fits into them."""
    if budget.seconds is None or not moments:
        return replace(budget, seconds=None)
    probe = Budget(800, 200)
    analyse(moments[0], probe, 0)  # so that loading code is not counted
    chosen = moments[:: max(1, len(moments) // SAMPLES)]
    begun = time.perf_counter()
    for moment in chosen:
        analyse(moment, probe, 0)
    took = (time.perf_counter() - begun) / len(chosen) * len(moments)
    return probe.times(0.8 * budget.seconds * cores / took)


# what they come to


def last_chances(match: Match, budget: Budget, seed: int) -> Shares:
    """Each seat's chance at the end of a record that was cut short."""
    here = Moment(match.ply, match.acting[0], NO_ACTION, (), views_of(match), None)
    return own_chances(here, None, budget, seed_for(seed, match.ply))


def ply_of(moment: Moment, analysis: Analysis) -> Ply:
    """All that is known about a ply but its luck, which the next one tells."""
    judgement, found = analysis.judgement, analysis.chances
    gap = judgement.gaps.get(moment.action)
    loss = max(0.0, gap.mean) if gap else 0.0
    return Ply(
        ply=moment.ply, seat=moment.seat, action=moment.action, name=judgement.option(moment.action).name,
        options=judgement.options, loss=loss, error=gap.error if gap else 0.0, lowest=max(0.0, gap.lowest) if gap else 0.0,
        verdict=judgement.verdict(moment.action), better=judgement.best.action if loss > 0 else None,
        reply=judgement.replies.get(moment.action), before=analysis.own,
        after=tuple(map(add, analysis.own, found.gain)), gain=found.gain, gain_errors=found.errors, luck=(),
        hindsight=analysis.hindsight,
    )  # fmt: skip


def with_luck(ply: Ply, later: Shares) -> Ply:
    """What changes from here to the next ply, apart from what the decision has changed, is luck."""
    return replace(ply, luck=tuple(map(sub, later, ply.after)))


def splits_of(start: Shares, plies: Sequence[Ply], end: Shares) -> tuple[Split, ...]:
    dealt = plies[0].before if plies else end
    decisions = [Decision(ply.seat, ply.gain, ply.gain_errors) for ply in plies]
    lost = [math.fsum(ply.loss for ply in plies if ply.seat == seat) for seat in range(len(end))]
    return tuple(split_of(seat, start, dealt, decisions, end, lost[seat]) for seat in range(len(end)))


def whole(
    match: Match, budget: Budget, seed: int, splits: tuple[Split, ...], plies: Sequence[Ply], race: Race | None = None
) -> Review:  # fmt: skip
    return Review(
        game=match.game.id, version=match.game.version, players=match.players, options=match.options, over=match.over,
        digest=match.record()["digest"], budget=budget, seed=seed, splits=splits, plies=tuple(plies), race=race,
    )  # fmt: skip


# where all act at once


def race_review(match: Match, moments: Sequence[Moment], seed: int, times: Sequence[float] | None) -> Review:
    """Who saw what, and how quickly. What a position is worth depends on eyes and hands there, so nothing is split up."""
    race = race_of(match.game, match.players, moments, times)
    plies = [bare(moment, match.game) for moment in moments]
    return whole(match, Budget(1, 1), seed, (), plies, race)


def bare(moment: Moment, game: Game) -> Ply:
    """A ply that nothing is said about."""
    return Ply(
        ply=moment.ply, seat=moment.seat, action=moment.action, name=game.name_action(moment.action), options=(), loss=0.0,
        error=0.0, lowest=0.0, verdict="", better=None, reply=None, before=(), after=(), gain=(), gain_errors=(), luck=(),
        hindsight=None,
    )  # fmt: skip
