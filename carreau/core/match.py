"""A match: one play of a game from deal to result, and the only door to its state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from carreau.core.errors import BadOption, BadPlayers, IllegalAction, InvalidAction
from carreau.core.game import Game
from carreau.core.number import shown, whole_number
from carreau.core.past import Past
from carreau.core.phrase import listed
from carreau.core.record import FORMAT, digest
from carreau.core.refusal import between_rounds, match_over, moved_on, no_seat, not_allowed, not_your_turn
from carreau.core.seed import commitment, read_seed, seed_words
from carreau.core.state import CLOCK, SPECTATOR, State, blank, copied
from carreau.core.types import Action, ActionName, Options, Outcome, Ply, Points, Record, Seat, Seed
from carreau.core.view import View, describe

if TYPE_CHECKING:
    from carreau.core.words import Words
    from carreau.draw.scene import Scene

NOTHING = np.empty(0, np.int64)  # to be done


class Match:
    """One play of a game, from the deal to the result.

    Make one with [`Game.new`][carreau.Game.new]. A match checks everything it is asked to do: what it refuses raises a
    [`CarreauError`][carreau.CarreauError] and leaves the match as it was. A match is for one thread at a time; give another
    thread a [`copy`][carreau.Match.copy].

    Attributes:
        game: The game that is played.
        players: How many take part; the seats go from 0 to `players - 1`.
        options: All options with their values.
        seed: 64 hexadecimal digits that fix the deal. Whoever knows them knows every hidden card.
        history: Seat and action, as numbers, of everything that was played.

    Examples:
        >>> import carreau
        >>> match = carreau.load(carreau.examples() / "connect_four").new(seed=7)
        >>> match.acting
        (0,)
        >>> match.legal(0)
        ['a', 'b', 'c', 'd', 'e', 'f', 'g']
        >>> match.play("d")
        >>> match.ply, match.acting
        (1, (1,))
    """

    _buffer: Any
    _listing: int | None

    def __init__(self, game: Game, players: int | None, options: Mapping[str, Any], seed: Seed | None) -> None:
        self.game = game
        self.players = game.read_players(players, options)
        self.options: Options = game.read_options(options, self.players)
        self.seed = read_seed(seed)
        self.history: list[tuple[Seat, Action]] = []
        self._past = Past(game)
        self._hold(blank(game.rules.STATE))
        numbers = np.array(game._option_numbers(self.options), np.int64)
        game._drive.setup_at(self._address, self.players, numbers, np.array(seed_words(self.seed), np.int64))

    # what everybody may ask

    @property
    def state(self) -> State:
        """The whole truth, as a record: for tests and for the program that runs the match, never for a player."""
        state: State = self._states[0]
        return state

    @property
    def ply(self) -> Ply:
        """How many actions have been played."""
        return int(self._states["ply"].item())

    @property
    def acting(self) -> tuple[Seat, ...]:
        """The seats that may act now: one where turns are taken, several in real time, none when the match is over."""
        bits = int(self._states["acting"].item())
        return tuple(seat for seat in range(self.players) if bits >> seat & 1)

    def may_act(self, seat: Seat) -> bool:
        """Whether a seat may act now.

        Raises:
            BadSeat: If there is no such seat.
        """
        self._check_seat(seat, SPECTATOR, CLOCK)
        return self._acts(seat)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._states["over"].item())

    @property
    def points(self) -> tuple[Points, ...]:
        """The rulebook's points, per seat."""
        return tuple(self._states["points"][0, : self.players].tolist())

    @property
    def returns(self) -> tuple[float, ...]:
        """Each seat's share of the win; all zero before the end."""
        shares = np.zeros(self.players)
        self.game._drive.returns_at(self._address, shares.ctypes.data)
        return tuple(float(share) for share in shares)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, in English; None before the end."""
        return self.outcome_in("en")

    @property
    def commitment(self) -> str:
        """A hash that fixes the deal without giving it away: it may be shown before the first card."""
        return commitment(self.game.id, self.game.version, self.players, self.options, self.seed)

    @property
    def in_real_time(self) -> bool:
        """Whether several seats act at once and time counts."""
        return self.game.realtime is not None and bool(self.game.realtime.timers(self.state))

    # actions

    def actions(self, seat: Seat) -> list[Action]:
        """List the legal actions of a seat as numbers.

        Args:
            seat: Whose actions; `carreau.CLOCK` for what can happen when time runs out.

        Returns:
            The actions in ascending order; none for a seat that may not act now.

        Raises:
            BadSeat: If there is no such seat.
        """
        actions: list[Action] = self._list_actions(seat).tolist()
        return actions

    def legal(self, seat: Seat) -> list[ActionName]:
        """List the legal actions of a seat by name, in the same order as [`actions`][carreau.Match.actions].

        Args:
            seat: Whose actions; `carreau.CLOCK` for what can happen when time runs out.

        Returns:
            The names; none for a seat that may not act now.

        Raises:
            BadSeat: If there is no such seat.
        """
        return self.game.name_actions(self.actions(seat))

    def play(
        self, action: Action | ActionName, seat: Seat | None = None, ply: Ply | None = None, recorded: bool = False
    ) -> None:  # fmt: skip
        """Play an action.

        Args:
            action: Its number or its name.
            seat: Who plays it; may be left out if only one seat may act.
            ply: How many actions the player had seen. If more have been played since, the action is refused (in real time,
                only if that makes a difference to it).
            recorded: Whether it was played before, as in a record: what its player had seen is no longer known.

        Raises:
            InvalidAction: If the action cannot be read.
            IllegalAction: If the rules do not allow it now.
            StaleAction: If the match has moved on since `ply`.
            BadSeat: If there is no such seat.
        """
        self._put(*self.check(action, seat, ply, recorded))

    def check(
        self, action: Action | ActionName, seat: Seat | None = None, ply: Ply | None = None, recorded: bool = False
    ) -> tuple[Seat, Action]:  # fmt: skip
        """Check an action without playing it. Arguments and exceptions are those of [`play`][carreau.Match.play].

        Returns:
            The seat that would play it, and the action's number.
        """
        number = self._read_action(action)
        if self.over:
            raise match_over()
        if seat is None:
            seat = self._only_acting()
        self._check_seat(seat, *self._clock)
        seat = int(seat)
        if ply is not None:
            ply = self._read_ply(ply)
            if self._past.is_stale(self.state, seat, number, ply):
                raise moved_on(ply, self.ply)
        if not self._acts(seat):
            raise not_your_turn(seat, self.acting) if self.acting else between_rounds()
        actions = self._list_actions(seat)
        place = int(actions.searchsorted(number))
        is_listed = place < len(actions) and actions[place] == number
        if not is_listed and not self._past.is_late(self.state, seat, number, ply, recorded):
            raise not_allowed(self.game, number, seat, actions)
        return seat, number

    # what is shown

    def seen(self, seat: Seat | None) -> State:
        """The state as a record, with everything blanked that a seat may not know.

        Args:
            seat: Whose view it is; None is a spectator's.
        """
        seat = SPECTATOR if seat is None else seat
        self._check_seat(seat, SPECTATOR)
        copies = blank(self.game.rules.STATE)
        self.game._drive.view_at(self._address, seat, copies.ctypes.data)
        blanked: State = copies[0]
        return blanked

    def view(self, seat: Seat | None) -> View:
        """What a seat may know, as JSON.

        Args:
            seat: Whose view it is; None is a spectator's.
        """
        return describe(self.game, self.options, self.seen(seat), seat)

    def reveal(self) -> View:
        """Everything, as JSON: for after the match and for tests."""
        return describe(self.game, self.options, self.state, None)

    def text(self, seat: Seat | None) -> str:
        """A picture for the terminal of what a seat may know, in rich's markup.

        Args:
            seat: Whose view it is; None is a spectator's.
        """
        legal = self.actions(seat) if seat is not None else []
        picture: str = self.game.show.text(self.seen(seat), SPECTATOR if seat is None else seat, legal)
        return picture

    def say_action(self, action: Action | ActionName, seat: Seat | None = None, language: str = "en") -> str:
        """Describe an action that could be played now, in words that everybody may hear.

        Args:
            action: Its number or its name.
            seat: Who would play it; may be left out if only one seat may act.
            language: `en` or `fr`.

        Raises:
            InvalidAction: If the action cannot be read.
            IllegalAction: If the match is over, or several seats may act and none was given.
            BadSeat: If there is no such seat.
        """
        number, seat = self._read_action(action), self._only_acting() if seat is None else seat
        self._check_seat(seat, *self._clock)
        return self._say_action(number, seat, language, 0)

    def outcome_in(self, language: str, names: Sequence[str] | None = None) -> Outcome | None:
        """Who won and why, in a language.

        Args:
            language: `en` or `fr`.
            names: What the players are called, by seat.

        Returns:
            None before the end of the match.

        Raises:
            BadPlayers: If there is not a name for each seat.
        """
        if not self.over:
            return None
        words = self.game.words(language)
        winners = [seat for seat, share in enumerate(self.returns) if share > 0]
        told = self.game.show.outcome(self.state, winners, words, self._names(names, words))
        return cast(Outcome, {"winners": winners, **told})

    def scene(
        self, seat: Seat | None, language: str = "en", names: Sequence[str] | None = None, form: str = "wide"
    ) -> Scene:  # fmt: skip
        """What a seat sees, ready to be drawn (`.svg()`) or told (`.text()`). It is made from the seat's view and nothing else.

        Args:
            seat: Whose view it is; None is a spectator's.
            language: `en` or `fr`.
            names: What the players are called, by seat.
            form: `phone`, `wide`, or `leaf`: a rulebook's picture, as narrow as a phone, with the names of cells.

        Raises:
            BadSeat: If there is no such seat.
            BadPlayers: If there is not a name for each seat.
            BadOption: If the form is no text.
            CarreauError: If the game is not drawn.
        """
        if not isinstance(form, str):
            raise BadOption(f"A form is phone, wide or leaf, not {shown(form, 20)}.")
        words = self.game.words(language)
        legal = self.actions(seat) if seat is not None else []
        called = self._names(names, words)
        return self.game.scene(self.seen(seat), SPECTATOR if seat is None else seat, legal, words, called, form)

    def svg(
        self, seat: Seat | None = None, language: str = "en", names: Sequence[str] | None = None, form: str = "wide",
        theme: str = "auto",
    ) -> str:  # fmt: skip
        """Draw what a seat may know.

        Args:
            seat: Whose view it is; None is a spectator's.
            language: `en` or `fr`.
            names: What the players are called, by seat.
            form: `phone` or `wide`, or `leaf` for a rulebook.
            theme: `auto`, `light`, `dark`, `strong-light` or `strong-dark`.

        Returns:
            A whole SVG document.

        Raises:
            BadSeat: If there is no such seat.
            BadPlayers: If there is not a name for each seat.
            BadOption: If there is no such form or theme.
            CarreauError: If the game is not drawn.
        """
        return self.scene(seat, language, names, form).svg(form, theme)

    def _repr_svg_(self) -> str:
        """In a notebook: what a spectator sees."""
        return self.svg()

    # between two rounds

    @property
    def scored(self) -> Ply:
        """The ply that last ended a round; 0 before that."""
        return int(self._states["scored"].item())

    def scored_table(self) -> Match | None:
        """The match between two rounds: the last action ended one, and the next is not dealt yet.

        Returns:
            None if the last action did not end a round, or ended the match.
        """
        if self.over or self.ply == 0 or self.scored != self.ply:
            return None
        table, (seat, action) = self.at(len(self.history) - 1), self.history[-1]
        self.game._drive.score_at(table._address, seat, action)
        table.history.append((seat, action))
        return table

    def closing(
        self, seat: Seat | None, language: str = "en", names: Sequence[str] | None = None, form: str = "wide"
    ) -> Scene | None:  # fmt: skip
        """The scene between two rounds: see [`scored_table`][carreau.Match.scored_table] and [`scene`][carreau.Match.scene]."""
        scored = self.scored_table()
        return None if scored is None else scored.scene(seat, language, names, form)

    # keeping

    def record(self) -> Record:
        """The match as JSON: all it takes to play it again ([`replay`][carreau.replay]) and to check it.

        Its seed gives every hidden card away: keep it to yourself while the match is on.
        """
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
        return cast(Record, {**record, "digest": digest(record)})

    def copy(self) -> Match:
        """A copy of the match, which can be played on differently."""
        return self._twin(copied(self._states), self.history.copy(), self._past.until(0, self.ply))

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, which must not keep addresses of memory."""
        return resumed, (self.game, self.players, self.options, self.seed, self.history, self._past, self._states)

    def at(self, ply: Ply) -> Match:
        """A copy of the match as it was earlier.

        Args:
            ply: After how many actions.

        Raises:
            InvalidAction: If fewer have been played.
        """
        ply = self._read_ply(ply)
        if not 0 <= ply <= len(self.history):
            raise InvalidAction(f"The match has {len(self.history)} moves: there is no position after move {shown(ply, 20)}.")
        past = len(self.history) - ply
        if self._past.reaches(past):
            return self._twin(self._past.copy_back(past), self.history[:ply], self._past.until(past, ply))
        earlier = Match(self.game, self.players, self.options, self.seed)
        for seat, action in self.history[:ply]:
            earlier._put(seat, action)
        return earlier

    def __repr__(self) -> str:
        return f"<Match {self.game.id}, {self.players} players, ply {self.ply}{', over' if self.over else ''}>"

    # for the package's own rooms

    def _put(self, seat: Seat, action: Action) -> None:
        """Play an action that has just been checked."""
        self._past.keep(self._states)
        self.game._drive.play_at(self._address, seat, action)
        self.history.append((seat, action))

    def _say_action(self, action: Action, seat: Seat, language: str, plies: int) -> str:
        """An action in words, as everybody might have heard them this many plies ago; the match must remember that state."""
        if self.game.sentences is None or seat == CLOCK:
            return self.game.name_action(action)
        states = self._copy_back(plies)
        address = states.ctypes.data
        self.game._drive.view_at(address, SPECTATOR, address)
        said: str = self.game.sentences.say_action(states[0], seat, action, self.game.words(language))
        return said

    def _copy_back(self, plies: int) -> Any:
        """A copy of the state this many plies ago, which the match must remember."""
        return self._past.copy_back(plies) if plies else copied(self._states)

    def _state_before(self) -> Any:
        """A copy of the state before the last action: a whole match as it was then takes the longer the more has been played."""
        return self._past.copy_back(1) if self._past.reaches(1) else self.at(self.ply - 1)._states

    def _list_actions(self, seat: Seat) -> Any:
        """The legal actions of a seat as an array, valid until the next list is made."""
        self._check_seat(seat, *self._clock)
        if self.over or not self._acts(seat):
            return NOTHING
        if self._listing is None:
            self._buffer = np.empty(self.game.rules.MOST_LEGAL, np.int64)
            self._listing = self._buffer.ctypes.data
        return self._buffer[: self.game._drive.legal_at(self._address, seat, self._listing)]

    def _twin(self, states: Any, history: list[tuple[Seat, Action]], past: Past) -> Match:
        """A separate match, from a state that this one is or was in."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.history, twin._past = history, past
        twin._hold(states)
        return twin

    def _hold(self, states: Any) -> None:
        """Take the memory of a state; that for a list of actions is taken when one is made."""
        self._states = states
        self._address: int = states.ctypes.data
        self._buffer, self._listing = None, None

    def _acts(self, seat: Seat) -> bool:
        """Whether a seat that is known to be one may act."""
        return seat in self._clock if seat < 0 else bool(int(self._states["acting"].item()) >> seat & 1)

    @property
    def _clock(self) -> tuple[Seat, ...]:
        """The clock's seat, where time can run out."""
        return (CLOCK,) if self.game.clock else ()

    def _read_action(self, action: Action | ActionName) -> Action:
        if isinstance(action, str):
            return self.game.parse_action(action)
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
            raise InvalidAction(f"An action is a name or a number, not {type(action).__name__}.")
        self.game.unpack(int(action))
        return int(action)

    def _read_ply(self, ply: Ply) -> Ply:
        number = whole_number(ply)
        if number is None:
            raise InvalidAction(f"A ply is a whole number, not {type(ply).__name__}.")
        return number

    def _names(self, names: Sequence[str] | None, words: Words) -> Sequence[str]:
        """What the players are called: as given, or by their seats."""
        if not names:
            return words.seats(self.players)
        if isinstance(names, str) or len(names) < self.players or not all(isinstance(name, str) for name in names):
            raise BadPlayers(f"This match has {self.players} seats: give a list with a name for each.")
        return names

    def _only_acting(self) -> Seat:
        if not self.acting:
            raise match_over() if self.over else between_rounds()
        if len(self.acting) != 1:
            raise IllegalAction(f"Say which seat acts: it can be seat {listed(self.acting)}.")
        return self.acting[0]

    def _check_seat(self, seat: Seat | None, *others: Seat) -> None:
        if type(seat) is not int and whole_number(seat) is None:
            raise no_seat(seat, self.players)
        assert seat is not None
        if not 0 <= seat < self.players and seat not in others:
            raise no_seat(seat, self.players)


def resumed(*parts: Any) -> Match:
    """A match that was pickled."""
    match = object.__new__(Match)
    match.game, match.players, match.options, match.seed, match.history, match._past, states = parts
    match._hold(states)
    return match
