"""How far compiling has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

ALMOST = 0.99


@contextmanager
def watching(tell: Callable[[float], None]) -> Iterator[None]:
    """Tell again and again which share of the functions at hand has been compiled; it only ever grows."""
    from numba.core import event

    from carreau.core.machine import TWINS

    class Listener(event.Listener):  # type: ignore[misc]  # Numba has no types
        done, told = 0, 0.0

        def on_start(self, what: Any) -> None:
            pass

        def on_end(self, what: Any) -> None:
            self.done += 1
            share = min(ALMOST, self.done / max(1, len(TWINS)))
            if share > self.told:
                self.told = share
                tell(round(share, 3))

    listener = Listener()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
