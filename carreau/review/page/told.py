"""What a review says, in words: of a player, of a ply. For the page and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carreau.core.match import Match
from carreau.core.state import CLOCK
from carreau.core.words import Words, message
from carreau.review.percent import percent
from carreau.review.ply import Ply
from carreau.review.reason import say_better, say_why
from carreau.review.result import Review
from carreau.review.split import Split
from carreau.review.verdict import name_of

PARTS = {
    "start": message("start"),
    "luck": message("luck"),
    "own": message("own decisions"),
    "others": message("others’ decisions"),
    "result": message("result"),
}


@dataclass(frozen=True)
class Told:
    """A ply in words.

    Attributes:
        ply: Which one.
        who: Who acted.
        action: What was played.
        verdict: What that is called, and what it lost; empty if it was fine.
        better: What would have been better; empty if nothing was.
        why: Why.
        hindsight: What would have been best had all cards been open; empty if that is what was played, or hardly better.
    """

    ply: Ply
    who: str
    action: str
    verdict: str
    better: str
    why: str
    hindsight: str


HARDLY = 0.02


def told(match: Match, ply: Ply, words: Words, names: Sequence[str]) -> Told:
    language = words.language
    then = match.at(ply.ply)
    who = words.say("Time is up.") if ply.seat == CLOCK else names[ply.seat]
    action = then.say_action(ply.action, ply.seat, language) if ply.seat >= 0 else ply.name
    better = say_better(match, ply, language) if ply.verdict else ""
    why = say_why(match, ply, language, names) if ply.verdict else ""
    verdict = (
        words.say("{verdict}: costs {share} of a win", verdict=name_of(ply.verdict, words), share=percent(ply.loss, words))
        if (ply.verdict)
        else ""
    )
    return Told(ply, who, action, verdict, better, why, hindsight_of(then, ply, language))


def hindsight_of(then: Match, ply: Ply, language: str) -> str:
    found = ply.hindsight
    if found is None or found.action == ply.action or found.value - found.played < HARDLY:
        return ""
    return then.say_action(found.action, ply.seat, language)


def parts(split: Split, words: Words) -> list[tuple[str, float]]:
    """Where a result came from, each part by its name."""
    return [(words.say(name), getattr(split, key)) for key, name in PARTS.items()]


def counted(review: Review, seat: int, words: Words) -> str:
    """How many blunders, mistakes and inaccuracies a seat has made."""
    counts = review.counts(seat)
    return words.listed(
        [
            words.count("{n} blunder", "{n} blunders", counts["blunder"]),
            words.count("{n} mistake", "{n} mistakes", counts["mistake"]),
            words.count("{n} inaccuracy", "{n} inaccuracies", counts["inaccuracy"]),
        ]
    )
