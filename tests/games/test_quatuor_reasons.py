"""Why a move of Quatuor is good: each sentence where it must be said, and what is said of random moves is true."""

from __future__ import annotations

import random
from typing import Any

import pytest

from carreau.core.bits import members
from carreau.core.match import Match
from carreau.games.quatuor.constants import CARDS, FACES, SPAN
from tests.effort import often
from tests.games.reasons import NAMES, Told, moves, told, why
from tests.games.test_quatuor import GAME, HORIZONTAL, Table, around, arrange, fitting, never_fitting, table_of

START: Table = {(0, 0): 10}


def lies(match: Match, action: int) -> Table:
    """The table once a card is laid."""
    place, face = divmod(action, FACES)
    return {**table_of(match.state), (place // SPAN, place % SPAN): face}


def dealt(*hands: list[int], **options: Any) -> Match:
    match = GAME.new(2, 1, first=0, **options)
    arrange(match, START, *hands)
    return match


def beside(*, fits: bool) -> int:
    """A card that fits beside the first, or that does not."""
    return next(card for card in range(CARDS) if card != 10 and bool(fitting(START, [card])) == fits)


# each sentence


def test_the_next_player_has_nothing_to_lay() -> None:
    match = dealt([beside(fits=True), 0, 1], [])
    action = match.actions(0)[0]
    arrange(match, START, [action % CARDS, 0, 1], never_fitting(lies(match, action), 2))
    name = GAME.name_action(action)
    assert "It leaves Bo nothing to lay" in told(match, name).does
    arrange(match, START, [action % CARDS, 0, 1], [card for card in range(2, CARDS) if card != action % CARDS])
    assert "It leaves Bo nothing to lay" not in told(match, name).does


def test_whoever_has_moved_a_laid_card_goes_on_first() -> None:
    match, chance = GAME.new(4, 298), random.Random(298)
    while match.ply < 20:
        match.play(chance.choice(match.legal(match.acting[0])))
    moved = told(match, "19 1,-3")
    following = (moved.seat + 1) % 4
    assert moved.after.acting == (moved.seat,)
    assert not fitting(table_of(moved.after.state), members(moved.after.state.hand[following]))
    assert not moved.found(r"It leaves \w+ nothing to lay")


def test_in_two_directions_a_turn_that_is_lost_counts() -> None:
    stuck = 0
    for one in moves(GAME, 2, range(often(6)), each=9, way="d"):
        lost = not one.after.over and bool(one.after.state.failures)
        assert lost == ("It leaves Bo nothing to lay" in one.does or "It leaves Ana nothing to lay" in one.does)
        stuck += lost
    assert stuck > 3


def test_a_card_with_few_places_goes_first() -> None:
    grown = GAME.new(2, 1)
    for _ in range(6):
        grown.play(grown.legal(grown.acting[0])[0])
    table = table_of(grown.state)
    number = {card: len(fitting(table, [card])) for card in range(CARDS) if card not in {face % CARDS for face in table.values()}}
    rare, usual = next(card for card in number if number[card] == 2), max(number, key=lambda card: number[card])
    assert number[usual] > 2
    match = dealt()
    arrange(match, table, [rare, usual], [])
    first, second = (next(name for name in match.legal(0) if GAME.parse_action(name) % CARDS == card) for card in (rare, usual))
    assert f"It lays card {rare}, which fits in 2 places only" in told(match, first).does
    assert not told(match, second).found(r"It lays card .*")


def test_places_are_left_for_the_hand() -> None:
    card = beside(fits=True)
    match = dealt([card, 0, 1], [])
    action = match.actions(0)[0]
    table = lies(match, action)
    able = next(other for other in range(CARDS) if other not in (10, action % CARDS) and fitting(table, [other]))
    unable = never_fitting(table, 2)
    name = GAME.name_action(action)
    for hand, said in (
        ([able], "It leaves a place for the last card in hand"),
        ([able, *unable], "It leaves a place for 1 card in hand"),
    ):
        arrange(match, START, [action % CARDS, *hand], [])
        assert said in told(match, name).does
    arrange(match, START, [action % CARDS, *unable], [])
    assert not told(match, name).found("It leaves .* in hand")


def test_few_of_the_others_cards_fit() -> None:
    match = dealt([beside(fits=True), 0], [1, 2])
    said = next(text for text in told(match, match.legal(0)[0]).does if "that are not seen" in text)
    assert said.startswith("It leaves places for only ")
    names = match.legal(0)
    assert why(match, names[0], names[0]) == ""


def test_real_time_has_no_reasons() -> None:
    for options in ({"way": "b"}, {"way": "c"}):
        match = GAME.new(2, 1, **options)
        assert GAME.reasons is not None
        action = match.actions(0)[0]
        assert list(GAME.reasons.facts(match.state, 0, action, match.state, GAME.words("en"), NAMES)) == []


# what is said is true


def places(one: Told, match: Match, seat: int, cards: list[int]) -> set[tuple[tuple[int, int], int]]:
    """Where cards fit; with two directions, only beside or only above and below a card, as the seat lays before the move."""
    table = table_of(match.state)
    found = fitting(table, cards)
    if one.match.options["way"] != "d":
        return found
    sides = (1, 3) if one.match.state.direction[seat] == HORIZONTAL else (0, 2)
    return {(cell, face) for cell, face in found if any(around(cell)[side] in table for side in sides)}


def cards_of(found: set[tuple[tuple[int, int], int]]) -> set[int]:
    return {face % CARDS for _, face in found}


def is_true(one: Told) -> int:
    """How many sentences about a move were looked at; all are true."""
    looked, s = 0, one.after.state
    mine = members(s.hand[one.seat])
    following = (one.seat + 1) % one.match.players
    for found in one.found(r"It lays card (\d+), which fits in (\d) places? only"):
        card = int(found[1])
        assert one.name.startswith(str(card)) and card in members(one.match.state.hand[one.seat])
        assert len(places(one, one.match, one.seat, [card])) == int(found[2]) <= 2
        looked += 1
    for found in one.found(r"It leaves (?:a place|places) for (the last card|all (\d+) cards|(\d+) cards?) in hand"):
        number = len(cards_of(places(one, one.after, one.seat, mine)))
        assert number == int(found[2] or found[3] or 1)
        assert (number == len(mine) == 1) == (found[1] == "the last card") and (number == len(mine) > 1) == bool(found[2])
        looked += 1
    for found in one.found(r"It leaves (\w+) nothing to lay"):
        assert found[1] == NAMES[following]
        looked += 1
    if one.match.options["way"] == "a":
        is_next = one.after.acting == (following,)  # whoever has moved a laid card goes on
        stuck = is_next and not places(one, one.after, following, members(s.hand[following]))
        assert stuck == bool(one.found(r"It leaves \w+ nothing to lay"))
    for found in one.found(r"It leaves (?:a place|places) for only (\d+) of the (\d+) cards that are not seen"):
        known = {card for seat in range(one.match.players) if seat != one.seat for card in members(s.known[seat])}
        hidden = [card for card in range(CARDS) if card not in {*members(s.table), *mine, *known}]
        assert len(hidden) == int(found[2]) and int(found[1]) <= len(hidden) * 2 / 3
        assert len(cards_of(places(one, one.after, following, hidden))) == int(found[1])
        looked += 1
    assert looked == len(one.facts)
    return looked


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (4, {"take_back": "hand"}), (2, {"way": "d"}), (1, {"way": "solo"})], ids=str
)
def test_what_is_said_of_random_moves_is_true(players: int, options: dict[str, Any]) -> None:
    kinds: set[str] = set()
    for one in moves(GAME, players, range(often(1 if players == 1 else 12)), each=2, every=20 if players == 1 else 2, **options):
        is_true(one)
        kinds |= {fact.kind for fact in one.facts}
    assert kinds >= ({"hard", "fits", "hidden", "stuck"} if players > 1 else {"fits"})
