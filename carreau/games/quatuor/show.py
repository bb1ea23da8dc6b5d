"""What people see of Quatuor: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.core.phrase import Phrase
from carreau.core.words import Words, message

from .constants import ENDINGS, SOLO, STALLED, WAYS, B, C, D
from .rules.actions import SINGLES, TAKE, TIME, WORD, WORDS
from .rules.cards import CARDS, COLOUR_LETTERS, COLOURS, FACES, OBJECT_LETTERS, Mark, cards_in, face_name, face_of
from .rules.joints import CELLS, SPAN

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
    "empty": (message("{who} laid the last card of the hand and wins."),) * 2,
    "stalled": (
        message("For a whole lap no new card was laid: {who} has the fewest cards, {cards}, and wins."),
        message("For a whole lap no new card was laid: {who} have the fewest cards, {cards} each, and share the win."),
    ),
    "stalled for three laps": (
        message("For three laps no new card was laid: {who} has the fewest cards, {cards}, and wins."),
        message("For three laps no new card was laid: {who} have the fewest cards, {cards} each, and share the win."),
    ),
    "pack": (
        message("The pack is empty: {who} kept the most, {cards}, and wins."),
        message("The pack is empty: {who} kept the most, {cards} each, and share the win."),
    ),
    "pack, some are out": (
        message("The pack is empty: of those still in, {who} kept the most, {cards}, and wins."),
        message("The pack is empty: of those still in, {who} kept the most, {cards} each, and share the win."),
    ),
    "alone": (message("{who} is the only one still in and wins."),) * 2,
    "none": (
        message("Nobody sees a place: {who} has the fewest cards, {cards}, and wins."),
        message("Nobody sees a place: {who} have the fewest cards, {cards} each, and share the win."),
    ),
    "idle": (
        message("Nothing was laid for too long: {who} has the fewest cards, {cards}, and wins."),
        message("Nothing was laid for too long: {who} have the fewest cards, {cards} each, and share the win."),
    ),
    "blocked": (
        message("Neither can lay any more: {who} has the fewest cards, {cards}, and wins."),
        message("Neither can lay any more: {who} have the fewest cards, {cards} each, and share the win."),
    ),
    "square": (message("The square is formed!"),) * 2,
    "gave up": (message("Given up."),) * 2,
    "limit": (message("No square within 1,000 actions."),) * 2,
}
MOST_DEALS = (
    message("{who} has won the most of the {deals} deals, {n}, and wins."),
    message("{who} have won the most of the {deals} deals, {n} each, and share the win."),
)
DIRECTIONS = ("horizontal", "vertical")
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


class LayNames(dict[int, str]):
    """The names of cards in cells, each made when it is first asked for."""

    def __missing__(self, lay: int) -> str:
        self[lay] = f"{face_name(lay % FACES)} {cell_name(lay // FACES)}"
        return self[lay]


LAYS = LayNames()


def name_lay(lay: int) -> str:
    return LAYS[lay]


def name_action(action: int) -> str:
    second, first = divmod(action, SINGLES)
    place, face = divmod(first, FACES)
    if second and place < CELLS:
        return f"{name_lay(first)} + {name_lay(second - 1)}"
    if place < CELLS:
        return name_lay(first)
    if place == TAKE and face < CARDS and not second:
        return f"take {face}"
    if place == WORD and face < len(WORDS) and not second:
        return WORDS[face]
    if TIME <= action < TIME + 8:
        return f"time {action - TIME}"
    return f"unused {action}"


def name_actions(actions: Sequence[int]) -> list[str]:
    """The names of ascending actions: way C has tens of thousands of pairs, made of a few hundred cards in cells."""
    names: list[str] = []
    while len(names) < len(actions):
        start = len(names)
        second = actions[start] // SINGLES
        base = second * SINGLES
        group = actions[start : bisect_left(actions, base + SINGLES)]
        if second:
            end = f" + {name_lay(second - 1)}"
            names += [LAYS[action - base] + end for action in group]
        else:
            names += map(name_action, group)
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
    seats = range(s.players)
    hands = [cards_in(s.hand[seat]) if s.way != B else [] for seat in seats]
    left = [int(s.left[seat]) if s.way != B else 0 for seat in seats]
    hidden = CARDS - len(cards_in(s.table)) - sum(left)
    return {
        "way": WAYS[s.way],
        "table": {cell_name(cell): face_name(face) for cell, face in laid(s).items()},
        "last": cell_name(s.last) if s.last >= 0 else None,
        "hands": hands,
        "left": left,
        "unused": None if s.way == B or len(cards_in(s.unused)) != hidden else cards_in(s.unused),
        "lacks": [cards_in(s.lacks[seat]) if s.way != B else [] for seat in seats],
        "dealer": seat_or_none(s.dealer),
        "deal": int(s.deal),
        "moved": bool(s.moved),
        "directions": [DIRECTIONS[s.direction[seat]] for seat in seats] if s.way == D else None,
        "failures": int(s.failures),
        "pair": [int(card) for card in s.pair if card >= 0],
        "drawn": [int(card) for card in s.order if card >= 0],
        "pack": CARDS - 4 - int(s.drawn) if s.way == B else 0,
        "kept": [cards_in(s.kept[seat]) for seat in seats],
        "aside": cards_in(s.aside),
        "had_place": None if not s.told else bool(s.told == 2),
        "inside": seats_in(s, s.inside),
        "stopped": seat_or_none(s.stopped),
        "none": seats_in(s, s.none),
        "barred": seats_in(s, s.barred),
        "ended": ENDINGS[s.ended],
    }


def laid(s: Any) -> dict[int, int]:
    """The faces on the table by cell."""
    where, grid = s.where.tolist(), s.grid.tolist()
    return {cell: grid[cell] - 1 for cell in where if cell >= 0}


def seats_in(s: Any, seats: int) -> list[int]:
    return [seat for seat in range(s.players) if int(seats) >> seat & 1]


def seat_or_none(seat: int) -> int | None:
    return None if seat < 0 else int(seat)


def winners(s: Any) -> list[int]:
    """Who has won, as anybody can see it: the most points, in way B among those who are still in (Q13)."""
    able = seats_in(s, s.inside) if s.way == B and s.inside else list(range(s.players))
    most = max(int(s.points[seat]) for seat in able)
    return [seat for seat in able if s.points[seat] == most] if s.players > 1 or most else []


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    reason = str(ENDINGS[s.ended])
    who = words.listed([names[seat] for seat in winners])
    told = (MOST_DEALS if s.deals else OUTCOMES[ending(s, reason)])[len(winners) > 1]
    points, left = (int(of[winners[0]]) if winners else 0 for of in (s.points, s.left if s.way != B else s.points))
    cards = words.count("{n} card", "{n} cards", left)
    text = words.say(told, who=who, cards=cards, n=points, deals=int(s.deal))
    return {"reason": reason, "text": text}


def ending(s: Any, reason: str) -> str:
    """Which of the sentences about an end is true."""
    if s.ended == STALLED and s.take_back:
        return "stalled for three laps"
    some_out = s.way == B and int(s.inside).bit_count() < s.players
    return "pack, some are out" if reason == "pack" and some_out else reason


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies, as the places themselves tell it."""
    cards = [(int(face) - 1) % CARDS for face in s.grid if face]
    if s.way == B:
        cards += [card for seat in range(s.players) for card in cards_in(s.kept[seat])]
        cards += cards_in(s.aside) + [int(card) for card in s.pair if card >= 0]
        cards += [int(card) for card in s.pack[s.drawn : CARDS - 4]]
    else:
        cards += [card for seat in range(s.players) for card in cards_in(s.hand[seat])] + cards_in(s.unused)
    return sorted(cards)


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup, an object by its capital and a colour by its small letter; dots are cells to lay in."""
    targets = {action // FACES for action in legal if action < CELLS * FACES}
    lines = [title(s), *(player_text(s, k) for k in range(s.players)), *table_text(s, targets)]
    if s.way == B and s.pair[0] >= 0:
        lines += ["Pair:", *row_of_cards([int(card) for card in s.pair])]
    for k in range(s.players if s.way != B else 0):
        if s.hand[k]:
            lines += [f"Hand of seat {k}:" if s.left[k] == len(cards_in(s.hand[k])) else f"Known of seat {k}:"]
            lines += row_of_cards(cards_in(s.hand[k]))
    return "\n".join(lines)


def title(s: Any) -> str:
    parts = [f"Quatuor, way {WAYS[s.way]}"]
    if s.deals:
        parts.append(f"deal {s.deal} of {s.players}")
    if s.way == B:
        parts.append(f"{CARDS - 4 - s.drawn} cards in the pack")
        if s.told:
            parts.append("the last pair set aside had " + ("a place" if s.told == 2 else "no place"))
    if s.failures:
        parts.append(f"{s.failures} turn{'s' if s.failures > 1 else ''} lost in a row")
    return ", ".join(parts)


def player_text(s: Any, seat: int) -> str:
    parts = []
    if s.way == B:
        parts.append(f"kept {s.points[seat]}" if s.inside >> seat & 1 else f"out, kept {s.points[seat]}")
        parts += ["said stop"] if s.stopped == seat else []
    else:
        parts.append(f"{s.left[seat]} cards")
    if s.way == D:
        parts.append(DIRECTIONS[s.direction[seat]])
    if s.deals:
        parts.append(f"won {s.points[seat]}")
    if s.way in (B, C):
        parts += ["barred"] if s.barred >> seat & 1 else []
        parts += ["said none"] if s.none >> seat & 1 else []
    mark = "*" if s.acting >> seat & 1 and s.way != SOLO else " "
    return f"{mark}seat {seat}: {', '.join(parts)}"


def table_text(s: Any, targets: set[int]) -> list[str]:
    cards = laid(s)
    cells = set(cards) | targets
    if not cells:
        return []
    rows, columns = in_a_row({cell // SPAN for cell in cells}), in_a_row({cell % SPAN for cell in cells})
    lines = ["    " + "".join(f"{coordinate(column):^7}" for column in columns)]
    for row in rows:
        blocks = [cell_text(s, row * SPAN + column, cards, targets) for column in columns]
        for i, label in enumerate(("", str(coordinate(row)), "")):
            lines.append(f"{label:>3} " + "".join(block[i] for block in blocks))
    return lines


def in_a_row(numbers: set[int]) -> list[int]:
    """Rows or columns in their order around the table without an edge."""
    start = min(numbers)
    while (start - 1) % SPAN in numbers and len(numbers) < SPAN:
        start = (start - 1) % SPAN
    return [number % SPAN for number in range(start, start + SPAN) if number % SPAN in numbers]


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
    return f"[bold {COLOURS[colour]}]{OBJECT_LETTERS[kind]}{COLOUR_LETTERS[colour]}[/]"


def row_of_cards(cards: list[int]) -> list[str]:
    blocks = [card_block(card) for card in cards]
    return ["    " + "".join(block[i] for block in blocks) for i in range(3)]
