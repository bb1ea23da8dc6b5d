"""A database file page by page, with what SQLite's log beside it adds: all that can be read, although SQLite may give up.

The format is SQLite's (sqlite.org/fileformat2.html). Only what a table WITHOUT ROWID needs is read.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

MAGIC = b"SQLite format 3\0"
HEADER = 100  # bytes on the first page
INNER, LEAF = 2, 10  # pages of an index, or of a table without row numbers
OTHER = (5, 13)  # pages of other tables: the schema's
SIZES = [2**k for k in range(9, 17)]
DEFAULT_SIZE = 4096
WAL_HEADER, FRAME_HEADER = 32, 24
WAL_MAGIC = 0x377F0682  # and one more where checksums are made from big-endian words

Value = int | float | str | bytes | None


class Broken(ValueError):
    """This cannot be what was written."""


class Pages:
    """All pages of a file that may be damaged. It is only read."""

    def __init__(self, file: Path) -> None:
        self.content = file.read_bytes()
        wal = Path(f"{file}-wal")
        self.wal = wal.read_bytes() if wal.exists() else b""
        self.size = self.page_size()
        self.newer = self.frames()
        self.used: set[int] = set()  # pages that hold the rest of a long row
        self.broken: set[int] = set()  # pages on which something cannot be read

    def page_size(self) -> int:
        """As the header says, or the log's header; in a file of ours that has lost both, SQLite's usual one."""
        told = int.from_bytes(self.content[16:18], "big") if self.content.startswith(MAGIC) else 0
        for size in (65536 if told == 1 else told, int.from_bytes(self.wal[8:12], "big")):
            if size in SIZES:
                return size
        return DEFAULT_SIZE

    @property
    def count(self) -> int:
        return max([-(-len(self.content) // self.size), *self.newer])

    @cached_property
    def missing(self) -> int:
        """How many pages there should be more, as far as the header can be believed."""
        first = self.newer.get(1, self.content[:HEADER])
        told = int.from_bytes(first[28:32], "big") if first.startswith(MAGIC) else 0
        return max(0, told - self.count)

    def page(self, number: int) -> bytes:
        if number in self.newer:
            return self.newer[number]
        found = self.content[(number - 1) * self.size : number * self.size]
        if number < 1 or len(found) < self.size:
            raise Broken("there is no such page")
        return found

    # the log beside the file

    def frames(self) -> dict[int, bytes]:
        """The newest copies of pages that were committed. It goes on behind damage: every frame tells its checksum."""
        magic = int.from_bytes(self.wal[:4], "big")
        salts, sums = self.wal[16:24] if magic & ~1 == WAL_MAGIC else self.wal[40:48], self.wal[24:WAL_HEADER]
        order = ">" if magic == WAL_MAGIC + 1 else "<"
        step, found, waiting = FRAME_HEADER + self.size, dict[int, bytes](), dict[int, bytes]()
        for place in range(WAL_HEADER, len(self.wal) - step + 1, step):
            head, page = self.wal[place : place + FRAME_HEADER], self.wal[place + FRAME_HEADER : place + step]
            whole = head[8:16] == salts and check_sum(sums, head[:8] + page, order) == head[16:24]
            sums = head[16:24]
            if whole:
                waiting[int.from_bytes(head[:4], "big")] = page
            if whole and any(head[4:8]):
                found, waiting = {**found, **waiting}, {}
        return found

    # rows

    def free(self) -> set[int]:
        """Pages that are not in use: what stands there was removed."""
        found: set[int] = set()
        try:
            first = self.page(1)
            trunk = int.from_bytes(first[32:36], "big") if first.startswith(MAGIC) else 0
            while trunk and trunk not in found:
                page = self.page(trunk)
                number = min(int.from_bytes(page[4:8], "big"), self.size // 4 - 2)
                found |= {trunk, *struct.unpack_from(f">{number}I", page, 8)}
                trunk = int.from_bytes(page[:4], "big")
        except Broken:
            pass
        return found

    def rows(self) -> Iterator[list[Value]]:
        """Every row that can be read, of whatever table, in no order."""
        free = self.free()
        for number in range(1, self.count + 1):
            if number not in free:
                yield from self.rows_on(number)
        self.broken -= self.used

    def rows_on(self, number: int) -> Iterator[list[Value]]:
        start = HEADER if number == 1 else 0
        try:
            page = self.page(number)
            kind = page[start]
            if kind not in (INNER, LEAF):
                raise Broken("not a page with rows")
            cells = struct.unpack_from(
                f">{int.from_bytes(page[start + 3 : start + 5], 'big')}H", page, start + (12 if kind == INNER else 8)
            )
        except (Broken, struct.error, IndexError):
            if not self.is_schema(number):
                self.broken.add(number)
            return
        for cell in cells:
            try:
                yield read_record(self.payload(page, cell + (4 if kind == INNER else 0)))
            except (Broken, struct.error, IndexError, UnicodeDecodeError):
                self.broken.add(number)

    def is_schema(self, number: int) -> bool:
        try:
            return self.page(number)[HEADER if number == 1 else 0] in OTHER
        except Broken:
            return False

    def payload(self, page: bytes, place: int) -> bytes:
        """The bytes of a row; a long one goes on on other pages."""
        length, place = read_varint(page, place)
        usable = self.size
        most, least = (usable - 12) * 64 // 255 - 23, (usable - 12) * 32 // 255 - 23
        if length <= most:
            return exactly(page[place : place + length], length)
        here = least + (length - least) % (usable - 4)
        here = here if here <= most else least
        parts, following = [page[place : place + here]], int.from_bytes(page[place + here : place + here + 4], "big")
        rest, seen = length - here, set[int]()
        while rest > 0:
            if following in seen or following < 2:
                raise Broken("a long row leads nowhere")
            seen.add(following)
            more = self.page(following)
            parts.append(more[4 : 4 + min(rest, usable - 4)])
            rest, following = rest - (usable - 4), int.from_bytes(more[:4], "big")
        self.used |= seen
        return exactly(b"".join(parts), length)


def exactly(found: bytes, length: int) -> bytes:
    if len(found) != length:
        raise Broken("a row is cut off")
    return found


def check_sum(before: bytes, data: bytes, order: str) -> bytes:
    """SQLite's checksum of its log, going on from the one before."""
    if len(before) != 8:
        return b""
    first, second = struct.unpack(">2I", before)
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2]):
        first = first + one + second & 0xFFFFFFFF
        second = second + other + first & 0xFFFFFFFF
    return struct.pack(">2I", first, second)


