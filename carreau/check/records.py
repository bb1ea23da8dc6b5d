"""Records replay to the same bytes."""

from __future__ import annotations

import json

from carreau.check.case import Case
from carreau.check.probe import difference
from carreau.check.registry import COMPILED, RULES, case_check, claim
from carreau.core.record import replay, verify


@case_check(
    COMPILED,
    "A record replays to the same match, byte for byte, and to any ply of it.",
    "Replays, verification and tables after a restart are just records played again.",
)
def records_replay(case: Case) -> None:
    match = case.finished[0]
    record = json.loads(json.dumps(match.record()))
    again = verify(record, lambda name: case.game)
    found = difference(match.state, again.state)
    claim(not found, f"The record of a match leads to a different one: {found} ({case}, seed 1).")
    claim(again.record() == match.record(), f"The record of a replayed match is different ({case}, seed 1).")
    middle = match.ply // 2
    claim(
        replay(record, lambda name: case.game, middle).ply == middle,
        f"A record cannot be replayed to ply {middle} ({case}, seed 1).",
    )


@case_check(
    RULES,
    "An outcome says who won and why, and puts it in a sentence.",
    "The end of a match is what everybody looks at.",
)
def the_outcome_is_told(case: Case) -> None:
    outcome = case.finished[0].outcome
    lacking = {"winners", "reason", "text"} - set(outcome or {})
    claim(not lacking, f"outcome in show.py does not give {', '.join(sorted(lacking))} ({case}, seed 1).")
