"""The arena: a bot plays the house's bots on deals that are the same for everybody, and gets a rating that anyone can check.

The seeds of the deals, and of what bots draw, follow from the game and a number. So a report is proved by playing it again:
the house's bots must answer as they are said to have answered, and the entrant's actions must lead to the results.

    python -m carreau.lab.arena carreau/lab/arena.json [GAME …]     plays the house's bots against each other
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import carreau
from carreau.bots.bot import Bot
from carreau.bots.levels import read_bot
from carreau.bots.seen import Seen
from carreau.bots.turn import SEED_BITS, play_out
from carreau.core.errors import BadOption, CarreauError
from carreau.core.game import Game
from carreau.core.types import Action, Options
from carreau.lab.ladder import PER_ELO, RESAMPLES, Pair, elo, interval

VERSION = 1  # of the report, and of the deals
HOUSE = ("random", "1", "2", "3", "4", "greedy")  # none of these has a clock: the same seed, the same choice
ANCHOR, ANCHORED = "greedy", 1000.0  # who has which rating
HOUSE_FILE = Path(__file__).with_name("arena.json")
HOUSE_DEALS = 20
Progress = Callable[[int], None]  # called with how many more matches are done


class BadReport(CarreauError):
    """A report that cannot be true."""


# matches


def deal_seed(game: Game, options: Options, deal: int) -> str:
    """The seed of a deal: nobody has chosen it."""
    words = {"arena": VERSION, "game": game.id, "version": game.version, "options": options, "deal": deal}
    return sha256(canonical(words)).hexdigest()


def play(game: Game, options: Options, bots: Sequence[Bot], deal: int) -> carreau.Match:
    seed = deal_seed(game, options, deal)
    match = game.new(2, seed, **options)
    if match.in_real_time:
        raise BadOption("The arena is for matches in turns: choose another way to play by an option.")
    play_out(match, bots, int(seed, 16) % (1 << SEED_BITS))
    return match


def duplicate(game: Game, options: Options, one: Bot, other: Bot, deals: int) -> Iterator[tuple[int, int, carreau.Match]]:
    """Every deal from both seats: its number, the seat of the first bot, and the match."""
    for deal in range(deals):
        for seat in range(2):
            yield deal, seat, play(game, options, (one, other) if seat == 0 else (other, one), deal)


# the report


def enter(
    game: Game, options: Mapping[str, Any], name: str, bot: Bot, deals: int, progress: Progress, house: Sequence[str] = HOUSE
) -> dict[str, Any]:  # fmt: skip
    """Play all matches of an entrant, and report them."""
    chosen = game.read_options(options, game.read_players(2, options))
    matches = []
    for opponent in house:
        for deal, seat, match in duplicate(game, chosen, bot, read_bot(opponent), deals):
            matches.append({"opponent": opponent, "deal": deal, "seat": seat, "record": match.record()})
            progress(1)
    report = {
        "arena": VERSION, "carreau": carreau.__version__, "game": game.id, "version": game.version, "options": chosen,
        "entrant": name, "deals": deals, **judge(game, chosen, matches), "matches": matches,
    }  # fmt: skip
    return {**report, "digest": digest_of(report)}


def judge(game: Game, options: Options, matches: list[dict[str, Any]]) -> dict[str, Any]:
    """What the matches say: the share against each opponent, and the rating if the house has one."""
    against: dict[str, dict[int, float]] = {}
    for one in matches:
        share = carreau.replay(one["record"]).returns[one["seat"]]
        deals = against.setdefault(one["opponent"], {})
        deals[one["deal"]] = deals.get(one["deal"], 0.0) + share / 2
    shares = {name: list(deals.values()) for name, deals in against.items()}
    rows = [
        dict(zip(("opponent", "share", "low", "high"), (name, *interval(deals)), strict=True)) for name, deals in shares.items()
    ]
    return {"results": rows, "rating": rate(shares, house_ratings(game, options))}


def rate(shares: Mapping[str, list[float]], house: Mapping[str, float]) -> dict[str, float] | None:
    """The rating that explains the shares best, with its 95 % interval from resampling the deals; None without a scale."""
    if not set(shares) <= set(house):
        return None
    chance, samples = Random(0), []
    rating = fit(
        {name: sum(deals) for name, deals in shares.items()}, {name: len(deals) for name, deals in shares.items()}, house
    )
    for _ in range(RESAMPLES):
        drawn = {name: sum(chance.choices(deals, k=len(deals))) for name, deals in shares.items()}
        samples.append(fit(drawn, {name: len(deals) for name, deals in shares.items()}, house))
    samples.sort()
    return {"elo": rating, "low": samples[round(0.025 * RESAMPLES)], "high": samples[round(0.975 * RESAMPLES) - 1]}


def fit(won: Mapping[str, float], played: Mapping[str, int], house: Mapping[str, float]) -> float:
    """Where what is won is what is expected; with a draw more against each, so that it stays finite."""
    low, high = min(house.values()) - 2000, max(house.values()) + 2000
    wanted = sum(won.values()) + 0.5 * len(won)
    for _ in range(60):
        middle = (low + high) / 2
        expected = sum((played[name] + 1) / (1 + math.exp((house[name] - middle) / PER_ELO)) for name in won)
        low, high = (middle, high) if expected < wanted else (low, middle)
    return (low + high) / 2


def house_ratings(game: Game, options: Options) -> dict[str, float]:
    """The ratings of the house's bots; none for options that nobody has rated."""
    found = json.loads(HOUSE_FILE.read_text(encoding="utf-8")) if HOUSE_FILE.exists() else {}
    row = found.get(game.id, {})
    fits = row.get("version") == game.version and row.get("options") == dict(options)
    ratings: dict[str, float] = row["ratings"] if fits else {}
    return ratings


