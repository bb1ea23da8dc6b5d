"""Asking for experiments and following them. Another process plays them (worker.py)."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path

from carreau.table.clock import clock
from carreau.web.lab.place import DONE, FAILED, QUEUED, STOPPED, Asked, Place, State
from carreau.web.lab.shelf import Shelf
from carreau.web.tokens import hashed

WORKER = "carreau.web.lab.worker"
PAUSE = 2.0  # seconds between two looks whether somebody plays


class Lab:
    """One per hub. Its methods read and write files: call them in a thread."""

    def __init__(self, folder: Path) -> None:
        self.shelf = Shelf(folder)
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.looked, self.closed = -PAUSE, False

    def ask(self, source: str, game: str, language: str, owner: str, form: dict[str, str], network: str) -> str:
        """One more experiment. Returns its id."""
        asked = Asked(clock(), game, language, hashed(owner).hex(), form)
        with self.lock:
            id = self.shelf.add(source, asked, network)
        self.see_to_it()
        return id

    def follow(self, id: str) -> tuple[Place, State, int]:
        """An experiment, how far it is, and how many are before it."""
        place = self.shelf.place(id)
        state = place.state()
        if state.stage in (DONE, FAILED):
            return place, state, 0
        self.see_to_it()
        queue = self.shelf.queue()
        return place, state, queue.index(id) if id in queue else 0

    def stop(self, id: str, owner: str) -> None:
        """Whoever has asked for it can end it; what was found so far is kept."""
        place = self.shelf.place(id)
        if not self.belongs_to(place, owner):
            return
        place.stop()
        if place.state().stage == QUEUED and self.shelf.queue()[:1] != [id]:  # nobody plays it
            place.put(State(DONE, why=STOPPED))
            self.shelf.finish(id)

    def belongs_to(self, place: Place, owner: str) -> bool:
        return bool(owner) and compare_digest(place.asked().owner, hashed(owner).hex())

    # the process that plays

    def see_to_it(self) -> None:
        """Start a process if experiments wait. Where another one plays already, ours ends at once."""
        with self.lock:
            if self.closed or time.monotonic() - self.looked < PAUSE:
                return
            self.looked = time.monotonic()
            if (self.process is None or self.process.poll() is not None) and self.shelf.queue():
                self.end()
                self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", WORKER, str(self.shelf.folder)]
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE)
        except OSError:
            logging.getLogger("carreau").exception("the process of the lab cannot be started")

    def end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        with suppress(OSError, ValueError):
            if process.stdin is not None:
                process.stdin.close()

    def close(self) -> None:
        with self.lock:
            self.closed = True
            self.end()
