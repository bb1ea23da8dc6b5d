"""An experiment finds the same, to the byte, however it is played: on one core or two, at once or interrupted."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from carreau.core.errors import CarreauError
from carreau.lab import measures, report
from carreau.lab.experiment.ask import new_experiment
from carreau.lab.experiment.read import parse
from carreau.lab.findings import Findings
from carreau.lab.matches import play
from carreau.lab.run import Progress, report_on, run_experiment
from carreau.lab.run.folder import WrongFolder
from carreau.lab.run.parquet import facts_in, read
from carreau.lab.run.work import Fault
from tests.lab.experiment.test_read import FLAG, REFUSED
from tests.lab.run.asked import raw, small
from tests.orphans import children, is_running, kill_parent, needs_proc, wait_for
from tests.some import QUICK


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Findings]:
    """Played on one core, without interruption."""
    folder = tmp_path_factory.mktemp("alone") / "results"
    return folder, run_experiment(small(), folder, cores=1)


def test_it_is_what_the_settings_play(alone: tuple[Path, Findings]) -> None:
    for setting in small().settings:
        files = sorted((alone[0] / "raw" / setting.id.replace("=", "_")).iterdir())
        assert facts_in(files[0])["setting"] == setting.id and facts_in(files[0])["options"] == dict(setting.options)
        parts = [read(file) for file in files]
        whole = play(setting, small().seed, 0, 24)
        for name, column in whole.items():
            found = np.concatenate([part[name] for part in parts if part is not None])
            assert np.array_equal(found, column, equal_nan=column.dtype.kind == "f"), name


def test_two_cores_find_the_same(alone: tuple[Path, Findings], tmp_path: Path) -> None:
    findings = run_experiment(small(), tmp_path, cores=2)
    assert raw(tmp_path) == raw(alone[0]) and findings == alone[1]
    assert findings.done == 1.0 and [setting.deals for setting in findings.settings] == [24] * 4


def test_without_a_folder_it_finds_the_same(tmp_path: Path) -> None:
    experiment = new_experiment(QUICK, players=2, deals=3000, options=QUICK.short, measure=["fairness"])
    assert run_experiment(experiment, cores=2) == run_experiment(experiment, tmp_path, cores=1)
    assert len(raw(tmp_path)) > 3


def stop(progress: Progress) -> None:
    raise KeyboardInterrupt


def test_interrupted_it_goes_on(alone: tuple[Path, Findings], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_experiment(small(), tmp_path, cores=2, progress=stop)
    assert children(os.getpid()) == [] or not any(map(is_running, workers()))
    before = raw(tmp_path)
    times = {name: (tmp_path / name).stat().st_mtime_ns for name in before}
    assert 0 < len(before) < len(raw(alone[0]))
    so_far = report_on(tmp_path)
    assert 0 < so_far.done < 1 and (tmp_path / "report.html").exists()
    assert run_experiment(small(), tmp_path, cores=1) == alone[1]
    assert raw(tmp_path) == raw(alone[0])
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in before} == times  # not played again


def workers() -> list[int]:
    """The processes that play for us."""
    return [child for child in children(os.getpid()) if b"carreau.lab.run.player" in command_of(child)]


def command_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def test_what_was_damaged_is_played_again(alone: tuple[Path, Findings], tmp_path: Path) -> None:
    folder = tmp_path / "results"
    shutil.copytree(alone[0], folder)
    first, second = sorted(file for file in folder.rglob("*.parquet") if "greedy" not in file.parent.name)
    first.write_bytes(first.read_bytes()[:100])
    second.unlink()
    (second.parent / f"{second.name}.part").write_bytes(b"half")
    assert run_experiment(small(), folder, cores=1) == alone[1]
    assert raw(folder) == raw(alone[0]) and not list(folder.rglob("*.part"))


def test_a_report_is_made_again(alone: tuple[Path, Findings], tmp_path: Path) -> None:
    folder = tmp_path / "results"
    shutil.copytree(alone[0], folder)
    (folder / "report.html").unlink()
    assert report_on(folder, "fr") == alone[1]
    assert 'lang="fr"' in (folder / "report.html").read_text(encoding="utf-8")


def test_a_killed_process_is_replaced(alone: tuple[Path, Findings], tmp_path: Path) -> None:
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if not killed and (running := workers()):
            os.kill(running[0], 9)
            killed.append(running[0])

    assert run_experiment(small(), tmp_path, cores=1, progress=kill) == alone[1]
    assert killed and raw(tmp_path) == raw(alone[0])
    wait_for(lambda: not workers(), "a process goes on", 5)


# another experiment


def test_another_experiment_is_refused(alone: tuple[Path, Findings]) -> None:
    with pytest.raises(WrongFolder, match=r"holds another experiment \(Small\): choose another folder\.$"):
        run_experiment(small(deals=25), alone[0])


def test_other_words_for_the_same_are_taken(alone: tuple[Path, Findings], tmp_path: Path) -> None:
    """What is measured, and how it is called, does not change what was played."""
    folder = tmp_path / "results"
    shutil.copytree(alone[0], folder)
    source = small().source.replace("Small", "Other").replace('"fairness", ', "")
    findings = run_experiment(parse(source), folder)
    assert findings.title == "Other" and [section.id for section in findings.sections] == ["length"]
    assert (folder / "experiment.toml").read_text(encoding="utf-8") == source and raw(folder) == raw(alone[0])


def test_other_versions_are_refused(alone: tuple[Path, Findings], tmp_path: Path) -> None:
    folder = tmp_path / "results"
    shutil.copytree(alone[0], folder)
    state = folder / "run.json"
    state.write_text(state.read_text().replace('"version": "', '"version": "0.0.0-'))
    with pytest.raises(WrongFolder, match=r"was begun by Carreau 0\.0\.0-"):
        run_experiment(small(), folder)


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(WrongFolder, match=r"holds other files: choose an empty folder, or a new one\.$"):
        run_experiment(small(), tmp_path)
    with pytest.raises(WrongFolder, match=r"holds no experiment\.$"):
        report_on(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


# how far it is


def test_progress_grows_to_the_end() -> None:
    seen: list[Progress] = []
    experiment = new_experiment(QUICK, players=2, deals=4000, options=QUICK.short, measure=["length"])
    findings = run_experiment(experiment, cores=1, progress=seen.append)
    assert seen and [one.matches for one in seen] == sorted(one.matches for one in seen)
    assert all(0 < one.done <= 1 for one in seen) and [one.done for one in seen] == sorted(one.done for one in seen)
    assert (seen[-1].done, seen[-1].left, seen[-1].matches) == (1.0, 0.0, 4000)
    early = seen[0].find()
    assert early.done == pytest.approx(seen[0].done) and findings.done == 1.0


def test_the_report_says_what_was_left_out() -> None:
    experiment = parse(f'game = "{REFUSED.id}"\nplayers = [2, 4]\n[options]\n{FLAG} = [false, true]')
    findings = measures.find(experiment, [])
    assert findings.left_out == experiment.left_out != ()
    again = report.from_json(json.loads(json.dumps(report.as_json(findings))))
    assert f"Laissé de côté\u00a0: players = 2, {FLAG} = on." in report.html(again, "fr")


# people's own bots


def test_own_bots_play_and_may_print(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    experiment = new_experiment(QUICK, players=2, bots="tests.lab.run.own:Bot", deals=2, options=QUICK.short, measure=["length"])
    findings = run_experiment(experiment, cores=1)
    assert findings.settings[0].matches == 2 and "the first" in capfd.readouterr().err


def test_a_broken_bot_is_named() -> None:
    experiment = new_experiment(
        QUICK, players=2, bots="tests.lab.run.own:Broken", deals=2, options=QUICK.short, measure=["length"]
    )
    with pytest.raises(Fault, match=r"^ZeroDivisionError in own\.py, line 20: my own fault\.$"):
        run_experiment(experiment, cores=1)


def test_cores_are_counted() -> None:
    with pytest.raises(CarreauError, match="number of cores"):
        run_experiment(small(), cores=0)


PLAYING = "from carreau import lab; from tests.lab.run.asked import small; lab.run_experiment(small(deals=5000), cores=1)"


@needs_proc
def test_a_process_ends_with_the_one_that_started_it(alone: tuple[Path, Findings]) -> None:
    """Killed in the middle of a chunk; `alone` has compiled what it needs."""
    kill_parent(PLAYING, {"PYTHONPATH": str(Path(__file__).parents[3])})
