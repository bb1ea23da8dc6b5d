"""What may be known: views, and other worlds that a seat cannot tell from the true one."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from carreau.check.case import Case, positions
from carreau.check.probe import acting_seats, difference, legal, played, redeal, view
from carreau.check.registry import RULES, case_check, claim
from carreau.core.state import CLOCK, SPECTATOR


def who(seat: int) -> str:
    return "a spectator" if seat == SPECTATOR else f"seat {seat}"


@case_check(
    RULES,
    "No view shows the generator.",
    "Anybody who knows it knows every card to come.",
)
def the_generator_is_hidden(case: Case) -> None:
    for state in case.sample:
        for seat in case.viewers:
            seen = view(case.game, state, seat)
            hidden = not seen.key.any() and not seen.block.any() and seen.counter == 0
            claim(hidden, f"The view shows the generator: it has to begin with hide_chance(s) {case.at(state, seat)}.")


@case_check(
    RULES,
    "A seat's view of its own view is the same view, and a spectator sees the same in it as in the truth.",
    "A spectator who sees more than a player was shown something hidden, or the player is denied what everybody knows.",
)
def a_view_of_a_view(case: Case) -> None:
    game = case.game
    for state in case.sample:
        public = view(game, state, SPECTATOR)
        for seat in case.viewers:
            seen = view(game, state, seat)
            found = difference(seen, view(game, seen, seat))
            claim(not found, f"A view of a view is different: {found} {case.at(state, seat)}.")
            found = difference(public, view(game, seen, SPECTATOR))
            claim(
                not found,
                f"A spectator sees what {who(seat)} may not know, or the other way round: in the spectator's view of the truth, "
                f"and of what {who(seat)} sees, {found} {case.at(state, seat)}.",
            )


@case_check(
    RULES,
    "Two seats see the same in each other's view: what both of them know.",
    "Knowledge that depends on who looks first is a leak.",
)
def views_commute(case: Case) -> None:
    game = case.game
    for state in case.sample:
        seen = [view(game, state, seat) for seat in range(case.players)]
        for one, other in combinations(range(case.players), 2):
            found = difference(view(game, seen[one], other), view(game, seen[other], one))
            claim(
                not found,
                f"What seat {other} sees in the view of seat {one}, and the other way round, differs: {found} {case.at(state)}.",
            )


@case_check(
    RULES,
    "The legal actions of a seat depend only on what it may know.",
    "A list of actions that depends on hidden cards gives them away.",
)
def legal_needs_only_the_view(case: Case) -> None:
    game = case.game
    for state in case.sample:
        for seat in acting_seats(state):
            check_lists(case, state, seat, legal(game, view(game, state, seat), seat), "in its own view")
        if game.clock:
            check_lists(case, state, CLOCK, legal(game, view(game, state, SPECTATOR), CLOCK), "in a spectator's view")


def check_lists(case: Case, state: Any, seat: int, others: list[int], where: str) -> None:
    actions = legal(case.game, state, seat)
    for action in sorted(set(actions) ^ set(others))[:1]:
        there = "legal" if action in actions else "not legal"
        claim(
            False,
            f"The list of legal actions depends on hidden cards: {case.game.name_action(action)!r} is {there} in the truth and "
            f"{'not ' if action in actions else ''}legal {where} {case.at(state, seat)}.",
        )


@case_check(
    RULES,
    "A seat cannot tell a redealt world from the true one: its view and its legal actions are the same.",
    "Bots think about redealt worlds; undo and the proofs of fairness use them, too.",
)
def redeals_look_the_same(case: Case) -> None:
    game = case.game
    for number, state in enumerate(case.sample):
        for seat in case.viewers:
            other = redeal(game, state, seat, number)
            found = difference(view(game, state, seat), view(game, other, seat))
            claim(not found, f"{who(seat).capitalize()} sees that a world was redealt: {found} {case.at(state, seat)}.")
            if seat in acting_seats(state):
                check_lists(case, state, seat, legal(game, other, seat), "in a world that it cannot tell from the true one")


@case_check(
    RULES,
    "redeal of a view is redeal of the truth, byte for byte.",
    "A redeal that uses what the seat does not know makes bots cheat.",
)
def redeals_need_only_the_view(case: Case) -> None:
    game = case.game
    for number, state in enumerate(case.sample):
        for seat in case.viewers:
            found = difference(redeal(game, state, seat, number), redeal(game, view(game, state, seat), seat, number))
            claim(
                not found,
                f"redeal uses what {who(seat)} does not know: from the truth and from its view, {found} {case.at(state, seat)}.",
            )


@case_check(
    RULES,
    "No card is lost or doubled, in play or by a redeal.",
    "A deck with the same card twice is not a deck.",
)
def cards_are_conserved(case: Case) -> None:
    game, states = case.game, case.sample
    deck = game.show.inventory(states[0])
    claim(len(set(deck)) == len(deck), f"The inventory of the deal has a card twice ({case}, seed 1).")
    for number, state in enumerate(states):
        check_deck(deck, game.show.inventory(state), f"In play {case.at(state)}")
        for seat in case.viewers:
            check_deck(deck, game.show.inventory(redeal(game, state, seat, number)), f"By a redeal {case.at(state, seat)}")


def check_deck(deck: list[int], found: list[int], where: str) -> None:
    lost, new = sorted(set(deck) - set(found)), sorted(set(found) - set(deck))
    told = [f"the cards {lost[:6]} are lost"] if lost else []
    told += [f"the cards {new[:6]} come from nowhere"] if new else []
    told += ["a card is there twice"] if len(set(found)) < len(found) else []
    claim(found == deck, f"{where}, {' and '.join(told) or 'the inventory is in a different order: it has to be by number'}.")


@case_check(
    RULES,
    "Redealt worlds can be played to the end.",
    "Bots do it thousands of times for each move.",
)
def redealt_worlds_can_be_played(case: Case) -> None:
    game, chooser = case.game, random.Random(4)
    for number, state in enumerate(positions(case, 2, 5 * case.effort) if not case.plain else case.sample[1:2]):
        for seat in range(1 if case.plain else case.players):
            other = redeal(game, state, seat, number)
            while not other.over:
                acting = chooser.choice(acting_seats(other))
                other = played(game, other, acting, chooser.choice(legal(game, other, acting)))
                claim(
                    other.ply <= case.most,
                    f"A redealt world never ends: it exceeds {case.most} plies {case.at(state, seat, 1 if case.plain else 2)}.",
                )
