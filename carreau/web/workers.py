"""What all tables of a server share: bots that think, replays that are made, and turns at drawing."""

from __future__ import annotations

from carreau.web.bot_pool import BOTS_AT_ONCE, BotPool
from carreau.web.fair_queue import FairQueue
from carreau.web.metrics import Metrics
from carreau.web.replay_pool import ReplayPool


class Workers:
    """One per hub."""

    def __init__(self, bots_at_once: int = BOTS_AT_ONCE) -> None:
        self.bots = BotPool(bots_at_once)
        self.replays = ReplayPool()
        self.metrics = Metrics()
        self.drawing = FairQueue()  # one at a time; between two, the event loop goes round

    def close(self) -> None:
        self.bots.close()
        self.replays.close()
