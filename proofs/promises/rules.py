"""Random matches of every game, option and number of players, watched for whatever the rules must never do."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from carreau.core.engine import make_ready
from carreau.core.match import Match
from carreau.core.record import verify
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import CLOCK, MOST_PLAYERS, SPECTATOR
from carreau.games import games as all_games
from carreau.games import load
from proofs.proof import Broken, Say, claim
from proofs.tools.case import Case, choose, draw_case

COUNT = 0.15  # of the plies have their cards counted
LOOK = 0.05  # of the plies are looked at from every seat
DRAW = 0.01  # of them are drawn and described
MANY = 200  # compiled matches beside each that is watched
PATIENCE = 120.0  # seconds until these count as endless


def fuzz_rules(
    say: Say, seed: int = 1, seconds: float = 60.0, count: int | None = None, games: Sequence[str] = ()
) -> Counter[str]:
    """Play for so long, or so many matches; what the first find is, and how to see it again."""
    totals: Counter[str] = Counter()
    for game in games or all_games():
        make_ready(load(game), "simulation")
    end = time.monotonic() + seconds
    while totals["matches"] < count if count is not None else time.monotonic() < end:
        number = seed + totals["matches"]
        chance = random.Random(number)
        case = draw_case(chance, games)
        try:
            totals["plies"] += watch(case, number, chance)
            totals["compiled"] += play_many(case, number)
        except Exception as error:
            again = f"carreau prove rules --seed {number} --times 1"
            raise Broken(f"{case}: {error or type(error).__name__}\n  {again}") from error
        totals["matches"] += 1
        totals[case.game.id] += 1
    say(f"{totals['matches']} watched matches with {totals['plies']} plies, {totals['compiled']} compiled ones: nothing found")
    return totals


# one match, watched


def watch(case: Case, seed: int, chance: random.Random) -> int:
    """Play one match at random to its end; how many plies it took."""
    match, most = case.new(seed), case.game.plies(case.players, case.options)
    deck = inventory(match.state, case)
    claim(len(set(deck)) == len(deck), "a card is there twice in the deal")
    while not match.over:
        check_header(match, most)
        if chance.random() < COUNT:
            claim(inventory(match.state, case) == deck, f"ply {match.ply}: cards were lost or doubled")
        if chance.random() < LOOK:
            look_from_everywhere(match, deck, case, chance)
        if chance.random() < DRAW:
            show_everything(match, chance)
        seat, action = choose(match, chance)
        match.play(action, seat)
    check_end(match, most, deck, case)
    return match.ply


def inventory(state: Any, case: Case) -> list[int]:
    cards: list[int] = case.game.show.inventory(state)
    return cards


def check_header(match: Match, most: int) -> None:
    claim(match.acting, f"ply {match.ply}: a dead end: nobody can act, and the match is not over")
    claim(match.ply < most, f"ply {match.ply}: the match goes on beyond its longest length of {most}")
    for seat in match.acting:
        actions = match.actions(seat)
        claim(actions, f"ply {match.ply}: a dead end: seat {seat} is to act and has no action")
        claim(actions == sorted(set(actions)), f"ply {match.ply}: the actions of seat {seat} are not ascending")
        claim(actions[0] >= 0 and actions[-1] < match.game.actions, f"ply {match.ply}: an action without a number")


def look_from_everywhere(match: Match, deck: list[int], case: Case, chance: random.Random) -> None:
    """No seat can tell another world, whatever it looks at; and the world is a deal of the same cards."""
    for seat in (*range(match.players), SPECTATOR):
        where, number = f"ply {match.ply}, seat {seat}", chance.getrandbits(60)
        other, blind = match.copy(), match.copy()
        drive = match.game.drive
        drive.view_at(match.address, seat, blind.address)
        drive.redeal_at(other.address, seat, number)
        drive.redeal_at(blind.address, seat, number)
        own = None if seat == SPECTATOR else seat
        claim(other.seen(own).tobytes() == match.seen(own).tobytes(), f"{where}: the view changes in another world")
        claim(blind.states.tobytes() == other.states.tobytes(), f"{where}: another world is not drawn from the view alone")
        claim(inventory(other.state, case) == deck, f"{where}: another world has other cards")
        if own is not None:
            claim(other.actions(own) == match.actions(own), f"{where}: the actions are others in another world")
    if match.game.clock:
        other = match.copy()
        match.game.drive.redeal_at(other.address, SPECTATOR, chance.getrandbits(60))
        claim(other.actions(CLOCK) == match.actions(CLOCK), f"ply {match.ply}: the clock knows what is hidden")


def show_everything(match: Match, chance: random.Random) -> None:
    """Nothing that shows a match fails."""
    seat = chance.choice([None, *range(match.players)])
    json.dumps([match.view(seat), match.reveal()])
    match.text(seat)
    scene = match.scene(seat, chance.choice(("en", "fr")), None, chance.choice(("phone", "wide", "leaf")))
    scene.svg("wide")
    scene.text()


def check_end(match: Match, most: int, deck: list[int], case: Case) -> None:
    claim(match.ply <= most, f"{match.ply} plies are more than the longest length of {most}")
    claim(not match.acting, "somebody is to act after the end")
    claim(inventory(match.state, case) == deck, "at the end cards were lost or doubled")
    claim(is_one_win(match.returns), f"the win is shared as {match.returns}")
    claim(match.outcome, "the end has no outcome")
    again = verify(json.loads(json.dumps(match.record())), load)
    claim(again.states.tobytes() == match.states.tobytes(), "the record leads to another end")


def is_one_win(shares: Sequence[float]) -> bool:
    """One win, shared; alone one wins or not."""
    return min(shares) >= 0 and (abs(sum(shares) - 1) < 1e-9 or list(shares) == [0.0])


# many matches, without leaving compiled code


def play_many(case: Case, seed: int) -> int:
    """Play many matches of the same case; they end, in time, and share one win."""
    results = np.zeros((MANY, 1 + 2 * MOST_PLAYERS))
    numbers = np.array(case.game.option_numbers(case.options), np.int64)
    words = np.array(seed_words(read_seed(seed)), np.int64)
    work = (0, MANY, case.players, numbers, words, np.zeros(64), results)
    thread = threading.Thread(target=case.game.drive.random_matches, args=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    claim(not thread.is_alive(), f"{MANY} matches do not end within {PATIENCE:.0f} seconds")
    longest = case.game.plies(case.players, case.options)
    for plies, *rest in results.tolist():
        claim(0 < plies <= longest, f"a match of {plies:.0f} plies; the longest length is {longest}")
        claim(is_one_win(rest[: case.players]), f"the win is shared as {rest[: case.players]}")
    return MANY
