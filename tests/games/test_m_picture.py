"""M as it is drawn: cards, the unrolled table, what laying promises, lines that score, what is known, and what is said."""

from __future__ import annotations

import io
import re
from collections import defaultdict
from itertools import groupby

import numpy as np
import pytest
from PIL import Image

from carreau.core.game import Mode
from carreau.core.match import Match
from carreau.core.state import unpacked
from carreau.draw.raster import png
from carreau.draw.scene import Scene
from carreau.draw.svg import tag
from carreau.draw.theme import HUES, resolve
from carreau.games.m.constants import SIDE, TARGETS
from carreau.games.m.rules import LAY, TAKE
from carreau.games.m.rules.cards import COLOUR_LETTERS, COLOUR_NAMES, FACES, SYMBOL_NAMES, face_name
from carreau.games.m.rules.grid import GRID
from tests.games.plain_m import GAME, Plain, cell, drawn, each_mode, position, random_match, spot_of, spots_beside

board, faces, picture, scoring, sentences = (
    GAME.part(name) for name in ("picture.board", "picture.faces", "picture.scene", "picture.scoring", "words.sentences")
)
NAMES = ["Ana", "Bo", "Chloé", "Dan", "Eve", "Fé"]


def scene(match: Match, seat: int | None = None, language: str = "en", form: str = "wide") -> Scene:
    shown: Scene = match.scene(seat, language, NAMES[: match.players], form)
    return shown


def mine(match: Match, language: str = "en", form: str = "wide") -> Scene:
    return scene(match, match.acting[0], language, form)


def example(name: str) -> Match:
    return GAME.examples[name].play(GAME)


def steps(mode: Mode, players: int, seed: int = 4, most: int = 80) -> list[Match]:
    """A random match, moment by moment."""
    match, found = GAME.new(players, seed, **mode.options), []
    while not match.over and match.ply < most:
        found.append(match.copy())
        random_match(match, seed + match.ply, match.ply + 1)
    return [*found, match]


# the cards


def pixels(name: str) -> np.ndarray:
    """A face, one pixel for each of its units."""
    svg = tag("svg", faces.faces()[name], xmlns="http://www.w3.org/2000/svg", viewBox="0 0 100 100")
    return np.array(Image.open(io.BytesIO(png(resolve(svg, "light"), 400))).convert("RGB"), int)


def runs(line: np.ndarray, colour: str) -> int:
    """How often a line of pixels enters a colour."""
    hue = [int(HUES[colour][i : i + 2], 16) for i in (1, 3, 5)]
    inside = (abs(line - hue).sum(axis=1) < 60).tolist()
    return sum(here for here, _ in groupby(inside))


@pytest.mark.parametrize("symbol", "ctmfs")
@pytest.mark.parametrize("tenth", [1, 2, 3, 4])
def test_m04_the_edge_has_a_tooth_for_every_ten_points_on_each_side(symbol: str, tenth: int) -> None:
    letter, colour = next(
        (letter, name) for letter, name in zip(COLOUR_LETTERS, COLOUR_NAMES) if f"{letter}{10 * tenth}{symbol}" in faces.faces()
    )
    face = pixels(f"{letter}{10 * tenth}{symbol}")
    near, far = 34, 400 - 35  # 8.5 hundredths from the edge: outside the field, within the teeth
    assert [runs(line, colour) for line in (face[near], face[far], face[:, near], face[:, far])] == [tenth] * 4


def test_m04_a_zero_has_a_plain_edge_and_no_figure() -> None:
    face = pixels("r0")
    assert runs(face[34], "red") == 0
    assert (face[4 * 45 : 4 * 78, 4 * 35 : 4 * 65] > 240).all(), "its sun is empty"


def test_m04_teeth_differ_from_symbol_to_symbol() -> None:
    assert len({faces.field(name, tenth) for name in SYMBOL_NAMES for tenth in (1, 2, 3, 4)}) == 20


def test_the_sheet_has_the_faces_of_both_decks() -> None:
    assert set(faces.faces()) == {face_name(face) for deck in FACES for face in deck} | {"back"}
    assert len(faces.deck()) == 90


# the table, unrolled


