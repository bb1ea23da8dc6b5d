"""Every position of a match as a drawing, in pieces that most of them share, so that a whole match is a small file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from carreau.draw.form import read_form
from carreau.draw.scene import Scene
from carreau.draw.sheet import symbols
from carreau.draw.svg import Markup
from carreau.draw.table import draw_layers, text_lines, used

FORMS = ("wide", "phone")


class Positions:
    """The drawings of a match: pieces, and for every position which of them it is made of."""

    def __init__(self, match: Match, language: str, names: Sequence[str]) -> None:
        self.game, self.names = match.game, list(names)
        self.words = match.game.words(language)
        self.places: dict[str, int] = {}
        self.faces: dict[str, None] = {}
        self.rows: dict[str, list[list[int]]] = {form: [] for form in FORMS}
        for then in states_of(match):
            for form in FORMS:
                self.rows[form].append(self.row(then, form))

    def row(self, match: Match, form: str) -> list[int]:
        scene = self.game.scene(match.state, SPECTATOR, [], self.words, self.names, form).with_(choices=(), spots=())
        scene = with_hand(scene, match, self.words.language, self.names, form)
        self.faces.update(dict.fromkeys(used(scene)))
        layers = draw_layers(scene, read_form(form)(scene), text_lines(scene))
        return [self.place(part) for layer in layers for part in layer]

    def place(self, part: str) -> int:
        return self.places.setdefault(str(part), len(self.places))

    @property
    def parts(self) -> list[str]:
        return list(self.places)

    def symbols(self) -> Markup:
        """The faces of all cards that are seen."""
        return symbols(self.game.id, self.game.faces.faces(), self.game.faces.RATIO, self.faces)


def states_of(match: Match) -> Iterator[Match]:
    """The match before each ply, and at its end."""
    then = match.at(0)
    yield then
    for seat, action in match.history:
        then._put(seat, action)
        yield then


def with_hand(scene: Scene, match: Match, language: str, names: Sequence[str], form: str) -> Scene:
    """With the hand of the acting seat in front, unless its cards are to be seen anyway."""
    if scene.hand or len(match.acting) != 1:
        return scene
    hand = match.scene(match.acting[0], language, names, form).hand
    shown = {piece.id for player in scene.players for piece in player.pieces} | {piece.id for piece in scene.pieces}
    return scene if shown & {piece.id for piece in hand} else scene.with_(hand=hand)
