"""Tables to prove something with, laid directly into a data folder before its server starts."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from carreau.games import load
from carreau.store.folder import prepare_folder
from carreau.store.log import Log
from carreau.store.stored import NewTable, StoredTable
from carreau.table.settings import BOT, FRIEND, OPEN, Chair, make_settings
from carreau.web.tokens import hashed, new_id, new_secret

FILE = "carreau.db"
QUICK = 1  # the level of bots: they are not to be waited for


def lay(
    folder: Path, game: str, players: int, count: int, options: Mapping[str, Any] | None = None, clock: int = 0, seed: int = 0,
    bots: int = 0, level: int = QUICK, ids: Sequence[str] = (),
) -> dict[str, list[str]]:  # fmt: skip
    """So many tables, all seats taken by friends, the last ones by bots; the secret of every friend's seat, by table."""
    log, found = Log(prepare_folder(folder) / FILE), {}
    for number in range(count):
        chairs = [Chair(OPEN) for _ in range(players - bots)] + [Chair(BOT, level) for _ in range(bots)]
        settings = make_settings(load(game), chairs, options or {}, clock, seed + number)
        text = settings.text().replace('"kind":"open"', f'"kind":"{FRIEND}"')
        seated = StoredTable(ids[number] if ids else new_id(), time.time(), text, settings.seed)
        secrets = [new_secret() for _ in range(players - bots)]
        log.create(NewTable(seated, tuple((hashed(secret), seat) for seat, secret in enumerate(secrets))))
        found[seated.id] = secrets
    log.close()
    return found
