"""What happens at a table, one thing after the other."""

from __future__ import annotations

from typing import NamedTuple

SIT = "sit"  # somebody takes an open seat; data: their name
START = "start"  # the match begins; bots take the seats that are still open
PLAY = "play"  # data: the action's name; the seat of the clock where time ran out
UNDO = "undo"  # the last action is taken back; its player is charged for the time since
LEAVE = "leave"  # a bot plays on for the seat
LEND = "lend"  # the host lets a bot play for somebody who is not here
BACK = "back"  # its player is back
TIME = "time"  # the seat's clock has run out: a bot plays on for good
REMATCH = "rematch"  # data: the id of the next table
NAME = "name"  # somebody goes by another name; data: the name
DEVICE = "device"  # its player has opened the table on another device as well
PLEDGE = "pledge"  # a player adds to the deal; data: the hash of what they add
PART = "part"  # data: what they add, shown when all have pledged
WAITED = "waited"  # the shuffle goes on without those who have not answered; data: their seats

KINDS = (SIT, START, PLAY, UNDO, LEAVE, LEND, BACK, TIME, REMATCH, NAME, DEVICE, PLEDGE, PART, WAITED)


class Entry(NamedTuple):
    """One thing that happened; in the same form as the log keeps it."""

    sequence: int  # from 0, without gaps
    at: float  # seconds since 1970
    kind: str
    seat: int = -1
    data: str = ""
    spent: float = 0.0  # seconds that the seat's clock is charged
