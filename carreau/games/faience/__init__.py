"""Faïence: build a square of nine tiles from the discard, the draw pile and your hand."""

from __future__ import annotations

from carreau.core.game import Field, Game, Mode
from carreau.core.option import Choice, Flag, Number, Seat

from .constants import HIGHEST, KINDS, MOST_LAPS, MOST_ROUNDS, MOTIF_NAMES, PLACES, PLAYERS, ZONE_TABLES

MOST_ACTIONS = 2 + HIGHEST  # in a turn: a source, a card, and three cards to drop

GAME = Game(
    id="faience",
    name="Faïence",
    package=__name__,
    version=1,
    players=PLAYERS,
    minutes=30,
    about={
        "en": "Build a square of nine tiles: high values count, and so do large zones of one motif.",
        "fr": "Bâtissez un carré de neuf carreaux : les fortes valeurs comptent, les grandes zones d’un même motif aussi.",
    },
    options=(
        Choice(
            "zones",
            "square",
            "points for zones of 4 cards or more: squares (9 16 25…), or 3 more per card (7 10 13…) (F20)",
            words=ZONE_TABLES,
        ),
        Number("target", 50, "points that end the match (F23)", low=10, high=200),
        Flag("replace_once", False, "after −1 or −2, lay all cards beside yours or replace just one (F13)"),
        Flag("last_lap", True, "a round goes on until everybody has had the same number of turns (F16)"),
        Seat("first", None, "the seat that begins the first round (C1)"),
    ),
    fields=(
        Field("card", KINDS, f"motif x 6 + value + 2; the motifs are {', '.join(MOTIF_NAMES)}; 0 if the place needs none"),
        Field(
            "place",
            PLACES,
            "row x 5 + column of your area, the first card lying in 12; 25 outside the square; 26 instead of the card outside; "
            "27 onto the discard; 28 take the discard's top card; 29 turn up two",
        ),
    ),
    short={"target": 10},
    plies=lambda players, options: MOST_ROUNDS * MOST_LAPS * players * MOST_ACTIONS,
    modes=(
        Mode("", PLAYERS),
        Mode("once", (2, 4), {"replace_once": True, "zones": "linear", "target": 30}),
        Mode("sudden", (3, 5), {"last_lap": False, "target": 30}),
    ),
)
