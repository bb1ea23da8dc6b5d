"""How deals are split: none is missing, none is played twice, and who plays has no say in it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from carreau.lab.experiment import Strategy
from carreau.lab.experiment.ask import new_experiment
from carreau.lab.run.chunk import MOST_MATCHES, PIECES, Chunk, chunks, seconds_for
from tests.some import QUICK

STRATEGY = Strategy("slow", "ismcts:100", "legal > 1")


@pytest.mark.parametrize("bots", ["random", "greedy", "3", "5", "ismcts:7", "greedy,random", "slow", "tests.lab.run.own:Bot"])
@pytest.mark.parametrize(("first", "end", "deep"), [(0, 1000, 0), (0, 1000, 100), (250, 500, 300), (0, 1, 1), (0, 10_000_000, 0)])
def test_every_deal_is_in_one_chunk(bots: str, first: int, end: int, deep: int) -> None:
    strategy = {"strategies": [STRATEGY]} if bots == "slow" else {}
    experiment = new_experiment(QUICK, players=2, bots=bots, deals=end, **strategy)  # type: ignore[arg-type]
    if end > 10_000 and bots != "random":
        return
    found = list(chunks(experiment, 0, first, end, deep))
    assert found[0].first == first and found[-1].end == end
    assert all(one.end == other.first for one, other in pairwise(found))
    assert deep in {first, end} | {chunk.first for chunk in found} or not first < deep < end
    assert all(chunk.deals * experiment.settings[0].tables <= MOST_MATCHES for chunk in found)


def test_slow_bots_have_small_chunks_and_all_cores_something_to_do() -> None:
    experiment = new_experiment(QUICK, players=2, bots=["random", "greedy", "3", "5"], deals=1000)
    counts = [len(list(chunks(experiment, k, 0, 1000, 0))) for k in range(4)]
    assert counts == sorted(counts) and counts[0] == 3 and counts[-1] == 1000 and counts[1] >= PIECES
    assert [seconds_for(setting) for setting in experiment.settings] == sorted(seconds_for(one) for one in experiment.settings)


def test_first_deals_come_first() -> None:
    assert sorted([Chunk(10, 0, 5), Chunk(0, 1, 9), Chunk(0, 0, 10)]) == [Chunk(0, 0, 10), Chunk(0, 1, 9), Chunk(10, 0, 5)]
