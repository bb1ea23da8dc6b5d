"""A fault in the code of a game's folder: what it is and where, in a few words."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from typing import NamedTuple

LONGEST = 200
FILE = re.compile(r'File "([^"]+)", line (\d+)')
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# What the compiler says, most telling first, and what it means.
TELLING = (
    (r"Unknown attribute '(\w+)' of type Record", "the state has no field {0!r}"),
    (r"NameError: name '(\w+)' is not defined", "the name {0!r} is not defined"),
    (r"Untyped global name '(\w+)':.*<class 'function'>", "{0} is called by a rule, but is not marked with @rule"),
    (r"Untyped global name '(\w+)':", "the compiler cannot handle {0}"),
    (r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'", "{2} is first of one type and then of another"),
    (r"Use of unsupported opcode \((\w+)\)", "this cannot be compiled ({0})"),
    (r"Type of variable '(\w+?)(?:\.\d+)?' cannot be determined", "the compiler cannot tell what {0} is"),
    (r"cannot index (.*? array)\(\w+, (\d+)d\b.* with (\d+) indices", "an array with {1} dimensions is given {2} indices"),
    (r"Invalid use of .*\((.*)\) with parameters", "{0} cannot be used like this"),
    (r"cannot compute fingerprint of empty (\w+)", "an empty {0} cannot be compiled"),
)


class Place(NamedTuple):
    """Where something went wrong."""

    file: str
    line: int
    function: str = ""


def fault_in(folder: Path, error: BaseException) -> str:
    """What went wrong in the code of a folder, with file and line; nothing if it went wrong elsewhere."""
    place = place_in(folder, error)
    if place is None:
        return ""
    said = compiler_says(error) or f"{type(error).__name__}: {shortened(error)}"
    return f"{said} ({place.file}, line {place.line})"


def place_in(folder: Path, error: BaseException) -> Place | None:
    """The innermost place in a folder that an error leads to."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        return Place(error.filename, error.lineno or 0)
    if is_of_the_compiler(error):
        found = [Place(str(Path(file).resolve()), int(line)) for file, line in FILE.findall(COLOUR.sub("", str(error)))]
        return next((place for place in found if Path(place.file).is_relative_to(folder)), None)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)]
    return Place(frames[-1].filename, frames[-1].lineno or 0, frames[-1].name) if frames else None


def is_of_the_compiler(error: BaseException) -> bool:
    """Whether it comes from the compiler, or from its insides."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    return type(error).__module__.partition(".")[0] == "numba" or any("numba" in Path(frame.filename).parts for frame in last)


def compiler_says(error: BaseException) -> str:
    """The one thing that matters in the compiler's hundreds of lines; nothing if the error is not the compiler's."""
    if not is_of_the_compiler(error):
        return ""
    text = COLOUR.sub("", str(error))
    for pattern, meaning in TELLING:
        if found := re.search(pattern, text):
            return f"it cannot be compiled: {meaning.format(*found.groups())}"
    if not isinstance(error, (KeyError, AttributeError)):
        return f"it cannot be compiled: {first_sentence(text)}"
    return f"it cannot be compiled: {type(error).__name__} {shortened(error)}"


def first_sentence(text: str) -> str:
    dull = ("Failed in", "During:", "File", "There are", "-", ">", "Known signatures", "[", "<source")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    telling = [line for line in lines if line and not line.startswith(dull)]
    return telling[0][:LONGEST] if telling else text[:LONGEST]


def shortened(error: BaseException) -> str:
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return " ".join(said.split())[:LONGEST]
