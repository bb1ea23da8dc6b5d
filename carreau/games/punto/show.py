"""What people see of Punto: names, the view as JSON, the table as text. Nothing here changes a state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.core.grid import widened
from carreau.core.phrase import Phrase
from carreau.core.places import cards_at
from carreau.core.seats import seat_or_none
from carreau.core.state import unpacked
from carreau.core.terminal import grid_text, styled, turn_mark
from carreau.core.words import Words

from . import GAME
from .constants import ASIDE, CHOOSE, COLOURS, ENDINGS, LIMIT, PHASES, PLACES
from .rules.cards import COLOUR, FIRST_NEUTRAL, KIND_NAMES, NAMES
from .rules.hidden import GONE
from .rules.layout import GRID, LAID, LEFT_OVER, SET_ASIDE, room, spot_of, stack, tops

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
FEWEST = 5  # rows and columns shown of an empty table


# names


def name_action(action: int) -> str:
    kind, cell = GAME.unpack(action).values()
    return f"aside {KIND_NAMES[kind]}" if cell == ASIDE else f"{KIND_NAMES[kind]} {GRID.name(cell)}"


def parse_action(name: str) -> int:
    first, _, second = name.lower().partition(" ")
    card, place = (second, first) if first == "aside" else (first, second)
    cell = ASIDE if place == "aside" else GRID.find(place)
    if card not in KIND_NAMES or cell is None:
        raise InvalidAction(Phrase("{name!r} cannot be read: write a card and a cell, as in 'r5 f6', or 'aside r9'.", name=name))
    return GAME.pack(card=KIND_NAMES.index(card), cell=cell)


def named(cards: Iterable[int]) -> list[str]:
    return [NAMES[card] for card in cards]


# who has which cards


def held(s: Any, seat: int) -> list[int]:
    """The cards turned up before a seat; none before a spectator."""
    return [int(card) - 1 for card in s.up[seat] if card] if seat >= 0 else []


def won(s: Any, seat: int) -> list[int]:
    """The cards set aside by a seat for rounds won (P19)."""
    return cards_at(s.where, SET_ASIDE + seat)


def pile(s: Any, seat: int) -> list[int]:
    """From the top; GONE where cards are hidden."""
    return list(s.pile[s.start[seat] : s.start[seat] + s.left[seat]][::-1])


# the view


def describe(s: Any) -> dict[str, Any]:
    """A state or a view as JSON; see KEYS."""
    s = unpacked(s)
    seats = range(s.players)
    return {
        "round": s.begun,
        "phase": PHASES[s.phase],
        "table": {GRID.name(cell): named(stack(s, card)) for cell, card in tops(s).items()},
        "box": [GRID.name(GRID.at(s.north - 1, s.west - 1)), GRID.name(GRID.at(s.south - 1, s.east - 1))] if s.count else None,
        "last": GRID.name(s.last - 1) if s.last else None,
        "up": [named(held(s, seat)) for seat in seats],
        "pile": s.left[: s.players],
        "aside": [named(won(s, seat)) for seat in seats],
        "left_over": named(cards_at(s.where, LEFT_OVER)),
        "neutral": neutral(s),
        "choice": named(s.choice) if s.phase == CHOOSE else [],
        "ended": {"how": ENDINGS[s.ended], "winner": seat_or_none(s.winner), "by": s.ender} if s.ended else None,
        "piles": [None if GONE in pile(s, seat) else named(pile(s, seat)) for seat in seats],
    }


def neutral(s: Any) -> list[dict[str, Any]]:
    """Which hidden neutral cards lie in whose piles, as far as everybody knows (P22)."""
    groups = [(cards_at(s.pool, pool), left) for pool, left in enumerate(s.share) if any(left)]
    return [{"cards": named(FIRST_NEUTRAL + i for i in cards), "left": left} for cards, left in groups]


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    who = words.listed([names[seat] for seat in winners])
    rounds = int(s.points[winners[0]])
    if rounds == s.rounds:
        if len(winners) == 1:
            text = words.count("{who} wins with {n} round.", "{who} wins with {n} rounds.", rounds, who=who)
        else:
            text = words.count("{who} win with {n} round.", "{who} win with {n} rounds.", rounds, who=who)
        return {"reason": "rounds", "text": text}
    text = words.say("The round limit is reached. Most rounds won: {who}, {n}.", who=who, n=rounds)
    return {"reason": "limit", "text": text}


def inventory(s: Any) -> list[int]:
    """Every card by number, wherever it lies, as the places themselves tell it."""
    s = unpacked(s)
    cards = [card for seat in range(s.players) for card in held(s, seat) + pile(s, seat)]
    cards += [card for top in tops(s).values() for card in stack(s, top) if s.where[card] == LAID]
    return sorted(cards + [card for card, place in enumerate(s.where) if place >= LEFT_OVER])


# the table as text


def text(s: Any, seat: int, legal: list[int]) -> str:
    """The table in rich's markup: colours differ by letter too; dots and brackets are cells where `seat` can lay."""
    s = unpacked(s)
    targets = {action % PLACES for action in legal}
    lines = [f"Round {s.begun}", *(player_text(s, k) for k in range(s.players)), ""]
    lines += grid_text(*shown(s), GRID.letters.__getitem__, 4, lambda row, column: cell_text(s, GRID.at(row, column), targets))
    if s.phase == CHOOSE:
        lines += ["", "To be set aside: " + " or ".join(map(card_text, s.choice))]
    return "\n".join(lines)


def shown(s: Any) -> tuple[range, range]:
    """Rows and columns that hold a card or may still hold one."""
    if not s.count:
        return widened(range(LIMIT - 1, LIMIT), FEWEST), widened(range(LIMIT - 1, LIMIT), FEWEST)
    (north, south), (west, east) = room(s.north, s.south), room(s.west, s.east)
    return range(north - 1, south), range(west - 1, east)


def player_text(s: Any, seat: int) -> str:
    """Whose turn it is, what is turned up, and what has been won."""
    up, trophies = (" ".join(map(card_text, cards)) for cards in (held(s, seat), won(s, seat)))
    numbers = f"{s.left[seat]:>2} in the pile, rounds won: {s.points[seat]}"
    return f"{turn_mark(s, seat)} seat {seat}: {up or '--'}  {numbers} {trophies}".rstrip()


def card_text(card: int) -> str:
    return styled(NAMES[card], COLOURS[COLOUR[card]])


def cell_text(s: Any, cell: int, targets: set[int]) -> str:
    """Four letters: (r4) can be covered, [r4] was laid last, a dot is free to lay on."""
    card = s.top[spot_of(cell)]
    if not card:
        return " ·  " if cell in targets else "    "
    before, after = "()" if cell in targets else ("\\[", "]") if s.last == cell + 1 else "  "
    return before + card_text(card - 1) + after
