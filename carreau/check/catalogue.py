"""What a folder's source says, and what its catalogues contain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from carreau.core.catalogue import Catalogue, Entry
from carreau.core.game import Game

CORE = Path(__file__).parent.parent / "core"  # what all games say
SAYING = ("say", "message", "Phrase")


class Said(NamedTuple):
    """Where something is said."""

    file: Path
    line: int


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def strings(call: ast.Call) -> list[str]:
    either = [branch for part in call.args for branch in ([part.body, part.orelse] if isinstance(part, ast.IfExp) else [part])]
    return [part.value for part in either if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def messages(folder: Path) -> dict[tuple[str, ...], Said]:
    """Everything a folder's source says: (message,), or (one, many)."""
    found: dict[tuple[str, ...], Said] = {}
    for path in sorted(folder.rglob("*.py")):
        for call in calls(path):
            said, place = strings(call), Said(path, call.lineno)
            if called(call) in SAYING:
                found.update({(text,): place for text in said})
            elif called(call) == "count" and len(said) == 2:
                found[said[0], said[1]] = place
    return found


def said_by(game: Game) -> dict[tuple[str, ...], Said]:
    """Everything a game says: in its source, and on the page where its options are chosen."""
    facts = Said(game.folder / "__init__.py", 1)
    chosen = [text for option in game.options for text in option.messages]
    suggested = [game.suggestion.about] if game.suggestion else []
    return {**{(text,): facts for text in [*chosen, *suggested]}, **messages(game.folder)}


def put_together(folder: Path) -> Iterator[tuple[Said, str]]:
    """Messages that the source puts together, so that nobody can translate them."""
    for path in sorted(folder.rglob("*.py")):
        for call in calls(path):
            if called(call) in SAYING and call.args and isinstance(call.args[0], (ast.JoinedStr, ast.BinOp)):
                yield Said(path, call.lineno), ast.unparse(call)


def catalogue(folder: Path, language: str) -> Catalogue:
    rooms = [folder, folder / "words"]  # of the package's own folders, or of a game's
    return Catalogue(next((room / f"{language}.po" for room in rooms if (room / f"{language}.po").exists()), None))


def entries(folder: Path, language: str) -> dict[tuple[str, ...], Entry]:
    return {entry.ids: entry for entry in catalogue(folder, language).entries}


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)", text))


def flaws(folder: Path, language: str) -> Iterator[str]:
    """What is wrong with the translations of a folder, as sentences."""
    whole = catalogue(folder, language)
    for key, said, fuzzy in whole.entries:
        if fuzzy:
            yield f"{key[0]!r} is marked as fuzzy."
        elif len(said) != (1 if len(key) == 1 else whole.plurals) or not all(text and text.strip() == text for text in said):
            yield f"The translation of {key[0]!r} is empty, lacks a plural, or has spaces around it."
        elif blanks(said[-1]) != blanks(key[-1]) or blanks(said[0]) | {"n"} != blanks(key[0]) | {"n"}:
            yield f"The translation of {key[0]!r} has different blanks: {said[-1]!r}."
