"""The server withstands whatever is sent to it; if it does not, the proof notices."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from proofs.promises import pages, socket
from proofs.proof import Broken, Run
from proofs.tools.attack import Target, attack_server

FAULTS = {
    "a number that is none": ("routes.replay", "whole", "lambda text: int(text) if text.isdigit() else None"),
    "bytes instead of text": ("routes.websocket", "receive", "lambda socket: socket.receive_text()"),
    "a length of which nine digits are read": (
        "middleware", "is_too_long", "lambda headers: int(headers.get('content-length', '0')[:9]) > 20000"
    ),
    "any name": ("site", "Site.knows", "lambda site, host: True"),
    "foreign pages": ("middleware", "is_foreign", "lambda request: False"),
    "no deadline": ("protocols", "HTTPProtocol.give_up", "lambda line: None"),
    "all that is heard at once": ("protocols", "HTTPProtocol.data_received", "place.H11Protocol.data_received"),
    "as many lines as one likes": (
        "connections", "ConnectionLimit.take",
        "lambda limit, network, unlimited=False: place.Place(place.ConnectionLimit(9), network)",
    ),
}  # fmt: skip
FOUND = {
    "a length of which nine digits are read": (pages.long_lengths, r"is accepted"),
    "any name": (pages.foreign_names, r"a request for .* gets"),
    "foreign pages": (pages.guesses_from_elsewhere, r"another site's page gets"),
    "all that is heard at once": (pages.crumbs, r"next to connections that send tiny pieces"),
    "as many lines as one likes": (pages.crowd, r"open from one address"),
}


def test_strange_requests_and_frames_do_no_harm() -> None:
    totals = attack_server(Run(times=30), [*pages.ATTACKS, *socket.ATTACKS])
    assert totals["attacks"] == 30 and totals["moves"] > 0 and totals["answered refused"] > 0


def plant(fault: str, folder: Path) -> dict[str, str]:
    """A server with a fault, which its environment plants."""
    module, name, code = FAULTS[fault]
    (folder / "sitecustomize.py").write_text(f"import carreau.web.{module} as place\nplace.{name} = {code}\n")
    return {"PYTHONPATH": f"{folder}:{Path(pages.__file__).parent.parent.parent}"}


@pytest.mark.parametrize("fault", FOUND)
def test_a_hole_in_the_edge_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "ANSWER_SECONDS", 2.0)
    attack, sentence = FOUND[fault]
    with pytest.raises(Broken, match=sentence):
        attack_server(Run(times=12), [attack], plant(fault, tmp_path))


def test_a_line_that_stays_open_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "OWED_SECONDS", 0.5)

    async def wait(target: Target, chance: Random) -> str:
        await asyncio.sleep(1)
        return await pages.unfinished_requests(target, chance)

    with pytest.raises(Broken, match=r"an unfinished request still has its connection"):
        attack_server(Run(times=3), [wait], plant("no deadline", tmp_path))


@pytest.mark.parametrize("fault", ["a number that is none", "bytes instead of text"])
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    async def numbers(target: Target, chance: Random) -> str:
        return await target.try_request(target.request(f"GET /table/{target.quiet}/moment?ply=%C2%B2 HTTP/1.1"))

    async def frames(target: Target, chance: Random) -> str:
        return socket.outcome(await socket.converse(target, socket.frame(socket.BINARY, b"x")))

    attack = numbers if fault == "a number that is none" else frames
    with pytest.raises(Broken, match=r"answered with 500|Traceback"):
        attack_server(Run(times=2), [attack], plant(fault, tmp_path))
