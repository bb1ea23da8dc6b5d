"""All proofs by name, as `carreau prove` runs them."""

from __future__ import annotations

from proofs.promises import disk, host, kill, leak, overload, pages, rules, secrets, socket, versions

PROOFS = {
    module.PROOF.name: module.PROOF for module in (kill, disk, versions, leak, secrets, host, pages, socket, rules, overload)
}
