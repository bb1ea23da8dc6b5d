"""What experiments measure, and what they have found."""

from carreau.lab.measures.comparison import verdict
from carreau.lab.measures.find import MEASURES, find, needs
from carreau.lab.measures.quantities import quantity_named

__all__ = ["MEASURES", "find", "needs", "quantity_named", "verdict"]
