"""One table, step by step."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from carreau.core.errors import CarreauError, IllegalAction, StaleAction
from carreau.core.game import Game
from carreau.core.phrase import listed
from carreau.core.words import words_for
from carreau.table.bot import answer, question
from carreau.table.claim import CAP, MOST_PER_SEAT, Claims, RoundTrips
from carreau.table.seating import NotNow
from carreau.table.settings import BadSettings, Chair, clean_name, make_settings, read_settings
from carreau.table.shared_screen import next_seat, shown_seat
from carreau.table.table import Table
from carreau.table.text import LogText
from proofs.tools.plans import Plan
from tests.some import IN_TURNS, QUICK, plan_name, racing, shortest
from tests.table.tables import do, first_legal, play_on, rebuilt, short_table, table, truth

# settings


def test_settings_survive_as_text() -> None:
    t = short_table(QUICK, "me", "hot", "open", clock=300)
    text = t.settings.text()
    assert read_settings(text, t.settings.seed) == t.settings and json.loads(text)["clock"] == 300
    assert t.settings.seed not in text, "it is kept apart, and sealed"


def test_bad_settings_are_one_sentence() -> None:
    game = QUICK
    for chairs, clock in (([Chair("king"), Chair("me")], 0), ([Chair("me"), Chair("bot", 9)], 0), ([Chair("me")] * 2, -1)):
        with pytest.raises(BadSettings):
            make_settings(game, chairs, {}, clock)
    with pytest.raises(CarreauError, match=listed(QUICK.players)):
        make_settings(game, [Chair("me")], {})


def test_nobody_passes_for_a_bot_or_for_somebody_else() -> None:
    for name in ("Bot, club", " bot", "BOTS", "В0т, club", "Free seat", "Place libre"):
        assert clean_name(name) == ""
    for name in ("Botond", "Abbot", "Robot"):
        assert clean_name(name) == name
    t = table(QUICK.id, "me", "open", "open", first=0)
    do(t, t.sit(1, "p0", 0.0))
    assert t.chairs[0].name == "P0" and t.chairs[1].name == "p0 2", "whoever comes later gets the number"
    with pytest.raises(NotNow, match="has that name"):
        t.rename(0, "P0 2", 1.0)
    do(t, t.rename(1, "Bo", 1.0))
    lines = LogText(t, words_for("en"), lambda: [chair.name for chair in t.chairs]).up_to_now()
    assert lines[-1] == "p0 2 is now called Bo."


def test_names_are_short_and_visible() -> None:
    assert clean_name("  Ana\n\u202e Maria\x00 ") == "Ana Maria"
    assert len(clean_name("x" * 99)) == 24


def test_a_table_of_another_version_is_refused() -> None:
    t = table()
    with pytest.raises(NotNow, match="version 99"):
        Table(replace(t.settings, version=99), t.game, [], 0.0)


# sitting down


def test_the_match_begins_when_the_last_friend_sits_down() -> None:
    t = table(QUICK.id, "me", "open", "open")
    seat, action = first_legal(t)
    with pytest.raises(NotNow, match="still missing"):
        t.play(seat, action, 0, 1.0)
    do(t, t.sit(1, "Bo", 1.0))
    assert not t.started
    with pytest.raises(NotNow, match="taken"):
        t.sit(1, "Cy", 1.0)
    do(t, t.sit(2, "Cy", 2.0))
    assert t.started and [chair.name for chair in t.chairs] == ["P0", "Bo", "Cy"]
    assert truth(rebuilt(t)) == truth(t)


def test_bots_take_the_seats_that_stay_open() -> None:
    t = table(QUICK.id, "me", "open", "open")
    do(t, t.sit(1, "Bo", 1.0))
    do(t, t.start(2.0))
    assert t.started and t.is_bot(2) and not t.is_bot(1)
    with pytest.raises(NotNow, match="already"):
        t.start(3.0)


# playing


def test_only_what_is_legal_and_meant_for_now() -> None:
    t = table(QUICK.id, "me", "me", first=0)
    with pytest.raises(IllegalAction):
        t.play(1, t.match.legal(0)[0], 0, 1.0)
    with pytest.raises(StaleAction):
        t.play(0, t.match.legal(0)[0], 3, 1.0)
    with pytest.raises(CarreauError):
        t.play(0, "nonsense", 0, 1.0)
    assert t.sequence == 0 and t.match.ply == 0
    entry = t.play(0, t.match.legal(0)[0], 0, 1.0)
    assert t.match.ply == 0, "nothing happens before the entry is written"
    t.apply(entry, 1.0)
    assert t.match.ply == 1


def test_nobody_plays_after_the_end() -> None:
    t = short_table(QUICK, "me", "me")
    play_on(t)
    with pytest.raises(IllegalAction, match="over"):
        t.play(0, t.game.name_action(0), t.match.ply, 1.0)


def test_a_bot_has_the_turn() -> None:
    t = table(QUICK.id, "me", "bot", first=1)
    assert t.bot_turn() == (1, 3)
    do(t, t.play(1, t.game.name_action(answer(t.game, question(t.match, 1, 1))), 0, 1.0, by_bot=True))
    assert t.bot_turn() is None and t.people == [0]


def test_leaving_and_coming_back() -> None:
    t = table(QUICK.id, "me", "me", first=0)
    do(t, t.leave(0, 1.0))
    assert t.bot_turn() == (0, 3)
    with pytest.raises(NotNow):
        t.leave(0, 1.0)
    do(t, t.back(0, 2.0))
    assert t.bot_turn() is None
    with pytest.raises(NotNow, match="already here"):
        t.back(0, 2.0)
    with pytest.raises(NotNow):
        t.leave(7, 2.0)


def test_the_host_lets_a_bot_play_for_who_is_not_here() -> None:
    t = table(QUICK.id, "me", "open", first=1)
    with pytest.raises(NotNow):
        t.hand_over(0, 1, [0], 0.0)
    do(t, t.sit(1, "Bo", 0.0))
    for host, seat, here in ((1, 0, [1]), (0, 1, [0, 1]), (0, 0, [])):
        with pytest.raises(NotNow):
            t.hand_over(host, seat, here, 1.0)
    do(t, t.hand_over(0, 1, [0], 1.0))
    assert t.bot_turn() == (1, 3) and t.handed_over == {1} and truth(rebuilt(t)) == truth(t)
    with pytest.raises(NotNow):
        t.hand_over(0, 1, [0], 1.0)
    do(t, t.back(1, 2.0))
    assert t.people == [1] and not t.handed_over and truth(rebuilt(t)) == truth(t)


def test_a_rematch_rotates_the_seats() -> None:
    t = short_table(QUICK, "me", "open", "bot")
    do(t, t.sit(1, "Bo", 0.0))
    with pytest.raises(NotNow, match="not over"):
        t.rematch("next", 1.0)
    play_on(t)
    again = t.rematch_settings("0" * 64)
    assert [chair.name for chair in again.chairs] == ["", "P0", "Bo"]
    following = Table(again, t.game, [], 0.0)
    assert following.is_shuffling, "nobody is expected, and the cards are shuffled anew"
    do(t, t.rematch("next", 2.0))
    assert t.next == "next"
    with pytest.raises(NotNow, match="already"):
        t.rematch("other", 3.0)


# taking back


def can_take_back(game: Game) -> bool:
    t = table(game.id, "me", "me", first=0)
    do(t, t.play(0, t.match.legal(0)[0], 0, 1.0))
    return t.can_undo(0)


@cache
def forgiving() -> Game:
    """A player whose first action can be taken back."""
    return next(game for game in IN_TURNS if can_take_back(game))


def test_what_revealed_nothing_can_be_taken_back() -> None:
    t = table(forgiving().id, "me", "me", first=0)
    before = t.match.state.tobytes()
    do(t, t.play(0, t.match.legal(0)[0], 0, 1.0))
    assert t.can_undo(0) and not t.can_undo(1)
    do(t, t.undo(0, 2.0))
    assert t.match.state.tobytes() == before and truth(rebuilt(t)) == truth(t)
    assert not t.can_undo(0)


def test_taking_back_gives_no_time_to_think() -> None:
    t = table(forgiving().id, "me", "me", clock=60, first=0)
    for begun in (0.0, 12.0, 24.0):
        do(t, t.play(0, t.match.legal(0)[0], 0, begun))
        do(t, t.undo(0, begun + 12.0))
    assert t.clock.left(0) == 24.0 and truth(rebuilt(t)) == truth(t)
    assert t.clock.left(1) == 60.0


def handed_over() -> tuple[Table, int, str]:
    """A table with a move that passes the turn on and can be taken back; its player, and what else was legal."""
    for game in IN_TURNS:
        t = short_table(game, "me", "me")
        while not t.match.over:
            seat, action = first_legal(t)
            other = t.match.legal(seat)[-1]
            do(t, t.play(seat, action, t.match.ply, 1.0))
            if t.can_undo(seat) and t.match.acting != (seat,) and other != action:
                return t, seat, other
    raise AssertionError("no game has such a move")


def test_a_move_meant_for_a_position_that_was_taken_back_is_refused() -> None:
    t, seat, other = handed_over()
    looked = t.sequence
    do(t, t.undo(seat, 2.0))
    do(t, t.play(seat, other, t.match.ply, 3.0))
    rival = t.match.acting[0]
    answer = t.match.legal(rival)[0]
    with pytest.raises(StaleAction, match="taken back"):
        t.play(rival, answer, t.match.ply, 4.0, seen=looked)
    assert t.play(rival, answer, t.match.ply, 4.0, seen=t.sequence).data == answer


def test_what_turned_up_a_card_cannot_be_taken_back() -> None:
    t = table(next(game for game in IN_TURNS if not can_take_back(game)).id, "me", "me", first=0)
    do(t, t.play(0, t.match.legal(0)[0], 0, 1.0))
    with pytest.raises(NotNow, match="revealed"):
        t.undo(0, 2.0)


def test_nothing_is_taken_back_once_somebody_has_acted() -> None:
    t = short_table(shortest(), "me", "me")
    mover = t.match.acting[0]
    while t.match.acting == (mover,):
        play_on(t, 1)
    play_on(t, 1)
    assert not t.can_undo(mover)


def test_what_was_taken_back_again_and_again_is_rebuilt_as_quickly_as_it_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    t = short_table(shortest(), "me", "me")
    play_on(t, 8)
    for _ in range(50):
        seat, action = first_legal(t)
        do(t, t.play(seat, action, t.match.ply, 1.0))
        do(t, t.undo(seat, 1.0))
    played, play_at = [0], t.game._drive.play_at

    def count(*words: int) -> None:
        played[0] += 1
        play_at(*words)

    monkeypatch.setattr(t.game._drive, "play_at", count)
    again = rebuilt(t)
    LogText(again, words_for("en"), lambda: ["Ana", "Ben"]).up_to_now()
    assert truth(again) == truth(t) and played[0] == 2 * (8 + 50), "by the table, and by who tells of it"


# clocks


def test_a_clock_charges_who_thinks_and_nobody_else() -> None:
    t = table(QUICK.id, "me", "me", clock=60, first=0)
    do(t, t.play(0, t.match.legal(0)[0], 0, 10.0))
    do(t, t.play(1, t.match.legal(1)[0], 1, 15.0))
    assert t.clock.left(0) == 50 and t.clock.left(1) == 55
    assert t.due(15.0) == 65.0 and t.tick(64.9) is None
    entry = t.tick(65.0)
    assert entry is not None and entry.kind == "time" and entry.seat == 0
    do(t, entry)
    assert t.is_bot(0) and t.clock.left(0) == 0
    with pytest.raises(NotNow, match="run out"):
        t.back(0, 70.0)


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
def test_in_real_time_whoever_has_left_cannot_act_while_a_bot_plays(plan: Plan) -> None:
    t = table(plan.game, "me", "me", seed=1, **plan.options)
    action = t.match.legal(0)[0]
    do(t, t.leave(0, 1.0))
    with pytest.raises(NotNow, match="A bot is playing for you"):
        t.play(0, action, 0, 2.0)
    do(t, t.play(0, action, 0, 2.0, by_bot=True))
    do(t, t.back(0, 3.0))
    do(t, t.play(0, t.match.legal(0)[0], t.match.ply, 4.0))


def test_time_in_which_nobody_is_here_does_not_count() -> None:
    t = table(QUICK.id, "me", "me", seed=1, now=100.0, clock=60)
    seat = t.match.acting[0]
    t.clock.resume(110.0, 1000.0)  # ten seconds were spent before all left
    assert t.clock.ends(seat) == pytest.approx(1050.0)
    t.clock.restart(1020.0)  # somebody at another server has acted after all had left here
    t.clock.resume(1010.0, 2000.0)
    assert t.clock.ends(seat) == pytest.approx(2060.0)


def test_clocks_that_stand_still_run_out_for_nobody() -> None:
    t = table(QUICK.id, "me", "me", seed=1, now=100.0, clock=60)
    seat = t.match.acting[0]
    t.clock.stop(110.0)
    t.clock.stop(120.0)  # they have already stopped
    assert t.tick(1000.0) is None and t.clock.left_at(seat, 1000.0) == t.clock.left_at(seat, 110.0) == 50
    t.clock.go_on(1000.0)
    assert t.clock.ends(seat) == pytest.approx(1050.0) and t.spent(seat, 1005.0) == pytest.approx(15.0)


def test_a_restart_costs_nobody_time() -> None:
    t = table(QUICK.id, "me", "me", clock=60, first=0)
    do(t, t.play(0, t.match.legal(0)[0], 0, 10.0))
    again = rebuilt(t, now=100_000.0)
    assert again.tick(100_000.0) is None and again.clock.left(1) == 60 and again.clock.left(0) == 50
    assert again.due(100_000.0) == 100_060.0


def test_bots_have_no_clock() -> None:
    t = table(QUICK.id, "me", "bot", clock=60, first=1)
    assert t.due(0.0) is None and t.tick(1000.0) is None


# real time


def test_claims_are_ordered_by_when_they_were_pressed() -> None:
    claims = Claims()
    claims.add(0, "stop", 0, heard=1.00, trip=0.00)
    claims.add(1, "stop", 0, heard=1.05, trip=0.14)
    assert claims.take(1.0) is None and claims.due() == pytest.approx(0.98 + CAP)
    order = [claim.seat for claim in (claims.take(2.0), claims.take(2.0)) if claim]
    assert order == [1, 0] and claims.take(2.0) is None


def test_of_one_seat_only_a_few_claims_wait() -> None:
    claims = Claims()
    for number in range(MOST_PER_SEAT):
        claims.add(0, str(number), 0, 1.0, 0.0)
    with pytest.raises(NotNow, match="Not so fast"):
        claims.add(0, "one more", 0, 1.0, 0.0)
    claims.add(1, "somebody else", 0, 1.0, 0.0)
    taken = [claim.action for claim in iter(lambda: claims.take(2.0), None)]
    assert taken == [*map(str, range(MOST_PER_SEAT)), "somebody else"] and claims.due() is None
    claims.add(0, "again", 0, 2.0, 0.0)


def test_no_line_is_made_up_for_beyond_the_cap() -> None:
    claims = Claims()
    claims.add(0, "stop", 0, heard=1.0, trip=0.0)
    claims.add(1, "stop", 0, heard=1.0 + CAP + 0.01, trip=60.0)
    claims.add(2, "stop", 0, heard=1.5, trip=-5.0)
    assert [claim.seat for claim in (claims.take(9.0), claims.take(9.0), claims.take(9.0)) if claim] == [0, 1, 2]


def test_the_quickest_of_the_last_trips_counts() -> None:
    line = RoundTrips()
    assert line.trip == 0
    for trip in (0.2, 0.05, 0.3):
        line.measured(trip)
    assert line.trip == 0.05


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
def test_bots_act_in_real_time(plan: Plan) -> None:
    t = table(plan.game, "bot", "bot", **plan.options)
    now = 0.0
    while not t.match.over:
        due = t.due(now)
        assert due is not None and due < now + 21
        now = max(now, due)
        while entry := t.tick(now):
            do(t, entry)
    assert truth(rebuilt(t)) == truth(t)


# what is shown


def test_no_curtain_where_nothing_is_hidden() -> None:
    t = table(QUICK.id, "me", "hot", first=1)
    assert shown_seat(t, [0, 1], None) == 1 and next_seat(t, [0, 1], None) is None


def test_the_log_in_words() -> None:
    t = table(QUICK.id, "me", "open", first=0)
    do(t, t.sit(1, "Bo", 0.0))
    log_text = LogText(t, words_for("en"), lambda: [chair.name for chair in t.chairs])
    do(t, t.play(0, t.match.legal(0)[0], 0, 1.0))
    do(t, t.leave(1, 2.0))
    lines = log_text.up_to_now()
    assert lines[0] == "Bo sits down." and lines[1].startswith("P0: ") and "leaves" in lines[2]
    assert LogText(rebuilt(t), words_for("en"), lambda: [chair.name for chair in t.chairs]).up_to_now() == lines


def test_leaving_and_coming_back_gives_no_time_back() -> None:
    t = table(QUICK.id, "me", "me", clock=60, first=0)
    do(t, t.leave(0, 40.0))
    do(t, t.back(0, 40.0))
    assert t.clock.left_at(0, 40.0) == 20.0
    do(t, t.leave(1, 45.0))
    do(t, t.back(1, 50.0))
    assert t.clock.left_at(0, 50.0) == 10.0, "nor to whoever is on turn"
    assert rebuilt(t).clock.spent == t.clock.spent


def test_what_a_bot_has_played_cannot_be_taken_back() -> None:
    """Otherwise people would leave just to see what the bot would do."""
    t = table(forgiving().id, "me", "me", first=0)
    do(t, t.leave(0, 1.0))
    action = t.match.legal(0)[0]
    do(t, t.play(0, action, 0, 1.0, by_bot=True))
    do(t, t.back(0, 2.0))
    assert not t.can_undo(0) and not rebuilt(t).can_undo(0)
    own = table(forgiving().id, "me", "me", first=0)
    do(own, own.play(0, action, 0, 1.0))
    assert own.can_undo(0)
