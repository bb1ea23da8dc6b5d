"""What the players of a table sent and were told, to compare with the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from carreau.games import load
from carreau.store.log import Log
from carreau.table.entry import PLAY, Entry
from carreau.table.fingerprint import fingerprint
from carreau.table.settings import BOT, read_settings
from carreau.table.table import Table
from carreau.web.messages import Plain, Refused
from carreau.web.room import RETURN_SECONDS
from proofs.proof import Broken

Lives = Sequence[tuple[float, float]]
Span = tuple[float, float]  # of time: from and to, in seconds since 1970
CLOSE = 0.1  # seconds by which the clocks of two processes may differ
KNOWN = 0.5  # seconds in which the processes of a house have told each other who is there
LATE = 0.8  # seconds after which a busy machine has told them who has ended


@dataclass
class Ledger:
    """The ledger of one table. Its players keep it, so it survives when the server is killed."""

    id: str
    in_turn: bool = True  # otherwise everyone acts at once
    sent_actions: set[tuple[int, int, str]] = field(default_factory=set)  # seat, ply that was seen, action
    acknowledged: dict[int, tuple[int, str]] = field(default_factory=dict)  # by ply: seat and action
    told: dict[int, set[tuple[int, str]]] = field(default_factory=dict)  # by sequence: ply and what everyone may see
    clocks: list[tuple[int, list[float | None], float]] = field(default_factory=list)  # sequence, seconds left, heard at
    visits: dict[int, list[tuple[float, float, bool]]] = field(default_factory=dict)  # by seat: from, to, whether it was lost
    sent: int = 0
    shown_older: int = 0  # how often somebody was shown less than before, by a process that did not know better
    disturbed: Sequence[Span] = ()  # when processes could not tell each other who was there
    refused: Counter[str] = field(default_factory=Counter)  # by sentence, and by code

    def hear(self, plain: Plain, now: float) -> None:
        self.told.setdefault(plain.sequence, set()).add((plain.ply, plain.public))
        if plain.left:
            self.clocks.append((plain.sequence, plain.left, now))

    def refuse(self, message: Refused) -> None:
        self.refused.update([message.text, message.code])

    @property
    def reached(self) -> int:
        """How many entries are known to have been written."""
        return max(self.told, default=0)

    def check(self, log: Log, lives: Lives | None = None) -> Table:
        """The table rebuilt from the log; Broken if the log is not what the players were told."""
        rows = log.entries(self.id)
        self.check_numbers(rows)
        table = self.check_content(log, rows)
        self.check_acknowledged(table)
        self.check_once(table)
        if lives is not None and table.settings.clock:
            self.check_charged(rows, lives)
            self.check_clocks(table, rows, lives)
        return table

    def fail(self, sentence: str) -> Broken:
        return Broken(f"Table {self.id}: {sentence}")

    def check_numbers(self, rows: Sequence[Entry]) -> None:
        if [row.sequence for row in rows] != list(range(len(rows))):
            raise self.fail("the numbers of its entries have a gap.")
        if self.reached > len(rows):
            raise self.fail(f"its players were told about {self.reached} entries, and {len(rows)} are written.")

    def check_content(self, log: Log, rows: Sequence[Entry]) -> Table:
        """Whatever anyone was ever told is what the log says at that number."""
        kept = log.match(self.id)
        settings = read_settings(kept.settings, kept.seed)
        table = Table(settings, load(settings.game), [], 0.0)
        for sequence in range(len(rows) + 1):
            now = table.match.ply, fingerprint(table.match)
            if any(told != now for told in self.told.get(sequence, ())):
                raise self.fail(f"at entry {sequence}, its players were told something different from what is written.")
            if sequence < len(rows):
                try:
                    table.apply(rows[sequence], 0.0)
                except Exception as error:
                    raise self.fail(f"entry {sequence} cannot be applied: {error}") from error
        return table

    def check_acknowledged(self, table: Table) -> None:
        for ply, (seat, action) in self.acknowledged.items():
            written = table.match.history[ply] if ply < table.match.ply else None
            if written is None or written != (seat, table.game.parse_action(action)):
                raise self.fail(f"the acknowledged action {action} of seat {seat} at ply {ply} is not written there.")

    def check_once(self, table: Table) -> None:
        """Every action of a person is one that they sent, and none is there more often than they sent it."""
        persons = {seat for seat, chair in enumerate(table.settings.chairs) if chair.kind != BOT}
        if self.in_turn:
            self.check_in_turn(table, persons - table.timed_out)
        times_sent = Counter((seat, action) for seat, _, action in self.sent_actions)
        written = Counter((entry.seat, entry.data) for entry in table.entries if entry.kind == PLAY and entry.seat in persons)
        for (seat, action), number in written.items():
            if seat not in table.timed_out and number > times_sent[seat, action]:
                raise self.fail(f"seat {seat} sent {action} {times_sent[seat, action]} times, and it was played {number} times.")

    def check_in_turn(self, table: Table, persons: set[int]) -> None:
        for ply, (seat, number) in enumerate(table.match.history):
            action = table.game.name_action(number)
            if seat in persons and (seat, ply, action) not in self.sent_actions:
                raise self.fail(f"seat {seat} never sent the action {action} at ply {ply}.")

    # clocks

    def check_charged(self, rows: Sequence[Entry], lives: Lives) -> None:
        """Nobody is charged for time in which no server was running, or in which somebody's process had ended."""
        absences = self.absences()
        for before, row in zip([None, *rows], rows):
            since = max(begun(row.at, lives), before.at if before else 0.0)
            away = overlap(absences, (since, row.at))
            if row.spent > row.at - since - away + (LATE if away else CLOSE):
                raise self.fail(
                    f"seat {row.seat} was charged {row.spent:.2f} s at entry {row.sequence}, of {row.at - since:.2f} s"
                    + (f" in which somebody's process had ended for {away:.2f} s." if away else ".")
                )

    def absences(self) -> list[Span]:
        """When somebody was on the way back from a process that had ended, and somebody else was there all the time and knew."""
        found = []
        for seat, visits in self.visits.items():
            for (came, gone, was_lost), (back, _, _) in zip(visits, visits[1:]):
                known = came < gone - KNOWN and not any(start < gone < end for start, end in self.disturbed)
                if was_lost and known and (until := self.watched_until(seat, gone)):
                    found.append((gone, min(back, gone + RETURN_SECONDS, until)))
        return found

    def long_absences(self) -> int:
        """How many of them are long enough to be told from a busy machine, at a table with clocks."""
        return sum(end - start > LATE + CLOSE for start, end in self.absences()) if self.clocks else 0

    def watched_until(self, seat: int, gone: float) -> float | None:
        """How long somebody else was there who was there before and after this moment."""
        others = [visit for other, visits in self.visits.items() if other != seat for visit in visits]
        return max((end for begin, end, _ in others if begin < gone - KNOWN and gone + KNOWN < end), default=None)

    def check_clocks(self, table: Table, rows: Sequence[Entry], lives: Lives) -> None:
        """Every clock that was shown is what the log says, minus what may have run since."""
        for sequence, lefts, heard in self.clocks:
            since = max(begun(heard, lives), rows[sequence - 1].at if sequence else 0.0)
            for seat, left in enumerate(lefts):
                kept = table.settings.clock - sum(row.spent for row in rows[:sequence] if row.seat == seat)
                if left is None or seat in table.timed_out:
                    continue
                if not kept - (heard - since) - CLOSE <= left <= kept + CLOSE:
                    raise self.fail(f"seat {seat} had {kept:.2f} s left at entry {sequence}, and was shown {left:.2f} s.")


def begun(moment: float, lives: Lives) -> float:
    """When the server that was running at a given moment had started."""
    return max((start for start, _ in lives if start <= moment), default=0.0)


def overlap(spans: Sequence[Span], whole: Span) -> float:
    """How many seconds of the whole are in any of the spans."""
    total, last = 0.0, whole[0]
    for start, end in sorted(spans):
        begin, end = max(start, last), min(end, whole[1])
        if end > begin:
            total, last = total + end - begin, end
    return total
