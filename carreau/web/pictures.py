"""Pictures outside of running matches: the home page's, the rulebooks', and the sheets of card faces."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import os
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache

from carreau.core.errors import CarreauError
from carreau.core.example import read_examples
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.parent import ending_with_parent
from carreau.draw.scene import Box, Scene
from carreau.draw.sheet import sheet
from carreau.draw.theme import THEMES, variables
from carreau.games import load
from carreau.web.fair_queue import FairQueue
from carreau.web.language import words_of
from carreau.web.position_answer import answer
from carreau.web.position_screen import position_of, question

SEED = 5
LONG_PAST = datetime.date(2026, 1, 1)
MARGIN = 8  # around the cards, in hundredths of a card's width
PART = 0.45  # of a match has been played in the home page's picture
AT_ONCE = 2  # pictures that are drawn at a time
MOST_CACHED = 100
SECONDS = 120.0  # that a picture may take


class NoPicture(CarreauError):
    """There is no such picture."""

    code = "no-picture"


def middle_of(game: Game) -> Match:
    """A match in the middle, always the same."""
    chance = random.Random(SEED)
    match = game.new(seed=SEED)
    while not match.over and match.ply < 400:
        seat = chance.choice(match.acting)
        match.play(chance.choice(match.actions(seat)), seat)
    ply = int(match.ply * PART) if match.over else 60
    return next(then for then in map(match.at, range(ply, match.ply)) if not any(piece.dim for piece in then.scene(None).pieces))


def solved(game: Game) -> Match:
    """An old puzzle, solved."""
    assert game.puzzle is not None
    match: Match = game.puzzle.puzzle_of(LONG_PAST)
    while not match.over and (action := game.puzzle.hint(match)) is not None:
        match.play(action)
    return match


@lru_cache(maxsize=64)
def tile(id: str, language: str, theme: str) -> str:
    """The picture of a game on the home page."""
    return cards_of(middle_of(load(id)), language, theme)


@lru_cache(maxsize=64)
def puzzle_tile(id: str, language: str, theme: str) -> str:
    """The picture of a game's puzzle."""
    return cards_of(solved(load(id)), language, theme)


@lru_cache(maxsize=16)
def position_tile(id: str, number: str, language: str, theme: str) -> str:
    """The cards of a position to find the best move in, as everybody may see them."""
    return cards_of(position_of(load(id), int(number)).play(load(id)), language, theme)


def cards_of(match: Match, language: str, theme: str) -> str:
    """The cards on a table, and nothing around them."""
    say = words_of(language).say
    scene = match.scene(None, language, [say("Player {number}", number=seat + 1) for seat in range(match.players)])
    box, largest = around(scene), max(piece.size for piece in scene.pieces)
    pieces = tuple(piece for piece in scene.pieces if piece.size == largest)
    return str(scene.with_(box=box, pieces=pieces, spots=(), hand=(), piles=(), buttons=(), choices=()).svg("tile", theme))


def around(scene: Scene) -> Box:
    """The area of the cards on the board, without small ones beside it."""
    largest = max(piece.size for piece in scene.pieces)
    half = 50 * largest * max(1, scene.ratio) + MARGIN
    places = [(piece.x, piece.y) for piece in scene.pieces if piece.size == largest]
    return (
        min(x - half for x, _ in places),
        min(y - half for _, y in places),
        max(x + half for x, _ in places),
        max(y + half for _, y in places),
    )


@lru_cache(maxsize=400)
def example(id: str, name: str, language: str, theme: str) -> str:
    """A position of a rulebook."""
    game = load(id)
    found = read_examples(game)[name]
    return str(found.play(game).scene(found.seat, language, None, "leaf").svg("leaf", theme))


@lru_cache(maxsize=16)
def face_sheet(id: str) -> str:
    """All card faces of a game in one document."""
    game = load(id)
    match = game.new(seed=1)
    scene = match.scene(None)
    return str(sheet(game.id, scene.faces, scene.ratio))


@lru_cache(maxsize=16)
def sheet_name(id: str) -> str:
    """The address of a sheet. It changes when the content does, so that browsers may cache it forever."""
    return f"/sheet/{id}-{hashlib.sha256(face_sheet(id).encode()).hexdigest()[:12]}.svg"


@lru_cache(maxsize=1)
def theme_style() -> str:
    """The colours of every theme: the system's, unless one was chosen."""
    rules = [
        f":root{{color-scheme:light;{variables('light')}}}",
        f"@media(prefers-color-scheme:dark){{:root{{color-scheme:dark;{variables('dark')}}}}}",
        f"@media(prefers-contrast:more){{:root{{{variables('strong-light')}}}}}",
        f"@media(prefers-contrast:more) and (prefers-color-scheme:dark){{:root{{{variables('strong-dark')}}}}}",
    ]
    for theme in THEMES:
        scheme = "dark" if "dark" in theme else "light"
        rules.append(f':root[data-theme="{theme}"]{{color-scheme:{scheme};{variables(theme)}}}')
    return "\n".join(rules)


# pictures of games that are not compiled yet

KINDS: dict[str, Callable[..., str]] = {
    "tile": tile,
    "puzzle": puzzle_tile,
    "position": position_tile,
    "example": example,
    "question": lru_cache(maxsize=64)(question),
    "answer": lru_cache(maxsize=400)(answer),
}


class PictureProcess:
    """Draws what cannot wait until a game is compiled, in a process where the rules run as plain Python. Networks take turns."""

    def __init__(self) -> None:
        self.queue = FairQueue(AT_ONCE)
        self.cache: dict[tuple[str, ...], str] = {}

    async def draw(self, network: str, kind: str, *names: str) -> str:
        key = kind, *names
        async with self.queue.turn(network, kind):
            drawn = self.cache.get(key) or await draw_in_process(*key)
            self.cache[key] = drawn
            if len(self.cache) > MOST_CACHED:
                del self.cache[next(iter(self.cache))]  # the oldest
        return drawn


async def draw_in_process(kind: str, *names: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "carreau.web.pictures", kind, *names,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        start_new_session=True,  # Ctrl-C is for the server
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS):
            drawn = await process.stdout.read()
            failed = await process.wait()
    except TimeoutError:
        failed = True
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if failed:
        raise NoPicture("There is no such picture.")
    return drawn.decode()


if __name__ == "__main__":
    with ending_with_parent(), suppress(BrokenPipeError):  # if the server has ended just now
        sys.stdout.buffer.write(KINDS[sys.argv[1]](*sys.argv[2:]).encode())
        sys.stdout.buffer.flush()
