"""Mistakes, planted one by one in a small game with hidden hands: each is found by the right check, which says where it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from carreau.check.case import Subject
from carreau.check.checked import CheckedDrive, checked
from carreau.check.registry import COMPILED, PICTURES, PLAIN, RULEBOOK, WORDS
from carreau.check.run import all_checks, perform, run
from carreau.check.worlds import what_is_hidden
from tests.check.plant import LITTLE, Changes, in_plain_python, loaded, of_check

LAST_LINE = "    s.shown = WORTH[action]\n"

# A visible pile: only the hands are dealt again.
DEAL_HANDS = """    rekey(s, seed)
    if SEES:
        known = 0
        for i in range(s.laid):
            known |= 1 << int(s.row[i])
        for i in range(s.left):
            known |= 1 << int(s.pile[i])
        for i in range(s.held[seat] if seat >= 0 else 0):
            known |= 1 << int(s.hand[seat, i])
        for other in range(s.players):
            held = s.held[other]
            if other != seat:
                s.held[other] = 0
                for i in range(MOST_HELD):
                    s.hand[other, i] = NONE
                for _ in range(held):
                    skip = draw(s, CARDS - count(known))
                    card = 0
                    while known >> card & 1 or skip:
                        skip -= 1 - (known >> card & 1)
                        card += 1
                    known |= 1 << card
                    hold(s, other, card)
        return
"""
COUNT = """@rule
def count(cards):
    n = 0
    for card in range(CARDS):
        n += cards >> card & 1
    return n


