"""How long ordinary Python takes here and now (see carreau/check/pace.py)."""

from __future__ import annotations

from carreau.check.pace import least, slowness, took, work

__all__ = ["least", "slowness", "took", "work"]
