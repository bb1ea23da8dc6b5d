"""What people see of Quatuor: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import Any

from carreau.core.bits import members
from carreau.core.errors import InvalidAction
from carreau.core.phrase import Phrase
from carreau.core.seats import acts, seat_or_none, seats_in
from carreau.core.state import unpacked
from carreau.core.terminal import styled
from carreau.core.words import Words, message

from .constants import A_PLACE, CARDS, CELLS, DIRECTIONS, ENDINGS, FACES, REST, SOLO, SPAN, STALLED, WAYS, B, D
from .rules.actions import SINGLES, TAKE, TIME, WORD, WORDS, lays_of
from .rules.cards import COLOUR_LETTERS, COLOURS, OBJECT_LETTERS, Mark, face_of
from .rules.joints import GRID

KEYS = {
    "way": "the way to play: a, b, c, d or solo",
    "table": "the laid cards by cell (row,column), each as its number, with t if it is turned by a half-turn",
    "last": "the cell laid last, or null",
    "hands": "per seat, the cards of its hand that this view may know",
    "left": "per seat, how many cards its hand has",
    "unused": "the cards that nobody was dealt, or null where they are hidden",
    "lacks": "per seat, cards that it is known not to hold: they fitted when it could not lay (A and D)",
    "dealer": "A: the seat that dealt, or null",
    "deal": "A: the number of this deal, from 1",
    "moved": "A: whether the acting seat has moved a laid card and may now lay one of its own (Q7)",
    "directions": "D: per seat, horizontal or vertical",
    "failures": "D: how many turns in a row were just lost (Q18, Q19)",
    "pair": "B: the two cards turned up",
    "drawn": "B: all cards turned up so far, in order",
    "pack": "B: how many cards are left in the pack",
    "kept": "B: per seat, the cards it has won",
    "aside": "B: the cards of pairs that were set aside",
    "had_place": "B: whether the last pair set aside had a place, or null (Q12)",
    "inside": "B: the seats that are still in the game",
    "stopped": "B: the seat that said stop and must lay, or null",
    "none": "B and C: the seats that have said none",
    "barred": "C: the seats that may not lay for a while (Q15)",
    "ended": "how the match, or the deal before this one, ended, or null",
}

OUTCOMES = {  # for one who won, and for several
    "empty": (message("{who} has no cards left and wins."),) * 2,
    "stalled": (
        message("No new card for a whole lap: {who} wins with {cards} left, the fewest."),
        message("No new card for a whole lap: {who} share the win with {cards} left each."),
    ),
    "stalled for three laps": (
        message("No new card for three laps: {who} wins with {cards} left, the fewest."),
        message("No new card for three laps: {who} share the win with {cards} left each."),
    ),
    "pack": (
        message("The pack is empty: {who} wins with {cards}, the most."),
        message("The pack is empty: {who} share the win with {cards} each."),
    ),
    "pack, some are out": (
        message("The pack is empty: of those still in, {who} wins with {cards}, the most."),
        message("The pack is empty: of those still in, {who} share the win with {cards} each."),
    ),
    "alone": (message("{who} is the only one still in and wins."),) * 2,
    "none": (
        message("Nobody sees a place: {who} wins with {cards} left, the fewest."),
        message("Nobody sees a place: {who} share the win with {cards} left each."),
    ),
    "idle": (
        message("Nothing was laid for too long: {who} wins with {cards} left, the fewest."),
        message("Nothing was laid for too long: {who} share the win with {cards} left each."),
    ),
    "blocked": (
        message("Neither player can lay: {who} wins with {cards} left, the fewest."),
        message("Neither player can lay: {who} share the win with {cards} left each."),
    ),
    "square": (message("The square is complete!"),) * 2,
    "gave up": (message("Given up."),) * 2,
    "limit": (message("No square after 1,000 moves."),) * 2,
}
MOST_DEALS = (
    message("{who} wins with {n} of {deals} deals."),
    message("{who} share the win with {n} of {deals} deals each."),
)
FACE = r"(\d{1,2})(t?) (-?\d{1,2}),(-?\d{1,2})"
LAY = re.compile(FACE)
LAY_TWO = re.compile(FACE + r" \+ " + FACE)
TAKE_BACK = re.compile(r"take (\d{1,2})")
TIME_OVER = re.compile(r"time ([0-7])")
UNREADABLE = message(
    "{name!r} cannot be read: write a card and a cell, as in '17 0,1' or turned '17t 0,1', two as '17 0,1 + 4t 0,2', "
    "'take 17', or a word: {words}."
)


# names


def coordinate(number: int) -> int:
    """A row or column as it is written: -15 to 16, then -15 again, for the table has no edge."""
    return number if number <= SPAN // 2 else number - SPAN


@cache
def cell_name(cell: int) -> str:
    return f"{coordinate(cell // SPAN)},{coordinate(cell % SPAN)}"


def face_name(face: int) -> str:
    """A card by its number, with t if it is turned."""
    return f"{face % CARDS}{'t' if face >= CARDS else ''}"


@cache
def name_lay(lay: int) -> str:
    return f"{face_name(lay % FACES)} {cell_name(lay // FACES)}"


def name_action(action: int) -> str:
    place, face = divmod(action % SINGLES, FACES)
    if place < CELLS:
        return " + ".join(map(name_lay, lays_of(action)))
    if action == TAKE * FACES + face and face < CARDS:
        return f"take {face}"
    if action == WORD * FACES + face and face < len(WORDS):
        return WORDS[face]
    return f"time {action - TIME}" if TIME <= action < TIME + 8 else f"unused {action}"


def name_actions(actions: Sequence[int]) -> list[str]:
    """The names of ascending actions: way C has tens of thousands of pairs, made of a few hundred cards in cells."""
    names = [name_action(action) for action in actions[: bisect_left(actions, SINGLES)]]
    while len(names) < len(actions):
        second = actions[len(names)] // SINGLES
        base, end = second * SINGLES, f" + {name_lay(second - 1)}"
        group = actions[len(names) : bisect_left(actions, base + SINGLES)]
        names += [name_lay(action - base) + end for action in group]
    return names


def parse_action(name: str) -> int:
    name = name.lower()
    if name in WORDS:
        return WORD * FACES + WORDS.index(name)
    if time := TIME_OVER.fullmatch(name):
        return TIME + int(time[1])
    if (taken := TAKE_BACK.fullmatch(name)) and int(taken[1]) < CARDS:
        return TAKE * FACES + int(taken[1])
    if lay := LAY.fullmatch(name):
        return read_lay(name, *lay.groups())
    if two := LAY_TWO.fullmatch(name):
        first, second = sorted((read_lay(name, *two.groups()[:4]), read_lay(name, *two.groups()[4:])))
        if first // FACES != second // FACES and (first - second) % CARDS:
            return (1 + second) * SINGLES + first
    raise unreadable(name)


def read_lay(name: str, card: str, turned: str, row: str, column: str) -> int:
    low, high = 1 - SPAN // 2, SPAN // 2
    if int(card) >= CARDS or not low <= int(row) <= high or not low <= int(column) <= high:
        raise unreadable(name)
    cell = int(row) % SPAN * SPAN + int(column) % SPAN
    return cell * FACES + (CARDS if turned else 0) + int(card)


def unreadable(name: str) -> InvalidAction:
    return InvalidAction(Phrase(UNREADABLE, name=name, words=", ".join(WORDS)))


# the view


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    s = unpacked(s)
    seats = range(s.players)
    left = [s.left[seat] if s.way != B else 0 for seat in seats]
    hidden = CARDS - s.table.bit_count() - sum(left)
    return {
        "way": WAYS[s.way],
        "table": {cell_name(cell): face_name(face) for cell, face in laid(s).items()},
        "last": cell_name(s.last) if s.last >= 0 else None,
        "hands": [members(s.hand[seat]) if s.way != B else [] for seat in seats],
        "left": left,
        "unused": members(s.unused) if s.unused.bit_count() == hidden else None,
        "lacks": [members(s.lacks[seat]) if s.way != B else [] for seat in seats],
        "dealer": seat_or_none(s.dealer),
        "deal": s.deal,
        "moved": bool(s.moved),
        "directions": [DIRECTIONS[s.direction[seat]] for seat in seats] if s.way == D else None,
        "failures": s.failures,
        "pair": [card for card in s.pair if card >= 0],
        "drawn": [card for card in s.order if card >= 0],
        "pack": REST - s.drawn if s.way == B else 0,
        "kept": [members(s.kept[seat]) for seat in seats],
        "aside": members(s.aside),
        "had_place": s.told == A_PLACE if s.told else None,
        "inside": seats_in(s, s.inside),
        "stopped": seat_or_none(s.stopped),
        "none": seats_in(s, s.none),
        "barred": seats_in(s, s.barred),
        "ended": ENDINGS[s.ended],
    }


def laid(s: Any) -> dict[int, int]:
    """The faces on the table by cell."""
    grid = s.grid
    return {int(cell): int(grid[cell]) - 1 for cell in s.where if cell >= 0}


def winners(s: Any) -> list[int]:
    """Who has won, as anybody can see it: the most points, in way B among those who are still in (Q13)."""
    able = seats_in(s, s.inside) or list(range(s.players))
    most = max(int(s.points[seat]) for seat in able)
    return [seat for seat in able if s.points[seat] == most] if s.players > 1 or most else []


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    reason = str(ENDINGS[s.ended])
    best = winners[0] if winners else 0
    told = (MOST_DEALS if s.deals else OUTCOMES[ending(s, reason)])[len(winners) > 1]
    cards = words.count("{n} card", "{n} cards", int(s.points[best] if s.way == B else s.left[best]))
    who = words.listed([names[seat] for seat in winners])
    return {"reason": reason, "text": words.say(told, who=who, cards=cards, n=int(s.points[best]), deals=int(s.deal))}


def ending(s: Any, reason: str) -> str:
    """Which of the sentences about an end is true."""
    if s.ended == STALLED and s.take_back:
        return "stalled for three laps"
    some_out = len(seats_in(s, s.inside)) < s.players
    return "pack, some are out" if reason == "pack" and some_out else reason


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies, as the places themselves tell it."""
    s = unpacked(s)
    held = [*s.kept, s.aside] if s.way == B else [*s.hand, s.unused]
    cards = [(face - 1) % CARDS for face in s.grid if face] + [card for cards in held for card in members(cards)]
    if s.way == B:
        cards += [card for card in s.pair if card >= 0] + s.pack[s.drawn : REST]
    return sorted(cards)


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup, an object by its capital and a colour by its small letter; dots are cells to lay in."""
    s = unpacked(s)
    targets = {action // FACES for action in legal if action < CELLS * FACES}
    lines = [title(s), *(player_text(s, k) for k in range(s.players)), *table_text(s, targets)]
    if s.way == B and s.pair[0] >= 0:
        lines += ["Pair:", *row_of_cards(s.pair)]
    for k, hand in enumerate(s.hand):
        if hand:
            lines.append(f"Hand of seat {k}:" if s.left[k] == hand.bit_count() else f"Known of seat {k}:")
            lines += row_of_cards(members(hand))
    return "\n".join(lines)


def title(s: Any) -> str:
    parts = [f"Quatuor, way {WAYS[s.way]}"]
    if s.deals:
        parts.append(f"deal {s.deal} of {s.players}")
    if s.way == B:
        parts.append(f"{REST - s.drawn} cards in the pack")
    if s.told:
        parts.append("the last pair set aside had " + ("a place" if s.told == A_PLACE else "no place"))
    if s.failures:
        parts.append(f"{s.failures} turn{'s' if s.failures > 1 else ''} lost in a row")
    return ", ".join(parts)


def player_text(s: Any, seat: int) -> str:
    if s.way == B:
        parts = [f"kept {s.points[seat]}" if s.inside >> seat & 1 else f"out, kept {s.points[seat]}"]
    else:
        parts = [f"{s.left[seat]} cards"]
    parts += ["said stop"] if s.stopped == seat else []
    parts += [DIRECTIONS[s.direction[seat]]] if s.way == D else []
    parts += [f"won {s.points[seat]}"] if s.deals else []
    parts += ["barred"] if s.barred >> seat & 1 else []
    parts += ["said none"] if s.none >> seat & 1 else []
    mark = "*" if acts(s, seat) and s.way != SOLO else " "
    return f"{mark}seat {seat}: {', '.join(parts)}"


def table_text(s: Any, targets: set[int]) -> list[str]:
    cards = laid(s)
    rows, columns = GRID.lines_of({*cards, *targets})
    lines = ["    " + "".join(f"{coordinate(column):^7}" for column in columns)] if columns else []
    for row in rows:
        blocks = [cell_text(s, row * SPAN + column, cards, targets) for column in columns]
        for i, label in enumerate(("", str(coordinate(row)), "")):
            lines.append(f"{label:>3} " + "".join(block[i] for block in blocks))
    return lines


def cell_text(s: Any, cell: int, cards: dict[int, int], targets: set[int]) -> list[str]:
    if cell in cards:
        return card_block(cards[cell], cell == s.last)
    return [" " * 7, "   ·   " if cell in targets else " " * 7, " " * 7]


def card_block(face: int, last: bool = False) -> list[str]:
    """A card in three lines of seven: its number, its upper and its lower objects."""
    a, b, c, d = face_of(face)
    number = f"({face_name(face)})" if last else face_name(face)
    return [f"{number:^7}", f" {mark_text(a)} {mark_text(b)} ", f" {mark_text(c)} {mark_text(d)} "]


def mark_text(mark: Mark) -> str:
    kind, colour = mark
    return styled(OBJECT_LETTERS[kind] + COLOUR_LETTERS[colour], COLOURS[colour])


def row_of_cards(cards: list[int]) -> list[str]:
    blocks = [card_block(card) for card in cards]
    return ["    " + "".join(block[i] for block in blocks) for i in range(3)]
