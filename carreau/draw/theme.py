"""The colours of everything, by name: drawings say var(--felt), a theme says what that is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from carreau.core.errors import BadOption
from carreau.core.number import shown
from carreau.draw.svg import Markup

HUES = {
    "red": "#D55E00",
    "blue": "#0072B2",
    "green": "#009E73",
    "yellow": "#E5B700",
    "purple": "#AA4499",
    "sky": "#56B4E9",
    "brown": "#8C564B",
}
STRONG_HUES = {
    "red": "#C22900",
    "blue": "#003F8A",
    "green": "#00613C",
    "yellow": "#FFC800",
    "purple": "#7A0F68",
    "sky": "#1E88D0",
    "brown": "#5A2E22",
}
CARDS = {"card": "#FFFDF8", "card-ink": "#23201B", "card-line": "#CFC4B0", "back": "#31506B", "back-line": "#F7F2E8"}
STRONG_CARDS = {"card": "#FFFFFF", "card-ink": "#000000", "card-line": "#000000", "back": "#000000", "back-line": "#FFFFFF"}

LIGHT = {
    "paper": "#F7F2E8", "felt": "#EFE7D8", "ink": "#23201B", "soft": "#6A6153", "line": "#D9CFBD",
    "accent": "#0E7C7B", "on-accent": "#FFFFFF", "gold": "#A37A1E", "shade": "#00000030",
    "edge": "#00000000", **CARDS, **HUES,
}  # fmt: skip
DARK = {
    "paper": "#17191C", "felt": "#1E2226", "ink": "#ECE7DC", "soft": "#A39D90", "line": "#33383E",
    "accent": "#4FD1C5", "on-accent": "#10201F", "gold": "#D8B25A", "shade": "#00000080",
    "edge": "#00000000", **CARDS, "card": "#F4EFE4", "card-line": "#8A8272", **HUES,
}  # fmt: skip
STRONG_LIGHT = {
    **LIGHT, "paper": "#FFFFFF", "felt": "#FFFFFF", "ink": "#000000", "soft": "#000000", "line": "#000000",
    "accent": "#005A59", "edge": "#000000", "gold": "#6B4B00", **STRONG_CARDS, **STRONG_HUES,
}  # fmt: skip
STRONG_DARK = {
    **DARK, "paper": "#000000", "felt": "#000000", "ink": "#FFFFFF", "soft": "#FFFFFF", "line": "#FFFFFF",
    "accent": "#5CF0E2", "edge": "#FFFFFF", "gold": "#FFD873", **STRONG_CARDS, **STRONG_HUES,
}  # fmt: skip

THEMES: dict[str, Mapping[str, str]] = {
    "light": LIGHT,
    "dark": DARK,
    "strong-light": STRONG_LIGHT,
    "strong-dark": STRONG_DARK,
}
VARIABLE = re.compile(r"var\(--([a-z-]+)\)")


def resolve(svg: str, theme: str) -> Markup:
    """A drawing with its colours written out, for programs that do not know CSS variables."""
    if not isinstance(theme, str) or theme not in THEMES:
        raise BadOption(f"There is no theme {shown(theme)}: the themes are auto, {', '.join(THEMES)}.")
    colours = THEMES[theme]
    return Markup(VARIABLE.sub(lambda name: colours[name[1]], svg))


def variables(theme: str) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in THEMES[theme].items())


def stylesheet() -> str:
    """Light or dark, following the reader's system."""
    return f":root{{{variables('light')}}}@media(prefers-color-scheme:dark){{:root{{{variables('dark')}}}}}"
