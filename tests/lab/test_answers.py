"""The answers in the documentation: their experiments can be read, and the page shows what they have found."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.lab.answers import FIGURES, PAGE, TABLES, filled_in
from carreau.lab.experiment.read import read_experiment
from tests.docs.blocks import ROOT

FOLDER = ROOT / "docs" / "lab" / "answers"
EXPERIMENTS = sorted(FOLDER.parent.glob("*/*.toml"))


@pytest.mark.parametrize("file", EXPERIMENTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_experiment_can_be_run(file: Path) -> None:
    assert read_experiment(file).settings


def test_the_page_shows_what_was_found() -> None:
    page = (FOLDER.parent / PAGE).read_text(encoding="utf-8")
    assert filled_in(page, FOLDER) == page, "write its tables again: python -m carreau.lab.answers write docs/lab/answers"
    assert all(f"<!-- table: {name} " in page for name in TABLES)


def test_every_experiment_is_in_the_answers() -> None:
    figures = (FOLDER / FIGURES).read_text(encoding="utf-8")
    assert [file.stem for file in FOLDER.glob("*.toml") if f'"experiment": "{file.stem}"' not in figures] == []
