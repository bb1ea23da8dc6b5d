"""Faïence's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from carreau.core.state import is_resting
from carreau.core.words import Words
from carreau.draw.scene import Piece, Player, Scene, Spot
from carreau.draw.svg import join

from ..rules.cards import CARD_NAMES
from ..show import CELLS, OUTSIDE, PHASES, cell_name, worth
from ..words.guidance import guidance
from ..words.sentences import PLACES, card_words, cell_words, choice, signed, top_card
from .board import Layout, Plot, layout, plot
from .captions import EDGE, captions, heading, heaps, last_round
from .scoring import frame, glow

FACES = [name.replace("+", "") for name in CARD_NAMES]


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = plain(s)
    places = layout(form, s.players, seat)
    targets = {action % PLACES for action in legal}
    plots = [plot(places.blocks[k], s.cell[k], beside(s, k, targets if k == seat else set())) for k in range(s.players)]
    seats = range(s.players)
    return Scene(
        title=words.say("Faïence, round {round}", round=s.begun),
        guidance=guidance(s, seat, legal, words, names),
        box=places.box,
        players=tuple(player(s, k, seat, words, names, form) for k in seats),
        pieces=(*piles(s, places, words), *(piece for k in seats for piece in area(s, k, plots[k], words, names))),
        spots=tuple(spots(s, seat, targets, places, plots, words)),
        hand=tuple(hand(s, seat, words)),
        choices=tuple(choice(s, seat, action, words) for action in legal),
        told=tuple(told(s, words, names)),
        under=join(heaps(s, places), *(frame(plots[k], bool(s.acting >> k & 1), not s.laid[k]) for k in seats)),
        over=join(
            *(glow(s, k, plots[k]) for k in seats),
            *(heading(s, k, seat, plots[k], words, names) for k in seats),
            *(last_round(s, k, plots[k], words) for k in seats if not (k == seat and targets & set(range(CELLS)))),
            captions(s, places, words),
        ),
    )


def plain(s: Any) -> SimpleNamespace:
    """A view with numbers and lists for fields: quicker to read than a record, many times over."""
    return SimpleNamespace(**{name: s[name].tolist() for name in s.dtype.names})


def beside(s: Any, seat: int, targets: set[int]) -> bool:
    """Whether something lies or can be laid outside the square."""
    return bool(s.outside[seat][0]) or OUTSIDE in targets


# areas


def area(s: Any, seat: int, plot: Plot, words: Words, names: Sequence[str]) -> list[Piece]:
    found = [piece(s, seat, cell, plot, words, names) for cell in range(CELLS) if s.cell[seat][cell]]
    return found + [outside(s, seat, i, plot, words, names) for i in range(2) if s.outside[seat][i]]


def piece(s: Any, seat: int, cell: int, plot: Plot, words: Words, names: Sequence[str]) -> Piece:
    card = s.cell[seat][cell]
    x, y = plot.middle(cell)
    name = words.say("{name}: {card}", name=names[seat], card=cell_words(card, cell, words))
    last = mover(s) == seat and s.last[seat] == cell + 1
    tap = cell_name(cell) if s.acting >> seat & 1 else ""
    return Piece(
        f"c{card}", face(card, plot), name, x, y, size=plot.tile / 100, tap=tap, origin=f"player-{seat}", last=bool(last)
    )


def outside(s: Any, seat: int, i: int, plot: Plot, words: Words, names: Sequence[str]) -> Piece:
    card = s.outside[seat][i]
    x, y = plot.outside(i)
    name = words.say("{name}: {card} outside the square", name=names[seat], card=card_words(card, words))
    last = mover(s) == seat and s.last[seat] > CELLS and (i == 1 or not s.outside[seat][1])
    tap = "swap" if i == 0 and s.acting >> seat & 1 else ""
    return Piece(f"c{card}", face(card, plot), name, x, y, size=plot.tile / 100, tap=tap, origin=f"player-{seat}", last=last)


def face(card: int, plot: Plot) -> str:
    return FACES[card] + ("-small" if plot.small else "")


def mover(s: Any) -> int:
    """Who has laid a card last: the one who acts, or the one before."""
    if not s.acting:
        return -1
    acting: int = s.acting.bit_length() - 1
    return acting if PHASES[s.phase] not in ("choose", "lay") else int((acting - 1) % s.players)


def spots(s: Any, seat: int, targets: set[int], places: Layout, plots: list[Plot], words: Words) -> list[Spot]:
    found = []
    if seat >= 0:
        own = plots[seat]
        for cell in sorted(targets & set(range(CELLS))):
            if not s.cell[seat][cell]:
                x, y = own.middle(cell)
                name = words.say("free cell {cell}", cell=cell_name(cell))
                found.append(Spot(f"at-{cell_name(cell)}", name, x, y, cell_name(cell), own.tile, own.tile))
        if OUTSIDE in targets:
            x, y = own.outside(int(s.outside[seat][0] > 0))
            found.append(Spot("at-out", words.say("outside the square"), x, y, "out", own.tile, own.tile))
    size = places.pile_size
    if not s.left:
        found.append(Spot("pile", words.say("draw pile, empty"), *places.piles[0], "reveal", size, size))
    if not s.thrown:
        found.append(Spot("discard", words.say("discard, empty"), *places.piles[1], "discard", size, size))
    return found


# piles, hands, players


def piles(s: Any, places: Layout, words: Words) -> list[Piece]:
    """The draw pile, the two uppermost cards of the discard, and what is up."""
    size = places.pile_size / 100
    (px, py), (dx, dy), *slots = places.piles
    found = []
    if s.left:
        name = words.count("draw pile, {n} card", "draw pile, {n} cards", s.left)
        found.append(Piece("pile", "back", name, px, py, size=size, tap="reveal"))
    for card in s.discard[max(0, s.thrown - 2) : s.thrown]:
        top = card == s.discard[s.thrown - 1]
        name = words.say("discard: {card}", card=card_words(card, words))
        x, y = (dx, dy) if top else (dx + EDGE, dy + EDGE)
        origin = "pile" if s.thrown == 1 else f"player-{max(mover(s), 0)}"
        found.append(Piece(f"c{card}", FACES[card], name, x, y, size=size, tap="discard" if top else "", origin=origin))
    for card, (x, y) in zip(s.up, slots):
        if card:
            name = words.say("to be laid: {card}", card=card_words(card, words))
            found.append(Piece(f"c{card}", FACES[card], name, x, y, size=size, tap=CARD_NAMES[card], origin="pile"))
    return found


def hand(s: Any, seat: int, words: Words) -> list[Piece]:
    """Your cards; they can be played only where the turn is about them."""
    if seat < 0 or is_resting(s):
        return []
    in_play = bool(s.acting >> seat & 1) and PHASES[s.phase] not in ("choose", "lay")
    cards = s.hand[seat][: s.held[seat]]
    return [
        Piece(f"c{card}", FACES[card], card_words(card, words), tap=CARD_NAMES[card] if in_play else "", origin="pile")
        for card in cards
    ]


def facts_of(s: Any, k: int, words: Words, form: str) -> tuple[str, ...]:
    """What stands beside a player's name; between two rounds, what the last has brought."""
    brought = signed(s.values[k] + s.zones[k])
    if is_resting(s):
        return (words.say("this round: {points}", points=brought),)
    held = words.count("{n} in hand", "{n} in hand", s.held[k])
    facts: tuple[str, ...] = (words.say("FIRST"), held) if s.first == k and not s.over else (held,)
    return (*facts, words.say("last: {points}", points=brought)) if s.ended and form == "wide" else facts


