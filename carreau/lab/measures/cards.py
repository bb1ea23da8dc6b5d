"""Cards: what a card that is laid, or that could be laid, is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from carreau.core.amount import amount
from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import DOTS, SHARE, Figure, Plot, Section, Series
from carreau.lab.measures.naming import card_labels, card_names, chained
from carreau.lab.measures.plots import point
from carreau.lab.measures.quantity import figure
from carreau.lab.measures.say import listed, said
from carreau.lab.measures.table import Table
from carreau.lab.statistics import UNKNOWN, Estimate, regress, together
from carreau.lab.statistics.deals import Column, Numbers

LAID, HELD = "laid", "held"
MOST_ROWS = 100_000  # matches that the regression looks at
BLOCK = 4096  # matches at a time
MOST_NAMED = 5  # cards in a sentence
MOST_DRAWN = 40  # cards in a plot: half of them the best, half of them the worst
RARE = 0.001  # in fewer of the matches than this, a card has no worth that could be told


@dataclass(frozen=True)
class Worth:
    """What a game's cards are worth in a setting, by their numbers."""

    table: Table
    laid: dict[int, Estimate]
    held: dict[int, Estimate]

    @property
    def best(self) -> int:
        return max(self.laid, key=lambda card: self.laid[card].value)

    @property
    def bad(self) -> list[int]:
        """Cards that those who lay them do worse with, for certain; the worst first."""
        return sorted((card for card, one in self.laid.items() if one.high < 0), key=lambda card: self.laid[card].value)

    @property
    def range(self) -> float:
        return max(one.value for one in self.laid.values()) - min(one.value for one in self.laid.values())

    def name(self, card: int) -> Phrase:
        return Phrase("{part}", part=card_labels(self.table.setting.game)[card])


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    found = [worth(table) for table in tables if LAID in table.columns and table.players > 1]
    found = [one for one in found if one.laid]
    if not found:
        return None
    figures = tuple(one for each in found for one in figures_of(each))
    return Section("cards", Phrase("Cards"), sentence(found), figures, tuple(map(plot, found)), tuple(notes()))


def worth(table: Table) -> Worth:
    return Worth(table, known(values(table, LAID)), known(values(table, HELD)))


def known(found: Sequence[Estimate]) -> dict[int, Estimate]:
    return {card: one for card, one in enumerate(found) if one.is_known}


def values(table: Table, kind: str) -> list[Estimate]:
    """What each card adds to a seat's share, compared with as many average cards."""
    blocks = Blocks(table, kind)
    often = blocks.often()
    weights = np.where(often >= RARE * blocks.rows, often, 0.0)
    if not weights.any():
        return []
    against_average = np.eye(len(weights)) - weights / weights.sum()
    level = together(2 * len(weights))
    found = regress(blocks, np.hstack([np.zeros((len(weights), table.players)), against_average]))
    return [found.estimate(card, level) if weights[card] else UNKNOWN for card in range(len(weights))]


@dataclass(frozen=True)
class Blocks:
    """The rows of the regression, some at a time: one for each seat of each match."""

    table: Table
    kind: str

    @property
    def cards(self) -> Column:
        return self.table.columns[self.kind]

    @property
    def rows(self) -> int:
        """How many matches are looked at: whole deals, the first ones."""
        deals = self.table.deals
        return int(deals.sizes[: int(np.searchsorted(np.cumsum(deals.sizes), MOST_ROWS, "right"))].sum()) or deals.rows

    def often(self) -> Numbers:
        """How often each card occurs."""
        counts: Numbers = self.cards[: self.rows].sum(axis=(0, 1), dtype=np.float64)
        return counts

    def __iter__(self) -> Iterator[tuple[Numbers, Numbers, Column]]:
        deal, shares, players = self.table.columns["deal"], self.table.columns["shares"], self.table.players
        seats = np.eye(players)
        begin = 0
        while begin < self.rows:
            end = self.rows if begin + BLOCK >= self.rows else int(np.searchsorted(deal, deal[begin + BLOCK], "left"))
            end = end if end > begin else int(np.searchsorted(deal, deal[begin], "right"))
            some = self.cards[begin:end].reshape(-1, self.cards.shape[2])
            columns = np.concatenate([np.tile(seats, (end - begin, 1)), some], axis=1, dtype=np.float64)
            yield columns, shares[begin:end].reshape(-1).astype(np.float64), np.repeat(deal[begin:end], players)
            begin = end


# what is said and drawn


def figures_of(found: Worth) -> Iterator[Figure]:
    names = card_names(found.table.setting.game)
    for card, one in found.laid.items():
        yield figure(found.table.id, f"laid {names[card]}", Phrase("{card}, laid", card=found.name(card)), one, SHARE)
    for card, one in found.held.items():
        yield figure(
            found.table.id, f"held {names[card]}", Phrase("{card}, if it can be laid", card=found.name(card)), one, SHARE
        )


def sentence(found: Sequence[Worth]) -> Phrase:
    if len(found) == 1:
        return of_one(found[0])
    most = max(found, key=lambda one: one.range)
    return Phrase("Cards differ most here: {setting}. {cards}", setting=most.table.name, cards=of_one(most))


def of_one(found: Worth) -> Phrase:
    """The best card, and those that are hardly ever played well."""
    best = found.best
    if found.laid[best].low > 0:
        first = Phrase(
            "The best card to lay is {card}: it adds {worth}.", card=found.name(best), worth=said(found.laid[best], SHARE)
        )
    else:
        first = Phrase("No card is better to lay than the average one for certain.")
    if not found.bad:
        return first
    names, more = [found.name(card) for card in found.bad[:MOST_NAMED]], len(found.bad) - MOST_NAMED
    bad = Phrase("{cards} and {n} more", cards=chained(names), n=amount(more)) if more > 0 else listed(names)
    return Phrase("{before} Laid with a loss, for certain: {cards}.", before=first, cards=bad)


def plot(found: Worth) -> Plot:
    cards = sorted(found.laid, key=lambda card: -found.laid[card].value)
    if len(cards) > MOST_DRAWN:
        cards = cards[: MOST_DRAWN // 2] + cards[-MOST_DRAWN // 2 :]
    points = tuple(point(found.name(card), found.laid[card]) for card in cards)
    title = Phrase("What a card is worth when it is laid: {setting}", setting=found.table.name)
    return Plot(DOTS, title, Phrase("card"), Phrase("share of the win"), (Series(Phrase("laid"), points),), SHARE, 0.0)


def notes() -> Iterator[Phrase]:
    yield Phrase(
        "What a card is worth: how much larger the share of the win is for each time that it is laid (or for those who could lay "
        "it at least once), by linear regression with the seat and the number of cards taken into account; compared with the "
        "average card, each counted as often as it occurs."
    )
    yield Phrase(
        "All cards of a setting hold together with 95% certainty (Bonferroni). Cards in fewer than one of 1,000 matches are left "
        "out, as are those about which only few deals say something, because nearly everybody has them."
    )
    yield Phrase(
        "Cards come with situations: one that only losers lay, because nothing else is left to them, looks bad without being so. "
        "What a card can be laid for is luck of the deal more often than what is laid."
    )
