"""The tables of the answers in the documentation, from the findings of their experiments.

    python -m carreau.lab.answers keep RESULTS docs/lab/answers     takes what the tables show out of folders of results
    python -m carreau.lab.answers write docs/lab/answers            writes the tables into the page again

Every experiment `docs/lab/answers/NAME.toml` has its results in `RESULTS/NAME`, where
`carreau lab run docs/lab/answers/NAME.toml --folder RESULTS/NAME` has put them. What is kept is in `figures.json`. The page is
`docs/lab/answers.md`, where a table stands between `<!-- table: NAME EXPERIMENT … -->` and `<!-- end -->`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import carreau

Row = dict[str, Any]  # a figure: experiment, game, players, bots, options (those that are varied), figure, value, low, high
KEPT = re.compile(
    r"share of place \d|advantage|wins of 100|variance by deal|length|single winner"
    r"|difference of (length|branching|lead changes)"
)
FIGURES, PAGE = "figures.json", "answers.md"
TABLE = re.compile(r"(<!-- table: (\w+) ([\w -]+) -->\n).*?(<!-- end -->)", re.DOTALL)


# what is kept


def keep(results: Path, folder: Path) -> None:
    """Renew what is known of every experiment that has results; what has none stays as it was."""
    file = folder / FIGURES
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    fresh = {}
    for source in sorted(folder.glob("*.toml")):
        if (results / source.stem / "findings.json").exists():
            fresh[source.stem] = kept_of(source, results / source.stem)
    rows = [row for row in known if row["experiment"] not in fresh] + [row for found in fresh.values() for row in found]
    rows.sort(key=lambda row: row["experiment"])
    file.write_text("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n", encoding="utf-8")


def kept_of(source: Path, results: Path) -> list[Row]:
    found = json.loads((results / "findings.json").read_text(encoding="utf-8"))
    if found["source"] != source.read_text(encoding="utf-8"):
        raise SystemExit(f"{results} are the results of another experiment than {source}.")
    settings = {setting["id"]: setting for setting in found["settings"]}
    rows = []
    for figure in (figure for section in found["sections"] for figure in section["figures"]):
        variant, _, less = figure["variant"].partition(" - ")
        if KEPT.fullmatch(figure["name"]) and variant in settings:
            rows.append(row_of(source.stem, settings[variant], found, figure, settings.get(less)))
    if any("deals" in row["options"] for row in rows):
        rows += [single_winner(source.stem, setting, found, results) for setting in found["settings"]]
    return rows


def row_of(experiment: str, setting: Row, found: Row, figure: Row, less: Row | None) -> Row:
    row = {
        "experiment": experiment, "game": setting["game"], "players": setting["players"], "bots": setting["bots"],
        "options": varied(setting, found), "figure": figure["name"],
        "value": rounded(figure["value"]), "low": rounded(figure["low"]), "high": rounded(figure["high"]),
    }  # fmt: skip
    return {**row, "less": varied(less, found)} if less else row


def varied(setting: Row, found: Row) -> Row:
    """The options in which the settings of one game differ."""
    others = [other["options"] for other in found["settings"] if other["game"] == setting["game"]]
    return {name: value for name, value in setting["options"].items() if any(other[name] != value for other in others)}


def rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.4g}")


def single_winner(experiment: str, setting: Row, found: Row, results: Path) -> Row:
    """The share of the matches that one seat won alone, from the raw results."""
    import numpy as np
    import pyarrow.parquet as parquet  # type: ignore[import-untyped]

    names = [f"shares_{seat}" for seat in range(setting["players"])]
    rows = parquet.read_table(results / "raw" / setting["id"].replace("=", "_"), columns=names)
    best = np.max([rows[name].to_numpy() for name in names], axis=0) > 0.999
    error = 1.96 * float(best.std()) / len(best) ** 0.5
    figure = {"name": "single winner", "value": best.mean(), "low": max(0.0, best.mean() - error), "high": best.mean() + error}
    return row_of(experiment, setting, found, figure, None)


# tables


def write(folder: Path) -> None:
    page = folder.parent / PAGE
    page.write_text(filled_in(page.read_text(encoding="utf-8"), folder), encoding="utf-8")


def filled_in(page: str, folder: Path) -> str:
    """The page with its tables as the figures have them."""
    rows: list[Row] = json.loads((folder / FIGURES).read_text(encoding="utf-8"))
    return TABLE.sub(lambda found: found[1] + TABLES[found[2]](rows, found[3].split()) + found[4], page)


def seats(rows: list[Row], experiments: list[str]) -> str:
    """The share of whoever acts first, by game, number of players and kind of player."""
    kinds = dict(zip(("at random", "greedy", "level 2"), experiments, strict=True))
    lines = []
    for game, players in pairs(rows, experiments[0]):
        cells = [
            first_and_last(only(rows, experiment=experiment, game=game, players=players), players)
            for experiment in kinds.values()
        ]
        lines.append([name(game), players, f"{100 / players:.0f}%", *cells])
    return table(["game", "players", "equal", *(f"first, last: {kind}" for kind in kinds)], lines)


def first_and_last(rows: list[Row], players: int) -> str:
    first, last = (percent(only(rows, figure=f"share of place {place}"), 1 / players) for place in (1, players))
    return f"{first}, {last}" if first else ""


def dealer(rows: list[Row], experiments: list[str]) -> str:
    """The dealer's share, and how often there is one winner."""
    few = experiments[-1]  # of so few matches that only one figure is shown
    lines = []
    for row in only(rows, experiment=experiments[0], figure="single winner"):
        options = row["options"]
        here = [one for one in rows if plays(one, options)]
        cells = []
        for experiment in experiments:
            found = only(here, experiment=experiment, players=row["players"])
            cells.append(percent(only(found, figure="share of place 1"), 1 / row["players"]))
            if experiment != few:
                cells.append(percent(only(found, figure="single winner"), None))
        lines.append([row["players"], options["deals"], options["take_back"], *cells])
    head = [
        "players", "`deals`", "`take_back`", "dealer at random", "one winner", "greedy dealer", "one winner", "dealer of level 3",
    ]  # fmt: skip
    return table(head, lines)


