"""The public face of a match, and what it says about bad input. A refused action changes nothing."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.core.match import Match
from carreau.core.past import RECENT
from carreau.core.phrase import listed
from tests.some import EVERY, QUICK, from_numpy, illegal, play_to_the_end, with_rounds

LONG = pytest.param(10**5000, id="long")  # Python refuses to write it


@pytest.fixture
def match() -> Match:
    return QUICK.new(players=3, seed=7, **QUICK.short)


def test_the_public_face(match: Match) -> None:
    assert QUICK.id in carreau.games()
    seat = match.acting[0]
    match.play(match.legal(seat)[0], seat=seat)
    play_to_the_end(match)
    assert match.acting == () and sum(match.returns) == 1
    assert match.outcome is not None
    assert match.outcome["winners"] == [seat for seat, share in enumerate(match.returns) if share]
    assert json.dumps(match.view(None)) and json.dumps(match.reveal())
    assert carreau.replay(match.record()).points == match.points


def test_a_seed_gives_one_match_and_no_seed_a_new_one() -> None:
    game = QUICK
    assert game.new(seed=7).seed == f"{7:064x}"
    assert game.new(seed=7).reveal() == game.new(seed=f"{7:064x}").reveal()
    assert game.new().seed != game.new().seed


def refused(match: Match, error: type[Exception], *words: str, **arguments: Any) -> None:
    before = match._states.tobytes(), list(match.history)
    with pytest.raises(error) as caught:
        match.play(**arguments)
    sentence = str(caught.value)
    assert sentence.endswith(".") and "\n" not in sentence
    for word in words:
        assert word in sentence
    assert (match._states.tobytes(), match.history) == before


def test_an_unreadable_action(match: Match) -> None:
    seat = match.acting[0]
    for action in ("", "hello", "hello f6", "🂡", "r" * 500):
        refused(match, carreau.InvalidAction, action=action, seat=seat)
    for number in (-1, QUICK.actions, 10**30, True, 1.5, None):
        refused(match, carreau.InvalidAction, action=number, seat=seat)


def test_an_illegal_action(match: Match) -> None:
    seat = match.acting[0]
    refused(match, carreau.IllegalAction, "legal action", action=illegal(match), seat=seat)


def test_a_seat_that_is_not_acting(match: Match) -> None:
    seat = match.acting[0]
    name = match.legal(seat)[0]
    refused(match, carreau.IllegalAction, f"seat {seat}", action=name, seat=(seat + 1) % 3)
    refused(match, carreau.BadSeat, "from 0 to 2", action=name, seat=3)
    refused(match, carreau.BadSeat, action=name, seat=-1)
    refused(match, carreau.BadSeat, action=name, seat="0")
    refused(match, carreau.BadSeat, action=name, seat=-2)


def test_a_stale_action(match: Match) -> None:
    seat = match.acting[0]
    name = match.legal(seat)[0]
    match.play(name, seat, ply=0)
    refused(match, carreau.StaleAction, "moved on", action=match.legal(match.acting[0])[0], seat=match.acting[0], ply=0)


def test_a_ply_that_is_none(match: Match) -> None:
    """A position that does not exist is refused in the same words as in a record."""
    seat = match.acting[0]
    name = match.legal(seat)[0]
    wrong: tuple[Any, ...] = ("0", 0.0, True, [], np.array([0, 1]))
    for ply in wrong:
        refused(match, carreau.InvalidAction, "whole number", action=name, seat=seat, ply=ply)
        with pytest.raises(carreau.InvalidAction, match="whole number"):
            match.at(ply)
    match.play(name, from_numpy(seat), ply=from_numpy(0))
    for ply in (-1, 2, 99, 10**5000):
        with pytest.raises(carreau.InvalidAction, match="has 1 moves: there is no position after move"):
            match.at(ply)
    assert match.at(from_numpy(1))._states.tobytes() == match._states.tobytes() and match.at(0).ply == 0


def test_numbers_from_numpy_are_numbers(match: Match) -> None:
    """In JSON as well."""
    short: dict[str, Any] = {name: np.int64(value) if type(value) is int else value for name, value in QUICK.short.items()}
    same = QUICK.new(from_numpy(3), from_numpy(7), **short)
    assert same.record() == match.record()
    seat = from_numpy(same.acting[0])
    same.play(from_numpy(same.actions(seat)[0]), seat)
    assert json.dumps(same.record()) and json.dumps(same.view(seat))
    game = QUICK
    assert game.unpack(from_numpy(9)) == game.unpack(9)
    assert game.pack(**{name: from_numpy(part) for name, part in game.unpack(9).items()}) == 9
    assert QUICK.new(3, first=from_numpy(2)).options["first"] == 2


@pytest.mark.parametrize("value", [np.array([1, 2]), np.array(["random", "random"]), np.array([[1]]), LONG, {}, object(), b"x"])
def test_whatever_an_option_is_not_is_one_sentence(value: Any) -> None:
    for game in map(carreau.load, carreau.games()):
        for option in game.options:
            with pytest.raises(carreau.BadOption) as caught:
                game.new(seed=1, **{option.name: value})
            assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


def test_a_drawing_that_there_is_not(match: Match) -> None:
    for wish, words in (
        ({"form": "xx"}, "phone, wide"),
        ({"theme": "xx"}, "auto, light"),
        ({"form": []}, "phone"),
        ({"theme": 1}, "dark"),
    ):
        with pytest.raises(carreau.BadOption, match=words):
            match.svg(**wish)


def test_nothing_is_played_after_the_end(match: Match) -> None:
    while not match.over:
        match.play(match.legal(match.acting[0])[0])
    refused(match, carreau.IllegalAction, "over", action=0, seat=0)
    assert match.legal(0) == []


@pytest.mark.parametrize("players", [0, 99, -2, 10**9, "2", True, 2.0])
def test_a_wrong_number_of_players(players: Any) -> None:
    with pytest.raises(carreau.BadPlayers, match=f"is for {listed(QUICK.players)} players"):
        QUICK.new(players=players)


@pytest.mark.parametrize("seed", [-1, 2**256, "7", "zz", 1.5, True, "F" * 64, LONG, np.array([1, 2])])
def test_a_bad_seed(seed: Any) -> None:
    with pytest.raises(carreau.BadSeed, match="hexadecimal"):
        QUICK.new(seed=seed)


@pytest.mark.parametrize(
    "name", ["pinto", "", f"../{QUICK.id}", f"{QUICK.id}.rules", "__pycache__", "x" * 500, None, 7, [], "a/\0"]
)
def test_an_unknown_game(name: Any) -> None:
    with pytest.raises(carreau.UnknownGame) as caught:
        carreau.load(name)
    assert len(str(caught.value)) < 300


def test_a_copy_goes_its_own_way(match: Match) -> None:
    twin = match.copy()
    twin.play(twin.legal(twin.acting[0])[0])
    assert (match.ply, twin.ply) == (0, 1)
    assert match._states.tobytes() != twin._states.tobytes()


def goes_its_own_way(match: Match, twin: Match) -> None:
    before = match._states.tobytes(), list(match.history)
    assert twin._states.tobytes() == before[0] and twin.record() == match.record()
    twin.play(twin.actions(twin.acting[0])[0])
    assert twin.ply == match.ply + 1 and (match._states.tobytes(), match.history) == before
    assert twin.at(match.ply).record() == match.record()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda match: pickle.loads(pickle.dumps(match))])
def test_however_a_match_is_copied_it_shares_no_memory(match: Match, copied: Any) -> None:
    match.play(match.actions(match.acting[0])[0])
    goes_its_own_way(match, copied(match))
    assert copied(match).game is match.game


def test_a_match_is_not_made_for_players_whom_its_game_does_not_know() -> None:
    for players in (1 + max(QUICK.players), 99, -1, "2"):
        with pytest.raises(carreau.BadPlayers):
            carreau.Match(QUICK, players, {}, 1)  # type: ignore[arg-type]


def test_nothing_can_be_said_of_an_action_when_nobody_acts(match: Match) -> None:
    name = match.legal(match.acting[0])[0]
    play_to_the_end(match)
    with pytest.raises(carreau.IllegalAction, match="The match is over"):
        match.say_action(name)


@pytest.mark.parametrize("names", [["Ana"], "Ana", [1, 2, 3]])
def test_there_is_a_name_for_each_seat(match: Match, names: Any) -> None:
    for ask in (match.svg, match.scene):
        with pytest.raises(carreau.BadPlayers, match="a name for each"):
            ask(0, names=names)
    play_to_the_end(match)
    with pytest.raises(carreau.BadPlayers, match="a name for each"):
        match.outcome_in("en", names)


def test_a_view_can_be_changed_and_the_match_stays_as_it_is(match: Match) -> None:
    before = dict(match.options)
    for view in (match.view(0), match.reveal(), carreau.Seen.of(match, 0).view()):
        view["options"].clear()
    assert match.options == before and match.view(-1)["seat"] is None


@pytest.mark.parametrize("seat", [9, "0", 1.5, True])
def test_who_there_is_not_can_neither_act_nor_be_spoken_of(match: Match, seat: Any) -> None:
    with pytest.raises(carreau.BadSeat):
        match.may_act(seat)
    with pytest.raises(carreau.BadSeat):
        match.say_action(match.legal(match.acting[0])[0], seat)


def test_nobody_acts_between_two_rounds() -> None:
    match = with_rounds()[0].new(2, 1)
    while (table := match.scored_table()) is None:
        match.play(match.actions(match.acting[0])[0])
    assert table.acting == () and not table.over
    for seat in (None, 0):
        refused(table, carreau.IllegalAction, "The round is over", action=0, seat=seat)
    with pytest.raises(carreau.IllegalAction, match="The round is over"):
        carreau.take_turn(table, carreau.bot("random"))
    with pytest.raises(carreau.IllegalAction, match="The round is over"):
        carreau.play_out(table, [carreau.bot("random")] * 2)


def test_the_clock_has_nothing_to_play_while_no_timer_runs() -> None:
    game = next(game for game in EVERY if game.clock)
    mode = next(mode for mode in game.modes if not game.new(mode.players[-1], 1, **mode.options).in_real_time)
    match = game.new(mode.players[-1], 1, **mode.options)
    refused(match, carreau.IllegalAction, "has no legal action", action=match.actions(match.acting[0])[0], seat=carreau.CLOCK)


def test_a_moment_ago_is_remembered_and_long_ago_is_played_again(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    while not match.over:
        match.play(match.legal(match.acting[0])[0])
    assert match.ply > 2 * RECENT
    slow = [Match(match.game, 3, match.options, match.seed)]
    for seat, action in match.history:
        slow.append(slow[-1].copy())
        slow[-1]._put(seat, action)
    for ply in range(match.ply + 1):
        then = match.at(ply)
        assert then._states.tobytes() == slow[ply]._states.tobytes() and then.history == match.history[:ply]
    monkeypatch.setattr(match.game._drive, "play_at", None)
    then = match.at(match.ply - 2)
    assert then.at(then.ply - 1)._states.tobytes() == slow[-4]._states.tobytes()
