"""The comparison itself: every difference between what players were told and what is written is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from carreau.store.sqlite_log import SQLiteLog
from carreau.table.fingerprint import fingerprint
from carreau.table.settings import read_settings
from carreau.table.table import Table
from carreau.web.messages import Plain
from proofs.proof import Broken
from proofs.tools.ledger import Ledger
from proofs.tools.plans import Plan
from proofs.tools.tables import FILE, make_tables
from tests.some import QUICK

PLIES = 6
BEGUN = 1000.0  # when the server started
STEP = 5.0  # seconds that everyone thinks


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SQLiteLog]:
    make_tables(tmp_path, Plan(QUICK.id, 2, QUICK.short, clock=600), seed=1)
    log = SQLiteLog(tmp_path / FILE)
    yield log
    log.close()


@pytest.fixture
def ledger(log: SQLiteLog) -> Ledger:
    """Two players make a few plies, each of which is written and acknowledged."""
    (kept,) = log.all()
    ledger, settings = Ledger(kept.id), read_settings(kept.settings, kept.seed)
    table = Table(settings, QUICK, [], BEGUN)
    for ply in range(PLIES + 1):
        now = BEGUN + STEP * ply
        public = fingerprint(table.match)
        left: list[float | None] = [table.clock.left(seat) for seat in range(2)]
        ledger.hear(Plain(table.sequence, table.match.ply, "playing", 0, [], [], public, left), now)
        if ply < PLIES:
            seat = table.match.acting[0]
            action = table.match.legal(seat)[0]
            ledger.sent_actions.add((seat, ply, action))
            ledger.acknowledged[ply] = seat, action
            entry = table.play(seat, action, ply, now + STEP)
            log.append(kept.id, entry)
            table.apply(entry, now + STEP)
    return ledger


LIVES = [(BEGUN, float("inf"))]


def test_what_was_told_and_what_is_written_agree(log: SQLiteLog, ledger: Ledger) -> None:
    assert ledger.check(log, LIVES).match.ply == PLIES
    assert sum(row.spent for row in log.entries(ledger.id)) == pytest.approx(PLIES * STEP)


def sql(statement: str) -> Callable[[SQLiteLog, Ledger], None]:
    def run(log: SQLiteLog, ledger: Ledger) -> None:
        log.writer.execute(statement)

    return run


def forget_an_action(log: SQLiteLog, ledger: Ledger) -> None:
    ledger.sent_actions.remove(min(ledger.sent_actions, key=lambda one: one[1]))


def show_less_time(log: SQLiteLog, ledger: Ledger) -> None:
    sequence, _, heard = ledger.clocks[-1]
    ledger.clocks[-1] = sequence, [590.0, 500.0], heard


def see_something_else(log: SQLiteLog, ledger: Ledger) -> None:
    ledger.told[3].add((3, "0" * 16))


def acknowledge_another(log: SQLiteLog, ledger: Ledger) -> None:
    seat, _ = ledger.acknowledged[2]
    ledger.acknowledged[2] = seat, "y9 a1"


def swap(log: SQLiteLog, ledger: Ledger) -> None:
    first, second = log.entries(ledger.id)[0].data, log.entries(ledger.id)[2].data
    for number, data in ((0, second), (2, first)):
        log.writer.execute("UPDATE entries SET data = ? WHERE sequence = ?", (data, number))


FAULTS: dict[str, tuple[Callable[[SQLiteLog, Ledger], None], str]] = {
    "the last entry is lost": (sql(f"DELETE FROM entries WHERE sequence = {PLIES - 1}"), "about 6 entries, and 5 are written"),
    "an entry in the middle is lost": (sql("DELETE FROM entries WHERE sequence = 2"), "gap"),
    "two moves have changed places": (swap, "cannot be applied|something different"),
    "a seat has moved for another": (sql("UPDATE entries SET seat = 1 - seat"), "cannot be applied|something different"),
    "somebody is charged too much": (sql("UPDATE entries SET spent = 99 WHERE sequence = 1"), "charged 99.00 s"),
    "a clock shows too little": (show_less_time, "was shown"),
    "a player has seen something else": (see_something_else, "something different from what is written"),
    "another action was acknowledged": (acknowledge_another, "is not written there"),
    "nobody has sent an action": (forget_an_action, "never sent"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_difference_is_found(name: str, log: SQLiteLog, ledger: Ledger) -> None:
    fault, sentence = FAULTS[name]
    fault(log, ledger)
    with pytest.raises(Broken, match=sentence):
        ledger.check(log, LIVES)


def test_an_action_that_was_played_more_often_than_sent(log: SQLiteLog, ledger: Ledger) -> None:
    ledger.in_turn = False
    seat, ply, action = min(ledger.sent_actions, key=lambda one: one[1])
    ledger.sent_actions.remove((seat, ply, action))
    with pytest.raises(Broken, match=f"sent {action} 0 times, and it was played 1 times"):
        ledger.check(log, LIVES)


def test_time_in_which_no_server_ran_is_nobodys(log: SQLiteLog, ledger: Ledger) -> None:
    restarted = [(BEGUN, BEGUN + 2.2 * STEP), (BEGUN + 2.7 * STEP, float("inf"))]
    with pytest.raises(Broken, match=r"charged 5\.00 s at entry 2, of 1\.50 s"):
        ledger.check(log, restarted)


def test_time_in_which_somebody_was_on_the_way_back_is_nobodys(log: SQLiteLog, ledger: Ledger) -> None:
    """Seat 1 loses its process and is away for four seconds, while seat 0 is there."""
    gone = BEGUN + 2.1 * STEP
    ledger.visits = {0: [(BEGUN, BEGUN + 100, False)], 1: [(BEGUN, gone, True), (gone + 4.0, BEGUN + 100, False)]}
    assert ledger.absences() == [(gone, gone + 4.0)] and ledger.long_absences() == 1
    with pytest.raises(Broken, match=r"charged 5\.00 s at entry 2, of 5\.00 s in which somebody's process had ended for 4\.00 s"):
        ledger.check(log, LIVES)


def test_whoever_leaves_or_is_alone_or_has_just_come_is_not_on_the_way_back(ledger: Ledger) -> None:
    there, gone, back = [(BEGUN, BEGUN + 100, False)], BEGUN + 10, BEGUN + 13
    for visits in (
        {0: there, 1: [(BEGUN, gone, False), (back, BEGUN + 100, False)]},  # left by themselves
        {1: [(BEGUN, gone, True), (back, BEGUN + 100, False)]},  # nobody else was there
        {0: there, 1: [(gone - 0.1, gone, True), (back, BEGUN + 100, False)]},
        {0: [(BEGUN, gone + 0.1, True)], 1: [(BEGUN, gone, True), (back, BEGUN + 100, False)]},  # both were lost together
    ):
        ledger.visits = visits
        assert ledger.absences() == []
