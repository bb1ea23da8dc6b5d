"""The report of an experiment: one file for everybody, JSON that can be read again, a table for programs."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from carreau.core import extra
from carreau.core.errors import CarreauError, MissingExtra
from carreau.core.words import words_for
from carreau.lab import report
from carreau.lab.findings import COUNT, DOTS, MINUTES, PLIES, SHARE, Figure, Findings, Point
from carreau.lab.report.page import duration
from carreau.lab.report.plots.curve import spread
from carreau.lab.report.plots.drawing import draw
from carreau.lab.report.plots.scale import scale_for
from carreau.lab.report.tables import SIDE_BY_SIDE
from carreau.lab.report.units import figure_text
from carreau.lab.report.words import words_in, words_of
from tests.lab.made import ODD, SOURCE, found
from tests.web.axe import in_both_lights

PHONE, DESK = 360, 1440
ENGLISH, FRENCH = words_in("en"), words_in("fr")
AGAIN = "from carreau.lab import report; from tests.lab.made import found; print(report.html(found(), 'fr'))"
SAYS = "one => one.textContent"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports in both languages, with settings side by side and one below the other."""
    folder = tmp_path_factory.mktemp("reports")
    for settings in (3, SIDE_BY_SIDE + 1):
        for language in ("en", "fr"):
            report.write(found(settings), folder / f"{language}-{settings}", language)
    return folder


def address(folder: Path, language: str, settings: int = 3) -> str:
    return (folder / f"{language}-{settings}" / "report.html").as_uri()


# files


def test_the_same_findings_make_the_same_bytes(folder: Path) -> None:
    """In another process too, whatever the settings of whoever reads Matplotlib's."""
    own = folder / "matplotlibrc"
    own.write_text("lines.solid_capstyle: round\npatch.force_edgecolor: True\nsvg.fonttype: path\nfont.family: monospace\n")
    environment = {**os.environ, "MATPLOTLIBRC": str(own), "PYTHONHASHSEED": "5"}
    said = subprocess.run([sys.executable, "-c", AGAIN], capture_output=True, text=True, check=True, env=environment)
    assert said.stdout.rstrip("\n") == (folder / "fr-3" / "report.html").read_text(encoding="utf-8").rstrip("\n")


def test_json_and_back(folder: Path) -> None:
    data = json.loads((folder / "fr-3" / "findings.json").read_text(encoding="utf-8"))
    again = report.from_json(data)
    assert again == found() and again.seconds == found().seconds
    assert report.as_json(again) == report.as_json(found())
    assert report.html(again, "fr") == (folder / "fr-3" / "report.html").read_text(encoding="utf-8")
    with pytest.raises(CarreauError, match="format"):
        report.from_json({**data, "findings": 99})


def test_the_table_has_every_figure_in_full(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((folder / "en-3" / "findings.csv").read_text(encoding="utf-8"))))
    figures = [(section.id, figure) for section in found().sections for figure in section.figures]
    assert len(rows) == len(figures)
    for row, (section, figure) in zip(rows, figures):
        assert (row["section"], row["setting"], row["figure"], row["unit"]) == (section, figure.variant, figure.name, figure.unit)
        for name in ("value", "low", "high"):
            value = getattr(figure, name)
            assert row[name] == "" if math.isnan(value) else float(row[name]) == value
        if setting := found().setting(figure.variant):
            assert (row["game"], row["players"], row["bots"]) == (setting.game, "2", "greedy,random")
            assert json.loads(row["options"]) == setting.options


def test_a_missing_extra_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra, "is_installed", lambda module: False)
    with pytest.raises(MissingExtra, match=r'Matplotlib: pip install "carreau\[lab\]"$'):
        report.html(found())
    assert report.as_csv(found()) and report.as_json(found())


def test_matplotlib_is_only_loaded_to_draw() -> None:
    program = "import sys; from carreau.lab import report; print('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"


def test_findings_so_far_are_a_report_too() -> None:
    empty = replace(found(), sections=(), done=0.4)
    assert "The experiment is not finished: 40% is done." in report.html(empty)
    bare = replace(found(), settings=(), sections=found().sections[:1])
    assert "Seat 0" in report.html(bare)


