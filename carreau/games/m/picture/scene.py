"""M's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Box, Choice, Piece, Pile, Player, Scene
from carreau.draw.svg import Markup, group, join, label

from .. import GAME
from ..rules.cards import ALL_FACES, NO_CARD
from ..rules.grid import CELL_NAMES, CELLS, COLUMN_LETTERS, PASS, SIDE, TARGETS
from ..rules.places import EMPTY, HAND, HIDDEN
from ..show import card_name, cards_of, name_action, others
from ..words import promise
from ..words.guidance import acting, guidance, notes
from ..words.sentences import COLOURS, action_words, card_words, crossing
from . import board, known
from . import scoring as final
from .board import CHOOSE, LAY, MARGIN, TEXT, Unrolled
from .scores import colour_points, counts, signed

Promises = dict[int, list[int]]  # the lines that an action makes score


def scene(view: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = plain(view)
    at = board.unroll(s)
    promises = promised_lines(s, legal)
    said = notes(s, words)
    return Scene(
        title=GAME.name,
        guidance=guidance(s, seat, legal, words, names),
        box=box(s, at, said, form),
        players=tuple(players(s, seat, words, names, form)),
        pieces=tuple(board.pieces(s, seat, at, words)),
        spots=tuple(board.spots(targets(s, legal), at, words)),
        hand=tuple(hand(s, seat, words, names)) if seat >= 0 else (),
        piles=(pile(s, words),),
        buttons=tuple(buttons(s, legal, words)),
        choices=tuple(choice(s, action, promises.get(action, []), words) for action in legal),
        told=(*told_of_table(s, at, words), *said, *known.told(s, seat, words, names)),
        under=join(board.ground(at), *written(at, said)),
        over=group(over(s, seat, legal, promises, at, names, form), pointer_events="none"),
    )


def plain(view: Any) -> Any:
    """A view with plain numbers and lists, which are read much faster than a record's fields."""
    values = {name: view[name] for name in view.dtype.names}
    return SimpleNamespace(**{name: value.tolist() for name, value in values.items()})


# the board


def box(s: Any, at: Unrolled, said: list[str], form: str) -> Box:
    west, north, east, south = at.box
    lines = board.lines_now(s)
    beneath = 32.0 * len(said)
    whole = west - MARGIN, north - MARGIN, east + (66 if lines else 4), south + max(beneath, 50 if lines else 4)
    return final.widened(whole, int(s.players), form) if s.over else whole


def written(at: Unrolled, said: list[str]) -> list[Markup]:
    west, _, east, south = at.box
    return [label((west + east) / 2, south + 27 + 30 * i, text, TEXT, fill="var(--soft)") for i, text in enumerate(said)]


def over(s: Any, seat: int, legal: list[int], promises: Promises, at: Unrolled, names: Sequence[str], form: str) -> Markup:
    if s.over:
        west, north, east, south = at.box
        return final.table(s, (west - MARGIN, north - MARGIN, east + 4, south + 4), names, form)
    return join(promised(s, seat, legal, promises, at), board.bands(s, at))


def promised(s: Any, seat: int, legal: list[int], promises: Promises, at: Unrolled) -> Markup:
    table = promise.faces_on(s)
    drawn = []
    for cell in targets(s, legal):
        lines = {line for action, found in promises.items() if action % TARGETS == cell for line in found}
        drawn.append(board.promised(cell, at, promise.tokens(s, table, seat, cell), lines))
    return join(*drawn)


