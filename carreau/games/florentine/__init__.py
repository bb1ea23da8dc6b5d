"""Dominos florentins: fill a square with four-coloured cards, and close rooms of your colour around their gems."""

from __future__ import annotations

from carreau.core.game import Field, Game, Mode, Options
from carreau.core.option import Flag, PerSeat, Seat

from .constants import CARDS, CELLS, COLOURS, PLACES, SIDES, STACK


def plies(players: int, options: Options) -> int:
    """C5: a turn for every card of the stack, then one for every card, and with `free_pass` one for every decline in between."""
    if options["free_pass"]:
        return STACK + CELLS * players
    return STACK + CARDS + players


GAME = Game(
    id="florentine",
    name="Dominos florentins",
    package=__name__,
    version=1,
    players=(2, 3, 4),
    minutes=30,
    about={
        "en": "Fill a square of 7×7 cards; gems count in closed rooms of your colour.",
        "fr": "Remplissez un carré de 7×7 cartes ; les pierres comptent dans les espaces fermés de votre couleur.",
    },
    options=(
        PerSeat("colours", None, "the colour of each seat (D6)", words=COLOURS),
        Flag("free_pass", False, "you may decline to lay an open card that fits (D12)"),
        Flag("tie_break", True, "a tie goes to the player with more closed rooms with gems (D18)"),
        Seat("first", None, "the seat that begins (C1)"),
    ),
    fields=(
        Field("card", CARDS + 1, "the card's number in the deck; 48 for the player's black card, or for none"),
        Field("turned", SIDES, "quarter turns clockwise; for a black card the side of the square where it lies: N, E, S, W"),
        Field("cell", PLACES, "row x 7 + column; 49 lays the card aside (D11) or, without a card, declines (D12, D15)"),
    ),
    plies=plies,
    modes=(
        Mode("", (2, 3, 4)),
        Mode("pass", (2, 3, 4), {"free_pass": True}),
    ),
)
