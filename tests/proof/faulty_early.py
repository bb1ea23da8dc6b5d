"""A server with a fault: everybody is told of an entry before it is written."""

import asyncio

from carreau.cli import main
from carreau.store.row import Row
from carreau.web.scribe import Scribe

write = Scribe.write


def promise(self: Scribe, match: str, row: Row) -> asyncio.Future[None]:
    asyncio.get_running_loop().call_later(0.3, write, self, match, row)
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    done.set_result(None)
    return done


Scribe.write = promise  # type: ignore[method-assign]

if __name__ == "__main__":
    main()
