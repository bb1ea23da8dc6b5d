"""Who sees what in M, and redealing: exactly the worlds that a seat cannot tell from the true one."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from carreau.core.match import Match
from carreau.core.seats import acting_seat
from carreau.games.m.constants import EMPTY, HAND
from carreau.games.m.rules.cards import FACES, LOW, face_name
from carreau.games.m.rules.hidden import OUT, PILE, PLACES
from tests.games.plain_m import GAME, LONE, each_mode, position, random_match, share
from tests.probe import legal, played, redeal, view, world


def test_a_view_hides_other_hands_the_pile_and_what_was_removed() -> None:
    match = random_match(GAME.new(3, 4), 4, 25)
    for seat in (0, 1, 2, None):
        shown = match.view(seat)
        for other, hand in enumerate(shown["hands"]):
            assert other == seat or set(hand) <= {"?", None}
        assert set(shown["removed"]) == {"?"} and len(shown["removed"]) == 30
    assert match.view(1)["hands"][1] == match.reveal()["hands"][1]


def test_who_put_a_card_under_the_pile_knows_it_and_its_depth() -> None:
    match = position(LONE, [["r0", "n0"], ["g20t", "b20f"], ["y0"]], pile=["g0", "y20c"], players=3)
    match.play("change r0")
    assert match.view(0)["pile_cards"] == ["?", "r0"]
    assert match.view(1)["pile_cards"] == match.view(None)["pile_cards"] == ["?", "?"]
    match.play("b20f c2")  # seat 1 draws the yellow 20
    assert match.view(0)["pile_cards"] == ["r0"]


def test_who_put_a_card_under_the_pile_knows_who_drew_it() -> None:
    match = position(LONE, [["r0", "n0"], ["b20f", "n0"], ["y0"]], pile=["g0"], players=3)
    match.play("change r0")
    match.play("b20f c2")  # seat 1 draws the red 0 into its first place
    assert match.view(0)["hands"][1] == ["r0", "?", None, None]
    assert match.view(0)["known_to"][1] == [[0], [], [], []]
    assert match.view(2)["hands"][1] == ["?", "?", None, None]
    assert match.view(1)["hands"][1] == ["r0", "n0", None, None]


def test_a_card_that_two_have_put_under_the_pile_is_known_to_both() -> None:
    match = position(LONE, [["r0", "n0"], ["y20s", "y0"], ["b0", "g0"]], pile=["g0"], players=3)
    match.play("change r0")
    match.play("change y0")
    match.play("b0 c2")  # seat 2 draws the yellow 0
    assert match.view(1)["hands"][2][0] == "y0" and match.view(0)["hands"][2][0] == "?"
    assert match.view(0)["hands"][1][1] == "r0"


def test_a_forced_pass_rules_out_what_fitted() -> None:
    match = position(LONE, [["b0"], ["r0", "g20t"], ["y0"]], pile=["n20s", "n20c", "r20c"], players=3, first=1)
    match.play("change r0")
    kinds = {face_name(face) for face in FACES[0]} - {"b10c"}
    fitted = {name for name in kinds if share(name, "b10c")}
    for place in (0, 1):
        expected = fitted if place == 1 else set()  # the new card may be anything
        assert set(match.view(None)["ruled_out"][1][place]) == expected
    assert set(match.view(None)["pile_ruled_out"][-1]) == fitted  # it stays with the card
    match.play("pass")
    match.play("b0 c2")
    match.play("pass")
    more = {name for name in kinds if share(name, "b10c") or share(name, "b0")}
    assert set(match.view(0)["ruled_out"][1][1]) == more  # both passes together
    assert set(match.view(0)["ruled_out"][1][0]) == more


def test_what_is_ruled_out_goes_when_the_card_is_played() -> None:
    match = position(LONE, [["b0"], ["r0", "g20t"], ["y0"]], pile=["n0", "n20c", "r20c"], players=3, first=1)
    match.play("pass")
    match.play("pass")
    match.play("b0 c2")
    match.play("r0 c1")
    ruled_out = match.view(None)["ruled_out"][1]
    assert ruled_out[0] == [] and ruled_out[1] != []


def test_a_voluntary_pass_proves_nothing() -> None:
    match = position(LONE, [["r0"], ["g20t"]], pile=["n0"], players=2, voluntary_pass=True)
    match.play("pass")
    assert match.view(None)["ruled_out"] == [[[]] * 4] * 2


@each_mode
def test_the_truth_is_never_ruled_out(mode: Any, players: int) -> None:
    for seed in range(4):
        match = GAME.new(players, seed, **mode.options)
        chooser = random.Random(seed)
        while not match.over:
            match.play(chooser.choice(match.actions(match.acting[0])))
            s = match.state
            for place in range(OUT):
                card = int(s.card[place])
                never = int(s.never_low[place]) | int(s.never_high[place]) << LOW
                assert (card == EMPTY and never == 0) or not never >> card & 1


def test_of_two_equal_cards_chance_takes_one() -> None:
    slots: Counter[int] = Counter()
    for seed in range(60):
        match = position(LONE, [["b0", "r0", "b0"], ["y0"]], pile=["n0"], players=2)
        match.state.key[0], match.state.cursor = seed, 16
        match.play("b0 c2")
        slots[match.view(None)["slot"]] += 1
    assert set(slots) == {0, 2} and min(slots.values()) > 15


# redeal


def small_match(seed: int, hands: tuple[int, ...], pile: int, **options: Any) -> Match:
    """A small table, short hands that seldom fit, a short pile and one card removed; all other cards have been taken."""
    chooser = random.Random(seed)
    names = sorted({face_name(face) for face in FACES[options.get("deck") == "four"]} - {"b10c"})  # no two equal cards
    chooser.shuffle(names)
    names.sort(key=lambda name: chooser.random() < 0.7 and share(name, "b10c") > 0)
    dealt = [[names.pop(0) for _ in range(size)] for size in hands]
    under = [names.pop(chooser.choice([0, -1])) for _ in range(pile)]
    first = chooser.randrange(len(hands))
    match = position(LONE, dealt, under, rest="taken", players=len(hands), first=first, **options)
    s, last = match.state, len(hands) - 1
    out = next(card for card in range(2, 18) if card not in s.card and card not in s.table)  # a blue one, which fits
    s.taken[last, 0] &= ~(1 << out)
    s.card[OUT] = out
    return match


def play_some(match: Match, seed: int, plies: int) -> list[int]:
    """A few turns of players who like to pass."""
    chooser, actions = random.Random(seed), list[int]()
    while len(actions) < plies and not match.over:
        choices = match.actions(match.acting[0])
        passes = [action for action in choices if action % GAME.rules.TARGETS == GAME.rules.PASS]
        actions.append(chooser.choice(passes or choices))
        match.play(actions[-1])
    return actions


def is_known(s: Any, place: int, seat: int) -> bool:
    return place < OUT and seat >= 0 and bool(s.knows[place] >> max(seat, 0) & 1)


def all_deals(state: Any, seat: int) -> list[Any]:
    """The hidden cards in every order."""
    places = [place for place in range(PLACES) if state.card[place] != EMPTY and not is_known(state, place, seat)]
    deals = []
    for cards in permutations(int(state.card[place]) for place in places):
        deals.append(state.copy())
        for place, card in zip(places, cards):
            deals[-1].card[place] = card
    return deals


def worlds_by_history(start: Any, actions: list[int], seat: int) -> set[bytes]:
    """Deal the hidden cards in all ways, and keep those in which the others could have acted so that this seat saw
    at every moment what it did see. Nothing here knows what a pass proves, or who knows which card."""
    truth, worlds = start, all_deals(start, seat)
    for action in actions:
        truth = played(GAME, truth, acting_seat(truth), action)
        seen = view(GAME, truth, seat).tobytes()
        after = []
        for state in worlds:
            turn = acting_seat(state)
            for other in [action] if turn == seat else legal(GAME, state, turn):
                result = played(GAME, state, turn, other)
                if view(GAME, result, seat).tobytes() == seen:
                    after.append(result)
        worlds = after
    return {world(state) for state in worlds}


SMALL = [  # hands, pile, observer: few enough hidden cards to try them all
    ((3, 2, 1), 2, 0),
    ((1, 3, 2), 2, 1),
    ((2, 1, 3), 2, 2),
    ((2, 1, 1), 1, -1),
    ((3, 4), 1, 0),
]


@pytest.mark.parametrize("seed", range(40))
def test_redeal_gives_exactly_the_worlds_that_the_history_allows(seed: int) -> None:
    hands, pile, seat = SMALL[seed % 5]
    options: dict[str, Any] = {"deck": "four"} if seed % 3 == 1 else {"voluntary_pass": True} if seed % 9 == 2 else {}
    match = small_match(seed, hands, pile, **options)
    start = match.state.copy()
    actions = play_some(match, seed, 3 + seed % 5)
    expected = worlds_by_history(start, actions, seat)
    assert world(match.state) in expected
    mean = 30
    counts = Counter(world(redeal(GAME, match.state, seat, number)) for number in range(mean * len(expected)))
    assert set(counts) == expected
    square = sum((count - mean) ** 2 / mean for count in counts.values())
    free = len(expected) - 1
    assert square < free + 5 * (2 * free) ** 0.5 + 10


def test_redeal_leaves_every_place_open_to_the_twin_of_a_card_played() -> None:
    """Chance chose the place, so any other place of that hand may hold the other blue 0."""
    match = position(LONE, [["y20f", "b0", "r0"], ["y0"]], pile=["b0"], rest="taken", players=2)
    match.play("b0 c2")
    worlds = Counter(tuple(redeal(GAME, match.state, 1, number).card[:3].tolist()) for number in range(900))
    assert len(worlds) == 6 and min(worlds.values()) > 100


def test_redeal_spreads_evenly_where_the_places_bar_different_cards() -> None:
    """Three places, each with its own card ruled out, and a fourth with none: as many worlds as plain counting finds."""
    names = ["r20t", "g20t", "n20t", "y40t", "b40t"]
    match = position(LONE, [[], names[:2], names[2:4]], pile=names[4:], rest="taken", players=3)
    s = match.state
    cards = [int(card) for card in s.card if card != EMPTY]
    places = [HAND, HAND + 1, 2 * HAND, 2 * HAND + 1, PILE]
    barred = {HAND: [1, 2], HAND + 1: [0, 2, 3], 2 * HAND: [4], 2 * HAND + 1: [0, 1]}
    for place, indexes in barred.items():
        for card in (cards[i] for i in indexes):
            if card < LOW:
                s.never_low[place] |= 1 << card
            else:
                s.never_high[place] |= 1 << card - LOW
    fitting = [
        order
        for order in permutations(cards)
        if not any(cards[i] == order[places.index(place)] for place, indexes in barred.items() for i in indexes)
    ]
    mean = 400
    counts = Counter(
        tuple(int(redealt.card[place]) for place in places)
        for redealt in (redeal(GAME, s, 0, number) for number in range(mean * len(fitting)))
    )
    assert 5 < len(fitting) < 60 and set(counts) == set(fitting)
    square = sum((count - mean) ** 2 / mean for count in counts.values())
    assert square < len(fitting) - 1 + 5 * (2 * len(fitting)) ** 0.5
