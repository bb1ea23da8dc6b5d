"""carreau games: list the games, or show the options of one."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from carreau.cli.command_tools import console, find_game, print_json
from carreau.core.game import Game
from carreau.core.phrase import listed as one_of
from carreau.games import games as game_ids
from carreau.games import load


def games(game: str | None = None, *, json: bool = False) -> None:
    """List the games, or show all about one: its options, its actions and the keys of its views.

    Args:
        game: id or folder of a game.
        json: print JSON.
    """
    if game is not None:
        facts = describe(find_game(game))
        if json:
            print_json(facts)
        else:
            show_one(facts)
        return
    found = [load(name) for name in game_ids()]
    if json:
        print_json([describe(one) for one in found])
        return
    table = Table("id", "name", "players", "minutes", "", box=None, header_style="bold")
    for one in found:
        table.add_row(one.id, one.name, one_of(one.players), str(one.minutes), one.about["en"])
    console.print(table)
    console.print("\n[dim]carreau games ID tells you more, carreau rules ID shows the rulebook, carreau play ID starts.[/]")


def describe(game: Game) -> dict[str, Any]:
    from carreau.core.view import COMMON_KEYS

    return {
        "id": game.id,
        "name": game.name,
        "version": game.version,
        "players": list(game.players),
        "minutes": game.minutes,
        "about": dict(game.about),
        "options": [
            {"name": option.name, "default": option.default, "expects": option.expects, "about": option.about}
            for option in game.options
        ],
        "action": [{"name": part.name, "size": part.size, "about": part.about} for part in game.fields],
        "view": {**COMMON_KEYS, **game.show.KEYS},
    }


def show_one(facts: dict[str, Any]) -> None:
    console.print(f"[bold]{facts['name']}[/] ({facts['id']}), version {facts['version']}: {facts['about']['en']}")
    console.print(f"{one_of(tuple(facts['players']))} players, about {facts['minutes']} minutes\n")
    for title, rows in (
        ("Options (--option name=value)", [(option["name"], option_text(option)) for option in facts["options"]]),
        ("Parts of an action", [(part["name"], f"{part['about']}; {part['size']} values") for part in facts["action"]]),
        ("Keys of a view", list(facts["view"].items())),
    ):  # fmt: skip
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for name, about in rows or [("none", "")]:
            table.add_row(f"[bold]{name}[/]", about)
        console.print(f"[bold]{title}[/]")
        console.print(table)
        console.print()


def option_text(option: dict[str, Any]) -> str:
    return f"{option['about']}; {option['expects']}; default {shown(option['default'])}"


def shown(value: Any) -> str:
    return "random" if value is None else "on" if value is True else "off" if value is False else str(value)
