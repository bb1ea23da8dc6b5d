"""Finds positions in matches between bots where one move is clearly best, and keeps them in the game's folder.

    python -m carreau.lab.positions GAME [--count 60] [--seconds 60]

What was found is saved, so you can stop it and continue later. Where too many of them are easy, harder ones take the places of
easy ones.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import carreau
from carreau.bots.bot import Bot, Greedy
from carreau.bots.levels import LEVELS
from carreau.bots.turn import SEED_BITS, choose, take_turn
from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.position import FILE, GRADES, Position, Positions, read_positions
from carreau.core.types import Action, Options, Seat
from carreau.lab.position_file import text_of
from carreau.lab.position_verdict import BUDGET, CHECK, Finding, confirm, glance, look_closer
from carreau.lab.strength import unhurried

COUNT = 60
FEWEST, MOST = 3, 60  # legal actions
LATEST = 70  # ply
LEVELS_OF_BOTS = (1, 2, 2, 3, 3, 4)
EASY = GRADES[0]
MOST_EASY = 0.5  # of the positions
AT_ONCE = Greedy(worlds=4, blur=0.02)  # finds what is easy: what looks best right now, hardly ever misjudged
TRIES = 5  # of each bot
CHECKS = 3  # deep searches that have to agree: some moves look bad until a search happens to see what follows
FINDS = 4  # of them
USUAL = 3  # times as often as each of the other ways to play


@cache
def ways(game: Game) -> list[tuple[int, Options]]:
    """How many play, and with which options: every way in turns, whole matches and short ones."""
    found = []
    for mode in game.modes:
        times = 1 if mode.name else USUAL
        for options in ({**mode.options}, {**game.short, **mode.options}):
            found += [(players, dict(options)) for players in mode.players if is_for_turns(game, players, options)] * times
    return found


def is_for_turns(game: Game, players: int, options: Options) -> bool:
    try:
        return players > 1 and not game.new(players, 0, **options).in_real_time
    except CarreauError:
        return False


# a match


def look_through(game: Game, number: int, grades: tuple[str, ...] = GRADES) -> Position | None:
    """The first position of a match that is good enough, if there is one."""
    chance = Random(f"positions {game.id} {number}")
    players, options = chance.choice(ways(game))
    match = game.new(players, number, **options)
    bots = [unhurried(LEVELS[chance.choice(LEVELS_OF_BOTS)]).bot for _ in range(players)]
    while not match.over and match.ply <= LATEST:
        seat = match.acting[0]
        if found := look_at(match, seat, chance.getrandbits(32), grades):
            return made(match, number, options, seat, found)
        take_turn(match, bots[seat], seat, chance.getrandbits(SEED_BITS))
    return None


def look_at(match: Match, seat: Seat, seed: int, grades: tuple[str, ...]) -> tuple[Finding, str] | None:
    """From the cheapest question to the dearest."""
    if not is_promising(match, seat, seed, grades):
        return None
    found = confirm(match, seat, BUDGET, seed + 1)
    grade = grade_of(match, seat, found.answers) if found else ""
    if not found or grade not in grades:
        return None
    checks = [confirm(match, seat, CHECK, seed + 2 + k) for k in range(CHECKS)]
    agreed = [one for one in checks if one and one.answers == found.answers]
    return (min(agreed, key=lambda one: one.lowest), grade) if len(agreed) == CHECKS else None


def is_promising(match: Match, seat: Seat, seed: int, grades: tuple[str, ...]) -> bool:
    if len(match.acting) != 1 or not FEWEST <= len(match.actions(seat)) <= MOST:
        return False
    for look in (glance, look_closer):
        best = look(match, seat, seed)
        if best is None or grade_of(match, seat, (best,)) not in grades:
            return False
    return True


def made(match: Match, number: int, options: Options, seat: Seat, found: tuple[Finding, str]) -> Position:
    checked, grade = found
    name = match.game.name_action
    return Position(
        match=number, players=match.players, options=options, actions=tuple(name(action) for _, action in match.history),
        seat=seat, answers=tuple(map(name, checked.answers)), values=checked.values, margin=checked.margin,
        lowest=checked.lowest, grade=grade,
    )  # fmt: skip


def grade_of(match: Match, seat: Seat, answers: tuple[Action, ...]) -> str:
    """By the weakest bot that finds the answer; nothing if even a beginner always does."""
    if tries(match, seat, answers, LEVELS[1].bot) == TRIES:
        return ""
    if tries(match, seat, answers, AT_ONCE) >= FINDS:
        return EASY
    return "medium" if tries(match, seat, answers, LEVELS[3].bot) >= FINDS else "hard"


def tries(match: Match, seat: Seat, answers: tuple[Action, ...], bot: Bot) -> int:
    """How often a bot finds an answer."""
    return sum(choose(match, bot, seat, seed) in answers for seed in range(TRIES))


# many matches


def more(game: Game, known: Positions, count: int) -> Iterator[Positions]:
    """What is known after each further match, until there are enough and few of them are easy."""
    most_easy = math.ceil(MOST_EASY * count)
    while len(known.found) < count or easy(known) > most_easy:
        found = look_through(game, known.matches, GRADES if easy(known) < most_easy else GRADES[1:])
        known = replace(known, matches=known.matches + 1, found=with_one(known.found, found, count))
        yield known


def with_one(found: tuple[Position, ...], one: Position | None, count: int) -> tuple[Position, ...]:
    """One more, or in the place of the first easy one where there are enough."""
    if one is None:
        return found
    places = [k for k, old in enumerate(found) if old.grade == EASY] if len(found) >= count else []
    return (*found[: places[0]], one, *found[places[0] + 1 :]) if places else (*found, one)


def easy(known: Positions) -> int:
    return sum(one.grade == EASY for one in known.found)


def main(game: Game, file: Path, count: int, seconds: float) -> None:
    known = Positions(game.version, BUDGET.iterations, CHECK.iterations, 0, ())
    if file.exists():
        known = read_positions(file.read_text(encoding="utf-8"))
    end = time.monotonic() + seconds
    for now in more(game, known, count):
        if now.found != known.found or time.monotonic() > end:
            file.write_text(text_of(now), encoding="utf-8")
            print(f"{game.name}: {len(now.found)} of {count}, {easy(now)} easy, in {now.matches} matches", flush=True)
            known = now
        if time.monotonic() > end:
            break


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=COUNT, help="how many there are to be in the end")
    parser.add_argument("--seconds", type=float, default=60, help="after which it stops until it is started again")
    return parser.parse_args()


if __name__ == "__main__":
    asked = arguments()
    chosen = carreau.load(asked.game)
    main(chosen, chosen.texts / FILE, asked.count, asked.seconds)
