"""A deal that neither the host nor the server chooses alone."""

from __future__ import annotations

import hashlib
import json
from itertools import product

import pytest

import carreau
from carreau.core.deal import Deal, read_deal
from carreau.core.record import digest
from carreau.core.seed import commitment, mixed_seed, pledge_of
from carreau.core.words import words_for
from carreau.table.seating import NotNow
from carreau.table.settings import Chair, make_settings
from carreau.table.shuffle import PATIENCE
from carreau.table.state import BLANK
from carreau.table.table import Table
from carreau.table.text import LogText
from tests.some import QUICK
from tests.table.tables import do, rebuilt, truth

ONE, TWO = "1" * 64, "2" * 64


def mixed(*kinds: str, seed: int = 7) -> Table:
    game = QUICK
    chairs = [Chair(kind, 3, f"P{i}") for i, kind in enumerate(kinds)]
    return Table(make_settings(game, chairs, {"rounds": 1}, seed=seed, mixed=True), game, [], 0.0)


def pledge(t: Table, seat: int, part: str) -> None:
    entry = t.pledge(seat, pledge_of(seat, part), 1.0)
    assert entry is not None
    do(t, entry)


def show(t: Table, seat: int, part: str) -> None:
    entry = t.show_part(seat, part, 1.0)
    assert entry is not None
    do(t, entry)


def both(one: str = ONE, two: str = TWO, seed: int = 7) -> Table:
    t = mixed("me", "open", seed=seed)
    pledge(t, 0, one)
    do(t, t.sit(1, "Bo", 1.0))
    pledge(t, 1, two)
    show(t, 1, two)
    assert not t.dealt and t.match.seed == BLANK
    show(t, 0, one)
    return t


def test_the_deal_follows_from_the_secret_and_every_part() -> None:
    seeds = {both(*choice).match.seed for choice in product((ONE, "3" * 64), (TWO, "4" * 64), (7, 8))}
    assert len(seeds) == 8, "whoever changes their part changes the deal"
    t = both()
    text = json.dumps({"parts": {"0": ONE, "1": TWO}, "secret": t.settings.seed}, sort_keys=True, separators=(",", ":"))
    assert t.match.seed == hashlib.sha256(text.encode()).hexdigest() and t.started
    assert truth(rebuilt(t)) == truth(t)


def test_no_part_is_shown_before_all_have_pledged() -> None:
    t = mixed("me", "open")
    pledge(t, 0, ONE)
    assert t.show_part(0, ONE, 1.0) is None
    do(t, t.sit(1, "Bo", 1.0))
    assert t.show_part(0, ONE, 1.0) is None
    pledge(t, 1, TWO)
    assert t.pledge(1, pledge_of(1, "3" * 64), 1.0) is None, "what is pledged stays"
    assert t.show_part(1, "3" * 64, 1.0) is None, "and nothing else can be shown"
    assert t.show_part(1, ONE, 1.0) is None
    show(t, 0, ONE)
    assert not t.started


def test_bots_and_those_at_the_same_screen_add_nothing() -> None:
    t = mixed("hot", "me", "bot")
    assert t.screens == [1] and t.pledge(0, ONE, 1.0) is None and t.pledge(2, ONE, 1.0) is None
    pledge(t, 1, ONE)
    show(t, 1, ONE)
    assert t.started and t.match.seed == mixed_seed(t.settings.seed, {1: ONE})


def test_several_seats_of_one_screen_add_once() -> None:
    t = mixed("me", "me", "hot", "bot")
    assert t.screens == [0]
    pledge(t, 0, ONE)
    show(t, 0, ONE)
    assert t.started


def test_whoever_does_not_answer_is_left_out_and_it_shows() -> None:
    t = mixed("me", "open")
    do(t, t.sit(1, "Bo", 1.0))
    pledge(t, 0, ONE)
    assert t.tick(PATIENCE) is None
    late = t.tick(1.0 + PATIENCE)
    assert late is not None
    do(t, late)
    assert t.pledge(1, pledge_of(1, TWO), 20.0) is None and not t.started
    lines = LogText(t, words_for("en"), lambda: [chair.name for chair in t.chairs]).up_to_now()
    assert lines[-1] == "No answer from Bo: the cards are shuffled without them."
    show(t, 0, ONE)
    assert t.started and t.record()["deal"]["pledges"].keys() == {"0"}
    assert truth(rebuilt(t)) == truth(t)


