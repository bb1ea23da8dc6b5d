"""Facts, options and finding games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import carreau
from carreau.core.game import Field, Game, Mode
from carreau.core.option import PerSeat


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


def test_actions_pack_and_unpack() -> None:
    game = carreau.load("punto")
    action = game.pack(card=4, cell=60)
    assert game.unpack(action) == {"card": 4, "cell": 60}
    assert game.name_action(action) == "r5 f6"
    for parts in ({"card": 36, "cell": 0}, {"card": 0}, {"card": 0, "cell": -1}, {"card": 0, "cell": 0, "turned": 0}):
        with pytest.raises(carreau.InvalidAction):
            game.pack(**parts)
    for action in (-1, game.actions):
        with pytest.raises(carreau.InvalidAction):
            game.unpack(action)


def test_an_option_per_seat() -> None:
    option = PerSeat("colours", None, "one per seat", words=("red", "blue", "green"))
    assert option.read("blue, red", 2) == "blue,red"
    assert option.read(None, 2) is None
    assert option.number("blue,red") == 1 + 3 * 0
    assert option.number(None) == -1
    for value in ("blue", "blue,blue", "blue,pink", "", 3):
        with pytest.raises(carreau.BadOption, match="red, blue, green"):
            option.read(value, 2)


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
