"""A server with a fault: after a restart, clocks have run since the last entry."""

from typing import Any

from carreau.cli import main
from carreau.web.room import Room

BEGIN = Room.__init__


def begin_late(self: Room, *given: Any, **named: Any) -> None:
    BEGIN(self, *given, **named)
    if self.table.entries:
        self.table.clock.stopped = None
        self.table.clock.restart(self.table.entries[-1].at)


Room.__init__ = begin_late  # type: ignore[method-assign]

if __name__ == "__main__":
    main()
