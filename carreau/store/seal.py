"""Secrets in the log are encrypted: a copy of the log alone gives none of them away."""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from carreau.store.folder import BadFolder
from carreau.store.permissions import belongs_to_another_user

KEY_FILE = "carreau.key"  # in the data folder, even if the log there is a link to a file elsewhere
KEY_BYTES = 32
NONCE_BYTES = 16
NAME_BYTES = 4  # of the key's hash, to notice another key


class Seal:
    """Encrypts and decrypts short texts with the key of a data folder."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / KEY_FILE
        self.key = read_key(self.file)
        self.name = hashlib.sha256(b"name" + self.key).digest()[:NAME_BYTES]
        self.seen = self.stamp()

    def close(self, text: str) -> bytes:
        nonce = secrets.token_bytes(NONCE_BYTES)
        return self.name + nonce + self.mask(nonce, text.encode())

    def read(self, sealed: bytes) -> str:
        """The text; empty if it was sealed with another key. Raises ValueError if it is damaged."""
        name, nonce = sealed[:NAME_BYTES], sealed[NAME_BYTES : NAME_BYTES + NONCE_BYTES]
        return self.mask(nonce, sealed[NAME_BYTES + NONCE_BYTES :]).decode() if name == self.name else ""

    def open(self, sealed: bytes) -> str:
        """The text; empty if it was sealed with another key or is damaged."""
        try:
            return self.read(sealed)
        except (TypeError, ValueError):
            return ""

    def mask(self, nonce: bytes, data: bytes) -> bytes:
        pad = hashlib.shake_256(self.key + nonce).digest(len(data))
        return bytes(one ^ other for one, other in zip(data, pad))

    def changed(self) -> bool:
        """Whether the key file now holds another key, or none. It is only read again if it looks as if it had been touched."""
        stamp = self.stamp()
        if stamp == self.seen != ():
            return False
        try:
            same = self.file.read_bytes() == self.key
        except OSError:
            same = False
        self.seen = stamp if same else ()
        return not same

    def stamp(self) -> tuple[int, ...]:
        try:
            found = os.stat(self.file)
        except OSError:
            return ()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def read_key(file: Path) -> bytes:
    """The key, in a file that only its owner may read; the first process to need it creates it."""
    try:
        if not file.exists():
            make_key(file)
        if belongs_to_another_user(file):
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
        pass  # another process was faster: its key counts
    finally:
        draft.unlink()
