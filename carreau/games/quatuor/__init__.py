"""Quatuor: four different objects in four different colours along every joint; five ways to play."""

from __future__ import annotations

from carreau.core.errors import BadOption
from carreau.core.game import Field, Game, Mode, Options, Suggestion
from carreau.core.option import Choice, Number, Seat
from carreau.core.phrase import Phrase, listed

from .constants import CARDS, HAND, HAND_D, LAPS, MOST_ACTIONS, PLACES, REST, SECONDS, WAYS

PLAYERS = {"a": (2, 3, 4), "b": (2, 3, 4, 5, 6, 7, 8), "c": (2, 3, 4), "d": (2,), "solo": (1,)}

WAYS_OF = {  # which ways to play an option belongs to
    "deals": ("a",),
    "take_back": ("a",),
    "solo": ("solo",),
    "answer_seconds": ("b",),
    "search_seconds": ("b",),
    "penalty_seconds": ("c",),
    "idle_seconds": ("c",),
    "first": ("a", "d"),
}

OPTIONS = (
    Choice("way", "a", "the way to play: lay them all, stop!, all at once, two ways, alone", words=WAYS),
    Choice("deals", "one", "how many deals: one, or one per player (Q6)", words=("one", "each")),
    Choice(
        "take_back",
        "move",
        "if you cannot lay: move a laid card, or take one into your hand (Q7)",
        words=("move", "hand"),
    ),
    Choice(
        "solo",
        "puzzle",
        "cards when you play alone: any nine of the thirty, or nine given ones (Q20)",
        words=("free", "puzzle"),
    ),
    Number("answer_seconds", 10, "seconds to lay after saying stop (Q11)", low=1, high=120),
    Number("search_seconds", 60, "seconds of silence that count as seeing none (Q12)", low=5, high=600),
    Number("penalty_seconds", 3, "seconds of penalty for a card that does not fit (Q15)", low=1, high=60),
    Number("idle_seconds", 60, "seconds without a new card that end the match (Q16)", low=5, high=600),
    Seat("first", None, "the seat that deals in way a, or lays first in way d (C1)"),
)


def check(players: int, options: Options) -> None:
    way = str(options["way"])
    if players not in PLAYERS[way]:
        if way == "solo":
            raise BadOption(Phrase("Way {way} is for one player, not {players}.", way=way, players=players))
        raise BadOption(
            Phrase("Way {way} is for {number} players, not {players}.", way=way, number=listed(PLAYERS[way]), players=players)
        )
    for option in OPTIONS:
        ways = WAYS_OF.get(option.name, WAYS)
        if way not in ways and options[option.name] != option.default:
            named = {"name": option.name, "ways": listed(ways), "way": way}
            raise BadOption(Phrase("Option {name} is for way {ways}, not for way {way}.", **named))


def plies(players: int, options: Options) -> int:
    """No match is longer: Q8, Q13, Q16, Q17, Q20."""
    if options["way"] == "a":
        deals = players if options["deals"] == "each" else 1
        return deals * (HAND * players + 1) * players * (LAPS if options["take_back"] == "hand" else 2)
    if options["way"] == "b":
        return REST // 2 * (players + 2) + 2 * players
    if options["way"] == "c":
        penalties = -(-int(options["idle_seconds"] or 0) // int(options["penalty_seconds"] or 1))
        return (HAND * players + 1) * (players * (2 * penalties + 2) + 1)
    return 2 * HAND_D if options["way"] == "d" else MOST_ACTIONS


GAME = Game(
    id="quatuor",
    name="Quatuor",
    package=__name__,
    version=2,
    players=(1, 2, 3, 4, 5, 6, 7, 8),
    minutes=10,
    about={
        "en": "Lay cards side by side so that four different objects in four different colours meet at every joint.",
        "fr": "Posez les cartes côte à côte : à chaque jonction, quatre objets différents de quatre couleurs différentes.",
    },
    options=OPTIONS,
    fields=(
        Field("second", SECONDS, "0, or 1 + cell x 60 + turned x 30 + card: a second card laid at once, in a higher cell (Q14)"),
        Field("place", PLACES, "a cell, 32 x row + column, both modulo 32; 1024 takes the card back; 1025 says a word"),
        Field("turned", 2, "1 if the card is turned by a half-turn"),
        Field(
            "card",
            CARDS,
            "the card; with place 1025 and turned 0: pass, none, stop, give up, idle; turned 1: a seat's time is over",
        ),
    ),
    plies=plies,
    modes=(
        Mode("", PLAYERS["a"]),
        Mode("each", PLAYERS["a"], {"deals": "each"}),
        Mode("hand", PLAYERS["a"], {"take_back": "hand"}),
        Mode("b", PLAYERS["b"], {"way": "b"}),
        Mode("c", PLAYERS["c"], {"way": "c"}),
        Mode("d", PLAYERS["d"], {"way": "d"}),
        Mode("solo", PLAYERS["solo"], {"way": "solo"}),
        Mode("free", PLAYERS["solo"], {"way": "solo", "solo": "free"}),
    ),
    short={"way": "d"},
    suggestion=Suggestion(
        {"deals": "each", "take_back": "hand"},
        "There is one deal per player, which is fair: in a single deal the dealer is far ahead. If you cannot lay, you take "
        "a card into your hand, so that fewer matches are shared. Both can be changed under Options.",
    ),
    clock=True,
    check=check,
)
