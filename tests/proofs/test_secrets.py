"""The promise about secrets is kept, and the proof notices planted faults."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from carreau.web import middleware, templating
from carreau.web.hub import Hub
from carreau.web.log_filters import SecretFilter
from carreau.web.network import network
from carreau.web.rate_limit import GuessLimiter
from carreau.web.routes import home
from carreau.web.urls import without_secret
from proofs.promises.secrets import prove_secrets
from proofs.proof import Broken, Run

SEATS = Hub.seats


def test_no_secret_is_shown_and_nothing_granted_wrongly() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, beside_a_loop()).result() > 20


@pytest.mark.parametrize(
    ("where", "name", "planted", "found"),
    [
        (templating, "without_secret", str, "shows a secret"),
        (home, "without_secret", str, "shows a secret"),
        (Hub, "seats", lambda hub, id, owner: SEATS(hub, id, owner) and [0, 1], "acts for somebody else"),
        (GuessLimiter, "allows", lambda limiter, request: True, "guessing tables is not limited"),
        (GuessLimiter, "count", lambda limiter, request: True, "guessing tables is not limited"),
        (middleware, "is_foreign", lambda request: False, "another site's page learns something"),
        (SecretFilter, "filter", lambda secrets, record: True, "the server's log shows a secret"),
    ],
)
def test_a_planted_fault_is_caught(where: Any, name: str, planted: Any, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(Broken, match=found):
        prove_secrets(Run())


async def beside_a_loop() -> int:
    """As in other tests, where the browser has a loop running."""
    attempts: int = prove_secrets(Run())["attempts"]
    return attempts


def test_an_address_is_shown_without_its_secret() -> None:
    assert without_secret("/table/x/seat/abc-_=?y") == "/table/x/seat"
    assert without_secret("/language/fr?back=%2Ftable%2Fx%2Fseat%2Fabc") == "/language/fr?back=%2Ftable%2Fx%2Fseat"
    assert without_secret("/table/x/seat") == "/table/x/seat" and without_secret("/table/x") == "/table/x"
    record = logging.LogRecord("uvicorn.access", 20, "", 0, '%s - "%s"', ("1.2.3.4", "/table/x/seat/abc"), None)
    SecretFilter().filter(record)
    assert "abc" not in record.getMessage()


def test_a_network_is_one_address() -> None:
    assert network("192.0.2.7") == "192.0.2.7" and network("") == "" and network("unix") == "unix"
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
