"""The wheel is complete: everything works in a fresh environment that has nothing but the package and what it
needs; what needs an extra says the one line to type."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement

from tests.make_wheel import build_plain, tracked
from tests.some import QUICK

PLAIN = {"NUMBA_DISABLE_JIT": "1"}  # where nobody has to wait for a compiler
EXTRAS = ["typst", "resvg_py", "PIL", "openskill", "pyspiel", "pgx", "pettingzoo", "pytest"]
EXAMPLE = "connect_four"
NO_PROOFS = "The proofs are not part of the installed package: clone the repository and run make prove."


class Installed:
    """A fresh environment with the wheel in it, and an empty folder to work in."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.wheel = wheel
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir()
        venv.create(folder / "venv", symlinks=True)
        self.programs = folder / "venv" / "bin"
        self.site = next((folder / "venv" / "lib").glob("python*")) / "site-packages"
        pip = [sys.executable, "-m", "pip", "--python", str(self.programs / "python"), "install", "-q", "--no-index", "--no-deps"]
        subprocess.run([*pip, str(self.wheel)], check=True, capture_output=True)
        (own,) = self.site.glob("carreau-*.dist-info")
        for needed in needed_by(PathDistribution(own)):
            lend(needed, self.site)
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CARREAU_GAMES")}
        own_words = {"CARREAU_CACHE": str(folder / "cache"), "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "COLUMNS": "120"}
        self.environment = {**kept, **own_words, "CARREAU_GAMES": str(self.site / "carreau" / "examples" / EXAMPLE)}

    def run(self, *words: str, code: int = 0, compiled: bool = False) -> str:
        """What a program in the environment prints; if it fails, what it says on standard error."""
        command = [str(self.programs / words[0]), *words[1:]]
        environment = self.environment if compiled else {**self.environment, **PLAIN}
        done = subprocess.run(
            command, cwd=self.elsewhere, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        assert done.returncode == code and "Traceback" not in done.stderr, done.stdout + done.stderr
        return done.stderr if code else done.stdout


def needed_by(installed: Distribution) -> Iterator[Distribution]:
    """Everything that a distribution requires without extras, directly or not, as installed here."""
    seen, ahead = set(), list(installed.requires or [])
    while ahead:
        requirement = Requirement(ahead.pop())
        if requirement.name.lower() in seen or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        assert not requirement.extras, f"this test does not know about the extras of {requirement}"
        seen.add(requirement.name.lower())
        yield (found := distribution(requirement.name))
        ahead += found.requires or []


def lend(needed: Distribution, site: Path) -> None:
    """Give an environment a distribution that is installed here, without copying it."""
    for name in {file.parts[0] for file in needed.files or []} - {"..", "__pycache__"}:
        if not (site / name).exists():
            (site / name).symlink_to(str(needed.locate_file(name)))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    return Installed(build_plain(folder), folder)


def test_the_wheel_holds_all_that_is_used_and_nothing_else(installed: Installed) -> None:
    left_out = re.compile(r"carreau/examples/\w+/tests/|carreau/web/messages\.d\.ts")
    expected = {name for name in tracked("carreau") if not left_out.match(name)}
    packed = {name for name in zipfile.ZipFile(installed.wheel).namelist() if ".dist-info/" not in name}
    assert packed == expected
    assert [name for name in packed if "/tests/" in name] == ["carreau/new/sample/tests/test_sample.py"], "which new games get"


def test_the_environment_has_the_package_and_no_extra(installed: Installed) -> None:
    program = "import sys; from importlib.util import find_spec as find; print([name for name in sys.argv[1:] if find(name)])"
    assert installed.run("python", "-c", program, *EXTRAS).strip() == "[]"
    program = "import carreau; print(carreau.__file__); print(*sorted(path.name for path in carreau.examples().iterdir()))"
    file, names = installed.run("python", "-c", program).splitlines()
    assert Path(file).is_relative_to(installed.site) and names.split() == [EXAMPLE, "kings_corner"]


def test_a_match_is_played_checked_and_drawn(installed: Installed) -> None:
    assert EXAMPLE in [game["id"] for game in json.loads(installed.run("carreau", "games", "--json"))]
    assert "carreau verify" in installed.run("carreau", "play", EXAMPLE, "--humans", "0", "--bot", "random", "--record", "match")
    assert "matches its commitment" in installed.run("carreau", "verify", "match")
    for command in ("draw", "film"):
        installed.run("carreau", command, "match", "-o", f"{command}.svg")
        assert "<svg" in (installed.elsewhere / f"{command}.svg").read_text(encoding="utf-8")
    kings = installed.site / "carreau" / "examples" / "kings_corner"
    assert "K1" in installed.run("carreau", "rules", str(kings)) and QUICK.name in installed.run("carreau", "rules", QUICK.id)


def test_many_matches(installed: Installed) -> None:
    assert json.loads(installed.run("carreau", "simulate", EXAMPLE, "--games", "4", "--json"))["matches"] == 4
    ladder = json.loads(installed.run("carreau", "ladder", EXAMPLE, "--bots", "random,greedy", "--games", "2", "--json"))
    assert ladder["scale"] == "elo" and len(ladder["standings"]) == 2


def test_a_new_game_is_written_and_checked(installed: Installed) -> None:
    assert len(json.loads(installed.run("carreau", "new", "tiles", "--json"))["files"]) == 17
    assert json.loads(installed.run("carreau", "check", "./tiles", "--quick", "--json"))["kept"] is True


def test_the_engine_is_compiled_and_measured(installed: Installed) -> None:
    figures = json.loads(installed.run("carreau", "bench", "common", "--json", compiled=True))
    assert figures["common"]["carreau"].keys() == {"inside", "stepped", "batched"} and "start" not in figures
    assert figures["common"]["carreau"]["inside"] > 1000, "plain Python plays some tens of games a second"


def test_the_web_table_serves_its_pages(installed: Installed) -> None:
    command = [str(installed.programs / "carreau"), "serve", "--port", "0", "--data", "data"]
    with subprocess.Popen(
        command, cwd=installed.elsewhere, env={**installed.environment, **PLAIN, "PYTHONUNBUFFERED": "1", "COLUMNS": "300"},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            address = re.search(r"http://127.0.0.1:\d+", server.stdout.readline())
            assert address is not None
            for page, said in (("/", EXAMPLE), (f"/new/{EXAMPLE}", "Connect Four"), (f"/rules/{QUICK.id}", QUICK.name)):
                with urlopen(address[0] + page, timeout=30) as answer:
                    assert said in answer.read().decode(), page
        finally:
            server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=60)
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("print", QUICK.id, "-o", "deck.pdf"), 'Writing a PDF needs Typst: pip install "carreau[print]"'),
        (("draw", "--sheet", QUICK.id, "-o", "cards.png"), 'Writing a PNG needs resvg: pip install "carreau[print]"'),
        (("film", "match", "-o", "film.gif"), 'Writing a GIF needs resvg and Pillow: pip install "carreau[print]"'),
        (("ladder", QUICK.id, "--players", "3"), 'A ladder for 3 players needs openskill: pip install "carreau[lab]"'),
        (
            ("serve", "--port", "0", "--store", "postgresql:///games"),
            'A PostgreSQL database needs psycopg: pip install "carreau[postgres]"',
        ),
        (("bench", "--peers"), 'A comparison needs OpenSpiel, Pgx or PettingZoo: pip install "carreau[peers]"'),
        (("prove", "nothing"), NO_PROOFS),
        (("load", "--tables", "0"), NO_PROOFS),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else "",
)
def test_what_needs_more_says_the_one_line_to_type(words: tuple[str, ...], sentence: str, installed: Installed) -> None:
    before = sorted(installed.elsewhere.rglob("*"))
    assert installed.run("carreau", *words, code=2) == f"carreau: {sentence}\n", "and nothing about compiling: it is said first"
    assert sorted(installed.elsewhere.rglob("*")) == before
