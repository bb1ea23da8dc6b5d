"""Sample: lay cards beside each other and score for neighbours of the same colour or value."""

from __future__ import annotations

from carreau.core.game import Field, Game, Mode
from carreau.core.option import Number, Seat

from .constants import CARDS, CELLS

GAME = Game(
    id="sample",
    name="Sample",
    package=__name__,
    version=1,
    players=(2, 3, 4),
    minutes=5,
    about={
        "en": "Lay cards beside each other and score for neighbours of the same colour or value.",
        "fr": "Posez des cartes côte à côte et marquez pour les voisines de même couleur ou de même valeur.",
    },
    options=(
        Number("hand", 3, "cards in each hand (R2)", low=1, high=4),
        Seat("first", None, "the seat that begins (R2)"),
    ),
    fields=(
        Field("card", CARDS, "colour x 6 + value - 1; the colours are red, blue, green, yellow"),
        Field("cell", CELLS, "row x 4 + column"),
    ),
    plies=lambda players, options: CELLS,
    modes=(
        Mode("", (2, 3, 4)),
        Mode("full", (2, 4), {"hand": 4}),
    ),
)
