"""From what is written in a file, or given in Python, to an experiment that is checked and complete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carreau.core.errors import BadOption, BadSeed, CarreauError, UnknownGame
from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.core.seed import read_seed
from carreau.games import games, load
from carreau.lab.experiment.allow import allowed
from carreau.lab.experiment.bots import RANDOM, check_bot, names_in, plain_name
from carreau.lab.experiment.errors import BadExperiment, Path
from carreau.lab.experiment.experiment import Experiment
from carreau.lab.experiment.grid import OPTION, Axis, settings_of
from carreau.lab.experiment.keys import STRATEGY, TEST, THINKING, TOP, check_table, nearest, needed
from carreau.lab.experiment.setting import Setting, Strategy
from carreau.lab.experiment.test import Test
from carreau.lab.experiment.thinking import Thinking

SEED = 0
DEALS, MOST_TO_BE_PRECISE = 1000, 100_000  # if the file does not say
DEEP = 100
SKILL = "skill"  # a measure: whoever asks for it wants to know what the deal decides, and that takes every deal twice


def build(given: Mapping[str, Any], source: str) -> Experiment:
    """The experiment that keys with their values ask for.

    Raises:
        BadExperiment: If they are not right; the sentence says what is wrong.
    """
    check_table(given, TOP)
    played = games_of(given)
    strategies = strategies_of(given, played)
    settings, left_out = settings_of(axes_of(given, played, strategies), strategies)
    check_strategies_play(strategies, settings)
    precision = given.get("precision")
    return Experiment(
        title=given.get("title", "").strip() or title_of(settings), seed=seed_of(given), settings=settings,
        deals=given.get("deals", DEALS if precision is None else MOST_TO_BE_PRECISE), precision=precision,
        again=given.get("again", 2 if SKILL in given.get("measure", ()) else 1), deep=given.get("deep", DEEP),
        measures=measures_of(given),
        test=test_of(given, settings), thinking=thinking_of(given), source=source, left_out=left_out,
    )  # fmt: skip


def title_of(settings: Sequence[Setting]) -> str:
    return ", ".join(dict.fromkeys(setting.game.name for setting in settings))


def seed_of(given: Mapping[str, Any]) -> str:
    try:
        return read_seed(given.get("seed", SEED))
    except BadSeed as error:
        raise BadExperiment(error.sentence, ("seed",)) from None


# what is varied


def games_of(given: Mapping[str, Any]) -> list[tuple[Game, Path]]:
    """The games, each with the way to where it is named."""
    if "game" in given and "games" in given:
        raise BadExperiment(Phrase("Give {one!r} or {other!r}, not both.", one="game", other="games"), ("games",))
    if "game" not in given and "games" not in given:
        raise BadExperiment(Phrase("The key {name!r} is missing here.", name="game"))
    named = [(given["game"], Path(("game",)))] if "game" in given else items(given, "games")
    return [(game_at(name, path), path) for name, path in named]


def game_at(name: str, path: Path) -> Game:
    try:
        return load(name)
    except UnknownGame as error:
        if "/" in name or "\\" in name:
            raise BadExperiment(error.sentence, path) from None
        raise BadExperiment(
            Phrase("There is no game {name!r}; the games are: {games}.", name=name[:40], games=", ".join(games())), path
        ) from None


def axes_of(given: Mapping[str, Any], played: Sequence[tuple[Game, Path]], strategies: Sequence[Strategy]) -> list[Axis]:
    """What is listed, each with its values: games, players, options, who plays."""
    check_options(given, played)
    players = items(given, "players") or [(None, played[0][1])]
    line_ups = items(given, "bots") or [(RANDOM, Path())]
    check_bots(line_ups, strategies)
    options = [axis(OPTION + name, items(given["options"], name, ("options",))) for name in given.get("options", {})]
    return [axis("game", played), axis("players", players), *options, axis("bots", line_ups)]


def items(table: Mapping[str, Any], name: str, path: Path = ()) -> list[tuple[Any, Path]]:
    """The values of a key, of which there may be one or a list, each with the way to it."""
    if name not in table:
        return []
    value = table[name]
    if not isinstance(value, list | tuple):
        return [(value, (*path, name))]
    if not value:
        raise BadExperiment(Phrase("The list {name!r} is empty.", name=name), (*path, name))
    return [(one, (*path, name, k)) for k, one in enumerate(value)]


def axis(name: str, listed: Sequence[tuple[Any, Path]]) -> Axis:
    """Refuses a value that is listed twice."""
    seen = set[str]()
    for value, path in listed:
        if repr(value) in seen:
            raise BadExperiment(Phrase("This is listed twice: {value}.", value=getattr(value, "id", value)), path)
        seen.add(repr(value))
    values, paths = zip(*listed)
    return Axis(name, values, paths)


def check_options(given: Mapping[str, Any], played: Sequence[tuple[Game, Path]]) -> None:
    """Refuse an option that one of the games does not have."""
    for name in given.get("options", {}):
        for game, _ in played:
            known = [option.name for option in game.options]
            if name not in known:
                raise BadExperiment(no_option(name, game, known), ("options", name))


def no_option(name: str, game: Game, known: Sequence[str]) -> Phrase:
    """The nearest that there is, or all of them."""
    if near := nearest(name, known):
        return Phrase("{game} has no option {name!r}: did you mean {near!r}?", game=game.name, name=name[:40], near=near)
    listed = ", ".join(known) or "-"
    return Phrase("{game} has no option {name!r}; its options are: {known}.", game=game.name, name=name[:40], known=listed)


def check_bots(line_ups: Sequence[tuple[str, Path]], strategies: Sequence[Strategy]) -> None:
    own = {strategy.name for strategy in strategies}
    for line_up, path in line_ups:
        for name in names_in(line_up):
            if name not in own:
                check_bot_at(name, path)


def check_bot_at(name: str, path: Path) -> None:
    try:
        check_bot(name)
    except BadOption as error:
        raise BadExperiment(error.sentence, path) from None


# restricted players


def strategies_of(given: Mapping[str, Any], played: Sequence[tuple[Game, Path]]) -> tuple[Strategy, ...]:
    found: dict[str, Strategy] = {}
    for number, table in enumerate(given.get("strategy", ())):
        path: Path = ("strategy", number)
        check_table(table, STRATEGY, path)
        needed(table, ("name", "allow"), path)
        strategy = Strategy(table["name"].strip(), plain_name(table.get("bot", RANDOM).strip()), table["allow"])
        check_name(strategy.name, found, path)
        check_bot_at(strategy.bot, (*path, "bot"))
        check_allow(strategy, [game for game, _ in played], (*path, "allow"))
        found[strategy.name] = strategy
    return tuple(found.values())


def check_name(name: str, others: Mapping[str, Strategy], path: Path) -> None:
    """Refuse a name that is taken, or that would be read as something else among the bots."""
    if name in others:
        raise BadExperiment(Phrase("There are two strategies with the name {name!r}.", name=name), (*path, "name"))
    if "," in name or ":" in name or is_bot(name):
        raise BadExperiment(
            Phrase("A strategy cannot be called {name!r}: that is a bot, or has a comma or a colon in it.", name=name),
            (*path, "name"),
        )


def is_bot(name: str) -> bool:
    try:
        check_bot(name)
    except BadOption:
        return False
    return True


def check_allow(strategy: Strategy, games: Sequence[Game], path: Path) -> None:
    """Refuse a restriction that cannot be understood, or that looks at what an action of one of the games does not have."""
    for game in games:
        try:
            allowed(game, strategy.allow)
        except BadOption as error:
            raise BadExperiment(error.sentence, path) from None


def check_strategies_play(strategies: Sequence[Strategy], settings: Sequence[Setting]) -> None:
    playing = {name for setting in settings for name in setting.bots}
    for number, strategy in enumerate(strategies):
        if strategy.name not in playing:
            raise BadExperiment(
                Phrase("The strategy {name!r} plays nowhere: name it in {key!r}.", name=strategy.name, key="bots"),
                ("strategy", number),
            )


# what is measured


def measures_of(given: Mapping[str, Any]) -> tuple[str, ...]:
    from carreau.lab.measures import MEASURES  # only now: measures know experiments

    for k, name in enumerate(given.get("measure", ())):
        if name not in MEASURES:
            raise BadExperiment(no_measure(name, list(MEASURES)), ("measure", k))
    return tuple(name for name in MEASURES if name in given.get("measure", MEASURES))


def no_measure(name: str, known: Sequence[str]) -> Phrase:
    """The nearest that there is, or all of them."""
    if near := nearest(name, known):
        return Phrase("There is no measure {name!r}: did you mean {near!r}?", name=name[:40], near=near)
    return Phrase("There is no measure {name!r}; the measures are: {known}.", name=name[:40], known=", ".join(known))


def thinking_of(given: Mapping[str, Any]) -> Thinking:
    table = given.get("thinking", {})
    check_table(table, THINKING, ("thinking",))
    return Thinking(**{name: float(value) for name, value in table.items()})


def test_of(given: Mapping[str, Any], settings: Sequence[Setting]) -> Test | None:
    if "test" not in given:
        return None
    table, path = given["test"], Path(("test",))
    check_table(table, TEST, path)
    needed(table, ("first", "second"), path)
    first, second = (chosen(table[name], settings, (*path, name)) for name in ("first", "second"))
    if first is second:
        raise BadExperiment(Phrase("Both conditions of the test choose the same setting."), (*path, "second"))
    check_quantity(table.get("of", Test.of), (*path, "of"))
    rest = {name: value for name, value in table.items() if name not in ("first", "second")}
    return Test(first.id, second.id, **rest)


def check_quantity(name: str, path: Path) -> None:
    from carreau.lab.measures import quantity_named
    from carreau.lab.measures.quantities import QUANTITIES

    if quantity_named(name) is None:
        near = nearest(name, list(QUANTITIES))
        raise BadExperiment(
            Phrase("There is no figure {name!r}: did you mean {near!r}?", name=name[:40], near=near)
            if near
            else Phrase("There is no figure {name!r}; there is for instance {one!r}.", name=name[:40], one=Test.of),
            path,
        )


def chosen(conditions: Mapping[str, Any], settings: Sequence[Setting], path: Path) -> Setting:
    """The one setting that meets all conditions."""
    varied = dict.fromkeys(name for setting in settings for name in setting.varied)
    for name in conditions:
        if name not in varied:
            known = ", ".join(varied) or "-"
            raise BadExperiment(
                Phrase("{name!r} is not varied in this experiment; what is varied: {known}.", name=name, known=known),
                (*path, name),
            )
    found = [setting for setting in settings if all(meets(setting, name, value) for name, value in conditions.items())]
    if len(found) != 1:
        known = ", ".join(setting.id for setting in (found or settings)[:5])
        raise BadExperiment(
            Phrase("These conditions must choose one setting, and choose {n}, of: {known}.", n=len(found), known=known), path
        )
    return found[0]


def meets(setting: Setting, name: str, value: Any) -> bool:
    """Whether a varied value is this one, however it is written."""
    if name not in setting.varied:
        return False
    option = next((option for option in setting.game.options if option.name == name), None)
    try:
        return bool(setting.varied[name] == (option.read(value, setting.players) if option else value))
    except CarreauError:
        return False
