"""M at the command line."""

from __future__ import annotations

from tests.test_cli import good


def test_rules_through_a_pipe_explain_the_letters_of_m() -> None:
    """There is no bold there to tell which letter stands for a colour."""
    text = {language: " ".join(good("rules", "m", "--language", language).split()) for language in ("en", "fr")}
    assert "b blue, n brown, r red, g green, y yellow" in text["en"]
    assert "b bleu, n brun, r rouge, g vert, y jaune" in text["fr"]
