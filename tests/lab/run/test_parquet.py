"""Raw results in files that other programs read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from carreau.lab.matches import Columns
from carreau.lab.run.parquet import facts_in, read, to_bytes

COLUMNS: Columns = {
    "deal": np.array([0, 0, 1], np.int64),
    "bot": np.array([[0, 1], [1, 0], [0, 1]], np.int16),
    "shares": np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]], np.float32),
    "lead_taken": np.array([0.25, np.nan, 1.0], np.float32),
    "laid": np.arange(12, dtype=np.int8).reshape(3, 2, 2),
}
FACTS = {"setting": "a=1", "options": {"first": None}}


def test_columns_come_back_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "0.parquet"
    file.write_bytes(to_bytes(COLUMNS, FACTS))
    found = read(file)
    assert found is not None and list(found) == list(COLUMNS)
    for name, column in COLUMNS.items():
        assert found[name].dtype == column.dtype and np.array_equal(found[name], column, equal_nan=column.dtype.kind == "f")
    assert facts_in(file) == FACTS


def test_others_see_plain_columns(tmp_path: Path) -> None:
    for number in range(2):
        (tmp_path / f"{number}.parquet").write_bytes(to_bytes(COLUMNS, {**FACTS, "setting": f"s{number}"}))
    rows = pq.read_table(tmp_path).to_pylist()
    assert [row["setting"] for row in rows] == ["s0"] * 3 + ["s1"] * 3
    assert {name: rows[1][name] for name in ("deal", "bot_0", "shares_1")} == {"deal": 0, "bot_0": 1, "shares_1": 0.5}
    assert rows[2]["laid_1"] == [10, 11]
    wins = pq.read_table(tmp_path).group_by("setting").aggregate([("shares_0", "sum")])
    assert wins.to_pydict() == {"setting": ["s0", "s1"], "shares_0_sum": [1.5, 1.5]}


def test_one_seat_is_still_a_table(tmp_path: Path) -> None:
    file = tmp_path / "0.parquet"
    file.write_bytes(to_bytes({"deal": np.arange(2), "shares": np.ones((2, 1))}, FACTS))
    found = read(file)
    assert found is not None and found["shares"].shape == (2, 1)


def test_what_is_damaged_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "0.parquet"
    assert read(file) is None
    whole = to_bytes(COLUMNS, FACTS)
    for content in (b"", whole[: len(whole) // 2], b"x" + whole[1:-4]):
        file.write_bytes(content)
        assert read(file) is None


def test_the_same_gives_the_same_bytes() -> None:
    assert to_bytes(COLUMNS, FACTS) == to_bytes({name: column.copy() for name, column in COLUMNS.items()}, dict(FACTS))
