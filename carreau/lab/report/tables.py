"""The figures of a report as tables of HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from carreau.core.amount import NOTHING, amount
from carreau.core.words import Words
from carreau.lab.findings import SHARE, Figure, Findings, Plot, Point, Section, Setting
from carreau.lab.report.units import interval_of, places_of, unit_name, value_of, written

MANY_ROWS = 16
SIDE_BY_SIDE = 4  # columns of settings on a page; if there are more, each has a row
GRID = 0.005  # decimals of the numbers along the bottom


@dataclass(frozen=True)
class Cell:
    """What stands in a table: a text, and a smaller one below it."""

    text: str
    below: str = ""


Row = tuple[Cell, Sequence[Cell]]


def table(caption: str, head: Sequence[str], rows: Sequence[Row], kind: str = "numbers", shows: bool = False) -> str:
    """Every row begins with its name; a caption is shown unless the same stands above. A table that is too wide can be
    scrolled, with the keyboard too."""
    top = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "".join(
        f'<tr><th scope="row">{within(name)}</th>{"".join(f"<td>{within(cell)}</td>" for cell in cells)}</tr>'
        for name, cells in rows
    )
    shown, looks = escape(caption), "" if shows else ' class="unseen"'
    return (
        f'<div class="scroll" role="group" tabindex="0" aria-label="{shown}"><table class="{kind}">'
        f"<caption{looks}>{shown}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def within(cell: Cell) -> str:
    return escape(cell.text) + (f"<small>{escape(cell.below)}</small>" if cell.below else "")


def figures_table(findings: Findings, section: Section, words: Words) -> str:
    """The figures of a section: settings side by side if they are few, otherwise one below the other; then what compares them."""
    of_settings = [figure for figure in section.figures if findings.setting(figure.variant)]
    others = [figure for figure in section.figures if not findings.setting(figure.variant)]
    return settings_figures(findings, of_settings, words) + other_figures(others, words)


def settings_figures(findings: Findings, figures: Sequence[Figure], words: Words) -> str:
    variants = [one for one in findings.settings if any(figure.variant == one.id for figure in figures)]
    names = names_of(figures)
    found = {(figure.variant, key_of(figure)): figure for figure in figures}
    called = [Cell(words.tell(one.name)) for one in variants]
    labels = [Cell(words.tell(label), unit_name(unit, words)) for _, label, unit in names]
    if len(variants) <= SIDE_BY_SIDE:
        lines = [[figure_cell(found.get((one.id, name)), words) for one in variants] for name in names]
        return folded([words.say("Figure"), *(one.text for one in called)], list(zip(labels, lines)), words)
    lines = [[figure_cell(found.get((one.id, name)), words) for name in names] for one in variants]
    head = [words.say("Setting"), *(f"{one.text} ({one.below})" if one.below else one.text for one in labels)]
    return folded(head, list(zip(called, lines)), words)


def other_figures(figures: Sequence[Figure], words: Words) -> str:
    """Figures that are not about one setting: their labels say everything."""
    rows = [(Cell(words.tell(one.label), unit_name(one.unit, words)), [figure_cell(one, words)]) for one in figures]
    return folded([words.say("Figure"), words.say("Value")], rows, words)


def folded(head: Sequence[str], rows: Sequence[Row], words: Words) -> str:
    """A table of figures; a very long one, whose plots say the same, behind a fold."""
    caption = words.say("Figures with their 95% intervals")
    if len(rows) <= MANY_ROWS:
        return table(caption, head, rows, shows=True) if rows else ""
    inside = table(caption, head, rows)
    return f'<details class="notes"><summary>{escape(caption)}</summary>{inside}</details>'


def names_of(figures: Sequence[Figure]) -> list[tuple[str, str, str]]:
    """What all figures are called, each after the one that it follows in its setting."""
    names: list[tuple[str, str, str]] = []
    place, last = 0, ""
    for figure in figures:
        place, last = (place if figure.variant == last else 0), figure.variant
        if key_of(figure) not in names:
            names.insert(place, key_of(figure))
        place = names.index(key_of(figure)) + 1
    return names


def key_of(figure: Figure) -> tuple[str, str, str]:
    return figure.name, figure.label, figure.unit


def figure_cell(figure: Figure | None, words: Words) -> Cell:
    if figure is None:
        return Cell(NOTHING)
    return Cell(value_of(figure, words), interval_of(figure.low, figure.high, figure.unit, words))


def settings_table(findings: Findings, words: Words) -> str:
    """What was played."""
    say = words.say
    head = [say("Setting"), say("Players"), say("Who plays"), say("Deals"), say("Matches")]
    rows = [
        (
            Cell(words.tell(one.name)),
            [Cell(text) for text in (str(one.players), who(one), whole(one.deals, words), whole(one.matches, words))],
        )
        for one in findings.settings
    ]
    return table(say("What was played"), head, rows, "mixed")


def who(setting: Setting) -> str:
    """The bots, by seat; one name if all are the same."""
    return ", ".join(setting.bots if len(set(setting.bots)) > 1 else setting.bots[:1])


def whole(number: int, words: Words) -> str:
    return words.tell(amount(number))


def options_table(findings: Findings, words: Words) -> str:
    """Every option of every setting, those at their defaults too."""
    rows = [
        (
            Cell(words.tell(one.name), f"{one.game} {one.version}"),
            [Cell(", ".join(f"{name} = {value}" for name, value in one.options.items()) or NOTHING)],
        )
        for one in findings.settings
    ]
    return table(words.say("All options"), [words.say("Setting"), words.say("Options")], rows, "mixed")


def plot_table(plot: Plot, words: Words) -> str:
    """The figures of a plot: what lies along the bottom in rows, the series in columns."""
    found = {(point.x, k): point for k, series in enumerate(plot.series) for point in series.points}
    along = list(dict.fromkeys(x for x, _ in found))
    if not any(isinstance(x, str) for x in along):
        along.sort()
    rows = [
        (Cell(place(x, words)), [point_cell(found.get((x, k)), plot.unit, words) for k in range(len(plot.series))]) for x in along
    ]
    return table(words.tell(plot.title), [words.tell(plot.x), *(words.tell(series.name) for series in plot.series)], rows)


def place(x: object, words: Words) -> str:
    if isinstance(x, str):
        return words.tell(x)
    value = float(x)  # type: ignore[arg-type]
    return written(value, "", 0 if value.is_integer() else places_of(value, value - GRID, value + GRID, ""), words)


def point_cell(point: Point | None, unit: str, words: Words) -> Cell:
    if point is None:
        return Cell(NOTHING)
    places = places_of(point.y, point.low, point.high, unit)
    if point.low is None and unit == SHARE:
        places = 3
    return Cell(written(point.y, unit, places, words), interval_of(point.low, point.high, unit, words))
