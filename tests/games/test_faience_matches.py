"""Whole matches of Faïence, compared with the rules written again in plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from carreau.core.match import Match
from carreau.games.faience.constants import CELLS, CHOOSE, DROP_DOWN, LAY, PLACES
from carreau.games.faience.rules.cards import CARDS, motif_and_value
from tests.games.faience_table import (
    CELL_NAMES,
    GAME,
    LINEAR,
    SQUARE,
    Chooser,
    at_random,
    play,
    position,
    run,
    wastefully,
)


class Table:
    """Faïence again, with dictionaries of names: what may be done now, and what is worth how much."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.data = match.reveal()

    def box_is_small(self, cells: set[tuple[int, int]]) -> bool:
        rows, columns = ([cell[way] for cell in cells] for way in (0, 1))
        return max(rows) - min(rows) < 3 and max(columns) - min(columns) < 3

    def legal(self, seat: int) -> set[str]:
        data, phase = self.data, self.data["phase"]
        if phase == "choose":
            return {"discard", "reveal"}
        if phase == "drop":
            return {f"drop {name}" for name in data["hands"][seat]}
        cards = data["up"] if phase == "lay" else data["hands"][seat]
        return {f"{card} {place}" for card in cards for place in self.places(seat, card, phase != "owe_beside")}

    def places(self, seat: int, card: str, may_replace: bool) -> set[str]:
        laid, outside = self.data["areas"][seat], self.data["outside"][seat]
        if not laid:
            return {"c3"}
        taken = {spot(cell) for cell in laid}
        result = set()
        for cell in CELL_NAMES:
            row, column = spot(cell)
            touches = taken & {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            if cell in laid:
                if may_replace and alike(card, laid[cell]):
                    result.add(cell)
            elif touches and self.box_is_small(taken | {(row, column)}):
                result.add(cell)
        if len(laid) == 9:
            result.add("out")
        if outside and may_replace and alike(card, outside[0]):
            result.add("swap")
        return result


def spot(cell: str) -> tuple[int, int]:
    return int(cell[1]), ord(cell[0])


def alike(one: str, other: str) -> bool:
    return one[0] == other[0] or one[1:] == other[1:]


def score(laid: dict[str, str], outside: list[str], table: tuple[int, ...]) -> tuple[int, int]:
    """By flood fill."""
    values = sum(int(card[1:]) for card in [*laid.values(), *outside])
    motifs = {spot(cell): card[0] for cell, card in laid.items()}
    points = 0
    while motifs:
        start, motif = motifs.popitem()
        zone, border = 1, [start]
        while border:
            row, column = border.pop()
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if motifs.get(near) == motif:
                    del motifs[near]
                    border.append(near)
                    zone += 1
        points += table[zone - 1]
    return values, points


@pytest.mark.parametrize("choose", [at_random, wastefully])
@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (5, {}), (3, {"replace_once": True}), (4, {"last_lap": False, "zones": "linear"})],
)
def test_oracle_legal_actions_turns_and_scores(players: int, options: dict[str, Any], choose: Chooser) -> None:
    table = LINEAR if "zones" in options else SQUARE
    for seed in range(2):
        before: dict[str, Any] = {}
        for match in run(players, seed, choose, rounds=2, **options):
            data = match.reveal()
            for seat in range(players):
                values, zones = score(data["areas"][seat], data["outside"][seat], table)
                assert data["worth"][seat] == {"values": values, "zones": zones}
            if before and data["round"] == before["round"] and not match.over:
                check_step(before, data, *match.history[-1])
            if before and (data["round"] != before["round"] or match.over):
                check_end(before, data, match, table)
            for seat in match.acting:
                legal = match.legal(seat)
                assert len(legal) == len(set(legal)) and set(legal) == Table(match).legal(seat)
            before = data


def check_step(before: dict[str, Any], after: dict[str, Any], seat: int, action: int) -> None:
    """What an action may change, and what it may not."""
    name = GAME.name_action(action)
    for other in range(after["players"]):
        if other != seat:
            assert after["areas"][other] == before["areas"][other] and after["hands"][other] == before["hands"][other]
    total = sum(map(len, after["areas"])) + sum(map(len, after["outside"])) + sum(after["held"])
    assert total + len(after["up"]) + after["pile"] + len(after["discard"]) == CARDS
    assert after["pile"] + len(after["discard"]) >= 5  # F6
    if before["phase"] in ("owe", "owe_beside", "drop"):
        used = name.split()[1] if before["phase"] == "drop" else name.split()[0]
        assert sorted([*after["hands"][seat], used]) == sorted(before["hands"][seat])
    if before["phase"] == "lay":
        card, place = name.split()
        value = int(card[1:])
        replaced = place in before["areas"][seat]
        assert after["areas"][seat][place] == card
        drawn = max(value, 0) if not replaced else 0
        assert len(after["hands"][seat]) == len(before["hands"][seat]) + drawn
        owed = 0 if replaced else max(len(after["hands"][seat]) - 5, 0) if value > 0 else min(-value, before["held"][seat])
        assert after["owed"] == owed
        assert (after["acting"] == [seat]) is (owed > 0)
    if after["phase"] == "choose":
        assert after["discard"] and after["acting"] == [(seat + 1) % after["players"]] and not after["owed"]


