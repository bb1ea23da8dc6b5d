"""A machine of its own, as far as networks go: a namespace of this one, with cables to the players and to the database."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

COMMAND = "ip"


def run(*words: str) -> None:
    subprocess.run([COMMAND, *words], check=True, capture_output=True)


class Cable:
    """Two ends: one here, one in a namespace."""

    def __init__(self, namespace: str, name: str, network: str) -> None:
        self.namespace, self.inner = namespace, f"{name}i"
        self.here, self.there = f"{network}.1", f"{network}.2"
        outer = f"{name}o"
        run("link", "add", outer, "type", "veth", "peer", "name", self.inner, "netns", namespace)
        run("addr", "add", f"{self.here}/24", "dev", outer)
        run("-n", namespace, "addr", "add", f"{self.there}/24", "dev", self.inner)
        run("link", "set", outer, "up")
        run("-n", namespace, "link", "set", self.inner, "up")

    def cut_for(self, seconds: float) -> None:
        """What was on its way arrives afterwards, if nobody has given up."""
        run("-n", self.namespace, "link", "set", self.inner, "down")
        try:
            time.sleep(seconds)
        finally:
            run("-n", self.namespace, "link", "set", self.inner, "up")


class Machine:
    """Its cables go with its namespace."""

    def __init__(self, number: int) -> None:
        mark = os.getpid() % 10_000
        self.name, first = f"carreau-{mark}-{number}", 64 + mark % 64
        run("netns", "add", self.name)
        try:
            run("-n", self.name, "link", "set", "lo", "up")
            self.to_database = Cable(self.name, f"c{mark}d{number}", f"10.{first}.{2 * number}")
            self.to_players = Cable(self.name, f"c{mark}p{number}", f"10.{first}.{2 * number + 1}")
        except BaseException:
            self.remove()
            raise

    @property
    def within(self) -> tuple[str, ...]:
        """What runs a command there."""
        return COMMAND, "netns", "exec", self.name

    def remove(self) -> None:
        run("netns", "delete", self.name)


@contextmanager
def machines(number: int) -> Iterator[list[Machine]]:
    """None, if we have not the permissions."""
    with ExitStack() as stack:
        found: list[Machine] = []
        try:
            for each in range(number):
                found.append(Machine(each))
                stack.callback(found[-1].remove)
        except (OSError, subprocess.CalledProcessError):
            stack.close()
            found = []
        yield found
