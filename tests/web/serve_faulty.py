"""`carreau serve` with a fault: whoever follows the link of a seat meets an exception that names the link."""

from __future__ import annotations

import sys
from typing import Any

from carreau.cli import main
from carreau.store.log import Log


def fail(log: Log, match: str) -> Any:
    raise RuntimeError(f"cannot show\nhttp://127.0.0.1/table/{match}/seat/of-the-second-player for a reason")


if __name__ == "__main__":
    Log.match = fail  # type: ignore[assignment]
    main(sys.argv[1:])
