"""A game from another package or any folder works like one in this package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import carreau
from proofs.tools.server_process import ServerProcess
from tests.some import PUZZLES, QUICK, typed
from tests.web.test_middleware import ask, attend, hear, new_table

ROOT = Path(__file__).parent.parent
ID = "far"
PUZZLE = """
import datetime
from . import GAME

def puzzle_of(date): return GAME.new(2, date.toordinal())
def hint(match): return match.actions(match.acting[0])[-1]
def facts(match): return {"moves": len(match.actions(0))}
def about(match, words): return "of no use"
def summary(words): return "Drop all stones."
def task(words): return words.say("Fill the columns.")
def notation(words): return "A letter."
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages, one of which offers a game: the example, with a rulebook and a puzzle."""
    site = tmp_path_factory.mktemp("site")
    game = site / "someones_games" / "four"
    shutil.copytree(carreau.examples() / "connect_four", game, ignore=shutil.ignore_patterns("__pycache__"))
    (site / "someones_games" / "__init__.py").touch()
    (site / "someones_games-1.dist-info").mkdir()
    (site / "someones_games-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: someones_games\nVersion: 1\n")
    entry = f"[carreau.games]\n{ID} = someones_games.four:GAME\n"
    (site / "someones_games-1.dist-info" / "entry_points.txt").write_text(entry)
    facts = (game / "__init__.py").read_text(encoding="utf-8")
    facts = facts.replace('id="connect_four"', f'id="{ID}"').replace('name="Connect Four"', 'name="Far Four"')
    (game / "__init__.py").write_text(facts, encoding="utf-8")
    (game / "puzzle.py").write_text(PUZZLE, encoding="utf-8")
    (game / "words" / "rulebook.en.md").write_text("# Far Four\n\nDrop stones.\n", encoding="utf-8")
    with (game / "words" / "fr.po").open("a", encoding="utf-8") as words:
        words.write('\nmsgid "Fill the columns."\nmsgstr "Remplissez les colonnes."\n')
    return site


def environment(site: Path) -> dict[str, str]:
    """What makes a process find the package; in plain Python, so that nobody waits for a compiler."""
    path = os.pathsep.join([str(site), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "120", "NO_COLOR": "1", "LANG": "en_US.UTF-8"}


def run(site: Path, *words: str, code: int = 0) -> str:
    command = [sys.executable, "-P", "-m", "carreau", *words]
    done = subprocess.run(command, env=environment(site), cwd=site, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
    return done.stderr if code else done.stdout


def test_it_is_listed_played_and_counted(site: Path, tmp_path: Path) -> None:
    assert {game["id"] for game in json.loads(run(site, "games", "--json"))} == {ID, *carreau.games()}
    assert "Drop stones." in run(site, "rules", ID, "--lang", "en")
    assert "no rulebook in this language" in run(site, "rules", ID, "--lang", "fr", code=2)
    assert json.loads(run(site, "simulate", ID, "--games", "4", "--seed", "1", "--json"))["matches"] == 4
    record = tmp_path / "match.json"
    run(site, "play", ID, "--humans", "0", "--bot", "random", "--record", str(record))
    assert "matches its commitment" in run(site, "verify", str(record))


def test_its_puzzle_is_found_by_its_presence(site: Path) -> None:
    told = json.loads(run(site, "puzzle", ID, "--date", "2026-01-31", "--json"))
    assert told == {"game": ID, "date": "2026-01-31", "moves": 7}
    shown = run(site, "puzzle", ID, "--date", "2026-01-31")
    assert "Far Four, puzzle of 2026-01-31: of no use" in shown and "Fill the columns." in shown and "A letter." in shown


@pytest.fixture(scope="module")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path_factory.mktemp("data"), environment=environment(site)).start()
    yield server
    server.end()
    assert "Traceback" not in server.said()


def shown(server: ServerProcess, path: str, language: str = "en") -> str:
    answer = ask(server, "GET", path, Cookie=f"language={language}")
    assert answer.status == 200, path
    return answer.text


def test_the_pages_show_it(server: ServerProcess) -> None:
    home = shown(server, "/")
    assert f'href="/new/{ID}"' in home and "Far Four" in home and f'href="/puzzle/{ID}"' in home
    assert all(f'href="/puzzle/{game.id}"' in home for game in PUZZLES), "every puzzle has its place"
    assert "Far Four" in shown(server, f"/new/{ID}") and "Drop stones." in shown(server, f"/rules/{ID}")
    assert ask(server, "GET", f"/rules/{ID}", Cookie="language=fr").status == 404
    assert "<svg" in shown(server, f"/tile/{ID}.en.light.svg") and "<svg" in shown(server, f"/tile/puzzle/{ID}.en.light.svg")


def test_every_puzzle_is_shown(server: ServerProcess) -> None:
    every = shown(server, "/puzzle", "fr")
    assert "Remplissez les colonnes." in every, "in the game's own words"
    assert all(f'action="/puzzle/{id}"' in every for id in [ID, *(game.id for game in PUZZLES)])
    alone = shown(server, f"/puzzle/{ID}")
    assert "Fill the columns." in alone and not any(f"/puzzle/{game.id}" in alone for game in PUZZLES)
    assert ask(server, "GET", f"/puzzle/{QUICK.id}").status == 404


def test_it_is_played_at_the_table(server: ServerProcess) -> None:
    path, cookie = new_table(server, ID, ("me", "bot-1"))
    with attend(server, path, cookie) as socket:
        while (event := hear(socket))["state"] != "over":
            if event["acting"]:
                command = {"type": "play", "seat": 0, "action": event["choices"][0]["action"], "ply": event["ply"]}
                socket.send(json.dumps(command))
    assert event["outcome"]


TRANSCRIBE = """
import sys
from pathlib import Path
import carreau
from carreau.core.transcript import read_transcript, write_transcript
game = carreau.load(Path(sys.argv[1]))
assert game.folder == Path(sys.argv[1]) and carreau.load(game.id) is game
text = Path(sys.argv[2]).read_text(encoding="utf-8")
match, actions = read_transcript(text, carreau.load)
assert match.game is game and write_transcript(match, actions) == text
"""


def test_a_copy_in_a_folder_plays_the_same_matches(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    shutil.copytree(QUICK.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    transcript = ROOT / "tests" / "transcripts" / f"{QUICK.id}-{min(QUICK.players)}.txt"
    command = [sys.executable, "-c", TRANSCRIBE, str(folder), str(transcript)]
    subprocess.run(command, env=environment(tmp_path), check=True)
    words = ("simulate", str(folder), "--games", "3", "--seed", "5", *typed(QUICK.short), "--json")
    there, here = (json.loads(run(tmp_path, words[0], name, *words[2:])) for name in (str(folder), QUICK.id))
    assert {**there, "seconds": 0, "moves_per_second": 0} == {**here, "seconds": 0, "moves_per_second": 0}
