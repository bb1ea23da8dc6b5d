"""Why a move of Punto is good: each sentence where it must be said, and what random moves are praised for is true of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from carreau.core.match import Match
from tests.effort import often
from tests.games.punto_tools import GAME, build, table
from tests.games.reasons import NAMES, Told, moves, told, why

FOUR_BLUE = """
    r8 b3 b4 b5 b6 .
    .  g2 g3 r4 .  .
"""  # from f6 to j6
THREE_RED = """
    r3 r4 r5 .
    b2 b3 y4 .
"""
COLOUR_NAMES = {"red": "r", "blue": "b", "green": "g", "yellow": "y"}
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


def match_of(picture: str, then: str, players: int = 2) -> Match:
    """The first card of the picture that its turn allows lies on f6; seat 0 is next, with this card."""
    match = GAME.new(players, 1, first=0)
    build(match, picture, then)
    return match


# each sentence


def test_a_row_grows_until_it_is_a_line() -> None:
    match = match_of(THREE_RED, "r6 r7")
    assert told(match, "r6 i6").does == {"It puts 4 red cards in a row"}
    assert told(match, "r6 e7").does == set()
    match.play("r6 i6")
    match.play(next(name for name in match.legal(1) if told(match, name).does == set()))
    assert told(match, "r7 j6").does == {"It completes a line of 5 red cards"}
    assert why(match, "r7 j6", "r7 e7") == "It completes a line of 5 red cards, which wins the round."
    assert why(match, "r7 j6", "r7 e7", "fr") == "Ce coup complète une ligne de 5 cartes rouges, ce qui gagne la manche."


def test_a_row_is_stopped_where_it_could_go_on() -> None:
    match = match_of(FOUR_BLUE, "r7")
    (blocked,) = told(match, "r7 k6").does
    assert blocked == "It blocks a cell where Bo could get a line of 5 blue cards"
    assert why(match, "r7 k6", "r7 f7").startswith(f"{blocked}: Bo can then win the round at once ")
    low = match_of(FOUR_BLUE, "r1")
    assert told(low, "r1 k6").does == set(), "nearly every blue card could cover it"


def test_a_card_in_a_row_is_covered() -> None:
    match = match_of(FOUR_BLUE, "r7")
    assert told(match, "r7 i6").does == {"It covers the blue\u00a05, one of Bo’s 4 blue cards in a row"}
    said = why(match, "r7 i6", "r7 f7", "fr")
    assert said.startswith("Ce coup couvre le 5\u00a0bleu, une des 4 cartes bleues alignées chez Bo\u00a0: Bo peut alors gagner")


def test_an_own_row_is_left_alone() -> None:
    match = match_of(THREE_RED, "g9")
    assert told(match, "g9 g6").unwanted == {"It leaves 3 red cards in a row as they are"}
    assert why(match, "g9 e7", "g9 g6") == "It leaves 3 red cards in a row as they are."


def test_a_neutral_row_is_nobodys() -> None:
    """P13"""
    match = GAME.new(3, 1, first=0)
    build(match, "y2 y3 y4 . .\n. . . . .", "y5")
    assert told(match, "y5 i6").facts == [] and told(match, "y5 f6").facts == []


def test_partners_have_a_row_together() -> None:
    match = GAME.new(4, 1, first=0, teams=True)
    build(match, FOUR_BLUE, "r9")
    assert "It blocks a cell where Bo and Dan could get a line of 5 blue cards" in told(match, "r9 k6").does


# what is said is true

Tops = Mapping[str, str]  # the visible cards by cell


def tops(match: Match) -> Tops:
    return {cell: stack[0] for cell, stack in table(match).items()}


def at(cell: str, way: tuple[int, int], steps: int) -> str:
    return f"{chr(ord(cell[0]) + steps * way[1])}{int(cell[1:]) + steps * way[0]}"


def run(cell: str, way: tuple[int, int], takes: Callable[[str], bool]) -> int:
    """How many cells in both directions are of a kind, counting this one."""
    return 1 + sum(next(k for k in range(12) if not takes(at(cell, way, step * (k + 1)))) for step in (1, -1))


def longest(cards: Tops, cell: str, colour: str) -> int:
    """The longest row of a colour through a cell, as if a card of that colour lay there."""
    return max(run(cell, way, lambda other: cards.get(other, " ")[0] == colour) for way in WAYS)


def can_grow(cards: Tops, cell: str, colour: str, number: int, length: int) -> bool:
    """Whether a row of so many cards may still become a line, in a square of 6 by 6 (P9)."""
    rows, columns = {int(other[1:]) for other in cards}, {ord(other[0]) for other in cards}

    def may_have(other: str) -> bool:
        high, wide = rows | {int(other[1:])}, columns | {ord(other[0])}
        inside = max(high) - min(high) < 6 and max(wide) - min(wide) < 6
        return inside and (cards.get(other, "..")[0] == colour or cards.get(other, "..")[1] != "9")

    ways = [way for way in WAYS if run(cell, way, lambda other: cards.get(other, " ")[0] == colour) == number]
    return any(run(cell, way, may_have) >= length for way in ways)


def owner(match: Match, colour: str) -> int:
    place = "rbgy".index(colour)
    return place % 2 if match.players == 2 else -1 if match.players == 3 and colour == "y" else place


def above(match: Match, colour: str, value: int) -> int:
    """The cards of a colour above a value that are still to come, or lie turned up."""
    view = match.reveal()
    gone = [card for stack in view["table"].values() for card in stack] + [card for cards in view["aside"] for card in cards]
    cards = [f"{colour}{number}" for number in range(1, 10) for _ in range(2)]
    for card in gone:
        if card in cards:
            cards.remove(card)
    return sum(int(card[1]) > value for card in cards)


def is_true(one: Told) -> int:
    """How many sentences about a move were looked at; all are true."""
    card, cell = one.name.split()
    before, after, looked = tops(one.match), tops(one.after), 0
    beneath = before.get(cell, " 0")
    for found in one.found(r"It puts (\d) (\w+) cards in a row|It completes a line of (\d) (\w+) cards"):
        number, colour = int(found[1] or found[3]), COLOUR_NAMES[found[2] or found[4]]
        assert owner(one.match, colour) == one.seat and longest(after, cell, colour) == number
        line = number >= (5 if one.match.players == 2 else 4)
        ended = one.after.scored == one.after.ply and one.after.reveal()["ended"]["how"]
        assert (found[3] is not None) == line == (ended == "line")
        assert line or can_grow(after, cell, colour, number, 5 if one.match.players == 2 else 4)
        looked += 1
    for found in one.found(r"It covers the (\w+)\s(\d), one of (\w+)’s (\d) (\w+) cards in a row"):
        assert beneath == COLOUR_NAMES[found[1]] + found[2] and found[1] == found[5]
        assert NAMES[owner(one.match, beneath[0])] == found[3] and longest(before, cell, beneath[0]) == int(found[4])
        looked += 1
    for found in one.found(r"It blocks a cell where (\w+) could get (?:a line of )?(\d+) (\w+) cards(?: in a row)?"):
        colour = COLOUR_NAMES[found[3]]
        assert NAMES[owner(one.match, colour)] == found[1] and longest(before, cell, colour) == int(found[2])
        assert 2 * above(one.match, colour, int(card[1])) <= above(one.match, colour, int(beneath[1]))
        looked += 1
    for found in one.found(r"It leaves (\d) (\w+) cards in a row as they are"):
        assert owner(one.match, beneath[0]) == one.seat and longest(before, cell, beneath[0]) == int(found[1])
        assert COLOUR_NAMES[found[2]] == beneath[0] != card[0]
        looked += 1
    assert looked == len(one.facts)
    return looked


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_said_of_random_moves_is_true(players: int) -> None:
    looked = sum(is_true(one) for one in moves(GAME, players, range(often(4)), rounds=1) if not one.name.startswith("aside"))
    assert looked > 50


def test_a_row_is_never_passed_over() -> None:
    lines, rows = 0, 0
    for one in moves(GAME, 4, range(often(4)), each=9, every=1, rounds=1):
        card, _, cell = one.name.partition(" ")
        if card == "aside" or owner(one.match, card[0]) != one.seat:
            continue
        after = tops(one.after)
        number = longest(after, cell, card[0])
        lines += number >= 4
        rows += number == 3
        if number >= 4:
            assert any(text.startswith("It completes a line of ") for text in one.does)
        elif number == 3:
            assert bool(one.found("It puts 3 .*", one.does)) == can_grow(after, cell, card[0], 3, 4)
    assert lines > 3 and rows > 20
