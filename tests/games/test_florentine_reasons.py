"""Why a move of Dominos florentins is good: each sentence where it must be said, and what is said of random moves is true."""

from __future__ import annotations

from typing import Any

import pytest

from carreau.core.match import Match
from carreau.games.florentine.constants import DRAWING
from tests.effort import often
from tests.games.florentine_plain import beside, fits, plain_rooms, turns, walls_of
from tests.games.reasons import NAMES, Told, moves, told, why
from tests.games.test_florentine import bits, build, edge_it, game

NEARLY = "Rrbg d4, bgro d3"  # a red room with a gem, open to e4 alone
ROOM = r"a room of (\d+) gems?"
EVERY: tuple[str, ...] = game.part("rules.cards").DECK
PROMISE = {1: 0.6, 2: 0.4}  # what a gem is worth, by the openings of its room
OPENINGS = r"(a single|\d+) openings?"


def turn_of(match: Match, seat: int) -> Match:
    match.state.acting = 1 << seat
    return match


# each sentence


def test_a_room_is_closed() -> None:
    match = build(NEARLY)
    assert "It closes a room of 1 gem" in told(match, "bgor e4").does
    assert why(match, "bgor e4", "bgor c4") == "It closes a room of 1 gem."
    assert why(match, "bgor e4", "bgor c4", "fr") == "Ce coup ferme un espace de 1 pierre."
    edge = edge_it(build("Rrbg d1, bgor e1"))
    assert told(edge, "black d1 n").does == {"It closes a room of 1 gem"}


def test_a_room_is_closed_for_somebody_else() -> None:
    match = turn_of(build(NEARLY), 1)
    assert told(match, "bgor e4").unwanted >= {"It does not close a room of 1 gem for Ana"}
    assert why(match, "brgo d5", "bgor e4") == "It does not close a room of 1 gem for Ana."


def test_somebody_is_kept_from_closing_a_room() -> None:
    match = turn_of(build(NEARLY), 3)
    assert why(match, "rgoR e4", "bgor c4") == "It keeps Ana from closing a room of 1 gem."


def test_a_room_is_left_with_few_openings() -> None:
    match = build("Rrbg d4")
    assert "It leaves a room of 1 gem with a single opening" in told(match, "bgro d3").does
    assert told(turn_of(match, 2), "bgro d3").unwanted >= {"It does not leave Ana a room of 1 gem with a single opening"}
    assert "It leaves a room of 1 gem with 2 openings" in told(build("Rrbg d4"), "brgo d5").does


def test_rooms_are_joined() -> None:
    match = build("gRrb d3, Rrgb e4")
    match.state.cells = 1 << 18  # e3, between the two
    assert "It joins 2 rooms: 3 gems together" in told(match, "boRr e3").does


def test_a_room_can_never_be_closed_once_the_last_card_for_it_is_gone() -> None:
    match = turn_of(build(NEARLY, rest=bits("bgor", "bbgo", "ggbo")), 1)
    assert told(match, "bgor c4").does == {"It leaves Ana a room of 1 gem that can never be closed"}
    assert told(turn_of(match, 0), "bgor c4").unwanted == {"It does not leave a room of 1 gem that can never be closed"}
    said = why(turn_of(match, 1), "bgor c4", "Bbgo d5", "fr")
    assert said == "Ce coup laisse à Ana un espace de 1 pierre que rien ne pourra fermer."


def test_cards_that_may_still_be_drawn_can_close_a_room() -> None:
    match = build(NEARLY)
    s = match.state
    s.phase, s.left, s.stack[:2], s.hand[0] = DRAWING, 2, [46, 47], bits("bbgo")
    lost = "It does not leave a room of 1 gem that can never be closed"
    assert lost not in told(match, "Bbgo d5").unwanted
    s.laid = bits(*(card for card in EVERY if "r" in card.lower()))
    assert lost in told(match, "Bbgo d5").unwanted


# what is said is true


