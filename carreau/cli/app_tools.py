"""All commands together, and how their errors are reported."""

from __future__ import annotations

import sys
from pathlib import Path

from cyclopts import App, CycloptsError

from carreau import __version__
from carreau.cli.stop_tools import prepare_to_stop
from carreau.cli.stream_tools import prepare_streams
from carreau.core.errors import CarreauError
from carreau.core.fault import compiler_says, fault_in, is_of_the_compiler
from carreau.core.game import Game
from carreau.games import LOADED

FOLDER = Path(__file__).parent
MISTAKE = 2  # the exit code of every mistake a user can make


def what_it_does(file: Path) -> str:
    """The first line of a command's file says it: carreau NAME: what it does."""
    with file.open(encoding="utf-8") as lines:
        return lines.readline().strip(' "\n').partition(": ")[2].capitalize()


app = App(
    name="carreau", version=__version__, help="A table for games where you lay cards side by side.",
    suppress_keyboard_interrupt=False,
)  # fmt: skip
for file in sorted(FOLDER.glob("[a-z]*.py")):
    if not file.stem.endswith("_tools"):
        app.command(f"carreau.cli.{file.stem}:{file.stem}", name=file.stem, help=what_it_does(file))


def run(words: list[str] | None = None) -> None:
    prepare_streams()
    prepare_to_stop()
    try:
        app(words, exit_on_error=False, print_error=False)
    except (CarreauError, CycloptsError) as error:
        fail(str(error))
    except FileNotFoundError as error:
        fail(f"There is no file {error.filename}.")
    except OSError as error:
        fail(f"{error.strerror or error}: {error.filename or ''}".rstrip(": ") + ".")
    except Exception as error:
        if not (fault := fault_of_a_game(error)):
            raise
        fail(fault)


def fault_of_a_game(error: Exception) -> str:
    """What is wrong with a game given by its folder; nothing if the fault is ours."""
    for game in LOADED.values():
        if fault := fault_in(game.folder, error):
            return f"The game {game.name} has a fault: {fault}."
        if is_of_the_compiler(error):
            return f"The game {game.name} has a fault: {source_fault(game) or compiler_says(error) + '.'}"
        if isinstance(error, ImportError) and (error.name or "").startswith(f"{game.package}."):
            return f"The game {game.name} is not complete: {error}."
    return ""


def source_fault(game: Game) -> str:
    """What the source of rules that do not compile shows, with file and line; the compiler often names no place."""
    from carreau.check.case import Subject
    from carreau.check.registry import SOURCE
    from carreau.check.run import checks_of, perform

    results = (perform(check, Subject(game)) for check in checks_of(SOURCE))
    return next((result.wrong for result in results if result.wrong), "")


def fail(sentence: str) -> None:
    sys.stderr.write(f"carreau: {' '.join(sentence.split())}\n")
    sys.exit(MISTAKE)
