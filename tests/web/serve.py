"""`carreau serve`, with deals and bots that depend only on the test that plays, so that what fails once fails again.

CARREAU_CHANCE is the file that names the test; a test's tables are dealt from its name, one after the other.
"""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from carreau.cli import main
from carreau.core import seed
from carreau.review.budget import Budget
from carreau.table import bot
from carreau.web import reviews, room


class Chance:
    """Numbers that look random but follow from a name."""

    def __init__(self, file: Path) -> None:
        self.file, self.name, self.count = file, "", 0

    def token_hex(self, size: int) -> str:
        name = self.file.read_text(encoding="utf-8")
        self.count = self.count + 1 if name == self.name else 0
        self.name = name
        return sha256(f"{name} {self.count}".encode()).hexdigest()[: 2 * size]

    def randbits(self, bits: int) -> int:
        return int(self.token_hex(32), 16) % (1 << bits)


if __name__ == "__main__":
    deals, dice = (Chance(Path(os.environ["CARREAU_CHANCE"])) for _ in range(2))
    modules: list[Any] = [seed, bot]
    for module, chance in zip(modules, (deals, dice)):
        module.secrets = SimpleNamespace(token_hex=chance.token_hex, randbits=chance.randbits)
    reviews.BUDGET = Budget(400, 100)
    room.ABSENT_SECONDS = 1.0  # tests do not wait as long as hosts do
    main(["serve", *sys.argv[1:]])
