"""The rules of Kings in the Corner, by their numbers in the rulebook, against a table of plain lists."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import carreau

GAME = carreau.load(Path(__file__).parent.parent)
SIDES, CORNERS = ("b1", "a2", "c2", "b3"), ("a1", "c1", "a3", "c3")
RANKS = ("a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k")


def matches(count: int = 12, **options: Any) -> Iterator[carreau.Match]:
    """Random matches, stopped before each action."""
    for seed in range(count):
        match, chance = GAME.new(2 + seed % 3, seed, **options), random.Random(seed)
        while not match.over:
            yield match
            match.play(chance.choice(match.legal(match.acting[0])))
        yield match


def rank(card: str) -> int:
    return RANKS.index(card[:-1])


def is_red(card: str) -> bool:
    return card[-1] in "dh"


def follows(card: str, other: str) -> bool:
    return rank(card) + 1 == rank(other) and is_red(card) != is_red(other)


def expected(match: carreau.Match) -> set[str]:
    """Every move that K4 and K5 allow, found the long way."""
    shown = match.reveal()
    table, found = shown["table"], {"pass"}
    for card in shown["hands"][match.acting[0]]:
        found |= {f"{card} {cell}" for cell, pile in table.items() if follows(card, pile[-1])}
        found |= {f"{card} {cell}" for cell in (CORNERS if card[0] == "k" else SIDES) if cell not in table}
    for cell, pile in table.items():
        found |= {f"{pile[0]} {other}" for other, onto in table.items() if other != cell and follows(pile[0], onto[-1])}
        if pile[0][0] == "k" and cell in SIDES:
            found |= {f"{pile[0]} {corner}" for corner in CORNERS if corner not in table}
    return found


def test_k1_a_whole_pack() -> None:
    assert len(set(GAME.faces.deck())) == 52


def test_k2_the_deal() -> None:
    for hand in (4, 7, 8):
        shown = GAME.new(3, 1, first=2, hand=hand).reveal()
        assert shown["held"] == [hand, hand, hand + 1] and shown["stock"] == 52 - 4 - 3 * hand - 1
        assert set(shown["table"]) == set(SIDES) and shown["acting"] == [2]


def test_k3_a_card_is_drawn_at_the_beginning_of_a_turn_alone() -> None:
    for match in matches(4):
        before, seat = match.reveal(), match.acting[0] if match.acting else None
        if seat is None or before["stock"] == 0:
            continue
        after = match.at(match.ply)
        after.play("pass")
        held = [number + (other == (seat + 1) % match.players) for other, number in enumerate(before["held"])]
        assert after.reveal()["held"] == held and after.reveal()["stock"] == before["stock"] - 1


def test_k4_k5_what_may_be_laid_and_moved() -> None:
    moved = 0
    for match in matches():
        if not match.over:
            assert set(match.legal(match.acting[0])) == expected(match)
            moved += any(name.split()[0] in {pile[0] for pile in match.reveal()["table"].values()} for name in expected(match))
    assert moved > 20


def test_k5_a_pile_moves_as_a_whole() -> None:
    for match in matches(6):
        table = match.reveal()["table"]
        for name in match.legal(match.acting[0]) if match.acting else ():
            source = next((cell for cell, pile in table.items() if pile[0] == name.split()[0]), None)
            if source:
                after = match.at(match.ply)
                after.play(name)
                target = name.split()[1]
                assert after.reveal()["table"] == {
                    **{cell: pile for cell, pile in table.items() if cell != source},
                    target: table.get(target, []) + table[source],
                }


def test_k6_the_last_card_ends_it_and_so_do_passes_all_round() -> None:
    out = {match.outcome["reason"] for match in matches() if match.outcome}
    assert "out" in out
    match = GAME.new(3, 2, first=0)
    while match.reveal()["stock"]:
        match.play("pass")
    for _ in range(2):
        match.play("pass")
        assert not match.over
    match.play("pass")
    assert match.over and match.outcome and match.outcome["reason"] == "blocked"


def test_k7_what_is_left_is_lost() -> None:
    for match in matches():
        if match.outcome:
            hands = match.view(None)["hands"]
            lost = [-sum(10 if card[0] == "k" else 1 for card in hand) for hand in hands]
            assert list(match.points) == lost
            assert match.outcome["winners"] == [seat for seat in range(match.players) if lost[seat] == max(lost)]
