"""The first matches on a machine on which nothing is compiled: they begin at once, and go on while machine code takes over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import carreau
from carreau.core.compiler import LOCK
from carreau.core.lock import locked
from tests.browser import Server, ready, record_of, set_up, tap_one, until
from tests.orphans import needs_proc, wait_for
from tests.some import asked
from tests.web.axe import in_both_lights

LONG = 300.0  # seconds for two games, however busy the machine is
LINE = "document.querySelector('#readiness progress')?.value ?? null"
PLACES = "['scene', 'moves', 'told'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON())"
MARKS = ("match.made", "bots.made")  # files that say what is compiled


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with monkeypatch.context() as patch:
        patch.setenv("CARREAU_CACHE", str(tmp_path / "cache"))
        (tmp_path / "cache").mkdir()
        server = Server(tmp_path)
    yield server
    server.kill()


class FirstRound:
    """A short match, which is one round, against a bot."""

    def __init__(self, server: Server, game: str, page: Page) -> None:
        self.game, self.page, self.server = carreau.load(game), page, server
        set_up(page, server, game, ("me", "bot-3"), **asked(self.game.short))
        page.evaluate("globalThis.opened = 'once'")
        self.layout = self.places()
        self.moves: list[str] = []
        self.shares: list[float] = []

    def places(self) -> list[Any]:
        """Where everything is that people tap."""
        found: list[Any] = self.page.evaluate(PLACES)
        return found

    def move(self) -> bool:
        """One own move, by taps; False when the match is over."""
        if not ready(self.page):
            return False
        self.moves.append(tap_one(self.page, 5 * len(self.moves)))
        return True

    def look(self) -> float | None:
        """How far the line on the page says that the game is prepared; None if there is no line."""
        share: float | None = self.page.evaluate(LINE)
        if share is not None:
            self.shares.append(share)
        return share

    def is_compiled(self) -> bool:
        folders = [*(self.server.data / "cache").glob(f"{self.game.id}-*")]
        return all(any((folder / mark).exists() for folder in folders) for mark in MARKS)

    def play_on(self) -> dict[str, Any]:
        while self.move():
            pass
        assert self.page.locator("#outcome").inner_text()
        assert self.page.evaluate("globalThis.opened") == "once", "the page was loaded again"
        return record_of(self.page)


def has_machine_code(server: Server) -> bool:
    """Whether the server's process has loaded any."""
    return "llvmlite" in Path(f"/proc/{server.process.pid}/maps").read_text()


@needs_proc
def test_a_first_round_goes_on_while_machine_code_takes_over(cold: Server, open_page: Callable[..., Page]) -> None:
    with locked(cold.data / "cache" / LOCK):  # as if another server were compiling: nothing is ready too soon
        punto, quatuor = (FirstRound(cold, game, open_page()) for game in ("punto", "quatuor"))
        french = open_page(390, 844, locale="fr-FR")
        french.goto(quatuor.page.url)
        assert "Vous pouvez déjà jouer" in french.inner_text("#readiness")
        assert in_both_lights(french) == []
        for match in (punto, quatuor):
            assert match.move() and match.move()
            assert "You can play already" in match.page.inner_text("#readiness")
            assert match.look() is not None and not match.is_compiled()
        assert not has_machine_code(cold), "all of that in plain Python"
    wait_for(lambda: punto.look() is None, "the first game is still being prepared", LONG)
    assert punto.is_compiled() and not quatuor.is_compiled() and quatuor.look() is not None
    wait_for(lambda: has_machine_code(cold), "it is not used")
    assert quatuor.move() and punto.move()
    until(french, f"({LINE}) > {quatuor.shares[0]}", LONG)
    wait_for(lambda: quatuor.look() is None, "the second game is still being prepared", LONG)
    assert quatuor.is_compiled()
    assert all(match.places() == match.layout for match in (punto, quatuor)), "nothing has moved under anybody's finger"
    for match in (punto, quatuor):
        assert match.shares == sorted(match.shares) and len({*match.shares}) > 2, "the share grows"
        record, before = match.play_on(), len(match.moves)
        assert [name for seat, name in record["actions"] if seat == 0] == match.moves, "no move is lost"
        assert carreau.verify(record).over and before > 2
    until(french, "carreau.event.state === 'over'")
    assert french.locator("#readiness").count() == 0
