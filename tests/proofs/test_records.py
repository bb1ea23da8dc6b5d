"""Whatever a record or a message says, it is valid or refused with a sentence, and nothing else happens."""

from __future__ import annotations

import contextlib
import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import carreau
from carreau.cli.command_tools import load_record
from carreau.core.errors import CarreauError
from carreau.core.record import commitment_of, digest
from carreau.web.messages import Command, decode
from tests.some import OTHERS, play_to_the_end
from tests.some import QUICK as GAME
from tests.table.tables import do, table, truth

KEYS = ("carreau", "game", "version", "players", "options", "seed", "commitment", "actions", "over", "points", "digest")
WORDS = st.sampled_from(
    ["", GAME.id, OTHERS[0].id, "..", "/tmp", "a/b", "..\\x", "\ud800", "é", "0" * 64, "r5 f6", "r5 g7", "random", "on"]
)
NUMBERS = st.integers() | st.sampled_from([-2, -1, 0, 1, 2, 4, 5, 10**30, 10**400]) | st.floats()
PLAIN = st.none() | st.booleans() | NUMBERS | WORDS | st.text(max_size=20)
ANY = st.recursive(PLAIN, lambda one: st.lists(one, max_size=4) | st.dictionaries(WORDS, one, max_size=3), max_leaves=6)
QUICK = settings(
    max_examples=80,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    return {**play_to_the_end(GAME.new(2, seed=5, **GAME.short)).record()}


@st.composite
def changes(draw: Any) -> Any:
    """The places in a record where something else can be put."""
    key = draw(st.sampled_from(KEYS))
    inner = draw(st.none() | st.integers(0, 40) | st.sampled_from([*(option.name for option in GAME.options), "x"]))
    return key, inner, draw(st.integers(0, 3)), draw(ANY)


def changed(record: dict[str, Any], change: Any) -> dict[str, Any]:
    key, inner, how, value = change
    record = copy.deepcopy(record)
    part = record[key]
    if isinstance(inner, int) and isinstance(part, list) and part:
        place = inner % len(part)
        part[place : place + 1] = [[value], [], part[place : place + 1] * 2, [[0, value]]][how]
    elif isinstance(inner, str) and isinstance(part, dict):
        part[inner] = value
    elif how == 0:
        del record[key]
    else:
        record[key] = value
    return record


def careful(record: dict[str, Any]) -> dict[str, Any]:
    """With a commitment and a digest that fit, as somebody who knows how would make them."""
    try:
        record["commitment"] = commitment_of(record)
        record["digest"] = digest(record)
    except (KeyError, TypeError, ValueError):
        pass
    return record


@QUICK
@given(change=changes(), careless=st.booleans())
def test_a_changed_record_holds_or_is_refused(change: Any, careless: bool, finished: dict[str, Any]) -> None:
    record = changed(finished, change)
    try:
        match = carreau.verify(record if careless else careful(record))
    except CarreauError as error:
        assert str(error)
    else:
        assert match.over and list(match.points) == record["points"]


@QUICK
@given(record=ANY)
def test_anything_is_a_record_or_is_refused(record: Any) -> None:
    with pytest.raises(CarreauError):
        carreau.replay(record)


@QUICK
@given(content=st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_file_is_a_record_or_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(content)
    with pytest.raises(CarreauError):
        load_record(file)


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b'{"a":' * 100_000, b"1" * 10_000, b"\xff\xfe{\x00}\x00", b'{"carreau": 1e999}']
)
def test_hostile_files_are_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(content)
    with pytest.raises(CarreauError):
        load_record(file)


def test_a_record_loads_no_game_by_its_path(finished: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("raise SystemExit('this was run')")
    with pytest.raises(CarreauError):
        carreau.verify(careful({**finished, "game": str(tmp_path)}))


# messages


FIELDS = {"seat": NUMBERS, "absent": NUMBERS, "ply": NUMBERS, "number": NUMBERS, "action": WORDS, "name": WORDS, "form": WORDS}
TYPES = ["play", "undo", "look", "leave", "lend", "back", "rename", "start", "rematch", "hint", "advise", "check", "form", "pong"]
TYPES += ["x"]


@QUICK
@given(kind=st.sampled_from(TYPES), fields=st.fixed_dictionaries({}, optional=FIELDS))
def test_any_command_is_read_or_refused(kind: str, fields: dict[str, Any]) -> None:
    text = json.dumps({"type": kind, **fields})
    with contextlib.suppress(msgspec.DecodeError, UnicodeError):
        assert isinstance(decode(text), Command)


@QUICK
@given(seat=st.integers(-3, 9), action=st.text(max_size=30) | WORDS, ply=st.integers(-5, 50))
def test_any_action_at_a_table_is_granted_or_refused_without_a_trace(seat: int, action: str, ply: int) -> None:
    t = table(GAME.id, "me", "me", seed=2)
    before = truth(t)
    try:
        entry = t.play(seat, action, ply, 1.0)
    except CarreauError:
        assert truth(t) == before
    else:
        assert action in t.match.legal(seat) or t.game.name_action(t.game.parse_action(action)) in t.match.legal(seat)
        do(t, entry)
        assert t.match.ply == 1
