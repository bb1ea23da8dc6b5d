"""A bot that is a program in any language: it reads a line of JSON for every choice, and writes a line with what it plays."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence
from types import TracebackType

from carreau.bots.seen import Seen
from carreau.core.errors import BadOption
from carreau.core.types import Action

LINE = 1_000_000  # characters of an answer at most


class Program:
    """A bot that asks a program, which runs until it is closed. It is asked by one thread at a time.

    It is sent the `type`, `seat`, `legal`, `view` of the protocol's update, and a `seed`; it answers with the protocol's `play`.
    """

    def __init__(self, command: str) -> None:
        words = shlex.split(command)
        try:
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        except (OSError, IndexError, ValueError) as error:
            raise BadOption(f"The program {command[:60]!r} cannot be started: {error}.") from error

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        """Choose an action: see [`Bot`][carreau.Bot]."""
        names = [seen.game.name_action(action) for action in legal]
        said = self._ask({"type": "update", "seat": seen.seat, "legal": names, "view": seen.view(), "seed": seed})
        try:
            return legal[names.index(json.loads(said)["action"])]
        except (ValueError, KeyError, TypeError):
            raise BadOption(
                f"The program answered {said[:60]!r}: write one line of JSON, as {PLAY} with a legal action."
            ) from None

    def _ask(self, question: object) -> str:
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
            said = self.process.stdout.readline(LINE)
        except OSError:
            said = ""
        if not said:
            raise BadOption("The program has ended in the middle of a match.")
        return said.strip()

    def close(self) -> None:
        """End the program."""
        self.process.kill()
        self.process.communicate()

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:  # fmt: skip
        self.close()


PLAY = '{"type": "play", "action": …}'
