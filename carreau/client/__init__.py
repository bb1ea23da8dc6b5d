"""Play at a web table from a program: take a seat with its link, see what the seat may know, and play.

    from carreau import client

    seat = client.join("http://127.0.0.1:8421/table/…/seat/…", name="Ada")
    result = client.play(seat, lambda update: update.legal[0])
    print(result.outcome)

`connect` is the same for asynchronous programs. docs/bots/protocol.md explains what goes over the line.
"""

from .blocking import play
from .errors import ClientError, Gone, Refused
from .seat import PROTOCOL, Seat, join, new_table
from .table import Table, connect
from .update import Entry, Player, Update

__all__ = [
    "PROTOCOL",
    "ClientError",
    "Entry",
    "Gone",
    "Player",
    "Refused",
    "Seat",
    "Table",
    "Update",
    "connect",
    "join",
    "new_table",
    "play",
]
