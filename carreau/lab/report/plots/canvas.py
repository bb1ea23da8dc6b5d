"""A sheet of Matplotlib's, measured in the units of the SVG from its upper left corner."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from carreau.draw.svg import Markup
from carreau.draw.text import text_width
from carreau.lab.report.plots.paint import CODES, INK, SOFT
from carreau.lab.report.plots.svg import tidy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE = 360.0  # units; on a phone a little less than a pixel each
SMALL, NORMAL = 11.0, 12.0
UNITS = 72  # to an inch
SETTINGS = {"svg.fonttype": "none", "text.parse_math": False, "axes.unicode_minus": True, "path.simplify": False}
NOBODY = {"Creator": None, "Date": None, "Format": None, "Type": None}


class Canvas:
    """What is drawn on."""

    def __init__(self, tall: float) -> None:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

        self.tall = tall
        self.figure = Figure(figsize=(WIDE / UNITS, tall / UNITS), dpi=UNITS, facecolor="none")
        FigureCanvasSVG(self.figure)  # type: ignore[no-untyped-call]

    def axes(self, left: float, top: float, right: float, bottom: float) -> Axes:
        """A place for data between these edges, without frame or ticks."""
        box = (left / WIDE, 1 - bottom / self.tall, (right - left) / WIDE, (bottom - top) / self.tall)
        axes = self.figure.add_axes(box, facecolor="none")
        axes.set_axis_off()
        return axes

    def text(
        self, x: float, y: float, text: str, size: float = SMALL, align: str = "left", colour: str = SOFT, bold: bool = False
    ) -> None:
        """A line of text on the baseline y."""
        looks: dict[str, Any] = {"fontsize": size, "ha": align, "va": "baseline", "color": CODES[colour]}
        self.figure.text(x / WIDE, 1 - y / self.tall, text, fontweight="bold" if bold else "normal", **looks)

    def label(self, x: float, y: float, text: str, align: str = "left", bold: bool = False) -> None:
        self.text(x, y, text, NORMAL, align, INK, bold)

    def finish(self, name: str, title: str, about: str) -> Markup:
        drawn = io.StringIO()
        self.figure.savefig(drawn, format="svg", metadata=NOBODY)
        return tidy(drawn.getvalue(), name, title, about)


def within(x: float, text: str) -> float:
    """The nearest middle at which a small text does not leave the sheet."""
    half = text_width(text, SMALL) / 2
    return min(max(x, half), WIDE - half)


@contextmanager
def settled(name: str) -> Iterator[None]:
    """Matplotlib with the same settings everywhere, whatever its reader's own are; afterwards with these again."""
    import matplotlib

    defaults: Mapping[Any, Any] = matplotlib.rcParamsDefault
    settings: dict[Any, Any] = {**defaults, **SETTINGS, "svg.hashsalt": name}
    quiet = {key: value for key, value in settings.items() if not key.startswith("backend")}
    with matplotlib.rc_context(quiet), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the reader's own fonts are used in the end
        yield
