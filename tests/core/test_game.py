"""Facts, options and finding games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import carreau
from carreau.core.game import Field, Game, Mode
from carreau.core.option import PerSeat
from carreau.core.phrase import listed
from tests.some import EVERY, QUICK, from_numpy


def test_games_are_found_by_their_folder() -> None:
    folder = Path(carreau.__file__).parent / "games"
    assert set(carreau.games()) >= {path.parent.name for path in folder.glob("*/__init__.py")}
    for name in carreau.games():
        assert carreau.load(name).id == name
        assert carreau.load(name) is carreau.load(name)


def test_a_game_is_loaded_by_path() -> None:
    folder = carreau.examples() / "connect_four"
    game = carreau.load(folder)
    assert game.id == "connect_four"
    assert game is carreau.load(str(folder)) is carreau.load("connect_four")
    with pytest.raises(carreau.UnknownGame, match="__init__"):
        carreau.load(carreau.examples())


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1\ny = x / 0", "ZeroDivisionError: .*__init__.py, line 2"),
        ("def :", "SyntaxError: .*__init__.py, line 1"),
        ("import nope", "nope"),
    ],
)
def test_a_game_whose_code_fails(tmp_path: Path, code: str, words: str) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text(code)
    for _ in range(2):
        with pytest.raises(carreau.UnknownGame, match=words):
            carreau.load(tmp_path / "broken")
    assert "carreau_game_broken" not in sys.modules


def test_a_game_is_found_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "far_away"
    (tmp_path / "far_away-1.dist-info").mkdir()
    (tmp_path / "far_away-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: far_away\nVersion: 1\n")
    (tmp_path / "far_away-1.dist-info" / "entry_points.txt").write_text("[carreau.games]\nfar = far_away:GAME\n")
    package.mkdir()
    source = (carreau.examples() / "connect_four" / "__init__.py").read_text(encoding="utf-8")
    (package / "__init__.py").write_text(source.replace('id="connect_four"', 'id="far"'), encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert "far" in carreau.games()
    assert carreau.load("far").id == "far"


def test_an_entry_point_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lost-1.dist-info").mkdir()
    (tmp_path / "lost-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: lost\nVersion: 1\n")
    (tmp_path / "lost-1.dist-info" / "entry_points.txt").write_text("[carreau.games]\nlost = nowhere_at_all:GAME\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(carreau.UnknownGame, match="'lost' cannot be read: No module named 'nowhere_at_all'"):
        carreau.load("lost")


def test_an_option_per_seat() -> None:
    option = PerSeat("colours", None, "one per seat", words=("red", "blue", "green"))
    assert option.read("blue, red", 2) == "blue,red"
    assert option.read(None, 2) is None
    assert option.number("blue,red") == 1 + 3 * 0
    assert option.number(None) == -1
    assert option.read(["blue", "red"], 2) == option.read(("blue", " red"), 2) == "blue,red"
    for value in (
        "blue",
        "blue,blue",
        "blue,pink",
        "",
        3,
        [],
        ["blue"],
        ["blue", "blue"],
        ["blue", 3],
        [["blue"], "red"],
        {"blue", "red"},
    ):
        with pytest.raises(carreau.BadOption, match="red, blue, green"):
            option.read(value, 2)


@pytest.mark.parametrize("players", ["3", 3.0, True, [3]])
def test_a_number_of_players_that_is_no_number(players: Any) -> None:
    with pytest.raises(carreau.BadPlayers) as caught:
        QUICK.new(players=players)
    start = f"{QUICK.name} is for {listed(QUICK.players)} players"
    assert str(caught.value) == f"{start}: give a whole number, not {players!r}."


def test_numbers_of_players_from_numpy_are_numbers() -> None:
    assert QUICK.read_players(from_numpy(3)) == 3
    with pytest.raises(carreau.BadPlayers, match=f"{listed(QUICK.players)} players, not 99"):
        QUICK.new(from_numpy(99))


@pytest.mark.parametrize("action", [-1, QUICK.actions, 10**30, "x", 1.5, None, [1]])
def test_what_is_not_an_action_has_no_name(action: Any) -> None:
    for ask in (QUICK.name_action, QUICK.unpack):
        with pytest.raises(carreau.InvalidAction, match="Actions of"):
            ask(action)


def test_options_are_accepted_for_those_who_can_play() -> None:
    assert all(QUICK.accepts(players, {}) for players in QUICK.players)
    assert not any(QUICK.accepts(players, {}) for players in (0, -1, 99))


def test_a_module_without_a_game(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("")
    with pytest.raises(carreau.UnknownGame, match="GAME"):
        carreau.load(tmp_path)


def test_facts_need_no_rules() -> None:
    game = Game(
        id="none", name="None", package="nowhere", version=1, players=(1,), fields=(Field("x", 3, ""), Field("y", 4, "")),
        plies=lambda players, options: 1, modes=(Mode("", (1,)),), about={"en": "", "fr": ""},
    )  # fmt: skip
    assert game.actions == 12
    assert [game.pack(**game.unpack(action)) for action in range(12)] == list(range(12))


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_short_options_make_matches_shorter(game: Game) -> None:
    players = game.read_players(None, game.short)
    short, default = game.read_options(game.short, players), game.read_options({}, game.read_players(None))
    assert game.plies(players, short) <= game.plies(game.read_players(None), default)
    assert game.short == {} or short != default
