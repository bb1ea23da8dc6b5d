"""A deck and its rulebook as a document for Typst, which makes the PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from carreau.core.example import parts
from carreau.core.game import Game
from carreau.core.leaflet import read_leaflet
from carreau.core.words import Words

if TYPE_CHECKING:
    from markdown_it.token import Token

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # millimetres
PAPER_NAMES = {"a4": "a4", "letter": "us-letter"}
MARGIN = 10.0  # millimetres, for the cut marks and for printers that need it
MARK = 5.0  # how long a cut mark is

HEAD = """#set document(title: {title})
#set page(paper: "{paper}", margin: 0mm)
"""
COVER = """#page(margin: 30mm)[
#v(1fr)
#align(center, stack(dir: ltr, spacing: -8mm, {}))
#v(24mm) #text(size: 40pt, weight: 700, {}) #v(4mm) #text(size: 14pt, {}) #v(2em) #strong({}) \\ #{} #v(1fr)
]
#page[]"""
FAN = "rotate({}deg, image({}, width: {:.1f}mm))"
LEAF = """#block(breakable: false, above: 1.2em, below: 1.4em)[
#image({}, width: 100%) #align(center, text(style: "italic", size: 8.5pt, {}))
]
"""
BOOK = """#set page(columns: 2, margin: (x: 18mm, y: 18mm))
#set page(footer: context align(center, text(size: 9pt, counter(page).display())))
#counter(page).update(1)
#set columns(gutter: 8mm)
#set text(lang: "{language}", size: 9.5pt, hyphenate: true)
#set par(justify: true, leading: 0.6em)
#show heading.where(level: 1): set text(size: 26pt)
#show table: set text(size: 8.5pt)
#show table: set par(justify: false)
#show table.cell.where(y: 0): strong
#set table(stroke: 0.4pt + luma(180), inset: 4pt)
"""


def typeset(game: Game, language: str, paper: str, folder: Path) -> str:
    """The whole document; its pictures are written to the folder."""
    words = game.words(language)
    faces = game.faces
    write_faces(game, folder)
    width, height = faces.MILLIMETRES, faces.MILLIMETRES * faces.RATIO
    title = words.say("{game}: cards and rules", game=game.name)
    return "\n".join([
        HEAD.format(title=quoted(title), paper=PAPER_NAMES[paper]),
        cover(game, words, width, height, faces.deck()),
        *sheets(faces.deck(), width, height, PAPERS[paper]),
        BOOK.format(language=language),
        *(leaf(game, language, name, text, folder) if name else marked_up(text) for name, text in book(game, language)),
    ])  # fmt: skip


