"""Checks in a separate process, so that machine code may crash or never return.

Each check and each result is written to standard output as a line of JSON.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict
from queue import Empty, Queue
from typing import Any

from carreau.check.registry import Note
from carreau.check.run import Result, Tell, run
from carreau.core.parent import ending_with_parent
from carreau.games import load

SILENCE = 300.0  # seconds that one check may take; the first compiles


def run_apart(
    name: str, stages: tuple[str, ...], effort: int, only: str, tell: Tell | None, silence: float = SILENCE
) -> Iterator[Result]:
    """The results of these stages; if the process dies or is silent for too long, the check that was running is to blame."""
    command = [sys.executable, "-m", "carreau.check.worker", name, ",".join(stages), str(effort), only]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines: Queue[str | None] = Queue()
    said: list[str] = []
    readers = [threading.Thread(target=read, args=[process.stdout, lines.put], daemon=True)]
    readers.append(threading.Thread(target=lambda: said.extend(process.stderr or []), daemon=True))
    for reader in readers:
        reader.start()
    at = (stages[0], "", "")
    try:
        while (line := lines.get(timeout=silence)) is not None:
            message = json.loads(line)
            if "begin" in message:
                at = tuple(message["begin"])
                if tell is not None:
                    tell(*at)
            else:
                yield result_of(message)
        if process.wait():
            readers[1].join()
            yield Result(*at, 0.0, ended(process.returncode, "".join(said)))
    except Empty:
        yield Result(*at, silence, f"This check never ends: the machine code was still running after {silence:g} seconds.")
    finally:
        process.kill()
        process.wait()
        for reader in readers:
            reader.join()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def read(stream: Any, put: Any) -> None:
    for line in stream:
        put(line)
    put(None)


def ended(code: int, said: str) -> str:
    if code < 0:
        return f"The machine code crashed ({signal.Signals(-code).name}): a rule writes outside its tables."
    last = said.strip().splitlines()[-1:] or [f"exit code {code}"]
    return f"The checks could not go on: {last[0]}"


def result_of(message: dict[str, Any]) -> Result:
    notes = [Note(**note) for note in message.pop("notes")]
    return Result(**message, notes=notes)


def write(message: dict[str, Any], out: Any) -> None:
    out.write(json.dumps(message) + "\n")
    out.flush()


def main(name: str, stages: str, effort: str, only: str) -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # keep what a game prints out of our output

    def tell(*begun: str) -> None:
        write({"begin": begun}, out)

    for result in run(load(name), tuple(stages.split(",")), int(effort), only, tell):
        write(asdict(result), out)


if __name__ == "__main__":
    with ending_with_parent():
        main(*sys.argv[1:])
