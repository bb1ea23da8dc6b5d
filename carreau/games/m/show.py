"""What people see of M: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.bits import members
from carreau.core.errors import InvalidAction
from carreau.core.grid import grown
from carreau.core.kept import kept
from carreau.core.phrase import Phrase
from carreau.core.seats import seats_in
from carreau.core.terminal import styled, turn_mark
from carreau.core.words import Words, message

from . import GAME
from .constants import COLUMN, EMPTY, HAND, HIDDEN, LIMIT, NO_CARD, PASS, ROW, SIDE, TARGETS
from .rules import ENDINGS, PHASES
from .rules.cards import CARDS, COLOUR, KIND_NAMES, KIND_OF_NAME, KINDS, whole
from .rules.grid import GRID
from .rules.hidden import OUT, PILE, PLACES, RING

WON = (
    "",
    message("{names} wins with {points} after the last scoring."),
    message("{names} wins with {points}: the pile is empty and everybody passed."),
    message("{names} wins with {points}: there were too many passes in a row."),
)
SHARED = (
    "",
    message("{names} share the win with {points} after the last scoring."),
    message("{names} share the win with {points}: the pile is empty and everybody passed."),
    message("{names} share the win with {points}: there were too many passes in a row."),
)
STYLES = ("blue", "#af8700", "red", "green", "yellow")
UNKNOWN = "?"

Lines = tuple[tuple[int, ...], tuple[int, ...]]  # rows and columns

KEYS = {
    "phase": "lay, choose (between a row and a column that both score, M14) or take (a card of the line that scores, M15)",
    "table": "the cards on the table by cell",
    "rows": "the rows that hold cards, from north to south: after row 7 comes row 1",
    "columns": "the columns that hold cards, from west to east: after column g comes column a",
    "last": "the cell laid last, or null",
    "line": "the row or column that scores, the seat that triggered it and the cells whose card may be taken; or null",
    "tokens": "per seat, how many tokens",
    "taken": "per seat, the cards taken in scoring phases",
    "hands": "per seat and place in the hand: the card, ? for a card that is hidden, null for none",
    "known_to": "per seat and place in the hand: which other seats know the card there, having put it under the pile",
    "ruled_out": "per seat and place in the hand: the cards, not seen by all, that it cannot be because the player had to pass",
    "slot": "the place in the hand that the last card laid or changed came from; null after a pass without a change",
    "pile": "how many cards are in the draw pile",
    "pile_cards": "the pile from the top, ? for a card that is hidden",
    "pile_ruled_out": "the same for the pile: what cards put under it cannot be because their player had to pass",
    "passes": "passes in a row",
    "passes_left": "how many more passes in a row end the match (M20)",
    "final": "whether the pile is empty: the next line to score is the last (M19)",
    "removed": "the cards removed at set-up, ? for a card that is hidden",
    "ended": "how the match ended: scoring, passes (with the pile empty) or passes early; or null",
}

UNREADABLE = message(
    "{name!r} cannot be read: write a card and a cell, as in 'b40c d4', or 'take d4', 'pass', 'change b40c', 'choose row', "
    "'choose column'."
)


# names


def name_action(action: int) -> str:
    parts = GAME.unpack(action)
    card, target = parts["card"], parts["target"]
    words = [] if card == NO_CARD else [KIND_NAMES[card]]
    if target == PASS:
        return " ".join(["change", *words] if words else ["pass"])
    if target in (ROW, COLUMN):
        return " ".join(["choose", "row" if target == ROW else "column", *words])
    return " ".join([*(words or ["take"]), GRID.name(target)])


def parse_action(name: str) -> int:
    card, target = NO_CARD, None
    match name.lower().split(" "):
        case ["pass"]:
            target = PASS
        case ["choose", ("row" | "column") as line]:
            target = ROW if line == "row" else COLUMN
        case ["take", cell]:
            target = GRID.find(cell)
        case ["change", kind] if kind in KIND_OF_NAME:
            card, target = KIND_OF_NAME[kind], PASS
        case [kind, cell] if kind in KIND_OF_NAME:
            card, target = KIND_OF_NAME[kind], GRID.find(cell)
    if target is None:
        raise InvalidAction(Phrase(UNREADABLE, name=name))
    return GAME.pack(card=card, target=target)


def card_name(s: Any, card: int) -> str:
    return KIND_NAMES[KINDS[s.deck][card]]


# where cards are


def hand_places(seat: int) -> range:
    return range(seat * HAND, (seat + 1) * HAND)


def held_places(s: Any, seat: int) -> list[int]:
    """The places of a hand that hold a card."""
    return [place for place in hand_places(seat) if s.card[place] != EMPTY]


def pile_places(s: Any) -> list[int]:
    """The places of the pile, from the top."""
    return [PILE + (int(s.top) + depth) % RING for depth in range(s.left)]


def occupied(s: Any) -> Lines:
    """The rows and the columns that hold cards, in the order in which they lie on the ring."""
    return lines_with(int(s.laid))


@kept
def lines_with(cells: int) -> Lines:
    rows, columns = GRID.lines_of(members(cells))
    return tuple(rows), tuple(columns)


def surroundings(s: Any) -> tuple[range, range]:
    """The same with the lines on both sides, where cards may still go; the numbers run on past the end of the ring."""
    rows, columns = (grown((lines[0], lines[0] + len(lines) - 1), LIMIT, by=1) for lines in occupied(s))
    return rows, columns


def taken_cards(s: Any, seat: int) -> tuple[int, ...]:
    low, high = s.taken[seat]
    return cards_in(int(low), int(high))


@kept
def cards_in(low: int, high: int) -> tuple[int, ...]:
    """The cards of a set."""
    return tuple(members(whole(low, high)))


def open_cards(s: Any) -> list[int]:
    taken = [card for seat in range(s.players) for card in taken_cards(s, seat)]
    return taken + [int(card) for card in s.table if card != EMPTY]


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies."""
    return sorted(open_cards(s) + [int(card) for card in s.card if card != EMPTY])


