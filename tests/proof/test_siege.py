"""The server stands what is sent to it; and where it does not, that is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.proof import fuzz_pages, fuzz_socket
from carreau.proof.run import Broken
from carreau.proof.siege import lay_siege

FAULTS = {
    "a number that is none": ("replays", "whole", "lambda text: int(text) if text.isdigit() else None"),
    "bytes instead of text": ("socket", "hear", "lambda socket: socket.receive_text()"),
}


def silent(text: str) -> None:
    pass


def test_strange_requests_and_frames_do_no_harm() -> None:
    attacks = {**fuzz_pages.ATTACKS, **fuzz_socket.ATTACKS}
    totals = lay_siege(silent, attacks, 1, 0, 24)
    assert totals["attacks"] == 24 and totals["moves"] > 0 and totals["answered refused"] > 0


def plant(fault: str, folder: Path) -> dict[str, str]:
    """A server with a fault, as its environment tells it."""
    module, name, code = FAULTS[fault]
    (folder / "sitecustomize.py").write_text(f"import carreau.web.{module} as place\nplace.{name} = {code}\n")
    return {"PYTHONPATH": f"{folder}:{Path(fuzz_pages.__file__).parent.parent.parent}"}


@pytest.mark.parametrize("fault", FAULTS)
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
