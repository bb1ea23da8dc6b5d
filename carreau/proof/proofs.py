"""All proofs by name: what is promised is what `carreau prove` runs."""

from __future__ import annotations

from carreau.proof.disk import prove_disk
from carreau.proof.kill import prove_kill
from carreau.proof.run import Proof
from carreau.proof.versions import prove_versions

PROOFS: dict[str, Proof] = {
    "kill": prove_kill,
    "disk": prove_disk,
    "versions": prove_versions,
}