# what it shows


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("settings", [3, SIDE_BY_SIDE + 1])
def test_everybody_can_read_it(folder: Path, language: str, settings: int, open_page: Callable[..., Page]) -> None:
    page = open_page(DESK, 900)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address(folder, language, settings))
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert in_both_lights(page) == []
    assert asked == [address(folder, language, settings)]
    headings = page.eval_on_selector_all("h1, h2, h3", "all => all.map((one) => one.tagName)")
    assert headings == ["H1"] + ["H2"] * (len(found().sections) + 2)
    assert page.title() == found().title and page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("settings", [3, SIDE_BY_SIDE + 1])
def test_it_fits_on_a_phone(folder: Path, settings: int, open_page: Callable[..., Page]) -> None:
    page = open_page(PHONE, 640)
    page.goto(address(folder, "fr", settings))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    smallest = page.eval_on_selector_all("svg text", "all => Math.min(...all.map((one) => one.getBoundingClientRect().height))")
    assert smallest >= 10
    assert clipped(page) == []


def test_nothing_is_clipped_on_a_desk(folder: Path, open_page: Callable[..., Page]) -> None:
    page = open_page(DESK, 900)
    for language in ("en", "fr"):
        page.goto(address(folder, language, SIDE_BY_SIDE + 1))
        assert clipped(page) == []


def clipped(page: Page) -> list[str]:
    """Texts that leave their drawing or lie on another text."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("svg.plot")].flatMap((plot) => {
            const edge = plot.getBoundingClientRect(), texts = [...plot.querySelectorAll("text")];
            const boxes = texts.map((one) => one.getBoundingClientRect());
            return texts.filter((one, i) => boxes[i].left < edge.left - 1 || boxes[i].right > edge.right + 1 ||
                boxes.some((box, j) => j < i && Math.min(box.right, boxes[i].right) - Math.max(box.left, boxes[i].left) > 1 &&
                    Math.min(box.bottom, boxes[i].bottom) - Math.max(box.top, boxes[i].top) > 0.4 * boxes[i].height))
                .map((one) => one.textContent);
        })"""
    )
    return found


