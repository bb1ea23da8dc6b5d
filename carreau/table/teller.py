"""The log in words: one sentence for every entry, without anything that not everybody may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from carreau.core.match import Match
from carreau.core.state import CLOCK
from carreau.core.words import Words
from carreau.table import entry as kinds
from carreau.table.entry import Entry
from carreau.table.table import Table

JOIN = " + "  # between two steps that were played as one action


class Teller:
    """Tells a table's entries in one language; follows the match on its own copy."""

    def __init__(self, table: Table, words: Words, names: Callable[[], Sequence[str]]) -> None:
        self.table, self.words, self.names = table, words, names
        self.match = Match(table.game, table.settings.players, table.settings.options, table.settings.seed)
        self.lines: list[str] = []

    def up_to_now(self) -> list[str]:
        """A line for every entry so far."""
        for entry in self.table.entries[len(self.lines) :]:
            self.lines.append(self.tell(entry))
        return self.lines

    def tell(self, entry: Entry) -> str:
        say = self.words.say
        name = self.names()[entry.seat] if entry.seat >= 0 else ""
        if entry.kind == kinds.PLAY:
            return self.tell_play(entry, name)
        if entry.kind == kinds.UNDO:
            self.match = self.match.at(self.match.ply - 1)
            return say("{name} takes the last move back.", name=name)
        if entry.kind == kinds.SIT:
            return say("{name} sits down.", name=entry.data or name)
        if entry.kind == kinds.START:
            return say("The match begins.")
        if entry.kind == kinds.LEAVE:
            return say("{name} leaves: a bot plays on.", name=name)
        if entry.kind == kinds.LEND:
            return say("{name} is not here: a bot plays until they come.", name=name)
        if entry.kind == kinds.BACK:
            return say("{name} is back.", name=name)
        if entry.kind == kinds.TIME:
            return say("The time of {name} has run out: a bot plays on.", name=name)
        if entry.kind == kinds.NAME:
            return say("A player is now called {name}.", name=entry.data)
        return say("The next match is set up.")

    def tell_play(self, entry: Entry, name: str) -> str:
        before, said = self.match.state.copy(), self.in_words(entry)
        self.match.play(entry.data, entry.seat)
        realtime = self.match.game.realtime
        if entry.seat == CLOCK:
            return self.words.say("Time is up.")
        if realtime is not None and realtime.unseen(before, self.match.state):
            return self.words.say("{name} tries a card that does not fit.", name=name)
        return self.words.say("{name}: {action}", name=name, action=said)

    def in_words(self, entry: Entry) -> str:
        """An action as its player saw it named."""
        if entry.seat == CLOCK:
            return entry.data
        choices = self.match.scene(entry.seat, self.words.language, list(self.names())).choices
        single = (*getattr(choices, "alone", choices), *getattr(choices, "steps", ()))
        names = {choice.action: choice.name for choice in single}
        return JOIN.join(names.get(part, part) for part in entry.data.split(JOIN))
