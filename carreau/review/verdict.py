"""What a move that was not the best one is called: the same in every game."""

from __future__ import annotations

from carreau.core.words import Words, message

GOOD, INACCURACY, MISTAKE, BLUNDER = "", "inaccuracy", "mistake", "blunder"
AT_LEAST = ((BLUNDER, 0.15), (MISTAKE, 0.06), (INACCURACY, 0.02))  # the share of a win that a move has lost for certain
NAMES = {INACCURACY: message("inaccuracy"), MISTAKE: message("mistake"), BLUNDER: message("blunder")}


def verdict_of(lowest: float) -> str:
    """What a move is called that has lost at least this share of a win: the lower end of its 95 % interval."""
    return next((name for name, share in AT_LEAST if lowest >= share), GOOD)


def is_serious(verdict: str) -> bool:
    return verdict in (MISTAKE, BLUNDER)


def name_of(verdict: str, words: Words) -> str:
    return words.say(NAMES[verdict]) if verdict else ""
