"""Tables for a proof, written directly into a store before its server starts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from carreau.store.address import FILE as FILE
from carreau.store.address import open_log
from carreau.store.stored import NewTable, StoredTable
from carreau.table.settings import BOT, FRIEND, OPEN, Chair, make_settings
from carreau.web.tokens import hashed, new_id, new_secret
from proofs.tools.plans import Plan

QUICK = 1  # the level of bots: nobody should have to wait for them

Tables = dict[str, list[str]]  # the secret of every friend's seat, by table


def make_tables(
    folder: Path, plan: Plan, count: int = 1, seed: int = 0, level: int = QUICK, ids: Sequence[str] = (), store: str = ""
) -> Tables:  # fmt: skip
    """Make tables with friends in all seats but the last ones, where bots sit."""
    log, tables, friends = open_log(store, folder), {}, plan.players - plan.bots
    for number in range(count):
        chairs = [Chair(OPEN) for _ in range(friends)] + [Chair(BOT, level) for _ in range(plan.bots)]
        settings = make_settings(plan.loaded, chairs, plan.options, plan.clock, seed + number)
        text = settings.text().replace('"kind":"open"', f'"kind":"{FRIEND}"')
        table = StoredTable(ids[number] if ids else new_id(), time.time(), text, settings.seed)
        secrets = [new_secret() for _ in range(friends)]
        log.create(NewTable(table, tuple((hashed(secret), seat) for seat, secret in enumerate(secrets))))
        tables[table.id] = secrets
    log.close()
    return tables
