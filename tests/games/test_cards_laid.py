"""Which actions lay a card, and what the cards that experiments count are called."""

from __future__ import annotations

import pytest

import carreau
from carreau.lab.experiment import Setting
from carreau.lab.matches import play
from carreau.lab.matches.kinds import kind_name, laid_kinds
from carreau.lab.matches.watch_for import plain_watch

LAYS = [
    ("punto", "r5 f6", "red 5"),
    ("punto", "aside r9", None),
    ("m", "b40c d4", "blue 40 with a cube"),
    ("m", "take d4", None),
    ("m", "pass", None),
    ("m", "change b40c", None),
    ("m", "choose row", None),
    ("faience", "s+2 c3", "star +2"),
    ("faience", "l-1 out", "leaf −1"),
    ("faience", "s+2 swap", "star +2"),
    ("faience", "drop s+2", None),
    ("faience", "discard", None),
    ("faience", "reveal", None),
    ("florentine", "Rrbg d4", "Rrbg"),
    ("florentine", "gRrb d4", "Rrbg"),
    ("florentine", "aside Rrbg", None),
    ("florentine", "black d1 n", None),
    ("florentine", "decline", None),
    ("quatuor", "17 0,1", "card 17"),
    ("quatuor", "17t 0,1", "card 17"),
    ("quatuor", "17 0,1 + 4t 0,2", "card 17"),
    ("quatuor", "take 17", None),
    ("quatuor", "pass", None),
]


@pytest.mark.parametrize(("name", "action", "card"), LAYS, ids=[f"{name}: {action}" for name, action, _ in LAYS])
def test_which_actions_lay_a_card(name: str, action: str, card: str | None) -> None:
    game = carreau.load(name)
    kind = plain_watch(game).card_laid(game.parse_action(action))
    assert (kind_name(game, kind, game.words("en")) if kind >= 0 else None) == card


@pytest.mark.parametrize("name", carreau.games())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_two_cards_have_the_same_name(name: str, language: str) -> None:
    game = carreau.load(name)
    names = [kind_name(game, kind, game.words(language)) for kind in laid_kinds(game)]
    assert len(set(names)) == len(names) >= 30 and all(names)


def test_partners_are_ahead_together() -> None:
    """In Punto with teams (P5)."""
    game = carreau.load("punto")
    options = game.read_options({"teams": True}, 4)
    columns = play(Setting("teams", game, 4, options, {}, ("random",) * 4), "0" * 64, 0, 100)
    assert columns["lead_changes"].sum() > 0 and columns["level"].sum() < 100
