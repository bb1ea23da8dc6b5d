"""How long it takes from `git clone` to the first own move: python -m carreau.lab.fresh_clone [REPOSITORY]

It does what the README says, in a temporary folder: clone, `make play`, open the page, tap on "Start", play. Packages are
installed as pip finds them, without those that it has kept from earlier.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from carreau.games import quickest
from carreau.lab.first_start import PATIENCE, address_of, ending, fresh
from carreau.lab.screen import Screen

QUIET = {"BROWSER": "true", "PIP_NO_CACHE_DIR": "1"}  # no window is opened


def measure(repository: str) -> dict[str, float]:
    """Seconds since the beginning, for each step."""
    with tempfile.TemporaryDirectory() as folder, fresh() as environment:
        environment.pop("PYTHONPATH", None)  # the clone is what runs
        begun, clone, steps = time.perf_counter(), Path(folder) / "carreau", dict[str, float]()

        def done(step: str) -> None:
            steps[step] = time.perf_counter() - begun

        subprocess.run(["git", "clone", "--quiet", repository, str(clone)], check=True)
        done("cloned")
        server = subprocess.Popen(
            ["make", "play"], cwd=clone, env={**environment, **QUIET}, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        with ending(server):
            address = address_of(server)
            done("installed and served")
            asyncio.run(asyncio.wait_for(play(Screen(address)), PATIENCE))
            done("first own move")
        return steps


async def play(screen: Screen) -> None:
    async with screen.at(screen.start(quickest())):
        await screen.play()


if __name__ == "__main__":
    for step, seconds in measure(sys.argv[1] if len(sys.argv) > 1 else ".").items():
        print(f"{seconds:6.1f} s  {step}")