def player(s: Any, k: int, seat: int, words: Words, names: Sequence[str], form: str) -> Player:
    facts = facts_of(s, k, words, form)
    held_cards = s.hand[k][: s.held[k]] if k != seat and form == "wide" and not is_resting(s) else []
    points = words.count("{n} point", "{n} points", s.points[k])
    return Player(
        seat=k,
        name=names[k],
        points=str(s.points[k]),
        spoken=words.say("{name}: {points}, {facts}.", name=names[k], points=points, facts=", ".join(facts)),
        facts=facts,
        pieces=tuple(held_card(card, k, i, words) for i, card in enumerate(held_cards)),
        acting=bool(s.acting >> k & 1),
        you=k == seat,
    )


def held_card(card: int, k: int, i: int, words: Words) -> Piece:
    """A card in another's hand: its back, unless it is known."""
    if card:
        return Piece(f"c{card}", FACES[card], card_words(card, words))
    return Piece(f"hand{k}-{i}", "back", words.say("hidden card"))


def told(s: Any, words: Words, names: Sequence[str]) -> list[str]:
    """The areas and the piles in sentences."""
    found = [words.count("The draw pile has {n} card.", "The draw pile has {n} cards.", s.left)]
    if s.thrown:
        found.append(words.say("On the discard lies {card}.", card=top_card(s, words)))
    return found + [area_told(s, k, words, names) for k in range(s.players)]


def area_told(s: Any, k: int, words: Words, names: Sequence[str]) -> str:
    cards = [cell_words(card, cell, words) for cell, card in enumerate(s.cell[k]) if card]
    cards += [words.say("{card} outside the square", card=card_words(card, words)) for card in s.outside[k] if card]
    if not cards:
        return words.say("Area of {name}: empty.", name=names[k])
    points = worth(s, k)
    return words.say(
        "Area of {name}: {cards}. Values {values}, zones {zones}.",
        name=names[k], cards=", ".join(cards), values=signed(points["values"]), zones=points["zones"],
    )  # fmt: skip
