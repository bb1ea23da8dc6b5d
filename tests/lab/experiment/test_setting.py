"""Settings: who sits where."""

from __future__ import annotations

from carreau.lab.experiment import Setting, Thinking
from tests.some import QUICK


def setting(*bots: str) -> Setting:
    return Setting("one", QUICK, len(bots), {}, {}, bots)


def test_every_bot_has_every_seat_once() -> None:
    mixed = setting("random", "greedy", "random")
    assert mixed.entrants == ("random", "greedy") and mixed.tables == 3
    assert [mixed.line_up(table) for table in range(3)] == [
        ("random", "greedy", "random"), ("random", "random", "greedy"), ("greedy", "random", "random"),
    ]  # fmt: skip


def test_equal_bots_need_one_table() -> None:
    assert setting("greedy", "greedy").tables == 1 and setting("greedy", "greedy").line_up(0) == ("greedy", "greedy")


def test_thinking_grows_with_each_doubling() -> None:
    thinking = Thinking(base=3.0, per_choice=2.0)
    assert [thinking.seconds(legal) for legal in (1, 2, 8)] == [3.0, 5.0, 9.0]