def plays(row: Row, options: Row) -> bool:
    return all(row["options"].get(key, "move") == value for key, value in options.items())


def ways(rows: list[Row], experiments: list[str]) -> str:
    lines = []
    for row in only(rows, experiment=experiments[0], figure="advantage"):
        here = only(rows, experiment=experiments[0], players=row["players"], bots=row["bots"])
        first = only([one for one in here if one["options"] == row["options"]], figure="share of place 1")
        cells = [percent([row], 0.0), percent(first, 1 / row["players"])]
        lines.append([row["options"]["way"], row["players"], f"level {row['bots'][0]}", *cells])
    return table(
        ["way", "players", "who", "the best seat or place is ahead by", "first to act"], sorted(lines, key=lambda line: line[:3])
    )


def first(rows: list[Row], experiments: list[str]) -> str:
    found = only(rows, experiment=experiments[0], figure="share of place 1")
    kinds = {"random": "at random", "2": "level 2"}
    return table(["who", "first to act"], [[kinds[row["bots"][0]], percent([row], 0.5)] for row in found])


def skill(rows: list[Row], experiments: list[str]) -> str:
    here = only(rows, experiment=experiments[0], figure="wins of 100")
    strong = unique([row["bots"][0] for row in here])
    lines = []
    for game in unique([row["game"] for row in here]):
        found = only(here, game=game)
        lines.append([name(game), *(number([row for row in found if row["bots"][0] == bot]) for bot in strong)])
    return table(["game", *(f"against level {bot}" for bot in strong)], lines)


def luck(rows: list[Row], experiments: list[str]) -> str:
    lines = []
    for game in dict.fromkeys(row["game"] for row in only(rows, experiment=experiments[0])):
        lines.append([name(game), percent(only(rows, experiment=experiments[0], game=game, figure="variance by deal"), None)])
    return table(["game", "variance by deal"], lines)


