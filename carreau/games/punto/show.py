"""What people see of Punto: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.core.phrase import Phrase
from carreau.core.words import Words

from . import GAME
from .rules.cards import CARDS, FIRST_NEUTRAL, KIND, LETTERS, VALUES, kind_name

SIDE = 11
ASIDE = SIDE * SIDE
RING = SIDE + 2
ENDINGS = (None, "line", "series", "void")
LAID, LEFT_OVER, SET_ASIDE = 2, 3, 4
STYLES = ("red", "blue", "green", "yellow")

KEYS = {
    "round": "the number of this round, from 1",
    "phase": "lay, or choose: the winner of a round chooses the card to set aside (P19)",
    "table": "the visible cards by cell, each as card and the covered cards beneath it, the uppermost first",
    "box": "the layout's box as first cell and last cell; none before the first card",
    "last": "the cell laid last in this round, or null",
    "up": "per seat, the cards turned up",
    "pile": "per seat, how many cards are in the face-down pile",
    "aside": "per seat, the cards set aside for rounds won",
    "left_over": "neutral cards that left the game (P22)",
    "neutral": "with three players, the hidden neutral cards as all know them: groups dealt together, and how many each seat has",
    "choice": "the cards one of which is to be set aside",
    "ended": "how the last finished round ended: line, series or void; its winner, and who ended it; null in the first round",
    "piles": "per seat, the pile's cards from the top, or null where they are hidden",
}

NAMES = [kind_name(kind) for kind in KIND.tolist()]
CELL = re.compile(r"([a-k])(1[01]|[1-9])")
CARD = re.compile(rf"([{LETTERS}])([1-9])")


# names


def cell_name(cell: int) -> str:
    return f"{'abcdefghijk'[cell % SIDE]}{cell // SIDE + 1}"


def name_action(action: int) -> str:
    parts = GAME.unpack(action)
    if parts["cell"] == ASIDE:
        return f"aside {kind_name(parts['card'])}"
    return f"{kind_name(parts['card'])} {cell_name(parts['cell'])}"


def parse_action(name: str) -> int:
    first, _, second = name.lower().partition(" ")
    card, place = (second, first) if first == "aside" else (first, second)
    kind = CARD.fullmatch(card)
    cell = CELL.fullmatch(place)
    if not kind or not (cell or place == "aside"):
        raise InvalidAction(Phrase("{name!r} cannot be read: write a card and a cell, as in 'r5 f6', or 'aside r9'.", name=name))
    number = ASIDE if cell is None else (int(cell[2]) - 1) * SIDE + ord(cell[1]) - ord("a")
    return GAME.pack(card=LETTERS.index(kind[1]) * VALUES + int(kind[2]) - 1, cell=number)


def card_name(card: int) -> str:
    return NAMES[card]


# the view


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    seats = range(s.players)
    top, under = s.top.tolist(), s.under.tolist()
    where = s.where.tolist()
    return {
        "round": int(s.begun),
        "phase": ("lay", "choose")[s.phase],
        "table": {cell_name(cell): stack(top[spot(cell)], under) for cell in range(ASIDE) if top[spot(cell)]},
        "box": None if s.count == 0 else [box_name(s.north, s.west), box_name(s.south, s.east)],
        "last": cell_name(s.last - 1) if s.last else None,
        "up": [[card_name(card - 1) for card in cards if card] for cards in s.up[: s.players].tolist()],
        "pile": s.left[: s.players].tolist(),
        "aside": [cards_where(where, SET_ASIDE + seat) for seat in seats],
        "left_over": cards_where(where, LEFT_OVER),
        "neutral": neutral(s),
        "choice": [card_name(card) for card in s.choice] if s.phase else [],
        "ended": {"how": ENDINGS[s.ended], "winner": seat_or_none(s.winner), "by": int(s.ender)} if s.ended else None,
        "piles": [pile(s, seat) for seat in seats],
    }


def spot(cell: int) -> int:
    return (cell // SIDE + 1) * RING + cell % SIDE + 1


def cell_at(spot: int) -> int:
    """The cell of a spot; the spots have a rim around the cells."""
    return (spot // RING - 1) * SIDE + spot % RING - 1


def box_name(row: int, column: int) -> str:
    return cell_name((row - 1) * SIDE + column - 1)


def stack(card: int, under: list[int]) -> list[str]:
    """The names of a card + 1 and of those beneath it."""
    names = []
    while card:
        names.append(card_name(card - 1))
        card = under[card - 1]
    return names


def cards_where(where: list[int], place: int) -> list[str]:
    return [card_name(card) for card in range(CARDS) if where[card] == place]


def pile(s: Any, seat: int) -> list[str] | None:
    start, left = int(s.start[seat]), int(s.left[seat])
    cards = s.pile[start : start + left][::-1]
    return None if (cards < 0).any() else [card_name(card) for card in cards]


def neutral(s: Any) -> list[dict[str, Any]]:
    """Which hidden neutral cards lie in whose piles, as far as everybody knows (P22)."""
    pools = s.pool.tolist()
    groups = []
    for pool, left in enumerate(s.share.tolist()):
        if any(left):
            cards = [card_name(FIRST_NEUTRAL + i) for i, other in enumerate(pools) if other == pool]
            groups.append({"cards": cards, "left": left})
    return groups


def seat_or_none(seat: int) -> int | None:
    return None if seat < 0 else int(seat)


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    who = words.listed([names[seat] for seat in winners])
    rounds = int(s.points[winners[0]])
    if rounds == s.rounds:
        return {"reason": "rounds", "text": words.count("{who} won {n} round.", "{who} won {n} rounds.", rounds, who=who)}
    return {
        "reason": "limit",
        "text": words.say("{who} won the most rounds, {n}, when their limit was reached.", who=who, n=rounds),
    }


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup: colours differ by letter too; dots and brackets are cells where `seat` can lay."""
    targets = {action % (ASIDE + 1) for action in legal}
    rows, columns = shown_range(s)
    lines = [f"Round {s.begun}", *(player_text(s, k) for k in range(s.players)), ""]
    lines.append("[dim]    " + "".join(f" {'abcdefghijk'[column]}  " for column in columns) + "[/]")
    for row in rows:
        cells = "".join(cell_text(s, row * SIDE + column, targets) for column in columns)
        lines.append(f"[dim]{row + 1:>3}[/] {cells}")
    if s.phase:
        lines += ["", "To be set aside: " + " or ".join(card_text(card) for card in s.choice)]
    return "\n".join(lines)


