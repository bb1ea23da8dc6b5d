"""Secrets in the log are sealed: whoever has the file of the log alone cannot read them."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from carreau.store.folder import BadFolder
from carreau.store.permissions import is_strange

KEY_FILE = "carreau.key"  # in the data folder, also where the log is a link to a file elsewhere
KEY_BYTES = 32
NONCE_BYTES = 16
NAME_BYTES = 4  # of a hash of the key, so that another key is noticed


class Seal:
    """Closes and opens short texts with the key of a data folder."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / KEY_FILE
        self.key = read_key(self.file)
        self.name = hashlib.sha256(b"name" + self.key).digest()[:NAME_BYTES]
        self.seen = self.sight()

    def close(self, text: str) -> bytes:
        nonce = secrets.token_bytes(NONCE_BYTES)
        return self.name + nonce + self.mask(nonce, text.encode())

    def read(self, sealed: bytes) -> str:
        """The text; nothing if it was sealed with another key, ValueError if it is damaged."""
        name, nonce = sealed[:NAME_BYTES], sealed[NAME_BYTES : NAME_BYTES + NONCE_BYTES]
        return self.mask(nonce, sealed[NAME_BYTES + NONCE_BYTES :]).decode() if name == self.name else ""

    def open(self, sealed: bytes) -> str:
        """The text; nothing if it was sealed with another key, or is damaged."""
        try:
            return self.read(sealed)
        except (TypeError, ValueError):
            return ""

    def mask(self, nonce: bytes, data: bytes) -> bytes:
        pad = hashlib.shake_256(self.key + nonce).digest(len(data))
        return bytes(one ^ other for one, other in zip(data, pad))

    def changed(self) -> bool:
        """Whether the file holds another key now, or none. It is read again only if it looks as if it had been touched."""
        sight = self.sight()
        if sight == self.seen != ():
            return False
        try:
            same = self.file.read_bytes() == self.key
        except OSError:
            same = False
        self.seen = sight if same else ()
        return not same

    def sight(self) -> tuple[int, ...]:
        try:
            found = os.stat(self.file)
        except OSError:
            return ()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def read_key(file: Path) -> bytes:
    """The key in a file that its owner alone may read; made when it is first asked for, by one process alone."""
    try:
        if not file.exists():
            make_key(file)
        if is_strange(file):
            raise BadFolder(f"The key {file} belongs to another user, who may know it: move it away, or give it to your user.")
        key = file.read_bytes()
    except OSError as error:
        raise BadFolder(f"The key {file} cannot be used: {(error.strerror or str(error)).lower()}.") from error
    if len(key) != KEY_BYTES:
        raise BadFolder(f"The key {file} is damaged: put the right one back from a copy of the folder.")
    return key


def make_key(file: Path) -> None:
    draft = file.with_name(f".{file.name}-{os.getpid()}-{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(secrets.token_bytes(KEY_BYTES))
            out.flush()
            os.fsync(out.fileno())
        os.link(draft, file)
    except FileExistsError:
        pass  # another process was quicker: its key counts
    finally:
        draft.unlink()
