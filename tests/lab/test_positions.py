"""The search for positions: what is kept is clear, and can be read again."""

from __future__ import annotations

from pathlib import Path

from carreau.core.position import Positions, positions_of, read_positions
from carreau.lab.position_file import text_of
from carreau.lab.position_verdict import CLEAR, confirm
from carreau.lab.positions import main, ways, with_one
from carreau.review.budget import Budget
from tests.some import EVERY, QUICK


def test_what_is_written_is_read_again() -> None:
    for game in EVERY:
        known = positions_of(game)
        assert known is not None and read_positions(text_of(known)) == known
    assert read_positions(text_of(Positions(1, 2, 3, 4, ()))).found == ()


def test_one_is_found_and_the_next_search_goes_on_from_there(tmp_path: Path) -> None:
    file = tmp_path / "positions.toml"
    main(QUICK, file, 1, 100)
    first = read_positions(file.read_text(encoding="utf-8"))
    (one,) = first.found
    assert one.match == first.matches - 1 and one.lowest >= CLEAR and one.play(QUICK).acting == (one.seat,)
    main(QUICK, file, 1, 100)
    assert read_positions(file.read_text(encoding="utf-8")) == first


def test_a_harder_one_takes_the_place_of_an_easy_one() -> None:
    known = positions_of(QUICK)
    assert known is not None
    easy = [one for one in known.found if one.grade == "easy"]
    hard = [one for one in known.found if one.grade != "easy"]
    assert with_one((hard[0], easy[0], easy[1]), hard[1], 3) == (hard[0], hard[1], easy[1])
    assert with_one((easy[0],), hard[0], 3) == (easy[0], hard[0]), "as long as there are too few, all are kept"
    assert with_one((hard[0],), hard[1], 1) == (hard[0], hard[1])
    assert with_one((easy[0],), None, 1) == (easy[0],)


def test_an_opening_in_which_much_is_as_good_is_not_clear() -> None:
    match = QUICK.new(2, 3, **QUICK.short)
    assert confirm(match, match.acting[0], Budget(2000, 1), 1) is None


def test_every_way_in_turns_is_played() -> None:
    for game in EVERY:
        assert {players for players, _ in ways(game)} == {
            players
            for mode in game.modes
            for players in mode.players
            if players > 1 and not game.new(players, 0, **mode.options).in_real_time
        }
