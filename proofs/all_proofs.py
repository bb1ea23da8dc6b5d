"""All proofs by name: what is promised is what `carreau prove` runs."""

from __future__ import annotations

from proofs.promises import disk, host, kill, leak, overload, pages, rules, secrets, socket, versions

PROOFS = {
    module.PROOF.name: module.PROOF for module in (kill, disk, versions, leak, secrets, host, pages, socket, rules, overload)
}
