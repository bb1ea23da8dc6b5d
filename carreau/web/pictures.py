"""Pictures that do not belong to a running match: the home page's, a rulebook's, and the sheets of card faces."""

from __future__ import annotations

import datetime
import hashlib
import random
from functools import lru_cache

from carreau.core.errors import CarreauError
from carreau.core.example import read_examples
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.draw.scene import Box, Scene
from carreau.draw.sheet import sheet
from carreau.draw.theme import THEMES, variables
from carreau.games import load
from carreau.web.language import words_of

SEED = 5
LONG_PAST = datetime.date(2026, 1, 1)
MARGIN = 8  # around its cards, in hundredths of a card's width
PART = 0.45  # of a match has been played in the home page's picture


class NoPicture(CarreauError):
    """There is no such picture."""

    code = "no-picture"


def middle_of(game: Game) -> Match:
    """A match in its middle, always the same."""
    chance = random.Random(SEED)
    match = game.new(seed=SEED)
    while not match.over and match.ply < 400:
        seat = chance.choice(match.acting)
        match.play(chance.choice(match.actions(seat)), seat)
    ply = int(match.ply * PART) if match.over else 60
    return next(then for then in map(match.at, range(ply, match.ply)) if not any(piece.dim for piece in then.scene(None).pieces))


def solved(game: Game) -> Match:
    """A puzzle of a day long past, solved."""
    assert game.puzzle is not None
    match: Match = game.puzzle.puzzle_of(LONG_PAST)
    while not match.over and (action := game.puzzle.hint(match)) is not None:
        match.play(action)
    return match


@lru_cache(maxsize=64)
def tile(id: str, language: str, theme: str) -> str:
    """The picture of a game on the home page."""
    return cards_of(middle_of(load(id)), language, theme)


@lru_cache(maxsize=64)
def puzzle_tile(id: str, language: str, theme: str) -> str:
    """The picture of a game's puzzle."""
    return cards_of(solved(load(id)), language, theme)


def cards_of(match: Match, language: str, theme: str) -> str:
    """The cards on a table, and nothing around them."""
    say = words_of(language).say
    scene = match.scene(None, language, [say("Player {number}", number=seat + 1) for seat in range(match.players)])
    box, largest = around(scene), max(piece.size for piece in scene.pieces)
    pieces = tuple(piece for piece in scene.pieces if piece.size == largest)
    return str(scene.with_(box=box, pieces=pieces, spots=(), hand=(), piles=(), buttons=(), choices=()).svg("tile", theme))


def around(scene: Scene) -> Box:
    """What the cards on the board take up, small ones beside it aside."""
    largest = max(piece.size for piece in scene.pieces)
    half = 50 * largest * max(1, scene.ratio) + MARGIN
    places = [(piece.x, piece.y) for piece in scene.pieces if piece.size == largest]
    return (
        min(x - half for x, _ in places),
        min(y - half for _, y in places),
        max(x + half for x, _ in places),
        max(y + half for _, y in places),
    )


@lru_cache(maxsize=400)
def example(id: str, name: str, language: str, theme: str) -> str:
    """A position of a rulebook."""
    game = load(id)
    found = read_examples(game)[name]
    return str(found.play(game).scene(found.seat, language, None, "leaf").svg("leaf", theme))


@lru_cache(maxsize=16)
def face_sheet(id: str) -> str:
    """All card faces of a game as one document."""
    game = load(id)
    match = game.new(seed=1)
    scene = match.scene(None)
    return str(sheet(game.id, scene.faces, scene.ratio))


@lru_cache(maxsize=16)
def sheet_name(id: str) -> str:
    """The sheet's address changes when its content does, so that browsers may keep it for good."""
    return f"/sheet/{id}-{hashlib.sha256(face_sheet(id).encode()).hexdigest()[:12]}.svg"


@lru_cache(maxsize=1)
def theme_style() -> str:
    """The colours of every theme: the system's unless one was chosen."""
    rules = [
        f":root{{color-scheme:light;{variables('light')}}}",
        f"@media(prefers-color-scheme:dark){{:root{{color-scheme:dark;{variables('dark')}}}}}",
        f"@media(prefers-contrast:more){{:root{{{variables('strong-light')}}}}}",
        f"@media(prefers-contrast:more) and (prefers-color-scheme:dark){{:root{{{variables('strong-dark')}}}}}",
    ]
    for theme in THEMES:
        scheme = "dark" if "dark" in theme else "light"
        rules.append(f':root[data-theme="{theme}"]{{color-scheme:{scheme};{variables(theme)}}}')
    return "\n".join(rules)
