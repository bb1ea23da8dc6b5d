"""A table of Quatuor: hidden hands, cards that do not fit, and the clock of the game."""

from __future__ import annotations

import pytest

from carreau.bots.reaction import Race
from carreau.core.errors import StaleAction
from carreau.core.match import Match
from carreau.core.state import CLOCK
from carreau.table.shared_screen import next_seat, shown_seat
from carreau.table.table import Table
from tests.table.tables import do, first_legal, rebuilt, table


def test_what_may_tell_something_about_another_hand_is_not_taken_back() -> None:
    """In Quatuor's way d, whether the other loses the turn (Q18) depends on cards that the player does not see."""
    looked = told = 0
    for seed in range(12):
        t, worlds = table("quatuor", "me", "me", seed=seed, way="d", first=0), 500
        while not t.match.over:
            before, (seat, action) = t.match.copy(), first_legal(t)
            do(t, t.play(seat, action, t.match.ply, 1.0))
            if t.can_undo(seat):
                looked += 1
                number, skipped = t.game.parse_action(action), t.match.acting == (seat,)
                told += sum(skips(before, seat, number, world) != skipped for world in range(worlds)) > worlds // 50
    assert looked and not told, "what would have come otherwise in one of fifty worlds, or more, stays"


def skips(before: Match, seat: int, action: int, world: int) -> bool:
    """Whether the other seat would lose the turn in another world."""
    other = before.copy()
    other.game._drive.redeal_at(other._address, seat, 100_000 + world)
    other._put(seat, action)
    return other.acting == (seat,)


def test_an_action_repeated_after_a_lost_connection_is_granted_once() -> None:
    """In real time an action may be meant for an earlier ply; even so, a card that does not fit bars its player only once."""
    t = table("quatuor", "me", "me", seed=1, way="c")
    wrong = next(action for action in t.match.legal(0) if "time 0" in tried(t, action).legal(CLOCK))
    do(t, t.play(0, wrong, 0, 1.0))
    do(t, t.entry(2.0, "play", CLOCK, "time 0"))
    with pytest.raises(StaleAction, match="moved on"):
        t.play(0, wrong, 0, 3.0)
    do(t, t.play(0, wrong, 2, 3.0))


def tried(t: Table, action: str) -> Match:
    then = t.match.copy()
    then.play(action, 0)
    return then


def test_who_pressed_before_the_bell_is_heard_before_it() -> None:
    t = table("quatuor", "me", "me", way="b", search_seconds=5)
    t.claims.add(0, "stop", 0, heard=4.95, trip=0.1)
    assert t.tick(5.0) is None
    claim = t.claims.take(5.0)
    assert claim is not None
    do(t, t.play(claim.seat, claim.action, claim.ply, 5.0))
    assert t.match.acting == (0,)


def test_who_pressed_just_before_the_bell_is_heard_before_it() -> None:
    """Though others, who may have pressed even earlier, are waited for until after it."""
    t = table("quatuor", "me", "me", way="b", search_seconds=5)
    t.claims.add(0, "stop", 0, heard=4.99, trip=0.0)
    assert t.tick(5.0) is None and t.due(5.0) == pytest.approx(5.09), "there is nothing to do in between"
    claim = t.claims.take(5.1)
    assert claim is not None
    do(t, t.play(claim.seat, claim.action, claim.ply, 5.1))
    assert t.match.acting == (0,)


def test_who_pressed_after_the_bell_is_heard_after_it() -> None:
    t = table("quatuor", "me", "me", way="b", search_seconds=5)
    t.claims.add(0, "stop", 0, heard=5.15, trip=0.2)
    assert t.due(5.15) == 5.0
    entry = t.tick(5.15)
    assert entry is not None and entry.seat == CLOCK


def test_bots_look_again_only_where_something_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    t = table("quatuor", "me", "bot", "bot", way="c", seed=2)
    looked, notice = [], Race.notice

    def note(race: Race, seat: int) -> None:
        looked.append(seat)
        notice(race, seat)

    monkeypatch.setattr(Race, "notice", note)
    for now in (1.0, 1.01, 1.02):
        t.due(now)
    assert looked == [1, 2]
    do(t, t.play(0, "none", 0, 1.03))
    t.due(1.04)
    assert looked == [1, 2, 1, 2]


def test_a_curtain_falls_between_hidden_hands() -> None:
    t = table("quatuor", "me", "hot", way="d", first=0)
    assert shown_seat(t, [0, 1], None) is None and next_seat(t, [0, 1], None) == 0
    assert shown_seat(t, [0, 1], 0) == 0 and next_seat(t, [0, 1], 0) is None
    do(t, t.play(0, t.match.legal(0)[0], 0, 1.0))
    assert shown_seat(t, [0, 1], 0) is None and next_seat(t, [0, 1], 0) == 1
    assert shown_seat(t, [0], None) == 0 and shown_seat(t, [], None) is None


def test_after_a_pause_timers_go_on_from_where_they_were() -> None:
    t = table("quatuor", "me", "bot", seed=1, now=100.0, way="c", idle_seconds=60)
    (before,) = t.timers()
    t.resume(110.0, 1000.0)
    assert t.timers() == [(before[0] + 890.0, before[1])]
    t.resume(50.0, 1100.0)  # it had not started by then
    assert t.timers()[0][0] == pytest.approx(max(before[0] + 890.0, before[0] - 100 + 1100.0), abs=200)


def test_the_clock_of_the_game_rings() -> None:
    t = table("quatuor", "me", "me", way="b", search_seconds=5)
    assert t.due(0.0) == 5.0 and t.tick(4.9) is None
    entry = t.tick(5.0)
    assert entry is not None and entry.seat == CLOCK
    do(t, entry)
    assert rebuilt(t).match.history == t.match.history


def test_a_restart_gives_the_whole_time_again() -> None:
    t = table("quatuor", "me", "me", way="b", search_seconds=5)
    assert rebuilt(t, now=999.0).tick(1003.9) is None
