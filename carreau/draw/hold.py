"""What players hold, in a scene: open cards, backs, piles, and the players themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.game import Game
from carreau.core.kept import kept
from carreau.core.seats import acts
from carreau.core.words import Words
from carreau.draw.scene import Choice, Piece, Pile, Player


@kept
def open_card(card: int, face: str, name: str, **more: Any) -> Piece:
    """An open card; its id is its number, so that it stays the same card wherever it goes."""
    return Piece(f"c{card}", face, name, **more)


@kept
def backs(seat: int, count: int, words: Words, name: str = "") -> tuple[Piece, ...]:
    """A hidden hand: a back for each card, which shows its place in the hand and nothing else."""
    return tuple(Piece(f"hand{seat}-{i}", "back", name or words.say("hidden card")) for i in range(count))


@kept
def draw_pile(count: int, words: Words, tap: str = "") -> Pile:
    name = words.count("draw pile, {n} card", "draw pile, {n} cards", int(count))
    return Pile("pile", "back", int(count), name, words.say("Draw pile"), tap)


def player(s: Any, k: int, seat: int, names: Sequence[str], points: str, spoken: str, **more: Any) -> Player:
    """Seat k as `seat` sees it."""
    return Player(seat=k, name=names[k], points=points, spoken=spoken, acting=acts(s, k), you=k == seat, **more)


def choice(game: Game, s: Any, seat: int, action: int, words: Words, *taps: str) -> Choice:
    """An action with its name, its words and its taps."""
    assert game.sentences is not None
    return named_choice(game.name_action(action), game.sentences.say_action(s, seat, action, words), taps)


@kept
def named_choice(action: str, name: str, taps: tuple[str, ...]) -> Choice:
    return Choice(action, name, taps)
