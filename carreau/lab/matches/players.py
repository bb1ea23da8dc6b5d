"""Who plays in the lab: bots that play the same at any time, on any machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from carreau.bots.bot import Bot, Ismcts
from carreau.bots.levels import Level, read_player
from carreau.bots.reaction import Reaction
from carreau.bots.seen import Seen
from carreau.core.errors import BadOption
from carreau.core.phrase import Phrase
from carreau.core.quick import quick_below
from carreau.core.types import Action
from carreau.lab.experiment import Setting, Strategy
from carreau.lab.experiment.allow import Rule, allowed

RANDOM = "random"


@dataclass(frozen=True)
class AtRandom:
    """Any legal action: the one that compiled matches at random would choose by the same seed."""

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        return legal[quick_below(seed, len(legal))]


@dataclass(frozen=True)
class Restricted:
    """A bot that is offered only what is allowed."""

    bot: Bot
    rule: Rule

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        return self.bot.choose(seen, self.rule.among(seen, legal), seed)


def players_of(setting: Setting, table: int) -> list[Bot]:
    """The bots at a table, by seat."""
    found = {name: player_named(setting, name) for name in setting.entrants}
    return [found[name] for name in setting.line_up(table)]


def player_named(setting: Setting, name: str) -> Bot:
    strategy = strategy_named(setting, name)
    if strategy is None:
        return unhurried(name)
    return Restricted(unhurried(strategy.bot), allowed(setting.game, strategy.allow))


def strategy_named(setting: Setting, name: str) -> Strategy | None:
    return next((strategy for strategy in setting.strategies if strategy.name == name), None)


def unhurried(name: str) -> Bot:
    """A bot by its name, without a limit of time, so that a busy machine does not change what it plays.

    The highest level thinks as long as its iterations take, and grows one tree with all of them: at the table it has a second on
    two cores, which grow a tree each.
    """
    if name == RANDOM:
        return AtRandom()
    bot = read_player(name).bot
    return replace(bot, seconds=None, cores=1) if isinstance(bot, Ismcts) else bot


def reactions_of(setting: Setting, table: int) -> list[Reaction]:
    """How quickly those at a table see, where all act at once: a level's own reaction, the middle level's for other bots."""
    return [reaction_of(setting, name) for name in setting.line_up(table)]


def reaction_of(setting: Setting, name: str) -> Reaction:
    if strategy_named(setting, name):
        raise BadOption(
            Phrase(
                "{name!r} cannot play here: in this match of {game} everybody acts at once, and restricted players take turns.",
                name=name, game=setting.game.name,
            )
        )  # fmt: skip
    player: Level = read_player(name)
    return Reaction() if name == RANDOM else player.reaction