def write_faces(game: Game, folder: Path) -> None:
    from carreau.draw.svg import tag
    from carreau.draw.theme import resolve

    faces = game.faces
    for name, face in faces.faces().items():
        svg = tag("svg", face, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 100 {100 * faces.RATIO:g}")
        (folder / f"{name}.svg").write_text(resolve(svg, "light"), encoding="utf-8")


def cover(game: Game, words: Words, width: float, height: float, deck: Sequence[str]) -> str:
    """Three of the cards, and what to do with these pages."""
    fan = [FAN.format(turn, quoted(f"{deck[len(deck) * i // 3]}.svg"), min(width, 50)) for i, turn in enumerate((-9, 0, 9))]
    size = words.say(
        "{count} cards, {width} × {height} mm, actual size.", count=len(deck), width=f"{width:g}", height=f"{height:g}"
    )
    how = words.say(
        "Print double-sided at 100%, flipped on the long edge. Backs follow their fronts; cut along the marks. "
        "The rulebook comes after the cards."
    )
    return COVER.format(", ".join(fan), *(quoted(text) for text in (game.name, game.line(words.language), size, how)))


# the cards


def sheets(deck: Sequence[str], width: float, height: float, paper: tuple[float, float]) -> list[str]:
    """Pages of cards, each followed by a page of their backs, mirrored."""
    columns = int((paper[0] - 2 * MARGIN) / width)
    rows = int((paper[1] - 2 * MARGIN) / height)
    grid = Grid(columns, rows, width, height, (paper[0] - columns * width) / 2, (paper[1] - rows * height) / 2)
    pages = []
    for start in range(0, len(deck), columns * rows):
        cards = deck[start : start + columns * rows]
        pages.append(grid.page([(i // columns, i % columns, name) for i, name in enumerate(cards)]))
        pages.append(grid.page([(i // columns, columns - 1 - i % columns, "back") for i in range(len(cards))]))
    return pages


class Grid:
    """Where cards lie on a page, in millimetres."""

    def __init__(self, columns: int, rows: int, width: float, height: float, west: float, north: float) -> None:
        self.columns, self.rows = columns, rows
        self.width, self.height = width, height
        self.west, self.north = west, north

    def page(self, cards: Sequence[tuple[int, int, str]]) -> str:
        placed = [
            f"#place(dx: {self.west + column * self.width:.2f}mm, dy: {self.north + row * self.height:.2f}mm, "
            f"image({quoted(name + '.svg')}, width: {self.width:.2f}mm, height: {self.height:.2f}mm))"
            for row, column, name in cards
        ]
        return "#page[\n" + "\n".join([*placed, *self.marks()]) + "\n]"

    def marks(self) -> list[str]:
        """Short lines in the margin that show where to cut."""
        east, south = self.west + self.columns * self.width, self.north + self.rows * self.height
        lines = []
        for column in range(self.columns + 1):
            x = self.west + column * self.width
            lines += [line(x, self.north - MARK - 2, x, self.north - 2), line(x, south + 2, x, south + 2 + MARK)]
        for row in range(self.rows + 1):
            y = self.north + row * self.height
            lines += [line(self.west - MARK - 2, y, self.west - 2, y), line(east + 2, y, east + 2 + MARK, y)]
        return lines


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"#place(line(start: ({x1:.2f}mm, {y1:.2f}mm), end: ({x2:.2f}mm, {y2:.2f}mm), stroke: 0.3pt))"


# the rulebook


def book(game: Game, language: str) -> Iterator[tuple[str, str]]:
    """The leaflet, and after it the numbered rules."""
    leaflet = read_leaflet(game, language)
    return chain(parts(f"# {game.name}\n\n{leaflet}") if leaflet else (), parts(game.rulebook(language)))


def leaf(game: Game, language: str, name: str, caption: str, folder: Path) -> str:
    """A picture of a real position, and what it shows."""
    example = game.examples[name]
    svg = example.play(game).scene(example.seat, language, form="leaf").svg("leaf", "light")
    (folder / f"example-{name}.svg").write_text(svg, encoding="utf-8")
    return LEAF.format(quoted(f"example-{name}.svg"), quoted(caption))


def marked_up(markdown: str) -> str:
    """Markdown as Typst; texts go in as strings, so that nothing in them is read as markup."""
    tokens = MarkdownIt().enable("table").parse(markdown)
    return "".join(block(token, tokens[i:]) for i, token in enumerate(tokens))


def block(token: Token, following: Sequence[Token]) -> str:
    if token.type == "inline":
        return "".join(inline(child) for child in token.children or [])
    if token.type == "heading_open":
        return f"\n#heading(level: {int(token.tag[1])})["
    if token.type == "table_open":
        row = [one.type for one in following]
        return f"\n#table(columns: {row[: row.index('tr_close')].count('th_open')}, "
    if token.type in ("code_block", "fence"):
        return f"\n#raw(block: true, {quoted(token.content)})\n"
    return BLOCKS.get(token.type, "")


BLOCKS = {
    "heading_close": "]\n",
    "paragraph_open": "#[",
    "paragraph_close": "]#parbreak()\n",
    "bullet_list_open": "\n#list(",
    "bullet_list_close": ")\n",
    "ordered_list_open": "\n#enum(",
    "ordered_list_close": ")\n",
    "list_item_open": "[",
    "list_item_close": "], ",
    "table_close": ")\n",
    "th_open": "[",
    "th_close": "], ",
    "td_open": "[",
    "td_close": "], ",
}
INLINES = {
    "strong_open": "#strong[",
    "strong_close": "]",
    "em_open": "#emph[",
    "em_close": "]",
    "softbreak": " ",
    "hardbreak": " \\ ",
}


def inline(token: Token) -> str:
    if token.type == "text":
        return f"#{quoted(token.content)};" if token.content else ""
    if token.type == "code_inline":
        return f"#raw({quoted(token.content)});"
    return INLINES.get(token.type, "")


def quoted(text: str) -> str:
    """A string of Typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
