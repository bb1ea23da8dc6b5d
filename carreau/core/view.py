"""What a seat may know, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Never, overload

from carreau.core.types import Options, Ply, Points, Seat, Value

if TYPE_CHECKING:
    from carreau.core.game import Game
    from carreau.core.state import State

COMMON_KEYS = {
    "game": "the game's id",
    "players": "how many take part",
    "options": "all options with their values",
    "seat": "whose view it is; null for a spectator's, and for everything",
    "ply": "how many actions have been played",
    "acting": "the seats that may act now; none when the match is over",
    "over": "whether the match has ended",
    "points": "the rulebook's points, per seat",
}


class View(dict[str, Any]):
    """What a seat may know, as JSON. Every game has these keys, and its own beside them.

    It is a dictionary like any other; its class tells type checkers what the common keys hold.

    | key | what it holds |
    | --- | --- |
    | `game` | the game's id |
    | `players` | how many take part |
    | `options` | all options with their values |
    | `seat` | whose view it is; `None` for a spectator's, and for everything |
    | `ply` | how many actions have been played |
    | `acting` | the seats that may act now; none when the match is over |
    | `over` | whether the match has ended |
    | `points` | the rulebook's points, per seat |

    `carreau games ID --json` lists the keys of a game.
    """

    if TYPE_CHECKING:

        @overload  # never called: mypy takes the first one to see what {**view} holds
        def __getitem__(self, key: str, _: Never, /) -> Any: ...
        @overload
        def __getitem__(self, key: Literal["game"]) -> str: ...
        @overload
        def __getitem__(self, key: Literal["players"]) -> int: ...
        @overload
        def __getitem__(self, key: Literal["options"]) -> Options: ...
        @overload
        def __getitem__(self, key: Literal["seat"]) -> Seat | None: ...
        @overload
        def __getitem__(self, key: Literal["ply"]) -> Ply: ...
        @overload
        def __getitem__(self, key: Literal["acting"]) -> list[Seat]: ...
        @overload
        def __getitem__(self, key: Literal["over"]) -> bool: ...
        @overload
        def __getitem__(self, key: Literal["points"]) -> list[Points]: ...
        @overload
        def __getitem__(self, key: str) -> Any: ...
        def __getitem__(self, key: str, *_: Any) -> Any: ...


def describe(game: Game, options: Mapping[str, Value], state: State, seat: Seat | None) -> View:
    """A state, blanked or not, as JSON."""
    players, acting = int(state.players), int(state.acting)
    common = {
        "game": game.id,
        "players": players,
        "options": dict(options),
        "seat": None if seat is None or seat < 0 else int(seat),
        "ply": int(state.ply),
        "acting": [seat for seat in range(players) if acting >> seat & 1],
        "over": bool(state.over),
        "points": state.points[:players].tolist(),
    }
    return View({**common, **game.show.describe(state)})
