"""A table in words: the names of its players, a sentence for each entry of its log, and how the match ended.

Nothing here tells more than everybody may know.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from carreau.bots.levels import LEVELS, OWN_LEVEL
from carreau.core.kept import kept
from carreau.core.match import Match
from carreau.core.past import A_FEW
from carreau.core.state import CLOCK
from carreau.core.words import Words, message
from carreau.table import entry as kinds
from carreau.table.entry import Entry
from carreau.table.settings import BOT, OPEN, Chair
from carreau.table.table import Table

LEVEL_NAMES = {number: level.name for number, level in LEVELS.items()} | {OWN_LEVEL: message("the host's own")}


def names_at(table: Table, words: Words) -> list[str]:
    """What the players are called: no two have the same name."""
    return list(chair_names(tuple(table.chairs), words))


@kept
def chair_names(chairs: tuple[Chair, ...], words: Words) -> tuple[str, ...]:
    names: list[str] = []
    for seat, chair in enumerate(chairs):
        if chair.kind == OPEN:
            name = words.say("Free seat")
        elif chair.kind == BOT:
            name = chair.name or words.say("Bot, {level}", level=words.say(LEVEL_NAMES[chair.level]))
        else:
            name = chair.name or words.say("Player {number}", number=seat + 1)
        numbered = (f"{name} {number}" for number in range(seat + 1, seat + 1 + len(chairs) + 1))
        names.append(name if name not in names else next(one for one in numbered if one not in names))
    return tuple(names)


def winners(table: Table) -> list[int]:
    """The seats that have won; none before the end."""
    found = table.match.outcome
    return [] if found is None else list(found["winners"])


def outcome(table: Table, words: Words) -> str:
    """Who won, in words."""
    names = names_at(table, words)
    won = [names[seat] for seat in winners(table)]
    if not won:
        return words.say("Nobody has won.")
    if len(won) == table.settings.players and len(won) > 1:
        return words.say("A draw: everyone shares the win.")
    return words.count("{names} has won.", "{names} have won.", len(won), names=words.listed(won))


def asked_coach(name: str, words: Words) -> str:
    return words.say("{name} asks the coach.", name=name)


class EntryText:
    """Puts entries into words, following the match on a copy of its own."""

    def __init__(self, match: Match, words: Words, names: Callable[[], Sequence[str]]) -> None:
        self.match, self.words, self.names = match, words, names
        self.old_names: dict[int, str] = {}  # by seat, for those who change theirs

    def tell(self, entry: Entry) -> str:
        say = self.words.say
        name = self.names()[entry.seat] if entry.seat >= 0 else ""
        if entry.kind == kinds.PLAY:
            return self.tell_play(entry, name)
        if entry.kind == kinds.UNDO:
            self.take_back()
            return say("{name} takes back the last move.", name=name)
        if entry.kind == kinds.SIT:
            self.old_names[entry.seat] = entry.data or name
            return say("{name} sits down.", name=entry.data or name)
        if entry.kind == kinds.START:
            return say("The match begins.")
        if entry.kind == kinds.LEAVE:
            return say("{name} leaves: a bot takes over.", name=name)
        if entry.kind == kinds.LEND:
            return say("{name} is away: a bot plays until they are back.", name=name)
        if entry.kind == kinds.BACK:
            return say("{name} is back.", name=name)
        if entry.kind == kinds.TIME:
            return say("{name} has run out of time: a bot takes over.", name=name)
        if entry.kind == kinds.NAME:
            before, self.old_names[entry.seat] = self.old_names.get(entry.seat, ""), entry.data
            if before:
                return say("{before} is now called {name}.", before=before, name=entry.data)
            return say("A player is now called {name}.", name=entry.data)
        if entry.kind == kinds.DEVICE:
            return say("{name} has also opened this table on another device.", name=name)
        if entry.kind == kinds.ASK:
            return asked_coach(name, self.words)
        if entry.kind in (kinds.PLEDGE, kinds.PART):
            return ""  # every screen does it; it is in the record
        if entry.kind == kinds.WAITED:
            missing = [self.names()[int(seat)] for seat in entry.data.split(",") if seat]
            if missing:
                names = self.words.listed(missing)
                return say("No answer from {names}: the cards are shuffled without them.", names=names)
            return say("Some screens have not answered: the cards are shuffled without them.")
        return say("The next match is set up.")

    def tell_play(self, entry: Entry, name: str) -> str:
        self.put(entry)
        return self.tell_action(self.match, 1, entry, name)

    def put(self, entry: Entry) -> None:
        self.match._put(entry.seat, self.match._read_action(entry.data))  # checked before it was written

    def take_back(self) -> None:
        self.match = self.match.at(self.match.ply - 1)

    def tell_action(self, match: Match, plies: int, entry: Entry, name: str) -> str:
        """An action, by a match that remembers how things were before it, this many plies ago."""
        if entry.seat == CLOCK:
            return self.words.say("Time is up.")
        after = match._past.back(plies - 1) if plies > 1 else match.state
        if match.game.realtime and match.game.realtime.unseen(match._past.back(plies), after):
            return self.words.say("{name} tries a card that does not fit.", name=name)
        said = match._say_action(match._read_action(entry.data), entry.seat, self.words.language, plies)
        return self.words.say("{name}: {action}", name=name, action=said)


class LogText(EntryText):
    """Puts the entries of a table into words as they come. Its copy of the match is needed only for what the table's no longer
    remembers."""

    def __init__(self, table: Table, words: Words, names: Callable[[], Sequence[str]]) -> None:
        super().__init__(table.match.at(0), words, names)
        self.table = table
        self.lines: list[str] = []
        self.followed = 0  # entries that the copy of the match has seen
        self.old_names = {seat: chair.name for seat, chair in enumerate(table.settings.chairs) if chair.name}

    @property
    def behind(self) -> int:
        """How many entries are not in words yet."""
        return len(self.table.entries) - len(self.lines)

    def up_to_now(self) -> list[str]:
        """A line for every entry so far."""
        while self.behind:
            self.add_line()
        return self.lines

    def continue_for(self, seconds: float) -> None:
        """At least one more line, and as many as can be made in this many seconds."""
        end = time.perf_counter() + seconds
        while self.behind:
            self.add_line()
            if time.perf_counter() > end:
                return

    def add_line(self) -> None:
        self.lines.append(self.tell(self.table.entries[len(self.lines)]))

    def tell_play(self, entry: Entry, name: str) -> str:
        if plies := self.plies_ago():
            return self.tell_action(self.table.match, plies, entry, name)
        self.follow()
        return self.tell_action(self.match, 1, entry, name)

    def plies_ago(self) -> int:
        """How many plies ago the next entry was played; 0 if that was taken back, or the table no longer remembers it."""
        if self.behind > A_FEW:
            return 0
        later = [entry.kind for entry in self.table.entries[len(self.lines) :]]
        plies = later.count(kinds.PLAY)
        return plies if kinds.UNDO not in later and self.table.match._past.reaches(plies) else 0

    def take_back(self) -> None:
        pass  # the copy does so when it follows

    def follow(self) -> None:
        """Bring the copy of the match to where the entry that comes next has just been played."""
        if self.match.seed != self.table.match.seed:  # dealt in the meantime
            self.match, self.followed = self.table.match.at(0), 0
        end = len(self.lines) + 1
        for entry in self.table.entries[self.followed : end]:
            if entry.kind == kinds.PLAY:
                self.put(entry)
            elif entry.kind == kinds.UNDO:
                super().take_back()
        self.followed = end
