"""A command in a separate process, forked from one that has already loaded the heavy libraries."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
from collections.abc import Mapping
from multiprocessing.context import ForkServerContext
from pathlib import Path
from subprocess import CompletedProcess

HEAVY = ["numba", "numpy", "cyclopts", "rich", "PIL.Image", "starlette.applications", "uvicorn"]


def context() -> ForkServerContext:
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(HEAVY)
    return found


def command(words: list[str], folder: str, environment: Mapping[str, str], files: list[str]) -> None:
    """What `python -m carreau` does, with its three streams in files."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, (file, flags) in enumerate(zip(files, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY))):
        os.dup2(os.open(file, flags), number)
    sys.stdin, sys.stdout, sys.stderr = (open(number, mode, closefd=False) for number, mode in enumerate("rww"))  # noqa: SIM115
    sys.argv = ["carreau", *words]
    from carreau.cli import main

    try:
        main()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def call(words: list[str], keys: str, folder: Path, environment: Mapping[str, str]) -> CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as place:
        files = [str(Path(place) / name) for name in ("in", "out", "err")]
        for file, text in zip(files, (keys, "", "")):
            Path(file).write_text(text, encoding="utf-8")
        process = context().Process(target=command, args=(words, str(folder), dict(environment), files))
        process.start()
        process.join()
        said = [Path(file).read_text(encoding="utf-8") for file in files[1:]]
        return CompletedProcess(words, process.exitcode or 0, *said)
