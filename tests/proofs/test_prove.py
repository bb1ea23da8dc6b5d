"""`carreau prove` and `carreau replay --all`: mistakes, exit codes, the way to see a find again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from carreau.cli.prove import prove
from proofs.all_proofs import PROOFS
from proofs.proof import Broken, Figures, Run
from tests.test_cli import run


def test_mistakes_are_one_sentence(tmp_path: Path) -> None:
    for words, said in (
        (["prove", "nothing"], "the proofs are: kill"),
        (["prove", "kill", "--times", "0"], "above 0"),
        (["replay"], "Name one record"),
        (["replay", "--all", "--data", str(tmp_path)], "No matches are kept"),
    ):
        result = run(*words)
        assert result.returncode == 2 and said in result.stderr and len(result.stderr.splitlines()) == 1


def test_a_broken_promise_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(run: Run) -> Figures:
        raise Broken(f"Entry {run.chance('x').randrange(10)} is lost.")

    monkeypatch.setitem(PROOFS, "lossy", broken)
    monkeypatch.setitem(PROOFS, "fine", lambda run: {"entries": run.times})
    with pytest.raises(SystemExit) as ended:
        prove("lossy", "fine", seed=7, times=3, json=True)
    assert ended.value.code == 1
    found = json.loads(capsys.readouterr().out)["proofs"]
    assert found["lossy"]["again"] == "carreau prove lossy --seed 7 --times 3" and "is lost" in found["lossy"]["why"]
    assert found["fine"]["kept"] and found["fine"]["figures"] == {"entries": 3}
