"""Colour is never the only sign, and all text has enough contrast."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np
import pytest

from carreau.core.game import Game
from carreau.draw.sign import GLYPHS, OUTLINES
from carreau.draw.svg import Markup, tag
from carreau.draw.theme import HUES, STRONG_HUES, THEMES, VARIABLE
from tests.conftest import GAMES
from tests.vision import DEFICIENCIES, contrast, distance, pixels, rgb, seen

APART = 8.0  # in CIE L*a*b*: more than three times what the eye can just notice
TEXT, LINES = 4.5, 3.0  # enough contrast to read, and to see
STRONG = 7.0
DIFFERENT = 0.25  # of 255, as the mean over all pixels of two faces without their colours

# what is written or drawn on what
TEXTS = [("ink", "paper"), ("ink", "felt"), ("soft", "paper"), ("soft", "felt"), ("on-accent", "accent"), ("card-ink", "card")]
SIGNALS = [("accent", "paper"), ("accent", "felt"), ("gold", "felt"), ("back-line", "back")]


def test_the_simulation() -> None:
    """Greys stay grey, and colours that are often confused come close together."""
    for name in DEFICIENCIES:
        assert distance(seen((128, 128, 128), name), (128, 128, 128)) < 2
    red, green, blue = (200, 60, 60), (110, 120, 60), (60, 60, 200)
    for name in ("protanopia", "deuteranopia"):
        assert distance(seen(red, name), seen(green, name)) < distance(red, green) / 2
        assert distance(seen(red, name), seen(blue, name)) > 40


@pytest.mark.parametrize("hues", [HUES, STRONG_HUES], ids=["usual", "strong"])
@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_colours_stay_apart(hues: dict[str, str], deficiency: str) -> None:
    for one, other in combinations(hues, 2):
        assert distance(seen(rgb(hues[one]), deficiency), seen(rgb(hues[other]), deficiency)) > APART, (one, other)


def test_every_colour_has_a_sign_of_its_own() -> None:
    assert HUES.keys() == STRONG_HUES.keys() == OUTLINES.keys() == GLYPHS.keys()
    assert len(set(OUTLINES.values())) == len(set(GLYPHS.values())) == len(HUES)


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_written_can_be_read(theme: str) -> None:
    colours = THEMES[theme]
    for one, other in TEXTS:
        assert contrast(colours[one], colours[other]) >= (STRONG if "strong" in theme else TEXT), (one, other)
    for one, other in SIGNALS:
        assert contrast(colours[one], colours[other]) >= LINES, (one, other)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_faces_differ_without_their_colours(game: Game) -> None:
    """With every hue turned into the same grey, no two cards look alike, because each colour also has its shape."""
    parts = game.faces
    whole = {name: face for name, face in parts.faces().items() if not name.startswith("edge")}
    drawn = {name: without_colours(face, parts.RATIO) for name, face in whole.items()}
    images = {name: pixels(svg, 72).astype(int) for name, svg in drawn.items()}
    for one, other in combinations(images, 2):
        assert np.abs(images[one] - images[other]).mean() > DIFFERENT, (one, other)


def without_colours(face: Markup, ratio: float) -> str:
    colours = {**THEMES["light"], **dict.fromkeys(HUES, "#888888")}
    svg = tag("svg", face, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 100 {100 * ratio:g}")
    return re.sub(VARIABLE, lambda name: colours[name[1]], svg)
