"""Shares as people read them: 57%, and in French 57 %."""

from __future__ import annotations

from carreau.core.words import Words


def percent(share: float, words: Words) -> str:
    return words.say("{share}%", share=f"{whole(share)}".replace("-", "−"))


def signed(share: float, words: Words) -> str:
    """A change: +5%, −5%."""
    return ("+" if whole(share) > 0 else "") + percent(share, words)


def whole(share: float) -> int:
    return round(100 * share)
