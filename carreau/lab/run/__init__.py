"""Playing experiments: on all cores, on a cluster, and on from where they were."""

from carreau.lab.run.progress import Progress
from carreau.lab.run.run import report_on, run_experiment

__all__ = ["Progress", "report_on", "run_experiment"]
