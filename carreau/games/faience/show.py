"""What people see of Faïence: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from carreau.core.bits import members
from carreau.core.ending import most_points
from carreau.core.errors import InvalidAction
from carreau.core.grid import grown
from carreau.core.kept import kept
from carreau.core.markup import width
from carreau.core.phrase import Phrase
from carreau.core.terminal import styled, turn_mark
from carreau.core.words import Words, message

from . import GAME
from .constants import DROP, DROP_DOWN, ENDINGS, LIMIT, LOWEST, MIDDLE, OUTSIDE, PHASES, PLACES, SIDE, SWAP, TAKE, VALUES
from .rules.cards import CARD_NAMES, LETTERS, MOTIF, VALUE, kind_name
from .rules.layout import GRID, ZONE_POINTS

PLACE_NAMES = (*GRID.names, "out", "swap", "drop", "discard", "reveal")
LAID_IN = {name: place for place, name in enumerate(PLACE_NAMES[:DROP])}
STYLES = ("yellow", "green", "cyan", "magenta", "blue", "red")
GAP = "  "
MOTIF_OF, VALUE_OF = MOTIF.tolist(), VALUE.tolist()  # by card
AROUND = [members(cells) for cells in GRID.around]

KEYS = {
    "round": "the number of this round, from 1",
    "lap": "the number of this lap, from 1",
    "first": "the seat that holds FIRST",
    "phase": "choose a source (F5), lay the card, owe cards from the hand (F12), owe_beside: only beside (F13), drop cards (F10)",
    "owed": "how many cards from the hand are still to be laid or dropped in this turn",
    "up": "the card taken from the discard, or the two turned up",
    "areas": "per seat, the cards by cell, the first one laid being c3",
    "outside": "per seat, the cards outside the square (F14)",
    "last": "per seat, the cell laid in last in this round, or out; null before",
    "worth": "per seat, what the area is worth now: its values (F18) and its zones (F19)",
    "closing": "whether somebody has completed a square, so that this lap is the last (F16)",
    "held": "per seat, how many cards are in the hand",
    "hands": "per seat, the cards in the hand, or null where they are hidden",
    "pile": "how many cards are in the draw pile",
    "pile_cards": "the draw pile's cards from the top, or null where they are hidden",
    "discard": "the discard from the top",
    "hidden": "what all know of the hidden cards: those that once made up a draw pile, how many each hand and the pile hold",
    "ended": "how the last finished round ended: square or limit; and per seat what values and zones brought; null in the first",
}

CARD = re.compile(rf"([{LETTERS}])(0|[-−][12]|\+?[123])")
UNREADABLE = message(
    "{name!r} cannot be read: write 'discard', 'reveal', a card and a place as in 's+2 c3', 's+2 out' or 's+2 swap', "
    "or 'drop s+2'."
)


# names


def names(cards: Any) -> list[str]:
    return [CARD_NAMES[card] for card in cards if card]


def name_action(action: int) -> str:
    kind, place = GAME.unpack(action).values()
    name = PLACE_NAMES[place]
    if place >= TAKE:
        return name
    return f"{name} {kind_name(kind)}" if place == DROP else f"{kind_name(kind)} {name}"


def parse_action(name: str) -> int:
    text = name.lower()
    if text in PLACE_NAMES[TAKE:]:
        return GAME.pack(card=0, place=PLACE_NAMES.index(text))
    first, _, second = text.partition(" ")
    card, place = (second, DROP) if first == PLACE_NAMES[DROP] else (first, LAID_IN.get(second))
    read = CARD.fullmatch(card)
    if read is None or place is None:
        raise InvalidAction(Phrase(UNREADABLE, name=name))
    value = int(read[2].replace("−", "-"))
    return GAME.pack(card=LETTERS.index(read[1]) * VALUES + value - LOWEST, place=place)


# the view


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    seats = range(s.players)
    return {
        "round": int(s.begun),
        "lap": int(s.laps) + (not s.over),
        "first": int(s.first),
        "phase": PHASES[s.phase],
        "owed": int(s.owed),
        "up": names(s.up),
        "areas": [{GRID.names[cell]: CARD_NAMES[s.cell[seat, cell]] for cell in laid(s, seat)} for seat in seats],
        "outside": [names(s.outside[seat]) for seat in seats],
        "last": [last_place(int(s.last[seat])) for seat in seats],
        "worth": [worth(area_of(s, seat))._asdict() for seat in seats],
        "closing": bool(s.closing),
        "held": [int(s.held[seat]) for seat in seats],
        "hands": [known(s.hand[seat, : s.held[seat]]) for seat in seats],
        "pile": int(s.left),
        "pile_cards": known(s.pile[: s.left][::-1]),
        "discard": names(s.discard[: s.thrown][::-1]),
        "hidden": hidden(s),
        "ended": ended(s),
    }


def laid(s: Any, seat: int) -> list[int]:
    """The cells of an area that hold a card."""
    return members(s.laid[seat])


def last_place(last: int) -> str | None:
    return PLACE_NAMES[min(last - 1, OUTSIDE)] if last else None


def known(cards: Any) -> list[str] | None:
    return names(cards) if all(cards) else None


def hidden(s: Any) -> list[dict[str, Any]]:
    """The pools of hidden cards (see rules/hidden.py)."""
    pools: dict[int, list[str]] = {}
    for card, pool in enumerate(s.pool.tolist()):
        if pool:
            pools.setdefault(pool, []).append(CARD_NAMES[card])
    held = {pool: s.share[pool, : s.players].tolist() for pool in pools}
    return [{"cards": cards, "held": held[pool], "pile": len(cards) - sum(held[pool])} for pool, cards in pools.items()]


def ended(s: Any) -> dict[str, Any] | None:
    if not s.ended:
        return None
    return {"how": ENDINGS[s.ended], "values": s.values[: s.players].tolist(), "zones": s.zones[: s.players].tolist()}


class Area(NamedTuple):
    """What lies before a player."""

    cells: tuple[int, ...]  # a card or 0 in each
    outside: tuple[int, ...]  # the cards outside the square (F14)
    zone_table: int  # how zones count (F20)

    @property
    def laid(self) -> list[int]:
        """The cells that hold a card."""
        return [cell for cell, card in enumerate(self.cells) if card]


def area_of(s: Any, seat: int) -> Area:
    outside = tuple(int(card) for card in s.outside[seat] if card)
    return Area(tuple(map(int, s.cell[seat])), outside, int(s.zone_table))


class Worth(NamedTuple):
    values: int  # F18
    zones: int  # F19


@kept
def worth(area: Area) -> Worth:
    """What an area would score now."""
    values = sum(VALUE_OF[card] for card in area.cells + area.outside)
    return Worth(values, sum(zone_points(area, len(zone)) for zone in zones(area.cells)))


def zone_points(area: Area, size: int) -> int:
    """F20"""
    return int(ZONE_POINTS[area.zone_table, size])


def zones(cells: Sequence[int]) -> list[set[int]]:
    """The zones of an area as sets of cells (F19)."""
    found: list[set[int]] = []
    for cell, card in enumerate(cells):
        if card:
            alike = {other for other in AROUND[cell] if MOTIF_OF[cells[other]] == MOTIF_OF[card]}
            touching = [zone for zone in found if zone & alike]
            found = [zone for zone in found if zone not in touching] + [{cell}.union(*touching)]
    return found


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    points = int(s.points[winners[0]])
    if points >= s.target:
        return most_points(s, winners, words, names)
    who = words.listed([names[seat] for seat in winners])
    text = words.say("The round limit is reached. Most points: {names}, {points}.", names=who, points=points)
    return {"reason": "limit", "text": text}


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup: motifs differ by letter too; `seat` can lay on dots and replace after an ×."""
    targets = {action % PLACES for action in legal}
    blocks = [block(s, k, targets if k == seat else set()) for k in range(s.players)]
    widths = [max(width(line) for line in lines) for lines in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    table = [GAP.join(line + " " * (widths[k] - width(line)) for k, line in enumerate(row)) for row in rows]
    return "\n".join([heading(s), *table])


def heading(s: Any) -> str:
    top = card_text(s.discard[s.thrown - 1]) if s.thrown else "-"
    lap = "last lap" if s.closing and s.last_lap else f"lap {s.laps + (not s.over)}"
    line = f"Round {s.begun}, {lap}   draw pile {s.left}   discard {top} ({s.thrown})"
    if s.up[0]:
        line += f"   {'turned up' if s.up[1] else 'taken'} {cards_text(s.up)}"
    if s.owed:
        line += f"   to {'drop' if s.phase == DROP_DOWN else 'lay'} from the hand: {s.owed}"
    return line


def block(s: Any, seat: int, targets: set[int]) -> list[str]:
    """A player's part of the table: every row and column that holds a card or may still hold one."""
    rows, columns = (grown(lines, LIMIT) for lines in GRID.lines_of(laid(s, seat) or [MIDDLE]))
    values, points = worth(area_of(s, seat))
    lines = [title(s, seat), f"  {hand_text(s, seat)}", f"  values {values:+d} zones {points}"]
    lines.append("  " + "".join(f"{GRID.letters[column]:^4}" for column in columns))
    lines += [f"{row + 1} " + "".join(cell_text(s, seat, row * SIDE + column, targets) for column in columns) for row in rows]
    if s.outside[seat, 0] or OUTSIDE in targets:
        free = "[bold]·[/]" if OUTSIDE in targets else ""
        lines.append("  outside " + "×" * (SWAP in targets) + f"{cards_text(s.outside[seat])} {free}".strip())
    return lines


def title(s: Any, seat: int) -> str:
    """The seat, its points, and what the last round brought."""
    holder = " FIRST" if s.first == seat else ""
    brought = f" ({s.values[seat] + s.zones[seat]:+d})" if s.ended else ""
    return f"{turn_mark(s, seat)}[bold]seat {seat}[/]{holder}: {s.points[seat]}{brought}"


def hand_text(s: Any, seat: int) -> str:
    cards = s.hand[seat, : s.held[seat]]
    return (cards_text(cards) or "no hand") if all(cards) else f"hand of {s.held[seat]}"


def cell_text(s: Any, seat: int, cell: int, targets: set[int]) -> str:
    card = int(s.cell[seat, cell])
    if not card:
        return " [bold]·[/]  " if cell in targets else "    "
    mark = "×" if cell in targets else "›" if s.last[seat] == cell + 1 else " "
    return mark + card_text(card) + " " * (3 - len(CARD_NAMES[card]))


def card_text(card: int) -> str:
    return styled(CARD_NAMES[card], STYLES[MOTIF[card]])


def cards_text(cards: Any) -> str:
    return " ".join(card_text(card) for card in cards if card)


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies."""
    cards = [*s.cell.flat, *s.outside.flat, *s.up, *s.discard, *s.pile[: s.left]]
    cards += [card for seat in range(s.players) for card in s.hand[seat, : s.held[seat]]]
    return sorted(int(card) for card in cards if card)
