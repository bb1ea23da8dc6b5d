"""The reviews that the documentation shows, one match of each game: python -m tests.make_reviews [GAME …]."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import carreau
from carreau.bots.levels import LEVELS
from carreau.bots.reaction import Race
from carreau.bots.turn import play_out
from carreau.core import policy
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.policy import Policy
from carreau.lab.strength import unhurried
from carreau.review.page.page import page
from carreau.review.review import review

FOLDER = Path(__file__).parent.parent / "docs" / "review" / "examples"
SEED, RACE, ROUNDS = 1, 5, "rounds"
STRONG, WEAK = LEVELS[3], LEVELS[1]
NAMES = [f"{level.name} bot".capitalize() for level in (STRONG, WEAK)]


def main() -> None:
    policy.choose(Policy.FIRST)
    chosen = sys.argv[1:]
    for game in map(carreau.load, carreau.games()):
        if not chosen or game.id in chosen:
            write(game.id, in_turns(game), None)
        modes = [mode for mode in game.modes if 2 in mode.players and game.new(2, 1, **mode.options).in_real_time]
        if modes and (not chosen or f"{game.id}-race" in chosen):
            write(f"{game.id}-race", *at_once(game.new(2, RACE, **modes[0].options)))


def in_turns(game: Game) -> Match:
    """A match of a single round where that is possible: pages with many pictures are large."""
    match = game.new(2, SEED, **{option.name: 1 for option in game.options if option.name == ROUNDS})
    play_out(match, [unhurried(STRONG).bot, unhurried(WEAK).bot], SEED)
    return match


def at_once(match: Match) -> tuple[Match, list[float]]:
    """A match with the times of its plies."""
    race, times = Race(match, [STRONG.reaction, WEAK.reaction], Random(1), None), list[float]()
    while not match.over:
        plies = match.ply
        race.step()
        times += [race.now] * (match.ply - plies)
    return match, times


def write(name: str, match: Match, times: list[float] | None) -> None:
    found = review(match, cores=2, times=times)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{name}.html").write_text(page(found, match, "en", NAMES), encoding="utf-8")
    print(name, *(found.counts(seat) for seat in range(match.players)), flush=True)


if __name__ == "__main__":
    main()
