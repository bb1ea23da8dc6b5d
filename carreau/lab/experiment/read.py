"""Reading an experiment's file. Every mistake in it is one sentence that names the line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from carreau.core.phrase import Phrase
from carreau.lab.experiment.build import build
from carreau.lab.experiment.errors import BadExperiment
from carreau.lab.experiment.experiment import Experiment
from carreau.lab.experiment.lines import line_of

LARGEST = 100_000  # bytes
PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def read_experiment(file: Path | str) -> Experiment:
    """Read an experiment from a TOML file.

    Args:
        file: The file.

    Raises:
        BadExperiment: If something in it is not right; the sentence says what, and on which line.
    """
    with Path(file).open("rb") as source:  # a device or a pipe does not say how much there is
        content = source.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise BadExperiment(Phrase("{file} is too large to be an experiment.", file=Path(file).name))
    return parse(decoded(content))


def parse(text: str) -> Experiment:
    """The experiment that a text describes, as it would stand in a file."""
    given = toml(text)
    try:
        return build(given, text)
    except BadExperiment as mistake:
        raise mistake.at(line_of(text, mistake.path)) from None


def decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadExperiment(Phrase("This letter is not in UTF-8."), line=line) from None


def toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else max(1, len(text.splitlines()))
        reason = PLACE.sub("", str(error))
        raise BadExperiment(Phrase("This is not TOML: {reason}.", reason=reason), line=line) from None
