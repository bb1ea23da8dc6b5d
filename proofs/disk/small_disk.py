"""A small disk in a file, which can be filled, locked, and copied as a power cut would leave it."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from proofs.tools.tables import FILE

MEGABYTES = 12
TOOLS = ("mkfs.ext4", "mount", "umount", "chattr")


class SmallDisk:
    """Ext4 in a file. It needs permission to mount one."""

    def __init__(self, folder: Path) -> None:
        self.image, self.place, self.ballast = folder / "disk.img", folder / "disk", folder / "disk" / "ballast"
        with self.image.open("wb") as file:
            file.truncate(MEGABYTES << 20)
        command("mkfs.ext4", "-q", "-F", str(self.image))
        mount(self.image, self.place)

    @property
    def data(self) -> Path:
        return self.place / "data"

    def fill(self) -> None:
        """Until nothing more fits."""
        with self.ballast.open("wb", buffering=0) as file:
            for size in (1 << 16, 1 << 10, 1):
                while write(file.fileno(), size):
                    pass

    def drain(self) -> None:
        self.ballast.unlink()

    def lock(self) -> None:
        """Now not even root can write to the log, nor a process that already has it open."""
        command("chattr", "+i", *map(str, self.files()))

    def unlock(self) -> None:
        command("chattr", "-i", *map(str, self.files()))

    def files(self) -> list[Path]:
        return [file for file in (self.data / FILE, self.data / f"{FILE}-wal") if file.exists()]

    @contextmanager
    def after_a_power_cut(self, folder: Path) -> Iterator[Path]:
        """What is on the disk at this moment, without anything that is still in memory."""
        copy, place = folder / "copy.img", folder / "copy"
        while copy_of(self.image, copy) != self.image.read_bytes():
            pass
        mount(copy, place)
        try:
            yield place / "data"
        finally:
            unmount(place)


def write(file: int, size: int) -> bool:
    try:
        os.write(file, bytes(size))
        os.fsync(file)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        return False
    return True


def copy_of(image: Path, copy: Path) -> bytes:
    content = image.read_bytes()
    copy.write_bytes(content)
    return content


def mount(image: Path, place: Path) -> None:
    place.mkdir(exist_ok=True)
    command("mount", "-o", "loop", str(image), str(place))


def unmount(place: Path) -> None:
    command("umount", "--lazy", str(place))


def command(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk | None]:
    """A small disk, or None if the permission to mount one or the tools are missing."""
    folder.mkdir(exist_ok=True)
    try:
        made = SmallDisk(folder) if os.geteuid() == 0 and all(map(shutil.which, TOOLS)) else None
    except subprocess.CalledProcessError:
        made = None
    try:
        yield made
    finally:
        if made:
            unmount(made.place)
