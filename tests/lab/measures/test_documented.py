"""docs/lab/measures.md explains every figure by the name that programs use."""

from __future__ import annotations

import re
from pathlib import Path

from carreau.lab.measures import MEASURES
from carreau.lab.measures.quantities import PLACES, QUANTITIES, SEATS
from tests.lab.measures.test_find import FOUND

PAGE = (Path(__file__).parents[3] / "docs" / "lab" / "measures.md").read_text(encoding="utf-8")
ROWS = [re.findall(r"`([^`]+)`", row.split("|")[1]) for row in PAGE.splitlines() if row.startswith("| `")]
NAMED = {name for row in ROWS for name in row}
KINDS = re.compile(r"(share of|laid|held|cost of|difference of|effect of \w+ on) (?!seat|place).*|(share of (?:seat|place)) \d")


def kind(name: str) -> str:
    """The same for all cards, bots, seats."""
    found = KINDS.fullmatch(name)
    return (found[1] or found[2]) if found else name


def test_every_figure_is_explained() -> None:
    found = {kind(figure.name) for section in FOUND.sections for figure in section.figures}
    assert found - set(map(kind, NAMED)) == set()


def test_every_quantity_is_explained() -> None:
    assert set(map(kind, QUANTITIES)) - set(map(kind, NAMED)) == set()
    assert len(SEATS) == len(PLACES) == 8


def test_nothing_is_explained_that_there_is_not() -> None:
    found = {kind(figure.name) for section in FOUND.sections for figure in section.figures} | set(map(kind, QUANTITIES))
    assert set(map(kind, NAMED)) - found == {"matches to show", "deals to decide"} - found


def test_every_measure_has_its_part_of_the_page() -> None:
    titles = re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    assert [section.title for section in FOUND.sections] == [
        title for title in titles if title in {str(s.title) for s in FOUND.sections}
    ]
    assert len(FOUND.sections) == len(MEASURES)
