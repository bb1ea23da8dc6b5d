"""What is noted of a match while it is played, and random matches that are watched.

This file is run once per game (see watch_for.py), like core/drive.py. The functions that note are called from compiled code by
those who play there, and by their addresses for bots that are driven from Python: there is one definition of what is measured.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from carreau.core.compile import entry, long_entry, rule
from carreau.core.memory import memory, zeros
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.state import MOST_PLAYERS, QuickRecord

RULES: Any = RULES  # noqa: F821
TALLY: Any = TALLY  # noqa: F821
DRIVE: Any = DRIVE  # noqa: F821
KINDS: int = KINDS  # noqa: F821
STRIDE: int = STRIDE  # noqa: F821

STATE, MOST_LEGAL = RULES.STATE, RULES.MOST_LEGAL
setup, legal, play, returns = RULES.setup, RULES.legal, DRIVE.play, RULES.returns
lowest, choose_seat, add_to_seed = DRIVE.lowest, DRIVE.choose_seat, DRIVE.add_to_seed
states_at, numbers_at, bytes_at = DRIVE.states_at, DRIVE.numbers_at, DRIVE.bytes_at

NOBODY = -1
MOST_CARDS = 127  # that are counted of one kind and seat
LOW_BITS = (1 << 44) - 1  # of a seed, below the numbers of table and repeat
TABLE_BITS, AGAIN_BITS = 44, 48
FINE = 1 << 20  # logarithms are whole numbers of 1/FINE, so that sums of them are exact
LOG2 = np.array([0.0] + [round(math.log2(n) * FINE) / FINE for n in range(1, 2048)])  # by the number of legal actions

NOTES = np.dtype(
    (
        QuickRecord,
        [
            ("thinking", "f8", MOST_PLAYERS),  # the sum over decisions of log2 of the number of legal actions
            ("shares", "f8", MOST_PLAYERS),  # of the win
            ("branching", "i8", MOST_PLAYERS),  # the sum of the number of legal actions over decisions
            ("points", "i4", MOST_PLAYERS),  # as they were after the last ply
            ("decisions", "i4", MOST_PLAYERS),  # plies with several legal actions
            ("forced", "i4", MOST_PLAYERS),  # plies with a single one
            ("lacks", "i4", MOST_PLAYERS),  # points behind the leader now
            ("lacked", "i4", MOST_PLAYERS),  # the most points behind the leader
            ("caught", "i4", MOST_PLAYERS),  # the ply after which the seat was last no longer behind
            ("lead_taken", "f8"),  # the part of the match after which a winner was never behind; NaN without a winner
            ("plies", "i4"),
            ("rounds", "i4"),
            ("lead_changes", "i4"),  # how often the sole leader changed
            ("switches", "i4"),  # how often the lead became somebody's alone, or nobody's
            ("behind", "i4"),  # the largest deficit of a winner
            ("margin", "i4"),  # the points of the best winner minus those of the best who did not win
            ("first", "i2"),  # the seat that acted first
            ("leader", "i2"),  # the side that was last ahead alone
            ("ahead", "i2"),  # whether a side is ahead alone now
            ("level", "i2"),  # whether nobody was after half of the plies
        ],
    )
)


# what a game may say


@rule
def own_side(s: Any, seat: int) -> int:
    return seat


@rule
def card_field(action: int) -> int:
    return action // STRIDE % KINDS if KINDS else NOBODY


side_of = getattr(RULES, "side_of", own_side)
card_laid = getattr(TALLY, "card_laid", card_field)


# the watcher


@rule
def begin(s: Any, notes: Any, switches: Any) -> None:
    """Before the first ply; `notes` is all zero."""
    notes.first = notes.leader = NOBODY
    compare_points(s, notes, switches)


@rule
def note(s: Any, seat: int, n: int, notes: Any, switches: Any) -> None:
    """After a ply of a seat that had n legal actions; n is 0 where that says nothing. The clock has no decisions."""
    if seat >= 0:
        if n == 1:
            notes.forced[seat] += 1
        else:
            notes.decisions[seat] += 1
            notes.branching[seat] += n
            notes.thinking[seat] += log2_of(n)
        if notes.first < 0:
            notes.first = seat
    notes.rounds += s.scored == s.ply
    for one in range(s.players):
        if s.points[one] != notes.points[one]:
            compare_points(s, notes, switches)
            break


@rule
def log2_of(n: int) -> float:
    whole = 0
    while n >= len(LOG2):
        n >>= 1
        whole += 1
    return LOG2[n] + whole


@rule
def compare_points(s: Any, notes: Any, switches: Any) -> None:
    """Who is ahead after this ply, and who is how far behind."""
    most = s.points[0]
    for seat in range(s.players):
        most = max(most, s.points[seat])
    leader, sides, behind = NOBODY, 0, 0
    for seat in range(s.players):
        notes.points[seat] = s.points[seat]
        lacks = most - s.points[seat]
        if lacks:
            behind += 1
            notes.lacked[seat] = max(notes.lacked[seat], lacks)
        else:
            if notes.lacks[seat]:
                notes.caught[seat] = s.ply
            side = side_of(s, seat)
            sides += side != leader
            leader = side
        notes.lacks[seat] = lacks
    ahead = 1 if sides == 1 and behind else 0
    if ahead and leader != notes.leader:
        notes.lead_changes += notes.leader != NOBODY
        notes.leader = leader
    if ahead != notes.ahead:
        switches[notes.switches] = s.ply
        notes.switches += 1
        notes.ahead = ahead


@rule
def finish(s: Any, notes: Any, switches: Any) -> None:
    """After the last ply."""
    returns(s, notes.shares)
    notes.plies = s.ply
    notes.rounds += s.scored != s.ply
    notes.lead_taken = np.nan
    best, other, winners, losers = 0, 0, 0, 0
    for seat in range(s.players):
        points = s.points[seat]
        if notes.shares[seat] > 0.0:
            taken = 1.0 if notes.lacks[seat] else notes.caught[seat] / s.ply
            notes.lead_taken = taken if winners == 0 else min(notes.lead_taken, taken)
            notes.behind = max(notes.behind, notes.lacked[seat])
            best = points if winners == 0 else max(best, points)
            winners += 1
        else:
            other = points if losers == 0 else max(other, points)
            losers += 1
    notes.margin = best - other if winners and losers else 0
    turned = 0
    for k in range(notes.switches):
        turned += switches[k] <= s.ply // 2
    notes.level = 1 - turned % 2


@rule
def hold(seat: int, actions: Any, n: int, cards: Any) -> None:
    """The cards that a seat could lay: `cards` has for each seat how often it laid each kind, then which it could have laid."""
    for k in range(n):
        card = card_laid(actions[k])
        if card >= 0:
            cards[(2 * seat + 1) * KINDS + card] = 1


@rule
def lay(seat: int, action: int, cards: Any) -> None:
    card = card_laid(action)
    if card >= 0:
        place = 2 * seat * KINDS + card
        cards[place] = min(cards[place] + 1, MOST_CARDS)


# for matches driven from Python


@rule
def notes_at(address: int, length: int) -> Any:
    return memory(address, length, NOTES)


@entry
def begin_at(address: int, notes: int, switches: int, most: int) -> None:
    begin(states_at(address, 1)[0], notes_at(notes, 1)[0], numbers_at(switches, most))


@entry
def note_at(address: int, seat: int, n: int, notes: int, switches: int, most: int) -> None:
    note(states_at(address, 1)[0], seat, n, notes_at(notes, 1)[0], numbers_at(switches, most))


@entry
def finish_at(address: int, notes: int, switches: int, most: int) -> None:
    finish(states_at(address, 1)[0], notes_at(notes, 1)[0], numbers_at(switches, most))


@entry
def cards_at(seat: int, action: int, actions: int, n: int, cards: int) -> None:
    """Before an action: what the seat could lay and what it lays."""
    places = bytes_at(cards, 2 * MOST_PLAYERS * KINDS)
    hold(seat, numbers_at(actions, n), n, places)
    lay(seat, action, places)


# at random


@rule
def chance_of(key: Any, table: int, again: int) -> int:
    """Where the players' chance begins: by the seed of the deal, the table and the repeat, whatever the setting."""
    low = (key[0] | key[1] << 32) & LOW_BITS
    return quick_start(low + (table << TABLE_BITS) + (again << AGAIN_BITS))


