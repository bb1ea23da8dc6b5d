"""Names for the numbers and the JSON that are passed around. Nothing here imports NumPy."""

from __future__ import annotations

from typing import NotRequired, TypeAlias, TypedDict

Seat: TypeAlias = int
"""A place at the table, from 0. Seat -2 is the clock (`carreau.CLOCK`)."""

Action: TypeAlias = int
"""An action as a number: the same number means the same action in every match of a game."""

ActionName: TypeAlias = str
"""An action in the game's notation, as people read and write it."""

Ply: TypeAlias = int
"""How many actions have been played."""

Points: TypeAlias = int
"""Points as the rulebook counts them."""

Seed: TypeAlias = int | str
"""What fixes a deal: a whole number from 0 to 2**256 - 1, or 64 hexadecimal digits."""

Value: TypeAlias = bool | int | str | None
"""What an option can be set to."""

Options: TypeAlias = dict[str, Value]
"""All options of a match with their values."""


class DealData(TypedDict):
    """How the seed of a shared deal came about: see the field `deal` of a record."""

    secret: str
    pledges: dict[str, str]
    parts: dict[str, str]


class Record(TypedDict):
    """A match as JSON: all it takes to play it again, and to check it.

    Attributes:
        carreau: The version of this format.
        game: The game's id.
        version: The version of the game's rules.
        players: How many take part.
        options: All options with their values.
        seed: 64 hexadecimal digits that fix the deal.
        commitment: A hash of all the above, which can be shown before the first card.
        actions: A pair for each action, in order: the seat, and the action's name.
        over: Whether the match has ended.
        points: The points of each seat.
        digest: A hash of everything else in the record.
        deal: Only if several people contributed to the seed: what each of them did.
        coach: Only if a coach was at the table: `asked` if it answered questions, `warning` if it also warned before blunders.
    """

    carreau: int
    game: str
    version: int
    players: int
    options: Options
    seed: str
    commitment: str
    actions: list[list[Seat | ActionName]]
    over: bool
    points: list[Points]
    digest: str
    deal: NotRequired[DealData]
    coach: NotRequired[str]


class Outcome(TypedDict):
    """How a match ended.

    Attributes:
        winners: The seats that share the win.
        reason: One word, the same in every language.
        text: One sentence for people.
    """

    winners: list[Seat]
    reason: str
    text: str
