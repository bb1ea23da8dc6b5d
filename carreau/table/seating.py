"""Who sits around a table, and for whom a bot plays."""

from __future__ import annotations

from carreau.core.errors import CarreauError
from carreau.table.settings import BOT, FRIEND, LONGEST_NAME, ME, OPEN, Chair, Settings


class NotNow(CarreauError):
    """What somebody wants cannot be done at this table, or not now."""

    code = "not-now"


class Seating:
    """The chairs, and who of the persons on them is away."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.chairs: list[Chair] = list(settings.chairs)
        self.away: set[int] = set()  # persons for whom a bot plays
        self.lent: set[int] = set()  # those of them who were not here: they get their seat back when they come
        self.lost: set[int] = set()  # persons whose time has run out

    @property
    def whole(self) -> bool:
        """Whether nobody is expected any more."""
        return not any(chair.kind == OPEN for chair in self.chairs)

    @property
    def screens(self) -> list[int]:
        """A seat for every screen at which somebody plays: the host's, and each friend's."""
        kinds = [chair.kind for chair in self.chairs]
        return [seat for seat, kind in enumerate(kinds) if kind == FRIEND or (kind == ME and ME not in kinds[:seat])]

    def has_name(self, name: str, but: int) -> bool:
        """Whether somebody else goes by this name."""
        return any(seat != but and chair.name.casefold() == name.casefold() for seat, chair in enumerate(self.chairs))

    def free_name(self, name: str, seat: int) -> str:
        """The name, or where somebody had it before, the name with a number."""
        if not name or not self.has_name(name, seat):
            return name
        numbered = (f"{name[: LONGEST_NAME - 2]} {number}" for number in range(2, 2 + len(self.chairs)))
        return next(one for one in numbered if not self.has_name(one, seat))

    def is_bot(self, seat: int) -> bool:
        """Whether a bot acts for a seat now."""
        return self.chairs[seat].kind == BOT or seat in self.away or seat in self.lost

    def is_open(self, seat: int) -> bool:
        return self.chairs[seat].kind == OPEN

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.settings.players:
            raise NotNow("There is no such seat at this table.")
