"""The log in words: one sentence for every entry, without anything that not everybody may know."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from carreau.core.match import Match
from carreau.core.state import CLOCK
from carreau.core.words import Words
from carreau.table import entry as kinds
from carreau.table.entry import Entry
from carreau.table.table import Table


class EntryText:
    """Tells entries in one language, following the match on its own copy."""

    def __init__(self, match: Match, words: Words, names: Callable[[], Sequence[str]]) -> None:
        self.match, self.words, self.names = match, words, names
        self.called: dict[int, str] = {}  # the names by which seats went before

    def tell(self, entry: Entry) -> str:
        say = self.words.say
        name = self.names()[entry.seat] if entry.seat >= 0 else ""
        if entry.kind == kinds.PLAY:
            return self.tell_play(entry, name)
        if entry.kind == kinds.UNDO:
            self.match = self.match.at(self.match.ply - 1)
            return say("{name} takes the last move back.", name=name)
        if entry.kind == kinds.SIT:
            self.called[entry.seat] = entry.data or name
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
            before, self.called[entry.seat] = self.called.get(entry.seat, ""), entry.data
            if before:
                return say("{before} is now called {name}.", before=before, name=entry.data)
            return say("A player is now called {name}.", name=entry.data)
        if entry.kind == kinds.DEVICE:
            return say("{name} has opened this table on another device as well.", name=name)
        if entry.kind in (kinds.PLEDGE, kinds.PART):
            return ""  # every screen does it; to be read in the record
        if entry.kind == kinds.WAITED:
            missing = [self.names()[int(seat)] for seat in entry.data.split(",") if seat]
            if missing:
                names = self.words.listed(missing)
                return say("No answer from the screen of {names}: the cards are shuffled without it.", names=names)
            return say("Not every screen has answered: the cards are shuffled without it.")
        return say("The next match is set up.")

    def tell_play(self, entry: Entry, name: str) -> str:
        match, action = self.match, self.match.read_action(entry.data)
        said = match.say_action(action, entry.seat, self.words.language)
        match.put(entry.seat, action)  # it was checked before it was written
        if entry.seat == CLOCK:
            return self.words.say("Time is up.")
        if match.game.realtime and match.game.realtime.unseen(match.past.back(1), match.state):
            return self.words.say("{name} tries a card that does not fit.", name=name)
        return self.words.say("{name}: {action}", name=name, action=said)


class LogText(EntryText):
    """Tells the entries of a table as they come."""

    def __init__(self, table: Table, words: Words, names: Callable[[], Sequence[str]]) -> None:
        super().__init__(table.match.at(0), words, names)
        self.table = table
        self.lines: list[str] = []
        self.called = {seat: chair.name for seat, chair in enumerate(table.settings.chairs) if chair.name}

    @property
    def behind(self) -> int:
        """How many entries are not told yet."""
        return len(self.table.entries) - len(self.lines)

    def up_to_now(self) -> list[str]:
        """A line for every entry so far."""
        while self.behind:
            self.step()
        return self.lines

    def go_on(self, seconds: float) -> None:
        """At least one more line, and as many as can be told in so many seconds."""
        end = time.perf_counter() + seconds
        while self.behind:
            self.step()
            if time.perf_counter() > end:
                return

    def step(self) -> None:
        """One more line."""
        if self.match.seed != self.table.match.seed:  # dealt since
            self.match = self.table.match.at(0)
        self.lines.append(self.tell(self.table.entries[len(self.lines)]))
