"""Why a move of M is good: each sentence where it must be said, and what is said of random moves is true."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.effort import often
from tests.games.plain_m import GAME, LONE, Plain, Spot, best_two, drawn, features, position, spot_of
from tests.games.reasons import NAMES, Told, moves, told, why

CROSS = {"d3": "b30c", "c4": "n30t", "e4": "r30t", "d5": "g30m"}
FOUR = "b10c b20f b30t . n40m"  # in row 3, from b3; the blue 40 with a triangle makes it score
POINTS = r"(\d+) points?"

# each sentence


def test_tokens_are_taken() -> None:
    match = position(CROSS, [["y30c", "b20t"]], tokens=[6, 6, 2], players=3)
    assert "It takes 3 tokens from Bo and Cleo" in told(match, "y30c d4").does
    assert why(match, "y30c d4", "y30c d6") == "It takes 3 tokens from Bo and Cleo."
    assert why(match, "y30c d4", "y30c d6", "fr") == "Ce coup prend 3 jetons à Bo et Cleo."


def test_others_are_kept_from_taking_tokens() -> None:
    table = {"d3": "b30c", "c4": "n30t", "d5": "g30m", "e5": "g10c"}
    match = position(table, [["g0"], ["y30c"]], players=2, rest="taken")
    assert why(match, "g0 e4", "g0 f5") == "It keeps Bo from taking 2 tokens."


def test_a_pass_costs_a_token() -> None:
    match = position(LONE, [["b0"]], players=3, voluntary_pass=True)
    assert told(match, "pass").unwanted == {"It saves 1 token"}
    assert why(match, "b0 d3", "pass") == "It saves 1 token."


def test_a_line_scores() -> None:
    match = position(drawn(FOUR, "b3"), [["b40t"]], taken=[["n10t"]])
    does = "It makes row 3 score, where the brown 40 with a Möbius strip is worth 40 points"
    assert does in told(match, "b40t e3").does
    assert why(match, "b40t e3", "b40t b2") == f"{does}."


def test_of_two_lines_one_is_chosen() -> None:
    match = position({**drawn(FOUR, "b3"), "e1": "n20t", "e2": "b40m", "e4": "b40c", "e5": "b10f"}, [["b40t"]], pile=["r0"])
    match.play("b40t e3")
    assert told(match, "choose row").does == {"It makes row 3 score, where the blue 40 with a triangle is worth 40 points"}
    assert "It makes column e score" in " ".join(told(match, "choose column").does)


def test_a_line_scores_for_somebody_else() -> None:
    taken = [["r40c", "g40c"], ["b40c", "n30c"]]
    match = position(drawn(FOUR, "b3"), [["b40t"]], taken=taken, players=2)
    unwanted = "It does not make row 3 score, where Bo could take 40 points"
    assert told(match, "b40t e3").unwanted == {unwanted}
    taken = [["r40c", "g40c"], ["b40c", "y40c"]]
    first = position(drawn("b10c n20t n30c . n40m", "b3"), [["n40t"]], taken=taken, players=2)
    assert told(first, "n40t e3").unwanted == set(), "Ana takes the blue 10 first, the only card that brings Bo anything"


def test_a_card_is_taken() -> None:
    match = position(drawn(FOUR, "b3"), [["b40t"]], taken=[["b10s", "r20c", "g10c"]], players=2)
    match.play("b40t e3")
    assert told(match, "take b3").does == {"It takes 10 points in a colour that counts"}
    assert told(match, "take f3").does == {"It takes a card worth 20 points"}, "brown counts, and green no longer"
    assert why(match, "take f3", "take b3") == "It takes a card worth 20 points."
    costly = position(drawn(FOUR, "b3"), [["b40t"]], taken=[["r40c", "g40c"]], players=2)
    costly.play("b40t e3")
    assert told(costly, "take b3").unwanted == {"It does not take a card that costs 10 points"}
    assert why(costly, "take b3", "take f3") == "It does not take a card that costs 40 points."


def test_a_card_is_kept_from_the_next_player() -> None:
    table = drawn("b40c b20f b30t . n40m", "b3")
    match = position(table, [["b40t"]], taken=[["b10s", "n10s"], ["b30c", "y40c"]], players=2)
    match.play("b40t e3")
    assert why(match, "take b3", "take f3") == "It keeps Bo from taking a card worth 40 points."


def test_places_are_left_for_the_hand() -> None:
    match = position(LONE, [["b20t", "n20s", "y40s"]], players=2)
    assert "It leaves a place for 1 card in hand" in told(match, "b20t d3").does
    assert why(match, "b20t d3", "b20t d3") == ""


def test_the_next_player_has_nothing_to_lay() -> None:
    match = position(LONE, [["b40t"], ["n20s"]], players=2)
    assert "It leaves Bo no card that fits" in told(match, "b40t d3").does
    assert "It leaves Bo no card that fits" not in told(position(LONE, [["b20t"], ["n20s"]], players=2), "b20t d3").does
    assert "It leaves Bo no card that fits" not in told(position(LONE, [["b40t"], []], players=2), "b40t d3").does


# what is said is true


def spots_for(view: Mapping[str, Any], card: str) -> list[Spot]:
    """Where a card may be laid, on a table that is cut open where no card lies: it is a ring."""
    spots = {spot_of(name): card for name, card in view["table"].items()}
    free = [next(k for k in range(7) if all(spot[way] != k for spot in spots)) for way in (0, 1)]
    plain = object.__new__(Plain)
    plain.grid = {((row - free[0]) % 7, (column - free[1]) % 7): card for (row, column), card in spots.items()}
    return plain.spots_for(card)


def is_true(one: Told) -> int:
    """How many sentences about a move were looked at; all are true."""
    before, after, looked = one.match.reveal()["tokens"], one.after.reveal()["tokens"], 0
    gained = after[one.seat] - before[one.seat]
    for found in one.found(r"It takes (\d+) tokens? from (.+)"):
        givers = [NAMES[seat] for seat in range(one.match.players) if after[seat] < before[seat]]
        assert int(found[1]) == gained and set(found[2].replace(" and ", ", ").split(", ")) == set(givers)
        looked += 1
    for found in one.found(r"It saves (\d+) tokens?"):
        assert gained == -int(found[1])
        looked += 1
    looked += check_scoring(one) + check_taking(one) + check_places(one)
    assert looked == len(one.facts)
    assert bool(gained > 0) == bool(one.found(r"It takes \d+ tokens? .*", one.does)), "what is robbed is said"
    return looked


def gains(seen: dict[str, Any], seat: int, cells: list[str]) -> dict[str, int]:
    """What every card of a line brings a seat, by cell."""
    taken = seen["taken"][seat]
    return {name: best_two([*taken, seen["table"][name]]) - best_two(taken) for name in cells}


def check_scoring(one: Told) -> int:
    looked, view = 0, one.after.reveal()
    if view["phase"] != "take" or one.match.reveal()["phase"] == "take":
        return 0
    cells = [name.split()[1] for name in one.after.legal(one.seat)]
    mine, other = gains(view, one.seat, cells), (one.seat + 1) % one.match.players
    for found in one.found(rf"It makes (\w+ \w) score, where the \S+ (\d+)\D* is worth {POINTS}"):
        best = [name for name in cells if features(view["table"][name])[1] == found[2] and mine[name] == int(found[3])]
        assert found[1] == view["line"]["name"] and max(mine.values()) == int(found[3]) and best
        looked += 1
    for found in one.found(rf"It does not make (\w+ \w) score, where (\w+) could take {POINTS}"):
        assert found[1] == view["line"]["name"] and found[2] == NAMES[other]
        left = [[name for name in cells if name != best] for best in cells if mine[best] == max(mine.values())]
        theirs = [max(gains(view, other, rest).values()) for rest in left]
        assert int(found[3]) in theirs and int(found[3]) > max(0, *mine.values())
        looked += 1
    return looked


def check_taking(one: Told) -> int:
    looked, points = 0, one.after.points[one.seat] - one.match.points[one.seat]
    card = one.match.reveal()["table"].get(one.name.split()[-1], "b0") if one.name.startswith("take") else ""
    for found in one.found(f"It takes {POINTS} in a colour that counts"):
        assert points == int(found[1]) == int(features(card)[1])
        looked += 1
    for found in one.found(f"It takes a card worth {POINTS}"):
        assert 0 < points == int(found[1]) < int(features(card)[1])
        looked += 1
    for found in one.found(f"It does not take a card that costs {POINTS}"):
        assert points == -int(found[1])
        looked += 1
    assert looked == bool(card and points)
    return looked


def check_places(one: Told) -> int:
    assert one.after.reveal()["phase"] == "lay" or not one.found("It leaves .*")
    looked, kept, view = 0, [card for card in one.match.reveal()["hands"][one.seat] if card], one.after.reveal()
    for found in one.found(r"It leaves (?:a place|places) for (\d) cards? in hand"):
        used = one.name.split()[1 if one.name.startswith("change") else 0]
        if used in kept:
            kept.remove(used)
        assert sum(bool(spots_for(view, card)) for card in kept) == int(found[1])
        looked += 1
    for found in one.found(r"It leaves (\w+) no card that fits"):
        (seat,) = one.after.acting
        hand = [card for card in view["hands"][seat] if card]
        assert found[1] == NAMES[seat] and hand and not any(spots_for(view, card) for card in hand)
        looked += 1
    return looked


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {"deck": "four"}), (3, {"voluntary_pass": True, "blank": True})])
def test_what_is_said_of_random_moves_is_true(players: int, options: dict[str, Any]) -> None:
    kinds: set[str] = set()
    for one in moves(GAME, players, range(often(1)), each=2, every=1, **options):
        is_true(one)
        kinds |= {fact.kind for fact in one.facts}
    assert kinds >= {"tokens", "score", "card", "cost", "fits"}
