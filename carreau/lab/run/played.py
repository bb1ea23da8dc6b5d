"""What has been played so far, put in order."""

from __future__ import annotations

import numpy as np

from carreau.lab.experiment import Experiment
from carreau.lab.matches import Columns
from carreau.lab.run.chunk import Chunk


class Played:
    """The chunks that have come in, in whatever order, by setting and first deal."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.parts: list[dict[int, tuple[Chunk, Columns]]] = [{} for _ in experiment.settings]
        self.deals = [0] * len(experiment.settings)  # with gaps or without
        self.matches = 0

    def add(self, chunk: Chunk, columns: Columns) -> None:
        self.parts[chunk.setting][chunk.first] = chunk, columns
        self.deals[chunk.setting] += chunk.deals
        self.matches += len(columns["deal"])

    def columns(self, setting: int) -> Columns:
        """The columns of a setting, as far as no deal is missing; none if it has not begun."""
        found, deal = list[Columns](), 0
        while deal in self.parts[setting]:
            chunk, columns = self.parts[setting][deal]
            found.append(columns)
            deal = chunk.end
        if len(found) == 1:
            return found[0]
        return {name: np.concatenate([one[name] for one in found]) for name in found[0]} if found else {}
