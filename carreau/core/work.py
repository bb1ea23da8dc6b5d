"""Kinds of work that machine code is made for, such as playing a match or simulating many."""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path
from weakref import WeakSet

from carreau.core.behind import BEHIND
from carreau.core.code_folder import UNSAVED, writable
from carreau.core.game import Game
from carreau.core.lock import locked
from carreau.core.policy import Policy, current
from carreau.core.processor import is_as_chosen

LOCK = "lock"
USING = threading.RLock()  # held while machine code is loaded: by one thread at a time


class Work(ABC):
    """One kind of work. Until its machine code is there, everything is done in plain Python, with the same results."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.used: WeakSet[Game] = WeakSet()

    def __reduce__(self) -> str:
        return self.name  # one of its module's names: another process finds it there

    @abstractmethod
    def folder(self, game: Game) -> Path:
        """Where the machine code is kept."""

    @abstractmethod
    def load(self, game: Game) -> None:
        """Take the machine code from the disk and use it from now on. What is missing gets compiled."""

    def is_used(self, game: Game) -> bool:
        """Whether this process uses the machine code."""
        return game in self.used

    def is_made(self, game: Game) -> bool:
        """Whether it only has to be loaded."""
        folder = self.folder(game)
        return self.mark(folder).exists() or self.mark(writable(folder)).exists()

    def mark(self, folder: Path) -> Path:
        """The file that says so."""
        return folder / f"{self.name.lower()}.made"

    def want(self, game: Game) -> None:
        """Use machine code now if it is there, and otherwise as soon as it is, as the policy of this process says."""
        if game in self.used or (policy := current()) == Policy.NEVER:
            return
        if policy == Policy.BEHIND and BEHIND.is_asked(game, self):
            return
        if policy == Policy.FIRST or self.is_made(game):
            self.need(game)
        elif policy == Policy.BEHIND:
            BEHIND.ask(game, self)

    def need(self, game: Game) -> None:
        """Use machine code now; compile it if it is not there. It is compiled once, however many ask for it at a time."""
        if game in self.used or current() == Policy.NEVER:
            return
        if self.is_made(game):
            self.use(game)
        else:
            with locked(writable(self.folder(game)) / LOCK):
                self.use(game)

    def use(self, game: Game) -> None:
        with USING:
            if game not in self.used:
                self.load(game)
                self.used.add(game)
                if not self.is_made(game) and not UNSAVED and is_as_chosen():
                    with suppress(OSError):  # no room
                        self.mark(writable(self.folder(game))).touch()


if hasattr(os, "register_at_fork"):  # a process that is forked while a thread loads machine code would wait for it for ever
    os.register_at_fork(before=USING.acquire, after_in_parent=USING.release, after_in_child=USING.release)
