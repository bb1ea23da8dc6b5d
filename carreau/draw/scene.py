"""What one seat sees of a match: a game says what lies where, table.py draws it.

All measures on the board are in hundredths of a card's width; a piece's place is its centre.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from carreau.draw.svg import Markup

Box = tuple[float, float, float, float]  # west, north, east, south


class Drawn:
    """Something that keeps the markup that was made for it: a game that keeps its cards has each of them drawn once."""

    __slots__ = ("looks",)
    looks: dict[Any, Any]  # its markup, by all on which that depends besides itself

    def __post_init__(self) -> None:
        object.__setattr__(self, "looks", {})


@dataclass(frozen=True, slots=True)
class Piece(Drawn):
    """A card that lies somewhere, face up or face down."""

    id: str  # the same from one drawing to the next; a hidden card's tells its place, never the card
    face: str  # a symbol of the game's sheet
    name: str  # spoken: "red 5 on f6"
    x: float = 0
    y: float = 0
    turned: int = 0  # quarter turns, clockwise
    size: float = 1  # 1 is a card's full size
    tap: str = ""  # what a tap on it means (see Choice)
    origin: str = ""  # the id of the place it has come from, where it was hidden before
    last: bool = False  # whether it was laid last
    raised: bool = False  # whether it lies on another card
    dim: bool = False
    mark: Markup = field(default=Markup(""), repr=False)  # drawn on it, around 0, 0 in hundredths of its width


@dataclass(frozen=True, slots=True)
class Spot(Drawn):
    """A place where something can be laid."""

    id: str
    name: str
    x: float
    y: float
    tap: str
    width: float = 100
    height: float = 100
    outline: str = ""  # path data around 0, 0 if it is not a card's rectangle


@dataclass(frozen=True, slots=True)
class Pile(Drawn):
    """A heap of cards: the top one and their number are visible."""

    id: str
    face: str
    count: int
    name: str  # spoken: "draw pile, 12 cards"
    label: str = ""  # written beneath
    tap: str = ""


@dataclass(frozen=True, slots=True)
class Player(Drawn):
    """A seat at the table."""

    seat: int
    name: str
    points: str
    spoken: str  # all about this player in a sentence
    facts: tuple[str, ...] = ()  # short: "12 cards"
    counts: tuple[tuple[str, str], ...] = ()  # (a colour or "token", how much): signs with numbers
    colours: tuple[str, ...] = ()  # whose signs stand beside the name
    pieces: tuple[Piece, ...] = ()  # small cards: what lies open before them, or backs
    acting: bool = False
    you: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that may be played now. Tapping all of its `taps`, in any order, plays it; a tap turn-1, turn-2 or
    turn-3 stands for quarter turns of the card chosen. Where it takes several steps, `steps` tells which taps belong
    together: one step is tapped, then the next (see doubles.py)."""

    action: str  # its name in the game's notation
    name: str  # in words: "lay the red 5 on f6"
    taps: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Scene:
    """A whole table as one seat sees it, ready to be drawn or told. Get one with [`Match.scene`][carreau.Match.scene].

    Its parts are for authors of games, and may change more often than the rest: see `carreau.draw.scene`. `Game.scene` fills
    in which game it is, and its faces.
    """

    title: str
    guidance: str  # the one sentence that says what can be done now
    box: Box  # which part of the board is visible
    players: tuple[Player, ...]
    pieces: tuple[Piece, ...] = ()  # on the board, the lowest first
    spots: tuple[Spot, ...] = ()
    hand: tuple[Piece, ...] = ()  # places are given by the table
    piles: tuple[Pile, ...] = ()
    buttons: tuple[tuple[str, str], ...] = ()  # (tap, label) for what is neither card nor cell: "pass"
    quiet: tuple[str, ...] = ()  # taps of buttons that should not stand out, such as giving up
    choices: Sequence[Choice] = ()  # Doubles, if there are too many to list
    told: tuple[str, ...] = ()  # the table in sentences, for screen readers
    under: Markup = field(default=Markup(""))  # drawn beneath the pieces
    over: Markup = field(default=Markup(""))  # drawn above them
    tray: bool = True  # whether to keep room for a hand that is empty now
    game: str = ""
    ratio: float = 1  # a card's height by its width
    faces: dict[str, Markup] = field(default_factory=dict, repr=False)  # the game's symbols

    def live(self) -> frozenset[str]:
        """Every tap that leads to an action."""
        return frozenset(chain.from_iterable(choice.taps for choice in getattr(self.choices, "seen", lambda: self.choices)()))

    def svg(self, form: str = "wide", theme: str = "auto", sheet: bool = True) -> Markup:
        """Draw it as SVG.

        Args:
            form: `phone`, `wide` or `leaf`.
            theme: `auto`, `light`, `dark`, `strong-light` or `strong-dark`.
            sheet: Whether to include the card faces; leave them out if the page already has them.
        """
        from carreau.draw.table import draw_table

        return draw_table(self, form, theme, sheet)

    def text(self) -> str:
        """Describe it in sentences, for screen readers."""
        return "\n".join(self.sentences())

    def sentences(self) -> list[str]:
        """The same, one by one."""
        return [self.guidance, *(player.spoken for player in self.players), *self.told]

    def with_(self, **changes: Any) -> Scene:
        """The same with some fields changed."""
        if not changes.keys() <= vars(self).keys():
            raise TypeError(f"a scene has no field {sorted(changes.keys() - vars(self).keys())[0]!r}")
        changed = object.__new__(type(self))
        vars(changed).update(vars(self), **changes)  # many times quicker than making a new one
        return changed
