"""Finds the proofs: they are in the repository, next to this package, and are not installed with it."""

from __future__ import annotations

import sys
from pathlib import Path

import carreau
from carreau.core.errors import BadOption

ROOT = Path(carreau.__file__).parent.parent
MISSING = "The proofs are not part of the installed package: clone the repository and run make prove."


def find_proofs() -> None:
    """Make `import proofs` work, wherever the command was typed."""
    if not (ROOT / "proofs" / "all_proofs.py").is_file():
        raise BadOption(MISSING)
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
