"""Actions have names that can be read back, and views are JSON."""

from __future__ import annotations

import json
import random

from rich.errors import MarkupError
from rich.text import Text

from carreau.check.case import Case, Subject, walk
from carreau.check.probe import acting_seats, legal, may_act, view
from carreau.check.registry import RULES, Wrong, case_check, claim, game_check
from carreau.core.errors import InvalidAction
from carreau.core.markup import plain
from carreau.core.view import COMMON_KEYS

NAMES = 1000  # how many names of actions are tried in one position
TEXTS = 400
LETTERS = "abcdefghrgyx0123456789 -,.+"


@case_check(
    RULES,
    "Every legal action has a name of its own, which reads back as the same action.",
    "Records, logs and players know actions only by their names.",
)
def names_parse_back(case: Case) -> None:
    game = case.game
    for state in case.sample:
        for seat in may_act(game, state):
            actions = legal(game, state, seat)
            actions = actions[:: max(1, len(actions) // NAMES)]
            names = dict[str, int]()
            for action in actions:
                name = game.name_action(action)
                where = case.at(state, seat)
                claim(name not in names, f"Actions {names.get(name)} and {action} have the same name {name!r} {where}.")
                names[name] = action
                back = game.parse_action(name)
                claim(back == action, f"The name {name!r} of action {action} is read as action {back} {where}.")
                claim(game.pack(**game.unpack(action)) == action, f"Action {action} does not pack as it unpacks {where}.")


@game_check(
    RULES,
    "Any text is either an action or refused with a sentence.",
    "People mistype; they must be told what to write, not shown a traceback.",
)
def any_text_is_answered(subject: Subject) -> None:
    game, chance = subject.game, random.Random(1)
    for _ in range(subject.size(TEXTS, TEXTS)):
        name = any_text(chance)
        try:
            number = game.parse_action(name)
        except InvalidAction as error:
            claim(str(error).endswith("."), f"parse_action({name!r}) refuses without a sentence: {str(error)!r}.")
        except Exception as error:
            raise Wrong(f"parse_action({name!r}) raises {type(error).__name__} instead of InvalidAction: {error}.") from error
        else:
            claim(0 <= number < game.actions, f"parse_action({name!r}) gives {number}, which is not an action.")


def any_text(chance: random.Random) -> str:
    if chance.random() < 0.5:
        return "".join(chance.choices(LETTERS, k=chance.randint(0, 12)))
    letters = [chr(chance.choice((chance.randint(0, 0x7F), chance.randint(0x80, 0xD7FF), chance.randint(0xE000, 0x10FFFF))))
               for _ in range(chance.randint(0, 30))]  # fmt: skip
    return "".join(letters)


@case_check(
    RULES,
    "A view is JSON, and its keys are those of KEYS in show.py.",
    "Programs read views; what is not documented cannot be relied on.",
)
def views_are_documented(case: Case) -> None:
    keys = set(COMMON_KEYS) | set(case.game.show.KEYS)
    for match in walk(case, 1):
        if match.ply % 9 or match.over:
            continue
        for seat in [*range(case.players), None]:
            found = json.loads(json.dumps(match.view(seat)))
            check_keys(set(found), keys)
        check_keys(set(json.loads(json.dumps(match.reveal()))), keys)
        if case.plain and match.ply > 20:
            return


def check_keys(found: set[str], known: set[str]) -> None:
    claim(not found - known, f"A view has keys that KEYS in show.py does not explain: {', '.join(sorted(found - known))}.")
    claim(not known - found, f"A view lacks keys that KEYS in show.py explains: {', '.join(sorted(known - found))}.")


@case_check(
    RULES,
    "The terminal's picture is valid markup.",
    "A bracket in the wrong place hides half the table.",
)
def the_terminal_shows_it(case: Case) -> None:
    game = case.game
    for state in case.sample[:: max(1, len(case.sample) // case.size(12, 4))]:
        for seat in case.viewers:
            actions = legal(game, state, seat) if seat in acting_seats(state) else []
            picture = game.show.text(view(game, state, seat), seat, actions)
            try:
                shown = Text.from_markup(picture).plain
            except MarkupError as error:
                raise Wrong(f"The picture for the terminal is not valid markup: {error} {case.at(state, seat)}.") from error
            claim(
                shown == plain(picture) and picture.strip(), f"The picture for the terminal is not valid {case.at(state, seat)}."
            )


@game_check(
    RULES,
    "inventory lists every card by its number, wherever it lies.",
    "This is how a lost or doubled card is found.",
)
def an_inventory_is_given(subject: Subject) -> None:
    claim(
        hasattr(subject.game.show, "inventory"), "show.py has no inventory(s): it lists every card by number, wherever it lies."
    )
