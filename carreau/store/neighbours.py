"""The processes of one machine that use the same data folder: they tell each other at once what they write and who is where.

Each has a socket in a folder beside the log. A message is the name of its process, a space and the ids of tables at which it has
written; or the name, a mark and what it says. What gets lost is made up for by looking into the log now and then.
"""

from __future__ import annotations

import logging
import os
import select
import socket
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from carreau.store.log import NAME_LENGTH, Hear, Tell

SAYING, WROTE = b"!", b" "
LARGEST = 60_000  # bytes of a message
MOST_IDS = 1000  # in one message
MOST_UNSENT = 200  # messages for a process that does not read them
AGAIN = 0.005  # seconds until a message is tried again
OWN_FILES = Path("/proc/self/fd")  # a way to a folder that is short enough for the address of a socket


class Neighbours:
    """Silent and deaf where there are no such sockets."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.socket: socket.socket | None = None
        self.directory = -1
        self.unsent: dict[str, deque[bytes]] = {}
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None
        self.closed = False

    def listen(self, tell: Tell, hear: Hear) -> None:
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            self.directory = os.open(self.folder, os.O_RDONLY)
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self.socket.setblocking(False)
            self.socket.bind(self.address(self.name))
        except (AttributeError, OSError) as error:  # not on this system, or not in this folder
            logging.getLogger("carreau").debug("other processes cannot be told what happens: %s", error)
            self.release()
            return
        self.thread = threading.Thread(target=self.run, args=(self.socket, tell, hear), name="neighbours", daemon=True)
        self.thread.start()

    def address(self, name: str) -> str:
        return f"{OWN_FILES / str(self.directory) if OWN_FILES.exists() else self.folder}/{name}"

    def names(self) -> list[str]:
        """The other processes that are listening."""
        if self.socket is None:
            return []
        with suppress(OSError):
            return [name for name in os.listdir(self.directory) if name != self.name]
        return []

    # telling

    def wrote(self, ids: Iterable[str]) -> None:
        if names := self.names():
            ids = list(ids)
            for start in range(0, len(ids), MOST_IDS):
                self.send(WROTE + " ".join(ids[start : start + MOST_IDS]).encode(), names)

    def say(self, text: str) -> None:
        self.send(SAYING + text.encode(), self.names())

    def send(self, message: bytes, names: Iterable[str]) -> None:
        with self.lock:
            for name in names:
                self.unsent.setdefault(name, deque(maxlen=MOST_UNSENT)).append(self.name.encode() + message)
            self.send_waiting()
            if self.unsent:
                self.wake()

    def wake(self) -> None:
        """Have the thread look at what is to be done."""
        with suppress(OSError):  # it has something to read already
            assert self.socket is not None
            self.socket.sendto(b"", self.address(self.name))

    def send_waiting(self) -> None:
        """Whoever has ended is forgotten; whoever is too busy gets it later."""
        assert self.socket is not None
        for name, messages in list(self.unsent.items()):
            try:
                while messages:
                    self.socket.sendto(messages[0], self.address(name))
                    messages.popleft()
            except BlockingIOError:
                continue
            except ConnectionRefusedError:  # killed, and its socket is left
                with suppress(OSError):
                    os.unlink(name, dir_fd=self.directory)
            except OSError as error:
                logging.getLogger("carreau").debug("process %s was not told: %s", name, error)
            del self.unsent[name]

    # listening, in a thread

    def run(self, own: socket.socket, tell: Tell, hear: Hear) -> None:
        while not self.closed:
            ready, _, _ = select.select([own], [], [], AGAIN if self.unsent else None)
            with self.lock:
                if self.unsent and not self.closed:
                    self.send_waiting()
            with suppress(BlockingIOError):
                while ready and not self.closed:
                    self.pass_on(own.recv(LARGEST), tell, hear)

    def pass_on(self, message: bytes, tell: Tell, hear: Hear) -> None:
        name, kind, said = message[:NAME_LENGTH], message[NAME_LENGTH : NAME_LENGTH + 1], message[NAME_LENGTH + 1 :]
        try:
            if kind == WROTE:
                tell(said.decode().split())
            elif kind == SAYING:
                hear(name.decode(), said.decode())
        except UnicodeDecodeError:  # not one of us
            pass
        except RuntimeError:  # the loop of whoever listens is closed
            self.closed = True

    def close(self) -> None:
        with self.lock:
            self.closed = True
        if self.socket is not None:
            self.wake()
        if self.thread is not None:
            self.thread.join(1.0)
        self.release()

    def release(self) -> None:
        if self.socket is not None:
            with suppress(OSError):
                os.unlink(self.name, dir_fd=self.directory)
            self.socket.close()
            self.socket = None
        if self.directory >= 0:
            os.close(self.directory)
            self.directory = -1
