"""One run of a proof: how long, from which seed, and whom to tell how far it is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from carreau.core.errors import CarreauError


class Broken(CarreauError):
    """A promise was not kept."""

    code = "broken"


def claim(holds: object, text: str) -> None:
    """Go on if something holds."""
    if not holds:
        raise Broken(text)


Say = Callable[[str], None]


@dataclass(frozen=True)
class Run:
    """What a proof is given. Every choice it makes comes from the seed; moments depend on the machine."""

    seed: int = 1
    times: int | None = None  # how often, instead of the proof's own number
    seconds: float | None = None  # how long, instead of the proof's own time
    say: Say = lambda text: None

    def chance(self, what: object = "") -> Random:
        return Random(f"{self.seed}/{what}")


Figures = dict[str, Any]
Proof = Callable[[Run], Figures]


@contextmanager
def workplace(prefix: str) -> Iterator[Path]:
    """A folder for one proof. It stays if the promise was broken, to be looked at."""
    folder = Path(tempfile.mkdtemp(prefix=f"carreau-{prefix}-"))
    try:
        yield folder
    except Broken as error:
        raise Broken(f"{error} What was found is kept in {folder}.") from error
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
