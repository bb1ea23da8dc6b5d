"""What a learning agent sees is what its seat may know, all of it that matters, and nothing else; its choices are the actions."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.check.probe import acting_seats, legal, redeal, view
from carreau.core.agent_for import agent_of, plain_agent
from carreau.core.game import Game, Mode
from carreau.core.state import CLOCK, GENERATOR
from tests.conftest import CASES, GAMES, case_name
from tests.effort import often
from tests.rl.looking import action_of, choices_of, chosen, observed, sample, told, varied

DECLARED = [game for game in GAMES if game.observing is not None]
MANY = 2000  # actions: more are tried at random
RUNS, SIZE, STEPS = 16, 192, 90  # of a batch, in which every number is to show


@pytest.fixture(params=CASES, ids=case_name)
def case(request: pytest.FixtureRequest) -> tuple[Game, Mode, int]:
    found: tuple[Game, Mode, int] = request.param
    return found


def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(case: tuple[Game, Mode, int]) -> None:
    game, _, players = case
    drive = agent_of(game)
    for number, state in enumerate(sample(*case)):
        for seat in range(players):
            seen = observed(drive, state, seat)
            assert (observed(drive, view(game, state, seat), seat) == seen).all(), "it shows what the view hides"
            assert (observed(drive, redeal(game, state, seat, number), seat) == seen).all(), "it shows what a redeal changes"


def test_plain_python_sees_the_same(case: tuple[Game, Mode, int]) -> None:
    game, _, players = case
    for state in sample(*case)[:: 25 if players > 1 else 10]:
        for seat in range(players):
            assert (observed(plain_agent(game), state, seat) == observed(agent_of(game), state, seat)).all()
        for seat in acting_seats(state):
            for action in legal(game, state, seat)[:3]:
                assert choices_of(plain_agent(game), state, seat, action) == choices_of(agent_of(game), state, seat, action)


def test_different_views_look_different(case: tuple[Game, Mode, int]) -> None:
    game, _, players = case
    untold = getattr(game.observing, "UNTOLD", {})
    views: dict[tuple[int, bytes], set[bytes]] = defaultdict(set)
    for state in sample(*case):
        for seat in range(players):
            views[seat, observed(agent_of(game), state, seat).tobytes()].add(told(view(game, state, seat), untold))
    assert max(map(len, views.values())) == 1


def test_every_legal_action_is_a_choice_and_back(case: tuple[Game, Mode, int]) -> None:
    game, drive, chance = case[0], agent_of(case[0]), random.Random(1)
    for state in sample(*case)[::2]:
        for seat in acting_seats(state):
            every = legal(game, state, seat)
            actions = every if len(every) <= MANY else chance.sample(every, 300)
            made = {action: choices_of(drive, state, seat, action) for action in actions}
            assert len(set(made.values())) == len(made), "two actions are the same choice"
            for action, (one, other) in made.items():
                assert action_of(drive, state, seat, -1, one) == (action if other < 0 else -1)
                assert other < 0 or action_of(drive, state, seat, one, other) == action
            if every == actions:
                check_masks(drive, state, seat, set(made.values()))


def check_masks(drive: Any, state: Any, seat: int, made: set[tuple[int, int]]) -> None:
    may_wait = {drive.WAIT} if drive.GAME.clock and legal(drive.GAME, state, CLOCK) else set()
    assert set(chosen(drive, state, seat)) == {one for one, _ in made} | may_wait
    for half in sorted({one for one, other in made if other >= 0})[::50]:
        assert set(chosen(drive, state, seat, half)) == {other for one, other in made if one == half} | may_wait
        assert (observed(drive, state, seat, half) != observed(drive, state, seat)).any(), "the first half does not show"


# the fields


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_fields_lie_one_behind_the_other(game: Game) -> None:
    fields = game.observation_fields
    assert fields[0].offset == 0
    assert all(one.offset + one.size == other.offset for one, other in pairwise(fields))
    assert len({field.name for field in fields}) == len(fields)
    assert game.observation_size == agent_of(game).LENGTH
    row = np.arange(2 * game.observation_size).reshape(2, -1)
    for field in fields:
        assert field.of(row).shape == (2, *field.shape)
        assert field.of(row)[1].ravel()[0] == game.observation_size + field.offset


def extremes(game: Game) -> tuple[Any, Any]:
    """The lowest and the highest of every number: over all ways to play with various options, and the rulebook's examples."""
    cases = cases_of(game)
    states = [(state, case[2]) for case in cases for state in sample(*case)]
    states += [(match.state, match.players) for match in (one.play(game) for one in game.examples.values()) if match.acting]
    rows = [observed(agent_of(game), state, seat) for state, players in states for seat in range(players)]
    low, high = np.min(rows, 0), np.max(rows, 0)
    for _, mode, players in cases:
        for seed in range(1, 1 + often(max(1, RUNS // len(cases)))):
            for seen in random_observations(game, players, varied(game, mode, players, seed), seed):
                low, high = np.minimum(low, seen.min(0)), np.maximum(high, seen.max(0))
    return low, high


def random_observations(game: Game, players: int, options: dict[str, Any], seed: int) -> Iterator[Any]:
    chance = np.random.default_rng(seed)
    with carreau.Batch(game, SIZE, players, 1, **options) as batch:
        batch.start(seed)
        for step in range(STEPS):
            batch.step(any_choices(batch.mask, chance))
            if step % 3 == 0:
                yield batch.observation


def any_choices(mask: Any, chance: np.random.Generator) -> Any:
    """One for each match: any, or where there are thousands the next after a random one, which takes a tenth of the time."""
    size, columns = mask.shape
    if columns > MANY:
        after = int(chance.integers(columns))
        found = mask[:, after:].argmax(axis=1) + after
        return np.where(mask[np.arange(size), found], found, mask.argmax(axis=1))
    rows, found = np.nonzero(mask)
    counts = np.bincount(rows, minlength=size)
    return found[np.cumsum(counts) - 1 - (chance.random(size) * counts).astype(np.int64)]


def cases_of(game: Game) -> list[tuple[Game, Mode, int]]:
    return [case for case in CASES if case[0] is game]


@pytest.mark.parametrize("game", DECLARED, ids=lambda game: game.id)
def test_every_number_is_within_its_bounds_and_says_something(game: Game) -> None:
    low, high = extremes(game)
    for field in game.observation_fields:
        lows, highs = field.of(low), field.of(high)
        assert lows.min() >= field.low and highs.max() <= field.high, f"{field.name}: {lows.min()} to {highs.max()}"
        constant = np.argwhere(lows == highs)
        assert field.spare or not len(constant), f"{field.name} is always the same at {constant[:5].tolist()}"


@pytest.mark.parametrize("game", DECLARED, ids=lambda game: game.id)
def test_every_field_of_the_state_is_told_or_explained(game: Game) -> None:
    views = [(view(game, s, seat), seat) for case in cases_of(game) for s in sample(*case)[::3] for seat in range(case[2])]
    untold = game.observing.UNTOLD if game.observing else {}
    known = [*GENERATOR, *game.rules.STATE.names]
    assert set(untold) <= set(known), "what is not told is not even there"
    for name in sorted(set(known) - {*GENERATOR, *untold}):
        assert any_shows(game, name, views), f"the observation does not tell {name}, and UNTOLD does not say why"


def any_shows(game: Game, name: str, views: list[tuple[Any, int]]) -> bool:
    """Whether an observation changes when a field is replaced by that of another view; or no two views differ in it."""
    chance, tried = random.Random(1), 0
    for _ in range(4000):
        (one, seat), (other, _) = chance.choice(views), chance.choice(views)
        if np.array_equal(one[name], other[name]) or (name != "players" and one["players"] != other["players"]):
            continue
        changed = one.copy()
        changed[name] = other[name]
        tried += 1
        if tried > 12 or not same(game, one, changed, seat):
            return tried <= 12
    return not tried


def same(game: Game, one: Any, other: Any, seat: int) -> bool:
    try:
        return bool((observed(plain_agent(game), one, seat) == observed(plain_agent(game), other, seat)).all())
    except (IndexError, ZeroDivisionError, ValueError):  # a state that cannot be: then the field was looked at
        return False
