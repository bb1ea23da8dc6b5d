"""The sheet of a game's card faces: drawn once, referred to by every table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from carreau.draw.svg import Markup, join, rect, tag, use
from carreau.draw.theme import resolve


def symbols(game: str, faces: Mapping[str, Markup], ratio: float, names: Iterable[str] | None = None) -> Markup:
    """Faces as symbols called game-face, each 100 wide; all, or those named."""
    chosen = faces if names is None else dict.fromkeys(name for name in names if name in faces)
    box = f"0 0 100 {100 * ratio:g}"
    return join(*(tag("symbol", faces[name], id=f"{game}-{name}", viewBox=box) for name in chosen))


def sheet(game: str, faces: Mapping[str, Markup], ratio: float) -> Markup:
    """A whole sheet as a document of its own, to be loaded once."""
    return tag("svg", tag("defs", symbols(game, faces, ratio)), xmlns="http://www.w3.org/2000/svg", width="0", height="0")


def contact_sheet(game: str, faces: Mapping[str, Markup], deck: Iterable[str], ratio: float, theme: str = "light") -> Markup:
    """Every card of a deck and its back side by side, to look at."""
    names = list(dict.fromkeys([*deck, "back"]))
    columns = max(range(1, len(names) + 1), key=lambda n: closeness(n, -(-len(names) // n), ratio))
    width, height = 110 * columns + 10, (100 * ratio + 10) * -(-len(names) // columns) + 10
    cards = [
        use(f"{game}-{name}", 10 + 110 * (i % columns), 10 + (100 * ratio + 10) * (i // columns), 100, 100 * ratio)
        for i, name in enumerate(names)
    ]
    svg = tag(
        "svg", tag("defs", symbols(game, faces, ratio, names)), rect(0, 0, width, height, fill="var(--felt)"), *cards,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}",
    )  # fmt: skip
    return resolve(svg, theme)


def closeness(columns: int, rows: int, ratio: float) -> float:
    """How close a grid is to three by two: the higher the better."""
    return -abs(columns / (rows * ratio) - 1.5)
