"""The proofs belong to the repository: an installed package does without them."""

from __future__ import annotations

from carreau.core.errors import CarreauError
from carreau.core.extra import is_installed

PROOFS = "carreau.proof"


class NoProofs(CarreauError):
    code = "no-proofs"


def need_proofs() -> None:
    """Refuse to prove anything where only the package is."""
    if not is_installed(PROOFS):
        raise NoProofs("The proofs are not part of the installed package: clone the repository and run make prove.")
