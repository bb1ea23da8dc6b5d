"""Games with a clock: timers, and who may act when."""

from __future__ import annotations

from carreau.check.case import Case, Subject, walk
from carreau.check.registry import RULES, case_check, claim, game_check
from carreau.core.state import CLOCK


@game_check(
    RULES,
    "A game with clock=True has a realtime.py, and no other game does.",
    "The table asks realtime.py which timers run.",
)
def only_clocks_have_timers(subject: Subject) -> None:
    game = subject.game
    has = game.realtime is not None
    claim(game.clock == has, f"clock is {game.clock}, but there is {'a' if has else 'no'} realtime.py.")


@case_check(
    RULES,
    "Every timer is an action of the clock, and everybody may know it.",
    "The server plays what comes due, and pages show it counting down.",
    when=lambda game: game.clock,
)
def timers_are_actions_of_the_clock(case: Case) -> None:
    realtime = case.game.realtime
    assert realtime is not None
    for match in walk(case, 3):
        if match.over:
            return
        timers, where = realtime.timers(match.state), case.at(match.state, seed=3)
        due = sorted(action for action, _, _ in timers)
        claim(
            due == match.actions(CLOCK),
            f"The timers are for actions {due}, but the clock has {match.actions(CLOCK)} {where}.",
        )
        claim(
            all(seconds > 0 and 0 <= since <= match.ply for _, seconds, since in timers),
            f"A timer has no time, or began after this ply {where}.",
        )
        claim(timers == realtime.timers(match.seen(None)), f"A spectator's view has different timers {where}.")
        claim(match.in_real_time or len(match.acting) == 1, f"Several seats act, but no timer runs {where}.")