class Plain:
    """The rooms of a table by flood fill."""

    def __init__(self, match: Match) -> None:
        self.seen = match.reveal()
        self.square: dict[str, str] = self.seen["square"]
        self.rooms = plain_rooms(self.square, walls_of(self.seen))

    def of(self, seat: int) -> list[Any]:
        return [room for room in self.rooms if room[0] == self.seen["colours"][seat][0] and room[2]]

    def is_best(self, seat: int, gems: int, openings: str) -> bool:
        """Whether a room with so many gems and openings is there, and none that promises more."""
        promises = {(room[2], len(room[3])): room[2] * PROMISE[len(room[3])] for room in self.of(seat) if len(room[3]) in PROMISE}
        promised = promises[gems, 1 if openings == "a single" else int(openings)]
        return bool(promised == max(promises.values()))

    def closed(self, seat: int) -> dict[Any, int]:
        return {triangles: gems for _, triangles, gems, found in self.of(seat) if not found}

    def lost(self, seat: int) -> list[int]:
        """The gems of the open rooms that nothing can close."""
        return [gems for _, _, gems, found in self.of(seat) if found and self.is_lost(seat, found)]

    def is_lost(self, seat: int, openings: frozenset[tuple[str, int]]) -> bool:
        facing = [beside(*triangle) for triangle in openings]
        cells = {cell for cell in facing if cell is not None}
        if facing.count(None) > (self.seen["black"][seat] is None):
            return True
        return any(not self.can_be_filled(cell) for cell in cells)

    def can_be_filled(self, cell: str) -> bool:
        laid = {min(turns(look.lower())) for look in self.square.values()}
        cards = self.seen["open"] if self.seen["phase"] == "open" else [] if self.seen["phase"] == "black" else EVERY
        left = [card for card in cards if min(turns(card.lower())) not in laid]
        return any(fits(self.square, look, cell) for card in left for look in turns(card))


def is_true(one: Told) -> int:
    """How many sentences about a move were looked at; all are true."""
    before, after, looked = Plain(one.match), Plain(one.after), 0

    def closed(seat: int) -> list[int]:
        return [gems for room, gems in after.closed(seat).items() if room not in before.closed(seat)]

    for found in one.found(f"It closes {ROOM}"):
        assert closed(one.seat) == [int(found[1])] == [one.after.points[one.seat] - one.match.points[one.seat]]
        looked += 1
    for found in one.found(rf"It does not close {ROOM} for (\w+)"):
        assert closed(NAMES.index(found[2])) == [int(found[1])]
        looked += 1
    for found in one.found(f"It leaves {ROOM} with {OPENINGS}"):
        assert after.is_best(one.seat, int(found[1]), found[2])
        looked += 1
    for found in one.found(rf"It does not leave (\w+) {ROOM} with {OPENINGS}"):
        assert after.is_best(NAMES.index(found[1]), int(found[2]), found[3])
        looked += 1
    for found in one.found(rf"It leaves (\w+) {ROOM} that can never be closed|It does not leave {ROOM} that can never be closed"):
        seat = NAMES.index(found[1]) if found[1] else one.seat
        assert (seat != one.seat) == bool(found[1]) and max(after.lost(seat)) == int(found[2] or found[3])
        looked += 1
    for found in one.found(r"It joins (\d+) rooms: (\d+) gems? together"):
        joined = [room for room in after.of(one.seat) if len([old for old in before.of(one.seat) if old[1] < room[1]]) > 1]
        assert any(room[2] == int(found[2]) for room in joined)
        looked += 1
    assert looked == len(one.facts)
    assert bool(closed(one.seat)) == any(text.startswith("It closes") for text in one.does), "what is closed is said"
    lost = {seat for seat in range(one.match.players) if after.lost(seat)}
    assert lost == {int(kind[5:] or one.seat) for kind in (fact.kind for fact in one.facts) if kind.startswith("lost")}
    return looked


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {}), (3, {"free_pass": True})])
def test_what_is_said_of_random_moves_is_true(players: int, options: dict[str, Any]) -> None:
    kinds: set[str] = set()
    looked = 0
    for one in moves(game, players, range(often(2)), each=2, every=2, **options):
        looked += is_true(one)
        kinds |= {fact.kind.split()[0] for fact in one.facts}
    assert looked > 100 and kinds >= {"close", "gift", "promise", "lost"}
