"""What a player saw where all act at once, in words."""

from __future__ import annotations

from carreau.bots.levels import LEVELS
from carreau.core.words import Words, message
from carreau.review.race import OVERLOOKED, WRONG, Runner

KINDS = {WRONG: message("no place there"), OVERLOOKED: message("overlooked")}
ENOUGH = 4  # places found, before somebody is compared with bots


def say_sights(runner: Runner, words: Words) -> str:
    """How often it saw what, and what it did not see."""
    return words.say(
        "Places found: {found} · seen where there was none: {wrong} · overlooked: {overlooked}",
        found=runner.found, wrong=runner.wrong, overlooked=runner.overlooked,
    )  # fmt: skip


def say_pace(runner: Runner, words: Words) -> str:
    """How quickly it saw a place, and which bots are as quick; nothing if that is not known."""
    if runner.seconds is None or runner.level is None:
        return ""
    if runner.found < ENOUGH:
        return words.say("{seconds} s on average to find one", seconds=decimal(runner.seconds, words))
    return words.say(
        "{seconds} s on average to find one: about as quick as the bot “{level}”",
        seconds=decimal(runner.seconds, words), level=words.say(LEVELS[runner.level].name),
    )  # fmt: skip


def decimal(number: float, words: Words) -> str:
    return f"{number:.1f}".replace(".", words.say("."))