def check_end(before: dict[str, Any], after: dict[str, Any], match: Match, table: tuple[int, ...]) -> None:
    """The points for a round are those of the areas on the table, including the last action."""
    seat, action = match.history[-1]
    areas = [dict(area) for area in before["areas"]]
    outside = [list(cards) for cards in before["outside"]]
    card, _, place = GAME.name_action(action).partition(" ")
    if place in CELL_NAMES:
        areas[seat][place] = card
    elif place == "out":
        outside[seat].append(card)
    elif place == "swap":
        outside[seat][0] = card
    scores = [score(area, cards, table) for area, cards in zip(areas, outside, strict=True)]
    assert after["ended"]["values"] == [values for values, _ in scores]
    assert after["ended"]["zones"] == [zones for _, zones in scores]
    assert after["points"] == [was + sum(brought) for was, brought in zip(before["points"], scores, strict=True)]
    complete = any(len(area) == 9 for area in areas)
    assert after["ended"]["how"] == ("square" if complete else "limit")
    assert complete or before["lap"] == 40
    assert match.over is (max(after["points"]) >= match.options["target"])


@pytest.mark.parametrize("players", [4, 5])
def test_f06_the_piles_never_hold_fewer_than_five(players: int) -> None:
    """Even with nearly all cards on the table: everyone hoards, so that hands and areas are as full as possible."""
    fewest = CARDS
    for seed in range(25):
        for match in run(players, seed, hoarding, rounds=2, target=200):
            s = match.state
            fewest = min(fewest, int(s.left) + int(s.thrown))
            assert s.left + s.thrown >= 5
            assert s.left + s.thrown >= 8 or s.phase in (LAY, DROP_DOWN)
    assert fewest < (20 if players == 5 else 34)


def hoarding(match: Match, chooser: random.Random) -> int:
    """Lay beside rather than replace, and positive cards rather than others; complete no square before the 30th lap."""
    seat = match.acting[0]
    actions = match.actions(seat)
    cells = match.state.cell[seat]
    if match.state.phase == CHOOSE:
        return actions[-1]
    room = np.count_nonzero(cells) < 8 or match.state.laps >= 30 or match.state.closing
    wanted = [a for a in actions if (a % PLACES < CELLS and cells[a % PLACES] == 0) == bool(room)]
    wanted = [a for a in wanted if motif_and_value(a // PLACES)[1] > 0] or wanted
    return chooser.choice(wanted or actions)


def test_f06_five_players_nearly_all_cards_on_the_table() -> None:
    """Four complete squares with full hands, and a fifth player who lays +3 as ninth card."""
    areas = (
        "s-1 l-1 w-1 / k-1 f-1 r-1 / s-2 l-2 .",
        "s-1 l-1 w-1 / k-1 f-1 r-1 / s-2 l-2 w-2",
        "w+1 k+1 f+1 / r+1 s+1 l+1 / k+2 f+2 r+2",
        "l+1 w+1 k+1 / f+1 r+1 s+1 / l+2 w+2 k+2",
        "s+1 l+1 w+1 / k+1 f+1 r+1 / s+2 l+2 w+2",
    )
    hands = ("w+3 f+2 r+2 s+2 k-2", "k0 f0 r0 s+3 l+3", "r-1 r-1 s0 l0 w0", "s-1 l-1 w-1 k-1 f-1", "s-1 l-1 w-1 k-1 f-1")
    match = position(areas, hands, discard="r+3", pile="k+3 r-2 f+3", players=5)
    assert match.state.left + match.state.thrown == 9
    play(match, "reveal", "k+3 d4")  # f+3 is drawn, then the discard is shuffled
    assert (match.state.left, match.state.thrown, match.state.held[0]) == (5, 0, 8)
    for other in run_on(match):
        assert other.state.left + other.state.thrown >= 5
    assert match.state.begun == 2 or match.over


def run_on(match: Match) -> Iterator[Match]:
    chooser = random.Random(1)
    while not match.over and match.state.begun == 1:
        match.play(at_random(match, chooser))
        yield match
