"""A machine on which nothing has been compiled yet."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from carreau.web import pictures
from carreau.web.compiler import WORK, Compiler
from carreau.web.pictures import NoPicture, draw_in_process, example, puzzle_tile, tile
from proofs.tools.run_async import run_async
from proofs.tools.server_process import ServerProcess
from tests.browser import Server
from tests.check.plant import planted
from tests.orphans import PATIENCE, children, is_running, needs_proc, wait_for
from tests.some import PUZZLES, QUICK
from tests.web.loops import run
from tests.web.test_middleware import ask


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with monkeypatch.context() as patch:
        patch.setenv("CARREAU_CACHE", str(tmp_path / "cache"))
        server = Server(tmp_path)
    yield server
    server.kill()


def test_pictures_do_not_wait_for_the_compiler(cold: Server) -> None:
    """They are the same as the ones drawn later."""
    id = QUICK.id
    assert ask(cold, "GET", f"/tile/{id}.en.light.svg").text == tile(id, "en", "light")
    for game in PUZZLES:
        shown = ask(cold, "GET", f"/tile/puzzle/{game.id}.en.light.svg")
        assert shown.text == puzzle_tile(game.id, "en", "light")
    name = next(iter(QUICK.examples))
    shown = ask(cold, "GET", f"/example/{id}/{name}.fr.dark.svg")
    assert shown.text == example(id, name, "fr", "dark")
    assert ask(cold, "GET", f"/example/{id}/nowhere.fr.dark.svg").status == 404
    assert ask(cold, "GET", "/tile/puzzle/nowhere.fr.dark.svg").status == 404
    assert not [*(cold.data / "cache").rglob(WORK)], "nothing had to be compiled"


def test_a_game_is_prepared_while_its_sheet_is_filled_in() -> None:
    async def prepare() -> None:
        compiler = Compiler()
        compiler.begin(QUICK.id)
        compiler.begin(QUICK.id)
        while not compiler.is_ready(QUICK.id):
            assert len(compiler.begun) == 1
            await asyncio.sleep(0.05)

    run_async(asyncio.wait_for(prepare(), 240))


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_compiler_ends_with_the_server(tmp_path: Path, how: signal.Signals) -> None:
    server = ServerProcess(tmp_path, environment={"CARREAU_CACHE": str(tmp_path / "cache")}).start()
    assert server.process is not None
    pid = server.process.pid
    try:
        assert run_async(server.ask(f"/new/{QUICK.id}")).status == 200
        wait_for(lambda: children(pid), "nothing is compiled")
        (compiler,) = children(pid)
        assert is_running(compiler)
    finally:
        server.end(how)
    wait_for(lambda: not is_running(compiler), "it is still compiling", 10)
    assert server.said() == ("" if how != signal.SIGINT else "carreau: stopped.\n")
    assert how != signal.SIGINT or not (tmp_path / "carreau.db-wal").exists(), "the log is closed"


ENDLESS = {"show.py": [("KEYS = {", "import time\n\ntime.sleep(600)\nKEYS = {")]}


@pytest.fixture
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose picture is never done."""
    folder = planted(tmp_path, ENDLESS)
    monkeypatch.setenv("CARREAU_GAMES", str(folder))
    return folder.name


@needs_proc
@pytest.mark.parametrize("how", ["cancelled", "too late"])
def test_a_picture_that_nobody_waits_for_is_not_drawn(endless: str, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    before = set(children(os.getpid()))

    async def draw() -> None:
        drawing = asyncio.create_task(draw_in_process("tile", endless, "en", "light"))
        while not (drawn := set(children(os.getpid())) - before):
            await asyncio.sleep(0.05)
        if how == "cancelled":
            drawing.cancel()
        await asyncio.wait([drawing], timeout=PATIENCE)
        assert drawing.done() and (drawing.cancelled() or isinstance(drawing.exception(), NoPicture))
        assert not any(map(is_running, drawn)), "it is still drawing"

    monkeypatch.setattr(pictures, "SECONDS", 600.0 if how == "cancelled" else 0.5)
    run(draw())


@needs_proc
def test_a_picture_ends_with_the_server(endless: str, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, environment={"CARREAU_CACHE": str(tmp_path / "cache")}).start()
    assert server.process is not None
    pid = server.process.pid
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: run_async(server.ask(f"/tile/{endless}.en.light.svg")))
        wait_for(lambda: children(pid), "nothing is drawn")
        (drawing,) = children(pid)
        server.end(signal.SIGKILL)
    wait_for(lambda: not is_running(drawing), "it is still drawing", PATIENCE)
