"""The settings of an experiment: every combination of what is varied that the games accept."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from carreau.core.errors import BadOption, BadPlayers, CarreauError
from carreau.core.game import Game
from carreau.core.phrase import Phrase, listed
from carreau.core.types import Value
from carreau.lab.experiment.bots import read_line_up
from carreau.lab.experiment.errors import BadExperiment, Path
from carreau.lab.experiment.setting import Setting, Strategy

MOST_SETTINGS = 200
LONGEST_ID = 80
OPTION = "options."  # in front of its name, as an axis
NAMED = 5  # combinations that are left out, in one sentence


@dataclass(frozen=True)
class Axis:
    """Something that is listed: its values, and the way to each of them in the file."""

    name: str
    values: tuple[Any, ...]
    paths: tuple[Path, ...]

    @property
    def label(self) -> str:
        return self.name.removeprefix(OPTION)


class Refusal(NamedTuple):
    """A combination that a game refuses: the numbers of its values, the axis that is to blame, and the reason."""

    numbers: tuple[int, ...]
    axis: str
    sentence: str


@dataclass
class Grid:
    """All combinations, those that fit and those that do not."""

    axes: Sequence[Axis]
    strategies: tuple[Strategy, ...]
    fitting: list[tuple[tuple[int, ...], Setting]] = field(default_factory=list)  # with the numbers of its values on the axes
    refused: list[Refusal] = field(default_factory=list)

    def fill(self) -> None:
        """Try every combination."""
        for numbers in product(*(range(len(axis.values)) for axis in self.axes)):
            given = {axis.name: axis.values[k] for axis, k in zip(self.axes, numbers)}
            try:
                self.fitting.append((numbers, setting_of(given, self.strategies)))
            except (BadOption, BadPlayers) as error:
                self.refused.append(Refusal(numbers, blamed(given, error), error.sentence))

    def check(self) -> None:
        """Refuse a value that fits nowhere: it is a mistake. What only fits with some others is left out with the rest."""
        lost = [
            (k, number)
            for k, axis in enumerate(self.axes)
            for number in range(len(axis.values))
            if all(numbers[k] != number for numbers, _ in self.fitting)
        ]
        reasons = [(k, number, one) for k, number in lost for one in self.refused if one.numbers[k] == number]
        for k, number, one in sorted(reasons, key=lambda reason: self.axes[reason[0]].name != reason[2].axis):
            raise BadExperiment(one.sentence, self.axes[k].paths[number])

    def left_out(self) -> tuple[str, ...]:
        """What a game refuses, in one sentence for each reason."""
        reasons: dict[str, list[tuple[int, ...]]] = {}
        for one in self.refused:
            reasons.setdefault(one.sentence, []).append(one.numbers)
        return tuple(
            Phrase("Left out: {combinations}. {reason}", combinations=self.summed_up(refused), reason=reason)
            for reason, refused in reasons.items()
        )

    def summed_up(self, refused: Sequence[tuple[int, ...]]) -> str:
        """Combinations in few words: if they are all that there are of some values, only these."""
        used = [sorted({numbers[k] for numbers in refused}) for k in range(len(self.axes))]
        if math.prod(map(len, used)) == len(refused):
            chosen = [(axis, some) for axis, some in zip(self.axes, used) if len(some) < len(axis.values)]
            return ", ".join(f"{axis.label} = {listed([written(axis.values[k]) for k in some])}" for axis, some in chosen)
        each = [", ".join(f"{axis.label} = {written(axis.values[k])}" for axis, k in self.varied(one)) for one in refused[:NAMED]]
        return "; ".join(each) + (" …" if len(refused) > NAMED else "")

    def varied(self, numbers: Sequence[int]) -> list[tuple[Axis, int]]:
        return [(axis, k) for axis, k in zip(self.axes, numbers) if len(axis.values) > 1]


def settings_of(axes: Sequence[Axis], strategies: tuple[Strategy, ...]) -> tuple[tuple[Setting, ...], tuple[str, ...]]:
    """The settings, and what is left out."""
    check_size(axes)
    grid = Grid(axes, strategies)
    grid.fill()
    grid.check()
    return named([setting for _, setting in grid.fitting]), grid.left_out()


def check_size(axes: Sequence[Axis]) -> None:
    count = math.prod(len(axis.values) for axis in axes)
    if count > MOST_SETTINGS:
        longest = max(axes, key=lambda axis: len(axis.values))
        raise BadExperiment(
            Phrase("These are {count} settings, and there can be {most}: vary less at a time.", count=count, most=MOST_SETTINGS),
            longest.paths[0][:-1],
        )


def setting_of(given: Mapping[str, Any], strategies: tuple[Strategy, ...]) -> Setting:
    """One combination, as far as the game accepts it; its name and what is varied come later."""
    game: Game = given["game"]
    options = options_in(given)
    players = game.read_players(given["players"], options)
    read = game.read_options(options, players)
    return Setting("", game, players, read, {}, read_line_up(given["bots"], players), strategies)


def options_in(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name.removeprefix(OPTION): value for name, value in given.items() if name.startswith(OPTION)}


def blamed(given: Mapping[str, Any], error: CarreauError) -> str:
    """The axis whose value is refused: without it the combination would be fine."""
    game, options = given["game"], options_in(given)
    if isinstance(error, BadPlayers):
        return "players" if given["players"] not in (None, *game.players) else "bots"
    for name in options:
        if game.accepts(game.read_players(given["players"]), {other: value for other, value in options.items() if other != name}):
            return OPTION + name
    return "players"


# names


def named(settings: Sequence[Setting]) -> tuple[Setting, ...]:
    """The same settings with what differs between them, and with their names."""
    facts = [facts_of(setting) for setting in settings]
    differing = [name for name in names_of(facts) if len({repr(one[name]) for one in facts if name in one}) > 1]
    found, taken = [], set[str]()
    for setting, fact in zip(settings, facts):
        varied = {name: fact[name] for name in differing if name in fact}
        id = new_id(setting, varied, taken)
        found.append(Setting(id, setting.game, setting.players, setting.options, varied, setting.bots, setting.strategies))
    return tuple(found)


def facts_of(setting: Setting) -> dict[str, Value]:
    return {"game": setting.game.id, "players": setting.players, **setting.options, "bots": line_up_of(setting.bots)}


def names_of(facts: Sequence[Mapping[str, Value]]) -> list[str]:
    """The names of all facts, who plays last."""
    return [*dict.fromkeys(name for one in facts for name in one if name != "bots"), "bots"]


def line_up_of(bots: Sequence[str]) -> str:
    """Who plays, as it is written in a file."""
    return bots[0] if len(set(bots)) == 1 else ",".join(bots)


def new_id(setting: Setting, varied: Mapping[str, Value], taken: set[str]) -> str:
    """The game, its players, the options that are varied and who plays."""
    options = [f"{name}={plain(varied[name])}" for name in varied if name in setting.options]
    parts = [setting.game.id, str(setting.players), *options, line_up_of(setting.bots).replace(",", "+")]
    base = re.sub(r"[^A-Za-z0-9=+._-]", "_", "-".join(parts))[:LONGEST_ID]
    id, count = base, 1
    while id.lower() in taken:
        count += 1
        id = f"{base}-{count}"
    taken.add(id.lower())
    return id


def plain(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "random" if value is None else str(value)


def written(value: Any) -> str:
    return value.id if isinstance(value, Game) else plain(value)
