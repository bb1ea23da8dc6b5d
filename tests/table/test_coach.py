"""At which tables there may be a coach, and what the settings and the record say about it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import carreau
from carreau.table.coach import check_coach, check_question, has_coach, may_coach, note_question, questions
from carreau.table.entry import ASK, UNDO, Entry
from carreau.table.seating import NotNow
from carreau.table.settings import ASKED, COACHES, NO_COACH, WARNING, BadSettings, Chair, read_settings
from carreau.table.table import Table
from carreau.table.text import LogText
from carreau.web.language import words_of
from proofs.tools.plans import Plan
from tests.some import QUICK, plan_name, racing
from tests.table.tables import do, first_legal, play_on, rebuilt, table, truth


def coached(coach: str = WARNING, *kinds: str) -> Table:
    plain = table(QUICK.id, *kinds)
    return Table(replace(plain.settings, coach=coach), QUICK, [], 0.0)


def test_one_person_against_bots_may_have_one() -> None:
    for coach in COACHES:
        t = coached(coach)
        assert check_coach(QUICK, t.settings) is t.settings and has_coach(t) == (coach != NO_COACH)
    assert may_coach(QUICK, coached(ASKED, "bot", "me", "bot").settings)


@pytest.mark.parametrize("kinds", [("me", "open"), ("me", "hot"), ("me", "me"), ("me", "friend", "bot"), ("bot", "bot")])
def test_where_another_person_could_sit_there_is_none(kinds: tuple[str, ...]) -> None:
    settings = replace(table(QUICK.id).settings, coach=ASKED, chairs=tuple(Chair(kind) for kind in kinds))
    with pytest.raises(BadSettings, match="alone against bots"):
        check_coach(QUICK, settings)
    t = Table(settings, QUICK, [], 0.0)
    with pytest.raises(NotNow, match="no coach at this table"):
        check_question(t, 0)


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
def test_in_real_time_there_is_none(plan: Plan) -> None:
    settings = table(plan.game, "me", "bot", **plan.options).settings
    with pytest.raises(BadSettings, match="in turns"):
        check_coach(plan.loaded, replace(settings, coach=ASKED))


def test_puzzles_keep_their_own_hints() -> None:
    assert not may_coach(QUICK, replace(coached().settings, puzzle="2026-01-01"))


def test_a_coach_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadSettings, match="answers when it is asked"):
        check_coach(QUICK, coached("tells all").settings)


def test_it_only_answers_whose_turn_it_is() -> None:
    t = coached()
    while t.match.acting[0] != 0:
        play_on(t, 1)
    check_question(t, 0)
    with pytest.raises(NotNow, match="your turn"):
        check_question(t, 1)
    play_on(t)
    with pytest.raises(NotNow, match="your turn"):
        check_question(t, 0)


def test_old_settings_are_read_as_they_were() -> None:
    settings = table(QUICK.id).settings
    old = json.loads(settings.text())
    del old["coach"]
    assert read_settings(json.dumps(old), settings.seed) == settings and settings.coach == NO_COACH


def test_it_survives_restarts_and_stays_for_the_rematch() -> None:
    t = coached()
    assert read_settings(t.settings.text(), t.settings.seed) == t.settings
    play_on(t)
    assert has_coach(rebuilt(t)) and t.rematch_settings(t.settings.seed).coach == WARNING


def test_the_record_says_that_it_was_there() -> None:
    t, without = coached(ASKED), coached(NO_COACH)
    for each in (t, without):
        play_on(each)
    record = t.record()
    assert record["coach"] == ASKED and "coach" not in without.record()
    assert carreau.verify(record).over
    with pytest.raises(carreau.CarreauError, match="altered"):
        carreau.verify({**record, "coach": NO_COACH})


def asked(t: Table) -> Table:
    """On to seat 0's turn, and a question."""
    while t.match.acting[0] != 0:
        play_on(t, 1)
    entry = note_question(t, 0, 2.0)
    assert entry is not None and entry.kind == ASK
    do(t, entry)
    return t


def test_a_question_is_noted_once_for_each_position() -> None:
    t = asked(coached())
    ply, sequence = t.match.ply, t.sequence
    assert note_question(t, 0, 3.0) is None and t.match.ply == ply and t.can_act(0)
    seat, action = first_legal(t)
    do(t, t.play(seat, action, ply, 4.0, seen=sequence - 1))  # chosen before the question was noted
    with pytest.raises(NotNow, match="your turn"):
        note_question(t, 0, 5.0)
    asked(t)
    assert len(questions(t)) == 2 and questions(t)[ply] == 0
    assert truth(rebuilt(t)) == truth(t)


def test_a_question_about_what_was_taken_back_is_forgotten() -> None:
    t = asked(coached())
    ply = t.match.ply
    do(t, t.play(*first_legal(t), ply, 3.0))
    if t.can_undo(0):
        do(t, t.undo(0, 4.0))
    assert questions(t) == {ply: 0}
    before = Entry(t.sequence, 5.0, UNDO, 0)
    t.entries, t.plies = [*t.entries, before], [*t.plies, ply - 1]
    assert questions(t) == {}, "it was about a later position than the one that there is now"


@pytest.mark.parametrize(("language", "sentence"), [("en", "Ana asks the coach."), ("fr", "Ana demande à l’entraîneur.")])
def test_the_log_says_who_asked(language: str, sentence: str) -> None:
    t = asked(coached())
    assert LogText(t, words_of(language, t.game), lambda: ["Ana", "Bo"]).up_to_now()[-1] == sentence
