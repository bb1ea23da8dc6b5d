"""What has to be compiled before a setting is played, and whether that is all that plays."""

from __future__ import annotations

from collections.abc import Collection

from carreau.bots.search_for import BOTS
from carreau.core.engine import MATCH, in_real_time
from carreau.core.work import Work
from carreau.lab.experiment import Setting
from carreau.lab.matches.look_for import LOOKING
from carreau.lab.matches.play import DEEP
from carreau.lab.matches.players import RANDOM
from carreau.lab.matches.watch_for import NOTING, RANDOM_ROWS


def is_compiled(setting: Setting) -> bool:
    """Whether machine code plays whole matches, without the interpreter's lock."""
    return set(setting.bots) == {RANDOM} and not in_real_time(setting.game, setting.players, setting.options)


def works_of(setting: Setting, needs: Collection[str]) -> list[Work]:
    """Everything that is used to play it and to note what is needed."""
    works: list[Work] = [RANDOM_ROWS] if is_compiled(setting) else [MATCH, BOTS, NOTING]
    return [*works, *(one for one in (MATCH, BOTS, LOOKING) if DEEP in needs and one not in works)]
