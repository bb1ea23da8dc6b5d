"""One seat's table, drawn: what the checks of pictures look at."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from carreau.check.case import Case, positions
from carreau.check.probe import legal, view
from carreau.core.game import Game
from carreau.core.state import SPECTATOR
from carreau.core.words import LANGUAGES, Words
from carreau.draw.scene import Piece, Scene

FORMS = ("phone", "wide")
POSITIONS = 3
NAMES = ("Ana", "Zoé & <Bo>", "Bartholomé-Alexandre", "Li", "Ousmane Diabaté", "Inès", "Tom", "Wu")


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
        assert self.game.picture is not None
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

    def __str__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"({self.state.players} players, seed 5, ply {self.state.ply}, {who}, {self.language}, {self.form})"


DRAWN: dict[int, tuple[Case, list[Drawing]]] = {}  # of the case that is being checked


def drawings(case: Case) -> list[Drawing]:
    """Positions of a random match, seen by every seat and by a spectator, alternating between languages and forms."""
    if id(case) not in DRAWN:
        DRAWN.clear()
        DRAWN[id(case)] = (
            case,
            [
                Drawing(case.game, state, seat, language, FORMS[(i + seat + int(state.ply)) % len(FORMS)])
                for state in positions(case, 5, case.size(POSITIONS, POSITIONS))
                for seat in case.viewers
                for i, language in enumerate(LANGUAGES)
            ],
        )
    return DRAWN[id(case)][1]


def pieces(scene: Scene) -> list[Piece]:
    return [*scene.pieces, *scene.hand, *(piece for player in scene.players for piece in player.pieces)]


def lies_open(piece: Piece) -> bool:
    """Neither face down nor covered by another card up to its edge."""
    return not piece.face.startswith(("back", "edge"))


def faces_seen(scene: Scene) -> dict[str, str]:
    """The cards that lie face up, by id."""
    return {piece.id: piece.face for piece in pieces(scene) if lies_open(piece)}


def lying(scene: Scene) -> dict[tuple[Any, ...], str]:
    """The ids of the open cards on the board, by place and face."""
    return {(piece.x, piece.y, piece.turned, piece.face): piece.id for piece in scene.pieces if lies_open(piece)}


def texts(root: ElementTree.Element) -> Iterator[str]:
    for element in root.iter():
        if element.tag.rpartition("}")[2] in ("text", "tspan", "title", "desc"):
            yield element.text or ""
        yield element.get("aria-label", "")


def unfilled(text: str) -> bool:
    """Whether a blank is not filled in."""
    return bool(re.search(r"\{\w*\}|⟦|None", text))
