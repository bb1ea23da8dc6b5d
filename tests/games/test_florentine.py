"""Dominos florentins, rule by rule (D1-D18). Its oracle is in florentine_plain.py."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.core.engine import SIMULATION
from carreau.core.match import Match
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import unpacked
from carreau.games.florentine import tally
from carreau.games.florentine.constants import EDGING, OPEN
from tests.effort import often
from tests.games.florentine_plain import (
    ARMS,
    CELLS,
    CORNERS,
    CROSS,
    fits,
    growing,
    plain_asked,
    plain_cells,
    plain_gems,
    plain_legal,
    plain_rooms,
    touching,
    triangle_of,
    turns,
    walls_of,
)
from tests.probe import legal, redeal, view, world

game = carreau.load("florentine")
cards, room_of = game.part("rules.cards"), game.part("rules.rooms").room_of

DECK: tuple[str, ...] = cards.DECK
ALL_CARDS = (1 << 48) - 1
COLOURS = ("red", "blue", "green", "ochre")
IN_ORDER = "red,blue,green,ochre"

# positions


def new(players: int = 4, seed: int = 1, **options: Any) -> Match:
    return game.new(players, seed, **options)


def mover(match: Match) -> int:
    return match.acting[0]


def steps(match: Match, seed: int = 0) -> Iterator[str]:
    """Play at random to the end, saying each action before it is played."""
    chooser = random.Random(seed)
    while not match.over:
        name = chooser.choice(match.legal(mover(match)))
        yield name
        match.play(name)


def play_all(match: Match, choose: Any) -> Match:
    """Play while cards are being laid, each action chosen from the legal ones."""
    while match.state.phase < EDGING:
        match.play(choose(match.legal(mover(match))))
    return match


def mostly_aside(names: list[str]) -> str:
    return next((name for name in names if name.startswith("aside")), names[0])


def bits(*names: str) -> int:
    return sum(1 << cards.CARD_OF[name.lower()][0] for name in names)


def build(square: str, players: int = 4, colours: str = IN_ORDER, rest: int | None = None, **options: Any) -> Match:
    """A position with these cards laid ("Rrbg d4, …"), the stack empty, the others open (or only those of `rest`)."""
    match = new(players, colours=colours, first=0, **options)
    s = match.state
    s.left, s.open = 0, ALL_CARDS
    s.stack[:], s.hand[:] = -1, 0
    for name in filter(None, square.split(", ")):
        s.phase = OPEN
        game._drive.play_at(match._address, 0, game.parse_action(name))
    s.phase, s.ply, s.declined, s.acting = OPEN, 40, 0, 1
    if rest is not None:
        s.open = rest
    return match


def edge_it(match: Match, seat: int = 0) -> Match:
    """Go on to the black cards."""
    match.state.phase, match.state.acting = EDGING, 1 << seat
    return match


def rooms_with(match: Match, cell: str, side: str) -> dict[str, Any]:
    """The room of a triangle, according to the view."""
    seen = match.view(None)
    name = f"{cell} {side}"
    return next(
        {"state": state, **room} for state in ("closed", "one_short") for room in seen[state] if name in room["triangles"]
    )


# cards


def pattern(card: str) -> str:
    """The colours of a card as A, B, C, D in the turning that comes first."""
    names = []
    for look in turns(card.lower()):
        letters = dict(zip(dict.fromkeys(look), "ABCD"))
        names.append("".join(letters[letter] for letter in look))
    return min(names)


def looks(card: str) -> frozenset[str]:
    return frozenset(turns(card))


def test_d01_four_black_cards_and_48_others() -> None:
    assert len(DECK) == 48
    assert len(game.show.inventory(new(4).state)) == 52
    assert dict(zip(COLOURS, cards.GEM_NAMES)) == {"red": "jade", "blue": "amber", "green": "ruby", "ochre": "lapis lazuli"}


def test_d02_four_triangles_and_four_turnings() -> None:
    assert all(len(card) == 4 and set(card.lower()) <= set("rbgo") for card in DECK)
    assert all(len({look.lower() for look in turns(card)}) == 4 for card in DECK)
    for card in DECK:
        for turned, look in enumerate(turns(card)):  # a quarter turn clockwise brings the north triangle to the east
            assert game.unpack(game.parse_action(f"{look} d4")) == {"card": DECK.index(card), "turned": turned, "cell": 24}
    match = build("gRrb d4")
    assert match.view(None)["square"] == {"d4": "gRrb"}
    assert match.view(None)["cells"] == {"d3": "..g.", "e4": "...r", "d5": "r...", "c4": ".b.."}


def test_d03_which_cards() -> None:
    assert Counter(map(pattern, DECK)) == {"AABC": 24, "AAAB": 12, "AABB": 6, "ABCD": 6}
    every = {looks("".join(letters)) for letters in itertools.product("rbgo", repeat=4)}
    wanted = {card for card in every if pattern(min(card)) in ("AABC", "AAAB", "AABB", "ABCD")}
    assert len({looks(card.lower()) for card in DECK}) == 48
    assert {looks(card.lower()) for card in DECK} == wanted
    assert Counter("".join(DECK).lower()) == dict.fromkeys("rbgo", 48)


def test_d03_d04_no_colour_is_favoured() -> None:
    deck = {looks(card) for card in DECK}
    for names in itertools.permutations("rbgo"):
        renaming = str.maketrans("rbgoRBGO", "".join(names) + "".join(names).upper())
        assert {looks(card.translate(renaming)) for card in DECK} == deck


def test_d04_gems() -> None:
    assert Counter(letter for card in DECK for letter in card if letter.isupper()) == dict.fromkeys("RBGO", 15)
    assert sum(any(letter.isupper() for letter in card) for card in DECK) == 42
    where = {"AABC": "^...", "AAAB": "^.^.", "AABB": "^.^.", "ABCD": "...."}
    for card in DECK:
        kind = pattern(card)
        first = next(look for look in turns(card) if pattern_as_it_lies(look) == kind)
        assert "".join("^" if letter.isupper() else "." for letter in first) == where[kind]
        for letter in set(card.lower()):
            assert card.count(letter.upper()) == card.lower().count(letter) - 1


def pattern_as_it_lies(look: str) -> str:
    letters = dict(zip(dict.fromkeys(look.lower()), "ABCD"))
    return "".join(letters[letter] for letter in look.lower())


def test_d04_the_rules_know_colours_and_gems_of_every_turning() -> None:
    for card, name in enumerate(DECK):
        for turned, look in enumerate(turns(name)):
            assert "".join("rbgo"[colour] for colour in cards.COLOUR[card, turned]) == look.lower()
            assert [letter.isupper() for letter in look] == list(cards.GEM[card, turned])


def test_d05_a_black_card_is_a_wall_without_gem_or_room() -> None:
    match = edge_it(build("Rrbg d1, bgor e1"))
    before = rooms_with(match, "d1", "n")
    match.play("black d1 n")
    after = rooms_with(match, "d1", "n")
    assert (after["gems"], after["triangles"]) == (before["gems"], before["triangles"])
    assert match.points == (1, 0, 0, 0)


# set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d06_every_seat_has_a_different_colour(players: int) -> None:
    counts: Counter[tuple[str, ...]] = Counter()
    for seed in range(600):
        match = new(players, seed)
        colours = match.view(None)["colours"]
        assert len(set(colours)) == players and set(colours) <= set(COLOURS)
        counts[tuple(colours)] += 1
        black = {card for card in game.show.inventory(match.state) if card >= 48}
        assert black == {48 + COLOURS.index(colour) for colour in colours}  # the others are out
    ways = len(list(itertools.permutations(COLOURS, players)))
    assert len(counts) == ways
    assert max(counts.values()) < 3 * 600 / ways


def test_d06_option_colours_names_one_per_seat() -> None:
    for players in (2, 3, 4):
        for chosen in itertools.permutations(COLOURS, players):
            assert new(players, colours=",".join(chosen)).view(None)["colours"] == list(chosen)
    for bad in ("red", "red,red", "red,blue,green", "red,pink"):
        with pytest.raises(carreau.BadOption):
            new(2, colours=bad)


@pytest.mark.parametrize(("players", "lying"), [(2, 8), (3, 4), (4, 0)])
def test_d07_the_deal(players: int, lying: int) -> None:
    seen = new(players, 5).reveal()
    assert [len(hand) for hand in seen["hands"]] == [4] * players
    assert (len(seen["open"]), seen["left"], len(seen["stack"])) == (lying, 32, 32)
    assert sorted([*itertools.chain(*seen["hands"]), *seen["open"], *seen["stack"]]) == sorted(DECK)


def test_d07_every_card_is_dealt_to_every_place_alike() -> None:
    hands = Counter(card for seed in range(1200) for card in new(2, seed).reveal()["hands"][0])
    assert len(hands) == 48
    assert min(hands.values()) > 60 and max(hands.values()) < 145  # 100 each


def test_d07_open_cards_wait_until_the_stack_is_empty() -> None:
    match = new(2, 3)
    for _ in steps(match):
        if not match.state.left:
            break
        hand = match.reveal()["hands"][mover(match)]
        assert {looks(action.replace("aside ", "").split()[0]) for action in match.legal(mover(match))} <= {*map(looks, hand)}


# a turn while there is a stack


def test_d08_lay_one_and_draw_one() -> None:
    match = new(3, 8)
    seat = mover(match)
    before = match.reveal()
    name = match.legal(seat)[5]
    match.play(name)
    after = match.reveal()
    card = next(card for card in before["hands"][seat] if name[:4] in turns(card))
    assert set(after["hands"][seat]) == set(before["hands"][seat]) - {card} | {before["stack"][0]}
    assert after["stack"] == before["stack"][1:]
    assert after["square"] == {"d4": name[:4]}
    assert match.acting == ((seat + 1) % 3,)


def test_d08_every_touching_side_has_the_same_colour() -> None:
    match = build("rbgo d4", rest=bits("RrRb", "rogb"))
    assert set(match.legal(0)) == {
        "bRrR d3", "RbRr d3", "RrRb d3", "gbro d3",  # red in the south
        "RrRb e4", "rogb e4",  # blue in the west
        "gbro d5",  # green in the north
        "rogb c4",  # ochre in the east
    }  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"free_pass": True}], ids=["", "pass"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_d08_to_d15_legal_is_what_the_rulebook_says(players: int, options: dict[str, Any]) -> None:
    for seed in range(often(3)):
        match = new(players, seed, **options)
        for _ in steps(match, seed):
            seat = mover(match)
            seen, names = match.view(seat), match.legal(seat)
            assert set(names) == plain_legal(seen, seat)
            assert len(set(names)) == len(names)
            assert seen["cells"] == {cell: plain_asked(seen["square"], cell) for cell in plain_cells(seen)}


def test_d09_the_first_player_must_lay_in_the_middle() -> None:
    match = new(4, 2)
    hand = match.view(mover(match))["hands"][mover(match)]
    assert set(match.legal(mover(match))) == {f"{look} d4" for card in hand for look in turns(card)}
    with pytest.raises(carreau.IllegalAction):
        match.play(f"aside {hand[0]}")


def cells_after(filled: frozenset[str], last: str) -> set[str]:
    """The cells that the rules offer when these are filled, the last one just now; colours don't matter."""
    match = build("")
    match.state.filled = sum(1 << CELLS.index(cell) for cell in filled - {last})
    game._drive.play_at(match._address, 0, game.parse_action(f"rbgo {last}"))
    return set(match.view(None)["cells"])


