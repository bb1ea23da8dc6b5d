"""How worlds are spread: every world that fits what a seat knows has to come up, and all of them equally often.

A redeal stands for what a seat does not know. So if worlds are dealt, and each is then redealt from what a seat sees of it, both
heaps have to look alike: each field has its values equally often, and goes together with what is seen in the same way. That
stays so after some plies, if those worlds count more in which a player had more to choose from (`went_on`), because the same
action was less likely there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from carreau.check.case import Case, Subject, positions
from carreau.check.hidden import who
from carreau.check.probe import acting_seats, legal, played, redeal, view, world
from carreau.check.registry import COMPILED, Note, Notes, case_check, claim, game_check
from carreau.core.game import Game
from carreau.core.state import GENERATOR, SPECTATOR

SMALL = 40  # so few worlds can be counted
DRAWS = 40  # redeals per world
WORLDS = 600  # in a heap
FEWEST = 120  # that say something
PLIES = 3  # that worlds are played on
MOST_VALUES = 12  # of a field that is looked at together with others
MOST_PAIRS = 800
QUICKLY = 4096  # so many different numbers are counted without being sorted
FREE: dict[str, Callable[[], Sequence[tuple[Any, int]]]] = {}  # positions with few worlds, by game, where somebody knows them


# fields as columns of numbers


def columns(states: Any) -> tuple[Any, list[str]]:
    """All that a state holds apart from its generator: a row for each state, a column for each number, and their names."""
    parts, names = [], []
    for name in states.dtype.names:
        if name in GENERATOR:
            continue
        part = np.asarray(states[name]).reshape(len(states), -1)
        parts.append(part.astype(np.int64))
        shape = states.dtype[name].shape
        names += [name + "".join(f"[{i}]" for i in np.unravel_index(k, shape)) if shape else name for k in range(part.shape[1])]
    return np.concatenate(parts, axis=1), names


def unlike(one: Any, other: Any) -> tuple[float, float]:
    """How much two heaps of numbers differ (chi-square), and how much chance allows, once in many millions."""
    counts = counted(one, other)
    scale = (len(other) / len(one)) ** 0.5
    square = float((((counts[0] * scale - counts[1] / scale) ** 2) / (counts[0] + counts[1])).sum())
    free = len(counts[0]) - 1
    return square, free + 8 * (2 * free) ** 0.5 + 24


def counted(one: Any, other: Any) -> list[Any]:
    """How often each heap has each number that there is."""
    low, high = int(min(one.min(), other.min())), int(max(one.max(), other.max()))
    if high - low < QUICKLY:
        both = [np.bincount(heap - low, minlength=QUICKLY) for heap in (one, other)]
        there = (both[0] + both[1]).nonzero()
        return [both[0][there], both[1][there]]
    values, places = np.unique(np.concatenate([one, other]), return_inverse=True)
    return [np.bincount(part, minlength=len(values)) for part in (places[: len(one)], places[len(one) :])]


def compare(true: Any, redealt: Any) -> str:
    """In which field, or pair of fields, two heaps of worlds differ; nothing if they look alike."""
    (one, names), (other, _) = columns(true), columns(redealt)
    moving = [k for k in range(len(names)) if (one[:, k] != other[:, k]).any()]
    for k in moving:
        square, allowed = unlike(one[:, k], other[:, k])
        if square > allowed:
            return f"{names[k]} {where_unlike(one[:, k], other[:, k])}"
    several = [k for k in range(len(names)) if 1 < len(np.unique(one[:, k])) <= MOST_VALUES]
    pairs = [(seen, k) for seen in several if seen not in moving for k in moving]
    for seen, k in random.Random(1).sample(pairs, min(len(pairs), MOST_PAIRS)):
        square, allowed = unlike(*together(one[:, [seen, k]], other[:, [seen, k]]))
        if square > allowed:
            return f"{names[k]} goes together with {names[seen]}, which is seen, otherwise"
    return ""


def together(one: Any, other: Any) -> tuple[Any, Any]:
    """Two columns as one: a number for every pair of values that there is."""
    both = np.concatenate([one, other])
    places = [np.unique(both[:, k], return_inverse=True)[1] for k in range(2)]
    pairs = places[0] * (int(places[1].max()) + 1) + places[1]
    return pairs[: len(one)], pairs[len(one) :]


def where_unlike(one: Any, other: Any) -> str:
    """The value that is most unlike, as a share of both heaps."""
    values = np.unique(np.concatenate([one, other]))
    shares = [(float((one == value).mean()), float((other == value).mean()), int(value)) for value in values]
    mine, yours, value = max(shares, key=lambda share: abs(share[0] - share[1]))
    return f"is {value} in {mine:.1%} of the worlds, and in {yours:.1%}"


# heaps of worlds


def dealt(case: Case, count: int) -> Any:
    """So many deals."""
    return np.concatenate([case.new(1000 + seed).states for seed in range(count)])


def redealt(game: Game, states: Any, seat: int, seed: int = 0) -> Any:
    """Each of them dealt again, from what a seat sees of it."""
    copies = states.copy()
    size, address = copies.itemsize, copies.ctypes.data
    for number in range(len(copies)):
        game.drive.redeal_at(address + number * size, seat, seed + number)
    return copies


def again(game: Game, state: Any, seat: int, count: int, seed: int) -> Any:
    """So many worlds that a seat cannot tell from this one."""
    return redealt(game, np.array([state] * count, game.rules.STATE), seat, seed)


def went_on(game: Game, states: Any, chance: random.Random) -> Any:
    """A random ply in every world; those in which there was more to choose from are kept more often."""
    lists = [legal(game, state, acting_seats(state)[0]) if acting_seats(state) else [] for state in states]
    most = max((len(actions) for actions in lists), default=0)
    kept = []
    for state, actions in zip(states, lists):
        if actions and chance.random() * most < len(actions):
            after = played(game, state, acting_seats(state)[0], chance.choice(actions))
            kept += [] if after.over else [after]
    return np.array(kept, game.rules.STATE)


def check_heap(case: Case, states: Any, seat: int, what: str) -> None:
    found = compare(states, redealt(case.game, states, seat, 1 << 40))
    claim(
        not found,
        f"redeal does not give every world that fits what {who(seat)} knows, or not equally often: {what}, {found} as redealt "
        f"({case}).",
    )


def hides_nothing(case: Case) -> bool:
    state = case.sample[0]
    return all(world(redeal(case.game, state, seat, seed)) == world(state) for seat in case.viewers for seed in (7, 8))


@case_check(
    COMPILED,
    "Deals and redeals look alike: every world that fits comes up, all equally often, also after some plies.",
    "A world that never comes up is one that bots never fear; what a redeal forgets, or an order gives away, shows here.",
)
def redeals_are_like_deals(case: Case) -> None:
    if hides_nothing(case):
        return
    states, chance = dealt(case, case.size(WORLDS, 250)), random.Random(2)
    for ply in range(1 + PLIES):
        if ply:
            states = went_on(case.game, states, chance)
        if len(states) < FEWEST:
            return
        for seat in (SPECTATOR, ply % case.players):
            check_heap(case, states, seat, f"among {len(states)} deals after {ply} plies")


@case_check(
    COMPILED,
    "Redeals fit together, anywhere in a match: a seat that knows more, and playing on, only narrow the worlds down.",
    "What the moves have shown must be kept in the state as knowledge, or redeals forget it.",
)
def redeals_fit_together(case: Case) -> None:
    if hides_nothing(case):
        return
    game, chance = case.game, random.Random(3)
    states = [state for state in case.sample if not state.over]
    for number in range(case.size(3, 1)):
        state = states[(number + 1) * len(states) // (case.size(3, 1) + 1)]
        worlds = again(game, state, SPECTATOR, case.size(WORLDS // 2, 200), number << 20)
        seat = number % case.players
        check_heap(
            case, worlds, seat, f"among {len(worlds)} worlds that a spectator takes for possible at ply {state.ply} of seed 1"
        )
        worlds = went_on(game, worlds, chance)
        if len(worlds) >= FEWEST:
            for viewer in (SPECTATOR, seat):
                check_heap(case, worlds, viewer, f"among {len(worlds)} worlds a ply after ply {state.ply} of seed 1")


# few worlds, counted


def small_cases(subject: Subject) -> list[tuple[Any, int]]:
    """Positions of which a seat knows so much that few worlds are left, but not one alone."""
    game = subject.game
    if game.id in FREE:
        return list(FREE[game.id]())
    found = []
    seeds = min(12, max(3, 84 // len(subject.cases)))
    for case in subject.cases:
        for seed in range(1 if subject.plain else seeds):
            states = positions(case, seed, 60)
            for state in states[-25:]:
                seat = int(state.ply) % case.players
                worlds = {world(redeal(game, state, seat, number)) for number in range(2 * SMALL)}
                if 2 <= len(worlds) <= SMALL:
                    found.append((state, seat))
    return found


@game_check(
    COMPILED,
    "Where few worlds are left, each of them comes up, and all equally often.",
    "It counts every single world, late in the match, where knowledge has grown.",
)
def redeals_are_spread_evenly(subject: Subject) -> Notes:
    game, case = subject.game, subject.cases[0]
    if hides_nothing(case):
        return None
    cases = small_cases(subject)
    if not cases:
        return [Note("No position of random matches left so few worlds that they could be counted one by one.")]
    for state, seat in random.Random(1).sample(cases, min(subject.size(3, 1), len(cases))):
        probed = {world(redeal(game, state, seat, number)) for number in range(20 * SMALL)}
        counts = Counter(world(redeal(game, state, seat, 1000 + number)) for number in range(DRAWS * len(probed)))
        where = f"({state.players} players, ply {state.ply}, {who(seat)})"
        claim(world(state) in counts, f"redeal never gives the true world, one of {len(probed)} that fit {where}.")
        square = sum((count - DRAWS) ** 2 / DRAWS for count in counts.values()) + DRAWS * (len(probed) - len(counts))
        free = len(probed) - 1
        least, most = min(counts.values()), max(counts.values())
        claim(
            square < free + 6 * (2 * free) ** 0.5 + 12,
            f"Of {len(probed)} worlds that fit, redeal gives one {least} times and another {most} times, instead of {DRAWS} each "
            f"{where}.",
        )
    return None


# for the author


@game_check(
    COMPILED,
    "What is hidden from whom is told.",
    "Only the author knows whether that is what the rulebook says.",
)
def what_is_hidden(subject: Subject) -> Notes:
    hidden = {True: set[str](), False: set[str]()}
    for case in subject.cases:
        for state in case.sample[:: max(1, len(case.sample) // 3)]:
            for seat in (0, SPECTATOR):
                worlds = again(subject.game, state, seat, 8, 50)
                hidden[seat == SPECTATOR] |= {
                    name for name in worlds.dtype.names if name not in GENERATOR and varies(worlds[name])
                }
    order = [name for name in subject.game.rules.STATE.names if name in hidden[True] | hidden[False]]
    if not order:
        return [Note("Nothing is hidden in this game.")]
    mine, public = ([name for name in order if name in hidden[key]] for key in (False, True))
    told = [Note(f"Hidden from a seat: {listed(mine)}. Hidden from a spectator: {listed(public)}.")]
    return told + known_draws(subject)


def varies(values: Any) -> bool:
    return bool((values != values[:1]).any())


def listed(names: list[str]) -> str:
    return ", ".join(names) or "nothing"


def known_draws(subject: Subject) -> list[Note]:
    """A doubt, if whoever draws a card always knew which it would be."""
    drawn = known = 0
    for case in subject.cases:
        for state in case.sample:
            for seat in acting_seats(state)[:1]:
                found = draws(case, state, seat)
                drawn += found is not None
                known += found is True
    if drawn < 5 or known < drawn:
        return []
    return [Note("Everybody can know the next card: whoever draws one always could tell which it would be.", True)]


def draws(case: Case, state: Any, seat: int) -> bool | None:
    """Whether a seat could tell which card it gets by its first action; nothing if it gets none."""
    game = case.game
    action = legal(game, state, seat)[0]
    own = own_fields(case, state, seat)
    worlds = again(game, state, seat, 6, 90)
    gains = {gained(own, view(game, one, seat), view(game, played(game, one, seat, action), seat), seat) for one in worlds}
    return None if () in gains else len(gains) == 1


def own_fields(case: Case, state: Any, seat: int) -> list[str]:
    """The fields with a place for every seat of which a spectator does not know that of this seat, but the seat does."""
    worlds = again(case.game, state, SPECTATOR, 6, 70), again(case.game, state, seat, 6, 80)
    found = []
    for name in state.dtype.names:
        shape = state.dtype[name].shape
        if shape and shape[0] >= case.players and name not in GENERATOR:
            public, mine = (varies(heap[name][:, seat]) for heap in worlds)
            found += [name] if public and not mine else []
    return found


def gained(fields: list[str], before: Any, after: Any, seat: int) -> tuple[int, ...]:
    """The cards that are new in a hand: numbers in its places, or bits of its one number."""
    new: list[int] = []
    for name in fields:
        was, now = np.atleast_1d(before[name][seat]), np.atleast_1d(after[name][seat])
        if len(was) == 1:
            new += [int(now[0] & ~was[0])] if now[0] & ~was[0] else []
        else:
            new += sorted(set(now.ravel().tolist()) - set(was.ravel().tolist()) - {-1, 0})
    return tuple(new)
