"""Kings in the Corner: lay cards in descending order and alternating colours around the stock, and be the first to run out."""

from __future__ import annotations

from carreau.core.game import Field, Game, Mode
from carreau.core.option import Number, Seat

from .constants import CARDS, CELLS

GAME = Game(
    id="kings_corner",
    name="Kings in the Corner",
    package=__name__,
    version=1,
    players=(2, 3, 4),
    minutes=10,
    about={
        "en": "Build down in alternating colours around the stock; kings go to the corners. First out wins.",
        "fr": "Descendez en alternant les couleurs autour du talon ; les rois vont dans les coins. Le premier sans cartes gagne.",
    },
    options=(
        Number("hand", 7, "cards dealt to each player (K2)", low=4, high=8),
        Seat("first", None, "the seat that begins (K2)"),
    ),
    fields=(
        Field("card", CARDS + 1, "suit x 13 + rank - 1, the suits being clubs, diamonds, hearts, spades; 52 to pass"),
        Field("cell", CELLS, "row x 3 + column of the cell it goes to; 0 to pass"),
    ),
    plies=lambda players, options: 800,
    modes=(
        Mode("", (2, 3, 4)),
        Mode("short", (3,), {"hand": 4}),
    ),
)
