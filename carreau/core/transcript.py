"""Transcripts: a recorded match as a text that a reviewer can read and a test can replay."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from carreau.core.errors import BadRecord
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.state import CLOCK


def header(match: Match) -> str:
    facts = {"players": match.players, "options": match.options, "seed": match.seed}
    return f"# {match.game.name} ({match.game.id}), version {match.game.version}\n# {json.dumps(facts)}\n"


def write_transcript(match: Match, actions: list[tuple[int, str]]) -> str:
    """Play the actions on a new match: what each seat did, out of how many, and every change of the points.

    There are no pictures or sentences in it: a transcript changes if, and only if, the rules do.
    """
    lines = [header(match)]
    for number, (seat, name) in enumerate(actions, 1):
        count, points = len(match.actions(seat)), match.points
        match.play(name, seat=seat, recorded=True)
        who = "clock" if seat == CLOCK else f"seat {seat}"
        change = f"  points {' '.join(map(str, match.points))}" if match.points != points else ""
        lines.append(f"{number}. {who}: {name}  ({count}){change}")
    if match.outcome is not None:
        shares = " ".join(f"{share:.4g}" for share in match.returns)
        lines += ["", f"over: {match.outcome['reason']}; shares {shares}", ""]
    return "\n".join(lines)


def read_transcript(text: str, load: Callable[[str], Game]) -> tuple[Match, list[tuple[int, str]]]:
    """A new match as the transcript describes it, and the transcript's actions."""
    title = re.match(r"# .* \((?P<id>[^()]*)\), version (?P<version>\d+)\n# (?P<facts>\{.*\})\n", text)
    if not title:
        raise BadRecord("This is not a transcript: it does not begin with a game and its facts.")
    facts: dict[str, Any] = json.loads(title["facts"])
    match = load(title["id"]).new(facts["players"], facts["seed"], **facts["options"])
    moves = re.findall(r"^\d+\. (?:seat (\d+)|clock): (.*?)  \(\d+\)", text, re.MULTILINE)
    return match, [(int(seat) if seat else CLOCK, name) for seat, name in moves]