@each_mode
def test_m09_neighbours_on_the_ring_are_neighbours_in_the_drawing(mode: Mode, players: int) -> None:
    for match in steps(mode, players)[::4]:
        shown = scene(match, match.acting[0] if match.acting else None)
        places = {piece.tap: (piece.x, piece.y) for piece in shown.pieces} | {spot.tap: (spot.x, spot.y) for spot in shown.spots}
        assert len(set(places.values())) == len(places)
        for name, x, y in [(piece.tap, piece.x, piece.y) for piece in shown.pieces]:
            near = {other for other, place in places.items() if abs(place[0] - x) + abs(place[1] - y) == 100}
            assert near == {cell(spot) for spot in spots_beside(spot_of(name))} & set(places), (match.ply, name)
        xs, ys = zip(*[(piece.x, piece.y) for piece in shown.pieces])
        assert max(xs) - min(xs) <= 500 and max(ys) - min(ys) <= 500
        west, north, east, south = shown.box
        assert all(west <= x - 50 and x + 50 <= east and north <= y - 50 and y + 50 <= south for x, y in places.values())


@pytest.mark.parametrize(("columns", "solid", "dashed"), [(4, 0, 0), (5, 0, 2), (6, 2, 0)])
def test_m09_the_limit_shows_as_soon_as_it_constrains(columns: int, solid: int, dashed: int) -> None:
    row = ["b10c", "b20c", "b30c", "b40c", "b10m", "b20t"][:columns]
    limits = str(board.limits(board.unroll(position(drawn(" ".join(row)), [["b0"]]).state)))
    lines = re.findall(r"<line [^>]*>", limits)
    assert sum("dasharray" not in line for line in lines) == solid
    assert sum("dasharray" in line for line in lines) == dashed


def test_m09_cards_stay_in_place_when_the_last_column_fills() -> None:
    cards = ["b10c", "b20c", "b30c", "b40c", "b10m", "b20t"]
    five, six = (scene(position(drawn(" ".join(cards[:count])), [["b0"]])) for count in (5, 6))
    places = [{piece.face: (piece.x, piece.y) for piece in shown.pieces} for shown in (five, six)]
    assert places[0].items() <= places[1].items()


def test_the_last_card_is_marked_and_came_from_its_player() -> None:
    match = example("lay")
    match.play("g10m d4")
    (last,) = [piece for piece in scene(match, 0).pieces if piece.last]
    assert (last.face, last.tap, last.origin) == ("g10m", "d4", "player-1")
    assert [piece.origin for piece in scene(match, 1).pieces if piece.last] == [""], "it was in one's own hand, to be seen"
    assert sorted(piece.origin for piece in scene(match, 1).hand) == ["", "", "", "pile"]


# what laying would bring


@each_mode
def test_what_is_promised_is_what_happens(mode: Mode, players: int) -> None:
    """M10, M13: the tokens and the lines that the drawing announces are those of the rules."""
    seen = set()
    for match in steps(mode, players)[::3]:
        if match.over or match.state.phase != LAY:
            continue
        seat = match.acting[0]
        s = unpacked(match.seen(seat))
        promises, kept = (
            picture.promised({action: sentences.lines_of(s, action) for action in match.actions(seat)}),
            defaultdict(set),
        )
        for action in [action for action in match.actions(seat) if action % TARGETS in promises]:
            after = match.copy()
            after.play(action)
            assert board.tokens_for(s, seat, action % TARGETS) == after.state.moved
            found = board.lines_now(after.state)
            assert sentences.scored_lines(s, action) == found, GAME.name_action(action)
            kept[action % TARGETS].update(found)
            seen.add(len(found))
        assert kept == promises
    assert {0, 1} <= seen


def test_m10_no_more_tokens_are_promised_than_the_others_have() -> None:
    match = example("lay")
    match.state.tokens[0] = 1
    assert board.tokens_for(unpacked(match.seen(1)), 1, GRID.read("d4")) == 1


def test_a_free_cell_shows_its_tokens_and_its_line() -> None:
    at = board.unroll(example("lay").state)
    assert board.promise(GRID.read("d4"), at, 2, set()).count("<circle") == 4, "a coin is two circles"
    assert "--gold" in mine(example("fifth")).over and "<line" in mine(example("fifth")).over
    assert "<line" not in mine(example("lay")).over
    names = {choice.action: choice.name for choice in mine(example("fifth")).choices}
    assert names["n40m b3"] == "lay the brown 40 with a Möbius strip on b3 and score row 3"
    assert names["r20t g3"] == "lay the red 20 with a triangle on g3"


# a line scores


def test_m16_the_line_is_framed_with_its_value_and_what_cannot_be_taken_is_locked() -> None:
    match = example("scoring")
    shown = mine(match)
    assert ">140</text>" in shown.over
    by_cell = {piece.tap: piece for piece in shown.pieces}
    assert [name for name, piece in by_cell.items() if piece.mark] == ["d3"]
    assert by_cell["d3"].name == "brown 20 with a cube on d3, cannot be taken"
    assert {name for name, piece in by_cell.items() if piece.dim} == {"c4", "e4"}
    assert {choice.taps for choice in shown.choices} == {("b3",), ("c3",), ("e3",), ("f3",)}
    match.play("take b3")
    assert ">120</text>" in scene(match).over


