"""What Matplotlib draws, as SVG that fits into a page: colours by name, no style, no names that clash, no addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from carreau.draw.svg import Markup, number, tag
from carreau.lab.report.plots.paint import VARIABLES

LEFT_OUT = ("clip-path", "font-family", "xmlns", "version", "width", "height")
NO_TURN = re.compile(r"rotate\(-?0 [^)]*\)")
DECIMAL = re.compile(r"-?\d+\.\d+")
SPACES = re.compile(r"\s+")


def tidy(svg: str, name: str, title: str, about: str) -> Markup:
    """The drawing with a title and a description; `name` begins the names of its parts, which a page may have only once."""
    drawn = ElementTree.fromstring(svg)
    used = {link[1:] for one in drawn.iter() for key, link in one.attrib.items() if local(key) == "href"}
    inside = [part for child in drawn for part in parts(child, name, used)]
    return tag(
        "svg", tag("title", title, id=f"{name}-title"), tag("desc", about, id=f"{name}-about"), *inside,
        viewBox=drawn.attrib["viewBox"], role="img", aria_labelledby=f"{name}-title {name}-about",
        stroke_linejoin="round", class_="plot",
    )  # fmt: skip


def parts(one: Element, name: str, used: set[str]) -> Iterator[Markup]:
    """An element and what is in it; a group that says nothing is left out, not so what is in it."""
    kind, attributes = local(one.tag), dict(attributes_of(one, name, used))
    if kind in ("style", "clipPath", "metadata"):
        return
    inside = [part for child in one for part in parts(child, name, used)]
    if kind in ("g", "defs") and not inside:
        return
    if kind == "g" and not attributes:
        yield from inside
    elif kind != "path" or not is_nothing(attributes):
        yield tag(kind, (one.text or "") if kind == "text" else "", *inside, **attributes)


def attributes_of(one: Element, name: str, used: set[str]) -> Iterator[tuple[str, str]]:
    for key, value in one.attrib.items():
        key = local(key)
        if key == "style":
            yield from styles(value)
        elif key == "id":
            if value in used:
                yield "id", f"{name}-{value}"
        elif key == "href":
            yield "href", f"#{name}-{value[1:]}"
        elif key not in LEFT_OUT and not (key == "transform" and NO_TURN.fullmatch(value)):
            yield key, short(value)


def styles(text: str) -> Iterator[tuple[str, str]]:
    """A style as attributes, which pages that allow no style take too."""
    for part in text.split("; "):
        key, _, value = part.partition(": ")
        if key not in LEFT_OUT:
            yield key, VARIABLES.get(value, short(value.removesuffix("px")))


def short(value: str) -> str:
    """Coordinates to a hundredth."""
    return SPACES.sub(" ", DECIMAL.sub(lambda found: number(float(found[0])), value)).strip()


def local(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]


def is_nothing(attributes: dict[str, str]) -> bool:
    return attributes.get("fill") == "none" and "stroke" not in attributes
