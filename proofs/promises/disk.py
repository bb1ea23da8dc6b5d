"""Nothing acknowledged is lost, whatever happens to the disk: full, read-only, torn, without power, shared, gone."""

from __future__ import annotations

from proofs.disk.failing_disk import prove_failing_disk
from proofs.disk.missing_log import prove_missing_log
from proofs.disk.power_cut import prove_power_cut
from proofs.disk.torn_log import prove_torn_log
from proofs.disk.two_servers import prove_two_servers
from proofs.proof import Figures, Proof, Run, work_folder

PARTS = {
    "refusing": prove_failing_disk,
    "power": prove_power_cut,
    "torn": prove_torn_log,
    "two servers": prove_two_servers,
    "gone": prove_missing_log,
}
WITH_POSTGRES = ("two servers",)  # the others are about SQLite's files: a database server looks after its own


def prove_disk(run: Run) -> Figures:
    figures: Figures = {}
    with work_folder("disk") as folder:
        for name in WITH_POSTGRES if run.postgres else PARTS:
            place = folder / name.replace(" ", "-")
            place.mkdir()
            figures.update({f"{name}: {what}": value for what, value in PARTS[name](run, place).items()})
    return figures


PROOF = Proof("disk", "What is acknowledged is on the disk, whatever happens to it.", prove_disk, anywhere=True)
