"""What is asked of the lab: an experiment, with its settings and who plays."""

from carreau.lab.experiment.experiment import Experiment
from carreau.lab.experiment.setting import Setting, Strategy
from carreau.lab.experiment.test import Test
from carreau.lab.experiment.thinking import Thinking

__all__ = ["Experiment", "Setting", "Strategy", "Test", "Thinking"]
