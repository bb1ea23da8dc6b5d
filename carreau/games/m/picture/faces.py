"""M's cards: flat colour with a toothed edge, a pale sun with an impossible figure in it, a big numeral, the colour's sign.

The edge repeats what the card is (M4): the shape of the teeth tells the symbol, their number on each side the value.
"""

from __future__ import annotations

from carreau.draw.sign import sign
from carreau.draw.svg import Markup, circle, group, join, number, path, rect

from ..rules.cards import ALL_FACES, COLOUR_NAMES, FACES, NO_SYMBOL, SYMBOL_NAMES, Face, face_name
from .figures import FIGURES, INK, LIGHT

Move = tuple[float, float] | tuple[float, float, int]  # east, south, and the radius where it is an arc

RATIO = 1.0
MILLIMETRES = 56.0  # a card's width when printed

EDGE, BEND = 10, 5  # from the card's edge to the field of colour; its rounded corners
WIDTH, PITCH = 14, 18  # a tooth, and from tooth to tooth
TEETH: dict[str, list[Move]] = {  # along a tooth that points north, from west to east
    "cube": [(0, -7), (14, 0), (0, 7)],
    "triangle": [(7, -8), (7, 8)],
    "moebius": [(14, 0, 7)],
    "fork": [(0, -8), (4, 0), (0, 5), (6, 0), (0, -5), (4, 0), (0, 8)],
    "stairs": [(0, -3), (5, 0), (0, -3), (4, 0), (0, -2), (5, 0), (0, 8)],
}
DIGITS = {  # thick lines in a box 10 wide and 14 high: where they begin, and how they go on
    "0": (0.5, 4.5, "a4.5 4.5 0 0 1 9 0v5a4.5 4.5 0 0 1-9 0z"),
    "1": (2.0, 3.0, "l4-3v14"),
    "2": (0.5, 4.5, "a4.5 4.5 0 0 1 9 0c0 3.5-9 5.5-9 9.5h9"),
    "3": (0.5, 0.0, "h8.5l-4 5.5a4.25 4.25 0 0 1 0 8.5c-2.2 0-3.8-.8-4.5-2.5"),
    "4": (7.0, 14.0, "v-14l-7 9.5h10"),
}
ADVANCE = 14.5  # from digit to digit
LETTER = "M22 82V33L50 61L78 33V82"
STARS = "M50 14h.1M30 14h.1M68 19h.1M50 33h.1M41 24h.1M50 88h.1M39 78h.1M61 80h.1M60 27h.1"


def faces() -> dict[str, Markup]:
    """Every symbol of the sheet by name: a card's name, or back."""
    cards = [card for card in ALL_FACES if any(card in deck for deck in FACES)]
    return {**{face_name(card): face(card) for card in cards}, "back": back()}


def deck() -> list[str]:
    """The face of every card of the box, for printing."""
    return [face_name(card) for card in FACES[0]]


def face(card: Face) -> Markup:
    colour, tenth, symbol = card
    name = "" if symbol == NO_SYMBOL else SYMBOL_NAMES[symbol]
    hue = f"var(--{COLOUR_NAMES[colour]})"
    figure = [FIGURES[name](hue)] if name else []
    parts = [
        path(field(name, tenth), fill=hue),
        path("M13 51h74m0 10h-74m0 10h74", stroke="#FFF5", stroke_width=4),
        group(circle(50, 61, 28.5), circle(78, 24, 12), fill=LIGHT),
        *figure,
        *value(str(10 * tenth)),
        sign(COLOUR_NAMES[colour], 78, 24, 16, stroke=None, stroke_width=None),
    ]
    lines = {"fill": "none", "stroke": INK, "stroke_linejoin": "round", "stroke_linecap": "round"}
    return join(paper(LIGHT), group(*parts, **lines))


def paper(colour: str) -> Markup:
    return rect(0.5, 0.5, 99, 99, rx=6.0, fill=colour, stroke="var(--card-line)")


def value(text: str) -> tuple[Markup, Markup]:
    """A numeral in light lines with black ones around them."""
    starts = [(17 + ADVANCE * i, *DIGITS[digit]) for i, digit in enumerate(text)]
    d = "".join(f"M{number(left + x)} {number(17 + y)}{rest}" for left, x, y, rest in starts)
    return path(d, stroke_width=8), path(d, stroke=LIGHT, stroke_width=4.4)


# the edge


def field(symbol: str, teeth: int) -> str:
    """The outline of the field of colour, with this many teeth on each of its four sides."""
    side = 100 - 2 * (EDGE + BEND)
    tooth = [*TEETH.get(symbol, []), (PITCH - WIDTH, 0)]
    run = (tooth * teeth)[:-1]
    rest = (side - sum(move[0] for move in run)) / 2
    around = [(rest, 0), *run, (rest, 0), (BEND, BEND, BEND)]
    return f"M{EDGE + BEND} {EDGE}" + "".join(step(move, turn) for turn in range(4) for move in around) + "z"


def step(move: Move, turn: int) -> str:
    """Path data of a move, turned by quarter turns."""
    x, y = [(move[0], move[1]), (-move[1], move[0]), (-move[0], -move[1]), (move[1], -move[0])][turn]
    between = "" if y < 0 else " "
    if len(move) == 3:
        return f"a{move[2]} {move[2]} 0 0 1 {number(x)}{between}{number(y)}"
    if x and y:
        return f"l{number(x)}{between}{number(y)}"
    return f"h{number(x)}" if x else f"v{number(y)}"


# the back


def back() -> Markup:
    """A letter of five stripes, the colours of the cards."""
    hues = enumerate(("red", "yellow", "green", "blue", "back-line"))
    stripes = [path(LETTER, stroke=f"var(--{hue})", stroke_width=28 - 5.6 * i) for i, hue in hues]
    return join(
        paper("var(--back)"),
        path(STARS, stroke="var(--back-line)", stroke_width=1.6, stroke_linecap="round"),
        group(*stripes, fill="none", stroke_linejoin="round"),
    )