def read_varint(data: bytes, place: int) -> tuple[int, int]:
    """A number of up to nine bytes, and the place behind it."""
    number = 0
    for k in range(9):
        byte = data[place + k]
        if k == 8:
            return number << 8 | byte, place + 9
        number = number << 7 | byte & 0x7F
        if not byte & 0x80:
            return number, place + k + 1
    raise Broken("no number")


LENGTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # of whole numbers, by their kind


def read_record(data: bytes) -> list[Value]:
    """The values of a row; all bytes must be accounted for."""
    end, place = read_varint(data, 0)
    body, values = end, list[Value]()
    while place < end:
        kind, place = read_varint(data, place)
        length = LENGTHS.get(kind, 8 if kind == 7 else 0) if kind < 12 else (kind - 12) // 2
        values.append(read_value(kind, exactly(data[body : body + length], length)))
        body += length
    if place != end or body != len(data):
        raise Broken("a row of another length")
    return values


def read_value(kind: int, data: bytes) -> Value:
    if kind == 0:
        return None
    if kind in LENGTHS:
        return int.from_bytes(data, "big", signed=True)
    if kind == 7:
        return float(struct.unpack(">d", data)[0])
    if kind in (8, 9):
        return kind - 8
    if kind < 12:
        raise Broken("no such kind of value")
    return data if kind % 2 == 0 else data.decode()
