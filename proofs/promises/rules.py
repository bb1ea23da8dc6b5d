"""Random matches of every game, option and number of players, watched for anything that must never happen."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter
from collections.abc import Sequence

import numpy as np

from carreau.bots.anything import choose
from carreau.core.engine import SIMULATION
from carreau.core.match import Match
from carreau.core.record import verify
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import CLOCK, MOST_PLAYERS, SPECTATOR
from carreau.games import games as all_games
from carreau.games import load
from proofs.proof import Broken, Figures, Proof, Run, require
from proofs.tools.plans import Plan, draw_plan

COUNT = 0.15  # of the plies: cards are counted
LOOK = 0.05  # of the plies: they are looked at from every seat
DRAW = 0.01  # of them are drawn and described
MANY = 200  # compiled matches for each that is watched
PATIENCE = 120.0  # seconds until these count as endless


def prove_rules(run: Run, games: Sequence[str] = ()) -> Figures:
    """Every number is a match; Broken says how to see it again."""
    totals: Counter[str] = Counter()
    for game in games or all_games():
        SIMULATION.need(load(game))
    for number in run.numbers():
        chance = random.Random(number)
        plan = draw_plan(chance, games)
        try:
            totals["plies"] += watch(plan, number, chance)
            totals["compiled"] += play_many(plan, number)
        except Exception as error:
            again = f"carreau prove rules --seed {number} --times 1"
            raise Broken(f"{plan}: {error or type(error).__name__}\n  {again}") from error
        totals["matches"] += 1
        totals[plan.game] += 1
        run.say(f"{totals['matches']} matches watched")
    return dict(totals)


# one match, watched


def watch(plan: Plan, seed: int, chance: random.Random) -> int:
    """Play one match at random to the end; how many plies it took."""
    match, most = plan.new(seed), longest_of(plan)
    deck = inventory(match)
    require(len(set(deck)) == len(deck), "a card is in the deal twice")
    while not match.over:
        check_header(match, most)
        if chance.random() < COUNT:
            require(inventory(match) == deck, f"ply {match.ply}: cards were lost or doubled")
        if chance.random() < LOOK:
            look_from_everywhere(match, deck, chance)
        if chance.random() < DRAW:
            show_everything(match, chance)
        seat, action = choose(match, chance)
        match.play(action, seat)
    check_end(match, most, deck)
    return match.ply


def longest_of(plan: Plan) -> int:
    return plan.loaded.plies(plan.players, dict(plan.options))


def inventory(match: Match) -> list[int]:
    cards: list[int] = match.game.show.inventory(match.state)
    return cards


def check_header(match: Match, most: int) -> None:
    require(match.acting, f"ply {match.ply}: a dead end: nobody can act, and the match is not over")
    require(match.ply < most, f"ply {match.ply}: the match goes on beyond its longest length of {most}")
    for seat in match.acting:
        actions = match.actions(seat)
        require(actions, f"ply {match.ply}: a dead end: seat {seat} has to act and has no action")
        require(actions == sorted(set(actions)), f"ply {match.ply}: the actions of seat {seat} are not ascending")
        require(actions[0] >= 0 and actions[-1] < match.game.actions, f"ply {match.ply}: an action without a number")


def look_from_everywhere(match: Match, deck: list[int], chance: random.Random) -> None:
    """No seat can tell another world from the true one, whatever it looks at; and that world has the same cards."""
    for seat in (*range(match.players), SPECTATOR):
        where, number = f"ply {match.ply}, seat {seat}", chance.getrandbits(60)
        other, blind = match.copy(), match.copy()
        drive = match.game._drive
        drive.view_at(match._address, seat, blind._address)
        drive.redeal_at(other._address, seat, number)
        drive.redeal_at(blind._address, seat, number)
        own = None if seat == SPECTATOR else seat
        require(other.seen(own).tobytes() == match.seen(own).tobytes(), f"{where}: the view changes in another world")
        require(blind._states.tobytes() == other._states.tobytes(), f"{where}: another world is not drawn from the view alone")
        require(inventory(other) == deck, f"{where}: another world has other cards")
        if own is not None:
            require(other.actions(own) == match.actions(own), f"{where}: the actions differ in another world")
    if match.game.clock:
        other = match.copy()
        match.game._drive.redeal_at(other._address, SPECTATOR, chance.getrandbits(60))
        require(other.actions(CLOCK) == match.actions(CLOCK), f"ply {match.ply}: the clock knows what is hidden")


def show_everything(match: Match, chance: random.Random) -> None:
    """Nothing that shows a match fails."""
    seat = chance.choice([None, *range(match.players)])
    json.dumps([match.view(seat), match.reveal()])
    match.text(seat)
    scene = match.scene(seat, chance.choice(("en", "fr")), None, chance.choice(("phone", "wide", "leaf")))
    scene.svg("wide")
    scene.text()


def check_end(match: Match, most: int, deck: list[int]) -> None:
    require(match.ply <= most, f"{match.ply} plies are more than the longest length of {most}")
    require(not match.acting, "somebody has to act after the end")
    require(inventory(match) == deck, "at the end, cards were lost or doubled")
    require(is_one_win(match.returns), f"the win is shared as {match.returns}")
    require(match.outcome, "the end has no outcome")
    again = verify(json.loads(json.dumps(match.record())), load)
    require(again._states.tobytes() == match._states.tobytes(), "the record leads to another end")


def is_one_win(shares: Sequence[float]) -> bool:
    """One win, shared; a single player wins or does not."""
    return min(shares) >= 0 and (abs(sum(shares) - 1) < 1e-9 or list(shares) == [0.0])


# many matches, without leaving compiled code


def play_many(plan: Plan, seed: int) -> int:
    """Play many matches of the same plan; they all end in time, and share one win."""
    results = np.zeros((MANY, 1 + 2 * MOST_PLAYERS))
    numbers = np.array(plan.loaded._option_numbers(dict(plan.options)), np.int64)
    words = np.array(seed_words(read_seed(seed)), np.int64)
    work = (0, MANY, plan.players, numbers, words, np.zeros(64), results)
    thread = threading.Thread(target=plan.loaded._drive.random_matches, args=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    require(not thread.is_alive(), f"{MANY} matches do not end within {PATIENCE:.0f} seconds")
    longest = longest_of(plan)
    for plies, *rest in results.tolist():
        require(0 < plies <= longest, f"a match of {plies:.0f} plies; the longest length is {longest}")
        require(is_one_win(rest[: plan.players]), f"the win is shared as {rest[: plan.players]}")
    return MANY


PROOF = Proof("rules", "No crash, no dead end, no endless match, no card lost or doubled.", prove_rules, seconds=120)
