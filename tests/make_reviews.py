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
from carreau.core.match import Match
from carreau.core.policy import Policy
from carreau.lab.strength import unhurried
from carreau.review.page.page import page
from carreau.review.review import review

FOLDER = Path(__file__).parent.parent / "docs" / "review" / "examples"
SEEDS = {"faience": 1, "florentine": 1, "m": 1, "punto": 1, "quatuor": 5}
OPTIONS = {"punto": {"rounds": 1}}
STRONG, WEAK = LEVELS[3], LEVELS[1]
NAMES = [f"{level.name} bot".capitalize() for level in (STRONG, WEAK)]


def main() -> None:
    policy.choose(Policy.FIRST)
    chosen = sys.argv[1:]
    for id in SEEDS:
        if not chosen or id in chosen:
            write(id, in_turns(id), None)
    for id in SEEDS:
        game = carreau.load(id)
        modes = [mode for mode in game.modes if 2 in mode.players and game.new(2, 1, **mode.options).in_real_time]
        if modes and (not chosen or f"{id}-race" in chosen):
            write(f"{id}-race", *at_once(game.new(2, SEEDS[id], **modes[0].options)))


def in_turns(id: str) -> Match:
    match = carreau.load(id).new(2, SEEDS[id], **OPTIONS.get(id, {}))
    play_out(match, [unhurried(STRONG).bot, unhurried(WEAK).bot], SEEDS[id])
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
