"""What Quatuor's drawings promise: joints, taps, guidance in every phase, and nothing that tells what fits."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import carreau
from carreau.core.bits import members
from carreau.core.grid import EAST, SOUTH
from carreau.core.match import Match
from carreau.core.state import CLOCK
from carreau.draw.doubles import Doubles
from carreau.draw.scene import Scene
from carreau.draw.sign import OUTLINES
from carreau.draw.theme import THEMES
from carreau.games.quatuor import puzzle, realtime, show
from carreau.games.quatuor.constants import CARDS, EMPTY, FACES, STALLED
from carreau.games.quatuor.picture import board, faces
from carreau.games.quatuor.picture.choices import Legal
from carreau.games.quatuor.rules.actions import SINGLES, TAKE
from carreau.games.quatuor.rules.cards import COLOURS, DECK, OBJECTS, face_of
from carreau.games.quatuor.rules.joints import BESIDE, is_joint
from carreau.games.quatuor.rules.solver import squares
from tests.pace import least
from tests.probe import choose, positions

GAME = carreau.load("quatuor")
NAMES = ("Ana", "Bo", "Cem", "Dag", "Eva", "Fay", "Gus", "Hal")


def scene(match: Match, seat: int | None, language: str = "en", form: str = "wide") -> Scene:
    drawn: Scene = match.scene(seat, language, NAMES[: match.players], form)
    return drawn


def until(stop: Callable[[Match], bool], players: int, **options: Any) -> Match:
    """A random match, at the first moment that fits."""
    for seed in range(300):
        match, chooser = GAME.new(players, seed, **options), random.Random(seed)
        while not match.over:
            if stop(match):
                return match
            seat, action = choose(match, chooser)
            match.play(action, seat)
        if stop(match):
            return match
    raise AssertionError("no match came to such a moment")


def said(match: Match, seat: int | None) -> list[str]:
    return [scene(match, seat, language).guidance for language in ("en", "fr")]


# cards


def test_every_card_shows_its_four_objects_in_its_four_colours() -> None:
    drawn = faces.faces()
    for card, marks in enumerate(DECK):
        found = re.findall(r'd="(M[^"]*)" fill="var\(--(red|blue|green|yellow)\)"', drawn[str(card)])
        assert found == [(faces.DRAWINGS[OBJECTS[thing]].outline, COLOURS[colour]) for thing, colour in marks]


def test_a_colour_is_never_alone() -> None:
    signs = {OUTLINES[colour] for colour in COLOURS}
    assert len(signs) == 4
    for card in range(CARDS):
        assert {sign for sign in signs if sign in faces.face(card)} == signs


# joints


def test_a_dot_at_every_joint_in_the_colours_around_it() -> None:
    drawn = 0
    square = GAME.examples["square"].play(GAME).state
    for state in [square, *positions(GAME, 3, {}, 3, 20), *positions(GAME, 2, {"way": "b"}, 3, 20)]:
        laid = show.laid(state)
        sides = [(face, BESIDE[cell, side], side) for cell, face in laid.items() for side in (EAST, SOUTH)]
        joints = [(face, laid[near], side) for face, near, side in sides if near in laid]
        markup = board.joints(board.Layout(state))
        assert markup.count(board.CIRCLE) == len(joints)
        assert sum(markup.count(quarter) for quarter in board.QUARTERS) == 4 * len(joints)
        assert all(set(board.colours_at(*joint)) == {0, 1, 2, 3} for joint in joints)
        drawn += len(joints)
    assert drawn > 50


def test_a_dot_points_to_the_objects() -> None:
    """Card 2 fits to the right of card 0: key and cup on the left of the joint, fish and kite on its right."""
    left, right = face_of(0), face_of(2)
    assert is_joint((left[1], left[3]), (right[0], right[2]))
    assert board.colours_at(0, 2, EAST) == (left[1][1], right[0][1], left[3][1], right[2][1])
    below = face_of(4)
    assert board.colours_at(0, 4, SOUTH) == (left[2][1], left[3][1], below[0][1], below[1][1])


def test_a_table_that_crosses_the_seam_stays_in_one_piece() -> None:
    match = GAME.new(1, 1, way="solo", solo="free")
    for column, face in enumerate([0, 2, 4, 8, 14, 49, 6, 12, 47, 39, 10, 33, 45, 37, 18, 31, 43, 35, 16, 41]):
        match.play(column * FACES + face, 0)
    drawn = scene(match, 0)
    assert [piece.x for piece in sorted(drawn.pieces, key=lambda piece: piece.x)] == [100 * column + 50 for column in range(20)]
    assert len({piece.y for piece in drawn.pieces}) == 1
    west, north, east, south = drawn.box
    for spot in drawn.spots:
        assert west < spot.x < east and north < spot.y < south


def test_turned_cards_lie_turned() -> None:
    match = GAME.new(1, 1, way="solo", solo="free")
    for name in ("0 0,0", "9t 0,1"):
        match.play(name, 0)
    lying = {piece.id: piece for piece in scene(match, None).pieces}
    assert (lying["c0"].turned, lying["c9"].turned) == (0, 2)
    assert not lying["c0"].last and lying["c9"].last


# taps


def test_card_and_cell_are_enough_where_only_one_way_fits() -> None:
    for way, players in (("a", 2), ("d", 2), ("solo", 1)):
        for state in positions(GAME, players, {"way": way}, 2, 15):
            match = GAME.new(players, 1, way=way)
            match._states[0] = state
            for seat in match.acting:
                lays = [choice for choice in scene(match, seat).choices if choice.action[0].isdigit()]
                assert all(len(choice.taps) == 2 for choice in lays)
                assert len({choice.taps for choice in lays}) == len(lays)


def test_b_and_c_turn_a_card_by_a_tap_and_show_every_open_cell() -> None:
    stopped = until(lambda match: match.state.stopped >= 0, 2, way="b")
    for match, seat in ((stopped, int(stopped.state.stopped)), (GAME.new(3, 1, way="c"), 2)):
        drawn = scene(match, seat)
        assert {("turn-2" in choice.taps) for choice in drawn.choices if "t " in choice.action} == {True}
        full = {spot.tap for spot in drawn.spots if spot.width == 100}
        assert full == {show.cell_name(int(cell)) for cell in match.state.open_cell[: match.state.opened]}


def test_alone_a_tap_takes_a_card_back_and_in_way_a_it_takes_two() -> None:
    match = GAME.new(1, 1, way="solo")
    match.play(match.actions(0)[0], 0)
    assert [choice.taps for choice in scene(match, 0).choices if choice.action.startswith("take")] == [
        (str(scene(match, 0).pieces[0].tap),)
    ]
    stuck = until(lambda m: not m.over and bool(Legal(m.actions(m.acting[0])).takes), 2, take_back="hand")
    drawn = scene(stuck, stuck.acting[0])
    takes = [choice for choice in drawn.choices if choice.action.startswith("take")]
    assert takes and all(choice.taps[1] == "take" and "c" + choice.taps[0] in {p.id for p in drawn.pieces} for choice in takes)
    assert [tap for tap, _ in drawn.buttons] == ["take", "pass"]


def test_a_laid_card_is_moved_by_a_tap_on_it() -> None:
    match = GAME.examples["move"].play(GAME)
    drawn = scene(match, 0)
    choice = next(choice for choice in drawn.choices if choice.action == "7 2,1")
    assert choice.taps == ("7", "2,1") and choice.name == "move card 7 to 2,1"
    assert "7" in {piece.tap for piece in drawn.pieces}
    match.play("7 2,1", 0)
    assert "1 2,0" in match.legal(0)


# two cards at once


def test_two_cards_are_two_steps() -> None:
    match = GAME.examples["two"].play(GAME)
    drawn = scene(match, 0)
    assert isinstance(drawn.choices, Doubles) and len(drawn.choices) == len(match.actions(0))
    double = next(choice for choice in drawn.choices if choice.action == "7t -2,1 + 13t -2,2")
    assert double.steps == (("two",), ("7", "turn-2", "-2,1"), ("13", "turn-2", "-2,2"))
    assert double.name == "lay card 7 on -2,1, turned + lay card 13 on -2,2, turned"
    assert drawn.choices[-1].action == GAME.name_action(match.actions(0)[-1])
    assert [choice.action for choice in drawn.choices[3:5]] == match.legal(0)[3:5]


def test_the_doubles_are_what_two_steps_can_make() -> None:
    """A browser builds them from single steps: two open cells, or an open one and one next to it, in any order."""
    match = GAME.new(2, 3, way="c")
    drawn, legal = scene(match, 0), set(match.actions(0))
    assert isinstance(drawn.choices, Doubles)
    opened = set(match.state.open_cell[: match.state.opened].tolist())
    steps = [GAME.parse_action(step.action) for step in drawn.choices.steps]
    made = {
        GAME.parse_action(f"{show.name_lay(one)} + {show.name_lay(other)}")
        for one in steps
        for other in steps
        if (one - other) % CARDS and one // FACES in opened and goes_with(one // FACES, other // FACES, opened)
    }
    assert made == {action for action in legal if action >= SINGLES}


def goes_with(cell: int, other: int, opened: set[int]) -> bool:
    return cell != other and (other in opened or other in BESIDE[cell])


def test_the_second_cells_are_small_and_in_sight() -> None:
    drawn = scene(GAME.examples["two"].play(GAME), 0)
    small = [spot for spot in drawn.spots if spot.width < 100]
    assert small and all(spot.tap in drawn.live() for spot in small)
    west, north, east, south = drawn.box
    for spot in small:
        assert west <= spot.x - spot.width / 2 and spot.x + spot.width / 2 <= east
        assert north <= spot.y - spot.height / 2 and spot.y + spot.height / 2 <= south


def test_thousands_of_actions_are_drawn_quickly() -> None:
    match = until(lambda match: match.ply > 8 and len(match.actions(0)) > 8000, 4, way="c")
    drawing = scene(match, 0).svg("wide", "auto", sheet=False)
    assert len(drawing.encode()) < 40_000
    assert least(lambda: scene(match, 0).svg("wide", "auto", sheet=False)) < 0.03


# nothing tells what fits


@pytest.mark.parametrize("way", ["b", "c"])
def test_a_search_is_drawn_without_what_fits(way: str) -> None:
    match = GAME.new(3, 5, way=way)
    if way == "b":
        match.play("stop", 1)
    before = scene(match, 1).svg("wide")
    match.state.open_fit[:] = 0
    assert scene(match, 1).svg("wide") == before


# guidance


def test_guidance_in_way_a() -> None:
    match = GAME.new(2, 1, first=1)
    assert said(match, 1) == ["Your turn: lay the first card.", "À vous\u00a0: posez la première carte."]
    assert said(match, 0)[0] == said(match, None)[0] == "Bo lays the first card."
    match.play(match.actions(1)[0], 1)
    assert said(match, None)[0] == "Ana is choosing a card."
    moving = GAME.examples["move"].play(GAME)
    assert said(moving, 0)[0] == "Nothing fits: move a laid card, or pass."
    moving.play("7 2,1", 0)
    assert said(moving, 0)[0] == "Now lay a card if you like, or pass."
    assert said(moving, 1)[0] == "Ana has moved a card and may lay one."


def test_guidance_in_way_b() -> None:
    match = GAME.new(3, 2, way="b")
    assert said(match, 0)[0].startswith("Does one of the two cards fit?")
    match.play("none", 0)
    assert said(match, 0)[0] == "You see no place; you may still say stop."
    match.play("stop", 1)
    assert said(match, 1)[0] == "Stop! Lay one of the two cards where it fits."
    assert said(match, None)[0] == "Stop! Bo is laying one of the two cards."
    assert "none" in scene(match, 1).quiet
    match.play("none", 1)
    drawn = scene(match, 1)
    assert drawn.guidance == "You are out; the others go on." and not drawn.buttons and "out" in drawn.players[1].facts
    match.play("none", 2)
    assert re.match("The pair set aside had (a|no) place. ", said(match, 2)[0])
    assert re.match("La paire écartée (avait une|n’avait pas de) place. ", said(match, 2)[1])
    assert [pile.count for pile in scene(match, 2).piles] == [22, 2]


def test_guidance_in_way_c() -> None:
    match = GAME.new(2, 1, way="c")
    assert said(match, 0)[0] == "Lay as fast as you can: one card, or two at once."
    assert [tap for tap, _ in scene(match, 0).buttons] == ["none", "two"]
    wrong = next(plan for plan in realtime.mistakes(match.seen(0), 0))
    match.play(wrong[0], 0)
    drawn = scene(match, 0)
    assert drawn.guidance == "That did not fit: wait a moment." and not drawn.spots
    assert "barred" in scene(match, 1).players[0].facts and str(wrong[0] % CARDS) not in scene(match, 1).live()
    match.play("time 0", CLOCK)
    match.play("none", 0)
    assert said(match, 0)[0] == "You said none; you may still lay." and said(match, None)[0] == "Everybody lays at the same time."


def test_guidance_in_way_d() -> None:
    match = GAME.new(2, 1, way="d", first=0)
    assert said(match, 0)[0] == "Your turn: lay to the left or right of a card."
    assert said(match, 1)[1] == "Ana pose à gauche ou à droite d’une carte."
    lost = GAME.examples["directions"].play(GAME)
    assert said(lost, 0)[0] == "Turn lost: directions swapped. Your turn: lay to the left or right of a card."
    assert [player.facts[-1] for player in scene(lost, 0).players] == ["horizontal", "vertical"]
    assert scene(lost, 0).under != scene(match.copy(), 1).under


def test_guidance_alone() -> None:
    match = GAME.new(1, 1, way="solo")
    assert said(match, 0)[0] == "Form a 3×3 square: lay the first card."
    assert said(match, None)[0] == "Ana is forming a 3×3 square."
    assert scene(match, 0).quiet == ("give-up",)


# the end


def test_winners_are_seen_as_the_rules_see_them() -> None:
    for mode in GAME.modes:
        for players in mode.players:
            for seed in range(3):
                match, chooser = GAME.new(players, seed, **mode.options), random.Random(seed)
                while not match.over:
                    seat, action = choose(match, chooser)
                    match.play(action, seat)
                assert show.winners(match.seen(None)) == [seat for seat, share in enumerate(match.returns) if share]
                drawn = scene(match, None)
                assert (
                    drawn.guidance == show.outcome(match.state, show.winners(match.state), GAME.words("en"), NAMES)["text"]
                    and not drawn.choices
                )


def test_the_square_gets_a_gold_frame() -> None:
    match = GAME.examples["square"].play(GAME)
    drawn = scene(match, 0)
    assert 'x="-100" y="-140" width="300" height="420"' in drawn.over and "var(--gold)" in drawn.over
    before = match.at(match.ply - 1)
    assert "var(--gold)" not in scene(before, 0).over


def test_the_last_card_of_a_hand_gets_a_gold_frame() -> None:
    match = until(lambda match: match.state.over and match.state.ended == EMPTY, 2)
    cell = int(match.state.last)
    x, y = board.Layout(match.state).middle(cell)
    assert f'x="{x - 50:g}" y="{y - 70:g}" width="100" height="140"' in scene(match, 0).over
    stalled = until(lambda match: match.state.over and match.state.ended == STALLED, 2)
    assert "var(--gold)" not in scene(stalled, 0).over


# players


def test_what_counts_is_the_number_beside_the_name() -> None:
    match = GAME.new(3, 4, deals="each")
    assert [player.points for player in scene(match, 0).players] == ["0", "0", "0"]
    assert scene(match, 0).players[1].facts[0] == "deals won, 7 in hand"
    assert [player.points for player in scene(GAME.new(2, 4, way="d"), 0).players] == ["10", "10"]
    assert [player.points for player in scene(GAME.examples["stop"].play(GAME), 0).players] == ["1", "0", "1"]


def test_cards_taken_back_are_seen_in_the_hand_and_others_are_not() -> None:
    match = until(lambda match: not match.over and any(match.state.known[:2]), 2, take_back="hand")
    other = next(seat for seat in range(2) if match.state.known[seat])
    cards = scene(match, 1 - other).players[other].pieces
    known = members(match.state.known[other])
    assert [piece.face for piece in cards] == [str(card) for card in known] + ["back"] * (
        int(match.state.left[other]) - len(known)
    )


# examples


def test_what_the_captions_say_fits_fits() -> None:
    stop = GAME.examples["stop"].play(GAME)
    assert all(realtime.fits(stop.state.grid.tolist(), GAME.parse_action(name)) for name in ("11 2,-1", "14 -1,2"))
    two = GAME.examples["two"].play(GAME)
    assert realtime.fits_all(two.state.grid.tolist(), GAME.parse_action("7t -2,1 + 13t -2,2"))
    ways = GAME.examples["directions"].play(GAME)
    assert realtime.fits(ways.state.grid.tolist(), GAME.parse_action("13t 2,1"))
    assert len(squares(puzzle.cards_given(GAME.examples["square"].play(GAME).state))) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme(theme: str) -> None:
    drawing = GAME.examples["move"].play(GAME).svg(0, "fr", NAMES[:2], "phone", theme)
    assert "var(" not in drawing and all(THEMES[theme][colour] in drawing for colour in COLOURS)


def test_taking_is_no_word() -> None:
    legal = Legal([5, TAKE * FACES + 3])
    assert legal.lays == [5] and legal.takes == [TAKE * FACES + 3] and not legal.words and legal.cells() == [0]
