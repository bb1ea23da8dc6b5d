"""`make pictures`: all cards of each game and a table in the middle of a match, for the documentation."""

from __future__ import annotations

import io
import random
from pathlib import Path

from PIL import Image

import carreau
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.draw.raster import png
from carreau.draw.scene import Scene
from carreau.draw.sheet import contact_sheet

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NAMES = ("Ana", "Bo", "Chloé", "Dan", "Eve", "Félix", "Gil", "Hana")
SEEDS = range(1, 13)
MOST_CHOICES = 400  # with more of them, a table is hard to understand at a glance


def make_pictures() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in map(carreau.load, carreau.games()):
        save(f"cards-{game.id}.png", cards(game), 1000)
        save(f"table-{game.id}.png", table(game).svg("wide", "light"), 1000)
        print(f"docs/pictures/cards-{game.id}.png, docs/pictures/table-{game.id}.png")


def cards(game: Game) -> str:
    faces = game.faces
    return contact_sheet(game.id, faces.faces(), faces.deck(), faces.RATIO)


def table(game: Game) -> Scene:
    """Of a few random matches, the one whose table has the most to see halfway through."""
    return max((halfway(game, seed) for seed in SEEDS), key=lambda scene: (len(scene.pieces), len(scene.hand)))


def halfway(game: Game, seed: int) -> Scene:
    match = game.new(3 if 3 in game.players else None, seed)
    play(match, random.Random(seed), None)
    half = match.at(match.ply // 2)
    play(half, random.Random(seed), half.ply + 20)
    return half.scene(half.acting[0], "en", NAMES[: half.players])


def play(match: Match, chooser: random.Random, ply: int | None) -> None:
    """Play to the end, or to a moment at which the acting seat has a hand and something to lay."""
    while not match.over and (ply is None or (match.ply < ply and not explains_itself(match))):
        seat = chooser.choice(match.acting)
        match.play(chooser.choice(match.actions(seat)), seat)


def explains_itself(match: Match) -> bool:
    scene = match.scene(match.acting[0])
    return bool(scene.hand) and 1 < len(scene.choices) < MOST_CHOICES


def save(name: str, svg: str, width: int) -> None:
    """With few colours, to keep the file small."""
    with Image.open(io.BytesIO(png(svg, width))) as image:
        image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(FOLDER / name, optimize=True)


if __name__ == "__main__":
    make_pictures()
