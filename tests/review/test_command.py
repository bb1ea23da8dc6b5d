"""`carreau review`: a record or a stored match in, a summary, a page, a curve or JSON out."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

from carreau.cli import main
from carreau.core.match import Match
from carreau.review.review import review
from carreau.store.address import FILE
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import NewTable, StoredTable
from carreau.table.entry import PLAY, Entry
from carreau.table.settings import ME, Chair, Settings
from tests.review.conftest import SMALL, played
from tests.some import QUICK
from tests.web.axe import in_both_lights

FEW = ["--iterations", str(SMALL.iterations), "--seed", "4"]
NAMES = ("Ada", "Bo")


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(played(QUICK.id).record()))
    return str(file)


def keep(match: Match, folder: Path, plies: int | None = None) -> None:
    """As a match of the web table."""
    entries = tuple(
        Entry(k, 1000.0 + k, PLAY, seat, QUICK.name_action(action), 0.0) for k, (seat, action) in enumerate(match.history[:plies])
    )
    settings = Settings(QUICK.id, QUICK.version, match.options, match.seed, tuple(Chair(ME, name=name) for name in NAMES))
    with closing(SQLiteLog(folder / FILE)) as log:
        log.create(NewTable(StoredTable("abc", 1000.0, settings.text(), settings.seed), (), entries=entries))


def run(*words: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["review", *words])
    assert ended.value.code == 0


def test_it_says_what_the_function_finds(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(record, "--json", *FEW)
    shown = json.loads(capsys.readouterr().out)
    found = review(played(QUICK.id), SMALL, seed=4)
    assert shown == json.loads(json.dumps(found.as_json()))


def test_a_stored_match_has_its_players_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(played(QUICK.id), tmp_path)
    run("abc", "--data", str(tmp_path), "--lang", "fr", *FEW)
    said = capsys.readouterr().out
    assert all(name in said for name in NAMES) and "tournants" in said and "Mieux" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["abc"], "This match is not over: what is hidden in it stays hidden until then."),
        (["xyz"], "There is no file and no stored match 'xyz'."),
        (["abc", "--iterations", "9", "--seconds", "9"], "Give --iterations or --seconds, not both."),
    ],
    ids=["not over", "unknown", "both budgets"],
)
def test_what_cannot_be_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    keep(played(QUICK.id), tmp_path, 5)
    with pytest.raises(SystemExit) as ended:
        main(["review", *words, "--data", str(tmp_path)])
    assert ended.value.code == 2 and capsys.readouterr().err == f"carreau: {sentence}\n"


def test_the_page_needs_nothing_else_and_is_for_everyone(
    record: str, tmp_path: Path, open_page: Callable[..., Page]
) -> None:  # fmt: skip
    html, svg = tmp_path / "review.html", tmp_path / "curve.svg"
    run(record, "--html", str(html), "--svg", str(svg), *FEW)
    ElementTree.parse(svg)
    page, asked = open_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(html.as_uri())
    page.wait_for_selector("#table svg")
    assert asked == [html.as_uri()] and in_both_lights(page) == []
    page.keyboard.press("Home")
    last = played(QUICK.id).ply
    assert page.text_content("#where") == f"0 / {last}"
    tables = [page.inner_html("#table")]
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        tables.append(page.inner_html("#table"))
    assert len(set(tables)) == 3 and page.text_content("#where") == f"2 / {last}"