# checking it


class Repeat:
    """A bot that plays what a seat of a record has played."""

    def __init__(self, game: Game, seat: int, actions: Sequence[Any]) -> None:
        self.actions = iter([game.parse_action(name) for one, name in actions if one == seat])

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        return next(self.actions, -1)


def game_of(report: Any) -> Game:
    """The game of a report, which comes with Carreau: a report must not name a folder whose program would be run."""
    name = report.get("game") if isinstance(report, dict) else None
    if name not in carreau.games():
        raise BadReport("This is not a report of the arena, or of a game that does not come with Carreau.")
    return carreau.load(name)


def check(report: Any, progress: Progress, bot: Bot | None = None, house: Sequence[str] = HOUSE) -> None:
    """Play a report again: the deals, the house's choices, the results; and the entrant's choices, if its bot is given.

    Nothing that a report names is run but the house's own bots, and it has to name each of them.

    Raises:
        BadReport: If anything differs.
    """
    game = game_of(report)
    try:
        if (report["arena"], report["version"]) != (VERSION, game.version):
            raise BadReport("The report is of another version of the arena, or of the game.")
        if report["digest"] != digest_of(report):
            raise BadReport("The report was altered: its digest does not match its content.")
        options, seats = report["options"], [(one["opponent"], one["deal"], one["seat"]) for one in report["matches"]]
        if not seats or seats != [(name, deal, seat) for name in house for deal in range(report["deals"]) for seat in range(2)]:
            raise BadReport(
                "Matches are missing, or others are there: every deal is played from both seats against all of the house."
            )
        for one in report["matches"]:
            check_match(game, options, one, bot)
            progress(1)
        if {**report, **judge(game, options, report["matches"])} != report:
            raise BadReport("The results or the rating do not follow from the matches.")
    except BadReport:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadReport(f"This is not a report of the arena: {error}.") from error


def check_match(game: Game, options: Options, one: dict[str, Any], bot: Bot | None) -> None:
    entrant = bot or Repeat(game, one["seat"], one["record"]["actions"])
    bots = (entrant, read_bot(one["opponent"])) if one["seat"] == 0 else (read_bot(one["opponent"]), entrant)
    try:
        same = play(game, options, bots, one["deal"]).record() == one["record"]
    except CarreauError:  # something in it cannot be played
        same = False
    if not same:
        raise BadReport(f"Against {one['opponent']}, deal {one['deal']} from seat {one['seat']} does not go like that.")


def digest_of(report: Mapping[str, Any]) -> str:
    return sha256(canonical({name: value for name, value in report.items() if name != "digest"})).hexdigest()


def canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


# the house's own table


def measure_house(game: Game, deals: int = HOUSE_DEALS) -> dict[str, Any]:
    """The house's bots against each other, on the arena's deals: their ratings."""
    options = game.read_options(in_turns(game), 2)
    pairs = []
    for one, other in combinations(HOUSE, 2):
        shares = [0.0] * deals
        for deal, seat, match in duplicate(game, options, read_bot(one), read_bot(other), deals):
            shares[deal] += match.returns[seat] / 2
        share, low, high = interval(shares)
        pairs.append(Pair(one, other, 2 * deals, share, low, high, False, shares))
        print(game.id, one, other, f"{share:.3f}", flush=True)
    found = elo(list(HOUSE), [(pair, pair.share) for pair in pairs])
    ratings = {name: round(rating - found[ANCHOR] + ANCHORED, 1) for name, rating in found.items()}
    return {"version": game.version, "options": options, "deals": deals, "ratings": ratings}


def in_turns(game: Game) -> dict[str, Any]:
    """The options of the first way to play for two in turns."""
    ways = [dict(mode.options) for mode in game.modes if 2 in mode.players]
    return next(way for way in ways if not game.new(2, 1, **way).in_real_time)


def main(file: Path, names: list[str]) -> None:
    found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for name in names or carreau.games():
        found[name] = measure_house(carreau.load(name))
        file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
