"""What people see of Little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.core.words import Words

KEYS = {
    "row": "the laid cards in order",
    "hands": "every hand, null where a card may not be known",
    "left": "how many cards are in the pile",
    "pile": "the cards of the pile, null where they may not be known",
}


def name_action(action: int) -> str:
    return f"c{action}"


def parse_action(name: str) -> int:
    if name.startswith("c") and name[1:].isascii() and name[1:].isdigit() and len(name) < 4 and int(name[1:]) < 12:
        return int(name[1:])
    raise InvalidAction(f"{name!r} cannot be read: write a card from c0 to c11.")


def known(card: Any) -> int | None:
    return None if card < 0 else int(card)


def describe(s: Any) -> dict[str, Any]:
    return {
        "row": [int(card) for card in s.row[: s.laid]],
        "hands": [[known(card) for card in s.hand[seat, : s.held[seat]]] for seat in range(s.players)],
        "left": int(s.left),
        "pile": [known(card) for card in s.pile[: s.left]],
    }


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    text = words.say("{names} scored most often.", names=words.listed([names[seat] for seat in winners]))
    return {"reason": "points", "text": text}


def text(s: Any, seat: int, legal: list[int]) -> str:
    return f"row {' '.join(name_action(card) for card in s.row[: s.laid]) or '-'}, pile {s.left}"


def inventory(s: Any) -> list[int]:
    hands = [int(card) for seat in range(s.players) for card in s.hand[seat, : s.held[seat]]]
    return sorted([*hands, *(int(card) for card in s.pile[: s.left]), *(int(card) for card in s.row[: s.laid])])
