"""Positions written down, as `core/position.py` reads them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from carreau.core.position import BETWEEN, Position, Positions

HEAD = ("version", "iterations", "checked", "matches")


def text_of(positions: Positions) -> str:
    head = [f"{name} = {getattr(positions, name)}" for name in HEAD]
    tables = [table(one) for one in positions.found] or ["found = []\n"]
    return "\n".join([*head, "", *tables])


def table(one: Position) -> str:
    facts = {
        "match": one.match, "players": one.players, "options": one.options, "actions": BETWEEN.join(one.actions),
        "seat": one.seat, "answers": list(one.answers), "values": " ".join(map(str, one.values)),
        "margin": round(one.margin, 3), "lowest": round(one.lowest, 3), "grade": one.grade,
    }  # fmt: skip
    return "\n".join(["[[found]]", *(f"{name} = {toml(value)}" for name, value in facts.items()), ""])


def toml(value: Any) -> str:
    """JSON writes text, numbers, truth and lists just as TOML does."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {toml(one)}" for name, one in value.items()) + " }" if value else "{}"
    return json.dumps(value, ensure_ascii=False)