def test_d09_only_the_cross_may_grow_each_arm_outwards() -> None:
    """All ways to lay the thirteen cards of the cross, as to which cells are filled."""
    todo, reached = [(frozenset({"d4"}), "d4")], set()
    while todo:
        filled, last = todo.pop()
        if filled in reached:
            continue
        reached.add(filled)
        wanted = {next(cell for cell in arm.split() if cell not in filled) for arm in ARMS if not {*arm.split()} <= filled}
        assert cells_after(filled, last) == (wanted or {"c3", "e3", "c5", "e5"})  # D10
        todo += [(filled | {cell}, cell) for cell in wanted]
    assert len(reached) == 4**4


def quarter_shapes(quarter: set[str]) -> dict[frozenset[str], set[str]]:
    """All shapes that can fill a quarter of the square beside a complete cross, and the cells offered for each."""
    todo, shapes = [(frozenset[str](), "d4")], {}
    while todo:
        filled, last = todo.pop()
        if filled not in shapes:
            shapes[filled] = cells_after(frozenset(CROSS) | filled, last) & quarter
            todo += [(filled | {cell}, cell) for cell in shapes[filled]]
    return shapes


QUARTERS = [{c + r for c in columns for r in rows} for columns in ("abc", "efg") for rows in ("123", "567")]


