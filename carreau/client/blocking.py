"""The client for programs without asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from .errors import Refused
from .seat import Seat
from .table import connect
from .update import Update

STALE = "stale-action"  # the match has moved on
UNWRITTEN = "unwritten"  # the server could not write it down: it may later
AGAIN = 1.0  # seconds until then


def play(seat: Seat, choose: Callable[[Update], str], language: str = "en") -> Update:
    """Play a match to the end; returns the last update.

    Args:
        seat: From `join` or `new_table`.
        choose: Decides what to play: gets an update and returns one of `update.legal`. It is asked again if the match moved on,
            or if the server could not write down what was played.
        language: The language of sentences: `en` or `fr`.

    Raises:
        Refused: What was chosen is not legal.
    """

    async def whole() -> Update:
        async with connect(seat, language) as table:
            async for update in table:
                action = await asyncio.to_thread(choose, update)
                try:
                    await table.play(action)
                except Refused as refusal:
                    if refusal.code not in (STALE, UNWRITTEN):
                        raise
                    await asyncio.sleep(AGAIN if refusal.code == UNWRITTEN else 0)
            return table.now

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(whole())
    with ThreadPoolExecutor(1) as pool:  # a loop is already running, as in a notebook
        return pool.submit(asyncio.run, whole()).result()
