"""The areas as the last card of a round left them. The rules clear them at once; people want to look at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Player, Scene
from carreau.games.faience.cards import KIND, NONE
from carreau.games.faience.picture import picture, plain
from carreau.games.faience.show import CELLS, DROP, OUTSIDE, PHASES, SWAP
from carreau.games.faience.wording import PLACES, scored, signed


def closing(before: Any, after: Any, action: int, seat: int, words: Words, names: Sequence[str], form: str) -> Scene | None:
    """What `seat` sees, from its views before and after the action that ended a round; None if no area was cleared."""
    if before.begun == after.begun:
        return None
    drawn = picture(settled(before, after, action), seat, [], words, names, form)
    players = tuple(scored_player(player, after, words) for player in drawn.players)
    return drawn.with_(guidance=scored(plain(after), words, names), players=players)


def scored_player(player: Player, after: Any, words: Words) -> Player:
    """A player with what the round has brought."""
    gained = words.say("this round: {points}", points=signed(int(after.values[player.seat] + after.zones[player.seat])))
    points = words.count("{n} point", "{n} points", int(player.points))
    spoken = words.say("{name}: {points}, {facts}.", name=player.name, points=points, facts=gained)
    return replace(player, facts=(gained,), spoken=spoken)


def settled(before: Any, after: Any, action: int) -> Any:
    """The view between two: the card lies, the round is scored, the next has not begun."""
    s = before.copy()
    kind, place = divmod(action, PLACES)
    seat = int(s.acting).bit_length() - 1
    if PHASES[s.phase] == "lay":
        one, other = (int(card) for card in s.up)
        card, left = (one, other) if KIND[one] == kind else (other, one)
        discard(s, left)
    else:
        card = from_hand(s, seat, kind)
    put(s, seat, card, place)
    s.up[:], s.held[:] = NONE, 0
    s.acting, s.over, s.phase = 0, 1, 0
    s.ended, s.ended_ply, s.ply = after.ended, after.ply, after.ply
    s.values[:], s.zones[:], s.points[:] = after.values, after.zones, after.points
    return s


def from_hand(s: Any, seat: int, kind: int) -> int:
    """The card that was played from a hand: the very one, if the hand is seen, or any that is like it and out of sight."""
    held = {int(card) for card in s.hand[seat] if card and KIND[card] == kind}
    seen = {int(card) for hand in s.hand for card in hand}
    hidden = {card for card, pool in enumerate(s.pool.tolist()) if pool and KIND[card] == kind}
    return min(held or hidden - seen)


def put(s: Any, seat: int, card: int, place: int) -> None:
    if place == DROP:
        discard(s, card)
    elif place == OUTSIDE:
        s.outside[seat, 0 if s.outside[seat, 0] == NONE else 1] = card
    elif place == SWAP:
        discard(s, int(s.outside[seat, 0]))
        s.outside[seat, 0] = card
    elif place < CELLS:
        discard(s, int(s.cell[seat, place]))
        s.cell[seat, place] = card
        s.laid[seat] |= 1 << place


def discard(s: Any, card: int) -> None:
    if card != NONE:
        s.discard[s.thrown] = card
        s.thrown += 1
