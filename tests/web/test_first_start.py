"""A machine on which nothing has been compiled yet."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from carreau.bots.search_for import BOTS
from carreau.core.engine import MATCH
from carreau.web import pictures
from carreau.web.pictures import NoPicture, draw_in_process, example, puzzle_tile, tile
from proofs.tools.run_async import run_async
from proofs.tools.server_process import ServerProcess
from tests.browser import Server
from tests.check.plant import planted
from tests.orphans import PATIENCE, children, is_running, needs_proc, wait_for
from tests.some import PUZZLES, QUICK
from tests.web.loops import run
from tests.web.test_middleware import ask, attend, hear, new_table


class ColdServer(Server):
    """With a cache folder of its own, in which nothing is compiled yet."""

    def __init__(self, data: Path, *words: str, policy: str = "behind") -> None:
        self.cache = data / "cache"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CARREAU_CACHE", str(self.cache))
            patch.setenv("CARREAU_COMPILE", policy)
            super().__init__(data, *words)


def share(server: Server, game: str) -> float | None:
    answer = ask(server, "GET", f"/readiness/{game}")
    assert answer.headers["cache-control"] == "no-store"
    found: float | None = json.loads(answer.text)["share"]
    return found


def test_pictures_need_no_machine_code(tmp_path: Path) -> None:
    """They are the same as the ones drawn later."""
    plain = ColdServer(tmp_path, policy="never")
    try:
        id = QUICK.id
        assert ask(plain, "GET", f"/tile/{id}.en.light.svg").text == tile(id, "en", "light")
        for game in PUZZLES:
            shown = ask(plain, "GET", f"/tile/puzzle/{game.id}.en.light.svg")
            assert shown.text == puzzle_tile(game.id, "en", "light")
        name = next(iter(QUICK.examples))
        shown = ask(plain, "GET", f"/example/{id}/{name}.fr.dark.svg")
        assert shown.text == example(id, name, "fr", "dark")
        assert ask(plain, "GET", f"/example/{id}/nowhere.fr.dark.svg").status == 404
        assert ask(plain, "GET", "/tile/puzzle/nowhere.fr.dark.svg").status == 404
        assert not plain.cache.exists(), "nothing had to be compiled"
    finally:
        plain.kill()


def test_a_game_that_was_compiled_before_needs_no_preparing(server: Server) -> None:
    for work in (MATCH, BOTS):
        work.need(QUICK)
    assert share(server, QUICK.id) is None
    path, cookie = new_table(server)
    assert 'id="readiness"' not in ask(server, "GET", path, Cookie=cookie).text
    assert share(server, QUICK.id) is None
    assert ask(server, "GET", "/readiness/nowhere").status == 404


def test_a_game_that_cannot_be_compiled_is_played_all_the_same(tmp_path: Path) -> None:
    """The line on its page goes away, because there is nothing to wait for."""
    folder = planted(tmp_path, {"rules.py": [("    s.ply += 1\n", "    s.ply += 1\n    assert list(map(type, (s, seat)))\n")]})
    cold = ColdServer(tmp_path, str(folder))
    try:
        path, cookie = new_table(cold, folder.name, ("me", "bot-4"))
        page = ask(cold, "GET", path, Cookie=cookie).text
        assert 'id="readiness"' in page and share(cold, folder.name) is not None
        wait_for(lambda: share(cold, folder.name) is None, "somebody is still waiting", 120)
        assert 'id="readiness"' not in ask(cold, "GET", path, Cookie=cookie).text
        with attend(cold, path, cookie) as socket:
            event = hear(socket)
            while event["state"] != "over":
                if event["choices"]:
                    play = {"type": "play", "seat": event["seat"], "action": event["choices"][0]["action"], "ply": event["ply"]}
                    socket.send(json.dumps(play))
                event = hear(socket)
    finally:
        cold.kill()


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
        try:
            wait_for(lambda: children(pid), "nothing is drawn")
            (drawing,) = children(pid)
        finally:
            server.end(signal.SIGKILL)
    wait_for(lambda: not is_running(drawing), "it is still drawing", PATIENCE)
