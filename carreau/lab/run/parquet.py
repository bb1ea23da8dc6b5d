"""Columns of matches as Parquet files, which other programs read.

A column with a number for each seat becomes one column for each: `points_0`, `points_1`. One with a list for each seat becomes
one column of lists for each. `setting` says in every row what was played, so that files can be read together.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from carreau.lab.matches import Columns

KEY = b"carreau"  # of the setting's facts, in a file's metadata
SETTING = "setting"
COMPRESSION = "zstd"


def table_of(columns: Columns, facts: dict[str, Any]) -> pa.Table:
    """The same as an Arrow table, with facts about all of its rows."""
    flat = {name: arrow(part) for whole, column in columns.items() for name, part in split(whole, column)}
    setting = pa.repeat(facts[SETTING], len(columns["deal"]))
    metadata = {KEY: json.dumps(facts, sort_keys=True, ensure_ascii=False).encode()}
    return pa.table({SETTING: setting, **flat}).replace_schema_metadata(metadata)


def split(name: str, column: Any) -> list[tuple[str, Any]]:
    if column.ndim == 1:
        return [(name, column)]
    return [(f"{name}_{seat}", column[:, seat]) for seat in range(column.shape[1])]


def arrow(column: Any) -> Any:
    if column.ndim == 1:
        return pa.array(np.ascontiguousarray(column))
    return pa.FixedSizeListArray.from_arrays(np.ascontiguousarray(column).reshape(-1), column.shape[1])


def columns_of(table: pa.Table) -> Columns:
    """Back again."""
    found: dict[str, list[Any]] = {}
    for name in table.column_names[1:]:  # without the setting
        whole, _, seat = name.rpartition("_")
        found.setdefault(whole if seat.isdigit() else name, []).append(numpy(table.column(name)))
    return {name: parts[0] if name in table.column_names else np.stack(parts, axis=1) for name, parts in found.items()}


def numpy(column: Any) -> Any:
    whole = column.combine_chunks()
    if pa.types.is_fixed_size_list(column.type):
        return whole.flatten().to_numpy().reshape(-1, column.type.list_size)
    return whole.to_numpy()


def to_bytes(columns: Columns, facts: dict[str, Any]) -> bytes:
    """A whole file: the same columns and facts give the same bytes."""
    file = io.BytesIO()
    pq.write_table(table_of(columns, facts), file, compression=COMPRESSION)
    return file.getvalue()


def read(file: Path) -> Columns | None:
    """What a file holds; nothing if it is not there, or is damaged."""
    try:
        return columns_of(pq.read_table(file))
    except (OSError, pa.ArrowException):
        return None


def facts_in(file: Path) -> dict[str, Any]:
    """What is said about all rows of a file."""
    facts: dict[str, Any] = json.loads(pq.read_schema(file).metadata[KEY])
    return facts
