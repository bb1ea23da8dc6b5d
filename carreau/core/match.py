"""A match: one play of a game from deal to result, and the only door to its state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from carreau.core.errors import BadSeat, CarreauError, IllegalAction, InvalidAction, StaleAction
from carreau.core.game import Game, listed
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
        return [self.game.name_action(action) for action in self.actions(seat)]

    def play(self, action: Action, seat: int | None = None, ply: int | None = None) -> None:
        """Play an action, given by name or number, for a seat (the acting one if only one is).

        `ply` is the number of actions the player had seen: if the match has moved on since, StaleAction; in a game with
        a clock only if that makes a difference to the action (see `is_stale`).
        """
        self.put(*self.check(action, seat, ply))

    def put(self, seat: int, number: int) -> None:
        """Play what has been checked, and nothing has happened since."""
        self.game.drive.play_at(self.address, seat, number)
        self.history.append((seat, number))

    def check(self, action: Action, seat: int | None, ply: int | None = None) -> tuple[int, int]:
        """Seat and number of an action that may be played now; otherwise the right exception."""
        number = self.read_action(action)
        if self.over:
            raise IllegalAction(Phrase("The match is over: nothing more can be played."))
        if seat is None:
            seat = self.only_acting()
        self.check_seat(seat, *self.clock)
        if ply is not None and self.is_stale(number, seat, ply):
            raise self.moved_on(ply)
        if not self.may_act(seat):
            turn = listed(self.acting)
            raise IllegalAction(Phrase("Seat {seat} cannot act now: it is the turn of seat {turn}.", seat=seat, turn=turn))
        actions = self.list_actions(seat)
        place = int(actions.searchsorted(number))
        if place == len(actions) or actions[place] != number:
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
        stale: bool = self.game.realtime.stale(self.at(ply).state, self.state, seat, number)
        return stale

    def read_action(self, action: Action) -> int:
        if isinstance(action, str):
            return self.game.parse_action(action)
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            raise InvalidAction(f"An action is a name or a number, not {type(action).__name__}.")
        self.game.unpack(int(action))
        return int(action)

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
            "seat": seat,
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
        if not hasattr(self.game.show, "picture"):
            raise CarreauError(f"{self.game.name} has no pictures: `text` shows its table.")
        words = self.game.words(language)
        names = names or words.seats(self.players)
        legal = self.actions(seat) if seat is not None else []
        return self.game.show.picture(self.seen(seat), SPECTATOR if seat is None else seat, legal, words, names, form)

    def closing(
        self, seat: int | None, language: str = "en", names: Sequence[str] | None = None, form: str = "wide"
    ) -> Any:  # fmt: skip
        """The table on which the last action ended a round, where the rules have cleared it since; otherwise None.

        A scene like any other, made from the seat's views before and after that action.
        """
        if not self.history or not hasattr(self.game.show, "closing"):
            return None
        words = self.game.words(language)
        before, (_, action) = self.at(len(self.history) - 1), self.history[-1]
        viewer = SPECTATOR if seat is None else seat
        names = names or words.seats(self.players)
        return self.game.show.closing(before.seen(seat), self.seen(seat), action, viewer, words, names, form)

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
        """JSON-able: all it takes to play the same match again, and to check it."""
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
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.history = list(self.history)
        twin.states = self.states.copy()
        twin.address = twin.states.ctypes.data
        twin.buffer = self.buffer.copy()
        twin.listing = twin.buffer.ctypes.data
        return twin

    def at(self, ply: int) -> Match:
        """The same match as it was after so many actions."""
        earlier = Match(self.game, self.players, self.options, self.seed)
        for seat, action in self.history[:ply]:
            self.game.drive.play_at(earlier.address, seat, action)
            earlier.history.append((seat, action))
        return earlier

    def __repr__(self) -> str:
        return f"<Match {self.game.id}, {self.players} players, ply {self.ply}{', over' if self.over else ''}>"
