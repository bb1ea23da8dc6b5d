"""All bots take their turns in the same way, and so does a user's own bot."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import carreau
from carreau.bots.turn import choose
from carreau.core.game import Game, Mode
from carreau.core.stepper import Stepper
from tests import probe
from tests.conftest import CASES, case_name
from tests.some import QUICK, hiding, racing

OWN = """
class First:
    def choose(self, seen, legal, seed):
        return legal[0]

class Picky:
    def __init__(self, patience):
        pass

    def choose(self, seen, legal, seed):
        return legal[0]

LAST = type("Last", (), {"choose": lambda self, seen, legal, seed: legal[-1]})()
NOTHING = 3
"""


class Wrong:
    """Chooses an illegal action."""

    def choose(self, seen: carreau.Seen, legal: Sequence[carreau.Action], seed: int) -> carreau.Action:
        return next(action for action in range(seen.game.actions) if action not in legal)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A user's module, in a folder that Python searches."""
    (tmp_path / "bots_of_mine.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "bots_of_mine_in_a_hurry.py").write_text("def (", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "bots_of_mine"


# turns


def test_a_turn_is_what_the_bot_chose() -> None:
    match, bot = QUICK.new(2, 1, **QUICK.short), carreau.bot("greedy")
    seat = match.acting[0]
    expected = choose(match, bot, seat, 5)
    assert carreau.take_turn(match, bot, seed=5) == expected
    assert match.history == [(seat, expected)]


def test_a_turn_can_be_refused() -> None:
    match, bot = QUICK.new(2, seed=1, **QUICK.short), carreau.bot("random")
    other = 1 - match.acting[0]
    with pytest.raises(carreau.IllegalAction, match=f"Seat {other} cannot act now"):
        carreau.take_turn(match, bot, other)
    with pytest.raises(carreau.BadSeat):
        carreau.take_turn(match, bot, 7)
    with pytest.raises(carreau.IllegalAction, match="is not allowed now"):
        carreau.take_turn(match, Wrong())
    assert match.ply == 0
    carreau.play_out(match, [bot] * match.players)
    with pytest.raises(carreau.IllegalAction, match="The match is over"):
        carreau.take_turn(match, bot)


def test_the_same_seed_plays_the_same_match() -> None:
    bots = [carreau.bot("random"), carreau.bot("greedy")]
    matches = [QUICK.new(2, seed=1, **QUICK.short) for _ in range(3)]
    for match, seed in zip(matches, (1, 1, 2)):
        carreau.play_out(match, bots, seed)
    assert matches[0].history == matches[1].history != matches[2].history


def test_playing_out_needs_a_bot_for_each_seat_and_turns() -> None:
    with pytest.raises(carreau.BadPlayers, match="2 seats and needs a bot for each, but 1"):
        carreau.play_out(QUICK.new(2), [carreau.bot("random")])
    plan = racing()[0]
    with pytest.raises(carreau.BadOption, match="Everybody plays at once"):
        carreau.play_out(carreau.load(plan.game).new(2, 1, **plan.options), [carreau.bot("random")] * 2)


# a user's own bots


def test_a_bot_by_the_name_of_its_module(own: str) -> None:
    match = QUICK.new(2, seed=1)
    legal = match.actions(match.acting[0])
    for name, action in ((f"{own}:First", legal[0]), (f" {own}:LAST", legal[-1])):
        assert choose(match, carreau.bot(name), match.acting[0], 1) == action


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("{own}:NOTHING", "it has no method 'choose'"),
        ("{own}:Missing", "There is no 'Missing' in the module"),
        ("{own}:Picky", "cannot be made without arguments"),
        ("{own}_in_a_hurry:First", "cannot be imported: invalid syntax"),
        ("not_a_module_at_all:First", "cannot be imported"),
        ("{own}:", "There is no bot"),
        (":First", "There is no bot"),
        ("../{own}:First", "There is no bot"),
    ],
)
def test_what_is_no_bot_is_one_sentence(own: str, name: str, sentence: str) -> None:
    with pytest.raises(carreau.BadOption, match=sentence):
        carreau.bot(name.format(own=own))


@pytest.mark.parametrize("name", [3, None, b"random"])
def test_a_bot_is_named_by_a_text(name: Any) -> None:
    with pytest.raises(carreau.BadOption, match="There is no bot"):
        carreau.bot(name)


@pytest.mark.parametrize("bot", ["random", carreau.Greedy, None, QUICK])
def test_what_is_not_a_bot_takes_no_turn(bot: Any) -> None:
    match = QUICK.new(2, seed=1, **QUICK.short)
    with pytest.raises(carreau.BadOption, match="is not a bot"):
        carreau.take_turn(match, bot)
    with pytest.raises(carreau.BadOption, match="is not a bot"):
        carreau.play_out(match, [carreau.bot("random"), bot])
    with pytest.raises((carreau.BadPlayers, carreau.BadOption)):
        carreau.play_out(match, bot)
    assert match.ply == 0


