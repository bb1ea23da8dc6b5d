"""Nothing acknowledged is lost whatever befalls the disk: full, read-only, torn, without power, shared, gone."""

from __future__ import annotations

from pathlib import Path

from proofs.disk.failing_disk import prove_sick
from proofs.disk.missing_log import prove_vanish
from proofs.disk.power_cut import TIMES as CUTS
from proofs.disk.power_cut import prove_power
from proofs.disk.small_disk import volume
from proofs.disk.torn_log import TIMES as TEARS
from proofs.disk.torn_log import prove_torn
from proofs.disk.two_servers import prove_pair
from proofs.proof import Figures, Run, workplace


def prove_disk(run: Run) -> Figures:
    with workplace("disk") as folder:
        found: Figures = {}
        for name, prove in (("refusing", sick), ("power", power), ("torn", torn), ("two servers", pair), ("gone", gone)):
            place = folder / name.replace(" ", "-")
            place.mkdir()
            found.update({f"{name}: {what}": value for what, value in prove(run, place).items()})
        return found


def sick(run: Run, folder: Path) -> Figures:
    with volume(folder / "volume") as found:
        return prove_sick(run, folder, found)


def power(run: Run, folder: Path) -> Figures:
    with volume(folder / "volume") as found:
        if found is None:
            return {"left out": "it needs the right to mount a file as a disk"}
        return prove_power(run, folder, found, run.times or CUTS)


def torn(run: Run, folder: Path) -> Figures:
    return prove_torn(run, folder, run.times or TEARS)


def pair(run: Run, folder: Path) -> Figures:
    return prove_pair(run, folder)


def gone(run: Run, folder: Path) -> Figures:
    return prove_vanish(run, folder)
