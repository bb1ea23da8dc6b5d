"""Findings as JSON and back. Sentences keep how they were put together, so that a report can be made in another language, too."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from carreau.core.errors import CarreauError
from carreau.core.phrase import Phrase
from carreau.lab.findings import Figure, Findings, Plot, Point, Section, Series, Setting

FORMAT = 1


def as_json(findings: Findings) -> dict[str, Any]:
    """Everything that was found, JSON-able; what is not a number becomes null."""
    return {"findings": FORMAT, **packed(findings)}


def from_json(data: Mapping[str, Any]) -> Findings:
    """The inverse of `as_json`, from what JSON makes of it."""
    if data.get("findings") != FORMAT:
        raise CarreauError(f"These are no findings that can be read here: their format has to be {FORMAT}.")
    return Findings(
        data["title"], data["source"], data["seed"], data["versions"], tuple(setting(one) for one in data["settings"]),
        tuple(section(one) for one in data["sections"]), data["done"], data["seconds"],
        tuple(phrase(one) for one in data["left_out"]),
    )  # fmt: skip


def packed(value: Any) -> Any:
    """A value as JSON takes it."""
    if isinstance(value, Phrase):
        return {"text": str(value), "message": value.message, "values": {name: packed(one) for name, one in value.values.items()}}
    if hasattr(value, "__dataclass_fields__"):
        return {one.name: packed(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): packed(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [packed(one) for one in value]
    return plain(value)


def plain(value: Any) -> Any:
    """A number, a text, or nothing; NumPy's numbers as Python's."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def phrase(data: Any) -> Any:
    """A sentence, or a value in one."""
    if not isinstance(data, dict):
        return data
    return Phrase(data["message"], **{name: phrase(one) for name, one in data["values"].items()})


def number(data: Any) -> float:
    return math.nan if data is None else data


def setting(data: Mapping[str, Any]) -> Setting:
    return Setting(**{**data, "name": phrase(data["name"]), "bots": tuple(data["bots"])})


def section(data: Mapping[str, Any]) -> Section:
    return Section(
        data["id"], phrase(data["title"]), phrase(data["sentence"]), tuple(figure(one) for one in data["figures"]),
        tuple(plot(one) for one in data["plots"]), tuple(phrase(one) for one in data["notes"]),
    )  # fmt: skip


def figure(data: Mapping[str, Any]) -> Figure:
    return Figure(
        data["variant"], data["name"], phrase(data["label"]), number(data["value"]), number(data["low"]), number(data["high"]),
        data["unit"],
    )  # fmt: skip


def plot(data: Mapping[str, Any]) -> Plot:
    said = {name: phrase(data[name]) for name in ("title", "x", "y")}
    series = tuple(Series(phrase(one["name"]), tuple(point(end) for end in one["points"])) for one in data["series"])
    return Plot(**{**data, **said, "series": series})


def point(data: Mapping[str, Any]) -> Point:
    return Point(phrase(data["x"]), number(data["y"]), data["low"], data["high"])
