"""A match: one play of a game from deal to result, and the only door to its state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from carreau.core.errors import BadSeat, IllegalAction, InvalidAction, StaleAction
from carreau.core.game import Game, listed
from carreau.core.number import shown, whole_number
from carreau.core.past import Past
from carreau.core.phrase import Phrase
from carreau.core.record import FORMAT, digest
from carreau.core.seed import commitment, read_seed, seed_words
from carreau.core.state import CLOCK, SPECTATOR

Action = int | str

COMMON_KEYS = {
    "game": "the game's id",
    "players": "how many take part",
    "options": "all options with their values",
    "seat": "whose view it is; null for a spectator's, and for everything",
    "ply": "how many actions have been played",
    "acting": "the seats that may act now; none when the match is over",
    "over": "whether the match has ended",
    "points": "the rulebook's points, per seat",
}


class Match:
    """Kernels trust, this boundary checks: whatever is refused leaves the match as it was."""

    def __init__(self, game: Game, players: int, options: Mapping[str, Any], seed: int | str | None) -> None:
        self.game = game
        self.players = players
        self.options = game.read_options(options, players)
        self.seed = read_seed(seed)
        self.history: list[tuple[int, int]] = []  # who did what, in the order in which it counted
        self.past = Past(game)
        self.states = np.zeros(1, game.rules.STATE)
        self.address: int = self.states.ctypes.data
        self.buffer = np.zeros(game.rules.MOST_LEGAL, np.int64)
        self.listing: int = self.buffer.ctypes.data
        numbers = np.array(game.option_numbers(self.options), np.int64)
        game.drive.setup_at(self.address, players, numbers, np.array(seed_words(self.seed), np.int64))

    # what everybody may ask

    @property
    def state(self) -> Any:
        """The whole truth, as a record: for tests and for the authority, never for a player."""
        return self.states[0]

    @property
    def ply(self) -> int:
        return int(self.states["ply"].item())

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now; none when the match is over."""
        bits = int(self.states["acting"].item())
        return tuple(seat for seat in range(self.players) if bits >> seat & 1)

    @property
    def clock(self) -> tuple[int, ...]:
        """The seat of the authority, where time can run out."""
        return (CLOCK,) if self.game.clock else ()

    def may_act(self, seat: int) -> bool:
        return seat in self.clock if seat < 0 else bool(int(self.states["acting"].item()) >> seat & 1)

    @property
    def over(self) -> bool:
        return bool(self.states["over"].item())

    @property
    def points(self) -> tuple[int, ...]:
        """The rulebook's points, per seat."""
        return tuple(self.states["points"][0, : self.players].tolist())

    @property
    def returns(self) -> tuple[float, ...]:
        """Each seat's share of the win; all zero before the end."""
        shares = np.zeros(self.players)
        self.game.drive.returns_at(self.address, shares.ctypes.data)
        return tuple(float(share) for share in shares)

    @property
    def outcome(self) -> dict[str, Any] | None:
        """Who won and why, once the match is over."""
        return self.outcome_in("en")

    @property
    def commitment(self) -> str:
        """Fixes the deal without giving it away: may be shown before the first card."""
        return commitment(self.game.id, self.game.version, self.players, self.options, self.seed)

    @property
    def in_real_time(self) -> bool:
        """Whether several seats act at once and time counts."""
        return self.game.realtime is not None and bool(self.game.realtime.timers(self.state))

    # actions

    def actions(self, seat: int) -> list[int]:
        """The legal actions of a seat as numbers, ascending; none for a seat that is not acting."""
        actions: list[int] = self.list_actions(seat).tolist()
        return actions

    def list_actions(self, seat: int) -> Any:
        """The same as an array, good until the next list is made."""
        self.check_seat(seat, *self.clock)
        if self.over or not self.may_act(seat):
            return self.buffer[:0]
        return self.buffer[: self.game.drive.legal_at(self.address, seat, self.listing)]

    def legal(self, seat: int) -> list[str]:
        """The legal actions of a seat by name."""
        return self.game.name_actions(self.actions(seat))

    def play(self, action: Action, seat: int | None = None, ply: int | None = None, recorded: bool = False) -> None:
        """Play an action, given by name or number, for a seat (the acting one if only one is).

        `ply` is the number of actions the player had seen: if the match has moved on since, StaleAction; in a game with
        a clock only if that makes a difference to the action (see `is_stale` and `is_late`). `recorded` is for an action that
        was played like this before: nobody knows any more what its player had seen.
        """
        self.put(*self.check(action, seat, ply, recorded))

    def put(self, seat: int, number: int) -> None:
        """Play what has been checked, and nothing has happened since."""
        self.past.keep(self.states)
        self.game.drive.play_at(self.address, seat, number)
        self.history.append((seat, number))

    def check(self, action: Action, seat: int | None, ply: int | None = None, recorded: bool = False) -> tuple[int, int]:
        """Seat and number of an action that may be played now; otherwise the right exception."""
        number = self.read_action(action)
        if self.over:
            raise IllegalAction(Phrase("The match is over: nothing more can be played."))
        if seat is None:
            seat = self.only_acting()
        self.check_seat(seat, *self.clock)
        seat = int(seat)
        if ply is not None:
            ply = self.read_ply(ply)
            if self.is_stale(number, seat, ply):
                raise self.moved_on(ply)
        if not self.may_act(seat):
            turn = listed(self.acting)
            raise IllegalAction(Phrase("Seat {seat} cannot act now: it is the turn of seat {turn}.", seat=seat, turn=turn))
        actions = self.list_actions(seat)
        place = int(actions.searchsorted(number))
        is_listed = place < len(actions) and actions[place] == number
        if not is_listed and not self.is_late(number, seat, ply, recorded):
            raise IllegalAction(self.explain(number, seat, actions))
        return seat, number

    def moved_on(self, ply: int) -> StaleAction:
        """What is said of an action that was meant for an earlier ply."""
        return StaleAction(
            Phrase(
                "The match has moved on: that was meant for move {ply}, and move {next} is next.", ply=ply + 1, next=self.ply + 1
            )
        )

    def is_stale(self, number: int, seat: int, ply: int) -> bool:
        """Whether an action was meant for a moment that is gone: any earlier one, unless the game knows better."""
        if ply == self.ply or not 0 <= ply < self.ply or self.game.realtime is None:
            return ply != self.ply
        then = self.past.back(self.ply - ply)
        return then is None or bool(self.game.realtime.stale(then, self.state, seat, number))

    def is_late(self, number: int, seat: int, ply: int | None, recorded: bool) -> bool:
        """Whether an action that is not possible any more was, when its player last looked, and still counts as a mistake."""
        if self.game.realtime is None or ply == self.ply or (ply is None and not recorded):
            return False
        moments = self.past.tables() if ply is None else [self.past.back(self.ply - ply)]
        return any(self.game.realtime.late(then, self.state, seat, number) for then in moments if then is not None)

    def read_action(self, action: Action) -> int:
        if isinstance(action, str):
            return self.game.parse_action(action)
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            raise InvalidAction(f"An action is a name or a number, not {type(action).__name__}.")
        self.game.unpack(int(action))
        return int(action)

    def read_ply(self, ply: int) -> int:
        number = whole_number(ply)
        if number is None:
            raise InvalidAction(f"A ply is a whole number, not {type(ply).__name__}.")
        return number

    def explain(self, number: int, seat: int, actions: Any) -> Phrase:
        name, n = self.game.name_action(number), len(actions)
        examples = ", ".join(self.game.name_action(int(action)) for action in actions[:3])
        if n == 1:
            return Phrase(
                "{name!r} is not allowed now: seat {seat} has 1 legal action, such as {one}.", name=name, seat=seat, one=examples
            )
        return Phrase(
            "{name!r} is not allowed now: seat {seat} has {n} legal actions, such as {examples}.",
            name=name, seat=seat, n=n, examples=examples,
        )  # fmt: skip

    def only_acting(self) -> int:
        if len(self.acting) != 1:
            raise IllegalAction(f"Say which seat acts: it can be seat {listed(self.acting)}.")
        return self.acting[0]

    def check_seat(self, seat: int | None, *others: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)):
            raise BadSeat(f"A seat is a number from 0 to {self.players - 1}.")
        if not 0 <= seat < self.players and seat not in others:
            raise BadSeat(Phrase("There is no seat {seat}: the seats go from 0 to {last}.", seat=seat, last=self.players - 1))

    # what is shown

    def seen(self, seat: int | None) -> Any:
        """The state as a record with everything blanked that the seat may not know; None is a spectator."""
        seat = SPECTATOR if seat is None else seat
        self.check_seat(seat, SPECTATOR)
        copies = np.zeros(1, self.game.rules.STATE)
        self.game.drive.view_at(self.address, seat, copies.ctypes.data)
        return copies[0]

    def view(self, seat: int | None) -> dict[str, Any]:
        """JSON-able: what a seat may know; None is a spectator."""
        return self.describe(self.seen(seat), seat)

    def reveal(self) -> dict[str, Any]:
        """JSON-able: everything, for after the match and for tests."""
        return self.describe(self.state, None)

    def describe(self, state: Any, seat: int | None) -> dict[str, Any]:
        common = {
            "game": self.game.id,
            "players": self.players,
            "options": self.options,
            "seat": None if seat is None else int(seat),
            "ply": self.ply,
            "acting": list(self.acting),
            "over": self.over,
            "points": list(self.points),
        }
        return {**common, **self.game.show.describe(state)}

    def text(self, seat: int | None) -> str:
        """A picture for the terminal, in rich's markup, of what a seat may know."""
        legal = self.actions(seat) if seat is not None else []
        picture: str = self.game.show.text(self.seen(seat), SPECTATOR if seat is None else seat, legal)
        return picture

    def say_action(self, action: Action, seat: int | None = None, language: str = "en") -> str:
        """An action that a seat (the acting one if only one is) could play now, in words that everybody may hear."""
        number, seat = self.read_action(action), self.only_acting() if seat is None else seat
        if self.game.sentences is None or seat == CLOCK:
            return self.game.name_action(number)
        said: str = self.game.sentences.say_action(self.seen(None), seat, number, self.game.words(language))
        return said

    def outcome_in(self, language: str, names: Sequence[str] | None = None) -> dict[str, Any] | None:
        """Who won and why, once the match is over, in a language and with the players' names."""
        if not self.over:
            return None
        words = self.game.words(language)
        winners = [seat for seat, share in enumerate(self.returns) if share > 0]
        told = self.game.show.outcome(self.state, winners, words, names or words.seats(self.players))
        return {"winners": winners, **told}

    def scene(
        self, seat: int | None, language: str = "en", names: Sequence[str] | None = None, form: str = "wide"
    ) -> Any:  # fmt: skip
        """What a seat sees, ready to be drawn (`.svg()`) or told (`.text()`): made from its view and nothing else.

        `form` is phone, wide or leaf: a rulebook's picture, as narrow as a phone, with the names of cells.
        """
        words = self.game.words(language)
        names = names or words.seats(self.players)
        legal = self.actions(seat) if seat is not None else []
        return self.game.scene(self.seen(seat), SPECTATOR if seat is None else seat, legal, words, names, form)

    def closing(
        self, seat: int | None, language: str = "en", names: Sequence[str] | None = None, form: str = "wide"
    ) -> Any:  # fmt: skip
        """The scored table of a round that the last action has ended, where another round follows; otherwise None."""
        scored = self.scored_table()
        return None if scored is None else scored.scene(seat, language, names, form)

    @property
    def scored(self) -> int:
        """The ply with which a round was last ended; 0 before that."""
        return int(self.states["scored"].item())

    def scored_table(self) -> Match | None:
        """The match between two rounds: the last action has ended one, the next is not dealt yet. None if it has ended none."""
        if self.over or self.ply == 0 or self.scored != self.ply:
            return None
        table, (seat, action) = self.at(len(self.history) - 1), self.history[-1]
        self.game.drive.score_at(table.address, seat, action)
        table.history.append((seat, action))
        return table

    def svg(
        self, seat: int | None = None, language: str = "en", names: Sequence[str] | None = None, form: str = "wide",
        theme: str = "auto",
    ) -> str:  # fmt: skip
        """A drawing of what a seat may know; None is a spectator."""
        drawing: str = self.scene(seat, language, names, form).svg(form, theme)
        return drawing

    def _repr_svg_(self) -> str:
        """In a notebook: what a spectator sees."""
        return self.svg()

    # keeping

    def record(self) -> dict[str, Any]:
        """JSON-able: all it takes to play the same match again, and to check it. Actions of the clock are those of seat -2."""
        record = {
            "carreau": FORMAT,
            "game": self.game.id,
            "version": self.game.version,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "commitment": self.commitment,
            "actions": [[seat, self.game.name_action(action)] for seat, action in self.history],
            "over": self.over,
            "points": list(self.points),
        }
        return {**record, "digest": digest(record)}

    def copy(self) -> Match:
        """The same match, to be played on differently."""
        return self.twin(self.states.copy(), self.history, self.past.until(0, self.ply))

    def at(self, ply: int) -> Match:
        """The same match as it was after so many actions."""
        ply = self.read_ply(ply)
        if not 0 <= ply <= len(self.history):
            raise InvalidAction(f"The match has {len(self.history)} moves: there is no position after move {shown(ply, 20)}.")
        past = len(self.history) - ply
        state = self.past.back(past)
        if state is not None:
            return self.twin(np.array([state]), self.history[:ply], self.past.until(past, ply))
        earlier = Match(self.game, self.players, self.options, self.seed)
        for seat, action in self.history[:ply]:
            earlier.put(seat, action)
        return earlier

    def twin(self, states: Any, history: list[tuple[int, int]], past: Past) -> Match:
        """A match of its own on a state that this one is, or was, in."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.states, twin.history, twin.past = states, list(history), past
        twin.address = states.ctypes.data
        twin.buffer = np.empty_like(self.buffer)
        twin.listing = twin.buffer.ctypes.data
        return twin

    def __repr__(self) -> str:
        return f"<Match {self.game.id}, {self.players} players, ply {self.ply}{', over' if self.over else ''}>"
