"""What every picture promises is in carreau/check/pictures.py; here, what is said where there is none."""

from __future__ import annotations

import pytest

from carreau.core.errors import CarreauError
from carreau.core.match import Match


def test_a_game_without_pictures_says_so() -> None:
    class Silent:
        name, picture = "Silent", None

    match = Match.__new__(Match)
    match.game = Silent()  # type: ignore[assignment]
    with pytest.raises(CarreauError, match="Silent has no pictures"):
        match.scene(None)
