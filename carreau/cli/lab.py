"""carreau lab: ask what a rule does, and get an answer with its intervals."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from carreau.cli.command_tools import console, errors, find_game, prepare, print_json, read_language
from carreau.core.errors import BadOption

if TYPE_CHECKING:
    from carreau.lab.experiment import Experiment
    from carreau.lab.findings import Findings
    from carreau.lab.run import Progress as HowFar

FILE = Path("experiment.toml")
ENDING = "-results"  # of the folder, behind the name of the file


def lab(
    action: Literal["new", "run", "report"],
    file: Path = FILE,
    *,
    game: str | None = None,
    folder: Path | None = None,
    cores: int | None = None,
    ray: str | None = None,
    json: bool = False,
    csv: bool = False,
    language: Annotated[str | None, Parameter(name=["--language", "--lang"])] = None,
) -> None:
    """Ask what a rule does: an experiment is a small file, its answer a page with figures, intervals and plots.

    An experiment that was interrupted goes on where it was when you run it again.

    Args:
        action: new writes an experiment to start from, run plays one, report makes the report of a folder again.
        file: the experiment's file; with report, the folder of its results.
        game: with new, id or folder of the game that the experiment is about; the quickest one if left out.
        folder: with run, where to keep results and report; a folder beside the file if left out.
        cores: how many cores to use; all of them if left out.
        ray: let Ray play: auto for one on this machine, or the address of a cluster.
        json: print what was found as JSON.
        csv: print it as a table of comma-separated values.
        language: of the report, en or fr; your system's language if left out.
    """
    if json and csv:
        raise BadOption("Give --json or --csv, not both.")
    language = read_language(language)
    if action == "new":
        write_example(file, game, language)
        return
    if action == "run":
        place = folder or file.with_name(file.stem + ENDING)
        findings = run(file, place, cores, ray, language)
    else:
        from carreau.lab.run import report_on

        place = file
        findings = report_on(place, language)
    show(findings, place, language, json, csv)


def write_example(file: Path, game: str | None, language: str) -> None:
    from carreau.games import quickest
    from carreau.lab.experiment.example import example

    text = example(find_game(game) if game else quickest(), str(file), language)
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise BadOption(f"There is a file {file} already: choose another name, or delete it.") from None
    console.print(f"Written: {file}. Change it as you like, then: carreau lab run {file}", markup=False, soft_wrap=True)


def run(file: Path, place: Path, cores: int | None, ray: str | None, language: str) -> Findings:
    """Play it; what was played stays if somebody presses Ctrl-C."""
    from carreau.lab.experiment.read import read_experiment
    from carreau.lab.run import run_experiment
    from carreau.lab.run.folder import Folder

    if (here := os.getcwd()) not in sys.path:  # where people's own bots are
        sys.path.insert(0, here)
    experiment = read_experiment(file)
    for sentence in experiment.left_out:
        errors.print(sentence, markup=False, soft_wrap=True)
    Folder(place, experiment).check()
    compile_for(experiment)
    try:
        with progress() as tell:
            return run_experiment(experiment, place, cores=cores, cluster=ray, progress=tell, language=language)
    except KeyboardInterrupt:
        again = f"carreau lab run {file} --folder {place}"
        errors.print(f"\nWhat was played is kept; this goes on: {again}", markup=False, soft_wrap=True)
        raise


def compile_for(experiment: Experiment) -> None:
    """Wait until there is machine code for everything that is played."""
    from carreau.lab.run.code import works_of
    from carreau.lab.run.work import order_of

    for setting in experiment.settings:
        prepare(setting.game, *works_of(setting, order_of(experiment).needs))


@contextmanager
def progress() -> Iterator[Callable[[HowFar], None]]:
    """Shows how far the experiment is, and how long it will take."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("Playing", total=1.0, left="")

        def tell(far: HowFar) -> None:
            what = f"{far.matches:,} matches" if far.done < 1 else "Writing the report"
            bar.update(task, completed=far.done, description=what, left=time_left(far.left) if far.done < 1 else "")

        yield tell


def time_left(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left"


def show(findings: Findings, place: Path, language: str, json: bool, csv: bool) -> None:
    """What was found: a sentence for each section, and where the rest is."""
    from carreau.lab.report import as_csv, as_json
    from carreau.lab.report.words import words_of

    if json:
        print_json(as_json(findings))
        return
    if csv:
        sys.stdout.write(as_csv(findings))
        return
    words = words_of(findings, language)
    console.print(f"[bold]{escape(findings.title)}[/]")
    for section in findings.sections:
        console.print(f"[bold]{escape(words.tell(section.title))}[/]: {escape(words.tell(section.sentence))}", soft_wrap=True)
    if findings.done < 1:
        console.print(f"This is from {findings.done:.0%} of the work: the experiment was interrupted.", markup=False)
    console.print(f"The report: {place / 'report.html'}", markup=False, soft_wrap=True)
