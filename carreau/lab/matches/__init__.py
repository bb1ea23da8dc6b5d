"""Matches that are played and noted for experiments."""

from carreau.lab.matches.columns import Columns
from carreau.lab.matches.play import play

__all__ = ["Columns", "play"]