def shown_range(s: Any) -> tuple[range, range]:
    """Rows and columns that hold a card or may still hold one."""
    if s.count == 0:
        return range(3, 8), range(3, 8)
    return (
        range(max(s.north - 2, s.south - 6), min(s.south, s.north + 4) + 1),
        range(max(s.west - 2, s.east - 6), min(s.east, s.west + 4) + 1),
    )


def player_text(s: Any, seat: int) -> str:
    """Whose turn it is, what is turned up, and what has been won."""
    mark = "[bold]>[/]" if s.acting >> seat & 1 else " "
    up = " ".join(card_text(card - 1) for card in s.up[seat] if card) or "--"
    won = " ".join(card_text(card) for card, place in enumerate(s.where.tolist()) if place == SET_ASIDE + seat)
    return f"{mark} seat {seat}: {up}  {s.left[seat]:>2} in the pile, rounds won: {s.points[seat]} {won}".rstrip()


def card_text(card: int) -> str:
    colour = int(KIND[card]) // VALUES
    return f"[bold {STYLES[colour]}]{card_name(card)}[/]"


def cell_text(s: Any, cell: int, targets: set[int]) -> str:
    """Four letters: (r4) can be covered, [r4] was laid last, a dot is free to lay on."""
    card = int(s.top[spot(cell)])
    if not card:
        return " ·  " if cell in targets else "    "
    before, after = "()" if cell in targets else ("\\[", "]") if s.last == cell + 1 else "  "
    return before + card_text(card - 1) + after


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies, as the places themselves tell it."""
    cards = [card - 1 for seat in range(s.players) for card in s.up[seat] if card]
    for seat in range(s.players):
        cards += list(s.pile[s.start[seat] : s.start[seat] + s.left[seat]])
    for place in range(RING * RING):
        card = s.top[place]
        while card:
            if s.where[card - 1] == LAID:
                cards.append(card - 1)
            card = s.under[card - 1]
    cards += [card for card in range(CARDS) if s.where[card] >= LEFT_OVER]
    return sorted(int(card) for card in cards)
