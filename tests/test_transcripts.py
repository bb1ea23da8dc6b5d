"""The recorded matches: each game has one for each number of players and mode, and each replays exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.core.game import Game, Mode
from carreau.core.transcript import read_transcript, write_transcript
from carreau.games import load
from tests.conftest import CASES, case_name

FOLDER = Path(__file__).parent / "transcripts"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_transcript_replays(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    path = FOLDER / f"{case_name(case)}.txt"
    assert path.exists(), f"{game.name} lacks the transcript {path.name}: write it with `make transcripts`."
    text = path.read_text(encoding="utf-8")
    match, actions = read_transcript(text, load)
    assert (match.game, match.players) == (game, players)
    assert match.options == game.read_options(mode.options, players)
    assert write_transcript(match, actions) == text
    assert match.over, "a transcript is of a whole match"


def test_no_transcript_is_orphaned() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {case_name(case) for case in CASES}
