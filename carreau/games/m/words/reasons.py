"""What a move of M does: tokens that are robbed, lines that score, cards that are taken, places that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carreau.core.bits import members
from carreau.core.fact import Fact
from carreau.core.seats import acting_seat, seat_after
from carreau.core.words import Words

from ..constants import EMPTY, HAND, TARGETS
from ..rules import LAY, TAKE, best_two, colour_sums
from ..rules.cards import COLOUR, TENTH
from ..rules.layout import fitting_cells, open_cells
from .sentences import card_words, line_words

TOKEN = 10  # points
PLACE = 3.0  # what a card that fits somewhere matters: it may be robbing, and spares a token
STUCK = 12.0  # that the next player must pass


def facts(s: Any, seat: int, action: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    if s.phase == TAKE:
        yield from takes(s, seat, action, after, words, names)
        return
    yield from robs(s, seat, after, words, names)
    yield from scores(s, seat, after, words, names)
    if after.phase == LAY and not after.over:
        yield from fits(s, seat, after, words)
        yield from sticks(after, seat, words, names)


# tokens


def robs(s: Any, seat: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    tokens = int(after.tokens[seat]) - int(s.tokens[seat])
    if tokens > 0:
        givers = [names[other] for other in range(s.players) if after.tokens[other] < s.tokens[other]]
        told = words.count("{n} token", "{n} tokens", tokens)
        yield Fact(
            "tokens", TOKEN * tokens, words.say("It takes {tokens} from {names}", tokens=told, names=words.listed(givers)),
            words.say("It keeps {name} from taking {tokens}", name=names[seat], tokens=told),
        )  # fmt: skip
    elif tokens < 0:
        yield Fact("price", -TOKEN * tokens, avoids=words.count("It saves {n} token", "It saves {n} tokens", -tokens))


# a line that scores


def scores(s: Any, seat: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    """Who may take what when a line begins to score: first whoever has laid the card, then the next player."""
    if after.phase != TAKE:
        return
    line = line_words(int(after.line), words)
    best, most = best_card(after, seat)
    if most > 0:
        told = {"line": line, "card": card_words(after, best, words), "n": TOKEN * most}
        does = words.say("It makes {line} score, where the {card} is worth {n} points", **told)
        avoids = words.say("It keeps {name} from making {line} score", name=names[seat], line=line)
        yield Fact("score", TOKEN * most, does, avoids)
    other = seat_after(after, seat)
    _, theirs = best_card(after, other, but=best)
    if theirs > max(0, most):
        told = {"line": line, "name": names[other], "n": TOKEN * theirs}
        avoids = words.say("It does not make {line} score, where {name} could take {n} points", **told)
        yield Fact("open", TOKEN * (theirs - max(0, most)), avoids=avoids, against=other)


def best_card(s: Any, seat: int, but: int = EMPTY) -> tuple[int, int]:
    """The card of the line that brings a seat most, and how many tenths it does; another than this one."""
    cards = [int(s.table[cell]) for cell in members(int(s.free))]
    worths = [(worth(s, seat, card), -card) for card in cards if card != but]
    most, card = max(worths, default=(0, EMPTY))
    return -card, most


def worth(s: Any, seat: int, card: int) -> int:
    """How many tenths a card brings a seat that takes it, or costs."""
    sums = int(colour_sums(s, seat))
    return int(best_two(sums + (int(TENTH[card]) << 8 * int(COLOUR[card]))) - best_two(sums))


def takes(s: Any, seat: int, action: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    """The card that is taken, and the best that is left."""
    points = int(after.points[seat]) - int(s.points[seat])
    told = words.count("{n} point", "{n} points", abs(points))
    if points > 0:
        avoids = words.say("It keeps {name} from taking a card worth {points}", name=names[seat], points=told)
        counts = points == TOKEN * int(TENTH[s.table[action % TARGETS]])
        does = words.say("It takes {points} in a colour that counts" if counts else "It takes a card worth {points}", points=told)
        yield Fact("card", points, does, avoids)
    elif points < 0:
        yield Fact("cost", -points, avoids=words.say("It does not take a card that costs {points}", points=told))


# places


def fits(s: Any, seat: int, after: Any, words: Words) -> Iterator[Fact]:
    """How many of the cards that stay in the hand can be laid somewhere."""
    kept = [card for card in hand(after, seat) if card >= 0 and card in hand(s, seat)]
    number = sum(can_be_laid(after, card) for card in kept)
    if number:
        does = words.count("It leaves a place for {n} card in hand", "It leaves places for {n} cards in hand", number)
        yield Fact("fits", PLACE * number, does)


def sticks(after: Any, seat: int, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    """Whether the next player has nothing to lay."""
    following = acting_seat(after)
    cards = [card for card in hand(after, following) if card >= 0]
    if following != seat and cards and not any(can_be_laid(after, card) for card in cards):
        does = words.say("It leaves {name} no card that fits", name=names[following])
        yield Fact("stuck", STUCK, does, against=following)


def hand(s: Any, seat: int) -> list[int]:
    return [int(card) for card in s.card[seat * HAND : (seat + 1) * HAND]]


def can_be_laid(s: Any, card: int) -> bool:
    return bool(fitting_cells(s, card, int(open_cells(s))))
