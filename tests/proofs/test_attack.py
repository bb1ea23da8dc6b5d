"""The server stands what is sent to it; and where it does not, that is noticed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from proofs.promises import pages as fuzz_pages
from proofs.promises import socket as fuzz_socket
from proofs.proof import Broken
from proofs.tools.attack import lay_siege

FAULTS = {
    "a number that is none": ("replay_pages", "whole", "lambda text: int(text) if text.isdigit() else None"),
    "bytes instead of text": ("websocket", "hear", "lambda socket: socket.receive_text()"),
    "a length of which nine digits are read": (
        "middleware", "is_too_long", "lambda headers: int(headers.get('content-length', '0')[:9]) > 20000"
    ),
    "any name": ("site", "Site.knows", "lambda site, host: True"),
    "foreign pages": ("middleware", "is_foreign", "lambda asking: False"),
    "no deadline": ("http_protocol", "HTTPProtocol.give_up", "lambda line: None"),
    "all that is heard at once": ("http_protocol", "HTTPProtocol.data_received", "place.H11Protocol.data_received"),
    "as many lines as one likes": (
        "connections", "ConnectionLimit.take", "lambda lines, who, spared=False: place.Place(place.ConnectionLimit(9), who)"
    ),
}  # fmt: skip
FOUND = {
    "a length of which nine digits are read": (fuzz_pages.long_lengths, r"is taken"),
    "any name": (fuzz_pages.foreign_names, r"and is answered"),
    "foreign pages": (fuzz_pages.guesses_from_elsewhere, r"a foreign page is answered"),
    "all that is heard at once": (fuzz_pages.crumbs, r"beside lines that send crumbs"),
    "as many lines as one likes": (fuzz_pages.crowd, r"open from one address"),
}


def silent(text: str) -> None:
    pass


def test_strange_requests_and_frames_do_no_harm() -> None:
    attacks = {**fuzz_pages.ATTACKS, **fuzz_socket.ATTACKS}
    totals = lay_siege(silent, attacks, 1, 0, 30)
    assert totals["attacks"] == 30 and totals["moves"] > 0 and totals["answered refused"] > 0


def plant(fault: str, folder: Path) -> dict[str, str]:
    """A server with a fault, as its environment tells it."""
    module, name, code = FAULTS[fault]
    (folder / "sitecustomize.py").write_text(f"import carreau.web.{module} as place\nplace.{name} = {code}\n")
    return {"PYTHONPATH": f"{folder}:{Path(fuzz_pages.__file__).parent.parent.parent}"}


@pytest.mark.parametrize("fault", FOUND)
def test_a_hole_in_the_edge_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_pages, "ANSWER_SECONDS", 2.0)
    attack, sentence = FOUND[fault]
    with pytest.raises(Broken, match=sentence):
        lay_siege(silent, {fault: attack}, 1, 0, 12, plant(fault, tmp_path))


def test_a_line_that_stays_open_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_pages, "OWED_SECONDS", 0.5)

    async def wait(siege, chance):  # type: ignore[no-untyped-def]
        await asyncio.sleep(1)
        return await fuzz_pages.unfinished_requests(siege, chance)

    with pytest.raises(Broken, match=r"a line that stops in a request is open"):
        lay_siege(silent, {"unfinished requests": wait}, 1, 0, 3, plant("no deadline", tmp_path))


@pytest.mark.parametrize("fault", ["a number that is none", "bytes instead of text"])
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    async def numbers(siege, chance):  # type: ignore[no-untyped-def]
        head = [
            f"GET /table/{siege.quiet}/moment?ply=%C2%B2 HTTP/1.1",
            f"host: 127.0.0.1:{siege.port}",
            "connection: close",
        ]
        return siege.judge(await siege.send(fuzz_pages.written(head)), "a number that is none")

    async def frames(siege, chance):  # type: ignore[no-untyped-def]
        return fuzz_socket.outcome(await fuzz_socket.converse(siege, fuzz_socket.frame(fuzz_socket.BINARY, b"x")))

    attacks = {fault: numbers if fault == "a number that is none" else frames}
    with pytest.raises(Broken, match=r"answered with 500|Traceback"):
        lay_siege(silent, attacks, 1, 0, 2, plant(fault, tmp_path))