@long_entry
def random_rows(
    first: int, count: int, again: int, players: int, options: Any, seed: Any, most: int, notes: Any, cards: Any, moves: Any
) -> None:  # fmt: skip
    """Play `count` deals from `first` on, each `again` times, and note each match.

    `most` is a number of plies that no match exceeds. `cards` and `moves` are empty where nobody asks for them; a row of `moves`
    gets seat and action of every ply of a match.
    """
    states = zeros(2, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    key = zeros(8, np.int64)
    switches, untold = zeros(most + 1, np.int64), zeros(0, np.int64)
    s, size, row = states[0], 2 * players * KINDS, 0
    for i in range(count):
        add_to_seed(seed, first + i, key)
        for k in range(again):
            states[0] = states[1]
            setup(s, players, options, key)
            told = moves[row] if len(moves) else untold
            play_row(s, chance_of(key, 0, k), actions, notes[row], switches, cards[row * size : (row + 1) * size], told)
            row += 1


@rule
def play_row(s: Any, chance: int, actions: Any, notes: Any, switches: Any, cards: Any, moves: Any) -> None:
    begin(s, notes, switches)
    while not s.over:
        seat = lowest(s.acting)
        if s.acting & (s.acting - 1):
            chance = quick_next(chance)
            seat = choose_seat(s, chance)
        n = legal(s, seat, actions)
        chance = quick_next(chance)
        action = actions[quick_below(chance, n)]
        if len(cards):
            hold(seat, actions, n, cards)
            lay(seat, action, cards)
        if len(moves):
            moves[2 * s.ply], moves[2 * s.ply + 1] = seat, action
        play(s, seat, action)
        note(s, seat, n, notes, switches)
    finish(s, notes, switches)
