"""The games, found by their folder: no list of them is kept anywhere.

Games outside the package are found by a path, by their folders being listed in CARREAU_GAMES, or by an entry point in the group
`carreau.games`. Wherever a game is, it works the same.
"""

from __future__ import annotations

import copyreg
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from carreau.core.errors import UnknownGame
from carreau.core.fault import fault_in
from carreau.core.game import Game
from carreau.core.phrase import Phrase

FOLDER = Path(__file__).parent
GROUP = "carreau.games"
ELSEWHERE = "CARREAU_GAMES"  # of the environment: folders of games, as PATH has folders of programs
LONGEST_ID = 40


def games() -> list[str]:
    """List the ids of all games that can be loaded by name.

    Returns:
        The games of the package, those in the folders that `CARREAU_GAMES` lists, and those of other packages that have an
            entry point in the group `carreau.games`; in alphabetical order.
    """
    from importlib.metadata import entry_points  # takes a while to read

    inside = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    return sorted(inside | {entry.name for entry in entry_points(group=GROUP)} | set(elsewhere()))


def elsewhere() -> dict[str, Path]:
    """The games in the folders that the environment lists, by id; those that cannot be read are not there."""
    found = {}
    for folder in filter(None, os.environ.get(ELSEWHERE, "").split(os.pathsep)):
        with suppress(UnknownGame):
            found[load_path(Path(folder).resolve()).id] = Path(folder).resolve()
    return found


def offer(folder: Path) -> Game:
    """Make a game in a folder available by its id from now on, in this process and in those it starts."""
    game = load_path(folder.resolve())
    folders = [str(folder.resolve()), *filter(None, os.environ.get(ELSEWHERE, "").split(os.pathsep))]
    os.environ[ELSEWHERE] = os.pathsep.join(dict.fromkeys(folders))
    return game


def with_puzzle() -> list[Game]:
    """The games that have a puzzle of the day."""
    return [game for game in map(load_id, games()) if game.has("puzzle")]


def quickest(players: int = 2, among: Iterable[Game] = ()) -> Game:
    """The game in turns, for this many players, whose matches take the least time; the first by name among equals."""
    fit = [game for game in among or map(load_id, games()) if not game.clock and players in game.players]
    if not fit:
        raise UnknownGame(f"There is no game in turns for {players} players.")
    return min(fit, key=lambda game: game.minutes)


def load(name: str | Path) -> Game:
    """Load a game.

    Args:
        name: Its id, or the path of its folder.

    Raises:
        UnknownGame: If there is no such game, or its folder cannot be read.

    Examples:
        >>> import carreau
        >>> all(carreau.load(name).id == name for name in carreau.games())
        True
    """
    if isinstance(name, str) and "/" not in name and "\\" not in name:
        return load_id(name)
    if not isinstance(name, (str, Path)) or "\0" in str(name):
        raise UnknownGame(f"A game is named by its id, or by the path of its folder, not by {type(name).__name__}.")
    return load_path(Path(name).resolve())


@cache
def load_id(name: str) -> Game:
    """A game by its id."""
    if name in LOADED:
        return LOADED[name]
    if name.isidentifier() and len(name) <= LONGEST_ID and (FOLDER / name / "__init__.py").is_file():
        return game_of(importlib.import_module(f"{__name__}.{name}"), name)
    if name in (own := elsewhere()):
        return load_path(own[name])
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP, name=name):
        try:
            found = entry.load()
        except Exception as error:
            raise UnknownGame(f"The game {name!r} cannot be read: {error}.") from error
        return game_of(found, name)
    raise UnknownGame(Phrase("There is no game {name!r}; the games are: {games}.", name=name[:40], games=", ".join(games())))


LOADED: dict[str, Game] = {}  # games loaded by path, so that their records find them again


@cache
def load_path(folder: Path) -> Game:
    """The game in a folder."""
    file = folder / "__init__.py"
    if not file.is_file():
        raise UnknownGame(f"There is no game in the folder {folder.name!r}: it has no __init__.py.")
    package = f"carreau_game_{folder.name}"
    spec = importlib.util.spec_from_file_location(package, file, submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[package]
        fault = fault_in(folder, error) or error
        raise UnknownGame(f"The game in the folder {folder.name!r} cannot be read: {fault}.") from error
    game = game_of(module, folder.name)
    LOADED[game.id] = game
    return game


def game_of(module: object, name: str) -> Game:
    """The game that a module declares."""
    game = module if isinstance(module, Game) else getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise UnknownGame(f"The module of {name!r} declares no GAME.")
    return game


def loaded_again(game: Game) -> tuple[Any, ...]:
    """How a game is pickled and copied: as what it is loaded by."""
    return load, (game.folder if LOADED.get(game.id) is game else game.id,)


copyreg.pickle(Game, loaded_again)
