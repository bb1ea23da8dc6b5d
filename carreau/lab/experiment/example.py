"""An example of an experiment for any game, with a comment for every key: what `carreau lab new` writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from carreau.core.game import Game
from carreau.core.option import Choice, Flag, Number, Option
from carreau.core.phrase import Phrase
from carreau.core.types import Value
from carreau.lab.experiment.ask import name_of
from carreau.lab.experiment.words import words_for
from carreau.lab.experiment.write import said

HERE = Path(__file__).parent
DEALS = 1000
FEW = 3  # values that an example may try


def example(game: Game, file: str, language: str) -> str:
    """The text of a file of this name."""
    fewest, words = game.read_players(None), words_for(language, [game])
    option = option_to_vary(game, fewest)
    values = values_of(option, fewest) if option else []
    about = words.tell(Phrase("what the option {option} does", option=option.name) if option else Phrase("a first look"))
    first, second = (f"{option.name} = {said(value)}" if option else f"players = {value}" for value in (values or [2, 3])[:2])
    part = max(game.fields, key=lambda field: field.name == "card")
    return (HERE / f"example.{language}.toml").read_text(encoding="utf-8").format(
        name=game.name, file=file, title=said(f"{game.name}: {about}")[1:-1], game=said(name_of(game))[1:-1], fewest=fewest,
        players=list(game.players), mixed=",".join(["greedy", *["random"] * (max(fewest, 2) - 1)]), deals=DEALS,
        options="\n".join(options_of(game, option, values, fewest, language)), parts=", ".join(one.name for one in game.fields),
        part=part.name, half=part.size // 2, first=first, second=second,
    )  # fmt: skip


def option_to_vary(game: Game, players: int) -> Option | None:
    """The first that has few values, two of which go with all other options as they are."""
    return next((option for option in game.options if len(values_of(option, players)) > 1 and goes(game, option, players)), None)


def values_of(option: Option, players: int) -> list[Value]:
    """All values of an option that has only a few."""
    if isinstance(option, Number):
        return list(range(option.low, option.high + 1)) if option.high - option.low < FEW else []
    samples = list(option.samples(players)) if isinstance(option, Flag | Choice) else []
    return samples if len(samples) <= FEW else []


def goes(game: Game, option: Option, players: int) -> bool:
    return all(game.accepts(players, {option.name: value}) for value in values_of(option, players))


def options_of(game: Game, varied: Option | None, values: list[Value], players: int, language: str) -> Iterator[str]:
    """The lines of all options with what they mean; only one is varied."""
    words = words_for(language, [game])
    yield "[options]" if varied else "# [options]"
    for option in game.options:
        takes = option.expects if not isinstance(option, Flag) else "true, false"
        yield f"# {words.say(option.about)} – {words.tell(takes)}"
        if option is varied:
            yield f"{option.name} = {said(values)}"
        else:
            yield f"# {option.name} = {said(option.default)}"