@pytest.mark.parametrize("quarter", QUARTERS, ids=lambda quarter: min(quarter))
def test_d10_in_a_quarter_a_card_touches_exactly_two(quarter: set[str]) -> None:
    shapes = quarter_shapes(quarter)
    assert len(shapes) == 20  # staircases of nine cells
    for filled, offered in shapes.items():
        square = dict.fromkeys(CROSS | filled, "")
        assert offered == {cell for cell in quarter - filled if len(touching(square, cell)) >= 2}
        assert all(len(touching(square, cell)) == 2 for cell in offered)
    corner = next(iter(quarter & CORNERS))
    assert [quarter - filled for filled in shapes if len(filled) == 8] == [{corner}]  # D13


def test_d10_in_matches_a_card_touches_exactly_two() -> None:
    laid = 0
    for seed in range(60):
        match = new(2 + seed % 3, seed)
        for name in steps(match, seed):
            square = match.view(None)["square"]
            if match.state.phase < EDGING and set(square) >= CROSS and not name.startswith("aside"):
                assert len(touching(square, name.split()[1])) == 2
                laid += 1
            elif match.state.phase < EDGING and not name.startswith("aside"):
                assert name.split()[1] in CROSS
    assert laid > 1000


def test_d11_laying_aside_shows_the_card_and_draws() -> None:
    match = new(3, 4)
    match.play(match.legal(mover(match))[0])
    seat = mover(match)
    before = match.reveal()
    hand = before["hands"][seat]
    assert {name for name in match.legal(seat) if name.startswith("aside")} == {f"aside {card}" for card in hand}
    assert any(not name.startswith("aside") for name in match.legal(seat))  # a player who could lay does not have to
    match.play(f"aside {hand[2]}")
    after = match.reveal()
    assert set(after["open"]) == {*before["open"], hand[2]}
    assert set(after["hands"][seat]) == {*hand, before["stack"][0]} - {hand[2]}
    assert after["square"] == before["square"]
    assert match.acting == ((seat + 1) % 3,)
    assert all(hand[2] not in turns(name.split()[0]) for name in match.legal(mover(match)))


