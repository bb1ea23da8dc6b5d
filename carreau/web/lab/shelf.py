"""All experiments of a server: those that wait, in order; how many somebody has asked for today; and which are old."""

from __future__ import annotations

import datetime
import hmac
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from carreau.web.lab.limits import (
    ENOUGH,
    ENOUGH_FOR_ALL,
    FULL,
    KEPT_SECONDS,
    MOST_A_DAY,
    MOST_A_DAY_PER_NETWORK,
    MOST_KEPT,
    MOST_WAITING,
    MOST_WAITING_PER_NETWORK,
    UNKNOWN,
    YOURS_WAIT,
    NoLab,
    TooMuch,
)
from carreau.web.lab.place import ASKED, ID, Asked, Place
from carreau.web.tokens import new_id

FOLDER, WAITING, TODAY, LOCK, SALT = "lab", "waiting", "today", "lock", "salt"
LOOK_SECONDS = 3600.0  # between two looks for what is old


class Shelf:
    """What every process of the server reads and writes.

    `waiting` has an empty file for each experiment that is not done yet, named by when it was asked for, whose network that was,
    and which it is. `today` has one for each that was asked for today. Networks are named by a hash that cannot be repeated
    tomorrow, and then even that is removed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting = folder / WAITING
        self.looked = 0.0

    def place(self, id: str) -> Place:
        """An experiment; NoLab if there is none."""
        place = Place(self.folder / id)
        if not ID.fullmatch(id) or not place.exists():
            raise NoLab(UNKNOWN)
        return place

    # asking

    def add(self, source: str, asked: Asked, network: str) -> str:
        """One more experiment, behind all that wait."""
        self.remove_old(asked.at)
        who = self.count(network, asked.at)
        place = Place(self.folder / new_id())
        place.make(source, asked)
        (self.waiting / f"{asked.at:017.6f} {who} {place.id}").touch()
        return place.id

    def count(self, network: str, now: float) -> str:
        """Count one more of today; TooMuch if that is too many. Returns what stands for the network."""
        self.waiting.mkdir(parents=True, exist_ok=True, mode=0o700)
        today = self.today(now)
        who = hmac.digest((today / SALT).read_bytes(), network.encode(), "sha256").hex()[:24]
        waiting, asked = self.marks(), [file.name for file in today.iterdir() if file.name != SALT]
        if sum(mark.split()[1] == who for mark in waiting) >= MOST_WAITING_PER_NETWORK:
            raise TooMuch(YOURS_WAIT)
        if len(waiting) >= MOST_WAITING:
            raise TooMuch(FULL)
        if sum(name.startswith(who) for name in asked) >= MOST_A_DAY_PER_NETWORK:
            raise TooMuch(ENOUGH)
        if len(asked) >= MOST_A_DAY:
            raise TooMuch(ENOUGH_FOR_ALL)
        (today / f"{who}-{secrets.token_hex(4)}").touch()
        return who

    def today(self, now: float) -> Path:
        """The folder of this day; those of other days are removed."""
        day = datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()
        today = self.folder / TODAY / day
        if not today.exists():
            shutil.rmtree(self.folder / TODAY, ignore_errors=True)
            today.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError), (today / SALT).open("xb") as salt:
            salt.write(secrets.token_bytes(32))
        return today

    # those that wait

    def marks(self) -> list[str]:
        """The names of the files in `waiting`, in order."""
        with suppress(FileNotFoundError):
            return sorted(file.name for file in self.waiting.iterdir())
        return []

    def queue(self) -> list[str]:
        """The ids of all that are not done; the first is being played."""
        return [mark.split()[2] for mark in self.marks()]

    def finish(self, id: str) -> None:
        for mark in self.marks():
            if mark.split()[2] == id:
                (self.waiting / mark).unlink(missing_ok=True)

    # those that are old

    def remove_old(self, now: float) -> None:
        """From time to time: what is too old, and the oldest if there are too many."""
        if time.monotonic() - self.looked < LOOK_SECONDS and self.looked:
            return
        self.looked = time.monotonic()
        waiting = set(self.queue())
        done = sorted((made, place.id) for made, place in self.places() if place.id not in waiting)
        for number, (made, id) in enumerate(done):
            if made < now - KEPT_SECONDS or number < len(done) - MOST_KEPT:
                Place(self.folder / id).remove()

    def places(self) -> Iterator[tuple[float, Place]]:
        """Every experiment, with when it was asked for."""
        for folder in self.folder.iterdir() if self.folder.exists() else ():
            with suppress(OSError):
                yield (folder / ASKED).stat().st_mtime, Place(folder)
