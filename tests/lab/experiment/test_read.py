"""Experiments' files: what they ask for, and their mistakes, each with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from carreau.core.option import Flag, Number
from carreau.lab.experiment import Experiment, Strategy, Test, Thinking
from carreau.lab.experiment.ask import new_experiment
from carreau.lab.experiment.errors import BadExperiment
from carreau.lab.experiment.grid import MOST_SETTINGS
from carreau.lab.experiment.read import LARGEST, parse, read_experiment
from carreau.lab.experiment.words import words_for
from tests.some import EVERY, QUICK

NUMBER = next(option for option in QUICK.options if isinstance(option, Number))
REFUSED, FLAG = next(
    (game, option.name)
    for game in EVERY
    for option in game.options
    if isinstance(option, Flag) and not game.accepts(2, {option.name: True}) and game.accepts(4, {option.name: True})
)
WHOLE = f"""\
title = "A rule"
seed = 7
game = "{QUICK.id}"
players = [2, 3]
bots = [
    "random",
    "greedy",
    "careful",
]
deals = 20
again = 2
deep = 5

[options]
{NUMBER.name} = [{NUMBER.low}, {NUMBER.low + 1}]

[thinking]
base = 1

[[strategy]]
name = "careful"
bot = "greedy"
allow = "legal > 3"

