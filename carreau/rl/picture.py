"""What an environment shows: our drawing as pixels, or the table as text."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.core.errors import BadOption
from carreau.core.extra import need
from carreau.core.game import Game
from carreau.core.markup import plain
from carreau.draw.raster import png

WIDTH = 480
MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """Refuse a way to show a match that there is not, or that needs a package which is missing."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"A render mode is one of {', '.join(MODES)}, not {str(mode)[:40]!r}.")
    if mode == "rgb_array":
        need("A picture", "rl", resvg_py="resvg", PIL="Pillow")
    return mode


def render(game: Game, view: Any, seat: int, legal: list[int], mode: str | None) -> str | NDArray[np.uint8] | None:
    """A view of a seat or of a spectator, as an environment shows it; `human` prints it."""
    if mode == "rgb_array":
        return pixels(game, view, seat, legal)
    text = plain(game.show.text(view, seat, legal))
    if mode == "human":
        print(text)
    return text if mode == "ansi" else None


def pixels(game: Game, view: Any, seat: int, legal: list[int]) -> NDArray[np.uint8]:
    from PIL import Image

    words = game.words("en")
    scene = game.scene(view, seat, legal, words, words.seats(int(view.players)), "phone")
    with Image.open(io.BytesIO(png(scene.svg("phone", "light"), WIDTH))) as image:
        return np.asarray(image.convert("RGB"), np.uint8)
