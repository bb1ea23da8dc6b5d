"""What can go wrong at a table."""

from __future__ import annotations


class ClientError(Exception):
    """The server refused something.

    Attributes:
        code: What is wrong, for programs: one of the codes listed in docs/bots/protocol.md.
        text: The same as a sentence, for people.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{text} ({code})")
        self.code, self.text = code, text


class Refused(ClientError):
    """A request was refused. Nothing has changed: choose again."""


class Gone(ClientError):
    """The table or the seat cannot be opened. Trying again does not help."""
