"""What a move of Faïence does: zones that grow, what the area is worth, what is left on the discard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carreau.core.fact import Fact
from carreau.core.kept import kept
from carreau.core.seats import acting_seat
from carreau.core.words import Words, message

from ..constants import CELLS, CHOOSE, DROP, PLACES, REVEAL, SQUARE, TAKE
from ..rules.cards import NONE
from ..rules.layout import FITS, open_cells
from ..show import MOTIF_OF, Area, area_of, worth, zones
from .sentences import KIND_OF, the_card, the_kind

ZONES = (
    message("{n} zones of stars"), message("{n} zones of leaves"), message("{n} zones of waves"), message("{n} zones of knots"),
    message("{n} zones of fans"), message("{n} zones of roses"),
)  # fmt: skip
A_ZONE = (
    message("a zone of {n} stars"), message("a zone of {n} leaves"), message("a zone of {n} waves"),
    message("a zone of {n} knots"), message("a zone of {n} fans"), message("a zone of {n} roses"),
)  # fmt: skip
A_CARD = {kind: card for card, kind in enumerate(KIND_OF)}  # one of each kind
POOR = 1  # points that are hardly worth a turn
SQUARED = 4.0  # what a square matters: its points, and that the round ends
IN_HAND = 0.5  # what a point matters that a card may bring later


def facts(s: Any, seat: int, action: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    place = action % PLACES
    if place in (TAKE, REVEAL):
        yield from takes(s, seat, place, words)
        return
    if place == DROP:
        yield from keeps(after, seat, words)
    else:
        yield from lays(area_of(s, seat), area_of(after, seat), place, words)
    yield from leaves(after, words, names)


# where the card comes from


def takes(s: Any, seat: int, place: int, words: Words) -> Iterator[Fact]:
    """What the top of the discard is good for."""
    card = int(s.discard[s.thrown - 1])
    most = best_gain(s, seat, KIND_OF[card])
    told = {"card": the_card(card, words), "points": points_words(most, words)}
    if place == TAKE and most > POOR:
        yield Fact("take", most, words.say("It takes {card}, which could bring the area {points}", **told))
    elif place == REVEAL and most <= POOR:
        yield Fact("pass over", 1 + POOR - most, words.say("It passes over {card}, which would bring the area {points}", **told))


def points_words(points: int, words: Words) -> str:
    return words.count("{n} point", "{n} points", points)


# the area


def lays(before: Area, now: Area, place: int, words: Words) -> Iterator[Fact]:
    """What the card does to the area."""
    more, larger = sum(worth(now)) - sum(worth(before)), worth(now).zones - worth(before).zones
    zone = zone_words(before, now, place, words) if place < CELLS and larger > 0 else ""
    if more > 0:
        told = {"zone": zone, "points": points_words(more, words)}
        does = words.say("{zone}: {points} more" if zone else "It makes the area worth {points} more", **told)
        yield Fact("worth", more, does)
    if zone:
        yield Fact("zone", larger, zone)
    if len(before.laid) < SQUARE == len(now.laid):
        yield Fact("square", SQUARED, words.say("It completes the square"))
        yield Fact("end", SQUARED, avoids=words.say("It keeps the square open"))


def zone_words(before: Area, now: Area, cell: int, words: Words) -> str:
    """The zone that a card has become part of."""
    motif, zone = MOTIF_OF[now.cells[cell]], next(zone for zone in zones(now.cells) if cell in zone)
    parts = [one for one in zones(before.cells) if one < zone and cell not in one and MOTIF_OF[before.cells[min(one)]] == motif]
    if len(parts) > 1:
        joined = words.say(ZONES[motif], n=len(parts))
        return words.count("It joins {zones}, {n} tile together", "It joins {zones}, {n} tiles together", len(zone), zones=joined)
    return words.say("It makes {zone}", zone=words.say(A_ZONE[motif], n=len(zone)))


# what is left


def keeps(after: Any, seat: int, words: Words) -> Iterator[Fact]:
    """The cards that stay in the hand and could bring something."""
    for kind in dict.fromkeys(KIND_OF[card] for card in after.hand[seat] if card != NONE):
        if (most := best_gain(after, seat, kind)) > POOR:
            told = {"card": the_kind(kind, words), "points": points_words(most, words)}
            does = words.say("It keeps {card} in hand, which could bring the area {points}", **told)
            yield Fact(f"keep {kind}", IN_HAND * most, does)


def leaves(after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    """What the next player finds on the discard."""
    following = acting_seat(after)
    if after.phase != CHOOSE or following < 0:
        return
    card = int(after.discard[after.thrown - 1])
    if (most := best_gain(after, following, KIND_OF[card])) > POOR:
        told = {"name": names[following], "card": the_card(card, words), "points": points_words(most, words)}
        avoids = words.say("It does not leave {name} {card}, which could bring {points}", **told)
        yield Fact("leave", most, avoids=avoids, against=following)


def best_gain(s: Any, seat: int, kind: int) -> int:
    """The most that an area can be worth more with a card; nothing once the square is complete."""
    return gain_of(area_of(s, seat), int(open_cells(s, seat)), kind)


@kept
def gain_of(area: Area, cells: int, kind: int) -> int:
    card, now = A_CARD[kind], sum(worth(area))
    places = [cell for cell in range(CELLS) if cells >> cell & 1 or FITS[kind, area.cells[cell]]]
    found = [area._replace(cells=(*area.cells[:cell], card, *area.cells[cell + 1 :])) for cell in places]
    return max(sum(worth(one)) - now for one in found) if cells else 0