@pytest.mark.parametrize("seed", range(6))
def test_m16_locks_are_the_rules(seed: int) -> None:
    for match in steps(GAME.modes[0], 3, seed):
        if match.state.phase == TAKE:
            cells = {cell_name for cell_name in GRID.names if match.state.line in lines_through(cell_name)}
            locked = {piece.tap for piece in scene(match).pieces if piece.mark}
            free = set(match.view(None)["line"]["free"])
            assert locked == cells & set(match.view(None)["table"]) - free


def lines_through(name: str) -> tuple[int, int]:
    row, column = spot_of(name)
    return row, SIDE + column


def test_m14_both_lines_are_framed_and_each_has_a_button() -> None:
    shown = mine(example("choose"))
    assert shown.buttons == (("row", "Row 4: 140"), ("column", "Column d: 110"))
    assert ">140</text>" in shown.over and ">110</text>" in shown.over
    assert [(choice.name, choice.taps) for choice in shown.choices] == [
        ("score row 4", ("row",)),
        ("score column d", ("column",)),
    ]
    assert scene(example("choose"), 1).buttons == ()


# scores


@each_mode
def test_m21_what_is_shown_adds_up_to_the_points(mode: Mode, players: int) -> None:
    for match in steps(mode, players)[::6]:
        for player in scene(match).players:
            tokens, *colours = (int(text.replace("−", "-")) for _, text in player.counts)
            assert 10 * tokens + sum(colours) == match.points[player.seat] == int(player.points.replace("−", "-"))
            assert sum(value > 0 for value in colours) <= 2


def test_m21_the_final_scoring_stands_beside_the_cards() -> None:
    match = example("end")
    for form in ("phone", "wide"):
        shown = scene(match, None, "en", form)
        told = re.findall(r">([^<]+)</text>", shown.over)
        assert told == ["Ana", "100", "−10", "60", "60", "210", "Bo", "20", "−40", "70", "−30", "70", "90"]
        west, north, east, south = shown.box
        x, y, size = scoring.place(board_box(match), 2, form)
        assert west <= x and x + scoring.WIDTH * size <= east + 0.1 and north <= y and y + 3 * scoring.ROW * size <= south + 0.1


def board_box(match: Match) -> tuple[float, float, float, float]:
    west, north, east, south = board.unroll(match.state).box
    return west - board.MARGIN, north - board.MARGIN, east + 4, south + 4


# what is known


def test_what_a_pass_proves_is_marked_and_true() -> None:
    match = example("pass")
    match.play("pass")
    shown = scene(match, 1)
    backs = [piece for piece in shown.players[0].pieces if piece.face == "back"]
    assert len(backs) == 4 and all(piece.mark for piece in backs)
    assert not any(piece.mark for piece in shown.players[2].pieces)
    assert backs[0].name.startswith("Ana's hidden card (ruled out: ")
    assert not any(piece.mark for piece in scene(match, 0).hand), "what all can conclude is not what they have seen"
    s = unpacked(match.seen(1))
    lacking = sentences.lacking(s, 0, sentences.unseen(s))
    assert lacking
    truth = Plain(match).hands[0]
    for which, i in lacking:
        likeness = {0: f"{COLOUR_LETTERS[i]}0", 1: f"?{10 * i}", 2: f"?0{'ctmfs'[i]}"}[which]
        assert not any(has(card, likeness) for card in truth)
        assert any(has(name, likeness) for name in faces.deck())


def has(card: str, likeness: str) -> bool:
    letter, value, symbol = re.fullmatch(r"(.)(\d+)(.?)", likeness).groups()  # type: ignore[union-attr]
    return card[0] == letter or (letter == "?" and not symbol and card[1:].rstrip("ctmfs") == value) or card[-1] == symbol


def test_a_card_that_came_back_is_known() -> None:
    match = position({"c3": "b10c"}, [["r20t"], ["g30m"], ["y40m"]], ["n0"], players=3)
    match.play("change r20t")
    assert scene(match, 0).told[-1] == "Card 1 from the top of the pile: red 20 with a triangle."
    match.play("change g30m")
    (seen,) = [piece for piece in scene(match, 0).players[1].pieces if piece.face != "back"]
    assert seen.face == "r20t" and seen.mark and seen.name == "red 20 with a triangle, held by Bo"
    assert [piece.face for piece in scene(match, 2).players[1].pieces] == ["back"]
    (own,) = scene(match, 1).hand
    assert own.mark and own.name == "red 20 with a triangle, known to Ana"


