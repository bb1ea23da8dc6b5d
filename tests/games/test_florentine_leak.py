"""A view of Dominos florentins that tells too much is caught."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import carreau
from proofs.tools.changed_copy import runs_from

PROGRAM = """
import json, sys
from proofs.promises.leak import prove_leak
from proofs.proof import Run
print(json.dumps(prove_leak(Run(times=1), [sys.argv[1]], plies=2)))
"""


def test_a_field_left_in_a_view_is_caught(tmp_path: Path) -> None:
    """A copy of a game whose view has lost one line, in plain Python, so that nothing has to be compiled."""
    source, folder = carreau.load("florentine").folder, tmp_path / "leaky"
    shutil.copytree(source, folder)
    facts = folder / "__init__.py"
    facts.write_text(facts.read_text(encoding="utf-8").replace('id="florentine"', 'id="leaky"'), encoding="utf-8")
    command = [sys.executable, "-P", "-c", PROGRAM, str(folder)]
    environment = {**os.environ, **runs_from(), "NUMBA_DISABLE_JIT": "1"}

    def prove() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    assert '"positions": 1' in prove().stdout
    file = folder / "rules" / "hidden.py"
    rules = file.read_text(encoding="utf-8")
    left = rules.replace("            s.hand[other] = 0\n", "            pass\n")
    assert left != rules
    file.write_text(left, encoding="utf-8")
    found = prove()
    assert found.returncode == 1 and "proofs.proof.Broken" in found.stderr
