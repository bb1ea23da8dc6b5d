"""Dominos florentins as it is drawn: cards, rooms, phases, and what is said about them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import carreau
from carreau.core.match import Match
from carreau.core.state import unpacked
from carreau.draw.scene import Scene
from carreau.games.florentine.constants import EDGING, HUES, OPEN
from tests.probe import redeal, view

game = carreau.load("florentine")
board, faces, scoring, stones = (game.part(f"picture.{name}") for name in ("board", "faces", "scoring", "stones"))
cards, show = game.part("rules.cards"), game.show

NAMES = ["Ana", "Bo", "Chloé", "Dan"]
SEED = 11


def played(until: Callable[[Match], bool], players: int = 3, seed: int = SEED, **options: Any) -> Match:
    """A match in which cards are laid whenever they can be, up to a moment."""
    match = game.new(players, seed, **options)
    chooser = random.Random(seed)
    while not until(match):
        actions = match.legal(match.acting[0])
        match.play(chooser.choice([name for name in actions if not name.startswith(("aside", "decline"))] or actions))
    return match


def scene(match: Match, seat: int | None = None, language: str = "en", form: str = "wide") -> Scene:
    drawn: Scene = match.scene(seat, language, NAMES[: match.players], form)
    return drawn


def mine(match: Match, language: str = "en", form: str = "wide") -> Scene:
    return scene(match, match.acting[0], language, form)


# the cards


@pytest.mark.parametrize("name", cards.DECK)
def test_gold_runs_where_the_colours_differ_and_nowhere_else(name: str) -> None:
    low = name.lower()
    expected = {corner for side, corner in enumerate(CORNERS) if low[side] != low[(side + 1) % 4]}
    lines = re.findall(rf'<path d="([^"]*)" stroke="{stones.GOLD}" stroke-width="1.7"/>', faces.face(name))
    assert len(lines) == 1
    assert set(re.findall(r"M50 50L([\d.]+ [\d.]+)", lines[0])) == expected


CORNERS = ("98.2 1.8", "98.2 98.2", "1.8 98.2", "1.8 1.8")  # after the north, east, south and west


@pytest.mark.parametrize("name", cards.DECK)
def test_every_triangle_has_its_sign_and_every_capital_its_gem(name: str) -> None:
    face = faces.face(name)
    for letter, hue in zip(cards.LETTERS, HUES):
        assert face.count(f'd="{faces.OUTLINES[hue]}"') == name.lower().count(letter)
        for outline, colour in stones.GEMS[hue]:
            assert face.count(f'd="{outline}" fill="{colour}"') == name.count(letter.upper())


@pytest.mark.parametrize("hue", HUES)
def test_veins_run_on_into_the_next_triangle_of_the_colour(hue: str) -> None:
    """Where lines leave a triangle at its side, others leave it as far from the other end; on its diagonals likewise."""
    for lines in stones.MARBLES[hue]:
        points = [tuple(map(int, point.split(","))) for line in lines.split(" / ") for point in line.split()]
        assert all(0 <= y <= min(x, 100 - x) for x, y in points), "outside the triangle"
        side = {x for x, y in points if y == 0}
        assert side == {100 - x for x in side}
        ends = [tuple(map(int, line.split()[i].split(","))) for line in lines.split(" / ") for i in (0, -1)]
        west, east = {y for x, y in ends if x == y > 0}, {y for x, y in ends if 100 - x == y > 0}
        assert west == east


# the table


def test_a_laid_card_lies_as_the_rules_say() -> None:
    match = played(lambda match: match.ply == 20)
    square = match.view(None)["square"]
    found = {}
    for piece in scene(match).pieces:
        if " on " in piece.name:
            cell = piece.name.rpartition(" on ")[2]
            found[cell] = cards.turned_name(piece.face, piece.turned)
            assert (piece.x, piece.y) == ("abcdefg".index(cell[0]) * 100 + 50, int(cell[1]) * 100 - 50)
    assert found == square
    assert sum(piece.last for piece in scene(match).pieces) == 1


def test_the_cells_to_be_filled_are_shown_phase_by_phase() -> None:
    """First the cross alone, then the whole square."""
    start, later = game.new(2, 1), played(lambda match: match.view(None)["phase"] == "quarters")
    assert str(scene(start).under).count("h90v90h-90z") == 13
    assert str(scene(later).under).count("h90v90h-90z") == 49 - len(later.view(None)["square"])


def test_open_cards_and_the_stack() -> None:
    match = game.new(2, SEED)
    drawn = mine(match)
    assert [pile.count for pile in drawn.piles] == [32]
    assert {piece.face for piece in drawn.pieces} == set(match.view(None)["open"])
    assert not any(piece.tap for piece in drawn.pieces), "nobody may use them yet"
    match = played(lambda match: match.state.phase == OPEN)
    drawn = mine(match)
    assert not drawn.piles and not drawn.hand
    assert {piece.tap for piece in drawn.pieces if piece.tap} == set(match.view(None)["open"])


@pytest.mark.parametrize("form", ["phone", "wide", "leaf"])
@pytest.mark.parametrize("count", [0, 1, 8, 16, 31, 47])
def test_open_cards_do_not_overlap_and_stay_in_their_place(form: str, count: int) -> None:
    match = game.new(2, 1)
    match.state.open = (1 << count) - 1
    area = board.open_area(match.state, form)
    places = board.rows_of(count, board.split(area)[0])
    for i, (x, y, size) in enumerate(places):
        assert area[0] <= x - 50 * size and x + 50 * size <= area[2] and area[1] <= y - 50 * size and y + 50 * size <= area[3]
        for other in places[:i]:
            assert max(abs(x - other[0]), abs(y - other[1])) > 100 * size


def test_what_a_player_has_before_them() -> None:
    match = game.new(3, SEED)
    seat = match.acting[0]
    for player in mine(match).players:
        backs = [piece.id for piece in player.pieces if piece.face == "back"]
        assert backs == ([] if player.seat == seat else [f"hand{player.seat}-{i}" for i in range(4)])
        colour = match.view(None)["colours"][player.seat]
        assert [piece.face for piece in player.pieces][:1] == [f"black-{'yellow' if colour == 'ochre' else colour}"]


# actions


def test_a_turn_taps_the_card_the_cell_and_the_turning() -> None:
    match = played(lambda match: match.ply == 5)
    taps = {choice.action: choice.taps for choice in mine(match).choices}
    for action, tapped in taps.items():
        first, second = action.split()
        if first == "aside":
            assert tapped == (second, "aside")
        else:
            card, turned = cards.CARD_OF[first.lower()]
            assert tapped == (cards.DECK[card], second, *([f"turn-{turned}"] if turned else []))
    assert any("turn-3" in tapped for tapped in taps.values())


def test_black_cards_are_laid_at_the_border() -> None:
    match = played(lambda match: match.state.phase == EDGING and len(match.legal(match.acting[0])) > 1, seed=4)
    seat, drawn = match.acting[0], mine(match)
    assert [piece.id for piece in drawn.hand] == [f"black-{seat}"]
    assert drawn.buttons == (("decline", "Decline"),)
    action = next(name for name in match.legal(seat) if name.startswith("black"))
    _, cell, side = action.split()
    assert next(choice.taps for choice in drawn.choices if choice.action == action) == ("black", f"{cell}-{side}")
    match.play(action)
    laid = next(piece for piece in scene(match).pieces if piece.id == f"black-{seat}")
    x, y = "abcdefg".index(cell[0]) * 100 + 50, int(cell[1]) * 100 - 50
    outwards = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}[side]
    assert ((laid.x - x) * outwards[0] + (laid.y - y) * outwards[1]) > 50
    assert laid.turned == ("nesw".index(side) + 2) % 4, "its triangle lies against the square"


# rooms


def outlined(svg: str, width: float) -> set[str]:
    """The lines drawn with this width."""
    return {
        line
        for data in re.findall(rf'<path d="([^"]*)" stroke="{scoring.BRIGHT}" stroke-width="{width:g}"', svg)
        for line in re.findall(r"M[^M]*", data)
    }


def walls(match: Match, facts: list[dict[str, Any]]) -> set[str]:
    """The lines around rooms, worked out from their triangles: an edge that two of the room's triangles share is none."""
    found = set()
    for room in facts:
        edges: list[frozenset[tuple[int, int]]] = []
        for name in room["triangles"]:
            cell, side = name.split()
            x, y = "abcdefg".index(cell[0]) * 100, int(cell[1]) * 100 - 100
            a, b = (((0, 0), (100, 0)), ((100, 0), (100, 100)), ((100, 100), (0, 100)), ((0, 100), (0, 0)))["nesw".index(side)]
            corners = [(x + a[0], y + a[1]), (x + b[0], y + b[1]), (x + 50, y + 50)]
            edges += [frozenset((corners[i], corners[i - 1])) for i in range(3)]
        found |= {edge for edge in edges if edges.count(edge) == 1}
    return {path_of(edge) for edge in found}


