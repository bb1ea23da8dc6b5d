"""Faïence's tiles and table: what is special about drawing them."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest

from carreau.core.bits import set_of
from carreau.core.match import Match
from carreau.draw.raster import png
from carreau.draw.scene import Box, Scene
from carreau.draw.theme import resolve
from carreau.games.faience.constants import CELLS, PLACES, SIDE
from carreau.games.faience.picture import faces
from carreau.games.faience.picture.board import layout, plot
from carreau.games.faience.picture.scoring import boundary, outline
from carreau.games.faience.rules.cards import CARD_NAMES, COPIES, KIND, LETTERS
from carreau.games.faience.show import area_of, zone_points, zones
from tests.games.faience_table import EIGHT, FULL, GAME, at_random, play, position

FORMS = ("phone", "wide")
SEATS = range(2, 6)
FINGER = 44  # pixels


def scene(match: Match, seat: int | None = 0, language: str = "en", form: str = "phone") -> Scene:
    drawn: Scene = match.scene(seat, language, ["Ana", "Bo", "Chloé", "Diego", "Elif"][: match.players], form)
    return drawn


def guidance(match: Match, seat: int | None = 0) -> tuple[str, str]:
    return scene(match, seat).guidance, scene(match, seat, "fr").guidance


def taps(match: Match, seat: int = 0) -> dict[str, tuple[str, ...]]:
    return {choice.action: choice.taps for choice in scene(match, seat).choices}


# the tiles


def pixels(face: str, size: int = 200) -> Any:
    from PIL import Image

    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{resolve(faces.faces()[face], "light")}</svg>'
    return Image.open(io.BytesIO(png(svg, size))).convert("L")


def inked(x: float, y: float, image: Any) -> bool:
    return bool(image.getpixel((round(x * 2), round(y * 2))) < 200)


@pytest.mark.parametrize("letter", LETTERS)
def test_neighbours_of_a_motif_complete_each_other(letter: str) -> None:
    """What is painted just inside an edge goes on just inside the opposite edge of the next tile."""
    image = pixels(f"{letter}0")
    along = [4 + i * 0.5 for i in range(185)]
    sides = [(inked(98, y, image), inked(1.5, y, image)) for y in along]
    ends = [(inked(x, 98, image), inked(x, 1.5, image)) for x in along]
    for edge in (sides,) if letter == "w" else (sides, ends):  # waves run from side to side
        assert sum(one == other for one, other in edge) > 0.85 * len(along), letter
    assert any(one for one, _ in sides)


def test_motifs_differ_without_their_colours() -> None:
    images = [pixels(f"{letter}0") for letter in LETTERS]
    grid = [(x, y) for x in range(3, 98, 3) for y in range(3, 98, 3)]
    masks = [[inked(x, y, image) for x, y in grid] for image in images]
    for one, other in combinations(masks, 2):
        assert sum(a != b for a, b in zip(one, other)) > 0.15 * len(grid)


def test_negative_values_lie_on_a_dark_cartouche() -> None:
    for name, face in faces.faces().items():
        if name != "back":
            assert (faces.NIGHT in face) == ("-" in name.removesuffix("-small")), name


def test_the_deck_is_the_box() -> None:
    assert Counter(faces.deck()) == Counter(CARD_NAMES[card].replace("+", "") for card in range(1, len(KIND)))
    assert len(faces.deck()) == 6 * sum(COPIES)


# layout


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("players", SEATS)
def test_areas_and_piles_lie_apart_and_on_the_board(form: str, players: int) -> None:
    for seat in range(-1, players):
        places = layout(form, players, seat)
        half = places.pile_size / 2
        piles = [(x - half, y - half, x + half, y + half) for x, y in places.piles]
        boxes = [*places.blocks, *piles]
        assert all(0 <= west < east <= places.width and 0 <= north < south <= places.height for west, north, east, south in boxes)
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2)), (form, players, seat)
        assert places.pile_size >= FINGER or seat < 0


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("players", SEATS)
def test_your_own_area_is_the_largest_and_fit_for_fingers(form: str, players: int) -> None:
    for cells in ({12}, {12, 13}, {12, 13, 17}, {12, 13, 14}, {6, 7, 8, 11, 12, 13, 16, 17, 18}):
        for seat in range(players):
            tiles = [plot(block, set_of(cells), outside=len(cells) == 9).tile for block in layout(form, players, seat).blocks]
            assert tiles[seat] == max(tiles) >= FINGER


def test_shown_are_the_cells_that_can_take_a_card() -> None:
    for seed in range(3):
        match, chooser = GAME.new(3, seed), random.Random(seed)
        while not match.over and match.ply < 120:
            seat = match.acting[0]
            seen = plot((0, 0, 300, 300), int(match.state.laid[seat]), False)
            for action in match.actions(seat):
                row, column = divmod(action % PLACES, SIDE)
                if action % PLACES < CELLS and match.state.laid[seat]:
                    assert row in seen.rows and column in seen.columns
            match.play(at_random(match, chooser))


# zones


def test_outlines_enclose_their_cells() -> None:
    chooser = random.Random(4)
    ring = {6, 7, 8, 11, 13, 16, 17, 18}
    pinched = {6, 7, 11, 13, 17, 18, 16}
    for cells in [ring, pinched, *({cell for cell in range(CELLS) if chooser.random() < 0.5} for _ in range(60))]:
        loops = outline(cells)
        assert sum(shoelace([corner for corner, _ in loop]) for loop in loops) == len(cells)
        assert sum(map(len, loops)) == len(boundary(cells))
        starts = Counter(corner for corner, _ in boundary(cells))
        for loop in loops:
            for (_, before), (corner, way) in zip([loop[-1], *loop], loop):
                assert starts[corner] == 1 or way == (before[1], -before[0])  # where corners touch, each cell keeps its own


def shoelace(corners: list[tuple[int, int]]) -> float:
    """Rows run down and columns right: clockwise is positive, a hole negative."""
    return sum(a[1] * b[0] - b[1] * a[0] for a, b in pairwise([*corners, corners[0]])) / 2


def badges(drawn: Scene) -> list[int]:
    return [int(number) for number in re.findall(r'<g class="zone"[^>]*>.*?<text[^>]*>(\d+)</text></g>', drawn.over)]


@pytest.mark.parametrize("table", ["square", "linear"])
def test_the_points_drawn_are_the_rules(table: str) -> None:
    for seed in range(4):
        match, chooser = GAME.new(3, seed, zones=table, target=10), random.Random(seed)
        while not match.over:
            match.play(at_random(match, chooser))
        found = [len(zone) for seat in range(3) for zone in zones(match.state.cell[seat]) if len(zone) > 1]
        assert sorted(badges(scene(match))) == sorted(zone_points(area_of(match.state, 0), size) for size in found)
        assert sum(badges(scene(match))) == sum(match.state.zones[:3])
        assert f"= {match.state.values[0] + match.state.zones[0]}".replace("-", "−") in scene(match, form="wide").over


def test_zones_glow_in_their_motifs_colour() -> None:
    match = position((". . . / s+1 s+2 . / . . .",))
    glow = scene(match).over
    assert "var(--yellow)" in glow and "var(--red)" not in glow
    assert badges(scene(match)) == [1]
    assert badges(scene(position((". . . / s+1 l+2 . / . . .",)))) == []


def test_four_tiles_are_joined_where_they_meet() -> None:
    square, row = "r+1 r+2 . / r-1 r-1 . / . . .", "r+1 r+2 r-1 / r-1 . . / . . ."
    circles = [scene(position((area,))).over.count("<circle") for area in (square, row)]
    assert circles[0] == circles[1] + 1


# what can be tapped


def test_a_source_is_one_tap() -> None:
    assert taps(position()) == {"discard": ("discard",), "reveal": ("reveal",)}


def test_of_the_cards_only_those_in_play_answer() -> None:
    match = play(position(("s+1 . . / . . . / . . .",), ("s+2 l+1",), "s+2 f+3"), "discard")
    drawn = scene(match)
    assert [piece.tap for piece in drawn.hand] == ["", ""]
    assert [piece.name for piece in drawn.pieces if piece.tap == "s+2"] == ["to lay: star +2"]
    assert taps(match)["s+2 b2"] == ("s+2", "b2")
    assert [piece.face for piece in drawn.pieces if piece.tap == "b2"] == ["s1"]
    assert {spot.tap for spot in drawn.spots} == {"c2", "b3", "a2", "b1"}


def test_a_dropped_card_is_tapped_onto_the_discard() -> None:
    match = play(position(hands=("s-1 s-1 l-1 l-1 w-1",), discard="f+1 r0"), "discard", "f+1 c3")
    assert taps(match)["drop s-1"] == ("s-1", "discard")
    assert all(piece.tap for piece in scene(match).hand)


def test_a_card_can_be_dropped_onto_an_empty_discard() -> None:
    match = play(position(hands=("s-1 s-1 l-1 l-1 w-1",), discard="f+1"), "discard", "f+1 c3")
    assert [(spot.id, spot.tap) for spot in scene(match).spots if spot.tap == "discard"] == [("discard", "discard")]


def test_an_empty_draw_pile_can_still_be_turned_up() -> None:
    match = position(pile="")
    assert [spot.tap for spot in scene(match).spots] == ["reveal"]
    assert not [piece for piece in scene(match).pieces if piece.id == "pile"]


def test_outside_the_square() -> None:
    match = play(position((EIGHT,), ("s+1 s+2 l-1",), "f-2"), "discard", "f-2 d4")
    assert taps(match)["l-1 out"] == ("l-1", "out")
    play(match, "l-1 out")
    drawn = scene(match)
    assert taps(match)["s+1 out"] == ("s+1", "out") and "l-1 swap" not in taps(match)
    lies = [piece for piece in drawn.pieces if piece.name == "Ana: leaf −1 outside the square"]
    assert len(lies) == 1 and lies[0].tap == "swap" and lies[0].last


# words


def test_guidance_at_the_start_of_a_turn() -> None:
    assert guidance(position(discard="l-1")) == (
        "Your turn: take the leaf −1 or turn up two cards.",
        "À vous : prenez le fleuron −1 ou retournez deux cartes.",
    )
    assert guidance(position(discard="f+3"), 1) == (
        "Ana chooses between the fan +3 and two new cards.",
        "Ana choisit entre l’éventail +3 et deux nouvelles cartes.",
    )


def test_guidance_with_a_card_to_lay() -> None:
    empty = play(position(hands=("s-1",), discard="w-2"), "discard")
    assert guidance(empty) == (
        "Lay the wave −2, your first card (then play 1 card from hand).",
        "Posez la vague −2, votre première carte (puis 1 carte de la main).",
    )
    beside = play(position((". . . / . w+1 . / . . .",), discard="w+2"), "discard")
    assert guidance(beside) == (
        "Lay the wave +2 beside yours (draw 2 cards) or replace one of its motif or value.",
        "Posez la vague +2 à côté (2 cartes à piocher) ou remplacez (même motif ou valeur).",
    )
    alone = play(position((". . . / . s+1 . / . . .",), discard="w0"), "discard")
    assert guidance(alone) == ("Lay the wave 0 beside yours.", "Posez la vague 0 à côté.")
    assert guidance(alone, 1) == ("Ana is laying the wave 0.", "Ana pose la vague 0.")


def test_guidance_with_two_cards_turned_up() -> None:
    match = play(position(top="k+1 r-1"), "reveal")
    assert guidance(match) == (
        "Lay the knot +1 or the rose −1; the other is discarded.",
        "Posez le nœud +1 ou la rosace −1 ; l’autre carte est défaussée.",
    )
    assert guidance(match, None)[1] == "Ana choisit entre le nœud +1 et la rosace −1."


def test_guidance_with_cards_owed() -> None:
    match = play(position((". . . / . s+1 . / . . .",), ("l+2 l+2",), "w-2"), "discard", "w-2 c4")
    assert guidance(match) == (
        "Play 2 cards from your hand: beside yours.",
        "Jouez 2 cartes de la main : à côté.",
    )
    assert guidance(match, 1) == ("Ana plays 2 cards from hand.", "Ana joue 2 cartes de sa main.")
    full = play(position((EIGHT,), ("s+1 l-1",), "f-1"), "discard", "f-1 d4")
    assert guidance(full) == (
        "Play 1 card from your hand: outside the square, or replace one of the same motif or value.",
        "Jouez 1 carte de la main : en dehors du carré, ou remplacez (même motif ou valeur).",
    )


def test_guidance_with_cards_to_drop() -> None:
    match = play(position(hands=("s-1 s-1 l-1 l-1 w-1",), discard="f+2 r0"), "discard", "f+2 c3")
    assert guidance(match) == (
        "Discard 2 cards: keep five in hand.",
        "Défaussez 2 cartes : gardez-en cinq.",
    )
    assert guidance(match, 1) == ("Ana discards 2 cards.", "Ana défausse 2 cartes.")


def test_guidance_in_the_last_lap() -> None:
    match = play(position((EIGHT,), discard="f0 l-1"), "discard", "f0 d4")
    assert guidance(match, 1) == (
        "Last lap. Your turn: take the leaf −1 or turn up two cards.",
        "Dernier tour de table. À vous : prenez le fleuron −1 ou retournez deux cartes.",
    )


def test_a_round_that_has_ended_is_told_and_shown_until_cards_lie() -> None:
    match = play(position((EIGHT,), discard="f0 w0", last_lap=False), "discard", "f0 d4")
    assert match.state.begun == 2 and match.points == (10, 0)
    english, french = guidance(match)
    assert english.startswith("Round 1 goes to Ana (+10). ") and french.startswith("Manche 1 pour Ana (+10). ")
    assert ">+10</text>" in scene(match).over and ">values 10</text>" in scene(match).over
    play(match, "discard")
    assert "Round 1 goes" not in scene(match, 1).guidance
    assert ">+10</text>" in scene(match, 1).over and ">Round 1</text>" in scene(match, 0).over
    assert scene(match, 1).over.count(">Round 1</text>") == 1  # where the first card goes nothing is in the way


def test_the_winner_is_told() -> None:
    match = play(position((EIGHT,), discard="f0 w0", last_lap=False, target=10), "discard", "f0 d4")
    assert match.over
    assert guidance(match) == ("Ana wins with 10 points.", "Ana gagne avec 10 points.")
    assert match.outcome_in("fr", ["Ana", "Bo"]) == {"winners": [0], "reason": "points", "text": "Ana gagne avec 10 points."}


def test_choices_say_what_a_card_does() -> None:
    match = play(position((". . . / . w+1 . / . . .",), ("s0",), "w+2"), "discard")
    names = {choice.action: choice.name for choice in scene(match).choices}
    assert names["w+2 c2"] == "lay the wave +2 on c2 (draw 2 cards)"
    assert names["w+2 c3"] == "replace the wave +1 on c3 with the wave +2"


def test_first_is_marked() -> None:
    for match in (position(first=0), position(first=1)):
        holder = int(match.state.first)
        facts = [player.facts for player in scene(match).players]
        assert ["FIRST" in each for each in facts] == [holder == 0, holder == 1]


def test_the_card_laid_last_is_marked() -> None:
    match = play(position((". . . / . s+1 . / . . .",), discard="f0 w0"), "discard", "f0 c4")
    assert [piece.name for piece in scene(match).pieces if piece.last] == ["Ana: fan 0 on c4"]
    play(match, "discard", "w0 c3")
    assert [piece.name for piece in scene(match).pieces if piece.last] == ["Bo: wave 0 on c3"]


def test_it_is_told_in_sentences() -> None:
    told = scene(position((FULL,), discard="r-2")).told
    assert "On top of the discard: the rose −2." in told and "Bo's area is empty." in told
    assert any("star +1 on b2" in line and line.endswith("Values +12, zones 0.") for line in told)
