"""A server with a fault: everyone is told about an entry before it is written."""

import asyncio

from carreau.cli import main
from carreau.store.stored import Change
from carreau.table.entry import Entry
from carreau.web.log_writer import LogWriter, Written

write = LogWriter.write


def promise(self: LogWriter, match: str, entry: Entry, change: Change | None = None) -> Written:
    loop = asyncio.get_running_loop()
    loop.call_later(0.3, write, self, match, entry, change)
    promised = Written(loop=loop)
    promised.set_result(None)
    return promised


LogWriter.write = promise  # type: ignore[method-assign]

if __name__ == "__main__":
    main()
