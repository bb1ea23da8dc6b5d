"""A wheel that brings machine code along: whoever installs it waits for no compiler. Code that does not fit is not used."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from carreau.core.policy import VARIABLE, Policy
from carreau.core.sources import compiled_sources, is_compiled
from tests.make_wheel import add_machine_code, build_plain, this_tag
from tests.some import EVERY
from tests.test_wheel import Installed

GAME = min(EVERY, key=lambda game: sum(file.stat().st_size for file in compiled_sources(game.folder)))  # the quickest to compile
USE = """
import json, sys
from numba.core import event
import carreau
from carreau.bots.search_for import BOTS
from carreau.core.agent_for import AGENTS, BATCH
from carreau.core.engine import MATCH, SIMULATION, STEPPER
from carreau.review.worlds_for import REVIEW

game = carreau.load(sys.argv[1])
with event.install_recorder("numba:compile") as compiled:
    match = game.new(seed=1)
    while match.ply < 4:
        match.play(match.legal(match.acting[0])[0])
    for work in (BOTS, REVIEW, SIMULATION, STEPPER, BATCH, AGENTS):
        work.want(game)
used = [work.name for work in (MATCH, BOTS, REVIEW, SIMULATION, STEPPER, BATCH, AGENTS) if work.is_used(game)]
print(json.dumps({"used": used, "compiled": sum(one.is_end for _, one in compiled.buffer), "state": match.state.tobytes().hex()}))
"""
ALL = ["MATCH", "BOTS", "REVIEW", "SIMULATION", "STEPPER", "BATCH", "AGENTS"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    return Installed(add_machine_code(build_plain(folder), [GAME.id], folder), folder)


def use(installed: Installed, cache: Path, policy: Policy = Policy.FOUND) -> dict[str, Any]:
    """What a process of somebody who has installed the wheel uses and compiles."""
    installed.environment |= {VARIABLE: policy, "CARREAU_CACHE": str(cache)}
    found: dict[str, Any] = json.loads(installed.run("python", "-c", USE, GAME.id, compiled=True))
    return found


def came_along(installed: Installed) -> dict[str, bytes]:
    folder = installed.site / "carreau" / "machine_code"
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@contextmanager
def changed(file: Path, content: bytes) -> Iterator[None]:
    before = file.read_bytes()
    file.write_bytes(content)
    try:
        yield
    finally:
        file.write_bytes(before)


def test_everything_is_machine_code_at_once_and_nothing_is_compiled_or_kept(installed: Installed, tmp_path: Path) -> None:
    came = came_along(installed)
    found = use(installed, tmp_path / "cache")
    assert (found["used"], found["compiled"]) == (ALL, 0)
    assert not (tmp_path / "cache").exists() and came_along(installed) == came
    plain = use(installed, tmp_path / "cache", Policy.NEVER)
    assert plain["used"] == [] and plain["state"] == found["state"]


def test_another_version_of_a_rule_does_not_use_it(installed: Installed, tmp_path: Path) -> None:
    folder = installed.site / "carreau" / "games" / GAME.id
    rules = next(file for file in [*sorted(folder.rglob("rules*/**/*.py")), folder / "rules.py"] if is_compiled(file))
    with changed(rules, rules.read_bytes() + b"\n# edited\n"):
        assert use(installed, tmp_path / "cache")["used"] == []
    assert use(installed, tmp_path / "cache")["used"] == ALL


def test_what_is_damaged_is_compiled_into_the_cache_once(installed: Installed, tmp_path: Path) -> None:
    (file,) = (installed.site / "carreau" / "machine_code").glob(f"{GAME.id}-*/core/drive.play_at-*.nbc")
    with changed(file, file.read_bytes()[:1000]):
        came = came_along(installed)
        first, second = use(installed, tmp_path / "cache"), use(installed, tmp_path / "cache")
        assert came_along(installed) == came, "nothing is ever written there"
    assert first["used"] == second["used"] == ALL and first["compiled"] > 0 and second["compiled"] == 0


def test_pip_gets_a_tag_a_list_and_the_versions_that_it_was_compiled_with(installed: Installed) -> None:
    assert installed.wheel.name.endswith(f"-{this_tag()}.whl") and not this_tag().startswith("py3-none")
    with zipfile.ZipFile(installed.wheel) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
    about = {name.rpartition("/")[2]: content.decode() for name, content in files.items() if ".dist-info/" in name}
    assert f"\nTag: {this_tag()}\n" in about["WHEEL"] and about["WHEEL"].count("Tag:") == 1
    assert "\nRoot-Is-Purelib: false\n" in about["WHEEL"]
    for name, digest, size in csv.reader(about["RECORD"].splitlines()):
        content = files.pop(name)
        if not name.endswith("/RECORD"):
            counted = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={counted}", len(content)), name
    assert not files
    needed = about["METADATA"].partition("\n\n")[0]
    assert all(f"\nRequires-Dist: {name}==" in needed for name in ("numba", "llvmlite", "numpy"))
