"""The folder of an experiment: its file, the raw results, and what was found. Nothing in it is ever half written."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from carreau import __version__
from carreau.core.errors import CarreauError
from carreau.core.extra import need
from carreau.core.phrase import Phrase
from carreau.core.seed import canonical
from carreau.lab import measures
from carreau.lab.experiment import Experiment, Setting
from carreau.lab.experiment.read import parse
from carreau.lab.matches import Columns
from carreau.lab.run.chunk import Chunk

SOURCE, STATE, RAW, LOCK = "experiment.toml", "run.json", "raw", ".lock"
DIGITS = 8  # of the first deal in a file's name, so that files are in order by their names
UNFINISHED = ".part"


class WrongFolder(CarreauError):
    """The folder is of another experiment, or holds something else."""

    code = "wrong-folder"


class Folder:
    """What an experiment has written, and where it goes on."""

    def __init__(self, place: Path, experiment: Experiment) -> None:
        need("Keeping results in a folder", "lab", pyarrow="PyArrow")
        self.place, self.experiment = place, experiment
        self.held: int | None = None

    # beginning and going on

    def begin(self) -> None:
        """Make the folder, or go on in it if it is this experiment's.

        Raises:
            WrongFolder: If it is not.
        """
        self.check()
        (self.place / RAW).mkdir(parents=True, exist_ok=True)
        self.held = hold(self.place)
        for left in (self.place / RAW).rglob(f"*{UNFINISHED}"):
            left.unlink()
        write_whole(self.place / STATE, self.state(self.seconds).encode())
        write_whole(self.place / SOURCE, self.experiment.source.encode())

    def end(self, seconds: float) -> None:
        """Note how long it took; others may go on."""
        write_whole(self.place / STATE, self.state(seconds).encode())
        if self.held is not None:
            os.close(self.held)

    def check(self) -> None:
        """Refuse what this experiment does not belong into."""
        if not self.place.exists() or not any(self.place.iterdir()):
            return
        state = state_of(self.place)
        if not state:
            raise WrongFolder(Phrase("{folder} holds other files: choose an empty folder, or a new one.", folder=str(self.place)))
        if state["digest"] != self.digest:
            raise WrongFolder(
                Phrase(
                    "{folder} holds another experiment ({title}): choose another folder.",
                    folder=str(self.place),
                    title=state["title"],
                )
            )
        if state["version"] != __version__:
            raise WrongFolder(
                Phrase(
                    "{folder} was begun by Carreau {version}, and this is {now}: choose another folder.",
                    folder=str(self.place), version=state["version"], now=__version__,
                )
            )  # fmt: skip

    @property
    def digest(self) -> str:
        """What is played, in short: two experiments with the same digest have the same raw results."""
        return hashlib.sha256(canonical(played(self.experiment))).hexdigest()

    def state(self, seconds: float) -> str:
        facts = {"version": __version__, "title": self.experiment.title, "digest": self.digest, "seconds": round(seconds, 1)}
        return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return float(state_of(self.place).get("seconds", 0.0))

    # raw results

    def file(self, chunk: Chunk) -> Path:
        setting = self.experiment.settings[chunk.setting]
        name = setting.id.replace("=", "_")  # otherwise other programs take it for a column with its value
        return self.place / RAW / name / f"{chunk.first:0{DIGITS}d}.parquet"

    def write(self, chunk: Chunk, columns: Columns) -> None:
        from carreau.lab.run.parquet import to_bytes

        file = self.file(chunk)
        file.parent.mkdir(exist_ok=True)
        write_whole(file, to_bytes(columns, facts_of(self.experiment, self.experiment.settings[chunk.setting])))

    def read(self, chunk: Chunk) -> Columns | None:
        """What was noted earlier; nothing if it is not there, or is damaged."""
        from carreau.lab.run.parquet import read

        file, setting = self.file(chunk), self.experiment.settings[chunk.setting]
        columns = read(file) if file.exists() else None
        rows = chunk.deals * setting.tables * self.experiment.again
        return columns if columns is not None and len(columns["deal"]) == rows else None


def hold(place: Path) -> int | None:
    """Keep others from playing here until this is closed; the system lets go of it when the process ends."""
    if sys.platform == "win32":
        return None
    import fcntl

    descriptor = os.open(place / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise WrongFolder(Phrase("Somebody is playing in {folder} already.", folder=str(place))) from None
    return descriptor


def state_of(place: Path) -> dict[str, Any]:
    """What a folder says about its experiment; nothing if it is not one's."""
    with suppress(OSError, ValueError):
        state = json.loads((place / STATE).read_text(encoding="utf-8"))
        if isinstance(state, dict) and {"version", "title", "digest"} <= set(state):
            return state
    return {}


def experiment_in(place: Path) -> Experiment:
    """The experiment that a folder is of.

    Raises:
        WrongFolder: If it is of none.
    """
    if not state_of(place):
        raise WrongFolder(Phrase("{folder} holds no experiment.", folder=str(place)))
    return parse((place / SOURCE).read_text(encoding="utf-8"))


def played(experiment: Experiment) -> dict[str, Any]:
    """All that the raw results depend on."""
    test = experiment.test
    return {
        "seed": experiment.seed, "deals": experiment.deals, "precision": experiment.precision, "again": experiment.again,
        "deep": experiment.deep, "needs": sorted(measures.needs(experiment.measures)), "test": asdict(test) if test else None,
        "settings": [facts_of(experiment, setting) for setting in experiment.settings],
    }  # fmt: skip


def facts_of(experiment: Experiment, setting: Setting) -> dict[str, Any]:
    """What a file of raw results says about all of its rows."""
    return {
        "setting": setting.id, "game": setting.game.id, "rules": setting.game.version, "players": setting.players,
        "options": dict(setting.options), "bots": list(setting.bots), "entrants": list(setting.entrants),
        "strategies": [asdict(strategy) for strategy in setting.strategies], "seed": experiment.seed,
        "again": experiment.again, "carreau": __version__,
    }  # fmt: skip


def write_whole(file: Path, content: bytes) -> None:
    """All of it, or nothing."""
    part = file.with_name(file.name + UNFINISHED)
    part.write_bytes(content)
    os.replace(part, file)
