"""Nothing hidden leaks, and the proof catches every kind of leak: at a table of M, where much is hidden."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from carreau.table.seating import NotNow
from carreau.table.text import LogText
from carreau.web import replay_pool, screen
from carreau.web.routes import replay, websocket
from proofs.promises.leak import draw_position, prove_leak
from proofs.proof import Broken, Run

GAME = "m"
SEED = 3


def test_nothing_hidden_leaks() -> None:
    totals = prove_leak(Run(SEED, times=1), [GAME], plies=5)
    assert totals["other deals"] == 1 and totals["answers"] > 250


def draw_from_the_state(self: Match, seat: Any, language: str = "en", names: Any = None, form: str = "wide") -> Any:
    words = self.game.words(language)
    legal = self.actions(seat) if seat is not None else []
    whose = SPECTATOR if seat is None else seat
    return self.game.scene(self.state, whose, legal, words, names or words.seats(self.players), form)


def tell_the_deal(self: LogText, entry: Any, name: str) -> str:
    line = TELL(self, entry, name)
    return f"{line} ({self.match.game.show.inventory(self.match.state)[0]}, {sum(self.match.state.card.tolist()[:20])})"


def note_the_cards(room: Any, viewer: Any, now: float) -> Any:
    logging.getLogger("carreau").info("cards: %s", room.table.match.state.card.tolist())
    return EVENT(room, viewer, now)


def refuse_too_often(room: Any, viewer: Any, now: float) -> Any:
    if room.table.match.state.card.tolist()[5] % 2:
        viewer.refuse(NotNow("?"))
    return EVENT(room, viewer, now)


def forget_whose_drawing(seat: Any, words: Any, form: str, *more: Any) -> Any:
    return words.language, form, *more


def forget_whose_moment(job: Any) -> Any:
    return KEY(job._replace(seat=""))


def open_the_curtain(room: Any, own: list[int]) -> list[int]:
    return own


TELL, EVENT, KEY = LogText.tell_play, screen.screen_message, replay_pool.key
WATCHED = 7  # a position at which a spectator looks, and so does a screen with two seats


@pytest.mark.parametrize(
    ("where", "name", "planted", "seed"),
    [
        (Match, "scene", draw_from_the_state, SEED),
        (LogText, "tell_play", tell_the_deal, SEED),
        (websocket, "screen_message", note_the_cards, SEED),
        (websocket, "screen_message", refuse_too_often, SEED),
        (screen, "key", forget_whose_drawing, SEED),
        (replay_pool, "key", forget_whose_moment, SEED),
        (replay, "allowed", open_the_curtain, WATCHED),
    ],
)
def test_a_planted_leak_is_caught(
    where: Any, name: str, planted: Callable[..., Any], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(Broken, match="--seed"):
        prove_leak(Run(seed, times=1), [GAME], plies=5)


def test_a_screen_with_two_seats_is_looked_at_too() -> None:
    assert draw_position(WATCHED, [GAME], 5).seat == SPECTATOR
    prove_leak(Run(WATCHED, times=1), [GAME], plies=5)
