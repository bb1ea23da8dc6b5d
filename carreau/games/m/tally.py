"""What simulations count in M: how matches ended, scoring phases, tokens, passes, and how far apart the scores were."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule
from carreau.core.share import Share

from .constants import EMPTY, HAND, NO_CARD, PASS, TARGETS
from .rules import TAKE
from .rules.hidden import PILE, RING
from .rules.layout import fitting_cells, open_cells

COLUMNS = (
    "scoring", "passes", "passes early", "scorings", "cards", "tokens", "turns",
    "forced", "free", "handless", "changes", "spread", "square",
)  # fmt: skip
SCORING, _, _, SCORINGS, TAKEN, TOKENS, TURNS, FORCED, FREE, HANDLESS, CHANGES, SPREAD, SQUARE = range(len(COLUMNS))


@rule
def tally(s, seat, action, out):
    card, target = action // TARGETS, action % TARGETS
    out[TOKENS] += s.moved
    if target == PASS:
        out[TURNS] += 1
        out[CHANGES] += card != NO_CARD
        out[kind_of_pass(s, seat)] += 1
    elif card != NO_CARD:
        out[TURNS] += 1
        out[SCORINGS] += s.phase == TAKE
    elif target < PASS:
        out[TAKEN] += 1
    else:
        out[SCORINGS] += 1
    if s.over:
        count_end(s, out)


@rule
def kind_of_pass(s, seat):
    """Whether the player who just passed had no cards, none that fitted, or one that did; the table is still the same."""
    cells = open_cells(s)
    cards, fit = 0, False
    for slot in range(HAND):
        place = seat * HAND + slot
        if slot == s.slot:  # its card is now the last of the pile
            place = PILE + (s.top + s.left - 1) % RING
        if s.card[place] != EMPTY:
            cards += 1
            fit = fit or fitting_cells(s, s.card[place], cells) != 0
    if cards == 0:
        return HANDLESS
    return FREE if fit else FORCED


@rule
def count_end(s, out):
    out[SCORING + s.ended - 1] += 1
    best, worst = s.points[0], s.points[0]
    for seat in range(s.players):
        best, worst = max(best, s.points[seat]), min(worst, s.points[seat])
    out[SPREAD] += best - worst
    out[SQUARE] += (best - worst) * (best - worst)


@rule
def card_laid(action):
    """The kind of the card that an action lays; -1 for none."""
    card, target = action // TARGETS, action % TARGETS
    return card if card != NO_CARD and target < PASS else -1


def report(totals: dict[str, float], matches: int) -> dict[str, Any]:
    turns, scorings = totals["turns"], max(totals["scorings"], 1)
    spread = totals["spread"] / matches
    return {
        "matches ended by the last scoring phase (M19)": Share(totals["scoring"], matches),
        "matches ended by passes with the pile empty (M20)": Share(totals["passes"], matches),
        "matches ended by passes with cards in the pile (M20)": Share(totals["passes early"], matches),
        "scoring phases per match": totals["scorings"] / matches,
        "cards taken per scoring phase": totals["cards"] / scorings,
        "tokens moved per match": totals["tokens"] / matches,
        "turns per match": turns / matches,
        "turns passed because no card fitted": Share(totals["forced"], turns),
        "turns passed by choice": Share(totals["free"], turns),
        "turns passed without cards": Share(totals["handless"], turns),
        "passes with a card changed": Share(totals["changes"], totals["forced"] + totals["free"] + totals["handless"]),
        "points between first and last": spread,
        "points between first and last, deviation": max(totals["square"] / matches - spread * spread, 0) ** 0.5,
    }
