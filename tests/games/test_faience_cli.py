"""Faïence at the command line: its name and its numbers are not ASCII."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_what_a_terminal_cannot_write_is_written_plainly(encoding: str) -> None:
    """A separate process, because the encoding is chosen when Python starts."""
    root = Path(__file__).parent.parent.parent
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(root), "COLUMNS": "120"}
    command = [sys.executable, "-m", "carreau"]
    for words, code in ((["rules", "faience", "--lang", "fr"], 0), (["games", "faience", "--json"], 0), (["rules", "Я−é"], 2)):
        done = subprocess.run([*command, *words], env=environment, cwd=root, capture_output=True)
        said = (done.stdout + done.stderr).decode(encoding)
        assert done.returncode == code and "Traceback" not in said
        if words[0] == "games":
            assert json.loads(said)["name"] == "Faïence"
        elif code:
            assert ("?-é" if encoding == "cp1252" else "?-e") in said
        else:
            assert ("\nF1 78 cartes en six motifs" in said) and "-2" in said
