"""Machine code is made behind the scenes: by one process at a time, politely, once, whatever happens to it."""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import carreau
from carreau.core.behind import PROGRAM
from carreau.core.compiler import NICENESS
from tests.orphans import PATIENCE, children, is_running, needs_proc, wait_for

ROOT = Path(__file__).parents[2]
FOUR = carreau.examples() / "connect_four"
LONG = 90.0  # seconds for a small game, however busy the machine is
MARK = "match.made"  # the file that says that a match can be played as machine code

pytestmark = needs_proc


def copied(parent: Path, id: str, code: str = "") -> Path:
    """A small game of its own, with more code in a rule that every move needs."""
    folder = parent / id
    shutil.copytree(FOUR, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in (
        ("__init__.py", f'id="{FOUR.name}"', f'id="{id}"'),
        ("rules.py", "    s.ply += 1\n", f"    s.ply += 1\n{code}"),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


class Asking:
    """The process of asking.py."""

    def __init__(self, cache: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "CARREAU_CACHE": str(cache)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.core.asking"], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *failure: object) -> None:
        self.process.kill()
        self.process.communicate()

    def do(self, order: str, game: Path) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{order} {game}\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("{"):
                return json.loads(line)["answer"]
        raise AssertionError("it has ended")

    def wait(self, key: str, game: Path) -> None:
        def look() -> bool:
            told = self.do("tell", game)
            assert key == "failed" or not told["failed"], f"{game.name} cannot be compiled"
            return bool(told[key])

        wait_for(look, f"{game.name} is not {key}", LONG)

    def compiler(self, game: Path) -> int:
        """The process that compiles this game, as soon as there is one; there is never another."""
        found: list[int] = []

        def look() -> bool:
            found[:] = children(self.process.pid)
            assert len(found) <= 1, "one at a time"
            return bool(found) and compiles(found[0], game)

        wait_for(look, f"{game.name} is not compiled", LONG)
        return found[0]


def compiles(process: int, game: Path) -> bool:
    words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    return PROGRAM.encode() in words and game.name.encode() in base64.b64decode(words[-2])


def niceness(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[16])


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Callable[[], Asking]]:
    """Processes that share a cache folder in which nothing is compiled yet."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Asking(tmp_path / "cache"))


def made(cache: Path, id: str) -> tuple[float, float, float]:
    """When the first and the last function of a game was compiled, and when it was said to be done."""
    times = [path.stat().st_mtime for path in cache.glob(f"{id}-*/*/*.nb?")]
    (mark,) = cache.glob(f"{id}-*/{MARK}")
    return min(times), max(times), mark.stat().st_mtime


def test_what_somebody_waits_for_goes_first(tmp_path: Path, asking: Callable[[], Asking]) -> None:
    """A game that nobody asked for makes way and is compiled later; a compiler that is killed starts again; matches go on."""
    idle, wanted = copied(tmp_path, "idle"), copied(tmp_path, "wanted")
    with (wanted / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write("\n\nprint('Hello!')\n")  # whatever a game prints is for nobody
    same = carreau.load(FOUR).new(seed=3)

    def move() -> None:
        same.play(same.actions(same.acting[0])[0])
        assert process.do("move", wanted) == same.state.tobytes().hex()

    process = asking()
    process.do("later", idle)
    first = process.compiler(idle)
    wait_for(lambda: niceness(first) == NICENESS, "it is not polite")
    process.do("now", wanted)
    move()
    second = process.compiler(wanted)
    assert not is_running(first)
    os.kill(second, signal.SIGKILL)
    wait_for(lambda: not is_running(second), "it goes on", PATIENCE)
    move()
    third = process.compiler(wanted)
    assert third != second
    assert process.do("tell", wanted)["share"] is not None
    process.wait("used", wanted)
    move()
    assert not process.do("tell", idle)["made"]
    process.compiler(idle)
    process.wait("made", idle)
    told = process.do("tell", idle)
    assert not told["used"] and told["share"] is None, "it stays on the disk until somebody asks for it"
    process.do("now", idle)
    process.wait("used", idle)
    move()
    assert not any(process.do("tell", game)["failed"] for game in (idle, wanted))


def test_several_programs_share_what_they_compile(tmp_path: Path, asking: Callable[[], Asking]) -> None:
    """Nothing is compiled twice, and nothing at the same time."""
    games, cache = [copied(tmp_path, id) for id in ("one", "other")], tmp_path / "cache"
    programs = [asking(), asking()]
    for program, order in zip(programs, (games, games[::-1]), strict=True):
        for game in order:
            program.do("now", game)
    for program in programs:
        for game in games:
            program.wait("used", game)
    one, other = (made(cache, game.name) for game in games)
    for _, last, mark in (one, other):
        assert last <= mark, "the other program has only loaded it"
    assert one[2] <= other[0] or other[2] <= one[0], "one after the other"


def test_programs_that_wait_do_not_compile_twice(tmp_path: Path, asking: Callable[[], Asking]) -> None:
    game = copied(tmp_path, "needed")
    programs = [asking(), asking()]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda program: program.do("need", game), programs))
    assert all(program.do("tell", game)["used"] for program in programs)
    _, last, mark = made(tmp_path / "cache", game.name)
    assert last <= mark, "the other program has only loaded it"


def test_a_game_that_cannot_be_compiled_stays_plain(tmp_path: Path, asking: Callable[[], Asking]) -> None:
    game = copied(tmp_path, "odd", code="    assert list(map(type, (s, seat)))\n")
    process = asking()
    process.do("now", game)
    process.wait("failed", game)
    told = process.do("tell", game)
    assert told["share"] is None and not told["used"]
    same = carreau.load(FOUR).new(seed=3)
    same.play(same.actions(same.acting[0])[0])
    assert process.do("move", game) == same.state.tobytes().hex()
    process.do("now", game)
    assert not children(process.process.pid), "it is not tried again and again"


def test_a_forked_process_compiles_for_itself(tmp_path: Path, asking: Callable[[], Asking]) -> None:
    """It does not wait for its parent's thread, and does not keep its parent's compiler alive."""
    game = copied(tmp_path, "shared")
    process = asking()
    process.do("now", game)
    compiler = process.compiler(game)
    child = process.do("fork", game)
    try:
        wait_for(lambda: children(child), "the child has nothing compiled", LONG)
        process.process.kill()
        wait_for(lambda: not is_running(compiler), "the parent's compiler goes on", PATIENCE)
        assert not list((tmp_path / "cache").rglob(MARK)), "it has not compiled to the end"
        assert is_running(child) and is_running(children(child)[0])
    finally:
        os.kill(child, signal.SIGKILL)
