"""What people waited for in version 0.2.0, which compiled a game before its first move: seconds, on a machine with two cores."""

from __future__ import annotations

VERSION = "0.2.0"
FIRST_TABLE = {"punto": "21", "quatuor": "32"}  # from "Start" to the first table, by game
FIRST_TABLE_BUSY = {"punto": "60 to 80", "quatuor": "60 to 80"}
RULEBOOK = {"punto": "23"}
ALL_COMPILED = "120"
