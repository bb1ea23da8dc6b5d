"""How a bot takes a turn: it is given what its seat may know, that seat's legal actions and a seed."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from random import Random, SystemRandom

from carreau.bots.bot import Bot
from carreau.bots.seen import Seen
from carreau.core.errors import BadOption, BadPlayers
from carreau.core.match import Match
from carreau.core.number import shown
from carreau.core.refusal import between_rounds, match_over, not_your_turn
from carreau.core.seed import read_small_seed
from carreau.core.types import Action, Seat

SEED_BITS = 60  # of what a bot is given


def choose(match: Match, bot: Bot, seat: Seat, seed: int) -> Action:
    """What a bot would play, in a seat that may act now."""
    check_bot(bot)
    return bot.choose(Seen.of(match, seat), match.actions(seat), seed)


def check_bot(bot: object) -> None:
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise BadOption(f"{shown(bot)} is not a bot: give an object with a method 'choose', or get a bot by its name.")


def take_turn(match: Match, bot: Bot, seat: Seat | None = None, seed: int | None = None) -> Action:
    """Let a bot choose an action and play it.

    Args:
        match: The match to play in.
        bot: Who chooses.
        seat: Whose turn it takes; the first seat that may act if left out.
        seed: The seed for the bot's random choices, a whole number of up to 63 bits; a new one each time if left out.

    Returns:
        The action that was played.

    Raises:
        IllegalAction: If the match is over, the seat cannot act now, or the bot's choice is not legal.
        InvalidAction: If the bot's choice is not an action.
        BadOption: If it is not a bot.
        BadSeed: If it is not a seed.
        BadSeat: If there is no such seat.

    Examples:
        >>> import carreau
        >>> match = carreau.load(carreau.examples() / "connect_four").new(seed=7)
        >>> action = carreau.take_turn(match, carreau.bot("random"), seed=1)
        >>> match.history == [(0, action)]
        True
    """
    if not match.acting:
        raise match_over() if match.over else between_rounds()
    if seat is None:
        seat = match.acting[0]
    match._check_seat(seat)
    if not match.may_act(seat):
        raise not_your_turn(seat, match.acting)
    seed = SystemRandom().getrandbits(SEED_BITS) if seed is None else read_small_seed(seed)
    match.play(choose(match, bot, seat, seed), seat)
    return match.history[-1][1]


def play_out(match: Match, bots: Sequence[Bot], seed: int | None = None) -> None:
    """Let bots play a match to the end.

    Args:
        match: The match to play; it may already have started.
        bots: One for each seat.
        seed: The seed for the bots' random choices. The same match, bots and seed give the same actions, unless a bot's time
            is limited.

    Raises:
        BadPlayers: If there is not one bot for each seat.
        BadOption: If one is not a bot, or everybody plays at once in this match, against the clock.

    Examples:
        >>> import carreau
        >>> match = carreau.load(carreau.examples() / "connect_four").new(seed=7)
        >>> carreau.play_out(match, [carreau.bot("random"), carreau.bot("random")], seed=1)
        >>> match.over
        True
    """
    given = len(bots) if isinstance(bots, Sized) else 1
    if given != match.players:
        raise BadPlayers(f"This match has {match.players} seats and needs a bot for each, but {given} were given.")
    for bot in bots:
        check_bot(bot)
    if match.in_real_time:
        raise BadOption("Everybody plays at once in this match, against the clock: bots that take turns cannot play it.")
    chance: Random = SystemRandom() if seed is None else Random(seed)
    while not match.over:
        if not match.acting:
            raise between_rounds()
        seat = match.acting[0]
        take_turn(match, bots[seat], seat, chance.getrandbits(SEED_BITS))
