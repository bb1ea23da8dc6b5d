"""The folder of one experiment of the web table: what was asked, how far it is, what was found. Several processes read it,
so every file is written whole."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from pathlib import Path

import msgspec

ID = re.compile(r"[\w-]{12}", re.ASCII)
SOURCE, ASKED, STATE, STOP = "experiment.toml", "asked.json", "state.json", "stop"
QUEUED, PREPARING, RUNNING, DONE, FAILED = "queued", "preparing", "running", "done", "failed"
STOPPED, LATE = "stopped", "late"  # why it is done although not everything was played
TABLE, DATA = "findings.csv", "findings.json"


class Asked(msgspec.Struct, frozen=True):
    """What somebody wanted."""

    at: float
    game: str
    language: str
    owner: str  # the hash of a secret in their browser
    form: dict[str, str]  # as it was filled in


class State(msgspec.Struct, frozen=True):
    """How far it is."""

    stage: str = QUEUED
    share: float = 0.0
    matches: int = 0
    left: float | None = None  # seconds
    edition: int = 0  # of the figures; 0 if there are none yet
    why: str = ""  # it ended early
    tries: int = 0


class Place:
    """One experiment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def id(self) -> str:
        return self.folder.name

    def make(self, source: str, asked: Asked) -> None:
        self.folder.mkdir(parents=True)
        self.write(SOURCE, source)
        self.write(STATE, msgspec.json.encode(State()).decode())
        self.write(ASKED, msgspec.json.encode(asked).decode())

    def exists(self) -> bool:
        return (self.folder / ASKED).exists()

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    # what is in it

    def asked(self) -> Asked:
        return msgspec.json.decode(self.read(ASKED), type=Asked)

    def state(self) -> State:
        return msgspec.json.decode(self.read(STATE), type=State)

    def put(self, state: State) -> None:
        self.write(STATE, msgspec.json.encode(state).decode())

    def stop(self) -> None:
        (self.folder / STOP).touch()

    def is_stopped(self) -> bool:
        return (self.folder / STOP).exists()

    def want(self, language: str) -> None:
        """Somebody reads the figures in this language."""
        file = self.folder / f"wanted.{language}"
        if not file.exists():
            file.touch()

    def wanted(self) -> set[str]:
        return {file.suffix[1:] for file in self.folder.glob("wanted.*")}

    def figures(self, language: str) -> str:
        """What was found so far, as a part of a page; empty if nothing was, or nobody wanted it in this language."""
        with suppress(FileNotFoundError):
            return self.read(figures_name(language))
        return ""

    def report(self, language: str) -> str:
        """The whole report, once it is done."""
        return self.read(report_name(language))

    # files

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        part = self.folder / f".{name}.{os.getpid()}"
        part.write_text(text, encoding="utf-8", newline="\n")
        os.replace(part, self.folder / name)


def figures_name(language: str) -> str:
    return f"figures.{language}.html"


def report_name(language: str) -> str:
    return f"report.{language}.html"
