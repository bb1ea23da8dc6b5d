"""carreau play: play a match in the terminal, alone against bots or with others at the same keyboard."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.markup import escape

import carreau
from carreau.bots.bot import Greedy, Ismcts
from carreau.bots.hasty import INSTEAD, bot_at_once
from carreau.bots.levels import Level
from carreau.bots.reaction import play_real_time
from carreau.bots.search_for import BOTS
from carreau.bots.turn import SEED_BITS, choose
from carreau.cli.command_tools import (
    console,
    errors,
    find_bot,
    find_game,
    how_often,
    load_record,
    prepare,
    read_pairs,
    seed_number,
)
from carreau.core import policy
from carreau.core.behind import BEHIND
from carreau.core.engine import MATCH
from carreau.core.errors import BadOption, BadPlayers, CarreauError
from carreau.core.match import Match
from carreau.core.policy import Policy
from carreau.games import quickest

HELP = "Tab completes, ? lists the moves, q leaves"


def play(
    game: str | None = None,
    *,
    players: int | None = None,
    humans: int = 1,
    bot: str = "3",
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    seed: str | None = None,
    record: Path | None = None,
) -> None:
    """Play a match in the terminal. The first seats are people at this keyboard, the others are bots.

    Args:
        game: id or folder of a game; the quickest one if left out.
        players: how many take part.
        humans: how many of them are people.
        bot: how strong the others are: a level 1 to 5, random, greedy, flat:N, ismcts:N, or your own as module:Name.
        option: an option of the game as name=value; may be given several times.
        seed: fixes the deal; one that nobody can guess if left out.
        record: save the match in this file; if it holds an unfinished match, continue that.
    """
    opponent = find_bot(bot)
    chosen = find_game(game) if game is not None else quickest()
    if record is not None and record.exists():
        match = carreau.replay(load_record(record))
    else:
        options = read_pairs(option)
        chosen.read_options(options, chosen.read_players(players, options))
        match = chosen.new(players, seed_number(seed), **options)
    if not 0 <= humans <= match.players:
        raise BadPlayers(f"There are {match.players} seats: between 0 and {match.players} can be people, not {humans}.")
    if humans and match.in_real_time:
        raise BadOption(
            f"With these options everybody plays {match.game.name} at once against the clock, which a terminal cannot show: "
            "choose other options, or let the bots play with --humans 0."
        )
    Session(match, humans, opponent, record).run()


class Session:
    """One match between the people at this keyboard and bots."""

    def __init__(self, match: Match, humans: int, opponent: Level, file: Path | None) -> None:
        self.match = match
        self.humans = humans
        self.opponent = opponent
        self.file = file
        self.chooser = random.Random()
        self.at_keyboard: int | None = None

    def run(self) -> None:
        console.print(f"[bold]{self.match.game.name}[/], {self.match.players} players. {HELP}.")
        console.print(f"[dim]The deal is fixed: commitment {self.match.commitment}[/]\n")
        self.keep()
        if self.humans < self.match.players:
            self.prepare()
        try:
            if self.match.in_real_time:
                play_real_time(self.match, [self.opponent.reaction] * self.match.players, self.chooser.getrandbits(60))
                self.keep()
            while not self.match.over:
                self.step()
        except EOFError:
            self.leave()
            return
        self.finish()

    def prepare(self) -> None:
        """Have the game compiled while people think about their first move. Bots that search exactly as told have to wait."""
        game = self.match.game
        if isinstance(self.opponent.bot, Greedy | Ismcts) and not self.opponent.number:
            prepare(game, MATCH, BOTS)
        elif self.opponent.number and policy.current() == Policy.BEHIND and not BOTS.is_made(game):
            weaker = "" if self.opponent.number in INSTEAD else " Until then, bots do not think as far ahead."
            sign = f"{escape(game.name)} is being prepared for this machine ({how_often(game)}).{weaker}"
            errors.print(f"[dim]{sign}[/]", soft_wrap=True)
            BEHIND.ask(game, MATCH, patience=0)
            BEHIND.ask(game, BOTS, patience=0)

    def step(self) -> None:
        """The next action: a person's if one may act, otherwise a bot's."""
        people = [seat for seat in self.match.acting if seat < self.humans]
        if people:
            self.ask(people[0])
        else:
            seat = self.match.acting[0]
            self.act(self.match.game.name_action(self.think(seat)), seat)

    def think(self, seat: int) -> int:
        """A bot's action, from what its seat may know."""
        game, level = self.match.game, self.opponent.number
        share = BEHIND.share(game)
        with errors.status("The bot is thinking …" + (f" ({game.name} is {share:.0%} prepared)" if share is not None else "")):
            bot = bot_at_once(game, level) if level else self.opponent.bot
            return choose(self.match, bot, seat, self.chooser.getrandbits(SEED_BITS))

    def act(self, name: str, seat: int) -> None:
        number = self.match.check(name, seat)[1]
        said = self.match.say_action(number, seat)
        self.match._put(seat, number)
        self.keep()
        if seat >= self.humans:
            console.print(f"Seat {seat} plays [bold]{name}[/] ({escape(said)}).")

    def ask(self, seat: int) -> None:
        """Ask until the seat has played."""
        self.draw_curtain(seat)
        console.print()
        console.print(self.match.text(seat))
        legal = self.match.legal(seat)
        while True:
            word = read_word(f"Seat {seat}, your move: ", legal)
            if word in ("q", "quit", "exit"):
                raise EOFError
            if word in ("?", "help"):
                console.print(f"{HELP}. Moves:", markup=False)
                for name in legal:
                    console.print(f"  {name}: {self.match.say_action(name, seat)}", markup=False)
            elif word:
                try:
                    self.act(word, seat)
                    return
                except CarreauError as error:
                    console.print(str(error), markup=False)

    def draw_curtain(self, seat: int) -> None:
        """If hands are hidden and another person is next, give them time to take the keyboard."""
        hidden = self.match.seen(seat).tobytes() != self.match.seen(None).tobytes()
        if hidden and self.humans > 1 and self.at_keyboard != seat:
            console.clear()
            console.input(f"Seat {seat} is next: press Enter when only you can see the screen. ")
        self.at_keyboard = seat

    def keep(self) -> None:
        """Only for this user: the seed of a running match gives every hand away."""
        if self.file is not None:
            draft = self.file.with_name(self.file.name + ".new")
            draft.unlink(missing_ok=True)
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "w", encoding="utf-8") as out:
                json.dump(self.match.record(), out, indent=1)
            draft.replace(self.file)

    def leave(self) -> None:
        console.print()
        if self.file is not None:
            console.print(f"The match is saved: carreau play --record {self.file} continues it.", markup=False)
        else:
            console.print("You left the match. With --record FILE it is saved, and you can continue it later.")

    def finish(self) -> None:
        assert self.match.outcome is not None
        console.print()
        console.print(self.match.text(None))
        console.print(f"\n[bold]{self.match.outcome['text']}[/]")
        console.print(f"[dim]The seed was {self.match.seed}.[/]")
        if self.file is not None:
            console.print(f"[dim]carreau verify {self.file} checks the deal and every move.[/]")


def read_word(prompt: str, words: list[str]) -> str:
    """A line from the keyboard; Tab completes the words."""
    try:
        import readline
    except ImportError:  # not on every system
        return input(prompt).strip()
    readline.set_completer_delims("")
    readline.set_completer(lambda text, state: next(iter([w for w in words if w.startswith(text)][state:]), None))
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    return input(prompt).strip()