def without_the_second_part() -> Table:
    """A table at which a part was promised and not shown in time."""
    t = mixed("me", "open")
    do(t, t.sit(1, "Bo", 1.0))
    pledge(t, 0, ONE)
    pledge(t, 1, TWO)
    show(t, 0, ONE)
    late = t.tick(2.0 + PATIENCE)
    assert late is not None
    do(t, late)
    return t


def test_a_part_that_is_not_shown_in_time_is_left_out() -> None:
    t = without_the_second_part()
    assert t.started and t.match.seed == mixed_seed(t.settings.seed, {0: ONE})
    deal = t.record()["deal"]
    assert deal["pledges"].keys() == {"0", "1"} and deal["parts"].keys() == {"0"}


def test_what_comes_after_the_deal_changes_nothing() -> None:
    """A screen that slept shows its part after the deal: it makes no entry, and one in the log is ignored."""
    t = without_the_second_part()
    seed = t.match.seed
    assert t.show_part(1, TWO, 20.0) is None and t.pledge(1, pledge_of(1, TWO), 20.0) is None
    do(t, t.entry(20.0, "part", 1, TWO))
    assert t.match.seed == seed and truth(rebuilt(t)) == truth(t)


def test_nobody_plays_or_starts_while_the_cards_are_shuffled() -> None:
    t = mixed("me", "bot")
    with pytest.raises(NotNow, match="not begun"):
        t.play(0, "r5 f6", 0, 1.0)
    with pytest.raises(NotNow, match="already"):
        t.start(1.0)
    assert t.bot_turn() is None and t.people == t.bots == []


def test_time_in_which_nobody_was_here_does_not_count() -> None:
    t = mixed("me", "bot")
    t.resume(5.0, 10_000.0)
    assert t.tick(10_000.0 + PATIENCE - 1) is None and t.tick(10_000.0 + PATIENCE) is not None


# in records


def finished() -> Table:
    t = both()
    while not t.match.over:
        seat = t.match.acting[0]
        do(t, t.play(seat, t.match.legal(seat)[0], t.match.ply, 2.0))
    return t


def promise_before(t: Table) -> str:
    """What was shown before anyone had sat down."""
    settings = t.settings
    return commitment(settings.game, settings.version, settings.players, settings.options, settings.seed, mixed=True)


def test_a_record_tells_how_the_deal_came_about_and_is_verified() -> None:
    t = finished()
    record = json.loads(json.dumps(t.record()))
    promise = promise_before(t)
    assert carreau.verify(record, promise).over
    alone = t.deal(t.settings.seed)  # as if nobody had added a part
    while not alone.over:
        alone.play(alone.legal(alone.acting[0])[0])
    with pytest.raises(carreau.BadRecord, match="another deal"):
        carreau.verify(alone.record(), promise)
    with pytest.raises(carreau.BadRecord, match="another deal"):
        carreau.verify(record, record["commitment"])  # the commitment of the final seed, which nobody could have known before
    with pytest.raises(carreau.BadRecord, match="another deal"):
        carreau.verify(record, "0" * 64)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda deal: deal.update(secret="3" * 64), "does not follow"),
        (lambda deal: deal["parts"].update({"1": "3" * 64}), "not what it pledged"),
        (lambda deal: deal["parts"].pop("1"), "does not follow"),
        (lambda deal: deal["parts"].update({"9": ONE}), "not a deal"),
        (lambda deal: (deal["parts"].update({"2": ONE}), deal["pledges"].update({"2": pledge_of(2, ONE)})), "not a deal"),
        (lambda deal: deal["pledges"].update({"7": ONE}), "not a deal"),
        (lambda deal: deal.update(secret=7), "not a deal"),
        (lambda deal: deal.pop("pledges"), "not a deal"),
    ],
)
def test_a_forged_deal_is_refused(change: object, found: str) -> None:
    record = json.loads(json.dumps(both().record()))
    change(record["deal"])  # type: ignore[operator]
    record["digest"] = digest(record)
    with pytest.raises(carreau.BadRecord, match=found):
        carreau.replay(record)


def test_a_deal_survives_as_data() -> None:
    deal = Deal(ONE, {0: pledge_of(0, TWO), 2: "f" * 64}, {0: TWO})
    assert read_deal(json.loads(json.dumps(deal.data())), 3) == deal and deal.broken == [2]
    with pytest.raises(carreau.BadRecord):
        read_deal(deal.data(), 2)
