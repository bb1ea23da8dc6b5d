"""carreau verify: check that a deal was the one that was promised, and that every move was legal."""

from __future__ import annotations

from pathlib import Path

import carreau
from carreau.cli.command_tools import console, in_plain_python, load_record, print_json
from carreau.core.deal import read_deal
from carreau.core.record import promise_of


def verify(file: Path, *, commitment: str | None = None, json: bool = False) -> None:
    """Check a finished record against its commitment and replay every move.

    Args:
        file: a record, as `carreau play --record` writes it.
        commitment: the one that was shown before the deal.
        json: print JSON.
    """
    record = load_record(file)
    in_plain_python(len(record["actions"]))
    match = carreau.verify(record, commitment)
    deal = read_deal(record["deal"], match.players) if "deal" in record else None
    if json:
        print_json(
            {
                "verified": True,
                "commitment": promise_of(record),
                "parts": sorted(deal.parts) if deal else None,
                "pledged_only": deal.broken if deal else None,
                "moves": match.ply,
                "points": match.points,
                "outcome": match.outcome,
            }
        )
        return
    console.print(f"The deal matches its commitment {promise_of(record)}.")
    if deal:
        seats = ", ".join(map(str, sorted(deal.parts))) or "nobody"
        console.print(f"The seed follows from the server's secret and what these seats added: {seats}.")
        if deal.broken:
            console.print(f"These seats pledged a part but did not show it in time: {', '.join(map(str, deal.broken))}.")
    console.print(f"All {match.ply} moves follow the rules of {match.game.name} version {match.game.version}.")
    assert match.outcome is not None
    console.print(f"[bold]{match.outcome['text']}[/]")
