"""A mistake in an experiment, as one sentence, with its line if it was read from a file."""

from __future__ import annotations

from carreau.core.errors import CarreauError
from carreau.core.phrase import Phrase

Path = tuple[str | int, ...]  # the way to a value in a file: ("options", "hand", 1) is the second value of that option


class BadExperiment(CarreauError):
    """The experiment cannot be read, or asks for something impossible.

    Attributes:
        path: The way to the value that is wrong.
        line: Its line in the file; None if the experiment was made in Python.
    """

    code = "bad-experiment"

    def __init__(self, sentence: str, path: Path = (), line: int | None = None) -> None:
        super().__init__(sentence if line is None else Phrase("Line {line}: {sentence}", line=line, sentence=sentence))
        self.plain, self.path, self.line = sentence, path, line

    def at(self, line: int) -> BadExperiment:
        """The same mistake, with its line."""
        return BadExperiment(self.plain, self.path, line)
