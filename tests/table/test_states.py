"""Whatever people do at a table, in whatever order: it stays consistent, can be rebuilt from its log, and gives nothing away."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

import carreau
from carreau.core.errors import CarreauError
from carreau.core.seed import pledge_of
from carreau.table.entry import Entry
from carreau.table.settings import Chair, make_settings
from carreau.table.state import BLANK
from carreau.table.table import Table
from proofs.tools.plans import Plan
from tests.some import EVERY, plan_name, racing
from tests.table.tables import do, rebuilt, truth

PLANS = [Plan(game.id, 2, game.short) for game in EVERY if 2 in game.players] + racing()
PARTS = ["a" * 64, "b" * 64]
BLUNDERS = ["", "stop", "none", "r5 f6", "pass", "idle", "take 1", "1 0,1 + 2 0,2"]


class Tables(RuleBasedStateMachine):
    """People, bots and the clock at one table."""

    plan = PLANS[0]

    @initialize(
        seed=st.integers(0, 50),
        kinds=st.lists(st.sampled_from(["me", "bot", "open", "hot"]), min_size=2, max_size=2),
        clock=st.sampled_from([0, 60]),
        mixed=st.booleans(),
    )
    def begin(self, seed: int, kinds: list[str], clock: int, mixed: bool) -> None:
        game = carreau.load(self.plan.game)
        chairs = [Chair(kind, 2, f"P{i}") for i, kind in enumerate(kinds)]
        self.now = 0.0
        self.table = Table(make_settings(game, chairs, self.plan.options, clock, seed, mixed=mixed), game, [], self.now)
        self.seen = 0

    def attempt(self, want: Any, *words: Any) -> Entry | None:
        """Ask for something: it is done, or refused with a sentence, and then nothing has changed."""
        before = truth(rebuilt(self.table))
        try:
            entry: Entry | None = want(*words, self.now)
        except CarreauError as error:
            assert str(error).endswith(".") and truth(self.table) == before
            return None
        assert truth(self.table) == before, "nothing may happen before the entry is written"
        return do(self.table, entry, self.now) if entry else None

    @rule(seat=st.integers(0, 1), part=st.sampled_from(PARTS), pledged=st.sampled_from(PARTS))
    def shuffle(self, seat: int, part: str, pledged: str) -> None:
        if self.attempt(self.table.pledge, seat, pledge_of(seat, pledged)):
            assert not self.table.started or self.table.shuffle
        if self.attempt(self.table.show_part, seat, part):
            assert self.table.shuffle and self.table.shuffle.pledges[seat] == pledge_of(seat, part)

    @rule(seconds=st.sampled_from([0.05, 1.0, 9.0, 40.0]))
    def wait(self, seconds: float) -> None:
        due = self.table.due(self.now)
        self.now += seconds
        done = 0
        while entry := self.table.tick(self.now):
            assert due is not None and (done or due <= self.now)
            do(self.table, entry, self.now)
            done += 1

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        acting = self.table.people
        if acting:
            seat = data.draw(st.sampled_from(acting))
            legal = self.table.match.legal(seat)
            action = legal[data.draw(st.integers(0, len(legal) - 1))]
            assert self.attempt(self.table.play, seat, action, self.table.match.ply) is not None

    @rule(
        seat=st.integers(-3, 4), action=st.sampled_from(["", "stop", "r5 f6", "pass", "idle", "take 1"]), late=st.integers(-2, 2)
    )
    def blunder(self, seat: int, action: str, late: int) -> None:
        entry = self.attempt(self.table.play, seat, action, self.table.match.ply - late)
        assert entry is None or entry.seat in range(self.table.settings.players)

    @precondition(lambda self: self.table.bot_turn() is not None)
    @rule()
    def bot(self) -> None:
        turn = self.table.bot_turn()
        assert turn is not None and self.table.is_bot(turn[0])
        action, ply = self.table.match.legal(turn[0])[0], self.table.match.ply
        assert self.attempt(self.table.play, turn[0], action, ply) is None, "nobody acts while a bot plays"
        assert self.attempt(partial(self.table.play, by_bot=True), turn[0], action, ply) is not None

    @rule(seat=st.integers(-1, 2))
    def undo(self, seat: int) -> None:
        state = self.table.match.ply and self.table.match.at(self.table.match.ply - 1).state.tobytes()
        if self.attempt(self.table.undo, seat):
            assert self.table.match.state.tobytes() == state

    @rule(seat=st.integers(-1, 2))
    def sit(self, seat: int) -> None:
        self.attempt(self.table.sit, seat, "Bo")

    @rule(seat=st.integers(-1, 2))
    def leave(self, seat: int) -> None:
        if self.attempt(self.table.leave, seat):
            assert self.table.is_bot(seat)

    @rule(host=st.integers(-1, 2), seat=st.integers(-1, 2), here=st.sets(st.integers(0, 1)))
    def lend(self, host: int, seat: int, here: set[int]) -> None:
        if self.attempt(self.table.hand_over, host, seat, here):
            assert self.table.settings.chairs[host].kind == "me" and seat not in here
            assert self.table.settings.chairs[seat].kind == "open" and self.table.is_bot(seat)
            assert self.attempt(self.table.leave, seat) is None

    @rule(seat=st.integers(-1, 2))
    def back(self, seat: int) -> None:
        if self.attempt(self.table.back, seat):
            assert not self.table.is_bot(seat) and seat not in self.table.handed_over

    @rule()
    def start(self) -> None:
        self.attempt(self.table.start)

    @rule(name=st.text(max_size=40))
    def rename(self, name: str) -> None:
        self.attempt(self.table.rename, 0, name)
        assert len(self.table.chairs[0].name) <= 24

    @rule()
    def rematch(self) -> None:
        if self.attempt(self.table.rematch, "next"):
            assert self.table.match.over

    @rule()
    def restart(self) -> None:
        """The server is killed, and back after a week."""
        self.now += 7 * 24 * 3600
        before = truth(self.table)
        self.table = rebuilt(self.table, self.now)
        assert truth(self.table) == before
        assert self.table.tick(self.now) is None, "a restart brings nothing about"

    @invariant()
    def numbers_have_no_gaps(self) -> None:
        assert [entry.sequence for entry in self.table.entries] == list(range(self.table.sequence))
        assert self.table.sequence >= self.seen, "the log only grows"
        self.seen = self.table.sequence

    @invariant()
    def nothing_is_dealt_before_the_start(self) -> None:
        table = self.table
        if table.shuffle and not table.started:
            assert table.match.seed == BLANK and not table.match.history and not table.dealt
        if table.shuffle and table.started:
            assert table.match.seed == table.shuffle.deal.seed and set(table.shuffle.parts) <= set(table.shuffle.pledges)

    @invariant()
    def who_is_lent_is_away(self) -> None:
        assert self.table.handed_over <= self.table.away and not self.table.away & self.table.timed_out

    @invariant()
    def somebody_can_go_on(self) -> None:
        table = self.table
        if table.playing and not table.match.in_real_time:
            assert table.people or table.bot_turn()
        if table.playing and table.match.in_real_time:
            assert table.due(self.now) is not None


@pytest.mark.parametrize("plan", PLANS, ids=plan_name)
def test_a_table_under_all_that_people_do(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.table.realtime_bots.SystemRandom", partial(Random, 1))  # Hypothesis plays everything again
    machine = type("Machine", (Tables,), {"plan": plan})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=12,
            phases=(Phase.explicit, Phase.generate),
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
