"""The one sentence that says what can be done now, in every phase of a match of Punto."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words, message

from .. import show
from ..picture.board import tops
from ..picture.scoring import is_settled, score
from ..rules.cards import KIND
from ..rules.lines import side_of
from .sentences import acting_seat, card_words, held, is_acting

BESIDE = message("Your turn: lay the {card} beside any card.")
ON_TOP = message("Your turn: lay the {card} on a lower card.")
EITHER = message("Your turn: lay the {card} beside a card or on a lower one.")
WHY = {
    "line": message("A line of {mine}"),
    "most": message("The most series, {mine} to {other}"),
    "lowest": message("The lowest series, {mine} points to {other}"),
    "void": message("No series decides"),
    "limit": message("The limit of {rounds} rounds is reached"),
}
YOURS = {"line": message("You won round {round} with a line."), "series": message("You won round {round} by series.")}
THEIRS = {
    "line": message("Round {round} went to {who} with a line."),
    "series": message("Round {round} went to {who} by series."),
}


def guidance(s: Any, seat: int, legal: Sequence[int], words: Words, names: Sequence[str]) -> str:
    if s.phase:
        return choosing(s, seat, words, names)
    if is_settled(s):
        return verdict(s, seat, words, names)
    turn = your_turn(s, seat, legal, words) if is_acting(s, seat) else their_turn(s, words, names)
    return f"{last_round(s, seat, words, names)} {turn}" if s.ended and not s.count else turn


# while cards are laid


def your_turn(s: Any, seat: int, legal: Sequence[int], words: Words) -> str:
    cards = {int(KIND[card]): card for card in held(s, seat)}  # two cards that are alike are one choice
    kinds = {action // (show.ASIDE + 1) for action in legal}
    chosen = [card_words(s, card, words) for kind, card in cards.items() if kind in kinds]
    if not s.count:
        if len(chosen) > 1:
            return words.say("Your turn: begin with the {first} or the {second}.", first=chosen[0], second=chosen[1])
        return words.say("Your turn: begin with the {card}.", card=chosen[0])
    if len(chosen) > 1:
        return words.say("Your turn: lay the {first} or the {second}.", first=chosen[0], second=chosen[1])
    if len(cards) > 1:
        return words.say("Your turn: only the {card} can be laid.", card=chosen[0])
    return words.say(ways_to_lay(s, legal), card=chosen[0])


def ways_to_lay(s: Any, legal: Sequence[int]) -> str:
    laid = tops(s)
    covers = {action % (show.ASIDE + 1) in laid for action in legal}
    return EITHER if len(covers) > 1 else ON_TOP if covers == {True} else BESIDE


def their_turn(s: Any, words: Words, names: Sequence[str]) -> str:
    seat = acting_seat(s)
    cards = {int(KIND[card]): card_words(s, card, words) for card in held(s, seat)}
    if len(cards) == 1:
        return words.say("{name} is laying the {card}.", name=names[seat], card=next(iter(cards.values())))
    first, second = cards.values()
    return words.say("{name} is laying the {first} or the {second}.", name=names[seat], first=first, second=second)


# when a round has ended


def last_round(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    """How the round before this one ended."""
    number = int(s.begun) - 1
    if s.winner < 0:
        return words.say("Round {round} was void.", round=number)
    how, side = show.ENDINGS[s.ended] or "", side_of(s, int(s.winner))
    if seat >= 0 and side_of(s, seat) == side:
        return words.say(YOURS[how], round=number)
    return words.say(THEIRS[how], round=number, who=side_words(s, side, words, names))


def choosing(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    """P19"""
    if is_acting(s, seat):
        return words.say("You win the round by series: choose the card to set aside.")
    winner = names[s.winner]
    return words.say("{name} wins the round by series and is choosing the card to set aside.", name=winner)


def verdict(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    """Who won the round or the match that has just ended, and why."""
    result = score(s)
    limit = s.over and max(s.points) < s.rounds
    why = words.say(WHY["limit" if limit else result.why], mine=result.mine, other=result.other, rounds=int(s.begun))
    end = match_end(s, seat, words, names) if s.over else round_end(s, seat, words, names)
    return words.say("{why}: {end}", why=why, end=end)


def round_end(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    if s.winner < 0:
        return words.say("the round is void.")
    side = side_of(s, int(s.winner))
    if seat >= 0 and side_of(s, seat) == side:
        return words.say("the round is yours.")
    return words.say("the round goes to {who}.", who=side_words(s, side, words, names))


def match_end(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    winners = leaders(s)
    shared = len({side_of(s, k) for k in winners}) > 1
    if shared:
        return words.say("{who} share the match.", who=words.listed([names[k] for k in winners]))
    if seat in winners:
        return words.say("the match is yours!")
    return words.say("the match goes to {who}.", who=words.listed([names[k] for k in winners]))


def leaders(s: Any) -> list[int]:
    """P24, P25"""
    points = s.points[: s.players].tolist()
    return [seat for seat, number in enumerate(points) if number == max(points)]


def side_words(s: Any, side: int, words: Words, names: Sequence[str]) -> str:
    return words.listed([names[k] for k in range(s.players) if side_of(s, k) == side])