[test]
first = {{ players = 2, {NUMBER.name} = {NUMBER.low}, bots = "greedy" }}
second = {{ players = 2, {NUMBER.name} = {NUMBER.low + 1}, bots = "greedy" }}
apart = 0.1
"""


def whole() -> Experiment:
    return parse(WHOLE)


def test_a_file_is_read() -> None:
    found = whole()
    assert (found.title, int(found.seed, 16), found.deals, found.again, found.deep) == ("A rule", 7, 20, 2, 5)
    assert found.thinking == Thinking(base=1.0) and found.source == WHOLE and found.precision is None
    assert len(found.settings) == 2 * 2 * 3 and len({setting.id for setting in found.settings}) == 12
    one = found.setting(f"{QUICK.id}-3-{NUMBER.name}={NUMBER.low + 1}-careful")
    assert (one.players, one.bots) == (3, ("careful",) * 3)
    assert one.options == QUICK.read_options({NUMBER.name: NUMBER.low + 1}, 3)
    assert one.varied == {"players": 3, NUMBER.name: NUMBER.low + 1, "bots": "careful"}
    assert one.strategies == (Strategy("careful", "greedy", "legal > 3"),)
    first, second = (f"{QUICK.id}-2-{NUMBER.name}={NUMBER.low + k}-greedy" for k in range(2))
    assert found.test == Test(first, second, apart=0.1)


def test_hardly_anything_is_needed() -> None:
    found = parse(f'game = "{QUICK.id}"')
    (setting,) = found.settings
    assert setting.players == min(QUICK.players) and set(setting.bots) == {"random"} and setting.varied == {}
    assert setting.options == QUICK.read_options({}, setting.players)


def test_with_a_precision_there_are_more_deals_at_most() -> None:
    text = f'game = "{QUICK.id}"\nprecision = 0.01'
    assert parse(text).deals > parse(f'game = "{QUICK.id}"').deals
    assert parse(text + "\ndeals = 10").deals == 10


def test_to_tell_luck_from_skill_every_deal_is_played_twice() -> None:
    text = f'game = "{QUICK.id}"\n'
    assert [parse(text + more).again for more in ("", 'measure = ["skill"]', 'measure = ["skill"]\nagain = 1')] == [1, 2, 1]


def test_mixed_bots_need_one_for_each_seat() -> None:
    found = parse(f'game = "{QUICK.id}"\nplayers = 3\nbots = "greedy, random, random"')
    assert found.settings[0].bots == ("greedy", "random", "random")
    with pytest.raises(BadExperiment, match=r"^Line 3: .*3 separated by commas, not 2"):
        parse(f'game = "{QUICK.id}"\nplayers = 3\nbots = "greedy,random"')


MISTAKES = [
    ("deals = 20", "deels = 20", "Line 10: There is no key 'deels' here: did you mean 'deals'?"),
    ("deals = 20", "xyz = 20", "Line 10: There is no key 'xyz' here; the keys are: title, "),
    ("deals = 20", 'deals = "20"', "Line 10: deals cannot be '20': it takes a whole number from 1 to "),
    ("deals = 20", "precision = true", "Line 10: precision cannot be True: it takes a number"),
    ("deals = 20", "seed = 1.5", "Line 10: This is not TOML: Cannot overwrite a value."),
    ("seed = 7", "seed = -1", "Line 2: -1 is not a seed"),
    (f'game = "{QUICK.id}"', 'game = "chess"', "Line 3: There is no game 'chess'; the games are: "),
    (f'game = "{QUICK.id}"', 'games = ["./nothing"]', "Line 3: There is no game in the folder 'nothing'"),
    (f'game = "{QUICK.id}"', "games = []", "Line 3: games cannot be []"),
    (f'game = "{QUICK.id}"', "", "Line 1: The key 'game' is missing here."),
    ("deals = 20", f'games = ["{QUICK.id}"]', "Line 10: Give 'game' or 'games', not both."),
    ("players = [2, 3]", "players = [2, 99]", f"Line 4: {QUICK.name} is for 2, 3 or 4 players, not 99."),
    ("players = [2, 3]", "players = [2, 2]", "Line 4: This is listed twice: 2."),
    ("players = [2, 3]", "players = []", "Line 4: players cannot be []"),
    ('    "greedy",', '    "gredy",', "Line 7: There is no bot 'gredy': choose random, greedy, a level 1 to 5"),
    ('    "greedy",', '    "nowhere:Bot",', "Line 7: The module 'nowhere' cannot be imported"),
    ('    "careful",\n', "", "Line 19: The strategy 'careful' plays nowhere: name it in 'bots'."),
    ('name = "careful"', 'name = "greedy"', "Line 21: A strategy cannot be called 'greedy'"),
    ('bot = "greedy"', 'bot = "gredy"', "Line 22: There is no bot 'gredy'"),
    ("legal > 3", "legel > 3", f"Line 23: An action of {QUICK.name} has no 'legel'; what there is: "),
    ("legal > 3", "legal >", "Line 23: 'legal >' is not an expression: "),
    ("allow = ", "alow = ", "Line 23: There is no key 'alow' here: did you mean 'allow'?"),
    ('allow = "legal > 3"\n', "", "Line 20: The key 'allow' is missing here."),
    (f"\n{NUMBER.name} = ", f"\n{NUMBER.name}x = ", f"Line 15: {QUICK.name} has no option '{NUMBER.name}x': did you mean "),
    (f"[{NUMBER.low},", "[-1,", f"Line 15: Option {NUMBER.name} cannot be '-1': it takes a whole number from "),
    ("deals = 20", 'measure = ["fairness", "lenght"]', "Line 10: There is no measure 'lenght': did you mean 'length'?"),
    ("deals = 20", 'measure = ["xyz"]', "Line 10: There is no measure 'xyz'; the measures are: fairness, length"),
    ("apart = 0.1", 'of = "lenght"', "Line 28: There is no figure 'lenght': did you mean 'length'?"),
    ("apart = 0.1", 'of = "xyz"', "Line 28: There is no figure 'xyz'; there is for instance 'share of seat 0'."),
    ("base = 1", "base = -1", "Line 18: base cannot be -1: it takes a number of seconds"),
    ("base = 1", "bass = 1", "Line 18: There is no key 'bass' here: did you mean 'base'?"),
    ("first = { players = 2, ", "first = { ", "Line 26: These conditions must choose one setting, and choose 2, of: "),
    ("first = { players = 2, ", "first = { cards = 2, ", "Line 26: 'cards' is not varied in this experiment; what is"),
    (f"{NUMBER.name} = {NUMBER.low + 1}, bots", f"{NUMBER.name} = {NUMBER.low}, bots", "Line 27: Both conditions of the"),
    ("apart = 0.1", "apart = 0", "Line 28: apart cannot be 0: it takes a number above 0."),
    ("[options]", "[options", "Line 14: This is not TOML: Expected ']'"),
    ('"A rule"', '"A rule', "Line 1: This is not TOML: "),
    ("title", "title = 3\ntitle", "Line 2: This is not TOML: Cannot overwrite a value."),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "sentence"), MISTAKES, ids=[wrong for _, wrong, _ in MISTAKES])
def test_every_mistake_is_one_sentence_with_its_line(right: str, wrong: str, sentence: str) -> None:
    assert WHOLE.count(right) == 1
    with pytest.raises(BadExperiment) as caught:
        parse(WHOLE.replace(right, wrong))
    assert str(caught.value).startswith(sentence), caught.value
    assert str(caught.value).endswith((".", "?")) and "\n" not in str(caught.value)


def test_a_mistake_can_be_told_in_french() -> None:
    with pytest.raises(BadExperiment) as caught:
        parse(WHOLE.replace(f"[{NUMBER.low},", "[-1,"))
    said = words_for("fr", [QUICK]).tell(caught.value.sentence)
    assert said.startswith(f"Ligne 15\u00a0: L’option {NUMBER.name} ne peut pas être")


def test_what_a_game_refuses_is_left_out_and_said() -> None:
    found = parse(f'game = "{REFUSED.id}"\nplayers = [2, 4]\n[options]\n{FLAG} = [false, true]')
    assert [(setting.players, setting.options[FLAG]) for setting in found.settings] == [(2, False), (4, False), (4, True)]
    (sentence,) = found.left_out
    assert sentence.startswith(f"Left out: players = 2, {FLAG} = on. ")
    said = words_for("fr", [REFUSED]).tell(sentence)
    assert said.startswith("Laissé de côté\u00a0: ") and said.partition(". ")[2] != sentence.partition(". ")[2]


def test_a_value_that_fits_nowhere_is_a_mistake() -> None:
    with pytest.raises(BadExperiment, match=f"^Line 4: .*{FLAG}"):
        parse(f'game = "{REFUSED.id}"\nplayers = [2]\n[options]\n{FLAG} = [false, true]')


def test_there_cannot_be_too_many_settings() -> None:
    bots = [f"ismcts:{n}" for n in range(1, MOST_SETTINGS + 2)]
    with pytest.raises(BadExperiment, match=f"^Line 2: These are {MOST_SETTINGS + 1} settings, and there can be {MOST_SETTINGS}"):
        parse(f'game = "{QUICK.id}"\nbots = {bots}')


def test_names_of_settings_fit_for_files() -> None:
    found = parse(f'game = "{QUICK.id}"\nplayers = 2\nbots = ["ismcts:10", "ismcts:10,greedy", "greedy,ismcts:10"]')
    assert [setting.id for setting in found.settings] == [
        f"{QUICK.id}-2-ismcts_10",
        f"{QUICK.id}-2-ismcts_10+greedy",
        f"{QUICK.id}-2-greedy+ismcts_10",
    ]


def test_several_games_differ_by_game() -> None:
    first, second = EVERY[:2]
    found = parse(f'games = ["{first.id}", "{second.id}"]\nplayers = 2')
    assert [setting.varied for setting in found.settings] == [{"game": first.id}, {"game": second.id}]


def test_python_asks_the_same(tmp_path: Path) -> None:
    made = new_experiment(
        QUICK, title="A rule", seed=7, players=range(2, 4), bots=("random", "greedy", "careful"), deals=20, again=2, deep=5,
        options={NUMBER.name: (NUMBER.low, NUMBER.low + 1)}, thinking=Thinking(base=1.0),
        strategies=[Strategy("careful", "greedy", "legal > 3")],
        test={
            "first": {"players": 2, NUMBER.name: NUMBER.low, "bots": "greedy"},
            "second": {"players": 2, NUMBER.name: NUMBER.low + 1, "bots": "greedy"}, "apart": 0.1,
        },
    )  # fmt: skip
    file = tmp_path / "rule.toml"
    file.write_text(made.source, encoding="utf-8")
    assert read_experiment(file) == made
    assert [setting.id for setting in made.settings] == [setting.id for setting in whole().settings]


def test_text_of_any_kind_survives() -> None:
    title = 'a "quoted" \\ title\twith = [signs] # é 🂡'
    made = new_experiment(QUICK, title=title, options={"first": None})
    assert parse(made.source) == made and made.title == title


def test_a_mistake_in_python_has_no_line() -> None:
    with pytest.raises(BadExperiment, match=r"^deals cannot be 0"):
        new_experiment(QUICK, deals=0)


def test_files_that_are_none(tmp_path: Path) -> None:
    file = tmp_path / "file.toml"
    file.write_bytes(b'title = "a"\ngame = "\xff"')
    with pytest.raises(BadExperiment, match=r"^Line 2: This letter is not in UTF-8"):
        read_experiment(file)
    file.write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(BadExperiment, match=r"^file\.toml is too large"):
        read_experiment(file)
