"""One sentence that says why one action is better than another, from what both do at once and what they allow."""

from __future__ import annotations

from collections.abc import Sequence

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.core.types import Action
from carreau.core.words import Words
from carreau.review.effect import Effect, effect_of
from carreau.review.option import Option
from carreau.review.percent import percent
from carreau.review.ply import Ply
from carreau.review.terms import Term, by_seat, terms

CLEARLY = 0.15  # by how much one share of the worlds is more than another
MOSTLY = 0.5
Values = tuple[float, float]  # the share of the matches that the better action wins, and that of the other


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
    values = (better.value or 0.0, worse.value or 0.0)
    return at_once(seen, better.action, worse.action, words, names, values) or by_value(values, words)


def at_once(
    seen: Seen, better: Action, worse: Action, words: Words, names: Sequence[str], values: Values | None = None
) -> str:  # fmt: skip
    """What speaks for an action against another as soon as they are played; nothing if they differ in what comes later."""
    one, two = effect_of(seen, better), effect_of(seen, worse)
    found = terms(seen.game, one, two, words, names)
    return (
        by_winning(one, two, found, words)
        or by_danger(one, two, found, words, names)
        or by_terms(found, words, values)
        or by_points(one, two, words, names)
    )


def by_winning(better: Effect, worse: Effect, found: Sequence[Term], words: Words) -> str:
    """What the better action wins at once, and how."""
    how = next((term.sentence for term in found if term.is_certain and not term.avoided), "")
    if better.own.match - worse.own.match > MOSTLY:
        return words.say("{fact}, which wins the match." if how else "It wins the match at once.", fact=how)
    if better.own.round - worse.own.round > MOSTLY:
        return words.say("{fact}, which wins the round." if how else "It wins the round at once.", fact=how)
    return ""


def by_danger(better: Effect, worse: Effect, found: Sequence[Term], words: Words, names: Sequence[str]) -> str:
    """What the worse action allows the next player to win, and how the better one gets in the way."""
    if worse.next is None:
        return ""
    how = by_seat(found, worse.next)
    told = {"name": names[worse.next], "fact": how.sentence if how else ""}
    told |= {"before": percent(worse.allows.match, words), "after": percent(better.allows.match, words)}
    if worse.allows.match - better.allows.match > CLEARLY:
        return words.say(
            "{fact}: {name} can then win the match at once {after} of the time instead of {before}."
            if how
            else "It keeps {name} from winning the match at once: {after} of the time instead of {before}.",
            **told,
        )
    told |= {"before": percent(worse.allows.round, words), "after": percent(better.allows.round, words)}
    if worse.allows.round - better.allows.round > CLEARLY:
        return words.say(
            "{fact}: {name} can then win the round at once {after} of the time instead of {before}."
            if how
            else "It keeps {name} from winning the round at once: {after} of the time instead of {before}.",
            **told,
        )
    return ""


def by_terms(found: Sequence[Term], words: Words, values: Values | None) -> str:
    """What matters most in the game's own terms; with how often it is so, or if that is certain, with what it is worth."""
    if not found:
        return ""
    term = found[0]
    if not term.is_certain:
        shares = {"fact": term.sentence, "better": percent(term.better, words), "worse": percent(term.worse, words)}
        if term.avoided:
            return words.say("{fact}: possible {better} of the time instead of {worse}.", **shares)
        return words.say("{fact}: {better} of the time instead of {worse}.", **shares)
    if values is None or round(100 * values[0]) <= round(100 * values[1]):
        return words.say("{fact}.", fact=term.sentence)
    shares = {"fact": term.sentence, "better": percent(values[0], words), "worse": percent(values[1], words)}
    return words.say("{fact}, and the share of matches won goes from {worse} to {better}.", **shares)


def by_points(better: Effect, worse: Effect, words: Words, names: Sequence[str]) -> str:
    more = round(better.own.points - worse.own.points)
    if more > 0:
        return words.say("It brings {points} more at once.", points=points(more, words))
    less = round(worse.allows.points - better.allows.points)
    if less > 0 and worse.next is not None:
        return words.say("It leaves {name} {points} less to gain.", name=names[worse.next], points=points(less, words))
    return ""


def by_value(values: Values, words: Words) -> str:
    better, worse = (percent(value, words) for value in values)
    return words.say("In matches imagined on from here it wins {one}, the move played {other}.", one=better, other=worse)


def points(number: int, words: Words) -> str:
    return words.count("{n} point", "{n} points", number)