def path_of(edge: frozenset[tuple[int, int]]) -> str:
    return "-".join(f"{x} {y}" for x, y in sorted(edge))


def as_edges(lines: set[str]) -> set[str]:
    points = [re.findall(r"(\d+) (\d+)", line) for line in lines]
    return {path_of(frozenset((int(x), int(y)) for x, y in pair)) for pair in points}


@pytest.mark.parametrize("seed", range(1, 9))
def test_gold_surrounds_the_rooms_that_count_and_dashes_those_one_short(seed: int) -> None:
    match = played(lambda match: match.ply == 26, seed=seed)
    shown, svg = match.view(None), str(scene(match).over)
    count = [room for room in shown["closed"] if room["gems"] and room["seat"] is not None]
    short = [room for room in shown["one_short"] if room["gems"] and room["seat"] is not None]
    idle = [room for room in shown["closed"] if room not in count]
    assert as_edges(outlined(svg, 6)) == walls(match, count)
    assert as_edges(outlined(svg, 4.5)) == walls(match, short)
    assert as_edges(outlined(svg, 3)) == walls(match, idle)
    assert sum(room["gems"] for room in count) == sum(match.points)
    assert count and short


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_numbers_on_the_rooms_make_up_the_points(players: int) -> None:
    match = played(lambda match: match.over, players)
    rooms = show.counting(show.found_rooms(unpacked(match.state)))
    assert [sum(room.gems for room in rooms if room.seat == seat) for seat in range(players)] == list(match.points)
    drawn = scene(match).over
    for room in rooms:
        assert scoring.number_of(room) in drawn
    lit = sum(len(room.triangles) for room in rooms)
    veiled = re.search(r'<path d="([^"]*)" fill="var\(--felt\)"', drawn)
    assert veiled is not None and veiled[1].count("Z") + lit == 4 * len(match.view(None)["square"])


