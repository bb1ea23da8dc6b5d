"""What the coach says, in words."""

from __future__ import annotations

import math

from carreau.core.match import Match
from carreau.core.words import Words
from carreau.review import coach
from carreau.review.coach import Counsel
from carreau.web.messages import Advice, Advised

SHOWN = 3  # moves


def advice(match: Match, seat: int, found: Counsel, words: Words, sequence: int) -> Advice:
    """The best moves, and the same in sentences for those who listen."""
    moves = [advised(match, seat, move, words, is_best=not k) for k, move in enumerate(found.moves[:SHOWN])]
    text = words.say("The coach would play: {action}.", action=moves[0].name)
    return Advice(sequence, moves, " ".join([text, *(line(k, move, words) for k, move in enumerate(moves, 1))]))


def advised(match: Match, seat: int, move: coach.Advised, words: Words, is_best: bool) -> Advised:
    name = match.say_action(move.action, seat, language=words.language)
    return Advised(match.game.name_action(move.action), name, worth(move, words), move.value, note(move, words, is_best))


def line(number: int, move: Advised, words: Words) -> str:
    worth = ", ".join(filter(None, [move.worth, move.note]))
    return words.say("{number}. {action}: {worth}", number=number, action=move.name, worth=worth) + "."


def worth(move: coach.Advised, words: Words) -> str:
    """The chance to win, and how sure that is."""
    margin = max(1, math.ceil(100 * move.margin))
    return words.say("{chance} % to win, give or take {margin}", chance=round(100 * move.value), margin=margin)


def note(move: coach.Advised, words: Words, is_best: bool) -> str:
    """How it compares with the best."""
    if is_best:
        return ""
    if move.verdict:
        return words.say("surely worse")
    return words.say("a little worse") if move.is_worse else words.say("perhaps just as good")
