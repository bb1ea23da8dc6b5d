"""The four colours, as the options and the cards name them (D1)."""

from __future__ import annotations

COLOURS = ("red", "blue", "green", "ochre")
