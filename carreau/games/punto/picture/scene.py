"""Punto's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Choice, Piece, Pile, Player, Scene, Spot
from carreau.draw.sign import GLYPHS
from carreau.draw.svg import EMPTY, join

from .. import show
from ..rules.cards import COLOUR, COLOUR_NAMES
from ..words.guidance import guidance
from ..words.sentences import (
    acting_seat,
    card_words,
    held,
    is_acting,
    neutral_left,
    place_words,
    player_words,
    say_action,
    told,
    won,
)
from .board import box, draw_lettering, draw_limit, middle, places, stack, tops, unpacked
from .scoring import draw_score, is_settled, own_colours, star


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = unpacked(s)
    laid = tops(s)
    return Scene(
        title=words.say("Punto, round {round}", round=int(s.begun)),
        guidance=guidance(s, seat, legal, words, names),
        box=box(s, form),
        players=players(s, seat, laid, words, names, form),
        pieces=tuple(piece for cell, card in laid.items() for piece in pieces(s, cell, card, words)),
        spots=tuple(spot(cell, words) for cell in free_targets(laid, legal)),
        hand=hand(s, seat, words),
        piles=(pile(s, seat, words),) if seat >= 0 else (),
        buttons=buttons(s, legal, words),
        choices=tuple(choice(s, seat, action, words) for action in legal),
        told=told(s, words, names),
        under=join(draw_limit(s), EMPTY if form == "phone" else draw_lettering(s)),
        over=draw_score(s) if is_settled(s) else EMPTY,
    )


# the board


def pieces(s: Any, cell: int, card: int, words: Words) -> list[Piece]:
    """The cards of a cell, the lowest first; of those covered, only a sliver shows."""
    cards = stack(s, card)
    *below, (x, y) = places(cell, len(cards))
    slivers = [
        Piece(f"c{under}", f"edge-{COLOUR_NAMES[COLOUR[under]]}", covered_words(s, under, cell, words), *place)
        for under, place in zip(cards, below, strict=False)
    ]
    top = Piece(
        f"c{card}", show.card_name(card), place_words(s, cell, card, words), x, y, tap=tap(s, cell, card),
        last=s.last == cell + 1 and not is_settled(s),
    )  # fmt: skip
    return [*slivers, top]


def covered_words(s: Any, card: int, cell: int, words: Words) -> str:
    return words.say("{card} on {cell}, covered", card=card_words(s, card, words), cell=show.cell_name(cell))


def tap(s: Any, cell: int, card: int) -> str:
    """A card on the table stands for its cell or, where one is to be set aside, for itself."""
    return card_tap(card) if s.phase and card in s.choice else show.cell_name(cell)


def free_targets(laid: dict[int, int], legal: list[int]) -> list[int]:
    return sorted({action % (show.ASIDE + 1) for action in legal} - laid.keys() - {show.ASIDE})


def spot(cell: int, words: Words) -> Spot:
    name = show.cell_name(cell)
    return Spot(f"at-{name}", words.say("free cell {cell}", cell=name), *middle(cell), name)


# what may be done


def choice(s: Any, seat: int, action: int, words: Words) -> Choice:
    kind, cell = divmod(action, show.ASIDE + 1)
    card = card_tap(2 * kind)
    taps = (card,) if cell == show.ASIDE else (card, show.cell_name(cell))
    return Choice(show.name_action(action), say_action(s, seat, action, words), taps)


def card_tap(card: int) -> str:
    """Not its name alone: a cell may be called the same."""
    return f"card-{show.card_name(card)}"


def buttons(s: Any, legal: list[int], words: Words) -> tuple[tuple[str, str], ...]:
    """The cards one of which is to be set aside (P19), also as buttons."""
    if not s.phase or not legal:
        return ()
    return tuple((card_tap(card), card_words(s, card, words)) for card in s.choice)


# hands and players


def hand(s: Any, seat: int, words: Words) -> tuple[Piece, ...]:
    """A seat's turned-up cards; whoever only watches sees those of the seat whose turn it is."""
    holder = seat if seat >= 0 else acting_seat(s)
    origin = "pile" if seat >= 0 else f"player-{holder}"
    return tuple(
        Piece(f"c{card}", show.card_name(card), card_words(s, card, words), tap=card_tap(card), origin=origin)
        for card in held(s, holder)
    )  # fmt: skip


def pile(s: Any, seat: int, words: Words) -> Pile:
    number = int(s.left[seat])
    name = words.count("your pile, {n} card", "your pile, {n} cards", number)
    return Pile("pile", "back", number, name, words.say("your pile"))


def players(s: Any, seat: int, laid: dict[int, int], words: Words, names: Sequence[str], form: str) -> tuple[Player, ...]:
    apart = {piece.id for piece in hand(s, seat, words)} | {f"c{card}" for card in laid.values()}
    return tuple(
        Player(
            seat=k,
            name=names[k],
            points=rounds_won(s, k, form),
            spoken=player_words(s, k, k == seat, words, names),
            facts=facts(s, k, words),
            colours=tuple(COLOUR_NAMES[colour] for colour in own_colours(s, k)),
            pieces=tuple(piece for piece in small_cards(s, k, words) if piece.id not in apart),
            acting=is_acting(s, k),
            you=k == seat,
        )
        for k in range(s.players)
    )


def rounds_won(s: Any, seat: int, form: str) -> str:
    """Of how many: where three stand side by side on a phone, their names need the room."""
    return str(s.points[seat]) if form == "phone" and s.players == 3 else f"{s.points[seat]}/{s.rounds}"


def facts(s: Any, seat: int, words: Words) -> tuple[str, ...]:
    """The cards in a player's pile; with three players, of their colour and of the neutral one."""
    number = int(s.left[seat])
    if s.players != 3:
        return (words.count("{n} card", "{n} cards", number),)
    neutral = neutral_left(s, seat)
    return (f"{number - neutral} {GLYPHS[COLOUR_NAMES[seat]]}", f"{neutral} {GLYPHS['yellow']}")


def small_cards(s: Any, seat: int, words: Words) -> list[Piece]:
    """What lies open before a player: the cards turned up, and with a star those set aside for rounds won."""
    up = [Piece(f"c{card}", show.card_name(card), card_words(s, card, words), origin=f"player-{seat}") for card in held(s, seat)]
    return up + [trophy(s, card, words) for card in won(s, seat)]


def trophy(s: Any, card: int, words: Words) -> Piece:
    name = words.say("{card}, set aside", card=card_words(s, card, words))
    return Piece(f"c{card}", show.card_name(card), name, mark=star(26, -26, 1.5))
