"""Bots play the game as it is, with its advice if it has any, and know nothing but what their seat may know."""

from __future__ import annotations

from typing import Any

from carreau.bots.bot import Greedy, Ismcts, Random, flat
from carreau.bots.levels import LEVELS
from carreau.bots.seen import Seen
from carreau.bots.turn import take_turn
from carreau.check.case import Case, positions
from carreau.check.probe import acting_seats, legal, redeal
from carreau.check.registry import BOTS, case_check, claim

KINDS: dict[str, Any] = {
    "random": Random(),
    "greedy": Greedy(worlds=2),
    "blurred": LEVELS[1].bot,
    "flat": flat(40),
    "ismcts": Ismcts(60),
    "two cores": Ismcts(60, cores=2),
}
POSITIONS = 6


def in_turns(case: Case) -> bool:
    return not case.new(1).in_real_time


@case_check(
    BOTS,
    "A bot of any kind chooses a legal action, and hidden cards never change which.",
    "Nobody wants to play against bots that see their cards.",
)
def hidden_cards_change_no_choice(case: Case) -> None:
    if not in_turns(case):
        return
    game = case.game
    for number, state in enumerate(positions(case, case.players, case.size(POSITIONS, 2))):
        if state.over:
            continue
        seat = acting_seats(state)[0]
        actions = legal(game, state, seat)
        for name, bot in KINDS.items():
            choice, where = bot.choose(Seen(game, seat, state), actions, number), case.at(state, seat, case.players)
            claim(choice in actions, f"The bot {name} chooses action {choice}, which is not legal {where}.")
            for other in range(2):
                world = redeal(game, state, seat, 100 + other)
                same = bot.choose(Seen(game, seat, world), actions, number) == choice
                claim(same, f"The bot {name} chooses differently when only hidden cards differ {where}.")


@case_check(
    BOTS,
    "A match between bots ends.",
    "People who play alone play with them.",
)
def bots_play_a_match(case: Case) -> None:
    if not in_turns(case):
        return
    match, bot = case.new(4), Greedy(worlds=1)
    while not match.over:
        seat = match.acting[0]
        take_turn(match, bot, seat, match.ply)
        claim(match.ply <= case.most, f"A match between bots never ends: it is longer than {case.most} plies ({case}, seed 4).")
