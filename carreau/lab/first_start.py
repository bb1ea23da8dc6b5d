"""How long people wait on a machine where nothing has been compiled yet. Every figure begins with an empty cache folder."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from carreau.core.engine import in_real_time
from carreau.core.game import Game
from carreau.core.policy import VARIABLE
from carreau.lab.peers import version_0_2_0 as then
from carreau.lab.screen import Screen

TRIES = 3
PATIENCE = 300.0  # seconds
PROMPT = b"your move"
RULEBOOK = "its rulebook"
TABLE = "Start to the first table"
BUSY_TABLE = "Start to the first table, all cores busy"
COMPILED = "compiled, seconds of one core"
ALL_COMPILED = f"All games: {COMPILED}"
ADDRESS = re.compile(r"http://[\w.:]+")

IMPORT = "import time; begun = time.perf_counter(); import carreau; print(time.perf_counter() - begun)"
FIRST_MOVE = """
import sys, time
begun = time.perf_counter()
import carreau
match = carreau.load(sys.argv[1]).new(seed=1)
match.play(match.legal(match.acting[0])[0])
print(time.perf_counter() - begun)
"""
COMPILE = """
import sys, time
import carreau, numba
from carreau.bots.search_for import BOTS
from carreau.core.engine import MATCH, SIMULATION
game, begun = carreau.load(sys.argv[1]), time.process_time()
for work in (MATCH, BOTS, SIMULATION):
    work.need(game)
print(time.process_time() - begun)
"""


@contextmanager
def fresh() -> Iterator[dict[str, str]]:
    """The environment of somebody who has just installed the program."""
    with tempfile.TemporaryDirectory() as folder:
        given = {name: value for name, value in os.environ.items() if name not in (VARIABLE, "PYTHONDONTWRITEBYTECODE")}
        yield {**given, "CARREAU_CACHE": str(Path(folder) / "cache"), "XDG_DATA_HOME": str(Path(folder) / "data")}


def printed(program: str, *words: str) -> float:
    """What a short program measures."""
    with fresh() as environment:
        command = [sys.executable, "-c", program, *words]
        return float(subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout)


def import_seconds() -> float:
    return min(printed(IMPORT) for _ in range(TRIES))


def first_move(game: Game) -> float:
    """From import to a match's first move, in a program of one's own."""
    return printed(FIRST_MOVE, game.id)


def compile_seconds(game: Game) -> float:
    """Seconds of one core to compile a game for matches, bots and simulations."""
    return printed(COMPILE, game.id)


def rulebook(game: Game) -> float:
    """`carreau rules GAME`, from Enter to the end of the text."""

    def run() -> float:
        with fresh() as environment:
            begun = time.perf_counter()
            command = [sys.executable, "-m", "carreau", "rules", game.id]
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
            return time.perf_counter() - begun

    return min(run() for _ in range(TRIES))


def first_prompt(game: Game) -> float:
    """`carreau play GAME`, from Enter to the first question; in some of the deals a bot moves first, and the slowest counts."""
    return max(prompted(game, seed) for seed in range(TRIES))


def prompted(game: Game, seed: int) -> float:
    import pty

    players = game.read_players(None)
    ways = [mode.options for mode in game.modes if players in mode.players]
    way = next(options for options in ways if not in_real_time(game, players, options))
    options = [word for name, value in way.items() for word in ("--option", f"{name}={value}")]
    mine, theirs = pty.openpty()
    with fresh() as environment:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "carreau", "play", game.id, "--seed", str(seed), *options], env=environment,
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        with ending(process):
            said = b""
            while PROMPT not in said:
                said += os.read(mine, 4096)
            seconds = time.perf_counter() - begun
            os.close(mine)
    return seconds


def first_table(game: Game) -> float:
    """From a tap on "Start" in the browser to the first table that can be played, on a server that has just been started."""
    with fresh() as environment, serving(environment) as address:
        return asyncio.run(asyncio.wait_for(tap(Screen(address), game), PATIENCE))


async def tap(screen: Screen, game: Game) -> float:
    screen.open(f"/new/{game.id}")
    begun = time.perf_counter()
    async with screen.at(screen.start(game)):
        await screen.playable()
    return time.perf_counter() - begun


@contextmanager
def serving(environment: Mapping[str, str]) -> Iterator[str]:
    """The address of a server of one's own."""
    command = [sys.executable, "-m", "carreau", "serve", "--port", "0"]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    )
    with ending(process):
        yield address_of(process)


def address_of(process: subprocess.Popen[str]) -> str:
    """Where a server says it is, once it answers there."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := ADDRESS.search(line):
            Screen(found[0]).open("/")
            return found[0]
    raise OSError("The server has ended before it said its address.")


@contextmanager
def ending(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> Iterator[None]:
    """A process that is ended after this, with all that it has started in its session."""
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout:
            process.stdout.close()


@contextmanager
def busy() -> Iterator[None]:
    """A machine on which every core has something else to do."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def measure_first_start(games: list[Game], say: Callable[[str], None]) -> dict[str, float]:
    """All of it, in seconds."""

    def each(what: str, measure: Callable[[Game], float]) -> dict[str, float]:
        say(what)
        return {f"{game.name}: {what}": measure(game) for game in games}

    figures = {"import carreau": import_seconds()}
    figures |= each("import to the first move", first_move) | each(RULEBOOK, rulebook)
    if sys.platform != "win32":
        figures |= each("the first question in the terminal", first_prompt)
    figures |= each(TABLE, first_table)
    with busy():
        figures |= each(BUSY_TABLE, first_table)
    compiled = each(COMPILED, compile_seconds)
    return figures | compiled | {ALL_COMPILED: sum(compiled.values())}


def before(games: list[Game]) -> dict[str, str]:
    """What was measured with an earlier version, by the same names."""
    known = {RULEBOOK: then.RULEBOOK, TABLE: then.FIRST_TABLE, BUSY_TABLE: then.FIRST_TABLE_BUSY}
    figures = {
        f"{game.name}: {what}": by_game[game.id] for what, by_game in known.items() for game in games if game.id in by_game
    }
    return figures | {ALL_COMPILED: then.ALL_COMPILED}
