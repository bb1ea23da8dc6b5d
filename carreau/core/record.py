"""Records: a match as JSON, read back with care."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from carreau.core.deal import Deal, read_deal
from carreau.core.errors import BadRecord, CarreauError
from carreau.core.number import shown, whole_number
from carreau.core.seed import canonical, commitment
from carreau.core.types import Ply, Record

if TYPE_CHECKING:
    from carreau.core.game import Game
    from carreau.core.match import Match

FORMAT = 1
KINDS: dict[str, type] = {
    "carreau": int,
    "game": str,
    "version": int,
    "players": int,
    "options": dict,
    "seed": str,
    "commitment": str,
    "actions": list,
    "over": bool,
    "points": list,
    "digest": str,
}


def digest(record: Mapping[str, Any]) -> str:
    """SHA-256 of the record without its digest. It reveals damage, and edits that did not update it."""
    return hashlib.sha256(canonical({key: value for key, value in record.items() if key != "digest"})).hexdigest()


def read_record(text: str | bytes) -> Record:
    """A record from its text."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord("This is not a complete record: the text is not JSON, or it was cut off.") from error
    return check_record(record)


def check_record(record: Any) -> Record:
    """Check the form of a record, its digest and its commitment."""
    if not isinstance(record, dict) or "carreau" not in record:
        raise BadRecord("This is not a record of a match: it has no field 'carreau'.")
    number = record["carreau"]
    if isinstance(number, int) and number > FORMAT:
        raise BadRecord(f"This record has format {number}, which is newer than this program: it only reads format {FORMAT}.")
    for key, kind in KINDS.items():
        if key not in record:
            raise BadRecord(f"The record has no field '{key}': it was cut off or altered.")
        if not isinstance(record[key], kind) or (kind is int and isinstance(record[key], bool)):
            raise BadRecord(f"The field '{key}' of the record is not a {kind.__name__}: it was altered.")
    if "/" in record["game"] or "\\" in record["game"]:  # a record names a game, never a folder whose code would be run
        raise BadRecord("The field 'game' of the record does not name a game: it was altered.")
    try:
        hashes = digest(record), commitment_of(record)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadRecord("The record holds something that no record can hold: it was altered.") from error
    if hashes[0] != record["digest"]:
        raise BadRecord("The record was altered: its digest does not match its content.")
    if hashes[1] != record["commitment"]:
        raise BadRecord("The record was altered: its commitment does not match its seed, game, version, options and players.")
    if "deal" in record and read_deal(record["deal"], record["players"]).seed != record["seed"]:
        raise BadRecord("The record was altered: its seed does not follow from what was added to the deal.")
    return cast(Record, record)


def with_deal(record: Record, deal: Deal) -> Record:
    """The record of a match whose deal was shared, with what each player did for it."""
    return with_fact(record, "deal", deal.data())


def with_fact(record: Record, name: str, fact: Any) -> Record:
    """A record that says something more."""
    whole = {**record, name: fact}
    return cast(Record, {**whole, "digest": digest(whole)})


def promise_of(record: Mapping[str, Any]) -> str:
    """What was shown before this deal: its commitment; where players have added to it, that of the server's secret."""
    return commitment_of({**record, "seed": record["deal"]["secret"]}, True) if "deal" in record else str(record["commitment"])


def commitment_of(record: Mapping[str, Any], mixed: bool = False) -> str:
    return commitment(record["game"], record["version"], record["players"], record["options"], record["seed"], mixed)


def replay(record: Any, load: Callable[[str], Game], ply: Ply | None = None) -> Match:
    """The same match again, to the end or to a ply."""
    record = check_record(record)
    game = load(record["game"])
    if record["version"] != game.version:
        age = "newer than" if record["version"] > game.version else "older than"
        raise BadRecord(f"The record is of {game.name} version {record['version']}, {age} this program's version {game.version}.")
    match = begin(record, game)
    actions = record["actions"]
    if ply is not None and ((number := whole_number(ply)) is None or not 0 <= number <= len(actions)):
        raise BadRecord(f"The record has {len(actions)} moves: there is no position after move {shown(ply, 20)}.")
    for number, action in enumerate(actions if ply is None else actions[:ply]):
        play_recorded(match, number, action)
    if ply is None and (match.over != record["over"] or list(match.points) != record["points"]):
        raise BadRecord("The record was altered: its moves do not lead to the result it states.")
    return match


def begin(record: Mapping[str, Any], game: Game) -> Match:
    from carreau.core.match import Match

    try:
        match = Match(game, game.read_players(record["players"]), record["options"], record["seed"])
    except CarreauError as error:
        raise BadRecord(f"The record cannot be dealt: {error}") from error
    if match.options != record["options"]:
        raise BadRecord("The record does not name all the options of its game.")
    return match


def play_recorded(match: Match, number: int, action: Any) -> None:
    if not (isinstance(action, list) and len(action) == 2 and isinstance(action[1], str)):
        raise BadRecord(f"Move {number + 1} of the record cannot be read: it is not a seat and a name.")
    try:
        match.play(action[1], seat=action[0], recorded=True)
    except CarreauError as error:
        raise BadRecord(f"Move {number + 1} of the record cannot be played: {error}") from error


def verify(record: Any, load: Callable[[str], Game], promise: str | None = None) -> Match:
    """Replay a finished record and check it against its commitment, and against the one shown before the deal."""
    record = check_record(record)
    if promise is not None and str(promise).strip().lower() != promise_of(record):
        raise BadRecord("This record does not match the commitment shown before the deal: it is of another deal.")
    match = replay(record, load)
    if not match.over:
        raise BadRecord(f"The match is not finished: after {match.ply} moves it is still being played.")
    return match
