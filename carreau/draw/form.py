"""Where the parts of a table go: portrait for a phone, wide for a screen, a leaf for a rulebook's page, a tile
for a game among others. All in pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from carreau.core.errors import BadOption
from carreau.core.number import shown
from carreau.draw.button import BUTTON, button_rows
from carreau.draw.counts import ROW, count_rows
from carreau.draw.scene import Box, Player, Scene

EDGE = 8.0  # between the parts
LINE = 48.0  # what the guidance takes: two lines
HAND = 112.0  # what a hand takes on a phone
MANY, TALL_HAND = 12, 280.0  # what a larger hand takes


@dataclass(frozen=True)
class Form:
    """The places of one table. A part whose box is empty is not drawn."""

    width: float
    height: float
    panels: tuple[Box, ...]  # one for each player
    board: Box
    largest: float  # the widest that a card on the board gets
    guidance: Box
    tray: Box  # hand, piles and buttons
    narrow: bool  # buttons stand in rows beneath the hand, not in a column beside it


def phone(scene: Scene) -> Form:
    """360 x 640: players in a strip above, the board, the guidance, the hand."""
    count = len(scene.players)
    columns = count if count <= 3 else (count + 1) // 2
    rows = -(-count // max(1, columns))
    width = (344 - (columns - 1) * EDGE) / max(1, columns)
    height = max((panel_height(player, 30, 46, 46) for player in scene.players), default=0)
    rows_of_counts = max((len(count_rows(player.counts, width - 2 * EDGE)) for player in scene.players), default=0)
    height += ROW * max(0, rows_of_counts - 1)
    corners = [(EDGE + k % columns * (width + EDGE), EDGE + k // columns * (height + EDGE)) for k in range(count)]
    top = EDGE + rows * (height + EDGE) if count else EDGE
    buttons = len(button_rows(scene, 344)) * (BUTTON + EDGE)
    hand = TALL_HAND if len(scene.hand) > MANY else HAND
    held = max(hand if has_cards(scene) else 0, 2 * hand / 3 + buttons if buttons and has_cards(scene) else buttons)
    tray = 640 - EDGE - held if held else 640.0
    line = tray - LINE
    return Form(
        360, 640, tuple((x, y, x + width, y + height) for x, y in corners), (EDGE, top, 352, line), 100,
        (EDGE, line, 352, tray), (EDGE, tray, 352, 640 - EDGE), True,
    )  # fmt: skip


def wide(scene: Scene) -> Form:
    """1000 x 740, as high as a usual screen leaves room for: players on the left, the rest as on a phone."""
    heights = [panel_height(player, 34, 50, 104) for player in scene.players]
    if not all(player.pieces or player.you for player in scene.players):  # players without cards may get some again
        heights = [max(heights) if not player.you else height for height, player in zip(heights, scene.players)]
    return wide_form(tuple(heights), has_tray(scene))


@lru_cache(1000)
def wide_form(heights: tuple[float, ...], has_tray: bool) -> Form:
    room = (580 if has_tray else 716) - EDGE * (len(heights) - 1)  # the corner beside the hand is for the page's buttons
    shrink = min(1, room / max(1, sum(heights)))
    tops = [12 + sum(heights[:k]) * shrink + EDGE * k for k in range(len(heights))]
    panels = tuple((12.0, top, 222.0, top + height * shrink) for top, height in zip(tops, heights))
    tray = 616.0 if has_tray else 728.0
    line = tray - 38
    return Form(1000, 740, panels, (234, 12, 988, line), 150, (234, line, 988, tray), (234, tray, 988, 728), False)


def leaf(scene: Scene) -> Form:
    """480 wide and as high as needed: just the board and the hand, for a caption to explain."""
    x0, y0, x1, y1 = scene.box
    size = min(464 / (x1 - x0), 440 / (y1 - y0), 0.72)
    below = (y1 - y0) * size + 16
    tall = 96.0 if scene.hand or scene.piles else 0.0
    board = (0.0, 0.0, 480.0, below)
    return Form(480, below + tall, (), board, 72, (0, 0, 0, 0), (EDGE, below + EDGE, 472, below + tall), False)


def tile(scene: Scene) -> Form:
    """480 x 360: just the board, large, with its edges outside the picture."""
    return Form(480, 360, (), (-12, -12, 492, 372), 130, (0, 0, 0, 0), (0, 0, 0, 0), False)


FORMS: dict[str, Callable[[Scene], Form]] = {"phone": phone, "wide": wide, "leaf": leaf, "tile": tile}


def read_form(name: str) -> Callable[[Scene], Form]:
    """A form by its name."""
    if not isinstance(name, str) or name not in FORMS:
        raise BadOption(f"There is no form {shown(name)}: the forms are {', '.join(FORMS)}.")
    return FORMS[name]


def panel_height(player: Player, bare: float, told: float, shown: float) -> float:
    """How high a panel is: with just a name, with facts, with cards."""
    return shown if player.pieces else told if player.facts or player.counts else bare


def has_cards(scene: Scene) -> bool:
    return bool(scene.hand or scene.piles) or (scene.tray and any(player.you for player in scene.players))


def has_tray(scene: Scene) -> bool:
    return has_cards(scene) or bool(scene.buttons)
