"""What an experiment has found, as one file of HTML that needs no network, as JSON and as a table.

from carreau.lab import report

report.write(findings, folder)
"""

from carreau.lab.report.data import as_json, from_json
from carreau.lab.report.files import write
from carreau.lab.report.page import figures, html
from carreau.lab.report.rows import as_csv

__all__ = ["as_csv", "as_json", "figures", "from_json", "html", "write"]
