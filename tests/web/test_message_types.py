"""The scripts know the real messages: messages.d.ts says the same as the structs in messages.py."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, inspect

from carreau.web import messages
from tests.browser import Server
from tests.web.test_middleware import ask, new_table

TYPES = (Path(messages.__file__).parent / "messages.d.ts").read_text(encoding="utf-8")
INTERFACE = re.compile(r"^export interface (\w+) \{(.*?)\}$", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r'(\w+\??): ([\w |"<>,()\[\]]+?) *(?:;|$)')
UNION = re.compile(r"^export type (\w+) =(.*?);$", re.MULTILINE | re.DOTALL)
STRUCTS = {
    name: one
    for name, one in vars(messages).items()
    if isinstance(one, type) and issubclass(one, Struct) and one not in (Struct, messages.Command)
}


def written() -> dict[str, dict[str, str]]:
    """The fields of every interface, with their types; nothing in between is skipped."""
    found = {}
    for name, body in INTERFACE.findall(TYPES):
        lines = " ".join(body.split())
        found[name] = dict(FIELD.findall(lines))
        assert FIELD.sub("", lines).strip() == "", f"{name} cannot be read: {lines}"
    assert TYPES.count("interface ") == len(found)
    return found


def expected(struct: type[Struct]) -> dict[str, str]:
    """The fields of a struct as TypeScript writes them. A browser may leave out defaults; the server sends everything."""
    info: Any = inspect.type_info(struct)
    tag = {} if info.tag is None else {info.tag_field: json.dumps(info.tag)}
    sent = issubclass(struct, messages.Command)
    return tag | {one.name + ("?" if sent and not one.required else ""): script_type(one.type) for one in info.fields}


def script_type(type: Any) -> str:
    match type:
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType(pattern=str(pattern)) if choices := re.fullmatch(r"\^\(([\w|]+)\)\$", pattern):
            return " | ".join(f'"{choice}"' for choice in choices[1].split("|"))
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{script_type(key)}, {script_type(value)}>"
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return f"({script_type(item)})[]" if isinstance(item, inspect.UnionType) else f"{script_type(item)}[]"
        case inspect.UnionType(types=types):
            return " | ".join(map(script_type, types))
    raise AssertionError(f"how is {type} written?")


@pytest.mark.parametrize("name", sorted(STRUCTS))
def test_a_message_has_the_same_fields_on_both_sides(name: str) -> None:
    assert written()[name] == expected(STRUCTS[name])


def test_no_message_is_on_one_side_only() -> None:
    assert set(written()) - {"Words"} == set(STRUCTS)
    unions = {name: set(re.findall(r"\w+", body)) for name, body in UNION.findall(TYPES)}
    tagged = {name for name, struct in STRUCTS.items() if struct.__struct_config__.tag}
    commands = {name for name, struct in STRUCTS.items() if issubclass(struct, messages.Command)}
    assert unions == {"Command": commands, "Message": tagged - commands}


def test_the_sentences_of_a_page_are_those_that_its_script_says(server: Server) -> None:
    path, cookie = new_table(server)
    page = ask(server, "GET", path, cookie=cookie).text
    found = re.search(r'<script type="application/json" id="words">(.*?)</script>', page)
    assert found and set(json.loads(found[1])) == set(written()["Words"])
    used = "".join(file.read_text(encoding="utf-8") for file in Path(messages.__file__).parent.glob("static/*.js"))
    for key in written()["Words"]:
        assert re.search(rf'words\.{key}\b|say\("{key}"', used), f"no script says {key}"
