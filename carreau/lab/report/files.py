"""The files of a report."""

from __future__ import annotations

import json
import os
from pathlib import Path

from carreau.lab.findings import Findings
from carreau.lab.report.data import as_json
from carreau.lab.report.page import html
from carreau.lab.report.rows import as_csv

REPORT, DATA, TABLE = "report.html", "findings.json", "findings.csv"


def write(findings: Findings, folder: Path, language: str = "en") -> None:
    """Write the report into a folder, each file whole: whoever reads it meanwhile sees the one before."""
    folder.mkdir(parents=True, exist_ok=True)
    put(folder / DATA, json.dumps(as_json(findings), ensure_ascii=False, indent=1) + "\n")
    put(folder / TABLE, as_csv(findings))
    put(folder / REPORT, html(findings, language))


def put(file: Path, text: str) -> None:
    part = file.with_name(f".{file.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, file)
