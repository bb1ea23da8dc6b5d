"""What the cards that are counted are called."""

from __future__ import annotations

from carreau.core.game import Game
from carreau.core.words import Words
from carreau.lab.matches.watch_for import CARD, plain_watch


def kind_name(game: Game, kind: int, words: Words) -> str:
    """A value of the field `card` in words or, if the game has none for it, as the game's notation names it."""
    if game.sentences is not None and hasattr(game.sentences, "kind_words") and kind in laid_kinds(game):
        said: str = game.sentences.kind_words(kind, words)
        return said
    return game.name_action(action_with(game, kind)).split()[0]


def laid_kinds(game: Game) -> list[int]:
    """The values that can be laid: some games use others to say that no card is named."""
    laid = plain_watch(game).card_laid
    sizes = [field.size for field in game.fields if field.name == CARD]
    return [kind for size in sizes for kind in range(size) if laid(action_with(game, kind)) == kind]


def action_with(game: Game, kind: int) -> int:
    """The first action with a card."""
    return game.pack(**{field.name: kind if field.name == CARD else 0 for field in game.fields})
