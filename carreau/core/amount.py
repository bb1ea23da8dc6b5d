"""Numbers as people write them in their language: 1,234.5 and 57% in English, 1 234,5 and 57 % in French.

They are phrases, so that a sentence which contains them can be said in another language later.
"""

from __future__ import annotations

import math

from carreau.core.phrase import Phrase

NOTHING = "–"
MOST_PLACES = 4


def amount(value: float, places: int = 0) -> str:
    """A number with so many decimal places."""
    if not math.isfinite(value):
        return NOTHING
    digits = f"{abs(value):.{places}f}"
    whole, _, rest = digits.partition(".")
    is_negative = value < 0 and digits.strip("0.") != ""
    grouped = thousands(("−" if is_negative else "") + whole)
    return Phrase("{whole}.{rest}", whole=grouped, rest=rest) if rest else grouped


def thousands(whole: str) -> str:
    """The digits of a whole number, in groups of three."""
    if len(whole.lstrip("−")) < 4:
        return whole
    return Phrase("{thousands},{rest}", thousands=thousands(whole[:-3]), rest=whole[-3:])


def percent(share: float, places: int = 0) -> str:
    """A share: 57%."""
    return Phrase("{share}%", share=amount(100 * share, places)) if math.isfinite(share) else NOTHING


def places_for(half: float) -> int:
    """How many decimal places say something about a value that is certain to within `half`."""
    if not math.isfinite(half) or half <= 0:
        return 0
    return min(MOST_PLACES, max(0, -math.floor(math.log10(half) + 1e-9)))
