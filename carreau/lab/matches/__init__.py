"""Matches that are played and noted for experiments."""

from carreau.lab.matches.columns import Columns
from carreau.lab.matches.kinds import kind_name
from carreau.lab.matches.play import play
from carreau.lab.matches.table import Matches

__all__ = ["Columns", "Matches", "kind_name", "play"]
