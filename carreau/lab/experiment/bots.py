"""Who plays: line-ups, and the names in them."""

from __future__ import annotations

from carreau.core.errors import BadOption, BadPlayers
from carreau.core.number import shown
from carreau.core.phrase import Phrase

RANDOM = "random"
KINDS = (RANDOM, "greedy", "flat", "ismcts")


def names_in(line_up: str) -> list[str]:
    return [plain_name(name.strip()) for name in line_up.split(",")]


def plain_name(name: str) -> str:
    """One name for each bot: levels by their number, kinds in small letters, anything else as it is."""
    from carreau.bots.levels import read_level

    try:
        return str(read_level(name).number)
    except BadOption:
        kind, colon, count = name.partition(":")
        return kind.lower() + colon + count if kind.lower() in KINDS else name


def read_line_up(line_up: str, players: int) -> tuple[str, ...]:
    """One name for each seat.

    Raises:
        BadPlayers: If it is for another number of players.
    """
    names = names_in(line_up)
    if len(names) == 1:
        return tuple(names * players)
    if len(names) != players:
        raise BadPlayers(
            Phrase(
                "Name one bot for all seats, or {players} separated by commas, not {n}: {bots!r}.",
                players=players, n=len(names), bots=line_up,
            )
        )  # fmt: skip
    return tuple(names)


def check_bot(name: str) -> None:
    """Refuse what is not the name of a bot.

    Raises:
        BadOption: The sentence says which there are, or what is wrong with one's own bot.
    """
    from carreau.bots.levels import read_bot

    own = ":" in name and name.partition(":")[0] not in KINDS
    try:
        read_bot(name)
    except BadOption:
        if own:
            raise  # says what is wrong with it
        raise BadOption(
            Phrase(
                "There is no bot {name}: choose random, greedy, a level 1 to 5, flat:N or ismcts:N (N iterations), your own bot "
                "as module:Name, or the name of a strategy.",
                name=shown(name, 60),
            )
        ) from None
