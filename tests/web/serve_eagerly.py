"""`carreau serve`, with processes that are soon too busy."""

from __future__ import annotations

import sys

from carreau.cli import main
from carreau.web import supervisor

if __name__ == "__main__":
    supervisor.BUSY = 0.02
    main(["serve", *sys.argv[1:]])
