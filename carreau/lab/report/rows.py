"""Findings as a table for other programs: one row for each figure."""

from __future__ import annotations

import csv
import io
import json
import math

from carreau.lab.findings import Figure, Findings, Section

COLUMNS = ("section", "setting", "game", "players", "bots", "options", "figure", "label", "value", "low", "high", "unit")


def as_csv(findings: Findings) -> str:
    """Comma-separated values with a line of names; numbers in full, what is not a number is left empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row(findings, section, figure) for section in findings.sections for figure in section.figures)
    return text.getvalue()


def row(findings: Findings, section: Section, figure: Figure) -> list[str]:
    played = [""] * 4
    if setting := findings.setting(figure.variant):
        options = json.dumps(dict(setting.options), ensure_ascii=False)
        played = [setting.game, str(setting.players), ",".join(setting.bots), options]
    numbers = [full(value) for value in (figure.value, figure.low, figure.high)]
    return [section.id, figure.variant, *played, figure.name, str(figure.label), *numbers, figure.unit]


def full(value: float) -> str:
    return repr(float(value)) if math.isfinite(value) else ""
