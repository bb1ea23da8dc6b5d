"""Connect Four: the tutorial game (see docs/game/tutorial.md). It lives outside the package and is loaded by its path."""

from __future__ import annotations

from carreau.core.game import Field, Game, Mode

GAME = Game(
    id="connect_four",
    name="Connect Four",
    package=__name__,
    version=1,
    players=(2,),
    minutes=5,
    about={
        "en": "Drop stones into seven columns; four in a row win.",
        "fr": "Lâchez des jetons dans sept colonnes ; quatre alignés gagnent.",
    },
    fields=(Field("column", 7, "the column the stone is dropped into, from the left"),),
    plies=lambda players, options: 42,
    modes=(Mode("", (2,)),),
)
