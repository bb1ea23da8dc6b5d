"""What all tables of a server share: those who think, those who make replays, and turns at drawing."""

from __future__ import annotations

from carreau.web.bot_pool import BotPool
from carreau.web.fair_queue import FairQueue
from carreau.web.replay_pool import ReplayPool


class Workers:
    """One for every hub."""

    def __init__(self) -> None:
        self.bots = BotPool()
        self.replays = ReplayPool()
        self.drawing = FairQueue()  # one at a time, and everybody else is looked after between two

    def close(self) -> None:
        self.bots.close()
        self.replays.close()