def passes_left(s: Any) -> int:
    """How many more passes in a row end the match (M20)."""
    return int(s.players + s.left - s.passes)


# the view


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    hands, pile = [hand_places(seat) for seat in range(s.players)], pile_places(s)
    rows, columns = occupied(s)
    closed = set(range(CARDS)) - set(open_cards(s))
    return {
        "phase": PHASES[s.phase],
        "table": {GRID.name(cell): card_name(s, s.table[cell]) for cell in members(s.laid)},
        "rows": [row + 1 for row in rows],
        "columns": [GRID.letters[column] for column in columns],
        "last": None if s.cell < 0 else GRID.name(s.cell),
        "line": line(s),
        "tokens": [int(s.tokens[seat]) for seat in range(s.players)],
        "taken": [[card_name(s, card) for card in taken_cards(s, seat)] for seat in range(s.players)],
        "hands": [[place_name(s, place) for place in hand] for hand in hands],
        "known_to": [[others(s, place) for place in hand] for hand in hands],
        "ruled_out": [[ruled_out(s, place, closed) for place in hand] for hand in hands],
        "slot": None if s.slot < 0 else int(s.slot),
        "pile": int(s.left),
        "pile_cards": [place_name(s, place) for place in pile],
        "pile_ruled_out": [ruled_out(s, place, closed) for place in pile],
        "passes": int(s.passes),
        "passes_left": passes_left(s),
        "final": bool(s.left == 0),
        "removed": [place_name(s, place) for place in range(OUT, PLACES) if s.card[place] != EMPTY],
        "ended": ENDINGS[s.ended],
    }


def line(s: Any) -> dict[str, Any] | None:
    if s.line < 0:
        return None
    name = f"row {s.line + 1}" if s.line < SIDE else f"column {GRID.letters[s.line - SIDE]}"
    return {"name": name, "trigger": int(s.trigger), "free": [GRID.name(cell) for cell in members(s.free)]}


def place_name(s: Any, place: int) -> str | None:
    card = int(s.card[place])
    return None if card == EMPTY else UNKNOWN if card == HIDDEN else card_name(s, card)


def others(s: Any, place: int) -> list[int]:
    return [seat for seat in seats_in(s, s.knows[place]) if seat != place // HAND]


def ruled_out(s: Any, place: int, closed: set[int]) -> list[str]:
    """The kinds that a place cannot hold, except those whose cards all lie open."""
    cards = members(whole(s.never_low[place], s.never_high[place]))
    return list(dict.fromkeys(card_name(s, card) for card in cards if card in closed))


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    who = words.listed([names[seat] for seat in winners])
    points = words.count("{n} point", "{n} points", int(s.points[winners[0]]))
    how = WON if len(winners) == 1 else SHARED
    return {"reason": ENDINGS[s.ended], "text": words.say(how[s.ended], names=who, points=points)}


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup; > and v point at the line that scores, dots are cells where `seat` can lay."""
    targets = {action % TARGETS for action in legal}
    rows, columns = ([line % SIDE for line in lines] for lines in surroundings(s))
    head = "".join(f"{marked(s, SIDE + column, 'v', GRID.letters[column]):^6}" for column in columns)
    lines = [pile_text(s), *(player_text(s, k) for k in range(s.players)), "", f"[dim]    {head}[/]"]
    for row in rows:
        cells = "".join(cell_text(s, GRID.at(row, column), targets) for column in columns)
        lines.append(f"[dim]{marked(s, row, '>', str(row + 1)):>3}[/] {cells}")
    return "\n".join(lines)


def marked(s: Any, line: int, sign: str, name: str) -> str:
    return sign + name if s.line == line else name


def pile_text(s: Any) -> str:
    passes = f", {s.passes} of {s.players + s.left} passes" if s.passes else ""
    return (f"Pile {s.left}" if s.left else "No pile: the next scoring is the last") + passes


def player_text(s: Any, seat: int) -> str:
    """Whose turn it is, the hand, the tokens, and what has been taken."""
    hand = " ".join(UNKNOWN if s.card[place] == HIDDEN else card_text(s, s.card[place]) for place in held_places(s, seat))
    taken = "".join(" " + card_text(s, card) for card in taken_cards(s, seat))
    count = f"{s.tokens[seat]} token{'' if s.tokens[seat] == 1 else 's'}, {s.points[seat]} points"
    return f"{turn_mark(s, seat)} seat {seat}: {hand or '--'}  {count}{', took' if taken else ''}{taken}"


def card_text(s: Any, card: int) -> str:
    return styled(card_name(s, card), STYLES[COLOUR[card]])


def cell_text(s: Any, cell: int, targets: set[int]) -> str:
    """Six letters: (b40c) may be taken, [b40c] was laid last, a dot is free to lay on."""
    card = int(s.table[cell])
    if card == EMPTY:
        return "  ·   " if cell in targets else "      "
    before, after = "()" if int(s.free) >> cell & 1 else ("\\[", "]") if s.cell == cell else "  "
    name = card_name(s, card)
    return before + f"{name:^4}".replace(name, card_text(s, card)) + after
