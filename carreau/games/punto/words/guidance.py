"""The one sentence that says what can be done now, in every phase of a match of Punto."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import acting_seat, acts, leaders
from carreau.core.words import Words, message

from ..constants import BY_LINE, CHOOSE, PLACES
from ..rules.cards import KIND
from ..rules.lines import side_of
from ..rules.score import is_settled, score
from ..show import held
from .sentences import beneath, card_words

WHY = {
    "line": message("A line of {mine}"),
    "most": message("The most series, {mine} to {other}"),
    "lowest": message("The lowest series, {mine} points to {other}"),
    "void": message("No series wins"),
    "limit": message("The limit of {rounds} rounds is reached"),
}


def guidance(s: Any, seat: int, legal: Sequence[int], words: Words, names: Sequence[str]) -> str:
    if s.phase == CHOOSE:
        return choosing(s, seat, words, names)
    if is_settled(s):
        return verdict(s, seat, words, names)
    turn = your_turn(s, seat, legal, words) if acts(s, seat) else their_turn(s, words, names)
    return f"{last_round(s, seat, words, names)} {turn}" if s.ended and not s.count else turn


# while cards are laid


def your_turn(s: Any, seat: int, legal: Sequence[int], words: Words) -> str:
    cards = cards_of(s, seat, words)
    kinds = {action // PLACES for action in legal}
    first, *second = [card for kind, card in cards.items() if kind in kinds]
    if second and s.count:
        return words.say("Your turn: lay the {first} or the {second}.", first=first, second=second[0])
    if second:
        return words.say("Your turn: begin with the {first} or the {second}.", first=first, second=second[0])
    if not s.count:
        return words.say("Your turn: begin with the {card}.", card=first)
    if len(cards) > 1:
        return words.say("Your turn: only the {card} can be laid.", card=first)
    return ways_to_lay(s, legal, first, words)


def cards_of(s: Any, seat: int, words: Words) -> dict[int, str]:
    """The cards turned up before a seat, by their kinds: two that are alike are one choice."""
    return {int(KIND[card]): card_words(card, s.players, words) for card in held(s, seat)}


def ways_to_lay(s: Any, legal: Sequence[int], card: str, words: Words) -> str:
    covers = [action for action in legal if beneath(s, action) >= 0]
    if covers and len(covers) < len(legal):
        return words.say("Your turn: lay the {card} beside a card or on a lower one.", card=card)
    return words.say(
        "Your turn: lay the {card} on a lower card." if covers else "Your turn: lay the {card} beside any card.", card=card
    )


def their_turn(s: Any, words: Words, names: Sequence[str]) -> str:
    seat = acting_seat(s)
    first, *second = cards_of(s, seat, words).values()
    if not second:
        return words.say("{name} is laying the {card}.", name=names[seat], card=first)
    return words.say("{name} chooses between the {first} and the {second}.", name=names[seat], first=first, second=second[0])


# when a round has ended


def last_round(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    """How the round before this one ended."""
    number = int(s.begun) - 1
    if s.winner < 0:
        return words.say("Round {round} was void.", round=number)
    by_line = s.ended == BY_LINE
    if has_won(s, seat):
        return words.say("You won round {round} with a line." if by_line else "You won round {round} by series.", round=number)
    return words.say(
        "Round {round} went to {who} with a line." if by_line else "Round {round} went to {who} by series.",
        round=number,
        who=winners(s, words, names),
    )


def choosing(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    """P19"""
    if acts(s, seat):
        return words.say("You win the round by series: choose the card to set aside.")
    return words.say("{name} wins the round by series and chooses the card to set aside.", name=names[s.winner])


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
    if has_won(s, seat):
        return words.say("the round is yours.")
    return words.say("the round goes to {who}.", who=winners(s, words, names))


def match_end(s: Any, seat: int, words: Words, names: Sequence[str]) -> str:
    """P24, P25"""
    seats = leaders(s)
    who = words.listed([names[k] for k in seats])
    if len({side_of(s, k) for k in seats}) > 1:
        return words.say("{who} share the match.", who=who)
    return words.say("the match is yours!") if seat in seats else words.say("the match goes to {who}.", who=who)


def has_won(s: Any, seat: int) -> bool:
    """Whether the last finished round went to a seat or its team."""
    return seat >= 0 and bool(side_of(s, seat) == side_of(s, int(s.winner)))


def winners(s: Any, words: Words, names: Sequence[str]) -> str:
    return words.listed([names[k] for k in range(s.players) if has_won(s, k)])
