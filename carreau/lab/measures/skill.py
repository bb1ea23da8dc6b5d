"""Luck and skill: how much better a better bot does, and how much the deal decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import CURVE, DOTS, NUMBER, SHARE, Figure, Plot, Section, Series
from carreau.lab.measures.naming import bot_name, chained, part_of
from carreau.lab.measures.plots import point
from carreau.lab.measures.quantity import Parts, Quantity, figure
from carreau.lab.measures.say import said
from carreau.lab.measures.strength import rank, step
from carreau.lab.measures.table import Table
from carreau.lab.statistics import UNKNOWN, Estimate, part_by_deal, share_by_deal
from carreau.lab.statistics.deals import Column

HUNDRED = 100


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    tables = [table for table in tables if table.players > 1]
    parts = {table.id: part for table in tables if (part := by_deal(table)).is_known}
    mixed = [table for table in tables if len(table.setting.entrants) > 1]
    if not parts and not mixed:
        return None
    figures = [one for table in tables for one in figures_of(table, parts.get(table.id, UNKNOWN))]
    title, drawn = Phrase("Luck and skill"), (*curves(mixed), *dots(mixed), *shares_of_luck(tables, parts))
    return Section("skill", title, sentence(tables, parts), tuple(figures), drawn, tuple(notes(mixed, parts)))


def figures_of(table: Table, part: Estimate) -> Iterator[Figure]:
    if len(table.setting.entrants) > 1:
        for bot in table.setting.entrants:
            yield from share_of(bot).figures([table])
    if pair := extremes(table):
        label = Phrase("Wins of the weakest in 100 against the strongest")
        yield figure(table.id, "wins of 100", label, in_hundred(table, *pair), NUMBER)
    if part.is_known:
        rest = part.times(-1).plus(1)
        yield figure(table.id, "variance by deal", Phrase("What the deal decides"), part, SHARE)
        yield figure(table.id, "variance by play", Phrase("What the play decides"), rest, SHARE)


# between bots


def seats_of(bot: str, table: Table) -> tuple[Column, Column]:
    """What a bot's seats win, and how many these are, for every match."""
    is_theirs = table.columns["bot"] == table.setting.entrants.index(bot)
    return (table.columns["shares"] * is_theirs).sum(axis=1), is_theirs.sum(axis=1)


def share_of(bot: str) -> Quantity:
    """The share of the wins for each of its seats."""

    def parts(table: Table) -> Parts | None:
        return seats_of(bot, table) if bot in table.setting.entrants else None

    return Quantity(f"share of {bot}", Phrase("Share of {bot} for each of its seats", bot=bot_name(bot)), SHARE, parts)


def extremes(table: Table) -> tuple[str, str] | None:
    """The weakest and the strongest bot at the table, as far as it is known."""
    ranked = sorted((place, bot) for bot in table.setting.entrants if (place := rank(bot)) is not None)
    return (ranked[0][1], ranked[-1][1]) if ranked and ranked[0][0] < ranked[-1][0] else None


def in_hundred(table: Table, low: str, high: str) -> Estimate:
    """Of 100 matches that a seat of one or of the other wins, how many go to the weaker: 50 if they were equal."""
    (weak, weak_seats), (strong, strong_seats) = seats_of(low, table), seats_of(high, table)
    weak, strong = weak / weak_seats, strong / strong_seats
    return share_by_deal(weak, table.deals, weak + strong).times(HUNDRED)


def widest(tables: Sequence[Table]) -> Table | None:
    """The setting in which the strongest bot meets the weakest."""

    def gap(table: Table) -> float:
        low, high = extremes(table) or ("random", "random")
        return (rank(high) or 0.0) - (rank(low) or 0.0)

    known = [table for table in tables if extremes(table)]
    return max(known, key=gap) if known else None


# what the deal decides


def by_deal(table: Table) -> Estimate:
    """Known if deals were played again."""
    columns = table.columns
    if int(columns["again"].max()) == 0:
        return UNKNOWN
    return part_by_deal(columns["shares"], columns["deal"], columns["table"])


# what is said and drawn


def sentence(tables: Sequence[Table], parts: dict[str, Estimate]) -> Phrase:
    said_of = [*wins_said(tables), *parts_said(tables, parts)]
    if not said_of:
        return Phrase("How strong these bots are is not known beforehand: see their shares.")
    return said_of[0] if len(said_of) == 1 else Phrase("{before} {sentence}", before=said_of[0], sentence=said_of[1])


