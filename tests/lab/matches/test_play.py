"""What is noted of matches, against simple code that watches the same matches through the public face."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.bots.bot import Ismcts
from carreau.bots.levels import LEVELS, read_bot
from carreau.bots.reaction import Reaction, play_real_time
from carreau.bots.seen import Seen
from carreau.core.engine import in_real_time
from carreau.core.errors import BadOption
from carreau.core.game import Game, Mode
from carreau.core.quick import quick_below
from carreau.lab.experiment import Setting, Strategy
from carreau.lab.matches import Columns, play
from carreau.lab.matches.players import unhurried
from carreau.lab.matches.watch_for import plain_watch
from proofs.tools.plans import Plan
from tests.conftest import CASES, GAMES, case_name
from tests.effort import often
from tests.lab.matches.oracle import Story, at_random, cards_of, chance_of, expected, in_turns
from tests.some import QUICK, plan_name, racing

SEED = 7
HEX = f"{SEED:064x}"
IN_TURNS = [case for case in CASES if not in_real_time(case[0], case[2], case[1].options)]


PAIRS = [game for game in GAMES if 2 in game.players]


def setting(
    game: Game, players: int, options: Mapping[str, Any], bots: Sequence[str] = ("random",), strategies: Sequence[Strategy] = ()
) -> Setting:
    line_up = tuple(bots) * (players // len(bots))
    return Setting("one", game, players, game.read_options(options, players), {}, line_up, tuple(strategies))


def short(game: Game) -> Mapping[str, Any]:
    """Options for a short match for two."""
    return game.short if game.accepts(2, game.short) else {}


def sides(story: Story) -> Callable[[int], int]:
    """Which side each seat is on, as the rules have it."""
    rule = getattr(story.match.game.rules, "side_of", None)
    return lambda seat: seat if rule is None else rule(story.match.state, seat)


def check_row(columns: dict[str, Any], row: int, story: Story) -> None:
    for name, value in expected(story, sides(story)).items():
        found, wanted = columns[name][row], np.array(value, columns[name].dtype)
        assert np.allclose(found, wanted, rtol=1e-6, equal_nan=True), (name, found, wanted)


def check_cards(columns: dict[str, Any], row: int, story: Story) -> None:
    game = story.match.game
    laid, held = cards_of(story, plain_watch(game).card_laid)
    kinds = range(columns["laid"].shape[2])
    for seat in range(story.match.players):
        assert columns["laid"][row, seat].tolist() == [laid[seat][kind] for kind in kinds]
        assert columns["held"][row, seat].tolist() == [kind in held[seat] for kind in kinds]


@pytest.mark.parametrize("case", IN_TURNS, ids=case_name)
def test_random_matches_are_noted_as_they_were(case: tuple[Game, Mode, int]) -> None:
    (game, mode, players), again = case, 2
    asked = setting(game, players, mode.options)
    columns = play(asked, HEX, 3, often(1), again, needs={"cards"})
    assert ("laid" in columns) == any(field.name == "card" for field in game.fields)
    for row in range(often(1) * again):
        deal, repeat = int(columns["deal"][row]), int(columns["again"][row])
        assert (deal, repeat) == (3 + row // again, row % again)
        match = game.new(players, SEED + deal, **mode.options)
        story = at_random(match, chance_of(SEED, deal, 0, repeat))
        check_row(columns, row, story)
        if "laid" in columns:
            check_cards(columns, row, story)


def by_halves(game: Game) -> Strategy:
    """A player who prefers even numbers in the last part of an action."""
    return Strategy("even", "ismcts:8", f"{game.fields[-1].name} % 2 == 0")


def chooser(game: Game, name: str) -> Callable[[Seen, list[int], int], int]:
    """What a bot of these tests plays."""
    if name == "random":
        return lambda seen, legal, seed: legal[quick_below(seed, len(legal))]
    bot, part = read_bot("ismcts:8" if name == "even" else name), game.fields[-1].name

    def choose(seen: Seen, legal: list[int], seed: int) -> int:
        even = [action for action in legal if game.unpack(action)[part] % 2 == 0] or legal
        return bot.choose(seen, even if name == "even" else legal, seed)

    return choose


@pytest.mark.parametrize("game", PAIRS, ids=lambda game: game.id)
def test_bots_are_noted_as_they_played(game: Game) -> None:
    """At every table everybody sits one seat further."""
    names = ("greedy", "even")
    asked = setting(game, 2, short(game), names, [by_halves(game)])
    columns = play(asked, HEX, 1, 1, 2, needs={"cards"})
    assert columns["table"].tolist() == [0, 0, 1, 1] and columns["again"].tolist() == [0, 1, 0, 1]
    assert columns["bot"].tolist() == [[0, 1], [0, 1], [1, 0], [1, 0]] and set(columns["deal"]) == {1}
    for row in range(4):
        table, again = divmod(row, 2)
        match = game.new(2, SEED + 1, **short(game))
        bots = [chooser(game, names[one]) for one in columns["bot"][row]]
        story = in_turns(match, bots, chance_of(SEED, 1, table, again))
        check_row(columns, row, story)
        if "laid" in columns:
            check_cards(columns, row, story)


def same(one: Columns, other: Columns) -> bool:
    return one.keys() == other.keys() and all(one[name].tobytes() == other[name].tobytes() for name in one)


def joined(*parts: Columns) -> Columns:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")], ids=",".join)
def test_a_deal_gives_the_same_rows_however_deals_are_split(bots: tuple[str, ...]) -> None:
    asked, needs = setting(QUICK, 2, QUICK.short, bots), {"cards"}
    whole = play(asked, HEX, 0, 5, 2, needs=needs)
    parts = [play(asked, HEX, first, count, 2, needs=needs) for first, count in ((0, 1), (1, 3), (4, 1))]
    assert same(whole, joined(*parts))
    assert all(len(np.unique(whole["plies"][whole["deal"] == deal])) > 1 for deal in range(5)), "repeats are other matches"


@pytest.mark.parametrize("game", PAIRS, ids=lambda game: game.id)
def test_plain_python_notes_the_same(game: Game) -> None:
    numbers = np.array(game._option_numbers(game.read_options(short(game), 2)), np.int64)
    watch, words = plain_watch(game), np.array([SEED, *[0] * 7], np.int64)
    notes, cards = np.zeros(1, watch.NOTES), np.zeros(4 * watch.KINDS, np.int8)
    watch.random_rows(4, 1, 1, 2, numbers, words, 10_000, notes, cards, np.zeros((0, 0), np.int64))
    columns = play(setting(game, 2, short(game)), HEX, 4, 1, needs={"cards"})
    for name in watch.NOTES.names:
        if name in columns:
            found = notes[name][:, :2] if columns[name].ndim > 1 else notes[name]
            assert found.astype(columns[name].dtype).tobytes() == columns[name].tobytes(), name
    both = [] if not watch.KINDS else [columns["laid"], columns["held"]]
    assert not both or cards.reshape(2, 2, -1).tobytes() == np.stack(both, axis=2)[0].tobytes()


def test_choices_do_not_depend_on_the_setting() -> None:
    """Players at random choose the same next to restricted ones that may do everything, driven from Python."""
    free = Strategy("free", "random", "ply >= 0")
    one = play(setting(QUICK, 2, QUICK.short), HEX, 0, 4, needs={"cards"})
    assert same(one, play(setting(QUICK, 2, QUICK.short, ["free"], [free]), HEX, 0, 4, needs={"cards"}))


def test_the_seed_counts_on_from_deal_to_deal() -> None:
    asked = setting(QUICK, 2, QUICK.short)
    one, later = play(asked, HEX, 2, 2), play(asked, f"{SEED + 2:064x}", 0, 2)
    assert one["deal"].tolist() == [2, 3] and same({**one, "deal": later["deal"]}, later)


def test_no_bot_of_the_lab_looks_at_the_clock() -> None:
    for number in LEVELS:
        bot = unhurried(str(number))
        assert not isinstance(bot, Ismcts) or (bot.seconds is None and bot.cores == 1)


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
def test_matches_in_simulated_time(plan: Plan) -> None:
    game = carreau.load(plan.game)
    columns = play(setting(game, 2, plan.options, ("1", "5")), HEX, 0, often(2), needs={"cards", "deep"})
    for row in range(often(2) * 2):
        deal, table = divmod(row, 2)
        match = game.new(2, SEED + deal, **plan.options)
        reactions = [LEVELS[1].reaction, LEVELS[5].reaction][:: -1 if table else 1]
        seconds = play_real_time(match, reactions, chance_of(SEED, deal, table, 0) % 2**60)
        assert columns["seconds"][row] == np.float32(seconds)
        assert columns["shares"][row].tolist() == list(match.returns) and columns["points"][row].tolist() == list(match.points)
        assert columns["plies"][row] == match.ply
        assert columns["decisions"][row].tolist() == [sum(who == seat for who, _ in match.history) for seat in range(2)]
    assert np.isnan(columns["branching"]).all() and np.isnan(columns["thinking"]).all() and "laid" not in columns


def test_restricted_players_do_not_race() -> None:
    plan = racing()[0]
    asked = setting(carreau.load(plan.game), 2, plan.options, ["free"], [Strategy("free", "1", "ply >= 0")])
    with pytest.raises(BadOption, match="restricted players take turns"):
        play(asked, HEX, 0, 1)


def test_chance_in_races_is_of_players_at_random() -> None:
    plan = racing()[0]
    game = carreau.load(plan.game)
    match = game.new(2, SEED, **plan.options)
    seconds = play_real_time(match, [Reaction()] * 2, chance_of(SEED, 0, 0, 0) % 2**60)
    assert play(setting(game, 2, plan.options), HEX, 0, 1)["seconds"].tolist() == [np.float32(seconds)]