# what is said


def empty_pile(passes: int = 0) -> Match:
    match = position({"c3": "b10c"}, [["r20t"], ["g30m"], ["y40m"]], players=3)
    for _ in range(passes):
        match.play("pass")
    return match


GUIDANCE = [
    (example("lay"), 1, "Your turn: lay a card that shares something with each neighbour.",
     "À vous : posez une carte qui a un point commun avec chaque voisine."),
    (example("lay"), 0, "It is Bo's turn.", "À Bo de jouer."),
    (GAME.new(2, 0, voluntary_pass=True, first=0), 0, "Your turn: lay a card that shares something with each neighbour, or pass.",
     "À vous : posez une carte qui a un point commun avec chaque voisine, ou passez."),
    (example("pass"), 0, "Nothing fits: pass and give Chloé a token; you may swap a card.",
     "Rien ne convient : passez et donnez un jeton à Chloé ; vous pouvez échanger une carte."),
    (position({"c3": "b10c"}, [["r20t"]], ["n0"], [0, 9, 9]), 0, "Nothing fits: pass; you may swap a card.",
     "Rien ne convient : passez ; vous pouvez échanger une carte."),
    (empty_pile(), 0, "Nothing fits: pass and give Chloé a token.", "Rien ne convient : passez et donnez un jeton à Chloé."),
    (position({"c3": "b10c"}, [["r20t"]], [], [0, 9, 9]), 0, "Nothing fits: pass.", "Rien ne convient : passez."),
    (position({"c3": "b10c"}, [[], ["r20t"]]), 0, "You have no cards left: pass.",
     "Vous n’avez plus de cartes : passez."),
    (example("choose"), 0, "Your turn: choose which line scores, row 4 or column d.",
     "À vous : choisissez la ligne du score, la rangée 4 ou la colonne d."),
    (example("choose"), 1, "Ana chooses between row 4 and column d.", "Ana choisit entre la rangée 4 et la colonne d."),
    (example("scoring"), 1, "Your turn: take a card from row 3.", "À vous : prenez une carte dans la rangée 3."),
    (example("scoring"), 0, "Bo takes a card from row 3.", "Bo prend une carte dans la rangée 3."),
    (example("end"), 1, "Ana wins with 210 points after the last scoring.",
     "Ana gagne avec 210 points après le dernier score."),
    (empty_pile(3), 1, "Ana, Bo and Chloé share the win with 60 points: the pile is empty and everybody passed.",
     "Ana, Bo et Chloé se partagent la victoire avec 60 points : la pioche est vide et tous ont passé."),
]  # fmt: skip


@pytest.mark.parametrize(("match", "seat", "english", "french"), GUIDANCE, ids=[case[2][:30] for case in GUIDANCE])
def test_one_sentence_says_what_can_be_done(match: Match, seat: int, english: str, french: str) -> None:
    assert scene(match, seat, "en").guidance == english
    assert scene(match, seat, "fr").guidance == french


def test_m19_m20_what_stands_beneath_the_board() -> None:
    assert "The pile is empty: the next scoring is the last." in scene(empty_pile()).under
    assert "in a row" not in scene(empty_pile()).under
    assert "2 more passes in a row end the match." in scene(empty_pile(1)).under
    assert "Encore 1 tour passé de suite et la partie s’arrête." in scene(empty_pile(2), None, "fr").under
    assert "pile is empty" not in scene(example("pass")).under


def test_m11_a_card_is_changed_at_the_pile() -> None:
    shown = mine(example("pass"))
    taps = {choice.action: choice.taps for choice in shown.choices}
    assert taps["change r40m"] == ("r40m", "pile") and taps["pass"] == ("pass",)
    assert shown.piles[0].tap == "pile" and shown.buttons == (("pass", "Pass"),)
    assert "pass" not in dict(mine(example("lay")).buttons)


def test_the_table_in_words() -> None:
    told = scene(example("start"), None, "fr").told
    assert told[:2] == (
        "Rangée 3 : c3 40 bleu au ruban de Moebius, d3 10 jaune au ruban de Moebius, e3 20 jaune à l’escalier.",
        "Rangée 4 : c4 0 vert, e4 30 vert à l’escalier.",
    )
    assert scene(example("end")).players[0].spoken == (
        "Ana: 210 points, 10 tokens, 4 cards in hand, brown counts −10, red counts 60, green counts 60."
    )
