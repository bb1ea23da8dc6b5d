"""How worlds are spread: every world that fits what a seat knows has to come up equally often.

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
FURTHEST = 5.6  # standard deviations that chance drifts, once in fifty millions
DRAWN, FEW_DRAWS = 20, 4  # plies of a match in which somebody may draw; cards drawn that say something
FREE: dict[str, Callable[[], Sequence[tuple[Any, int]]]] = {}  # positions with few worlds, by game, where somebody knows them


# fields as columns of numbers


def columns(states: Any) -> tuple[Any, list[str]]:
    """Everything in a state except its generator: a row for each state, and a column for each number, with its name.

    Sums have columns as well: what is a little more likely in each place of a hand shows there.
    """
    parts: list[Any] = []
    names: list[str] = []
    for name in states.dtype.names:
        if name not in GENERATOR:
            values = np.asarray(states[name]).astype(np.int64)
            add(parts, names, values, name)
            if values.ndim > 1 and values.shape[-1] > 1:
                add(parts, names, values.sum(axis=-1), f"the sum of {name}")
    return np.concatenate(parts, axis=1), names


def add(parts: list[Any], names: list[str], values: Any, name: str) -> None:
    shape = values.shape[1:]
    parts.append(values.reshape(len(values), -1))
    names += [name + "".join(f"[{i}]" for i in place) for place in np.ndindex(*shape)]


class Heaps:
    """Two heaps of worlds side by side; every column is written as the numbers of its values."""

    def __init__(self, true: Any, redealt: Any) -> None:
        (self.one, self.names), (self.other, _) = columns(true), columns(redealt)
        one, other = self.one, self.other
        self.size, both = len(one), np.concatenate([one, other])
        self.moving = np.flatnonzero((one != other).any(axis=0)).tolist()  # the columns that a redeal changes
        lasting = sorted(set(np.flatnonzero((both != both[0]).any(axis=0)).tolist()) - set(self.moving))
        found = {k: np.unique(both[:, k], return_inverse=True) for k in (*self.moving, *lasting)}
        self.values = {k: values for k, (values, _) in found.items()}
        self.codes = {k: codes for k, (_, codes) in found.items()}
        self.seen = [k for k in lasting if len(self.values[k]) <= MOST_VALUES]

    def differ(self, *columns: int) -> bool:
        """Whether the heaps differ in a column, or in how two go together, more than chance allows once in many millions."""
        codes, size = self.codes[columns[0]], len(self.values[columns[0]])
        for k in columns[1:]:
            codes, size = codes * len(self.values[k]) + self.codes[k], size * len(self.values[k])
        one, other = (np.bincount(part, minlength=size) for part in (codes[: self.size], codes[self.size :]))
        both = one + other
        there = both > 0
        square = float(((one - other)[there] ** 2 / both[there]).sum())
        free = int(there.sum()) - 1
        return bool(square > free + 8 * (2 * free) ** 0.5 + 24)

    def drifting(self) -> list[tuple[int, int]]:
        """Pairs of a column that is seen and one that is not, where the hidden one is higher in one heap wherever the seen one is
        high: world by world, the differences have to cancel out."""
        if not self.seen or not self.moving:
            return []
        seen = self.one[:, self.seen].astype(float)
        seen -= seen.mean(axis=0)
        apart = self.one[:, self.moving].astype(float) - self.other[:, self.moving]
        spread = (seen**2).T @ apart**2
        drift = np.divide(abs(seen.T @ apart), spread**0.5, out=np.zeros_like(spread), where=spread > 0)
        return [(self.seen[i], self.moving[k]) for i, k in np.argwhere(drift > FURTHEST)]

    def shares(self, column: int) -> str:
        """The value that differs most, as a share of both heaps."""
        size, codes = len(self.values[column]), self.codes[column]
        one, other = (np.bincount(part, minlength=size) / self.size for part in (codes[: self.size], codes[self.size :]))
        worst = int(abs(one - other).argmax())
        return (
            f"{self.names[column]} is {self.values[column][worst]} in {one[worst]:.1%} of the worlds, and in {other[worst]:.1%}"
        )


def compare(true: Any, redealt: Any) -> str:
    """In which field, or pair of fields, two heaps of worlds differ; nothing if they look alike."""
    heaps = Heaps(true, redealt)
    for k in heaps.moving:
        if heaps.differ(k):
            return heaps.shares(k)
    pairs = [(seen, k) for seen in heaps.seen for k in heaps.moving]
    chosen = random.Random(1).sample(pairs, min(len(pairs), MOST_PAIRS))
    for seen, k in heaps.drifting() or [pair for pair in chosen if heaps.differ(*pair)]:
        return f"{heaps.names[k]} goes together with {heaps.names[seen]}, which is seen, in a different way"
    return ""


# heaps of worlds


def dealt(case: Case, count: int) -> Any:
    """This many deals."""
    return np.concatenate([case.new(1000 + seed)._states for seed in range(count)])


def redealt(game: Game, states: Any, seat: int, seed: int = 0) -> Any:
    """Each of them dealt again, from what a seat sees of it."""
    copies = states.copy()
    size, address = copies.itemsize, copies.ctypes.data
    for number in range(len(copies)):
        game._drive.redeal_at(address + number * size, seat, seed + number)
    return copies


def again(game: Game, state: Any, seat: int, count: int, seed: int) -> Any:
    """This many worlds that a seat cannot tell from this one."""
    return redealt(game, np.array([state] * count, game.rules.STATE), seat, seed)


def went_on(game: Game, states: Any, chance: random.Random) -> Any:
    """A random ply in every world; worlds with more to choose from are kept more often."""
    after, lists = states.copy(), [actions_of(game, state) for state in states]
    most = max((len(actions) for actions in lists), default=0)
    kept, size, address = [], after.itemsize, after.ctypes.data
    for number, actions in enumerate(lists):
        if actions and chance.random() * most < len(actions):
            game._drive.play_at(address + number * size, acting_seats(states[number])[0], chance.choice(actions))
            kept += [] if after[number].over else [number]
    return after[kept]


def actions_of(game: Game, state: Any) -> list[int]:
    """What the lowest acting seat may do; nothing if nobody acts."""
    return next((legal(game, state, seat) for seat in acting_seats(state)), [])


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
    states, chance = dealt(case, case.size(WORLDS, WORLDS)), random.Random(2)
    check_heap(case, states, SPECTATOR, f"among {len(states)} deals")
    for ply in range(1, 1 + PLIES):
        states = went_on(case.game, states, chance)
        if len(states) < FEWEST:
            return
        seat = SPECTATOR if ply % 2 else ply // 2 % case.players
        check_heap(case, states, seat, f"among {len(states)} deals after {ply} plies")


@case_check(
    COMPILED,
    "Redeals fit together, anywhere in a match: a seat that knows more, and playing on, only narrow the worlds down.",
    "The state must keep what the moves have shown as knowledge, or redeals forget it.",
)
def redeals_fit_together(case: Case) -> None:
    if hides_nothing(case):
        return
    game, chance = case.game, random.Random(3)
    states = [state for state in case.sample if not state.over]
    for number in range(case.size(2, 1)):
        state = states[(number + 1) * len(states) // (case.size(2, 1) + 1)]
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
    """Positions in which a seat knows so much that few worlds are left, but more than one."""
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
                if 2 <= len(some_worlds(game, state, seat)) <= SMALL:
                    found.append((state, seat))
    return found


def some_worlds(game: Game, state: Any, seat: int) -> set[bytes]:
    """Worlds that a seat cannot tell from this one; no more than it takes to see that there are too many to count."""
    found = set(each_world(again(game, state, seat, SMALL + 1, 0)))
    return found if len(found) > SMALL else found | set(each_world(again(game, state, seat, SMALL - 1, SMALL + 1)))


def each_world(states: Any) -> list[bytes]:
    """The same as `world` of each, made at once."""
    for name in GENERATOR:
        states[name] = 0
    whole, size = states.tobytes(), states.itemsize
    return [whole[start : start + size] for start in range(0, len(whole), size)]


@game_check(
    COMPILED,
    "Where few worlds are left, each of them comes up equally often.",
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
        probed = set(each_world(again(game, state, seat, 20 * SMALL, 0)))
        counts = Counter(each_world(again(game, state, seat, DRAWS * len(probed), 1000)))
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
    "The report says what is hidden from whom.",
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
    """A doubt, if players who draw a card always knew which it would be."""
    drawn = known = 0
    for case in subject.cases:
        for states in case.finished[1][:DRAWN]:
            state = states[0]
            for seat in acting_seats(state)[:1]:
                found = draws(case, state, seat)
                drawn += found is not None
                known += found is True
    if drawn < FEW_DRAWS or known < drawn:
        return []
    return [Note("Everybody can know the next card: whoever draws one could always tell which it would be.", True)]


def draws(case: Case, state: Any, seat: int) -> bool | None:
    """Whether a seat could tell which card it gets by its first action; nothing if it gets none."""
    game = case.game
    action = legal(game, state, seat)[0]
    own = own_fields(case, state, seat)
    worlds = again(game, state, seat, 6, 90)
    gains = {gained(own, view(game, one, seat), view(game, played(game, one, seat, action), seat), seat) for one in worlds}
    return None if () in gains else len(gains) == 1


def own_fields(case: Case, state: Any, seat: int) -> list[str]:
    """The fields with a place for every seat, in which this seat knows its own place and a spectator does not."""
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
