"""The lab: ask what a rule does, and get an answer with its intervals. See docs/lab/experiments.md.

Examples:
    >>> import carreau
    >>> from carreau import lab
    >>> game = carreau.load(carreau.examples() / "connect_four")
    >>> findings = lab.run_experiment(lab.new_experiment(game, deals=100, measure=["length"]))
    >>> findings.sections[0].id, findings.settings[0].matches
    ('length', 100)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carreau.lab.experiment import Experiment, Strategy, Thinking
    from carreau.lab.experiment.ask import new_experiment
    from carreau.lab.experiment.read import read_experiment
    from carreau.lab.findings import Findings
    from carreau.lab.run import Progress, report_on, run_experiment

__all__ = [
    "Experiment",
    "Findings",
    "Progress",
    "Strategy",
    "Thinking",
    "new_experiment",
    "read_experiment",
    "report_on",
    "run_experiment",
]

PLACES = {
    **dict.fromkeys(("Experiment", "Strategy", "Thinking"), "experiment"), "Findings": "findings",
    "new_experiment": "experiment.ask", "read_experiment": "experiment.read",
    **dict.fromkeys(("Progress", "report_on", "run_experiment"), "run"),
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Each is read when it is first asked for: the lab's other parts need none of them."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
