"""How colours look to colour-blind people; `python -m tests.vision FOLDER` draws the cards that way."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from carreau.core.game import Game
from carreau.draw.raster import png
from carreau.draw.sheet import contact_sheet
from tests.conftest import GAMES

# Machado, Oliveira and Fernandes (2009), at full severity, on linear RGB
DEFICIENCIES = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
WHITE = TO_XYZ.sum(axis=1)


def linear(colours: Any) -> Any:
    """sRGB from 0 to 255, of any shape (..., 3), as light."""
    share = np.asarray(colours, float) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def shown(light: Any) -> Any:
    light = np.clip(light, 0, 1)
    return np.round(255 * np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)).astype(np.uint8)


def seen(colours: Any, deficiency: str) -> Any:
    """The same colours as seen with a colour deficiency."""
    return shown(linear(colours) @ np.array(DEFICIENCIES[deficiency]).T)


def lab(colours: Any) -> Any:
    """CIE L*a*b*, in which distances are roughly what the eye notices."""
    share = linear(colours) @ TO_XYZ.T / WHITE
    root = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def distance(one: Any, other: Any) -> float:
    return float(np.linalg.norm(lab(one) - lab(other)))


def rgb(hexadecimal: str) -> tuple[int, ...]:
    return tuple(int(hexadecimal[i : i + 2], 16) for i in (1, 3, 5))


def luminance(hexadecimal: str) -> float:
    return float(linear(rgb(hexadecimal)) @ TO_XYZ[1])


def contrast(one: str, other: str) -> float:
    """The contrast of a text, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pixels(svg: str, width: int) -> Any:
    with Image.open(io.BytesIO(png(svg, width))) as image:
        return np.array(image.convert("RGB"))


def simulated(game: Game, theme: str, width: int) -> Image.Image:
    """All cards of a game as they are and as three kinds of colour-blind people see them, one above the other."""
    faces = game.faces
    plain = pixels(contact_sheet(game.id, faces.faces(), faces.deck(), faces.RATIO, theme), width)
    return Image.fromarray(np.concatenate([plain, *(seen(plain, name) for name in DEFICIENCIES)]))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for one in GAMES:
        simulated(one, "light", 900).save(folder / f"vision-{one.id}.png")
