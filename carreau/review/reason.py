"""One sentence that says why one action is better than another, from what both do at once and what they allow."""

from __future__ import annotations

from collections.abc import Sequence

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.core.words import Words
from carreau.review.effect import Effect, effect_of
from carreau.review.option import Option
from carreau.review.percent import percent
from carreau.review.ply import Ply

CLEARLY = 0.15  # by how much one share of the worlds is more than another
MOSTLY = 0.5


def say_better(match: Match, ply: Ply, language: str) -> str:
    """The better action in words; nothing if none was better."""
    return "" if ply.better is None else match.at(ply.ply).say_action(ply.better, ply.seat, language)


def say_why(match: Match, ply: Ply, language: str, names: Sequence[str] | None = None) -> str:
    """Why the better action is better than the one that was played; nothing if none was better."""
    if ply.better is None:
        return ""
    words, seen = match.game.words(language), Seen.of(match.at(ply.ply), ply.seat)
    better, worse = (next(one for one in ply.options if one.action == action) for action in (ply.better, ply.action))
    return reason(seen, better, worse, words, names or words.seats(match.players))


def reason(seen: Seen, better: Option, worse: Option, words: Words, names: Sequence[str]) -> str:
    """Why an option is better than another, as far as the seat can know."""
    one, two = effect_of(seen, better.action), effect_of(seen, worse.action)
    return (
        by_winning(one, two, words)
        or by_danger(one, two, words, names)
        or by_points(one, two, words, names)
        or (by_value(better, worse, words))
    )


def by_winning(better: Effect, worse: Effect, words: Words) -> str:
    if better.own.match - worse.own.match > MOSTLY:
        return words.say("It wins the match at once.")
    if better.own.round - worse.own.round > MOSTLY:
        return words.say("It wins the round at once.")
    return ""


def by_danger(better: Effect, worse: Effect, words: Words, names: Sequence[str]) -> str:
    """What the worse action allows the next player to win."""
    if worse.next is None:
        return ""
    shares = {"name": names[worse.next]}
    shares |= {"before": percent(worse.allows.match, words), "after": percent(better.allows.match, words)}
    if worse.allows.match - better.allows.match > CLEARLY:
        return words.say("It keeps {name} from winning the match at once: {after} of the time instead of {before}.", **shares)
    shares |= {"before": percent(worse.allows.round, words), "after": percent(better.allows.round, words)}
    if worse.allows.round - better.allows.round > CLEARLY:
        return words.say("It keeps {name} from winning the round at once: {after} of the time instead of {before}.", **shares)
    return ""


def by_points(better: Effect, worse: Effect, words: Words, names: Sequence[str]) -> str:
    more = round(better.own.points - worse.own.points)
    if more > 0:
        return words.say("It brings {points} more at once.", points=points(more, words))
    less = round(worse.allows.points - better.allows.points)
    if less > 0 and worse.next is not None:
        return words.say("It leaves {name} {points} less to gain.", name=names[worse.next], points=points(less, words))
    return ""


def by_value(better: Option, worse: Option, words: Words) -> str:
    shares = {"one": percent(better.value or 0.0, words), "other": percent(worse.value or 0.0, words)}
    return words.say("In matches imagined on from here it wins {one}, the move played {other}.", **shares)


def points(number: int, words: Words) -> str:
    return words.count("{n} point", "{n} points", number)
