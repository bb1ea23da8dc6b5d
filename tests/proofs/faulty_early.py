"""A server with a fault: everybody is told of an entry before it is written."""

import asyncio

from carreau.cli import main
from carreau.store.stored import Change, Row
from carreau.web.log_writer import Done, LogWriter

write = LogWriter.write


def promise(self: LogWriter, match: str, row: Row, done: Done, change: Change | None = None) -> None:
    asyncio.get_running_loop().call_later(0.3, write, self, match, row, lambda error: None, change)
    done(None)


LogWriter.write = promise  # type: ignore[method-assign]

if __name__ == "__main__":
    main()
