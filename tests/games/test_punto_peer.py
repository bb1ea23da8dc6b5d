"""The Punto that boardgame.io is measured with has the rules of ours: whole matches of it, replayed here ply by ply."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from carreau.core.match import Match
from carreau.games.punto.constants import ASIDE, PLACES
from tests.games.punto_tools import GAME, coming, write_piles

SEEDS = (1, 3, 4, 9)
FIRST_ASIDE = 4  # where a card is that seat 0 has set aside


def matches_of_peer() -> list[list[dict[str, Any]]]:
    command = ["node", str(Path(__file__).with_name("punto_peer.mjs")), *map(str, SEEDS)]
    environment = {**os.environ, "NODE_ENV": "production"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    played: list[list[dict[str, Any]]] = json.loads(done.stdout)
    return played


def deal(match: Match, state: dict[str, Any]) -> None:
    """The same piles as in the peer's new round, and the same card turned up."""
    rows = [pile[::-1] for pile in state["secret"]["piles"]]
    rows[state["seat"]].insert(0, state["up"])
    assert [sorted(row) for row in rows] == [sorted(coming(match, seat)) for seat in range(2)]
    write_piles(match, rows)


def offered(state: dict[str, Any]) -> list[int]:
    """The peer's legal moves as our actions."""
    if state["choice"] is not None:
        return sorted(card // 2 * PLACES + ASIDE for card in state["legal"])
    return [state["up"] // 2 * PLACES + cell for cell in state["legal"]]


def chosen(state: dict[str, Any]) -> int:
    action: int = state["action"]
    return action // 2 * PLACES + ASIDE if state["choice"] is not None else state["up"] // 2 * PLACES + action


def set_aside(match: Match) -> list[list[int]]:
    where = match.state.where.tolist()
    return [[card for card, place in enumerate(where) if place == FIRST_ASIDE + seat] for seat in range(2)]


def replay(states: list[dict[str, Any]]) -> None:
    match, rounds = GAME.new(players=2, rounds=states[0]["rounds"], first=states[0]["seat"], seed=1), 0
    for state in states:
        assert match.state.begun == state["begun"] and match.over == state["ended"]
        assert set_aside(match) == [sorted(cards) for cards in state["aside"]]
        if match.over:
            return
        if state["begun"] > rounds:
            rounds = state["begun"]
            deal(match, state)
        assert match.acting == (state["seat"],) and match.actions(state["seat"]) == offered(state)
        match.play(GAME.name_action(chosen(state)), seat=state["seat"])
    raise AssertionError("the peer's match has no end")


def test_the_peer_plays_by_the_same_rules() -> None:
    played = matches_of_peer()
    for states in played:
        replay(states)
    seen = [state for states in played for state in states]
    assert {state["how"] for state in seen} >= {"line", "series", "void"}
    assert any(state["choice"] is not None for state in seen)
