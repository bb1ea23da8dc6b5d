"""What happens at a table, one thing after the other. The log stores these names: they never change."""

from __future__ import annotations

from typing import NamedTuple

SIT = "sit"  # somebody takes a free seat; data: their name
START = "start"  # the match begins; bots take the seats that are still free
PLAY = "play"  # data: the action's name; the seat is CLOCK if a timer of the game ran out
UNDO = "undo"  # the last action is taken back; its player's clock is charged for the time since
LEAVE = "leave"  # its player leaves: a bot plays on
LEND = "lend"  # the host hands the seat of somebody absent to a bot
BACK = "back"  # its player takes the seat back
TIME = "time"  # the seat's clock has run out: a bot plays on for good
REMATCH = "rematch"  # data: the id of the next table
NAME = "name"  # somebody changes their name; data: the name
DEVICE = "device"  # its player has opened the table on another device too
PLEDGE = "pledge"  # a screen adds to the shuffle; data: the hash of what it adds
PART = "part"  # data: what it adds, revealed when all have pledged
WAITED = "waited"  # the shuffle goes on without the screens that did not answer; data: their seats
ASK = "ask"  # its player asks the coach what to do

KINDS = (SIT, START, PLAY, UNDO, LEAVE, LEND, BACK, TIME, REMATCH, NAME, DEVICE, PLEDGE, PART, WAITED, ASK)
STEPS = {PLAY: 1, UNDO: -1}  # how far an entry moves the match


class Entry(NamedTuple):
    """One thing that happened, as the log stores it."""

    sequence: int  # from 0, without gaps
    at: float  # seconds since 1970
    kind: str
    seat: int = -1
    data: str = ""
    spent: float = 0.0  # seconds that the seat's clock is charged