def wins_said(tables: Sequence[Table]) -> Iterator[Phrase]:
    if (table := widest(tables)) and (pair := extremes(table)):
        low, high = pair
        wins = {"n": said(in_hundred(table, low, high)), "low": bot_name(low), "high": bot_name(high)}
        if (low, high) == ("1", "5"):
            yield Phrase("A beginner wins {n} of 100 matches against a master.", n=wins["n"])
        else:
            yield Phrase("Of 100 matches, “{low}” wins {n} against “{high}”.", **wins)


def parts_said(tables: Sequence[Table], parts: dict[str, Estimate]) -> Iterator[Phrase]:
    known = sorted((table for table in tables if table.id in parts), key=lambda table: parts[table.id].value)
    if len(known) == 1:
        part = said(parts[known[0].id], SHARE)
        yield Phrase("The deal decides {part} of what differs between matches, the play the rest.", part=part)
    elif known:
        yield Phrase(
            "The deal decides {least} ({one}) to {most} ({other}) of what differs between matches.",
            least=said(parts[known[0].id], SHARE), one=known[0].name,
            most=said(parts[known[-1].id], SHARE), other=known[-1].name,
        )  # fmt: skip


def curves(mixed: Sequence[Table]) -> Iterator[Plot]:
    """How the share grows with strength: one curve for each weaker bot and its surroundings."""
    found: dict[tuple[str, int], dict[Phrase, list[tuple[float, Estimate]]]] = {}
    for table in mixed:
        if len(table.setting.entrants) == 2 and (climb := step(*table.setting.entrants)):
            weak, strong = (table.setting.entrants[k] for k in climb.order)
            series = found.setdefault((climb.kind, table.players), {}).setdefault(series_name(table, weak), [])
            series.append((climb.x, share_of(strong).estimate(table)))
    for (kind, players), named in sorted(found.items()):
        lines = tuple(
            Series(name, tuple(point(x, one) for x, one in sorted(points, key=lambda pair: pair[0])))
            for name, points in named.items()
            if len(points) > 1
        )
        if lines:
            x = Phrase("level of the stronger") if kind == "level" else Phrase("doublings of the search")
            title = Phrase("What more strength gives ({n} players)", n=players)
            yield Plot(CURVE, title, x, Phrase("share of the stronger"), lines, SHARE, 1 / players)


def series_name(table: Table, weak: str) -> Phrase:
    """Against whom, and what else is varied."""
    others = [part_of(name, value) for name, value in table.setting.varied.items() if name not in ("bots", "players")]
    return chained([*others, Phrase("against {bot}", bot=bot_name(weak))])


def dots(mixed: Sequence[Table]) -> Iterator[Plot]:
    """The shares of all bots, one plot for every number of players."""
    for players, group in groupby(sorted(mixed, key=lambda table: table.players), key=lambda table: table.players):
        tables = list(group)
        bots = dict.fromkeys(bot for table in tables for bot in table.setting.entrants)
        series = tuple(
            Series(
                Phrase("{part}", part=bot_name(bot)),
                tuple(point(table.name, share_of(bot).estimate(table)) for table in tables if bot in table.setting.entrants),
            )
            for bot in bots
        )
        title = Phrase("Who wins, for each seat ({n} players)", n=players)
        yield Plot(DOTS, title, Phrase("Setting"), Phrase("share of the wins"), series, SHARE, 1 / players)


def shares_of_luck(tables: Sequence[Table], parts: dict[str, Estimate]) -> Iterator[Plot]:
    points = tuple(point(table.name, parts[table.id]) for table in tables if table.id in parts)
    if len(points) > 1:
        line = (Series(Phrase("What the deal decides"), points),)
        yield Plot(DOTS, Phrase("How much the deal decides"), Phrase("Setting"), Phrase("share of the variance"), line, SHARE)


def notes(mixed: Sequence[Table], parts: dict[str, Estimate]) -> Iterator[Phrase]:
    if mixed:
        yield Phrase("Every bot has had every seat on every deal, so that neither cards nor seats favour one of them.")
    if any(extremes(table) and table.players > 2 for table in mixed):
        yield Phrase(
            "Wins of 100 with more than two players: of the matches that are won by a seat of the weaker or by a seat of the "
            "stronger; 50 would be equal."
        )
    if parts:
        yield Phrase(
            "What the deal decides: the part of the variance of the shares that matches of the same deal and the same seats have "
            "in common (one-way analysis of variance, random effects). The deal is all of the game’s own chance; the rest is how "
            "bots happen to choose."
        )
    else:
        yield Phrase("How much the deal decides is seen only if each deal is played again (again = 2).")
