"""SVG as text: one function per element. Plain strings are escaped, Markup is not."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape

Point = tuple[float, float]
Fragments = tuple[str, ...]  # markup in pieces that may be the same in the next drawing, or elsewhere in this one


class Markup(str):
    """Text that is SVG already."""

    __slots__ = ()


EMPTY = Markup("")


def tag(name: str, *children: str, **attributes: Any) -> Markup:
    """An element. class_ means class, stroke_width means stroke-width; None and False leave an attribute out."""
    inside = "".join([child if isinstance(child, Markup) else escape(child) for child in children])
    begun = opening(name, **attributes)
    return Markup(f"{begun}{inside}</{name}>" if inside else f"{begun[:-1]}/>")


def opening(name: str, **attributes: Any) -> str:
    """The tag that begins an element."""
    parts = "".join(
        [
            f' {spelt(key)}="{number(value) if isinstance(value, float) else shown(value)}"'
            for key, value in attributes.items()
            if value is not None and value is not False
        ]
    )
    return f"<{name}{parts}>"


@lru_cache(maxsize=200)
def spelt(key: str) -> str:
    """An attribute's name as SVG writes it."""
    return key.rstrip("_").replace("_", "-")


def shown(value: Any) -> str:
    """An attribute's value."""
    text = str(value)
    if "&" in text or "<" in text or ">" in text or '"' in text:
        return escape(text, {'"': "&quot;"})
    return text


@lru_cache(maxsize=5000)
def number(value: float) -> str:
    """At most two decimals, and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def join(*parts: str) -> Markup:
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))


def group(*children: str, **attributes: Any) -> Markup:
    return tag("g", *children, **attributes)


def circle(x: float, y: float, r: float, **attributes: Any) -> Markup:
    return tag("circle", cx=float(x), cy=float(y), r=float(r), **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Any) -> Markup:
    return tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Any) -> Markup:
    return tag("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **attributes)


def path(d: str, **attributes: Any) -> Markup:
    return tag("path", d=d, **attributes)


def polygon(points: list[Point] | tuple[Point, ...], **attributes: Any) -> Markup:
    return path(along(points) + "Z", **attributes)


def along(points: list[Point] | tuple[Point, ...]) -> str:
    """The path data of straight lines through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def use(symbol: str, x: float, y: float, width: float, height: float, **attributes: Any) -> Markup:
    return tag("use", href=f"#{symbol}", x=float(x), y=float(y), width=float(width), height=float(height), **attributes)


def label(x: float, y: float, text: str, size: float, **attributes: Any) -> Markup:
    """A line of text, in the middle of x and on the baseline y unless told otherwise."""
    attributes = {"text_anchor": "middle", "fill": "var(--ink)", **attributes}
    return tag("text", text, x=float(x), y=float(y), font_size=float(size), **attributes)


def move(x: float, y: float, turned: float = 0, size: float = 1) -> str:
    """A transform: to a place, turned by quarter turns, and scaled."""
    parts = [f"translate({number(x)} {number(y)})"]
    if turned:
        parts.append(f"rotate({number(turned * 90)})")
    if size != 1:
        parts.append(f"scale({size:.4g})")
    return " ".join(parts)
