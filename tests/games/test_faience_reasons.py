"""Why a move of Faïence is good: each sentence where it must be said, and what is said of random moves is true."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.effort import often
from tests.games.faience_table import CELL_NAMES, EIGHT, GAME, LINEAR, SQUARE, area, play, position
from tests.games.reasons import NAMES, Told, moves, told, why

SEVERAL = ("stars", "leaves", "waves", "knots", "fans", "roses")
ZONE = (
    r"(?:It makes a zone of (?P<one>\d+) (?P<made>\w+)|"
    r"It joins (?P<parts>\d+) zones of (?P<joined>\w+), (?P<n>\d+) tiles? together)"
)
CARD = r"the (\w+) ([+−]?\d)"
POINTS = r"([−]?\d+) points?"

# each sentence


def test_a_zone_grows() -> None:
    match = play(position(("s+1 s+1 . / . . . / . . .",), discard="s-1"), "discard")
    assert told(match, "s-1 d2").does == {"It makes a zone of 3 stars", "It makes a zone of 3 stars: 2 points more"}
    assert why(match, "s-1 d2", "s-1 c3") == why(match, "s-1 d2", "s-1 b3") == ""
    assert told(match, "s-1 c3").does == told(match, "s-1 d2").does, "as good as in a line"


def test_two_zones_are_joined() -> None:
    match = play(position(("s+1 s+1 . / k+1 . . / s-1 s+2 .",), discard="s0"), "discard")
    joined = "It joins 2 zones of stars, 5 tiles together"
    assert told(match, "s0 c3").does == {joined, f"{joined}: 14 points more"}
    assert why(match, "s0 c3", "s0 d2") == f"{joined}: 14 points more."
    assert (
        why(match, "s0 c3", "s0 d2", "fr")
        == "Ce coup réunit 2 zones d’étoiles, 5 carreaux d’un seul tenant\u00a0: 14 points de plus."
    )


def test_values_count_without_a_zone() -> None:
    match = play(position(("s-2 l+1 . / . . . / . . .",), discard="k+3"), "discard")
    assert told(match, "k+3 d2").does == {"It makes the area worth 3 points more"}


def test_a_square_is_completed_or_kept_open() -> None:
    match = play(position((EIGHT, "s+1 . . / . . . / . . ."), discard="f+3"), "discard")
    complete = told(match, "f+3 d4")
    assert "It completes the square" in complete.does and complete.unwanted == {"It keeps the square open"}
    assert told(match, "f+3 c3").unwanted == set()


def test_the_top_of_the_discard_is_good_or_not() -> None:
    good = position(("s+1 s+1 . / . . . / . . .",), discard="s+3")
    assert told(good, "discard").does == {"It takes the star +3, which could bring the area 6 points"}
    assert told(good, "reveal").facts == []
    assert why(good, "discard", "reveal").startswith("It takes the star +3")
    poor = position(("s+1 s+1 . / . . . / . . .",), discard="k-1")
    assert told(poor, "reveal").does == {"It passes over the knot −1, which would bring the area −1 point"}
    assert told(poor, "discard").facts == []


def test_what_stays_in_hand_and_what_is_left_on_the_discard() -> None:
    areas = ("s+1 s+1 . / . . . / . . .", "r+1 r+1 . / . . . / . . .")
    match = play(position(areas, hands=("s+3 l-1 w-1 k-1 f-1",), discard="l+1", top="r+3"), "discard", "l+1 b3")
    assert told(match, "drop r+3").unwanted == {"It does not leave Bo the rose +3, which could bring 6 points"}
    assert "It keeps the star +3 in hand, which could bring the area 6 points" in told(match, "drop r+3").does
    assert why(match, "drop l-1", "drop r+3") == "It does not leave Bo the rose +3, which could bring 6 points."
    assert why(match, "drop l-1", "drop s+3").startswith("It keeps the star +3 in hand, which could bring the area ")


def test_what_stays_in_hand_is_worth_nothing_once_the_square_is_complete() -> None:
    match = play(position((EIGHT,), hands=("k+3 l-1 w-1 k-1 f-1",), discard="s+2"), "discard", "s+2 d4")
    assert len(match.reveal()["hands"][0]) == 7 and told(match, "drop k+3").does == set()


# what is said is true

Area = Mapping[str, str]  # cards by cell, and those outside


def near(cell: str) -> list[str]:
    column, row = cell[0], cell[1]
    return [chr(ord(column) + x) + str(int(row) + y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]


def zone_of(cards: Area, cell: str) -> set[str]:
    """The cells of one motif that hang together with this one, by a plain search."""
    found, todo = {cell}, [cell]
    while todo:
        more = [
            other for other in near(todo.pop()) if other in cards and other not in found and cards[other][0] == cards[cell][0]
        ]
        found.update(more)
        todo += more
    return found


def worth(cards: Area, outside: list[str], table: tuple[int, ...]) -> tuple[int, int]:
    values = sum(int(card[1:]) for card in [*cards.values(), *outside])
    zones = {frozenset(zone_of(cards, cell)) for cell in cards}
    return values, sum(table[len(zone) - 1] for zone in zones)


class Table:
    """What an area is worth before and after a move."""

    def __init__(self, one: Told) -> None:
        self.table = LINEAR if one.match.options["zones"] == "linear" else SQUARE
        self.cards, self.then = area(one.match, one.seat), area(one.after, one.seat)
        self.now = worth(self.cards, one.match.reveal()["outside"][one.seat], self.table)
        self.later = worth(self.then, one.after.reveal()["outside"][one.seat], self.table)

    @property
    def more(self) -> int:
        return sum(self.later) - sum(self.now)


def best(cards: Area, outside: list[str], table: tuple[int, ...], name: str) -> int:
    """The most that a card can add: on a free cell within the square, or in the place of one of its motif or value."""
    before, found = sum(worth(cards, outside, table)), []
    for cell in CELL_NAMES:
        columns, rows = ({other[k] for other in [*cards, cell]} for k in (0, 1))
        inside = max(map(ord, columns)) - min(map(ord, columns)) < 3 and max(map(int, rows)) - min(map(int, rows)) < 3
        beside = inside and (any(other in cards for other in near(cell)) if cards else cell == "c3")
        fits = (cell in cards and (cards[cell][0] == name[0] or cards[cell][1:] == name[1:])) or (cell not in cards and beside)
        if fits:
            found.append(sum(worth({**cards, cell: name}, outside, table)) - before)
    return max(found)


def card_of(motif: str, value: str) -> str:
    return motif[0] + value.replace("−", "-")


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def is_true(one: Told) -> int:
    """How many sentences about a move were looked at; all are true."""
    table, looked, name = Table(one), 0, one.name.split()
    for found in one.found(rf"{ZONE}(?:: {POINTS} more)?"):
        looked += check_zone(one, table, found)
    for found in one.found(f"It makes the area worth {POINTS} more"):
        assert number(found[1]) == table.more and table.later[1] <= table.now[1]
        looked += 1
    for text in ("It completes the square", "It keeps the square open"):
        looked += text in one.does | one.unwanted
        assert (text in one.does | one.unwanted) == (len(table.cards) < 9 == len(table.then))
    view, rest = one.match.reveal(), one.after.reveal()
    for found in one.found(f"It takes {CARD}, which could bring the area {POINTS}"):
        assert name == ["discard"] and view["discard"][0] == card_of(found[1], found[2])
        assert best(table.cards, view["outside"][one.seat], table.table, view["discard"][0]) == number(found[3]) > 1
        looked += 1
    for found in one.found(f"It passes over {CARD}, which would bring the area {POINTS}"):
        assert name == ["reveal"] and view["discard"][0] == card_of(found[1], found[2])
        assert best(table.cards, view["outside"][one.seat], table.table, view["discard"][0]) == number(found[3]) <= 1
        looked += 1
    for found in one.found(f"It keeps {CARD} in hand, which could bring the area {POINTS}"):
        card = card_of(found[1], found[2])
        assert name[0] == "drop" and card in rest["hands"][one.seat]
        assert best(table.then, rest["outside"][one.seat], table.table, card) == number(found[3])
        looked += 1
    for found in one.found(rf"It does not leave (\w+) {CARD}, which could bring {POINTS}"):
        seat = NAMES.index(found[1])
        assert one.after.acting == (seat,) != (one.seat,) and rest["discard"][0] == card_of(found[2], found[3])
        assert best(area(one.after, seat), rest["outside"][seat], table.table, rest["discard"][0]) == number(found[4])
        looked += 1
    if name in (["discard"], ["reveal"]):
        is_good = best(table.cards, view["outside"][one.seat], table.table, view["discard"][0]) > 1
        assert looked == (is_good == (name == ["discard"])), "one of the two is good"
    assert looked == len(one.facts)
    return looked


def check_zone(one: Told, table: Table, found: re.Match[str]) -> int:
    card, cell = one.name.split()
    zone = zone_of(table.then, cell)
    motif = SEVERAL.index(found["made"] or found["joined"])
    assert "slwkfr"[motif] == card[0] and len(zone) == int(found["one"] or found["n"])
    assert table.later[1] > table.now[1]
    if found["parts"]:
        old = {frozenset(zone_of(table.cards, other)) for other in zone if table.cards.get(other, " ")[0] == card[0]}
        assert len(old) == int(found["parts"])
    points = found[found.re.groups]
    assert points is None or number(points) == table.more
    return 1


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"zones": "linear"}), (4, {"replace_once": True})])
def test_what_is_said_of_random_moves_is_true(players: int, options: dict[str, Any]) -> None:
    kinds: set[str] = set()
    for one in moves(GAME, players, range(often(2)), each=2, every=4, target=20, **options):
        is_true(one)
        kinds |= {re.sub(r" \d+", "", fact.kind) for fact in one.facts}
    assert kinds >= {"zone", "worth", "take", "pass over", "keep", "leave"}
