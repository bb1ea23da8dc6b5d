"""Little: twelve cards, hidden hands, a pile. Small enough to plant mistakes in."""

from __future__ import annotations

from carreau.core.game import Field, Game, Mode
from carreau.core.option import Number

GAME = Game(
    id="little",
    name="Little",
    package=__name__,
    version=1,
    players=(2, 3),
    about={
        "en": "Lay cards in a row, each higher than the last.",
        "fr": "Posez des cartes, chacune plus haute que la précédente.",
    },
    fields=(Field("card", 12, "the card that is laid"),),
    plies=lambda players, options: 12,
    modes=(Mode("", (2, 3)),),
    options=(Number("hand", 3, "cards in a hand", low=2, high=4),),
)
