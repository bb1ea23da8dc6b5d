"""Which position a request means, and what other pages say about today's."""

from __future__ import annotations

import datetime

from starlette.requests import Request

from carreau.web.daily import Daily, daily, has_positions, read_day
from carreau.web.routes.request import drawn_games


def today() -> datetime.date:
    return datetime.date.today()


def daily_of(request: Request) -> Daily:
    """The position of the day in the address; today's if there is none."""
    day = request.path_params.get("day")
    return daily(drawn_games(), today() if day is None else read_day(day), today())


def describe_position(request: Request) -> dict[str, str] | None:
    """What other pages say about today's position; None if no game has any."""
    if not any(map(has_positions, drawn_games())):
        return None
    found = daily_of(request)
    return {"game": found.game.name, "day": found.day.isoformat()}
