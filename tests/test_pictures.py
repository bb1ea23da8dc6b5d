"""What every picture promises, checked for every game. No game is named here."""

from __future__ import annotations

import random
import re
import statistics
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pytest

from carreau.core.errors import CarreauError
from carreau.core.game import Game, Mode
from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from carreau.core.words import LANGUAGES, Words
from carreau.draw.scene import Piece, Scene
from carreau.draw.sheet import sheet
from carreau.draw.theme import THEMES, resolve
from tests.conftest import CASES, GAMES, case_name
from tests.effort import often
from tests.probe import choose, legal, positions, redeal, view

Case = tuple[Game, Mode, int]

FORMS = ("phone", "wide")
POSITIONS = often(3)
PLIES = 25  # of a match are followed from one to the next
NAMES = ("Ana", "Zoé & <Bo>", "Bartholomé-Alexandre", "Li", "Ousmane Diabaté", "Inès", "Tom", "Wu")

LARGEST_TABLE = 60_000  # bytes without the sheet
LARGEST_SHEET = 150_000
LARGEST_FACE = 5_000
SLOWEST = 0.010  # seconds, as a median

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@dataclass(frozen=True)
class Drawing:
    """One seat's table in one language and form."""

    game: Game
    state: Any
    seat: int
    language: str
    form: str

    @cached_property
    def legal(self) -> list[int]:
        acts = self.seat >= 0 and self.state.acting >> self.seat & 1
        return legal(self.game, self.state, self.seat) if acts else []

    @cached_property
    def scene(self) -> Scene:
        return self.scene_in(self.game.words(self.language))

    def scene_in(self, words: Words) -> Scene:
        seen = view(self.game, self.state, self.seat)
        scene: Scene = self.game.scene(seen, self.seat, self.legal, words, NAMES[: self.state.players], self.form)
        return scene

    @cached_property
    def svg(self) -> str:
        return self.scene.svg(self.form, "light")

    @cached_property
    def root(self) -> ElementTree.Element:
        return ElementTree.fromstring(self.svg)

    @cached_property
    def ids(self) -> set[str]:
        return {element.attrib["id"] for element in self.root.iter() if "id" in element.attrib}

    def __repr__(self) -> str:
        return f"{self.game.id} ply {self.state.ply} seat {self.seat} {self.language} {self.form}"


@pytest.fixture(scope="module", params=CASES, ids=case_name)
def drawings(request: pytest.FixtureRequest) -> list[Drawing]:
    """Positions of a random match, from every seat and from none, in both languages and both forms by turns."""
    game, mode, players = request.param
    drawn = []
    for state in positions(game, players, dict(mode.options), 5, POSITIONS):
        for seat in [*range(players), SPECTATOR]:
            for i, language in enumerate(LANGUAGES):
                form = FORMS[(i + seat + int(state.ply)) % len(FORMS)]
                drawn.append(Drawing(game, state, seat, language, form))
    return drawn


def pieces(scene: Scene) -> list[Piece]:
    return [*scene.pieces, *scene.hand, *(piece for player in scene.players for piece in player.pieces)]


def faces_seen(scene: Scene) -> dict[str, str]:
    """The cards that lie open, by id."""
    return {piece.id: piece.face for piece in pieces(scene) if lies_open(piece)}


def lies_open(piece: Piece) -> bool:
    """Not seen from behind, nor only by the edge that a card on top of it leaves."""
    return not piece.face.startswith(("back", "edge"))


# the drawing as a document


def test_ids_are_unique(drawings: list[Drawing]) -> None:
    for drawing in drawings:
        found = Counter(element.attrib["id"] for element in drawing.root.iter() if "id" in element.attrib)
        assert [name for name, count in found.items() if count > 1] == [], drawing
        assert all(re.fullmatch(r"[A-Za-z][\w.-]*", name) for name in found), drawing


def test_everything_used_is_there(drawings: list[Drawing]) -> None:
    for drawing in drawings:
        used = set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', drawing.svg))
        assert {first or second for first, second in used} <= drawing.ids, drawing


def test_every_element_has_a_spoken_name(drawings: list[Drawing]) -> None:
    for drawing in drawings:
        named = [element for element in drawing.root.iter() if element.get("role") == "img"]
        scene = drawing.scene
        count = len(pieces(scene)) + len(scene.spots) + len(scene.piles) + len(scene.buttons) + len(scene.players)
        assert len(named) == count, drawing
        for element in named:
            assert element.get("aria-label", "").strip(), (drawing, element.get("id"))