def test_d11_who_cannot_lay_must_lay_aside() -> None:
    for seed in range(300):
        match = new(2, seed)
        for _ in steps(match, seed):
            names = match.legal(mover(match))
            if match.state.left and all(name.startswith("aside") for name in names):
                assert names == [f"aside {card}" for card in match.view(mover(match))["hands"][mover(match)]]
                return
    raise AssertionError("no such position was found")


# when the stack is empty


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d12_after_exactly_32_turns_all_cards_are_open(players: int) -> None:
    for seed in range(10):
        match = new(players, seed)
        for _ in steps(match, seed):
            seen = match.reveal()
            if match.ply < 32:
                assert seen["left"] == 32 - match.ply and seen["phase"] in ("cross", "quarters")
                assert all(len(hand) == 4 for hand in seen["hands"])
            else:
                assert seen["left"] == 0 and seen["phase"] in ("open", "black")
                assert seen["hands"] == [[]] * players
                assert set(map(looks, [*seen["open"], *seen["square"].values()])) == set(map(looks, DECK))


def test_d12_the_turn_goes_on_and_anybody_lays_anything() -> None:
    match = new(4, 6)
    hands: list[list[str]] = []
    for _ in steps(match, 1):
        if match.ply == 31:
            hands = match.reveal()["hands"]
        if match.ply == 32:
            break
    seat = mover(match)
    assert seat == (match.history[-1][0] + 1) % 4
    usable = {looks(name.split()[0]) for name in match.legal(seat)}
    others = {looks(card) for other in range(4) if other != seat for card in hands[other]}
    assert usable & others


def test_d12_laying_is_compulsory() -> None:
    match = play_all(new(2, 7), lambda names: names[0])
    assert all(game.name_action(action) != "decline" for _, action in match.history)
    assert "decline" not in build("rbgo d4").legal(0)
    assert "decline" in build("rbgo d4", free_pass=True).legal(0)


def test_d12_free_pass_is_only_for_open_cards() -> None:
    match = new(2, 7, free_pass=True)
    for _ in steps(match):
        if match.state.left == 0:
            break
        assert "decline" not in match.legal(mover(match))


def test_d12_free_pass_ends_when_all_have_declined_in_a_row() -> None:
    match = build("rbgo d4", players=3, colours="red,blue,green", free_pass=True)
    for _ in range(2):
        match.play("decline")
    lay = next(name for name in match.legal(2) if name != "decline")
    match.play(lay)  # a laid card starts the count again
    for seat in (0, 1, 2):
        assert match.acting == (seat,) and match.view(None)["phase"] == "open"
        match.play("decline")
    assert match.view(None)["phase"] == "black" and match.acting == (0,)


@pytest.mark.parametrize("free_pass", [False, True])
def test_d12_if_nothing_fits_nobody_is_asked(free_pass: bool) -> None:
    match = build("rbgo d4", rest=bits("RrRb"), free_pass=free_pass)
    match.play("RrRb d3")
    assert match.view(None)["phase"] == "black"  # no card is left
    asked = 0
    for seed in range(30):
        match = new(3, seed, free_pass=free_pass)
        for _ in steps(match, seed):
            if match.state.phase == OPEN:
                assert match.legal(mover(match)) != ["decline"]
                asked += 1
    assert asked > 300


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d13_it_goes_on_until_nothing_fits(players: int) -> None:
    for seed in range(25):
        match = play_all(new(players, seed), random.Random(seed).choice)
        seen = match.view(None)
        for card in seen["open"]:
            for look in turns(card):
                assert not any(fits(seen["square"], look, cell) for cell in growing(seen["square"]))


