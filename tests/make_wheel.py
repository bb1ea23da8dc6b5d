"""Build a wheel that brings machine code along: python -m tests.make_wheel [FOLDER] [--games game …]

Whoever installs it waits for no compiler. It fits this kind of machine and this Python alone, and asks for the very versions of
the libraries that the code was compiled with; `pip wheel .` builds the one for everybody.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import stat
import subprocess
import sys
import tempfile
import time
import zipfile
from importlib.metadata import version
from pathlib import Path

from packaging.tags import sys_tags

import carreau
from carreau.core.code_folder import CAME_ALONG
from carreau.core.policy import VARIABLE, Policy

ROOT = Path(__file__).parent.parent
LIBRARIES = ("numba", "llvmlite", "numpy")  # machine code fits one version of each
OWN_SETTINGS = ("CARREAU_", "NUMBA_", "PYTHONPATH")  # of whoever builds it
COMPILE = """
import sys
import carreau
from carreau.bots.search_for import BOTS
from carreau.core.agent_for import AGENTS, BATCH
from carreau.core.engine import MATCH, SIMULATION, STEPPER
from carreau.lab.matches.look_for import LOOKING
from carreau.lab.matches.watch_for import NOTING, RANDOM_ROWS
from carreau.review.worlds_for import REVIEW
for work in (MATCH, BOTS, REVIEW, SIMULATION, STEPPER, BATCH, AGENTS, RANDOM_ROWS, NOTING, LOOKING):
    work.need(carreau.load(sys.argv[1]))
"""


def tracked(*paths: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z", *paths], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).exists()]


def build_plain(folder: Path) -> Path:
    """The wheel for everybody, built from the files in git, not from whatever else lies around."""
    for name in tracked("carreau", "pyproject.toml", "README.md", "LICENSE"):
        (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "source" / name).write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    subprocess.run([*build, str(folder / "source")], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def compile_games(package: Path, names: list[str], code: Path) -> None:
    """Compile the games of a package for everything that they can be used for."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(OWN_SETTINGS)}
    given |= {"PYTHONPATH": str(package), "CARREAU_CACHE": str(code), VARIABLE: Policy.FIRST}
    for number, name in enumerate(names, 1):
        print(f"Compiling {carreau.load(name).name} ({number} of {len(names)}) …", end=" ", flush=True)
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-P", "-c", COMPILE, name], env=given, cwd=package, check=True)
        print(f"{time.perf_counter() - begun:.0f} s", flush=True)


def files_of(plain: Path, code: Path, tag: str) -> dict[str, bytes]:
    """What the wheel holds, by name."""
    with zipfile.ZipFile(plain) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    for path in sorted(code.glob("*-*/**/*")):
        if path.is_file() and path.name != "lock":
            files[f"carreau/{CAME_ALONG.name}/{path.relative_to(code).as_posix()}"] = path.read_bytes()
    about = next(name for name in files if name.endswith(".dist-info/WHEEL")).removesuffix("WHEEL")
    kept = [line for line in files[about + "WHEEL"].decode().splitlines() if not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    files[about + "WHEEL"] = "\n".join([*filter(None, kept), "Root-Is-Purelib: false", f"Tag: {tag}", ""]).encode()
    head, text = files[about + "METADATA"].decode().split("\n\n", 1)
    pins = [f"Requires-Dist: {name}=={version(name)}" for name in LIBRARIES]
    files[about + "METADATA"] = "\n".join([head, *pins, "", text]).encode()
    record = about + "RECORD"
    del files[record]
    lines = [f"{name},sha256={digest(content)},{len(content)}" for name, content in files.items()]
    return {**files, record: "\n".join([*lines, f"{record},,", ""]).encode()}


def digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def this_tag() -> str:
    """This Python on this kind of machine; not a manylinux, which promises more than is tested here."""
    return next(str(tag) for tag in sys_tags() if "manylinux" not in tag.platform and "musllinux" not in tag.platform)


def add_machine_code(plain: Path, names: list[str], target: Path) -> Path:
    """Make of the wheel for everybody one that brings the machine code of some games along."""
    with tempfile.TemporaryDirectory() as temporary:
        package, code = Path(temporary, "package"), Path(temporary, "code")
        with zipfile.ZipFile(plain) as wheel:
            wheel.extractall(package)
        compile_games(package, names, code)
        tag = this_tag()
        files = files_of(plain, code, tag)
    made = target / f"{plain.stem.removesuffix('py3-none-any')}{tag}.whl"
    with zipfile.ZipFile(made, "w") as wheel:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (stat.S_IFREG | 0o644) << 16  # otherwise some installers let nobody else read it
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return made


def main() -> None:
    reader = argparse.ArgumentParser(description="Build a wheel that brings machine code along.")
    reader.add_argument("folder", nargs="?", type=Path, default=Path("dist"))
    reader.add_argument("--games", nargs="+", choices=carreau.games(), default=carreau.games(), metavar="game")
    asked = reader.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        made = add_machine_code(build_plain(Path(temporary)), asked.games, asked.folder)
    print(f"{made} ({made.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
