"""What simulations count in Quatuor: how matches ended, and what each way to play turns on."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule
from carreau.core.share import Share
from carreau.core.state import CLOCK

from .constants import A_PLACE, CARDS, CELLS, EMPTY, ENDINGS, FACES, STALLED, A, B, C, D
from .rules.actions import NONE, PASS, SINGLES, STOP, TAKE

ENDED = len(ENDINGS) - 1
COLUMNS = (
    *(f"ended {how}" for how in ENDINGS[1:]),
    "deals", "stalled deals", "dealer", "passes", "moves",
    "stops", "places", "put out", "aside", "missed",
    "laid", "twos", "barred",
    "lost turns",
)  # fmt: skip
DEALS, STALLED_DEALS, DEALER, PASSES, MOVES, STOPS, PLACED, PUT_OUT, ASIDE, MISSED, LAID, TWOS, BARRED, LOST = range(
    ENDED, len(COLUMNS)
)


@rule
def tally(s, seat, action, out):
    if s.over:
        out[s.ended - 1] += 1
    if s.way == A:
        tally_a(s, seat, action, out)
    elif s.way == B:
        tally_b(s, seat, action, out)
    elif s.way == C:
        tally_c(s, seat, action, out)
    elif s.way == D:
        out[LOST] += s.failures


@rule
def tally_a(s, seat, action, out):
    out[PASSES] += 1 if action == PASS else 0
    out[MOVES] += 1 if s.moved or action // FACES == TAKE else 0
    if s.scored == s.ply:
        out[DEALS] += 1
        out[STALLED_DEALS] += 1 if s.ended == STALLED else 0
        dealer = s.dealer if s.over else (s.dealer + s.players - 1) % s.players
        out[DEALER] += 1 if s.ended == EMPTY and seat == dealer else 0


@rule
def tally_b(s, seat, action, out):
    out[STOPS] += 1 if action == STOP else 0
    if seat != CLOCK and action < NONE:
        out[PLACED if s.last == action // FACES else PUT_OUT] += 1
    if s.aside_ply == s.ply:
        out[ASIDE] += 1
        out[MISSED] += 1 if s.told == A_PLACE else 0


@rule
def tally_c(s, seat, action, out):
    if seat != CLOCK and action != NONE:
        if s.since == s.ply:
            out[LAID] += 1
            out[TWOS] += 1 if action >= SINGLES else 0
        else:
            out[BARRED] += 1


@rule
def card_laid(action):
    """The card that an action lays, the first of two (C); -1 for none."""
    return action % CARDS if action % SINGLES // FACES < CELLS else -1


def report(totals: dict[str, float], matches: int) -> dict[str, Any]:
    """How matches ended, and everything that happened at least once."""
    found: dict[str, Any] = {
        f"matches ended: {how}": Share(totals[f"ended {how}"], matches) for how in ENDINGS[1:] if totals[f"ended {how}"]
    }
    if deals := totals["deals"]:
        found["deals stalled (A)"] = Share(totals["stalled deals"], deals)
        found["deals won by the dealer laying all (A)"] = Share(totals["dealer"], deals)
        found["laid cards moved or taken back per deal (A)"] = totals["moves"] / deals
        found["passes per deal (A)"] = totals["passes"] / deals
    if totals["stops"] or totals["aside"]:
        found["cards placed per match (B)"] = totals["places"] / matches
        found["wrong places per match (B)"] = totals["put out"] / matches
        found["pairs set aside per match (B)"] = totals["aside"] / matches
        found["pairs set aside that had a place (B)"] = Share(totals["missed"], totals["aside"])
    if totals["laid"] or totals["barred"]:
        found["tries that fitted per match (C)"] = totals["laid"] / matches
        found["of them with two cards (C)"] = Share(totals["twos"], totals["laid"])
        found["tries that did not fit per match (C)"] = totals["barred"] / matches
    if totals["lost turns"]:
        found["turns lost per match (D)"] = totals["lost turns"] / matches
    return found