@pytest.mark.parametrize("seed", [251, 255, 491])
def test_d13_if_all_48_are_laid_a_corner_stays_free(seed: int) -> None:
    """Deals in which this way to choose lays all cards; see also the shapes of D10."""
    chooser = random.Random(seed)

    def choose(names: list[str]) -> str:
        return chooser.choice([name for name in names if not name.startswith("aside")] or names)

    seen = play_all(new(2, seed), choose).view(None)
    assert seen["open"] == [] and seen["phase"] == "black"
    (free,) = set(CELLS) - set(seen["square"])
    assert free in CORNERS


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d14_the_cross_is_completed_after_the_stack(players: int) -> None:
    for seed in range(20):
        match = new(players, seed)
        for _ in range(32):
            match.play(mostly_aside(match.legal(mover(match))))
        assert match.view(None)["phase"] == "open" and set(match.view(None)["square"]) == {"d4"}
        assert set(match.view(None)["cells"]) == {"d3", "e4", "d5", "c4"}
        play_all(match, random.Random(seed).choice)
        assert set(match.view(None)["square"]) >= CROSS


def test_d14_there_are_always_cards_for_the_cross() -> None:
    """An arm asks for one colour; more than twelve cards have it, so one of them is open still."""
    for letter in "rbgo":
        assert sum(letter in card.lower() for card in DECK) > 12


def test_d14_with_free_pass_the_cross_may_stay_incomplete() -> None:
    match = build("rbgo d4", players=2, colours="red,blue", free_pass=True)
    match.play("decline")
    match.play("decline")
    assert match.view(None)["phase"] == "black"
    assert match.legal(0) == ["decline"]  # no card at the edge
    match.play("decline")
    match.play("decline")
    assert match.over and match.returns == (0.5, 0.5)


# black cards


def test_d15_only_at_the_edge_against_ones_own_colour() -> None:
    match = edge_it(build("rbgo a1, Bgob b1, rbog g4, Rrog d4"))
    assert match.legal(0) == ["black a1 n", "decline"]  # not e.g. at g4's north or at d4
    for seat, names in [(1, {"black b1 n", "black g4 e", "decline"}), (2, {"decline"}), (3, {"black a1 w", "decline"})]:
        state = match.state.copy()
        state.acting = 1 << seat
        assert {game.name_action(action) for action in legal(game, state, seat)} == names
    match.play("black a1 n")
    assert match.view(None)["black"] == ["a1 n", None, None, None]


def test_d15_one_action_each_from_the_seat_after_the_last() -> None:
    for players in (2, 3, 4):
        match = new(players, 9)
        for _ in steps(match, 9):
            if match.state.phase == EDGING:
                break
        first = (match.history[-1][0] + 1) % players
        for i in range(players):
            assert not match.over and match.acting == ((first + i) % players,)
            assert "decline" in match.legal(mover(match))
            match.play(match.legal(mover(match))[-1])
        assert match.over


def test_d15_it_closes_that_one_opening() -> None:
    match = edge_it(build("RrRb a1, bgor b1, rbgo a2"))
    assert rooms_with(match, "a1", "n")["openings"] == ["a1 n"]
    match.play("black a1 n")
    assert rooms_with(match, "a1", "n")["state"] == "closed" and match.points == (2, 0, 0, 0)
    match = edge_it(build("RrRb a1, bgor b1"))  # one more opening in the south
    match.play("black a1 n")
    assert rooms_with(match, "a1", "n")["openings"] == ["a1 s"] and match.points == (0, 0, 0, 0)


def test_d15_the_order_cannot_change_the_result() -> None:
    for seed in range(15):
        match = play_all(new(4, seed), random.Random(seed).choice)
        chosen = {}
        for seat in range(4):
            match.state.acting = 1 << seat
            chosen[seat] = random.Random(seed).choice(match.legal(seat))
        results = set()
        for order in itertools.permutations(range(4)):
            twin = match.copy()
            for seat in order:
                twin.state.acting = 1 << seat
                twin.play(chosen[seat], seat)
            results.add((twin.points, twin.returns, tuple(twin.state.rooms)))
        assert len(results) == 1


# scoring