@rule
def gather(s, seat):"""


def pile_seen(when: str) -> Changes:
    """Who sees the pile: view and redeal share the mistake."""
    return {
        "rules.py": [
            (
                "    hide_chance(s)\n    for i in range(CARDS):",
                f"    hide_chance(s)\n    for i in range(0 if {when} else CARDS):",
            ),
            ("    rekey(s, seed)\n", DEAL_HANDS.replace("SEES", when)),
            ("@rule\ndef gather(s, seat):", COUNT),
            ("import hide_chance,", "import draw, hide_chance,"),
        ]
    }


def rules(*replacements: tuple[str, str]) -> Changes:
    return {"rules.py": list(replacements)}


QUICKLY_FOUND: dict[str, tuple[Changes, str, str]] = {  # the mistake, the check that finds it, and what it says
    "an undefined name": (
        rules((LAST_LINE, LAST_LINE.replace("WORTH", "WORHT"))),
        "names-are-defined",
        r"rules.py, line \d+, in play: the name 'WORHT' is not defined: did you mean 'WORTH'\?",
    ),
    "an undefined name in a drawing": (
        {"picture/scene.py": [("faces=faces.faces()", "faces=face.faces()")]},
        "names-are-defined",
        r"picture/scene.py, line \d+, in scene: the name 'face' is not defined: did you mean 'faces'\?",
    ),
    "a misspelt field": (
        rules(("    s.laid += 1\n", "    s.layd += 1\n")),
        "fields-are-there",
        r"rules.py, line \d+, in play: the state has no field 'layd': did you mean 'laid'\?",
    ),
    "an unsigned field": (
        rules(('("left", "i1")', '("left", "u1")')),
        "files-can-be-read",
        r"rules.py, line \d+: The field 'left' is of type u1: fields of a state are signed whole numbers",
    ),
    "a field that is no whole number": (
        rules(('("shown", "i1")', '("shown", "f4")')),
        "files-can-be-read",
        "The field 'shown' is of type f4",
    ),
    "a field that the header has": (
        rules(('("shown", "i1")', '("points", "i1")')),
        "files-can-be-read",
        "There are two fields 'points'",
    ),
    "a syntax error": (
        rules((LAST_LINE, "    s.shown =\n")),
        "files-can-be-read",
        r"rules.py, line \d+: SyntaxError: invalid syntax",
    ),
    "a rule that is missing": (
        rules(("def redeal(", "def deal_again(")),
        "rules-are-whole",
        r"The rule redeal\(s, seat, seed\) is missing",
    ),
    "a rule that is not marked": (
        rules(("@rule\ndef view", "def view")),
        "rules-are-whole",
        "The rule view is not marked: put @rule before it",
    ),
    "a helper that is not marked": (
        rules(("@rule\ndef is_seen", "def is_seen")),
        "rules-can-be-compiled",
        "in gather: is_seen is called by a rule, but is not marked",
    ),
    "ACTIONS that are not the product of the fields": (
        rules(("ACTIONS = CARDS", "ACTIONS = 2 * CARDS")),
        "rules-are-whole",
        "ACTIONS is 24, but the product of the fields of an action is 12",
    ),
    "a text in a rule": (
        rules((LAST_LINE, '    s.shown = len(f"{action}")\n')),
        "rules-can-be-compiled",
        r"rules.py, line \d+, in play: a rule cannot use a text",
    ),
    "recursion": (
        rules(("    return False\n", "    return is_seen(s, seat, card)\n")),
        "rules-can-be-compiled",
        "in is_seen: the rule calls itself",
    ),
    "MOST_LEGAL that is too small": (
        rules(("MOST_LEGAL = MOST_HELD", "MOST_LEGAL = 2")),
        "matches-end",
        r"rules.py, line \d+, in legal: MOST_LEGAL is too small: a list of legal actions gets longer than 2",
    ),
    "an index that is negative": (
        rules((LAST_LINE, LAST_LINE.replace("action", "action - 1"))),
        "matches-end",
        r"rules.py, line \d+, in play: index -1 is outside of WORTH, which has 12 places",
    ),
    "an index that is too large": (
        rules(("    s.row[s.laid] = action\n", "    s.row[s.laid + 9] = action\n")),
        "matches-end",
        "in play: index 12 is outside of row, which has 12 places",
    ),
    "a number that does not fit its field": (
        rules((LAST_LINE, LAST_LINE.replace("WORTH", "100 * WORTH"))),
        "matches-end",
        r"in play: \d00 does not fit into shown, which goes from -128 to 127",
    ),
    "a number that is too large while it is computed": (
        rules((LAST_LINE, "    s.shown = s.held[seat] * 100 // 100\n")),
        "matches-end",
        r"in play: a number gets too large for the type of its field while it is computed: write int\(…\)",
    ),
    "an array in place of a number": (
        rules((LAST_LINE, "    s.shown = WORTH\n")),
        "matches-end",
        "in play: shown holds whole numbers, not an array",
    ),
    "a truth value in place of an index": (
        rules((LAST_LINE, "    s.shown = WORTH[action > 3]\n")),
        "matches-end",
        "in play: a truth value cannot be an index of WORTH",
    ),
    "a match of too many plies": (
        {"__init__.py": [("options: 12", "options: 5")]},
        "matches-end",
        r"A match without end: the game says that no match is longer than 5 plies, .*seed 1, ply 5",
    ),
    "a match that goes on for ever": (
        rules(("    slot = 0\n", "    s.acting = 1 << 1 - seat\n    if s.ply >= 0:\n        return\n    slot = 0\n")),
        "matches-end",
        "A match without end",
    ),
    "a player who cannot act": (
        {**rules(("s.held[following] == 0", "s.held[following] == 9")), "__init__.py": [("options: 12", "options: 20")]},
        "matches-end",
        "A seat that acts has no legal action",
    ),
    "a win that is shared wrongly": (
        rules(("    share_win(s, out)", "    share_win(s, out)\n    out[0] += 0.5 * s.over")),
        "matches-end",
        "returns gives .* at the end",
    ),
    "a list that is not ascending": (
        rules(("out[i] = s.hand[seat, i]", "out[s.held[seat] - 1 - i] = s.hand[seat, i]")),
        "legal-is-sorted",
        "legal is not ascending",
    ),
    "a look that changes the state": (
        rules(("    return s.held[seat]", "    s.shown = 0\n    return s.held[seat]")),
        "nothing-but-play-changes-a-state",
        "legal changes the state: shown is",
    ),
    "a generator that is shown": (
        rules(("    hide_chance(s)\n", "")),
        "the-generator-is-hidden",
        r"hide_chance\(s\)",
    ),
    "a spectator who sees the pile": (
        pile_seen("seat < 0"),
        "a-view-of-a-view",
        r"A spectator sees what seat 0 may not know, .*: .*pile\[\d+\] is \d+ and -1 \(3 players, seed 1, ply 0, seat 0\)",
    ),
    "a seat that is denied what others know": (
        rules(("        if other != seat:\n            for i in range(MOST_HELD):\n                s.hand[other, i] = NONE\n\n",
               "        if other != seat:\n            for i in range(MOST_HELD):\n                s.hand[other, i] = NONE\n"
               "    if seat == 1:\n        s.shown = 0\n\n")),
        "a-view-of-a-view",
        "shown is",
    ),
    "a legal list that depends on hidden cards": (
        rules((
            "    for i in range(s.held[seat]):\n        out[i] = s.hand[seat, i]\n    return s.held[seat]\n",
            "    n = 0\n    for i in range(s.held[seat]):\n"
            "        if i == 0 or s.left == 0 or s.hand[seat, i] > s.pile[s.left - 1]:\n"
            "            out[n] = s.hand[seat, i]\n            n += 1\n    return n\n",
        )),
        "legal-needs-only-the-view",
        r"The list of legal actions depends on hidden cards: 'c\d+' is not legal in the truth and legal in its own view \(",
    ),
    "a redeal that the seat notices": (
        rules(("        if other != seat:\n            held", "        if other >= 0:\n            held")),
        "redeals-look-the-same",
        r"Seat 0 sees that a world was redealt: hand\[0, 0\]",
    ),
    "a redeal that uses what is hidden": (
        rules(("    shuffle(s, s.pile, 0, n)\n    for other", "    if hidden:\n        shuffle(s, s.pile, 0, n)\n    for other"),
              ("    n = gather(s, seat)\n", "    hidden = s.pile[0] < 0\n    n = gather(s, seat)\n")),
        "redeals-need-only-the-view",
        "redeal uses what",
    ),
    "a card that is lost": (
        rules(("    s.row[s.laid] = action\n", "    s.row[s.laid] = 0\n")),
        "cards-are-conserved",
        "In play .*, the cards .* are lost",
    ),
    "a name that is read as another action": (
        {"show.py": [("        return int(name[1:])\n", "        return int(name[1:]) // 2\n")]},
        "names-parse-back",
        r"The name 'c\d+' of action \d+ is read as action \d+",
    ),
    "a text that is answered by a traceback": (
        {"show.py": [('if name.startswith("c") and', 'if name[0] == "c" and')]},
        "any-text-is-answered",
        r"parse_action\(''\) raises IndexError instead of InvalidAction",
    ),
    "a key that is not explained": (
        {"show.py": [('    "left": "how many cards are in the pile",\n', "")]},
        "views-are-documented",
        "keys that KEYS in show.py does not explain: left",
    ),
    "brackets that are no markup": (
        {"show.py": [('return f"row', 'return f"[/] row')]},
        "the-terminal-shows-it",
        "not valid markup",
    ),
    "a fault in show.py": (
        {"show.py": [('"left": int(s.left),', '"left": int(s.left) // int(s.laid),')]},
        "views-are-documented",
        r"show.py, line \d+, in describe: .*(zero|modulo)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", QUICKLY_FOUND)
def test_a_mistake_is_found_in_plain_python(mistake: str, tmp_path: Path) -> None:
    changes, name, words = QUICKLY_FOUND[mistake]
    found = {result.check: result for result in in_plain_python(loaded(tmp_path, changes))}
    assert name in found, found
    assert re.search(words, found[name].wrong), found[name].wrong
    assert len(found[name].wrong) < 400 and "Traceback" not in found[name].wrong


AMONG_WORLDS: dict[str, tuple[Changes, str, str]] = {
    "a hand that leaks through order": (
        rules((LAST_LINE, "    s.shown = slot\n")),
        "redeals-are-like-deals",
        r"deals after 1 plies, hand\[0\].* goes together with shown, which is seen, in a different way",
    ),
    "a redeal that never gives one of the worlds": (
        rules(("    shuffle(s, s.pile, 0, n)\n    for", "    shuffle(s, s.pile, 0, n - 1)\n    for")),
        "redeals-are-like-deals",
        r"among \d+ deals, hand.* is 1[01] in .* of the worlds, and in .* as redealt",
    ),
    "a redeal that is not uniform": (
        rules(("    shuffle(s, s.pile, 0, n)\n    for", "    if draw(s, 2):\n        shuffle(s, s.pile, 0, n)\n    for"),
              ("import hide_chance,", "import draw, hide_chance,")),
        "redeals-are-like-deals",
        "not equally often",
    ),
    "a redeal that forgets what was shown": (
        rules(  # the lowest card has to be laid, so all others in the hand are higher, but nobody remembers that
            ("    for i in range(s.held[seat]):\n        out[i] = s.hand[seat, i]\n    return s.held[seat]\n",
             "    out[0] = s.hand[seat, 0]\n    return 1\n"),
        ),
        "redeals-are-like-deals",
        "deals after",
    ),
    "a redeal of few worlds that is not even": (
        rules(("    shuffle(s, s.pile, 0, n)\n    for", "    if n > 6 or draw(s, 3):\n        shuffle(s, s.pile, 0, n)\n    for"),
              ("import hide_chance,", "import draw, hide_chance,")),
        "redeals-are-spread-evenly",
        "worlds that fit, redeal gives one",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", AMONG_WORLDS)
def test_a_mistake_is_found_among_many_worlds(mistake: str, tmp_path: Path) -> None:
    changes, name, words = AMONG_WORLDS[mistake]
    result = of_check(loaded(tmp_path, changes), name)
    assert re.search(words, result.wrong), result.wrong


def test_a_pile_that_everybody_sees_is_doubtful(tmp_path: Path) -> None:
    """No promise is broken, because a game may have an open pile. But its author is told."""
    notes = what_is_hidden(Subject(checked(loaded(tmp_path, pile_seen("seat >= -1"))), plain=True)) or []
    assert notes[0].text == "Hidden from a seat: hand. Hidden from a spectator: hand."
    assert notes[1].doubtful and "Everybody can know the next card" in notes[1].text
    sound = what_is_hidden(Subject(checked(loaded(tmp_path, {})), plain=True)) or []
    assert [note.text for note in sound] == ["Hidden from a seat: hand, pile. Hidden from a spectator: hand, pile."]


def test_a_rule_that_never_returns_is_interrupted_where_it_is(tmp_path: Path) -> None:
    game = checked(
        loaded(tmp_path, rules(("    slot = 0\n    while", "    slot = 0\n    while s.left >= 0:\n        slot = 1\n    while")))
    )
    assert isinstance(game._drive, CheckedDrive)
    game._drive.watch.seconds = 0.5
    check = next(check for check in all_checks() if check.name == "matches-end")
    result = perform(check, Subject(game, plain=True).cases[0], PLAIN)
    assert re.fullmatch(
        r"rules.py, line 8\d, in play: play never ends: it was still running here after 0.5 seconds\.", result.wrong
    )


SEEN: dict[str, tuple[Changes, str, str]] = {
    "a French text that is missing": (
        {"words/fr.po": [('msgid "lay the {card}"\nmsgstr "poser le {card}"\n', "")]},
        "nothing-is-missing",
        r"words/sentences.py, line \d+: 'lay the \{card\}' is not translated: words/fr.po lacks it",
    ),
    "a French text that is left over": (
        {"words/fr.po": [('msgid "lay the {card}"', 'msgid "put the {card}"')]},
        "nothing-is-left-over",
        r"words/fr.po has 'put the \{card\}', which nothing says",
    ),
    "a blank that is lost": (
        {"words/fr.po": [("poser le {card}", "poser")]},
        "translations-are-whole",
        r"The translation of 'lay the \{card\}' has different blanks: 'poser'",
    ),
    "a message that is put together": (
        {"words/sentences.py": [('words.say("lay the {card}", card=action)', 'words.say(f"lay the {action}")')]},
        "messages-can-be-found",
        r"words/sentences.py, line \d+: a message is put together",
    ),
    "a word that cannot be translated": (
        {"picture/scene.py": [('words.say("Your turn: lay a card.")', '"Lay a card."')]},
        "every-word-can-be-translated",
        "'Lay' in 'Lay a card.' did not go through words.say",
    ),
    "a picture that lacks a choice": (
        {"picture/scene.py": [("for card in legal),", "for card in legal[1:]),")]},
        "choices-are-the-legal-actions",
        r"The picture has no choice for 'c\d+', which is legal \(2 players, seed 5, ply 0, seat 0",
    ),
    "a tap that means two things": (
        {"picture/scene.py": [('(f"c{card}",)) for card in legal', '("pile",)) for card in legal')]},
        "taps-tell-actions-apart",
        r"The same taps mean 'c\d+' and 'c\d+'",
    ),
    "a tap on nothing": (
        {"picture/scene.py": [('(f"c{card}",)) for card in legal', '(f"k{card}",)) for card in legal')]},
        "every-action-can-be-tapped",
        r"'c\d+' needs a tap on \['k\d+'\], which is not drawn",
    ),
    "an id that is there twice": (
        {"picture/scene.py": [("tuple(laid(s, words))", "(*laid(s, words), *laid(s, words))")]},
        "ids-are-unique",
        r"These ids appear twice in one drawing: 'c\d+'",
    ),
    "a face that is not there": (
        {"picture/faces.py": [("for card in range(12)}, ", "for card in range(3)}, ")]},
        "everything-used-is-there",
        "are used, but do not exist",
    ),
    "two faces that look the same": (
        {"picture/faces.py": [("numeral(str(card)", "numeral(str(card // 2)")]},
        "faces-are-sound",
        "Two faces look the same: card-0 and card-1",
    ),
    "a choice that is named in two ways": (
        {"picture/scene.py": [("say_action(s, seat, card, words)", "name_action(card)")]},
        "choices-are-said-in-public",
        "is named 'c",
    ),
    "an option that the rulebook lacks": (
        {"words/rulebook.fr.md": [("| `hand` | 2 à 4 ; par défaut 3 | cartes en main |\n", "")]},
        "rulebooks-have-all-options",
        r"words/rulebook.fr.md lacks a row \| `hand` \|",
    ),
    "a default that the rulebook has wrong": (
        {"words/rulebook.en.md": [("default 3", "default 2")]},
        "rulebooks-have-all-options",
        "option hand: it does not end with its default, 3",
    ),
    "a reason that ends with a full stop": (
        {"words/reasons.py": [("It scores with the {card}", "It scores with the {card}.")]},
        "reasons-can-be-told",
        r"A fact of c\d+ .* ends with a sign, although more may follow",
    ),
    "a reason without a sentence": (
        {"words/reasons.py": [("does, words.say(", "\"\", \"\" and words.say(")]},
        "reasons-can-be-told",
        r"A fact of c\d+ .* has no sentence",
    ),
    "a reason that changes the match": (
        {"words/reasons.py": [("    if after", "    after.left = 0\n    if after")]},
        "reasons-can-be-told",
        r"words/reasons.py changes the state of c\d+",
    ),
    "a reason that is another one the next time": (
        {"words/reasons.py": [("1.0, does", "next(COUNT), does"), ("def facts", "COUNT = iter(range(1, 999))\n\n\ndef facts")]},
        "reasons-can-be-told",
        r"The facts of c\d+ .* are different when they are asked for again",
    ),
    "a reason that depends on the language": (
        {"words/reasons.py": [("1.0, does", "float(len(does)), does")]},
        "reasons-can-be-told",
        r"The facts of c\d+ .* depend on the language",
    ),
    "a reason that nobody can translate": (
        {"words/reasons.py": [('words.say("It scores with the {card}", card=action)', '"It scores"')]},
        "reasons-can-be-translated",
        r"'scores' in 'It scores' did not go through words.say",
    ),
    "a reason that remembers other matches": (
        {
            "words/reasons.py": [
                ("def facts", "COUNT = iter(range(999))\n\n\ndef facts"),
                ('{card}", card=action)', '{card}", card=next(COUNT))'),
            ]
        },
        "reasons-know-no-hidden-card",
        "Other words when only hidden cards differ",
    ),
    "an example that is not true": (
        {"words/examples.toml": [("points = [0, 0]", "points = [1, 0]")]},
        "examples-hold",
        r"The example 'start' in words/examples.toml is not true: the points are \[0, 0\]",
    ),
    "an example that cannot be played": (
        {"words/examples.toml": [("seat = 0", 'seat = 0\nactions = ["nonsense"]')]},
        "examples-hold",
        "cannot be played: 'nonsense' cannot be read",
    ),
    "an example that a rulebook does not show": (
        {"words/rulebook.fr.md": [("(example:start)", "(example:stort)")]},
        "rulebooks-show-all-examples",
        "does not show 'start'",
    ),
    "a leaflet without the scoring": (
        {"words/leaflet.fr.md": [("## Les points", "## Les cartes")]},
        "leaflets-are-there",
        "words/leaflet.fr.md lacks the heading ## Les points",
    ),
    "a leaflet that tells the end before the turn": (
        {"words/leaflet.en.md": [("## Your turn", "## X"), ("## The end", "## Your turn"), ("## X", "## The end")]},
        "leaflets-are-there",
        "words/leaflet.en.md: the order of its headings is not The aim",
    ),
    "a leaflet that says another number": (
        {"words/leaflet.fr.md": [("Posez une carte", "Posez 2 cartes")]},
        "leaflets-are-there",
        r"has other numbers than words/leaflet.en.md: \[2\], not \[\]",
    ),
    "a leaflet without its picture": (
        {"words/leaflet.fr.md": [("](example:start)", "](start)")]},
        "leaflets-are-there",
        "has other pictures than words/leaflet.en.md",
    ),
    "a leaflet that cites a rule": (
        {"words/leaflet.en.md": [("draw one.", "draw one (L3).")]},
        "leaflets-are-short",
        "words/leaflet.en.md has the number of a rule, 'L3'",
    ),
    "a leaflet that nobody reads": (
        {"words/leaflet.en.md": [("draw one.", "draw one. " + "And so on. " * 200)]},
        "leaflets-are-short",
        r"words/leaflet.en.md has \d+ words",
    ),
    "a picture in a leaflet that claims nothing": (
        {"words/examples.toml": [("points = [0, 0]\nover = false\n", "")]},
        "leaflets-show-examples",
        "The example 'start', which words/leaflet.en.md shows, claims nothing",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", SEEN)
def test_a_mistake_is_found_in_what_people_see(mistake: str, tmp_path: Path) -> None:
    changes, name, words = SEEN[mistake]
    result = of_check(loaded(tmp_path, changes), name)
    assert re.search(words, result.wrong), result.wrong


def test_the_game_itself_is_sound_in_plain_python(tmp_path: Path) -> None:
    """So the tests above find only what they planted."""
    game = loaded(tmp_path, {})
    assert in_plain_python(game) == []
    for check in all_checks():
        if check.stage in (PICTURES, WORDS, RULEBOOK) and check.when(game):
            assert of_check(game, check.name).wrong == "", check.name


def test_every_planted_mistake_is_for_a_check_that_there_is() -> None:
    names = {check.name for check in all_checks()}
    planted = {name for table in (QUICKLY_FOUND, AMONG_WORLDS, SEEN) for _, name, _ in table.values()}
    assert planted <= names and len(planted) > 30
    assert LITTLE.is_dir()


def test_what_is_compiled_otherwise_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shift of a small field: plain Python has eight bits there, machine code has 64."""
    monkeypatch.setenv("CARREAU_CACHE", str(tmp_path / "cache"))
    game = loaded(tmp_path, rules((LAST_LINE, "    s.shown = (1 << (s.held[seat] + 7)) >> 8\n")))
    assert in_plain_python(game) == []
    results = [result for result in run(game, (COMPILED,), only="compiled-is-plain") if not result.kept]
    assert re.search(
        r"play behaves differently when it is compiled: in plain Python and compiled, shown is 0 and \d", results[0].wrong
    )