def test_it_is_also_told(drawings: list[Drawing]) -> None:
    for drawing in drawings:
        scene = drawing.scene
        assert scene.guidance.strip().endswith((".", "!", "?")) and scene.title.strip() and scene.told, drawing
        assert all(line.strip() for line in scene.text().splitlines()), drawing
        assert all(player.spoken.strip() for player in scene.players), drawing


def test_small(drawings: list[Drawing]) -> None:
    for drawing in drawings:
        assert len(drawing.scene.svg(drawing.form, "auto", sheet=False).encode()) < LARGEST_TABLE, drawing


def test_quick(drawings: list[Drawing]) -> None:
    def seconds(drawing: Drawing) -> float:
        fresh = Drawing(drawing.game, drawing.state, drawing.seat, drawing.language, drawing.form)
        seen, options = view(fresh.game, fresh.state, fresh.seat), fresh.legal
        words, names = fresh.game.words(fresh.language), NAMES[: fresh.state.players]
        start = time.process_time()
        fresh.game.scene(seen, fresh.seat, options, words, names, fresh.form).svg(fresh.form, "auto", sheet=False)
        return time.process_time() - start

    chosen = random.Random(1).sample(drawings, min(40, len(drawings)))
    assert statistics.median(seconds(drawing) for drawing in chosen) < SLOWEST


# what can be done


def test_choices_are_the_legal_actions(drawings: list[Drawing]) -> None:
    for drawing in drawings:
        choices = drawing.scene.choices
        assert [drawing.game.parse_action(choice.action) for choice in choices] == drawing.legal, drawing
        assert all(choice.name.strip() for choice in choices), drawing