def test_d16_rooms_join_across_sides_and_across_the_diagonals_of_a_card() -> None:
    rooms = game.show.found_rooms(unpacked(build("RrRb d4").state))
    assert [[CELLS[t // 4] + "nesw"[t % 4] for t in room.triangles] for room in rooms] == [["d4n", "d4e", "d4s"], ["d4w"]]
    match = build("rbgo d4, gbro d3")  # red to red; the others only meet in points or differ
    assert rooms_with(match, "d4", "n")["triangles"] == ["d3 s", "d4 n"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_d16_d17_d18_rooms_are_those_of_a_flood_fill(players: int) -> None:
    """At every ply of many random matches: triangles, gems and openings of every room, and what closed rooms bring."""
    for seed in range(often(5)):
        match = new(players, seed, free_pass=seed % 3 == 0)
        for _ in steps(match, seed):
            check_rooms(match)
        check_rooms(match)


def check_rooms(match: Match) -> None:
    seen, s = match.view(None), match.state
    expected = plain_rooms(seen["square"], walls_of(seen))
    kept = {}
    for room in game.show.found_rooms(unpacked(s)):
        root = room_of(s, room.triangles[0])
        kept[frozenset((CELLS[t // 4], t % 4) for t in room.triangles)] = (s.triangles[root], s.gems[root], s.openings[root])
    assert kept == {room: (len(room), gems, len(openings)) for _, room, gems, openings in expected}
    for state, count in (("closed", 0), ("one_short", 1)):
        told = {(room["colour"][0], frozenset(map(triangle_of, room["triangles"])), room["gems"]) for room in seen[state]}
        assert told == {(letter, room, gems) for letter, room, gems, openings in expected if len(openings) == count}
    assert {triangle_of(name) for room in seen["one_short"] for name in room["openings"]} == {
        triangle for *_, openings in expected if len(openings) == 1 for triangle in openings
    }
    assert (seen["points"], seen["rooms"]) == plain_gems(seen)


def test_d17_a_room_left_open_by_one_triangle() -> None:
    match = build("Rrbg d4, bgor e4")
    room = rooms_with(match, "d4", "e")
    assert room == {
        "state": "one_short",
        "colour": "red",
        "seat": 0,
        "gems": 1,
        "triangles": ["d4 n", "d4 e", "e4 w"],
        "openings": ["d4 n"],
    }
    assert match.points == (0, 0, 0, 0)
    match.play("gbro d3")
    assert rooms_with(match, "d4", "n")["state"] == "closed"
    assert match.points == (1, 0, 0, 0)


def test_d17_a_room_closed_by_a_black_card() -> None:
    match = edge_it(build("Rrbg d1, bgor e1"))
    assert rooms_with(match, "e1", "w")["openings"] == ["d1 n"] and match.points == (0, 0, 0, 0)
    match.play("black d1 n")
    assert rooms_with(match, "e1", "w")["state"] == "closed" and match.points == (1, 0, 0, 0)


def test_d17_a_room_closed_across_four_cards() -> None:
    match = build("gRrb c3, gbRr d3, Rrbo c4")
    assert match.points == (0, 0, 0, 0)
    game._drive.play_at(match._address, 0, game.parse_action("robR d4"))
    room = rooms_with(match, "d4", "n")
    assert (room["state"], room["gems"], len(room["triangles"])) == ("closed", 4, 8)
    assert match.points == (4, 0, 0, 0) and list(match.state.rooms) == [1, 0, 0, 0]


def test_d17_an_open_room_around_an_empty_cell() -> None:
    ring = "gRrb c3, gRrR d3, gbRr e3, RrRb c4, RoRr e4, rbgo c5, rgob d5, rbog e5"
    match = build(ring)
    s = match.state
    room = room_of(s, CELLS.index("c3") * 4 + 1)
    assert (s.openings[room], s.gems[room], s.triangles[room]) == (3, 8, 15)
    assert match.points == (0, 0, 0, 0) and rooms_with(match, "d5", "n")["openings"] == ["d5 n"]
    edge_it(match)
    while not match.over:
        match.play("decline")
    assert match.points == (0, 0, 0, 0)


def test_d17_a_closed_room_without_a_black_card_has_an_even_number_of_triangles() -> None:
    for seed in range(20):
        match = new(4, seed)
        for _ in steps(match, seed):
            if match.state.phase < EDGING:
                assert all(len(room["triangles"]) % 2 == 0 for room in match.view(None)["closed"])


def test_d18_rooms_of_colours_nobody_owns_count_for_nobody() -> None:
    for colours, points in [("red,blue", (1, 0)), ("blue,red", (0, 1)), ("blue,green", (0, 0))]:
        assert build("Rrbg d4, bgor e4, gbro d3", players=2, colours=colours).points == points


def finished(points: list[int], rooms: list[int], **options: Any) -> Match:
    match = new(len(points), **options)
    s = match.state
    s.points[: len(points)], s.rooms[: len(points)] = points, rooms
    s.over, s.acting = 1, 0
    return match


def test_d18_most_gems_win() -> None:
    match = finished([3, 5, 4], [3, 1, 2])
    assert match.returns == (0, 1, 0)
    assert match.outcome == {"winners": [1], "reason": "gems", "text": "Seat 1 wins with 5 gems in closed rooms."}


def test_d18_ties_go_to_more_rooms_with_gems_then_are_shared() -> None:
    match = finished([5, 5, 4, 5], [2, 1, 4, 2])
    assert match.returns == (0.5, 0, 0, 0.5) and match.outcome is not None and match.outcome["reason"] == "shared"
    match = finished([5, 5, 4], [2, 3, 4])
    assert match.returns == (0, 1, 0) and match.outcome is not None and match.outcome["reason"] == "rooms"
    assert match.outcome["text"] == "Seat 1 wins: Seat 0 also has 5 gems, but in fewer rooms."
    match = finished([5, 5, 5], [2, 3, 1])
    assert match.outcome is not None and "Seat 0 and Seat 2 also have 5 gems" in match.outcome["text"]
    assert finished([0, 0], [0, 0]).returns == (0.5, 0.5)


def test_d18_without_tie_break_equals_share_at_once() -> None:
    assert finished([5, 5, 4], [2, 3, 4], tie_break=False).returns == (0.5, 0.5, 0)


def test_d18_the_tie_break_counts_closed_rooms_with_gems_only() -> None:
    match = build("Rrbg d4, bgor e4, gbro d3")
    assert [len(match.view(None)["closed"]), *match.view(None)["rooms"]] == [1, 1, 0, 0, 0]
    match = build("rbgo d4, gbro d3")  # closed, without gems
    assert [len(match.view(None)["closed"]), *match.view(None)["rooms"]] == [1, 0, 0, 0, 0]


# common rules


def test_c01_first_is_drawn_or_named() -> None:
    starters = Counter(mover(new(4, seed)) for seed in range(400))
    assert set(starters) == {0, 1, 2, 3} and max(starters.values()) < 150
    assert all(mover(new(4, seed, first=2)) == 2 for seed in range(10))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c05_a_match_always_ends_in_time(players: int) -> None:
    assert game.plies(players, game.read_options({}, players)) == 80 + players
    assert game.plies(players, game.read_options({"free_pass": True}, players)) == 32 + 49 * players
    match = new(players, 3, free_pass=True)
    while not match.over:  # the longest: declining whenever that does not end the laying
        names = match.legal(mover(match))
        if "decline" in names and match.state.declined < players - 1:
            match.play("decline")
        else:
            match.play(mostly_aside([name for name in names if name != "decline"] or names))
    assert 32 + 20 * players < match.ply <= 32 + 49 * players


def test_c05_the_list_of_actions_is_long_enough() -> None:
    """The bound of MOST_LEGAL, counted from the deck."""
    one = max(sum(look[0] == letter for card in DECK for look in turns(card.lower())) for letter in "rbgo")
    two = max(
        sum(look[:2] == a + b for card in DECK for look in turns(card.lower())) for a, b in itertools.product("rbgo", repeat=2)
    )
    assert (one, two) == (48, 15)
    assert max(4 * one, 12 * two) + 4 <= game.rules.MOST_LEGAL
    assert all(len(offered) <= 3 for quarter in QUARTERS for offered in quarter_shapes(quarter).values())


# who sees what


def test_who_sees_what_hands_and_stack_are_hidden_until_the_stack_is_empty() -> None:
    match = new(3, 11)
    for _ in steps(match, 11):
        truth = match.reveal()
        for seat in (0, 1, 2, None):
            seen = match.view(seat)
            hidden = match.ply < 32
            assert seen["stack"] == (None if hidden else [])
            for other in range(3):
                assert seen["hands"][other] == (None if hidden and other != seat else truth["hands"][other])
            for key in set(truth) - {"stack", "hands", "seat"}:
                assert seen[key] == truth[key]


def test_who_sees_what_cards_laid_aside_stay_known() -> None:
    match = new(3, 12)
    match.play(match.legal(mover(match))[0])
    for _ in range(8):
        match.play(mostly_aside(match.legal(mover(match))))
    opened = match.view(None)["open"]
    for seed in range(50):
        other = game.show.describe(redeal(game, match.state, 1, seed))
        assert other["open"] == opened and other["square"] == match.view(1)["square"]
        assert other["hands"][1] == match.view(1)["hands"][1]
        assert not set(opened) & {*itertools.chain(*other["hands"]), *other["stack"]}


def test_who_sees_what_a_redeal_can_put_every_unseen_card_anywhere() -> None:
    match = new(2, 13)
    match.play(match.legal(mover(match))[0])
    unseen = set(match.reveal()["hands"][1]) | set(match.reveal()["stack"])
    hands: Counter[str] = Counter()
    tops: Counter[str] = Counter()
    for seed in range(1800):
        other = game.show.describe(redeal(game, match.state, 0, seed))
        hands.update(other["hands"][1])
        tops[other["stack"][0]] += 1
    assert set(hands) == unseen == set(tops) and len(unseen) == 35
    assert min(hands.values()) > 150 and max(hands.values()) < 265  # about 206 each
    assert min(tops.values()) > 20 and max(tops.values()) < 95  # about 51 each


def test_who_sees_what_near_the_end_of_the_stack_all_worlds_come_alike() -> None:
    match = new(2, 14)
    for _ in steps(match, 14):
        if match.state.left == 1:
            break
    seat = mover(match)
    draws = Counter(world(redeal(game, match.state, seat, seed)) for seed in range(1000))
    assert len(draws) == 5 and world(match.state) in draws  # which of five cards is on the stack
    assert min(draws.values()) > 140 and max(draws.values()) < 260


def test_who_sees_what_nothing_is_hidden_when_the_stack_is_empty() -> None:
    match = new(4, 15)
    for _ in steps(match, 15):
        if match.state.left == 0:
            assert world(redeal(game, match.state, -1, 3)) == world(match.state) == world(view(game, match.state, -1))


# names, texts, counting


def test_names_in_any_case_and_clear_refusals() -> None:
    assert game.parse_action("RRBG D4") == game.parse_action("Rrbg d4")
    assert game.parse_action("aside bgRr") == game.parse_action("aside Rrbg")
    assert game.name_action(game.parse_action("black a7 w")) == "black a7 w"
    for bad in ("", "Rrbg", "rrrr d4", "Rrbg h4", "Rrbg d8", "black d4", "black d1 x", "black d1 ne", "aside", "decline d4"):
        with pytest.raises(carreau.InvalidAction):
            game.parse_action(bad)


def test_every_action_has_a_name_that_can_be_read() -> None:
    for action in range(game.actions):
        name = game.name_action(action)
        if action % 50 != 49 or action // 50 % 4 == 0:
            assert game.parse_action(name) == action


def test_the_text_shows_triangles_gems_and_rooms() -> None:
    from carreau.core.markup import plain

    match = edge_it(build("RrRb a1, bgor b1, rbgo a2"))
    lines = plain(match.text(0)).splitlines()
    assert [line[7:19].rstrip() for line in lines[7:10]] == ["╲ R   ╲ b ╱", "b   r r   g", "╱ R   ╱ o ╲"]
    assert "One opening short: r2 at a1 n" in lines
    match.play("black a1 n")
    lines = plain(match.text(None)).splitlines()
    assert lines[6].split() == ["#r#"]
    assert lines[1] == " seat 0 [r] red (jade): 2 gems in 1 closed room, black card at a1 n"


def test_the_text_shows_a_hand_only_to_its_seat() -> None:
    from carreau.core.markup import plain

    match = new(2, 4)
    assert "Hand:" not in plain(match.text(None))
    for seat in (0, 1):
        assert all(card in plain(match.text(seat)) for card in match.view(seat)["hands"][seat])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tally_counts_what_the_views_show(players: int) -> None:
    matches = 30
    totals, results = np.zeros(len(tally.COLUMNS)), np.zeros((matches, 1 + 2 * players))
    options = np.array(game._option_numbers(game.read_options({}, players)), np.int64)
    SIMULATION.need(game)
    game._drive.random_matches(0, matches, players, options, np.array(seed_words(read_seed(5)), np.int64), totals, results)
    counts = dict(zip(tally.COLUMNS, totals.tolist()))
    assert counts["seats"] == matches * players
    assert counts["gems"] == results[:, 1 + players :].sum() == sum(counts[f"gems of seat {seat}"] for seat in range(4))
    assert counts["rooms"] == sum(counts[size] for size in tally.SIZES)
    assert counts["black gems"] <= counts["gems"]
    report = tally.report(counts, matches)
    assert 2 < report["cards left over"] < 8  # "a few", D13
    assert 0.02 < report["gems decided by black cards"] < 0.2


def test_the_tally_of_one_match() -> None:
    for players in (2, 3, 4):
        match, totals = new(players, 21), np.zeros(len(tally.COLUMNS))
        expected: Counter[str] = Counter(seats=players)
        chooser = random.Random(21)
        while not match.over:
            seat, gems = mover(match), sum(match.points)
            name = chooser.choice(match.legal(seat))
            match.play(name)
            game._drive.tally_at(match._address, seat, match.history[-1][1], totals)
            expected["laid aside"] += name.startswith("aside")
            expected["black cards put"] += name.startswith("black")
            expected["black gems"] += (sum(match.points) - gems) * name.startswith("black")
        seen = match.view(None)
        expected += Counter(size_class(len(room["triangles"])) for room in seen["closed"])
        expected += Counter({"left over": len(seen["open"]), "rooms": len(seen["closed"]), "gems": sum(match.points)})
        expected["triangles"] = sum(len(room["triangles"]) for room in seen["closed"])
        expected["rooms with gems"] = sum(seen["rooms"])
        expected += Counter({f"gems of seat {seat}": match.points[seat] for seat in range(players)})
        assert dict(zip(tally.COLUMNS, totals)) == {column: expected[column] for column in tally.COLUMNS}


def size_class(size: int) -> str:
    return "2" if size <= 2 else "3-4" if size <= 4 else "5-6" if size <= 6 else "7-8" if size <= 8 else "9 and more"


def test_colours_given_as_a_list_are_kept_as_text() -> None:
    match = game.new(2, 1, colours=["red", "blue"])
    assert match.options["colours"] == "red,blue"
    assert match.record() == game.new(2, 1, colours="red,blue").record()