def chance(rows: list[Row], experiments: list[str]) -> str:
    here = only(rows, experiment=experiments[0])
    lines = []
    for options in unique([row["options"] for row in here]):
        found = [row for row in here if row["options"] == options]
        label = options["way"]
        if label == "a":
            label += f", `deals` = `{options['deals']}`, `take_back` = `{options['take_back']}`"
        beginner = only(found, figure="wins of 100")
        dealt = [row for row in only(found, figure="variance by deal") if row["bots"] == ["2", "2"]]
        lines.append([label, number(beginner), percent(dealt, None)])
    return table(["way", "wins of 100 of level 1 against level 3", "variance by deal, level 2"], lines)


def options(rows: list[Row], experiments: list[str]) -> str:
    """What an option changes between greedy players, one after the other."""
    lines = []
    for experiment in unique([row["experiment"] for row in rows if row["experiment"].startswith(experiments[0])]):
        here = only(rows, experiment=experiment)
        for row in only(here, figure="difference of length"):
            same = [one for one in here if one["options"] == row["options"] and one.get("less") == row["less"]]
            option, value = next((key, value) for key, value in row["options"].items() if row["less"].get(key) != value)
            before, after = (only(here, options=row[key], figure="length") for key in ("less", "options"))
            first = [only(here, options=row[key], figure="share of place 1") for key in ("less", "options")]
            lines.append(
                [name(row["game"]), row["players"], f"`{option}`", f"{shown(row['less'][option])} → {shown(value)}"]
                + [f"{before[0]['value']:.0f} → {after[0]['value']:.0f}"]
                + [change(only(same, figure=f"difference of {what}")) for what in ("length", "branching", "lead changes")]
                + [" → ".join(percent(found, 1 / row["players"]) for found in first)]
            )
    head = [
        "game",
        "players",
        "option",
        "from → to",
        "plies",
        "more plies",
        "more choices",
        "more changes of the lead",
        "first to act",
    ]
    return table(head, lines)


TABLES: dict[str, Callable[[list[Row], list[str]], str]] = {
    "seats": seats, "dealer": dealer, "ways": ways, "first": first, "skill": skill, "luck": luck,
    "chance": chance, "options": options,
}  # fmt: skip


# parts of a table


def table(head: list[str], lines: list[list[Any]]) -> str:
    rows = [head, ["---"] * len(head), *lines]
    return "".join(f"| {' | '.join(str(cell) for cell in row)} |\n" for row in rows)


def only(rows: list[Row], **wanted: Any) -> list[Row]:
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def unique(values: list[Any]) -> list[Any]:
    return [value for k, value in enumerate(values) if value not in values[:k]]


def pairs(rows: list[Row], experiment: str) -> list[tuple[str, int]]:
    return unique([(row["game"], row["players"]) for row in only(rows, experiment=experiment)])


def name(game: str) -> str:
    return carreau.load(game).name


def percent(found: list[Row], equal: float | None) -> str:
    """A share with its interval, in bold if the interval leaves out an equal share."""
    if not found or found[0]["value"] is None:
        return ""
    row = found[0]
    text = f"{100 * row['value']:.0f}% ({100 * row['low']:.0f}-{100 * row['high']:.0f})"
    return f"**{text}**" if equal is not None and not row["low"] <= equal <= row["high"] else text


def number(found: list[Row]) -> str:
    return f"{found[0]['value']:.0f} ({found[0]['low']:.0f}-{found[0]['high']:.0f})" if found else ""


def change(found: list[Row]) -> str:
    """A difference with its interval, in bold if it is certain."""
    if not found or found[0]["value"] is None:
        return ""
    row = found[0]
    digits = 0 if abs(row["value"]) >= 20 else 1
    value, low, high = (f"{row[key]:+.{digits}f}".replace("-", "−") for key in ("value", "low", "high"))
    text = f"{value} ({low} to {high})"
    return text if row["low"] <= 0 <= row["high"] else f"**{text}**"


def shown(value: object) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    if sys.argv[1] == "keep":
        keep(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        write(Path(sys.argv[2]))
