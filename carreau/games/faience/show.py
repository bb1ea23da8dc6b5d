"""What people see of Faïence: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.core.markup import width
from carreau.core.phrase import Phrase
from carreau.core.words import Words, message

from . import GAME
from .rules.cards import CARD_NAMES, LETTERS, LOWEST, MOTIF, VALUE, VALUES, kind_name

SIDE = 5
CELLS = SIDE * SIDE
OUTSIDE, SWAP, DROP, TAKE, REVEAL = range(CELLS, CELLS + 5)
PLACE_NAMES = {OUTSIDE: "out", SWAP: "swap"}
SOURCE_NAMES = {TAKE: "discard", REVEAL: "reveal"}
COLUMNS = "abcde"
PHASES = ("choose", "lay", "owe", "owe_beside", "drop")
ENDINGS = (None, "square", "limit")
ZONE_NAMES = ("square", "linear")
STYLES = ("yellow", "green", "cyan", "magenta", "blue", "red")
GAP = "  "
MOTIF_OF, VALUE_OF = MOTIF.tolist(), VALUE.tolist()  # by card

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

CELL = re.compile(r"([a-e])([1-5])")
CARD = re.compile(rf"([{LETTERS}])(0|[-−][12]|\+?[123])")
UNREADABLE = message(
    "{name!r} cannot be read: write 'discard', 'reveal', a card and a place as in 's+2 c3', 's+2 out' or 's+2 swap', "
    "or 'drop s+2'."
)


# names


def cell_name(cell: int) -> str:
    return f"{COLUMNS[cell % SIDE]}{cell // SIDE + 1}"


def place_name(place: int) -> str:
    return PLACE_NAMES.get(place) or cell_name(place)


def names(cards: Any) -> list[str]:
    return [CARD_NAMES[card] for card in cards if card]


def name_action(action: int) -> str:
    parts = GAME.unpack(action)
    place, card = parts["place"], kind_name(parts["card"])
    if place in SOURCE_NAMES:
        return SOURCE_NAMES[place]
    return f"drop {card}" if place == DROP else f"{card} {place_name(place)}"


def parse_action(name: str) -> int:
    text = name.lower()
    for place, source in SOURCE_NAMES.items():
        if text == source:
            return GAME.pack(card=0, place=place)
    first, _, second = text.partition(" ")
    kind = parse_kind(second if first == "drop" else first)
    place_or_none = DROP if first == "drop" else parse_place(second)
    if kind is None or place_or_none is None:
        raise InvalidAction(Phrase(UNREADABLE, name=name))
    return GAME.pack(card=kind, place=place_or_none)


def parse_kind(name: str) -> int | None:
    card = CARD.fullmatch(name)
    return card and LETTERS.index(card[1]) * VALUES + int(card[2].replace("−", "-")) - LOWEST


def parse_place(name: str) -> int | None:
    for place, word in PLACE_NAMES.items():
        if name == word:
            return place
    cell = CELL.fullmatch(name)
    return cell and (int(cell[2]) - 1) * SIDE + COLUMNS.index(cell[1])


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
        "areas": [{cell_name(cell): CARD_NAMES[card] for cell, card in enumerate(s.cell[seat]) if card} for seat in seats],
        "outside": [names(s.outside[seat]) for seat in seats],
        "last": [last_place(int(s.last[seat])) for seat in seats],
        "worth": [worth(s, seat) for seat in seats],
        "closing": bool(s.closing),
        "held": [int(s.held[seat]) for seat in seats],
        "hands": [known(s.hand[seat, : s.held[seat]]) for seat in seats],
        "pile": int(s.left),
        "pile_cards": known(s.pile[: s.left][::-1]),
        "discard": names(s.discard[: s.thrown][::-1]),
        "hidden": hidden(s),
        "ended": ended(s),
    }


def last_place(last: int) -> str | None:
    return "out" if last > CELLS else cell_name(last - 1) if last else None


def known(cards: Any) -> list[str] | None:
    return names(cards) if all(cards) else None


def hidden(s: Any) -> list[dict[str, Any]]:
    """The pools of hidden cards (see piles.py)."""
    pools: dict[int, list[str]] = {}
    for card, pool in enumerate(s.pool.tolist()):
        if pool:
            pools.setdefault(pool, []).append(CARD_NAMES[card])
    held = {pool: s.share[pool, : s.players].tolist() for pool in pools}
    return [{"cards": cards, "held": held[pool], "pile": len(cards) - sum(held[pool])} for pool, cards in pools.items()]


def ended(s: Any) -> dict[str, Any] | None:
    if not s.ended:
        return None
    values, zones = ([int(points) for points in column[: s.players]] for column in (s.values, s.zones))
    return {"how": ENDINGS[s.ended], "values": values, "zones": zones}


def worth(s: Any, seat: int) -> dict[str, int]:
    """What an area would score now."""
    values = sum(VALUE_OF[card] for card in [*s.cell[seat], *s.outside[seat]])
    return {"values": values, "zones": sum(zone_points(s, len(zone)) for zone in zones(s.cell[seat]))}


def zone_points(s: Any, size: int) -> int:
    """F20"""
    if ZONE_NAMES[s.zone_table] == "linear" and size > 1:
        return 3 * size - 5
    return (size - 1) ** 2


def zones(cells: Any) -> list[set[int]]:
    """The zones of an area as sets of cells (F19)."""
    found: list[set[int]] = []
    for cell, card in enumerate(cells):
        if card:
            touching = [zone for zone in found if any(joined(cells, cell, other) for other in zone)]
            found = [zone for zone in found if zone not in touching] + [{cell}.union(*touching)]
    return found


def joined(cells: Any, one: int, other: int) -> bool:
    apart = abs(one // SIDE - other // SIDE) + abs(one % SIDE - other % SIDE)
    return apart == 1 and MOTIF_OF[cells[one]] == MOTIF_OF[cells[other]]


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    points = int(s.points[winners[0]])
    reason = "points" if points >= s.target else "limit"
    who = words.listed([names[seat] for seat in winners])
    if reason == "limit":
        text = words.say("The limit of rounds is reached: most points for {names}, {points}.", names=who, points=points)
    elif len(winners) > 1:
        text = words.say("{names} win with {points} points.", names=who, points=points)
    else:
        text = words.say("{name} wins with {points} points.", name=who, points=points)
    return {"reason": reason, "text": text}


def leaders(s: Any) -> list[int]:
    """The seats with most points: the winners, once the match is over (F23)."""
    points = list(s.points[: s.players])
    return [seat for seat in range(s.players) if points[seat] == max(points)]


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup: motifs differ by letter too; `seat` can lay on dots and replace after an ×."""
    targets = {action % (REVEAL + 1) for action in legal}
    blocks = [block(s, k, targets if k == seat else set()) for k in range(s.players)]
    widths = [max(width(line) for line in lines) for lines in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    table = [GAP.join(line + " " * (widths[k] - width(line)) for k, line in enumerate(row)) for row in rows]
    return "\n".join([heading(s), *table])


def heading(s: Any) -> str:
    top = card_text(s.discard[s.thrown - 1]) if s.thrown else "-"
    lap = "last lap" if s.closing and s.last_lap else f"lap {s.laps + (not s.over)}"
    line = f"Round {s.begun}, {lap}   draw pile {s.left}   discard {top} ({s.thrown})"
    up = " ".join(card_text(card) for card in s.up if card)
    if up:
        line += f"   {'turned up' if s.up[1] else 'taken'} {up}"
    if s.owed:
        line += f"   to {'drop' if PHASES[s.phase] == 'drop' else 'lay'} from the hand: {s.owed}"
    return line


def block(s: Any, seat: int, targets: set[int]) -> list[str]:
    """A player's part of the table."""
    rows, columns = shown_range(s, seat)
    lines = [title(s, seat), f"  {hand_text(s, seat)}", worth_text(s, seat)]
    lines.append("  " + "".join(f"{COLUMNS[column]:^4}" for column in columns))
    lines += [f"{row + 1} " + "".join(cell_text(s, seat, row * SIDE + column, targets) for column in columns) for row in rows]
    outside = [card_text(card) for card in s.outside[seat] if card] + ["[bold]·[/]"] * (OUTSIDE in targets)
    if outside:
        lines.append("  outside " + "×" * (SWAP in targets) + " ".join(outside))
    return lines


def title(s: Any, seat: int) -> str:
    """Who it is, the points, and what the last round brought."""
    mark = "*" if s.acting >> seat & 1 else " "
    holder = " FIRST" if s.first == seat else ""
    brought = f" ({s.values[seat] + s.zones[seat]:+d})" if s.ended else ""
    return f"{mark}[bold]seat {seat}[/]{holder}: {s.points[seat]}{brought}"


def worth_text(s: Any, seat: int) -> str:
    points = worth(s, seat)
    return f"  values {points['values']:+d} zones {points['zones']}"


def hand_text(s: Any, seat: int) -> str:
    cards = s.hand[seat, : s.held[seat]]
    if known(cards) is None:
        return f"hand of {s.held[seat]}"
    return " ".join(card_text(card) for card in cards) or "no hand"


def shown_range(s: Any, seat: int) -> tuple[range, range]:
    """Rows and columns that hold a card or may still hold one."""
    cells = [cell for cell in range(CELLS) if s.cell[seat, cell]] or [CELLS // 2]
    return reach([cell // SIDE for cell in cells]), reach([cell % SIDE for cell in cells])


def reach(lines: list[int]) -> range:
    return range(max(lines) - 2, min(lines) + 3)


def cell_text(s: Any, seat: int, cell: int, targets: set[int]) -> str:
    card = int(s.cell[seat, cell])
    if not card:
        return " [bold]·[/]  " if cell in targets else "    "
    mark = "×" if cell in targets else "›" if s.last[seat] == cell + 1 else " "
    return mark + card_text(card) + " " * (3 - len(CARD_NAMES[card]))


def card_text(card: int) -> str:
    return f"[bold {STYLES[MOTIF[card]]}]{CARD_NAMES[card]}[/]"


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies."""
    cards = [*s.cell.flat, *s.outside.flat, *s.up, *s.discard]
    cards += [card for seat in range(s.players) for card in s.hand[seat, : s.held[seat]]]
    cards += [*s.pile[: s.left]]
    return sorted(int(card) for card in cards if card)