def promised_lines(s: Any, legal: list[int]) -> Promises:
    table = promise.faces_on(s)
    laid = [action for action in legal if action // TARGETS != NO_CARD and action % TARGETS < CELLS]
    return {action: promise.lines(s, table, ALL_FACES[action // TARGETS], action % TARGETS) for action in laid}


def targets(s: Any, legal: list[int]) -> list[int]:
    """The free cells where a card can be laid."""
    cells = sorted({action % TARGETS for action in legal})
    return [cell for cell in cells if cell < CELLS and s.table[cell] == EMPTY]


def told_of_table(s: Any, at: Unrolled, words: Words) -> list[str]:
    found = []
    for row in at.rows:
        cells = [cell for cell in (row * SIDE + column for column in at.columns) if s.table[cell] != EMPTY]
        if cells:
            cards = ", ".join(f"{CELL_NAMES[cell]} {card_words(s, int(s.table[cell]), words)}" for cell in cells)
            found.append(words.say("Row {row}: {cards}", row=row + 1, cards=cards))
    return found


# hands and piles


def hand(s: Any, seat: int, words: Words, names: Sequence[str]) -> list[Piece]:
    places = [place for place in range(seat * HAND, (seat + 1) * HAND) if s.card[place] != EMPTY]
    drawn = s.slot if s.phase == LAY and not s.over and (acting(s) - 1) % s.players == seat else -1
    return [own_card(s, place, place % HAND == drawn, words, names) for place in places]


def own_card(s: Any, place: int, new: bool, words: Words, names: Sequence[str]) -> Piece:
    card = int(s.card[place])
    name = card_name(s, card)
    seen = bool(others(s, place))
    told = known.known_to(s, place, words, names) if seen else card_words(s, card, words)
    return Piece(f"c{card}", name, told, tap=name, origin="pile" if new else "", mark=known.eye() if seen else Markup(""))


def held(s: Any, k: int, hidden: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """Another player's hand: backs, but for cards that the seat knows."""
    places = [place for place in range(k * HAND, (k + 1) * HAND) if s.card[place] != EMPTY]
    return [held_card(s, place, hidden, words, names[k]) for place in places]


def held_card(s: Any, place: int, hidden: int, words: Words, name: str) -> Piece:
    card = int(s.card[place])
    if card != HIDDEN:
        told = words.say("{card} in the hand of {name}, known to you", card=card_words(s, card, words), name=name)
        return Piece(f"c{card}", card_name(s, card), told, mark=known.eye())
    features = known.lacking(s, place, hidden)
    told = words.say("hidden card of {name}", name=name)
    if features:
        told = words.say("{card}, none of these: {features}", card=told, features=known.features_words(features, words))
    return Piece(f"hand{place // HAND}-{place % HAND}", "back", told, mark=known.eye() if features else Markup(""))


def pile(s: Any, words: Words) -> Pile:
    left = int(s.left)
    name = words.count("draw pile, {n} card", "draw pile, {n} cards", left)
    return Pile("pile", "back", left, name, words.say("Draw pile"), "pile")


# players


def players(s: Any, seat: int, words: Words, names: Sequence[str], form: str) -> list[Player]:
    hidden = known.unseen(s)
    return [player(s, k, seat, hidden, words, names, form) for k in range(s.players)]


def player(s: Any, k: int, seat: int, hidden: int, words: Words, names: Sequence[str], form: str) -> Player:
    shown = [] if form == "phone" else before_player(s, k, seat, hidden, words, names)
    return Player(
        seat=k,
        name=names[k],
        points=signed(int(s.points[k])),
        spoken=spoken(s, k, words, names),
        counts=counts(s, k),
        pieces=tuple(shown),
        acting=bool(s.acting >> k & 1),
        you=k == seat,
    )


def before_player(s: Any, k: int, seat: int, hidden: int, words: Words, names: Sequence[str]) -> list[Piece]:
    """What lies before a player: the hand, unless it is the seat's own, and the cards taken."""
    hands = held(s, k, hidden, words, names) if k != seat else []
    return hands + [Piece(f"c{card}", card_name(s, card), card_words(s, card, words)) for card in cards_of(*s.taken[k])]


def spoken(s: Any, k: int, words: Words, names: Sequence[str]) -> str:
    cards = sum(s.card[place] != EMPTY for place in range(k * HAND, (k + 1) * HAND))
    parts = [
        words.count("{n} point", "{n} points", int(s.points[k])),
        words.count("{n} token", "{n} tokens", int(s.tokens[k])),
        words.count("{n} card in hand", "{n} cards in hand", int(cards)),
    ]
    for colour, points in zip(COLOURS, colour_points(s, k)):
        if points:
            parts.append(words.say("{colour} counts {points}", colour=words.say(colour), points=signed(points)))
    return words.say("{name}: {facts}", name=names[k], facts=", ".join(parts))


# actions


def choice(s: Any, action: int, lines: list[int], words: Words) -> Choice:
    name = name_action(action)
    return Choice(name, action_words(s, action, lines, words), taps(name))


def taps(name: str) -> tuple[str, ...]:
    match name.split():
        case ["take", cell]:
            return (cell,)
        case ["change", card]:
            return card, "pile"
        case ["choose", line]:
            return (line,)
    return tuple(name.split())


def buttons(s: Any, legal: list[int], words: Words) -> list[tuple[str, str]]:
    if s.phase == CHOOSE and legal:
        row, column = crossing(s)
        values = [board.line_value(s, line) for line in (row, column)]
        return [
            ("row", words.say("Row {row}: {points}", row=row + 1, points=values[0])),
            ("column", words.say("Column {column}: {points}", column=COLUMN_LETTERS[column - SIDE], points=values[1])),
        ]
    return [("pass", words.say("Pass"))] if NO_CARD * TARGETS + PASS in legal else []
