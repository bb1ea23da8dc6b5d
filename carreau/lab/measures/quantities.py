"""Everything that is counted in single matches."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from carreau.core.phrase import Phrase
from carreau.lab.findings import MINUTES, NUMBER, PLIES, POINTS, ROUNDS, SHARE
from carreau.lab.measures.quantity import Parts, Quantity
from carreau.lab.measures.table import Table
from carreau.lab.statistics.deals import Column

IN_ORDER = (
    Phrase("First to act"),
    Phrase("Second to act"),
    Phrase("Third to act"),
    Phrase("Fourth to act"),
    Phrase("Fifth to act"),
    Phrase("Sixth to act"),
    Phrase("Seventh to act"),
    Phrase("Eighth to act"),
)
SECONDS = 60  # of a minute
POOR = 0.5  # of an equal share: a chance to win that is called poor


def column(name: str) -> Callable[[Table], Parts | None]:
    """The mean of a column."""

    def parts(table: Table) -> Parts | None:
        return (table.columns[name], None) if name in table.columns else None

    return parts


def of_seats(name: str, below: str | None = None) -> Callable[[Table], Parts | None]:
    """What all seats have of one column, for each player, or for each of what they have of another."""

    def parts(table: Table) -> Parts | None:
        above = table.columns[name].sum(axis=1)
        return (above / table.players, None) if below is None else (above, table.columns[below].sum(axis=1))

    return parts


def looked_at(name: str) -> Callable[[Table], Parts | None]:
    """The mean over all seats whose decisions were looked into."""

    def parts(table: Table) -> Parts | None:
        if name not in table.columns:
            return None
        values = table.columns[name]
        known = np.isfinite(values)
        count = known.sum(axis=1)
        return np.where(count > 0, np.where(known, values, 0.0).sum(axis=1), np.nan), count

    return parts


def minutes(table: Table) -> Parts | None:
    """By the model of thinking, everybody's decisions one after the other; where all play at once, as long as that took."""
    columns, thinking = table.columns, table.thinking
    seconds = (thinking.base * columns["decisions"] + thinking.per_choice * columns["thinking"]).sum(axis=1)
    if at_once(table):
        seconds = np.where(np.isfinite(columns["seconds"]), columns["seconds"], seconds)
    return seconds / SECONDS, None


def at_once(table: Table) -> bool:
    """Whether everybody plays at once, so that time was counted."""
    return "seconds" in table.columns and bool(np.isfinite(table.columns["seconds"]).any())


def forced(table: Table) -> Parts | None:
    alone = table.columns["forced"].sum(axis=1)
    return alone, alone + table.columns["decisions"].sum(axis=1)


def was_behind(table: Table) -> Parts | None:
    """Among the matches that somebody has won."""
    return np.where(np.isfinite(table.columns["lead_taken"]), table.columns["behind"] > 0, np.nan), None


def poor_chances(table: Table) -> Parts | None:
    if "lowest" not in table.columns:
        return None
    lowest = table.columns["lowest"]
    return np.where(np.isfinite(lowest), lowest < POOR * table.fair, np.nan), None


LENGTH = Quantity("length", Phrase("Plies of a match"), PLIES, column("plies"))
ROUNDS_PLAYED = Quantity("rounds", Phrase("Rounds of a match"), ROUNDS, column("rounds"))
DECISIONS = Quantity("decisions", Phrase("Decisions of each player"), NUMBER, of_seats("decisions"))
DURATION = Quantity("minutes", Phrase("Minutes of a match"), MINUTES, minutes)

BRANCHING = Quantity("branching", Phrase("Actions to choose from"), NUMBER, of_seats("branching", "decisions"))
FORCED = Quantity("forced", Phrase("Plies without a choice"), SHARE, forced)
REAL = Quantity("real choices", Phrase("Decisions that matter"), SHARE, looked_at("real"))
STAKE = Quantity("stake", Phrase("What a decision is worth"), SHARE, looked_at("stake"))

LEAD_CHANGES = Quantity("lead changes", Phrase("Changes of the lead"), NUMBER, column("lead_changes"))
LEAD_TAKEN = Quantity("lead taken", Phrase("When the winner takes the lead for good"), SHARE, column("lead_taken"))
BEHIND = Quantity("was behind", Phrase("Winners who had been behind"), SHARE, was_behind)
DEFICIT = Quantity("deficit", Phrase("Points that a winner made up"), POINTS, column("behind"))
LEVEL_AT_HALF = Quantity("level at half", Phrase("Nobody ahead at half of the match"), SHARE, column("level"))
MARGIN = Quantity("margin", Phrase("Points between winner and next"), POINTS, column("margin"))
DECIDED = Quantity("decided", Phrase("When the match is decided"), SHARE, column("decided"))
COMEBACKS = Quantity("comebacks", Phrase("Winners who had poor chances"), SHARE, poor_chances)

IN_LENGTH = (LENGTH, ROUNDS_PLAYED, DECISIONS, DURATION)
IN_DECISIONS = (BRANCHING, FORCED, REAL, STAKE)
IN_TENSION = (LEAD_CHANGES, LEAD_TAKEN, BEHIND, DEFICIT, LEVEL_AT_HALF, MARGIN, DECIDED, COMEBACKS)


def seat(number: int) -> Quantity:
    """The share of the wins that goes to a seat."""

    def parts(table: Table) -> Parts | None:
        return (table.columns["shares"][:, number], None) if number < table.players else None

    return Quantity(f"share of seat {number}", Phrase("Seat {seat}", seat=number), SHARE, parts)


def place(number: int) -> Quantity:
    """The share of the wins that goes to whoever is first, second, … to act."""

    def parts(table: Table) -> Parts | None:
        return (in_order(table)[:, number - 1], None) if number <= table.players else None

    return Quantity(f"share of place {number}", IN_ORDER[number - 1], SHARE, parts)


def in_order(table: Table) -> Column:
    """Shares by order of play, from the seat that acted first on; nan where nobody did."""
    first = table.columns["first"].astype(np.int64)
    turned = (first[:, None] + np.arange(table.players)) % table.players
    shares: Column = np.take_along_axis(table.columns["shares"], turned, axis=1)
    return np.where(first[:, None] < 0, np.nan, shares) if (first < 0).any() else shares


SEATS = tuple(map(seat, range(len(IN_ORDER))))
PLACES = tuple(map(place, range(1, len(IN_ORDER) + 1)))
MAIN = (SEATS[0], LENGTH, DURATION, DECISIONS, BRANCHING, FORCED, REAL, STAKE, LEAD_CHANGES, LEAD_TAKEN, BEHIND, DECIDED)
QUANTITIES = {one.name: one for one in (*SEATS, *PLACES, *IN_LENGTH, *IN_DECISIONS, *IN_TENSION)}


def quantity_named(name: str) -> Quantity | None:
    """A quantity by its name, however it is spaced."""
    return QUANTITIES.get(re.sub(r"\s+", " ", name.strip().lower()))