def test_a_setting_has_its_figures_beside_the_others(folder: Path, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(address(folder, "en"))
    table = page.locator("#fairness .results > .scroll table")
    assert table.locator("thead th").all_text_contents()[1:] == [one.name for one in found().settings]
    values = [figure_text(one, ENGLISH) for one in found().sections[0].figures if one.name == "share of seat 0"]
    cells = table.locator("tbody tr").first.locator("td").evaluate_all(f"all => all.map({SAYS})")
    assert [re.sub(r"%(.+)", r"% (\1)", cell) for cell in cells] == values
    page.goto(address(folder, "en", SIDE_BY_SIDE + 1))
    assert page.locator("#fairness .results > .scroll tbody tr").count() == SIDE_BY_SIDE + 1


def test_the_file_that_repeats_it_can_be_copied(folder: Path, open_page: Callable[..., Page]) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(address(folder, "en"))
    page.click("text=Copy the file")
    expect(page.locator("[role=status]")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == SOURCE == page.locator("pre").text_content()


def test_on_paper_it_is_light_and_says_everything(folder: Path, open_page: Callable[..., Page]) -> None:
    page = open_page(color_scheme="dark")
    page.goto(address(folder, "en"))
    note = page.locator(".notes li").first
    assert not note.is_visible()
    page.emulate_media(media="print")
    assert note.is_visible() and page.locator("nav").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(35, 32, 27)"
    assert page.pdf().startswith(b"%PDF")


def test_it_is_said_in_french(folder: Path) -> None:
    text = (folder / "fr-3" / "report.html").read_text(encoding="utf-8")
    for said in ("Ce qui a été joué", "53,2\u00a0%", "1\u202f234\u202f567,8", "12\u202f000 parties", "Manche 1", "Siège 0"):
        assert said in text, said
    plain = re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", text)
    assert not re.search(r"\b(to|and|The|seat|Figures|Round)\b", plain.replace("the highest card", ""))


# drawings


def drawings() -> list[tuple[str, str]]:
    words = words_of(found(), "en")
    plots = [plot for section in found().sections for plot in section.plots]
    return [(str(plot.title), draw(plot, words, f"p{k}")) for k, plot in enumerate(plots)]


def test_a_drawing_takes_its_colours_from_the_page_and_nothing_from_elsewhere() -> None:
    for title, svg in drawings():
        drawn = ElementTree.fromstring(svg)
        assert drawn.findtext("title") == title and drawn.findtext("desc")
        assert not re.search(r"#[0-9a-f]{6}\b|style=|http|font-family|date", svg)
        for one in drawn.iter():
            assert {one.get("fill"), one.get("stroke")} <= {None, "none"} | {f"var(--{name})" for name in THEME}
        names = [one.get("id") for one in drawn.iter() if one.get("id")]
        links = {one.get("href", "")[1:] for one in drawn.iter("use")}
        assert len(set(names)) == len(names) and links < set(names)


THEME = ("ink", "soft", "line", "paper", "blue", "red", "green", "purple", "brown", "sky", "yellow")


def test_names_are_written_as_they_are() -> None:
    assert sum(ODD in "".join(ElementTree.fromstring(svg).itertext()) for _, svg in drawings()) == 2


def test_what_is_not_known_is_left_out() -> None:
    plot = found().sections[0].plots[0]
    unknown = replace(plot.series[0], points=(Point(plot.series[0].points[0].x, math.nan),))
    assert "–" in draw(replace(plot, series=(unknown,)), ENGLISH, "p")
    for kind in (DOTS, "curve", "bars"):
        assert draw(
            replace(plot, kind=kind, series=(replace(unknown, points=(Point(1.0, math.nan), Point(2.0, 3.0))),)), ENGLISH, "p"
        )


@pytest.mark.parametrize("values", [[0.5, 0.5], [0.4, 0.9], [-3.0, 12345.0], [1e-5, 2e-5], []])
def test_an_axis_has_a_few_round_numbers_and_room_for_all_values(values: list[float]) -> None:
    scale = scale_for(values, SHARE, ENGLISH)
    assert all(scale.low <= value <= scale.high for value in values) and scale.low < scale.high
    assert 2 <= len(scale.ticks) <= 6 and len(set(scale.texts)) == len(scale.ticks)


@pytest.mark.parametrize("heights", [[50, 51, 52, 99], [1, 2, 3, 4], [97, 98, 99, 100]])
def test_names_at_the_ends_are_apart(heights: list[float]) -> None:
    places = spread(heights, [14, 14, 28, 14], 0, 100)
    assert all(b - a >= 14 for a, b in zip(places, places[1:])) and places[0] >= 7 and places[-1] <= 93


# numbers

WRITTEN = [
    (0.5432, 0.5122, 0.5742, SHARE, "54% (51 to 57%)", "54\u00a0% (51 à 57\u00a0%)"),
    (0.5432, 0.5401, 0.5463, SHARE, "54.3% (54.0 to 54.6%)", "54,3\u00a0% (54,0 à 54,6\u00a0%)"),
    (-0.02, -0.05, 0.01, SHARE, "−2% (−5 to 1%)", "−2\u00a0% (−5 à 1\u00a0%)"),
    (0.5, 0.5, 0.5, SHARE, "50%", "50\u00a0%"),
    (1234.56, 1233.1, 1236.0, PLIES, "1,235 (1,233 to 1,236)", "1\u202f235 (1\u202f233 à 1\u202f236)"),
    (23.456, 23.1, 23.8, MINUTES, "23.5 (23.1 to 23.8)", "23,5 (23,1 à 23,8)"),
    (61, 61, 61, COUNT, "61", "61"),
    (math.nan, math.nan, math.nan, SHARE, "–", "–"),
]


@pytest.mark.parametrize(("value", "low", "high", "unit", "english", "french"), WRITTEN)
def test_a_figure_has_the_decimals_that_its_interval_carries(
    value: float, low: float, high: float, unit: str, english: str, french: str
) -> None:
    figure = Figure("", "", found().sections[0].title, value, low, high, unit)
    assert (figure_text(figure, ENGLISH), figure_text(figure, FRENCH)) == (english, french)


def test_time_is_told_as_people_do() -> None:
    assert [duration(seconds, words_for("en")) for seconds in (0.2, 59, 600)] == ["1 second", "59 seconds", "10 minutes"]


def test_the_words_of_a_game_that_is_not_here_stay_english() -> None:
    other: Findings = replace(found(), settings=(replace(found().settings[0], game="nowhere"),))
    assert words_of(other, "fr").say("Setting") == "Variante"
