"""Writes down what `carreau` offers: run `python -m tests.face.make_face` after an intended change."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any

import carreau
from carreau.core.view import COMMON_KEYS

FILE = Path(__file__).with_name("face.txt")
PLAIN = (dict, ValueError)  # the same in every class of this kind


def face() -> str:
    """Every public name with its members and signatures, one per line."""
    return "\n".join(line for name in sorted(carreau.__all__) for line in lines(name, getattr(carreau, name))) + "\n"


def lines(name: str, thing: Any) -> Iterator[str]:
    if is_alias(thing):
        yield f"{name} = {thing.__name__ if isinstance(thing, type) else thing}"
    elif not isinstance(thing, type):
        yield f"{name}{signature(thing)}"
    else:
        bases = ", ".join(base.__name__ for base in thing.__bases__ if base is not object)
        yield f"class {name}({bases})" if bases else f"class {name}"
        if not issubclass(thing, PLAIN) and not is_protocol(thing):
            yield f"    {name}{signature(thing)}"
        for member, value in members(thing):
            yield f"    {told(member, value)}"
        if thing is carreau.View:
            yield from (f"    {key!r}" for key in COMMON_KEYS)


def is_alias(thing: Any) -> bool:
    """Whether it is a type from another package under our own name, or a number."""
    return not callable(thing) or not getattr(thing, "__module__", "").startswith("carreau")


def is_protocol(thing: type) -> bool:
    return bool(getattr(thing, "_is_protocol", False))


def members(thing: type) -> Iterator[tuple[str, Any]]:
    """What a class promises in addition to what it inherits, in alphabetical order."""
    found = {**dict.fromkeys(documented(thing), Attribute()), **vars(thing)}
    found |= {name: Attribute(note) for name, note in vars(thing).get("__annotations__", {}).items()}
    yield from sorted(((name, value) for name, value in found.items() if not name.startswith("_")), key=itemgetter(0))


class Attribute:
    """What is set on each object, with its type if the class states it."""

    def __init__(self, note: Any = None) -> None:
        self.note = getattr(note, "__forward_arg__", note)


def documented(thing: Any, section: str = "Attributes") -> list[str]:
    """The names that a section of a docstring explains."""
    text = inspect.getdoc(thing) or ""
    found = re.search(rf"^{section}:\n((?: +.*\n?|\n)*)", text, re.MULTILINE)
    return re.findall(r"^ {4}\*{0,2}(\w+):", found[1], re.MULTILINE) if found else []


def told(name: str, value: Any) -> str:
    if isinstance(value, Attribute):
        return f"{name}: {value.note}" if value.note else name
    if isinstance(value, property):
        return f"{name} -> {value.fget.__annotations__['return']}"
    if isinstance(value, cached_property):
        return f"{name} -> {value.func.__annotations__['return']}"
    if isinstance(value, classmethod):
        return f"{name}{signature(value.__func__)}"
    return f"{name}{signature(value)}" if callable(value) else f"{name} = {value!r}"


def signature(thing: Any) -> str:
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(thing)))
    return re.sub(r"<function .*? at 0x[0-9a-f]+>|<factory>", "...", text.replace(" -> None", ""))


if __name__ == "__main__":
    FILE.write_text(face(), encoding="utf-8")
