"""Node and the packages of boardgame.io: found, or installed as package.json pins them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[3]
INSTALL = ("install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error")
NEEDED = ("boardgame.io", "immer", "node-persist")
NO_NODE = "boardgame.io is left out: it needs Node and npm, which are not on this machine."
NO_PACKAGES = "boardgame.io is left out: its packages could not be installed"


class Missing(Exception):
    """What boardgame.io needs is not here; the sentence says what."""


def find_packages(say: Callable[[str], None], root: Path = ROOT) -> None:
    """Install what is missing into the repository's node_modules."""
    npm = shutil.which("npm")
    if not shutil.which("node") or not npm:
        raise Missing(NO_NODE)
    if is_installed(root):
        return
    say("Installing boardgame.io into node_modules, once")
    done = subprocess.run([npm, *INSTALL], cwd=root, capture_output=True, text=True)
    if done.returncode or not is_installed(root):
        raise Missing(f"{NO_PACKAGES} ({why(done.stderr)}).")


def is_installed(root: Path) -> bool:
    return all((root / "node_modules" / name / "package.json").is_file() for name in NEEDED)


def why(said: str) -> str:
    """npm's own code for what went wrong."""
    codes = [line.split()[-1] for line in said.splitlines() if " code " in line]
    return codes[0] if codes else "npm did not say why"
