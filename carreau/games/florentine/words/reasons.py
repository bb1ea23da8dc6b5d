"""What a move of Dominos florentins does: rooms that are closed, joined, nearly closed, or can never be closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from carreau.core.bits import members
from carreau.core.fact import EVERYBODY, Fact
from carreau.core.kept import kept
from carreau.core.state import unpacked
from carreau.core.words import Words

from ..constants import COLOUR_COUNT, EDGING, OPEN, SIDES
from ..rules.cards import COLOUR
from ..rules.hidden import EVERY_CARD
from ..show import BEYOND, Room, found_rooms

PROMISE = (1.0, 0.6, 0.4)  # what a gem counts in a room, by its openings
JOINED = 0.3  # in a room that has just become larger
LOST = 0.5  # in a room that can never be closed
COLOURS = COLOUR.tolist()


def facts(s: Any, seat: int, action: int, after: Any, words: Words, names: Sequence[str]) -> Iterator[Fact]:
    s, after = unpacked(s), unpacked(after)
    before, now = found_rooms(s), found_rooms(after)
    counting = [room for room in now if room.gems and room.seat is not None]
    yield from closes(before, counting, seat, words, names)
    yield from joins(before, counting, seat, words)
    for other in dict.fromkeys(room.seat for room in counting if room.seat is not None):
        rooms = [room for room in counting if room.seat == other and room.openings]
        yield from promises(rooms, other == seat, words, names[other], other)
        yield from losses(after, rooms, other == seat, words, names[other], other)


def closes(
    before: Sequence[Room], counting: Sequence[Room], seat: int, words: Words, names: Sequence[str]
) -> Iterator[Fact]:  # fmt: skip
    """The rooms that the move closes, at most one of each colour: that of its player, and those that count for others."""
    for closed in [room for room in counting if not room.openings and room not in before]:
        room = room_words(closed.gems, words)
        if closed.seat == seat:
            avoids = words.say("It keeps {name} from closing {room}", name=names[seat], room=room)
            yield Fact("close", closed.gems, words.say("It closes {room}", room=room), avoids, EVERYBODY)
        elif closed.seat is not None:
            avoids = words.say("It does not close {room} for {name}", name=names[closed.seat], room=room)
            yield Fact(f"gift {closed.seat}", closed.gems, avoids=avoids, against=closed.seat)


def room_words(gems: int, words: Words) -> str:
    return words.count("a room of {n} gem", "a room of {n} gems", gems)


def joins(before: Sequence[Room], counting: Sequence[Room], seat: int, words: Words) -> Iterator[Fact]:
    """Rooms with gems that the move makes one."""
    for room in counting:
        parts = [one for one in before if set(one.triangles) < set(room.triangles) and one.gems]
        if room.seat == seat and room.openings and len(parts) > 1:
            gems = words.count("{n} gem", "{n} gems", room.gems)
            does = words.count("It joins {n} room: {gems} together", "It joins {n} rooms: {gems} together", len(parts), gems=gems)
            yield Fact("join", JOINED * room.gems, does)


def promises(rooms: Sequence[Room], is_own: bool, words: Words, name: str, seat: int) -> Iterator[Fact]:
    """The room of a player that promises most, if it is nearly closed."""
    near = [room for room in rooms if len(room.openings) < len(PROMISE)]
    if near:
        best = max(near, key=promise)
        told = {"room": room_words(best.gems, words), "openings": openings_words(len(best.openings), words)}
        if is_own:
            yield Fact("promise", promise(best), words.say("It leaves {room} with {openings}", **told))
        else:
            avoids = words.say("It does not leave {name} {room} with {openings}", name=name, **told)
            yield Fact(f"promise {seat}", promise(best), avoids=avoids, against=seat)


def promise(room: Room) -> float:
    return room.gems * PROMISE[len(room.openings)]


def openings_words(number: int, words: Words) -> str:
    return words.count("a single opening", "{n} openings", number)


def losses(s: Any, rooms: Sequence[Room], is_own: bool, words: Words, name: str, seat: int) -> Iterator[Fact]:
    """The largest room of a player that can never be closed."""
    lost = [room.gems for room in rooms if not can_be_closed(s, room)]
    if lost:
        room = room_words(max(lost), words)
        if is_own:
            avoids = words.say("It does not leave {room} that can never be closed", room=room)
            yield Fact("lost", LOST * max(lost), avoids=avoids)
        else:
            does = words.say("It leaves {name} {room} that can never be closed", name=name, room=room)
            yield Fact(f"lost {seat}", LOST * max(lost), does, against=seat)


def can_be_closed(s: Any, room: Room) -> bool:
    """Whether cards for all openings are still there, and the black card if one is at the border."""
    facing = [BEYOND[triangle // SIDES][triangle % SIDES] for triangle in room.openings]
    if facing.count(-1) > (s.black[room.seat] < 0):
        return False
    inside = [cell for cell in facing if cell >= 0]
    return not inside or (s.phase != EDGING and all(can_be_filled(s, cell) for cell in inside))


def can_be_filled(s: Any, cell: int) -> bool:
    asked = tuple(tuple(colour for colour in range(COLOUR_COUNT) if s.fit[side][colour] >> cell & 1) for side in range(SIDES))
    return any_fits(asked, s.open if s.phase == OPEN else EVERY_CARD & ~s.laid)


@kept
def any_fits(asked: tuple[tuple[int, ...], ...], cards: int) -> bool:
    """Whether one of these cards has colours that are asked for at its sides."""
    looks = (look for card in members(cards) for look in COLOURS[card])
    return any(all(colour in colours for colour, colours in zip(look, asked)) for look in looks)
