"""Punto: line up cards of one colour on a 6x6 table that everybody may cover."""

from __future__ import annotations

from carreau.core.errors import BadOption
from carreau.core.game import Field, Game, Mode, Options
from carreau.core.option import Choice, Flag, Number, Seat
from carreau.core.phrase import Phrase

from .constants import ASIDE, CARDS, COLOURS, KINDS, MIDDLE, MOST_ROUNDS, PLACES, SIDE, STARTERS, VALUES

MOST_PLIES = CARDS + 1  # of a round: every card, and a choice of the card to set aside


def check(players: int, options: Options) -> None:
    if options["teams"] and players != 4:
        raise BadOption(Phrase("Option teams is for 4 players, not {players} (P5).", players=players))


GAME = Game(
    id="punto",
    name="Punto",
    package=__name__,
    version=1,
    players=(2, 3, 4),
    minutes=10,
    about={
        "en": "Line up your colour on a table where a higher card may cover any lower one.",
        "fr": "Alignez votre couleur sur une table où toute carte plus forte peut en couvrir une plus faible.",
    },
    options=(
        Number("rounds", 2, "rounds to win (P24)", low=1, high=len(MOST_ROUNDS) - 1),
        Number("hand", 1, "cards face up in front of each player (P11)", low=1, high=2),
        Flag("teams", False, "two teams of two; partners sit opposite each other (P5)"),
        Choice(
            "starter",
            "ended",
            "the next round begins to the left of: whoever ended the last one, or its winner (P21)",
            words=STARTERS,
        ),
        Seat("first", None, "the seat that begins (C1)"),
    ),
    fields=(
        Field("card", KINDS, f"colour x {VALUES} + value - 1; the colours are {', '.join(COLOURS)}"),
        Field("cell", PLACES, f"row x {SIDE} + column; the first card lies in {MIDDLE}; {ASIDE} sets the card aside (P19)"),
    ),
    plies=lambda players, options: MOST_ROUNDS[int(options["rounds"] or 0)] * MOST_PLIES,
    modes=(
        Mode("", (2, 3, 4)),
        Mode("hand", (2, 3, 4), {"hand": 2}),
        Mode("teams", (4,), {"teams": True}),
    ),
    short={"rounds": 1},
    check=check,
)
