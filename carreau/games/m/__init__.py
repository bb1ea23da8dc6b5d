"""M: lay cards that share a feature with every neighbour, rob the neighbour on your right, pick your colours."""

from __future__ import annotations

from carreau.core.game import Field, Game, Mode, Options
from carreau.core.option import Choice, Flag, Seat

from .constants import COLUMN, HAND, KEPT, KINDS, NO_CARD, PASS, PLAYERS, ROW, SIDE, START_CARDS, TARGETS


def most_plies(players: int, options: Options) -> int:
    """Every card laid may need a choice, and may be taken; before each there are fewer passes than M20 allows."""
    kept, hands = KEPT[players], HAND * players
    pile = kept - START_CARDS - hands
    passes = sum(players + left for left in range(pile + 1)) + hands * players
    return 2 * (pile + hands) + kept + passes


GAME = Game(
    id="m",
    name="M",
    package=__name__,
    version=1,
    players=PLAYERS,
    minutes=30,
    about={
        "en": "Match every neighbour, rob the player on your right, and collect cards: only two colours count for you.",
        "fr": "Accordez vos cartes à leurs voisines, dépouillez le voisin de droite, et choisissez deux couleurs à amasser.",
    },
    options=(
        Choice("deck", "five", "symbols on the cards: five, or only the first four (M2)", words=("five", "four")),
        Choice("start", "arch", "the M of the first cards: XXX over X.X, or .X.X. over X.X.X (M6)", words=("arch", "zigzag")),
        Flag("gaps", True, "a line also scores across a gap (M13)"),
        Flag("blank", False, "having no symbol is a feature that two cards can share (M3)"),
        Flag("voluntary_pass", False, "you may pass even if you can lay (M11)"),
        Seat("first", None, "the seat that begins (C1)"),
    ),
    fields=(
        Field("card", KINDS + 1, f"colour x 21, + 0 for a 0 or + 1 + (value/10 - 1) x 5 + symbol; {NO_CARD} names no card"),
        Field("target", TARGETS, f"a cell, row x {SIDE} + column; {PASS} passes, {ROW} chooses the row, {COLUMN} the column"),
    ),
    plies=most_plies,
    modes=(
        Mode("", PLAYERS),
        Mode("printed", (2, 4, 6), {"deck": "four", "gaps": False}),
        Mode("free", (3, 5), {"start": "zigzag", "blank": True, "voluntary_pass": True}),
    ),
)
