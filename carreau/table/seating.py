"""Who sits at a table, and for whom a bot plays."""

from __future__ import annotations

from collections.abc import Sequence

from carreau.core.errors import CarreauError
from carreau.table.settings import BOT, FRIEND, LONGEST_NAME, ME, OPEN, Chair, Settings


class NotNow(CarreauError):
    """What somebody asks for cannot be done at this table, or not now."""

    code = "not-now"


class Seating:
    """The chairs, and which of the people on them are away."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.chairs: list[Chair] = list(settings.chairs)
        self.away: set[int] = set()  # people for whom a bot plays
        self.handed_over: set[int] = set()  # those of them whose seat the host gave to a bot: they have it back when they come
        self.timed_out: set[int] = set()  # people whose time has run out

    @property
    def is_full(self) -> bool:
        """Whether no seat is free any more."""
        return not any(chair.kind == OPEN for chair in self.chairs)

    @property
    def screens(self) -> list[int]:
        """One seat for each screen at which somebody plays: the host's, and each friend's."""
        kinds = [chair.kind for chair in self.chairs]
        return [seat for seat, kind in enumerate(kinds) if kind == FRIEND or (kind == ME and ME not in kinds[:seat])]

    def has_name(self, name: str, but: int) -> bool:
        """Whether somebody else has this name."""
        return any(seat != but and chair.name.casefold() == name.casefold() for seat, chair in enumerate(self.chairs))

    def free_name(self, name: str, seat: int) -> str:
        """The name; with a number, if somebody else has it already."""
        if not name or not self.has_name(name, seat):
            return name
        numbered = (f"{name[: LONGEST_NAME - 2]} {number}" for number in range(2, 2 + len(self.chairs)))
        return next(one for one in numbered if not self.has_name(one, seat))

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays for a seat now."""
        return self.chairs[seat].kind == BOT or seat in self.away or seat in self.timed_out

    def is_host(self, seats: Sequence[int]) -> bool:
        """Whether one of these seats is that of whoever set up the table."""
        return any(self.chairs[seat].kind == ME for seat in seats)

    def is_open(self, seat: int) -> bool:
        return self.chairs[seat].kind == OPEN

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.settings.players:
            raise NotNow("There is no such seat at this table.")