# words


def choices(match: Match) -> list[str]:
    return match.legal(match.acting[0])


MOMENTS = {  # of each phase: until when, which seed, and what is said then to whoever acts
    "first": (
        lambda match: True, SEED,
        "Your turn: lay the first card in the middle.",
        "À vous : posez la première carte au milieu.",
    ),
    "cross": (
        lambda match: match.ply == 3, SEED,
        "Your turn: lay a card on the cross, or put one with the open cards.",
        "À vous : posez une carte sur la croix, ou mettez-en une à découvert.",
    ),
    "quarters": (
        lambda match: match.view(None)["phase"] == "quarters" and len(choices(match)) > 4, SEED,
        "Your turn: lay a card in a corner, or put one with the open cards.",
        "À vous : posez une carte dans un coin, ou mettez-en une à découvert.",
    ),
    "stuck": (
        lambda match: all(name.startswith("aside") for name in choices(match)), 3,
        "Your turn: no card fits, so put one with the open cards.",
        "À vous : rien ne convient, mettez une carte à découvert.",
    ),
    "open": (
        lambda match: match.state.phase == OPEN, SEED,
        "Your turn: lay any open card that fits.",
        "À vous : posez une carte découverte qui convient.",
    ),
    "black": (
        lambda match: match.state.phase == EDGING and len(choices(match)) > 1, 4,
        "Your turn: close an opening with your black card, or decline.",
        "À vous : fermez une ouverture avec votre carte noire, ou renoncez.",
    ),
    "nowhere": (
        lambda match: match.state.phase == EDGING and choices(match) == ["decline"], 36,
        "Your turn: your black card has nowhere to go, so decline.",
        "À vous : votre carte noire n’a nulle part où aller, renoncez.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MOMENTS)
def test_the_guidance_of_each_phase(name: str) -> None:
    until, seed, english, french = MOMENTS[name]
    match = played(until, seed=seed)
    assert mine(match).guidance == english
    assert mine(match, "fr").guidance == french
    assert NAMES[match.acting[0]] in scene(match).guidance, "others hear whose turn it is"


def test_where_one_may_decline_it_is_said() -> None:
    match = played(lambda match: match.state.phase == OPEN, free_pass=True)
    assert mine(match).guidance == "Your turn: lay any open card that fits, or decline."
    assert mine(match).buttons == (("decline", "Decline"),)
    assert mine(match, "fr").buttons == (("decline", "Renoncer"),)


def test_the_end_is_told_with_names() -> None:
    match = played(lambda match: match.over)
    told = match.outcome_in("fr", NAMES)
    assert told is not None and scene(match, None, "fr").guidance == told["text"]
    assert show.winners(match.state) == told["winners"]
    assert all(NAMES[seat] in told["text"] for seat in told["winners"])


def test_rooms_are_told() -> None:
    match = played(lambda match: match.ply == 26, seed=2)
    shown, told = match.view(None), "\n".join(scene(match).told)
    assert told.count("a closed ") == sum(bool(room["gems"]) and room["seat"] is not None for room in shown["closed"])
    assert told.count("is only open") == sum(bool(room["gems"]) and room["seat"] is not None for room in shown["one_short"])


# what may be known


def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same() -> None:
    match = played(lambda match: match.ply == 9)
    seat = match.acting[0]
    words = game.words("en")
    drawn = set()
    for seed in range(4):
        state = redeal(game, match.state, seat, seed) if seed else match.state
        seen = view(game, state, seat)
        drawn.add(game.scene(seen, seat, match.actions(seat), words, NAMES[:3], "wide").svg())
    assert len(drawn) == 1
    assert not {piece.face for player in mine(match).players for piece in player.pieces} & set(cards.DECK)
