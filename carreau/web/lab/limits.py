"""How much of the lab one visitor may have, so that the players at the tables do not notice it."""

from __future__ import annotations

from carreau.core.errors import CarreauError
from carreau.core.phrase import Phrase

DAY = 24 * 3600.0
MOST_SETTINGS = 12
MOST_DEALS = 100_000  # of all settings together
MOST_MEMORY = 3 << 30  # bytes of each process; an experiment that needs more fails, and nothing else does
MOST_SECONDS = 600.0  # for an experiment; what was found by then is the result
MOST_WAITING = 12
MOST_WAITING_PER_NETWORK = 2
MOST_A_DAY = 200
MOST_A_DAY_PER_NETWORK = 20
KEPT_SECONDS = 30 * DAY
MOST_KEPT = 400
TRIES = 3  # if the process that plays ends in the middle


class NoLab(CarreauError):
    """The lab is not open here, or there is no such experiment."""

    code = "no-lab"


class TooMuch(CarreauError):
    """Somebody wants more of the lab than there is for them."""

    code = "too-much"


CLOSED = Phrase("The lab is not open on this server.")
UNKNOWN = Phrase("There is no such experiment here, or it was removed because it was old.")
FULL = Phrase("Too many experiments are waiting right now: try again in a few minutes.")
YOURS_WAIT = Phrase("{n} of your experiments are waiting already: let one of them finish first.", n=MOST_WAITING_PER_NETWORK)
ENOUGH = Phrase("That was the last experiment of today from your address: go on tomorrow.")
ENOUGH_FOR_ALL = Phrase("That was the last experiment of today on this server: go on tomorrow.")
TOO_MANY_SETTINGS = Phrase("That compares too much at once: {most} settings at most.", most=MOST_SETTINGS)
