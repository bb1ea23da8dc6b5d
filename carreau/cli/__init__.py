"""The command `carreau`. Each command is a function in a file of its own, read when it is called."""

from __future__ import annotations

import sys
from pathlib import Path

from cyclopts import App, CycloptsError

from carreau import __version__
from carreau.core.errors import CarreauError

FOLDER = Path(__file__).parent
MISTAKE = 2  # the exit code of every mistake a user can make


def what_it_does(file: Path) -> str:
    """The first line of a command's file says it: carreau NAME: what it does."""
    with file.open(encoding="utf-8") as lines:
        return lines.readline().strip(' "\n').partition(": ")[2].capitalize()


app = App(name="carreau", version=__version__, help="The table for games in which cards are laid side by side.")
for file in sorted(FOLDER.glob("[a-z]*.py")):
    if not file.stem.endswith("_tools"):
        app.command(f"carreau.cli.{file.stem}:{file.stem}", name=file.stem, help=what_it_does(file))


def main(words: list[str] | None = None) -> None:
    """Run a command; a mistake is one sentence and exit code 2, never a traceback."""
    try:
        app(words, exit_on_error=False, print_error=False)
    except (CarreauError, CycloptsError) as error:
        fail(str(error))
    except FileNotFoundError as error:
        fail(f"There is no file {error.filename}.")
    except OSError as error:
        fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": ") + ".")
    except KeyboardInterrupt:
        sys.exit(130)


def fail(sentence: str) -> None:
    sys.stderr.write(f"carreau: {' '.join(sentence.split())}\n")
    sys.exit(MISTAKE)