def test_a_choice_is_named_as_everybody_may_hear_it(drawings: list[Drawing]) -> None:
    """One name for buttons, log and screen reader, which needs no drawing and no more than a spectator sees."""
    for drawing in drawings:
        public, words = view(drawing.game, drawing.state, SPECTATOR), drawing.game.words(drawing.language)
        choices = list(drawing.scene.choices[:: max(1, len(drawing.legal) // 60)])
        for choice in choices:
            number = drawing.game.parse_action(choice.action)
            assert drawing.game.sentences.say_action(public, drawing.seat, number, words) == choice.name, (drawing, choice)


def test_every_action_can_be_tapped(drawings: list[Drawing]) -> None:
    for drawing in drawings:
        there = {element.attrib["data-tap"] for element in drawing.root.iter() if "data-tap" in element.attrib}
        for choice in drawing.scene.choices:
            assert {tap for tap in choice.taps if not re.fullmatch("turn-[123]", tap)} <= there, (drawing, choice)


def test_taps_tell_actions_apart(drawings: list[Drawing]) -> None:
    """No action is played while another is being tapped together; cards may be turned before they are laid."""
    for drawing in drawings:
        steps = [frozenset(map(frozenset, choice.steps or [choice.taps])) for choice in drawing.scene.choices]
        assert len(set(steps)) == len(steps), drawing
        taps = {choice.action: frozenset(choice.steps[0] if choice.steps else choice.taps) for choice in drawing.scene.choices}
        for name, some in taps.items():
            assert some, (drawing, name)
        if len(taps) < 300:
            turned = {
                name: some if any(tap.startswith("turn-") for tap in some) else some | {"turn-0"} for name, some in taps.items()
            }
            for name, some in turned.items():
                assert not any(some < other for other in turned.values()), (drawing, name)


# what may be known


def test_a_drawing_is_made_from_what_the_seat_may_know(drawings: list[Drawing]) -> None:
    """In every world that the seat cannot tell from the true one, the drawing is the same to the letter."""
    for drawing in drawings[:: len(LANGUAGES)]:
        match = Match.__new__(Match)
        match.game, match.players = drawing.game, int(drawing.state.players)
        match.buffer = np.zeros(drawing.game.rules.MOST_LEGAL, np.int64)
        match.listing = match.buffer.ctypes.data
        seat = None if drawing.seat == SPECTATOR else drawing.seat
        svgs = set()
        for state in (drawing.state, redeal(drawing.game, drawing.state, drawing.seat, 11)):
            match.states = np.array([state], drawing.game.rules.STATE)
            match.address = match.states.ctypes.data
            svgs.add(match.svg(seat, drawing.language, NAMES[: match.players], drawing.form))
        assert len(svgs) == 1, drawing


# from one drawing to the next


def followed(case: Case) -> Iterator[list[Drawing]]:
    """The drawings of all seats, ply by ply."""
    game, mode, players = case
    match = game.new(players, 9, **mode.options)
    chooser = random.Random(9)
    while not match.over and match.ply < PLIES:
        yield [Drawing(game, match.state.copy(), seat, "en", "wide") for seat in (0, SPECTATOR)]
        seat, action = choose(match, chooser)
        match.play(action, seat)


def lying(scene: Scene) -> dict[tuple[Any, ...], str]:
    """The ids of the open cards on the board, by place and face."""
    return {(piece.x, piece.y, piece.turned, piece.face): piece.id for piece in scene.pieces if lies_open(piece)}


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_card_keeps_its_id(case: Case) -> None:
    """An id never means another card; a card that stays where it is keeps its id; where a card comes from is to be seen."""
    before: list[Drawing] = []
    stayed = changed = 0
    for now in followed(case):
        for drawing in now:
            for piece in pieces(drawing.scene):
                assert not piece.origin or piece.origin in drawing.ids, (drawing, piece.id, piece.origin)
        for old, new in zip(before, now):
            was, seen = faces_seen(old.scene), faces_seen(new.scene)
            for name in was.keys() & seen.keys():
                assert was[name] == seen[name], (new, name)
            lay, lies = lying(old.scene), lying(new.scene)
            same = lay.keys() & lies.keys()
            stayed += len(same)
            changed += sum(lay[place] != lies[place] for place in same)
        before = now
    assert stayed > 10
    assert changed <= stayed / 50  # a pile's upper card may give way to one that looks the same


# the end of a round


CLOSING = [case for case in CASES if hasattr(case[0].rules, "next_round")]


def ended_rounds(case: Case, most: int) -> Iterator[tuple[Match, Any]]:
    """A match after each action that ended a round and cleared the table, and the state before."""
    game, mode, players = case
    for seed in range(4):
        match, chooser = game.new(players, seed, **mode.options), random.Random(seed)
        while not match.over:
            before = match.state.copy()
            seat, action = choose(match, chooser)
            match.play(action, seat)
            if match.closing(None) is not None:
                yield match, before
                most -= 1
            if not most:
                return


@pytest.mark.parametrize("case", CLOSING, ids=case_name)
def test_a_round_ends_with_its_scoring(case: Case) -> None:
    """The table before it was cleared, with the points after: a sound drawing in which nothing can be done."""
    for match, before in ended_rounds(case, 2):
        lay = lying(Drawing(match.game, before, SPECTATOR, "en", "wide").scene)
        for seat in [*range(match.players), None]:
            form, language = FORMS[(seat or 0) % 2], LANGUAGES[(seat or 0) % 2]
            scene, after = (make(seat, language, NAMES, form) for make in (match.closing, match.scene))
            root = ElementTree.fromstring(scene.svg(form, "light"))
            ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
            assert max(ids.values()) == 1 and not scene.choices
            assert [player.points for player in scene.players] == [player.points for player in after.players]
            assert scene.guidance.strip() and scene.guidance != after.guidance and not any(one.acting for one in scene.players)
            assert all(piece.name.strip() for piece in pieces(scene)) and all(player.spoken for player in scene.players)
            assert not any(re.search(r"\{\w*\}|None", text) for text in texts(root))
        shown = lying(match.closing(None, "en", NAMES))
        assert len(shown) >= len(lay) - 3, "the cards lie where they lay"


@pytest.mark.parametrize("game", sorted({case[0].id for case in CLOSING}))
def test_some_rounds_end(game: str) -> None:
    assert any(True for case in CLOSING if case[0].id == game for _ in ended_rounds(case, 1))


# words


class Marked(Words):
    """Puts ⟦ ⟧ around everything that went through the catalogue: what stands outside cannot be translated."""

    def __init__(self) -> None:
        super().__init__("en")

    def say(self, message: str, **values: Any) -> str:
        return f"⟦{super().say(message, **values)}⟧"

    def count(self, one: str, many: str, n: int, **values: Any) -> str:
        return f"⟦{super().count(one, many, n, **values)}⟧"


def outside(text: str) -> str:
    """What stands outside all marks."""
    depth, kept = 0, []
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        if depth == 0 and letter != "⟧":
            kept.append(letter)
    return "".join(kept)


def texts(root: ElementTree.Element) -> Iterator[str]:
    for element in root.iter():
        if element.tag.rpartition("}")[2] in ("text", "tspan", "title", "desc"):
            yield element.text or ""
        yield element.get("aria-label", "")


def is_shortened_name(text: str) -> bool:
    return text.endswith("…") and any(name.startswith(text[:-1]) for name in NAMES)


def test_every_word_can_be_translated(drawings: list[Drawing]) -> None:
    for drawing in drawings[:: len(LANGUAGES)]:
        scene = drawing.scene_in(Marked())
        proper = re.compile("|".join(re.escape(name) for name in (*NAMES, drawing.game.name)))
        spoken = [scene.guidance, scene.title, scene.text(), *(choice.name for choice in scene.choices)]
        labels = [*spoken, *(label for _, label in scene.buttons), *(pile.label for pile in scene.piles)]
        labels += [fact for player in scene.players for fact in player.facts]
        labels += [piece.name for piece in pieces(scene)] + [spot.name for spot in scene.spots]
        drawn = [element.text or "" for element in ElementTree.fromstring(f"<g>{scene.under}{scene.over}</g>").iter()]
        drawn = [text for text in drawn if not is_shortened_name(text)]
        for text in [*labels, *drawn]:
            assert not re.search(r"[^\W\d_]{3,}", proper.sub("", outside(text))), (drawing, text)


def test_nothing_is_left_to_fill_in(drawings: list[Drawing]) -> None:
    for drawing in drawings:
        for text in texts(drawing.root):
            assert not re.search(r"\{\w*\}|⟦|None", text), (drawing, text)
        assert not any(re.search(r"\{\w*\}", choice.name) for choice in drawing.scene.choices)


# the cards


@each_game
def test_faces(game: Game) -> None:
    faces = game.faces.faces()
    assert "back" in faces
    for name, face in faces.items():
        ElementTree.fromstring(f"<g>{face}</g>")
        assert len(face.encode()) < LARGEST_FACE, name
        assert not re.search(r"<(text|filter|image|script|style)\b", face), name
    assert len({str(face) for face in faces.values()}) == len(faces), "two faces look the same"


@each_game
def test_the_sheet(game: Game) -> None:
    parts = game.faces
    whole = sheet(game.id, parts.faces(), parts.RATIO)
    assert len(whole.encode()) < LARGEST_SHEET
    found = Counter(re.findall(r'\bid="([^"]*)"', whole))
    assert max(found.values()) == 1
    assert all(name.startswith(f"{game.id}-") for name in found), "ids of other sheets on a page could be the same"
    for theme in THEMES:
        assert "var(" not in resolve(whole, theme)


@each_game
def test_the_deck(game: Game) -> None:
    parts = game.faces
    assert set(parts.deck()) <= set(parts.faces())
    assert 30 <= parts.MILLIMETRES <= 90 and 0.5 <= parts.RATIO <= 2


# a match shows itself


@each_game
def test_a_match_in_a_notebook(game: Game) -> None:
    match = game.new(seed=1)
    assert ElementTree.fromstring(match._repr_svg_()).tag.endswith("svg")
    assert all(f"--{name}:" in match._repr_svg_() for name in ("paper", "accent"))


@each_game
def test_a_leaf_of_a_rulebook(game: Game) -> None:
    """The board and the hand alone, as wide as a column and as high as it takes."""
    scene = game.new(seed=1).scene(0, form="leaf")
    root = ElementTree.fromstring(scene.svg("leaf", "light"))
    width, height = (float(part) for part in root.attrib["viewBox"].split()[2:])
    assert width == 480 and 60 < height < 700
    assert not any(element.get("class") == "player" for element in root.iter())


def test_a_game_without_pictures_says_so() -> None:
    silent = Game("silent", "Silent", "carreau.core", 1, (2,), (), lambda players, options: 1, (), {})
    with pytest.raises(CarreauError, match="Silent has no pictures"):
        silent.scene(None, 0, [], silent.words("en"), [], "wide")
