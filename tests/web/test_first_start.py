"""A machine on which nothing has been compiled yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from carreau.proof.loop import run
from carreau.web.picture import PUZZLE, example, tile
from carreau.web.warm import WORK, Kitchen
from tests.web.conftest import Server
from tests.web.test_guard import ask


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with monkeypatch.context() as patch:
        patch.setenv("CARREAU_CACHE", str(tmp_path / "cache"))
        server = Server(tmp_path)
    yield server
    server.kill()


def test_pictures_do_not_wait_for_the_compiler(cold: Server) -> None:
    """They are the same as those that are drawn later."""
    for name in ("punto", PUZZLE):
        assert ask(cold, "GET", f"/tile/{name}.en.light.svg").read_text == tile(name, "en", "light")  # type: ignore[attr-defined]
    shown = ask(cold, "GET", "/example/punto/line.fr.dark.svg")
    assert shown.read_text == example("punto", "line", "fr", "dark")  # type: ignore[attr-defined]
    assert ask(cold, "GET", "/example/punto/nowhere.fr.dark.svg").status == 404
    assert not [*(cold.data / "cache").rglob(WORK)], "nothing had to be compiled"


def test_a_game_is_prepared_while_its_sheet_is_filled_in() -> None:
    async def prepare() -> None:
        kitchen = Kitchen()
        kitchen.begin("punto")
        kitchen.begin("punto")
        while not kitchen.is_ready("punto"):
            assert len(kitchen.begun) == 1
            await asyncio.sleep(0.05)

    run(asyncio.wait_for(prepare(), 240))
