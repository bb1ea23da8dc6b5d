"""Other programs that play one of our games, for comparison: the one place that says which program plays which game."""

from __future__ import annotations

from pathlib import Path

COMMON = "connect_four"  # an example game that the libraries have too
LIBRARIES = {"openspiel": "pyspiel", "pgx": "pgx", "pettingzoo": "pettingzoo"}  # a file here, and the module that it needs
PROGRAMS = {"punto": Path(__file__).parent / "punto.cpp"}  # a game of the package, and a straightforward program for it
