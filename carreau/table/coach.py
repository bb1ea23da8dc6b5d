"""The coach: at which tables there may be one, and whom it answers."""

from __future__ import annotations

from carreau.core.engine import in_real_time
from carreau.core.game import Game
from carreau.core.types import Ply, Seat
from carreau.table.entry import ASK, PLAY, UNDO, Entry
from carreau.table.seating import NotNow
from carreau.table.settings import BOT, COACHES, ME, NO_COACH, BadSettings, Settings
from carreau.table.table import Table


def may_coach(game: Game, settings: Settings) -> bool:
    """Whether one person plays alone against bots, in turns: then nobody is worse off for it."""
    kinds = sorted(chair.kind for chair in settings.chairs)
    alone = len(kinds) > 1 and kinds == [BOT] * (len(kinds) - 1) + [ME]
    return alone and not settings.puzzle and not in_real_time(game, settings.players, settings.options)


def check_coach(game: Game, settings: Settings) -> Settings:
    """The settings, if they ask for no coach or may have one."""
    if settings.coach not in COACHES:
        raise BadSettings("The coach answers when it is asked, warns before blunders, or is not there.")
    if settings.coach != NO_COACH and not may_coach(game, settings):
        raise BadSettings("There can only be a coach where you play alone against bots, and in turns.")
    return settings


def has_coach(table: Table) -> bool:
    """Whether the coach answers here: where it must not, it does not, whatever the settings say."""
    return table.settings.coach != NO_COACH and may_coach(table.game, table.settings)


def check_question(table: Table, seat: Seat) -> None:
    """Whether this seat may ask the coach now."""
    if not has_coach(table):
        raise NotNow("There is no coach at this table.")
    if not table.can_act(seat):
        raise NotNow("The coach only answers when it is your turn.")


def note_question(table: Table, seat: Seat, now: float) -> Entry | None:
    """What the log says about a question; nothing if it says so already since the position was reached."""
    check_question(table, seat)
    for entry in reversed(table.entries):
        if entry.kind in (PLAY, UNDO):
            break
        if entry.kind == ASK:
            return None
    return table.entry(now, ASK, seat)


def questions(table: Table) -> dict[Ply, Seat]:
    """Who has asked the coach before which ply, in the match as it stands: what was taken back is forgotten."""
    asked: dict[Ply, Seat] = {}
    for entry, ply in zip(table.entries, table.plies):
        if entry.kind == ASK:
            asked[ply] = entry.seat
        elif entry.kind == UNDO:
            asked = {before: seat for before, seat in asked.items() if before <= ply}
    return asked
