"""Records: commitment, digest, and every way in which a record can be wrong."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import carreau
from carreau.core.record import commitment_of, digest, read_record
from tests.some import QUICK, play_to_the_end

Record = dict[str, Any]


@pytest.fixture(scope="module")
def finished() -> str:
    return json.dumps(play_to_the_end(QUICK.new(players=2, seed=5, **QUICK.short), -1).record())


def refused(text: str, words: str) -> None:
    with pytest.raises(carreau.BadRecord) as caught:
        carreau.verify(read_record(text))
    assert words in str(caught.value) and str(caught.value).endswith(".")


def forged(finished: str, change: Callable[[Record], object]) -> str:
    """A record altered by someone who also updated the digest and the commitment."""
    record = json.loads(finished)
    change(record)
    record["commitment"] = commitment_of(record)
    record["digest"] = digest(record)
    return json.dumps(record)


def test_the_commitment_is_a_plain_hash_that_anyone_can_make(finished: str) -> None:
    record = json.loads(finished)
    options = json.dumps(record["options"], sort_keys=True, separators=(",", ":"))
    assert options.startswith('{"first":null,')
    text = (
        f'{{"game":"{QUICK.id}","options":{options},'
        '"players":2,"seed":"' + record["seed"] + '","version":' + str(record["version"]) + "}"
    )
    assert hashlib.sha256(text.encode()).hexdigest() == record["commitment"]


def test_the_commitment_is_known_before_the_first_move_and_never_changes(finished: str) -> None:
    record = json.loads(finished)
    match = QUICK.new(players=2, seed=5, **QUICK.short)
    assert match.commitment == record["commitment"]
    others = [
        QUICK.new(players=players, seed=seed, **options).commitment
        for players, seed, options in [(3, 5, QUICK.short), (2, 6, QUICK.short), (2, 5, {"first": 1, **QUICK.short})]
    ]
    assert len({match.commitment, *others}) == 4


def test_verify_checks_the_commitment_that_was_shown(finished: str) -> None:
    record = read_record(finished)
    assert carreau.verify(record, record["commitment"]).over
    with pytest.raises(carreau.BadRecord, match="another deal"):
        carreau.verify(record, "0" * 64)
    with pytest.raises(carreau.BadRecord, match="another deal"):
        carreau.verify(record, 3)  # type: ignore[arg-type]


def test_truncated(finished: str) -> None:
    for length in (0, 1, 100, len(finished) // 2, len(finished) - 1):
        refused(finished[:length], "cut off")
    refused("[" * 100_000, "cut off")


def test_not_a_record() -> None:
    for text in ("[]", "{}", "3", '"x"', "null"):
        refused(text, "not a record")


def test_tampered_without_care(finished: str) -> None:
    record = json.loads(finished)
    record["actions"][3][1] = record["actions"][4][1]
    refused(json.dumps(record), "digest")
    record = json.loads(finished)
    del record["seed"]
    refused(json.dumps(record), "seed")
    record = json.loads(finished)
    record["players"] = "2"
    refused(json.dumps(record), "players")


def test_tampered_with_care(finished: str) -> None:
    def other_seed(record: Record) -> None:
        record["seed"] = "1" * 64

    def other_winner(record: Record) -> None:
        record["points"].reverse()

    def fewer_moves(record: Record) -> None:
        record["actions"].pop()

    refused(forged(finished, other_seed), "Move")
    refused(forged(finished, other_winner), "result")
    refused(forged(finished, fewer_moves), "result")
    refused(forged(finished, lambda record: record["actions"].append([0, QUICK.name_action(0)])), "over")
    refused(forged(finished, lambda record: record["actions"].insert(2, ["x", QUICK.name_action(0)])), "Move 3")
    refused(forged(finished, lambda record: record["actions"].insert(2, 5)), "Move 3")
    refused(forged(finished, lambda record: record.update(seed="xyz")), "seed")
    refused(forged(finished, lambda record: record["options"].update(first=9)), "first")
    refused(forged(finished, lambda record: record["options"].update(self=1)), "option")
    refused(forged(finished, lambda record: record["options"].clear()), "options")
    refused(forged(finished, lambda record: record.update(players=9)), "players")


def test_a_commitment_that_does_not_fit(finished: str) -> None:
    record = json.loads(finished)
    record["seed"] = "2" * 64
    record["digest"] = digest(record)
    refused(json.dumps(record), "commitment")


def test_newer_and_older(finished: str) -> None:
    refused(finished.replace('"carreau": 1', '"carreau": 2', 1), "newer")
    refused(forged(finished, lambda record: record.update(version=99)), "newer")
    refused(forged(finished, lambda record: record.update(version=0)), "older")


def test_an_unknown_game_in_a_record(finished: str) -> None:
    with pytest.raises(carreau.UnknownGame):
        carreau.verify(read_record(forged(finished, lambda record: record.update(game="pinto"))))


def test_unfinished(finished: str) -> None:
    match = QUICK.new(players=2, seed=5)
    record = match.record()
    assert carreau.replay(record).ply == 0
    refused(json.dumps(record), "not finished")


def test_a_deal_of_very_many_players_takes_no_memory(finished: str) -> None:
    hash = "0" * 64
    text = forged(
        finished, lambda record: record.update(players=10**7, deal={"secret": hash, "pledges": {"9": hash}, "parts": {}})
    )
    tracemalloc.start()
    refused(text, "altered")
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_a_ply_that_is_not_there(finished: str) -> None:
    record = read_record(finished)
    for ply in (-1, 10_000, "1", 1.5, True):
        with pytest.raises(carreau.BadRecord, match="no position"):
            carreau.replay(record, ply)  # type: ignore[arg-type]