@pytest.mark.parametrize("seed", ["7", 1.5, -1, 2**63, True])
def test_what_is_not_a_seed_for_choices_and_worlds(seed: Any) -> None:
    match = QUICK.new(2, seed=1, **QUICK.short)
    with pytest.raises(carreau.BadSeed, match="whole number"):
        carreau.take_turn(match, carreau.bot("random"), seed=seed)
    with pytest.raises(carreau.BadSeed, match="whole number"):
        carreau.Seen.of(match, 0).world(seed)


@pytest.mark.parametrize("seed", ["7", 1.5, 2**70])
def test_what_is_not_a_seed_for_a_stepper(seed: Any) -> None:
    with pytest.raises(carreau.BadSeed, match="whole number"):
        Stepper(QUICK, 2, **QUICK.short).deal(seed)


@pytest.mark.parametrize(
    "make",
    [lambda n: carreau.Greedy(worlds=n), lambda n: carreau.Ismcts(n), lambda n: carreau.Ismcts(cores=n)],
)
def test_what_a_bot_cannot_be_made_with(make: Any) -> None:
    for number in (0, -1, "9", 1.5, None):
        with pytest.raises(carreau.BadOption, match="is a whole number from 1 on"):
            make(number)


def test_a_turn_returns_the_number_of_an_action_that_was_chosen_by_its_name() -> None:
    class Named:
        def choose(self, seen: carreau.Seen, legal: Sequence[carreau.Action], seed: int) -> Any:
            return seen.game.name_action(legal[0])

    match = QUICK.new(2, seed=1, **QUICK.short)
    first = match.actions(match.acting[0])[0]
    assert carreau.take_turn(match, Named()) == first


@pytest.mark.parametrize("seat", [9, -3, "0", None])
def test_nothing_is_seen_from_where_nobody_sits(seat: Any) -> None:
    match = QUICK.new(2, seed=1, **QUICK.short)
    with pytest.raises(carreau.BadSeat):
        carreau.Seen(QUICK, seat, match.state)


# what a bot can do with what it gets


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_view_of_a_seat_is_the_view_of_the_match(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    match = game.new(players, 3, **mode.options)
    for _ in range(4):
        for seat in range(players):
            assert carreau.Seen.of(match, seat).view() == match.view(seat)
        if match.over:
            break
        match.play(match.actions(match.acting[0])[-1], match.acting[0])


def test_a_world_is_one_that_the_seat_cannot_tell_from_the_true_one() -> None:
    plan = hiding()
    game = carreau.load(plan.game)
    match = game.new(2, 5, **plan.options)
    seat = match.acting[0]
    seen = carreau.Seen.of(match, seat)
    worlds = [seen.world(seed) for seed in range(20)]
    for world in worlds:
        assert (world.seat, world.legal(), world.over) == (seat, match.actions(seat), False)
        assert probe.view(game, world.state, seat).tobytes() == seen.state.tobytes()
    assert len({world.state.tobytes() for world in worlds}) > 1
    assert seen.world(3).state.tobytes() == worlds[3].state.tobytes()
    while not worlds[0].over:
        worlds[0].play(worlds[0].legal()[0])
    assert sum(worlds[0].returns) == pytest.approx(1)
    worlds[0].deal(9)
    assert worlds[0].state.tobytes() == game.new(2, 9, **plan.options).state.tobytes()


def test_a_world_of_a_match_that_is_over_is_over() -> None:
    match = QUICK.new(2, seed=1, **QUICK.short)
    carreau.play_out(match, [carreau.bot("random")] * 2, 1)
    world = carreau.Seen.of(match, 0).world(1)
    assert world.over and world.legal() == [] and world.returns == match.returns and world.points == match.points


@pytest.mark.parametrize("copied", [Stepper.copy, copy.copy, copy.deepcopy])
def test_a_copy_of_a_stepper_goes_its_own_way(copied: Any) -> None:
    stepper = Stepper(QUICK, 2)
    stepper.deal(4)
    stepper.play(stepper.legal()[0])
    twin = copied(stepper)
    before = stepper.state.tobytes(), stepper.legal()
    assert (twin.state.tobytes(), twin.legal(), twin.seat, twin.over) == (*before, stepper.seat, False)
    twin.play(twin.legal()[-1])
    assert (stepper.state.tobytes(), stepper.legal()) == before
    assert twin.state.tobytes() != before[0]
