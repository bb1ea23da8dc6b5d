"""The command `carreau`. Each subcommand is a function in its own file, read when it is called."""

from __future__ import annotations

import sys

STOPPED = 130  # the exit code after Ctrl-C
SENTENCE = "carreau: stopped.\n"


def main(words: list[str] | None = None) -> None:
    """Run a command; a mistake is one sentence and exit code 2, never a traceback."""
    try:
        from carreau.cli.app_tools import run  # reading it takes a moment, in which Ctrl-C may be pressed

        run(words)
    except KeyboardInterrupt:
        if "carreau.cli.stop_tools" in sys.modules:
            from carreau.cli.stop_tools import stop_at_once

            stop_at_once()
        sys.stderr.write(SENTENCE)
        sys.exit(STOPPED)
