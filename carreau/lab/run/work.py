"""What whoever plays is told, and what they answer: the same in a thread, in another process and on another machine."""

from __future__ import annotations

import os
import sys
import time
import traceback
from pathlib import Path
from typing import NamedTuple

from carreau import __version__
from carreau.core.errors import CarreauError
from carreau.lab import measures
from carreau.lab.experiment import Experiment, Setting
from carreau.lab.matches import Columns, play
from carreau.lab.run.chunk import Chunk
from carreau.lab.run.code import works_of


class Order(NamedTuple):
    """All that is played, without what is asked about it."""

    settings: tuple[Setting, ...]
    seed: str
    again: int
    deep: int
    needs: frozenset[str]
    version: str
    path: tuple[str, ...]  # where Python looks for people's own bots


class Answer(NamedTuple):
    """What was noted, and how long it took; or what went wrong: a mistake, or a fault in a program, as a sentence."""

    columns: Columns | None
    seconds: float = 0.0
    sentence: str = ""
    fault: str = ""


class Fault(CarreauError):
    """A program has failed: a bot or a game of somebody's own, or this one."""

    code = "fault"


def order_of(experiment: Experiment) -> Order:
    path = (os.getcwd(), *filter(None, sys.path))
    needs = measures.needs(experiment.measures)
    return Order(experiment.settings, experiment.seed, experiment.again, experiment.deep, needs, __version__, path)


def perform(order: Order, chunk: Chunk) -> Answer:
    """Play a chunk. The same order and chunk give the same bytes wherever this is called."""
    setting = order.settings[chunk.setting]
    for work in works_of(setting, order.needs):
        work.need(setting.game)
    begun = time.perf_counter()
    columns = play(setting, order.seed, chunk.first, chunk.deals, order.again, order.deep, order.needs)
    return Answer(columns, time.perf_counter() - begun)


def attempt(order: Order, chunk: Chunk) -> Answer:
    """The same far away: what goes wrong is told instead of raised."""
    if order.version != __version__:
        return Answer(None, sentence=f"A machine of the cluster has Carreau {__version__}, but this one has {order.version}.")
    sys.path.extend(folder for folder in order.path if folder not in sys.path)
    try:
        return perform(order, chunk)
    except CarreauError as error:
        return Answer(None, sentence=str(error))
    except Exception as error:
        traceback.print_exc()
        return Answer(None, fault=said(error))


def said(error: Exception) -> str:
    """What has failed, and where."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(place.filename).name}, line {place.lineno}: {error}."


def result(answer: Answer) -> Answer:
    """Raises what went wrong."""
    if answer.sentence:
        raise CarreauError(answer.sentence)
    if answer.fault:
        raise Fault(answer.fault)
    return answer
