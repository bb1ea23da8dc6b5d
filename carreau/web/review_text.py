"""A review in pictures and words, for the replay page: the curve, what would have been better, luck and decisions."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from carreau.bots.seen import Seen
from carreau.core.engine import MATCH
from carreau.core.match import Match
from carreau.core.words import Words
from carreau.review.curve import LOW, curve
from carreau.review.ply import Ply
from carreau.review.race import OVERLOOKED, WRONG, Race, Runner
from carreau.review.race_text import KINDS, say_pace, say_sights
from carreau.review.reason import reason
from carreau.review.result import Review
from carreau.review.split import Split
from carreau.review.verdict import BLUNDER, INACCURACY, MISTAKE, name_of
from carreau.web.messages import Mark, Reviewed
from carreau.web.review_bar import bar

SIGNS = {BLUNDER: "▼", MISTAKE: "◆", INACCURACY: "●"}
SEEN = {WRONG: "▼", OVERLOOKED: "●"}


class Bar(Struct):
    """Luck or decisions of one player."""

    name: str
    said: str  # "+12%"
    svg: str


class Share(Struct):
    """Where a player's result came from."""

    name: str
    bars: list[Bar]
    rest: str


class ToldRunner(Struct):
    """What a player saw where all act at once."""

    name: str
    lines: list[str]


class ToldReview(Struct):
    """All that the page shows."""

    reviewed: Reviewed
    curves: list[str]  # for both kinds of screens
    course: list[str]  # the same in words
    shares: list[Share]
    race: list[ToldRunner]


def tell_review(data: str, start: Match, words: Words, names: Sequence[str]) -> ToldReview:
    """From a stored review, and its match before the first ply."""
    review = Review.from_json(msgspec.json.decode(data))
    if review.race is not None:
        marks = sight_marks(review.race, review, start, words, names)
        runners = [runner_of(runner, words, name) for name, runner in zip(names, review.race.runners)]
        return ToldReview(Reviewed(marks, []), [], [], [], runners)
    marks, chances = [], []
    for ply in review.plies:
        if ply.verdict:
            marks.append(mark_of(ply, start, words, names))
        chances.append(say_chances(ply.before, words, names))
        start._put(ply.seat, ply.action)
    chances.append(say_chances([split.result for split in review.splits], words, names))
    most = max(abs(share) for split in review.splits for share in (split.luck, split.own))
    return ToldReview(
        Reviewed(marks, chances),
        [str(curve(review, names, words, frame)) for frame in LOW],
        [say_course(review, seat, words, names[seat]) for seat in range(review.players)],
        [share_of(split, most, words, name) for split, name in zip(review.splits, names)],
        [],
    )


# what would have been better


def mark_of(ply: Ply, then: Match, words: Words, names: Sequence[str]) -> Mark:
    def say(action: int) -> str:
        return then.say_action(action, ply.seat, words.language)

    verdict = name_of(ply.verdict, words)
    return Mark(
        ply=ply.ply,
        seat=ply.seat,
        sign=SIGNS[ply.verdict],
        verdict=verdict,
        title=words.say("{verdict}: {share}% less chance to win", verdict=large(verdict), share=hundred(ply.loss)),
        played=words.say("{name}: {action}", name=names[ply.seat], action=say(ply.action)),
        better="" if ply.better is None else words.say("Better: {action}.", action=small(say(ply.better))),
        why=why(ply, then, words, names),
    )  # fmt: skip


def why(ply: Ply, then: Match, words: Words, names: Sequence[str]) -> str:
    """One sentence, from what the player could know."""
    options = {option.action: option for option in ply.options}
    if ply.better not in options or ply.action not in options or not MATCH.is_used(then.game):  # it would take too long
        return ""
    return reason(Seen.of(then, ply.seat), options[ply.better], options[ply.action], words, names)


def large(text: str) -> str:
    """As it begins a sentence."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """As it stands inside a sentence."""
    return text[:1].lower() + text[1:]


# chances


def hundred(share: float) -> int:
    return round(100 * share)


def say_chances(shares: Sequence[float], words: Words, names: Sequence[str]) -> str:
    said = [words.say("{name}: {share}%", name=name, share=hundred(share)) for name, share in zip(names, shares)]
    return " · ".join(said)


def say_course(review: Review, seat: int, words: Words, name: str) -> str:
    """A line of the curve in words."""
    shares = review.curve(seat)
    low, high = shares.index(min(shares)), shares.index(max(shares))
    return words.say(
        "{name}: {first}% at the start, {last}% at the end; lowest {least}% (move {low}), highest {most}% (move {high}).",
        name=name, first=hundred(shares[0]), least=hundred(shares[low]), low=low + 1, most=hundred(shares[high]), high=high + 1,
        last=hundred(shares[-1]),
    )  # fmt: skip


# luck and decisions


def share_of(split: Split, most: float, words: Words, name: str) -> Share:
    bars = [(words.say("Luck"), split.luck), (words.say("Own decisions"), split.own)]
    rest = words.say(
        "{start}% at the start, others’ decisions {others}%: {result}% in the end",
        start=hundred(split.start), others=signed(split.others), result=hundred(split.result),
    )  # fmt: skip
    return Share(
        name, [Bar(label, words.say("{share}%", share=signed(share)), str(bar(share, most))) for label, share in bars], rest
    )


def signed(share: float) -> str:
    number = hundred(share)
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


# where all act at once


def runner_of(runner: Runner, words: Words, name: str) -> ToldRunner:
    return ToldRunner(name, [line for line in (say_sights(runner, words), say_pace(runner, words)) if line])


def sight_marks(race: Race, review: Review, start: Match, words: Words, names: Sequence[str]) -> list[Mark]:
    """Where somebody saw a place that was not there, or none where there was one."""
    kinds = {sight.ply: sight for sight in race.sights if sight.kind in KINDS}
    marks = []
    for ply in review.plies:
        if sight := kinds.get(ply.ply):
            called = words.say(KINDS[sight.kind])
            played = words.say(
                "{name}: {action}", name=names[ply.seat], action=start.say_action(ply.action, ply.seat, words.language)
            )
            marks.append(Mark(ply.ply, ply.seat, SEEN[sight.kind], called, large(called), played, "", ""))
        start._put(ply.seat, ply.action)
    return marks
