"""`carreau serve --bot`: a bot of the host's own sits at tables as one more level."""

from __future__ import annotations

from pathlib import Path

import pytest

import carreau
from carreau import client
from carreau.bots.levels import OWN_BOT, OWN_LEVEL
from carreau.core.words import words_for
from carreau.table.bot import answer, question
from carreau.table.settings import levels
from carreau.web.table_form import seat_choices
from tests.browser import Server
from tests.some import hiding

PLAN = hiding()
BOTS = "tests.web.own_bot"


def test_it_answers_like_the_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    match = carreau.load(PLAN.game).new(2, 3, **PLAN.options)
    asked = question(match, match.acting[0], OWN_LEVEL)
    assert OWN_LEVEL not in levels()
    assert answer(match.game, asked) in asked.legal  # of a table from before: somebody else plays
    monkeypatch.setenv(OWN_BOT, f"{BOTS}:Last")
    assert levels()[-1] == OWN_LEVEL
    assert answer(match.game, asked) == asked.legal[-1]
    assert dict(seat_choices(words_for("en")))[f"bot-{OWN_LEVEL}"] == "bot: the host's own"
    monkeypatch.setenv(OWN_BOT, f"{BOTS}:Wrong")
    with pytest.raises(carreau.BadOption, match="not a legal action"):
        answer(match.game, asked)


@pytest.mark.parametrize("bot", ["Last", "Wrong"])
def test_it_plays_at_the_web_table(bot: str, tmp_path: Path) -> None:
    """One that errs is replaced for that choice: the match goes on."""
    server = Server(tmp_path, "--bot", f"{BOTS}:{bot}")
    try:
        seat = client.new_table(server.address, PLAN.game, ["me", f"bot-{OWN_LEVEL}"], PLAN.options)
        end = client.play(seat, lambda update: update.legal[0])
        assert end.state == "over"
        assert "the host's own" in str(end.players)
    finally:
        server.kill()
