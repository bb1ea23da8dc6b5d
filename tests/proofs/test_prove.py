"""`carreau prove` and `carreau replay --all`: mistakes, exit codes, and how to see a broken promise again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import carreau
from carreau.cli.proof_tools import MISSING
from carreau.cli.prove import prove
from proofs.all_proofs import PROOFS
from proofs.proof import Broken, Figures, Proof, Run
from tests.test_cli import good, run


def test_mistakes_are_one_sentence(tmp_path: Path) -> None:
    for words, said in (
        (["prove", "nothing"], "the proofs are: kill"),
        (["prove", "kill", "--times", "0"], "above 0"),
        (["prove", "kill", "--workers", "0"], "from 1 to 16"),
        (["prove", "pages", "--workers", "2"], "leave out --workers and --postgres"),
        (["replay"], "Name a record"),
        (["replay", "--all", "--data", str(tmp_path)], "There are no matches"),
    ):
        result = run(*words)
        assert result.returncode == 2 and said in result.stderr and len(result.stderr.splitlines()) == 1


def test_every_promise_is_one_sentence() -> None:
    promises = json.loads(good("prove", "--list", "--json"))
    assert list(promises) == list(PROOFS)
    assert all(promise[0].isupper() and promise.endswith(".") and len(promise) < 100 for promise in promises.values())
    shown = good("prove", "kill", "--list")
    assert promises["kill"] in shown and promises["disk"] not in shown


def test_a_proof_has_its_own_length_unless_another_is_given() -> None:
    def length(run: Run) -> Figures:
        return {"times": run.times, "seconds": run.seconds}

    often, long = Proof("often", "", length, times=300), Proof("long", "", length, seconds=120)
    assert often(Run()) == {"times": 300, "seconds": None} and long(Run()) == {"times": None, "seconds": 120}
    assert often(Run(seconds=5)) == {"times": 300, "seconds": 5} and long(Run(seconds=5)) == {"times": None, "seconds": 5}
    assert often(Run(times=2)) == long(Run(times=2)) == {"times": 2, "seconds": None}


def test_a_run_is_over_when_it_was_often_or_long_enough() -> None:
    assert list(Run(seed=7, times=3).numbers()) == [7, 8, 9]
    assert list(Run(seed=7, times=3, seconds=0).numbers()) == []
    assert sum(1 for _ in Run(seconds=0.05).numbers()) > 1


def test_the_proofs_are_found_anywhere_but_not_without_the_repository(tmp_path: Path) -> None:
    """The command runs from a package outside the path, as after `pip install -e .`, and from one without the proofs."""
    package = Path(carreau.__file__).parent
    shutil.copytree(package, tmp_path / "carreau", ignore=shutil.ignore_patterns("__pycache__", "static"))
    for folder, code in ((package.parent, 0), (tmp_path, 2)):
        program = f"import sys; sys.path.insert(0, {str(folder)!r}); import carreau.cli; sys.path.pop(0); carreau.cli.main()"
        for words in (["prove", "--list"], ["load", "--help"] if code == 0 else ["load"]):
            command = [sys.executable, "-P", "-c", program, *words]
            done = subprocess.run(command, cwd="/", env={**os.environ, "PYTHONPATH": ""}, capture_output=True, text=True)
            assert done.returncode == code and (code == 0 or done.stderr == f"carreau: {MISSING}\n"), done.stderr


def test_a_broken_promise_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(run: Run) -> Figures:
        raise Broken(f"Entry {run.chance('x').randrange(10)} is lost.")

    monkeypatch.setitem(PROOFS, "lossy", Proof("lossy", "Nothing is lost.", broken, anywhere=True))
    monkeypatch.setitem(PROOFS, "fine", Proof("fine", "All is well.", lambda run: {"entries": run.times}, anywhere=True))
    with pytest.raises(SystemExit) as ended:
        prove("lossy", "fine", seed=7, times=3, workers=2, json=True)
    assert ended.value.code == 1
    found = json.loads(capsys.readouterr().out)["proofs"]
    assert found["lossy"]["again"] == "carreau prove lossy --seed 7 --times 3 --workers 2" and "is lost" in found["lossy"]["why"]
    assert found["fine"]["kept"] and found["fine"]["figures"] == {"entries": 3}
