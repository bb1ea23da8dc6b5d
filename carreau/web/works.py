"""What all tables of a server share: those who think, those who make replays, and turns at drawing."""

from __future__ import annotations

from carreau.web.thinkers import Thinkers
from carreau.web.turns import Turns
from carreau.web.workshop import Workshop


class Works:
    """One for every hub."""

    def __init__(self) -> None:
        self.thinkers = Thinkers()
        self.workshop = Workshop()
        self.drawing = Turns()  # one at a time, and everybody else is looked after between two

    def close(self) -> None:
        self.thinkers.close()
        self.workshop.close()
