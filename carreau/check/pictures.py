"""The promises of every picture."""

from __future__ import annotations

import random
import re
import statistics
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from carreau.check.case import Case, Subject, walk
from carreau.check.drawing import FORMS, NAMES, Drawing, drawings, faces_seen, lying, pieces, texts, unfilled
from carreau.check.pace import slowness
from carreau.check.probe import redeal, view
from carreau.check.registry import PICTURES, case_check, claim, game_check, some
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.state import SPECTATOR
from carreau.core.words import LANGUAGES
from carreau.draw.sheet import sheet
from carreau.draw.theme import THEMES, resolve

PLIES = 25  # of a match are followed from one to the next
LARGEST_TABLE = 60_000  # bytes without the sheet
LARGEST_SHEET = 150_000
LARGEST_FACE = 5_000
SLOWEST = 0.010  # seconds, as a median
MOST_TAPPED = 300  # choices of which every two are compared


def is_drawn(game: Game) -> bool:
    return game.has("picture.scene")


def has_rounds(game: Game) -> bool:
    return is_drawn(game) and hasattr(game.rules, "next_round")


# the drawing as a document


@case_check(PICTURES, "Every id appears once in a drawing.", "Pages move cards by their ids.", is_drawn)
def ids_are_unique(case: Case) -> None:
    for drawing in drawings(case):
        found = Counter(element.attrib["id"] for element in drawing.root.iter() if "id" in element.attrib)
        twice = [name for name, count in found.items() if count > 1]
        claim(not twice, f"These ids appear twice in one drawing: {some(twice)} {drawing}.")
        odd = [name for name in found if not re.fullmatch(r"[A-Za-z][\w.-]*", name)]
        claim(not odd, f"The id {some(odd)} has letters that no id should have {drawing}.")


@case_check(PICTURES, "Every symbol that is used exists.", "A card without its face is a hole.", is_drawn)
def everything_used_is_there(case: Case) -> None:
    for drawing in drawings(case):
        used = {one or other for one, other in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', drawing.svg)}
        claim(used <= drawing.ids, f"{some(sorted(used - drawing.ids))} are used, but do not exist {drawing}.")


@case_check(PICTURES, "Every card, cell, pile, button and player has a spoken name.", "Some people listen.", is_drawn)
def everything_has_a_spoken_name(case: Case) -> None:
    for drawing in drawings(case):
        named = [element for element in drawing.root.iter() if element.get("role") == "img"]
        scene = drawing.scene
        count = len(pieces(scene)) + len(scene.spots) + len(scene.piles) + len(scene.buttons) + len(scene.players)
        claim(len(named) == count, f"{len(named)} of {count} things in the drawing have a name {drawing}.")
        for element in named:
            claim(element.get("aria-label", "").strip(), f"{element.get('id')} has no spoken name {drawing}.")


@case_check(PICTURES, "The table is also described in sentences.", "Some people listen.", is_drawn)
def the_table_is_told(case: Case) -> None:
    for drawing in drawings(case):
        scene = drawing.scene
        claim(scene.guidance.strip().endswith((".", "!", "?")), f"The guidance is not a sentence: {scene.guidance!r} {drawing}.")
        claim(scene.title.strip() and scene.told, f"The scene has no title or no description {drawing}.")
        claim(all(line.strip() for line in scene.text().splitlines()), f"A line of the description is empty {drawing}.")
        claim(all(player.spoken.strip() for player in scene.players), f"A player has no description {drawing}.")


@case_check(
    PICTURES, f"A drawing is smaller than {LARGEST_TABLE} bytes.", "It is sent after every move, to phones too.", is_drawn
)
def drawings_are_small(case: Case) -> None:
    for drawing in drawings(case):
        size = len(drawing.scene.svg(drawing.form, "auto", sheet=False).encode())
        claim(size < LARGEST_TABLE, f"A drawing has {size} bytes, more than {LARGEST_TABLE} {drawing}.")


@case_check(PICTURES, f"A drawing is made within {SLOWEST * 1000:.0f} ms.", "Everybody at the table waits for it.", is_drawn)
def drawings_are_quick(case: Case) -> None:
    chosen = random.Random(1).sample(drawings(case), min(40, len(drawings(case))))
    median = statistics.median(seconds(drawing) for drawing in chosen)
    if median >= SLOWEST:
        median /= slowness()
    claim(median < SLOWEST, f"A drawing takes {median * 1000:.0f} ms, longer than {SLOWEST * 1000:.0f} ms ({case}).")


def seconds(drawing: Drawing) -> float:
    game = drawing.game
    assert game.picture is not None
    seen, options = view(game, drawing.state, drawing.seat), drawing.legal
    words, names = game.words(drawing.language), NAMES[: drawing.state.players]
    start = time.process_time()
    game.scene(seen, drawing.seat, options, words, names, drawing.form).svg(drawing.form, "auto", sheet=False)
    return time.process_time() - start


# what can be done


@case_check(
    PICTURES,
    "The choices of a scene are the legal actions.",
    "What is not among the choices cannot be played at the table.",
    is_drawn,
)
def choices_are_the_legal_actions(case: Case) -> None:
    for drawing in drawings(case):
        game, choices = drawing.game, drawing.scene.choices
        found = [game.parse_action(choice.action) for choice in choices]
        lacking = list(map(game.name_action, sorted(set(drawing.legal) - set(found))))
        claim(not lacking, f"The picture has no choice for {some(lacking)}, which is legal {drawing}.")
        more = list(map(game.name_action, sorted(set(found) - set(drawing.legal))))
        claim(not more, f"The picture has a choice for {some(more)}, which is not legal {drawing}.")
        claim(found == drawing.legal, f"The choices are not in the order of the legal actions, or one appears twice {drawing}.")
        claim(all(choice.name.strip() for choice in choices), f"A choice has no name {drawing}.")


@case_check(
    PICTURES,
    "A choice has the name that everybody may hear.",
    "Buttons, log and screen reader use one name, which needs no drawing and only what a spectator sees.",
    lambda game: is_drawn(game) and game.has("words.sentences"),
)
def choices_are_said_in_public(case: Case) -> None:
    for drawing in drawings(case):
        game = drawing.game
        assert game.sentences is not None
        public, words = view(game, drawing.state, SPECTATOR), game.words(drawing.language)
        for choice in drawing.scene.choices[:: max(1, len(drawing.legal) // 60)]:
            number = game.parse_action(choice.action)
            said = game.sentences.say_action(public, drawing.seat, number, words)
            claim(said == choice.name, f"{choice.action!r} is named {choice.name!r}, but said {said!r} in public {drawing}.")


@case_check(PICTURES, "Every action can be tapped.", "What cannot be tapped cannot be played on a phone.", is_drawn)
def every_action_can_be_tapped(case: Case) -> None:
    for drawing in drawings(case):
        there = {element.attrib["data-tap"] for element in drawing.root.iter() if "data-tap" in element.attrib}
        for choice in drawing.scene.choices:
            lacking = {tap for tap in choice.taps if not re.fullmatch("turn-[123]", tap)} - there
            claim(not lacking, f"{choice.action!r} needs a tap on {sorted(lacking)}, which is not drawn {drawing}.")


@case_check(
    PICTURES,
    "Taps tell actions apart: no action is played halfway through the taps for another.",
    "A tap that means two things plays the wrong one.",
    is_drawn,
)
def taps_tell_actions_apart(case: Case) -> None:
    for drawing in drawings(case):
        choices = drawing.scene.choices
        seen = dict[frozenset[frozenset[str]], str]()
        for choice in choices:
            steps = frozenset(map(frozenset, choice.steps or [choice.taps]))
            claim(steps not in seen, f"The same taps mean {seen.get(steps)!r} and {choice.action!r} {drawing}.")
            seen[steps] = choice.action
        taps = {choice.action: frozenset(choice.steps[0] if choice.steps else choice.taps) for choice in choices}
        for name, tapped in taps.items():
            claim(tapped, f"{name!r} needs no tap at all {drawing}.")
        if len(taps) < MOST_TAPPED:
            check_parts(drawing, taps)


def check_parts(drawing: Drawing, taps: dict[str, frozenset[str]]) -> None:
    """Cards may be turned before they are laid."""
    turned = {name: one if any(tap.startswith("turn-") for tap in one) else one | {"turn-0"} for name, one in taps.items()}
    for name, one in turned.items():
        longer = next((other for other, more in turned.items() if one < more), None)
        claim(longer is None, f"{name!r} is played halfway through the taps for {longer!r} {drawing}.")


# what may be known


@case_check(
    PICTURES,
    "In every world that a seat cannot tell from the true one, its drawing is the same to the letter.",
    "A drawing must not show what a view hides.",
    is_drawn,
)
def drawings_show_no_more_than_views(case: Case) -> None:
    for drawing in drawings(case)[:: len(LANGUAGES)]:
        game = drawing.game
        match = Match.__new__(Match)
        match.game, match.players = game, int(drawing.state.players)
        svgs = set()
        for state in (drawing.state, redeal(game, drawing.state, drawing.seat, 11)):
            match._hold(np.array([state], game.rules.STATE))
            seat = None if drawing.seat == SPECTATOR else drawing.seat
            svgs.add(match.svg(seat, drawing.language, NAMES[: match.players], drawing.form))
        claim(len(svgs) == 1, f"The drawing depends on what is hidden {drawing}.")


# from one drawing to the next


def followed(case: Case) -> Iterator[list[Drawing]]:
    """The drawings of all seats, ply by ply."""
    for match in walk(case, 9):
        if match.over or match.ply >= PLIES:
            return
        yield [Drawing(case.game, match.state.copy(), seat, "en", "wide") for seat in (0, SPECTATOR)]


@case_check(
    PICTURES,
    "An id always means the same card, and a card that stays where it is keeps its id.",
    "Cards would jump about, or turn into others, while they move.",
    is_drawn,
)
def cards_keep_their_ids(case: Case) -> None:
    before: list[Drawing] = []
    stayed = changed = 0
    for now in followed(case):
        for drawing in now:
            for piece in pieces(drawing.scene):
                there = not piece.origin or piece.origin in drawing.ids
                claim(there, f"{piece.id} comes from {piece.origin}, which is not in the drawing {drawing}.")
        for old, new in zip(before, now):
            was, seen = faces_seen(old.scene), faces_seen(new.scene)
            for name in was.keys() & seen.keys():
                claim(was[name] == seen[name], f"The id {name} meant {was[name]} a ply before, and now {seen[name]} {new}.")
            lay, lies = lying(old.scene), lying(new.scene)
            same = lay.keys() & lies.keys()
            stayed += len(same)
            changed += sum(lay[place] != lies[place] for place in same)
        before = now
    # a pile's upper card may give way to one that looks the same
    claim(changed <= stayed / 50, f"{changed} of {stayed} cards that stayed where they were got another id ({case}).")


# the end of a round


def ended_rounds(case: Case, most: int) -> Iterator[tuple[Match, Any]]:
    """A match after each action that ended a round and cleared the table, and the state before."""
    for seed in range(4):
        before = None
        for match in walk(case, seed):
            if match.closing(None) is not None:
                yield match, before
                most -= 1
            if not most:
                return
            before = match.state.copy()


@case_check(
    PICTURES,
    "A round ends with its scoring: the table before it was cleared, with the points after; nothing can be done in it.",
    "This is what people want to look at between two rounds.",
    has_rounds,
)
def rounds_end_with_their_scoring(case: Case) -> None:
    for match, before in ended_rounds(case, 2):
        where = case.at(match.state)
        lay = lying(Drawing(match.game, before, SPECTATOR, "en", "wide").scene)
        for seat in [*range(match.players), None]:
            form, language = FORMS[(seat or 0) % 2], LANGUAGES[(seat or 0) % 2]
            scene, after = match.closing(seat, language, NAMES, form), match.scene(seat, language, NAMES, form)
            assert scene is not None
            root = ElementTree.fromstring(scene.svg(form, "light"))
            ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
            claim(max(ids.values()) == 1 and not scene.choices, f"A scored table has an id twice, or something to do {where}.")
            points = [[player.points for player in one.players] for one in (scene, after)]
            claim(points[0] == points[1], f"A scored table shows the points {points[0]}, and after it {points[1]} {where}.")
            claim(
                scene.guidance.strip() and scene.guidance != after.guidance and not any(one.acting for one in scene.players),
                f"A scored table has the guidance of the next round, or somebody acts in it {where}.",
            )
            named = all(piece.name.strip() for piece in pieces(scene)) and all(player.spoken for player in scene.players)
            claim(named, f"Something at a scored table has no name {where}.")
            claim(
                not any(re.search(r"\{\w*\}|None", text) for text in texts(root)),
                f"A scored table has a text that is not filled in {where}.",
            )
        scored = match.closing(None, "en", NAMES)
        shown = lying(scored) if scored else {}
        claim(len(shown) >= len(lay) - 3, f"A scored table has {len(shown)} cards, but there were {len(lay)} before {where}.")


@game_check(PICTURES, "Some random matches have a round that ends.", "Otherwise its scoring was never checked.", has_rounds)
def some_rounds_end(subject: Subject) -> None:
    some = any(True for case in subject.cases for _ in ended_rounds(case, 1))
    claim(some, "No random match ended a round before its last, although there is a next_round.")


# the cards


@game_check(
    PICTURES,
    "Faces are valid, small and different drawings without text or filters, and one of them is the back.",
    "Cards are shown in every size and language.",
    is_drawn,
)
def faces_are_sound(subject: Subject) -> None:
    faces = subject.game.faces.faces()
    claim("back" in faces, "There is no face named back.")
    for name, face in faces.items():
        ElementTree.fromstring(f"<g>{face}</g>")
        claim(len(face.encode()) < LARGEST_FACE, f"The face {name} has more than {LARGEST_FACE} bytes.")
        found = re.search(r"<(text|filter|image|script|style)\b", face)
        claim(not found, f"The face {name} has a <{found[1] if found else ''}>, which no face may have.")
    alike = [names for names in by_look(faces).values() if len(names) > 1]
    claim(not alike, f"Two faces look the same: {' and '.join(alike[0]) if alike else ''}.")


def by_look(faces: dict[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, face in faces.items():
        found.setdefault(str(face), []).append(name)
    return found


@game_check(
    PICTURES,
    f"The sheet of all faces is smaller than {LARGEST_SHEET} bytes.",
    "It is loaded before anything else.",
    is_drawn,
)
def the_sheet_is_small(subject: Subject) -> None:
    game = subject.game
    whole = sheet(game.id, game.faces.faces(), game.faces.RATIO)
    claim(len(whole.encode()) < LARGEST_SHEET, f"The sheet has {len(whole.encode())} bytes, more than {LARGEST_SHEET}.")
    found = Counter(re.findall(r'\bid="([^"]*)"', whole))
    claim(max(found.values()) == 1, f"The sheet has the id {found.most_common(1)[0][0]} twice.")
    strange = [name for name in found if not name.startswith(f"{game.id}-")]
    claim(not strange, f"The id {some(strange)} could be another sheet's: ids begin with {game.id}-.")
    for theme in THEMES:
        claim("var(" not in resolve(whole, theme), f"A colour of the sheet is not known in the theme {theme}.")


@game_check(
    PICTURES, "The deck is made of faces that exist, at a size that can be printed.", "It can be printed and cut.", is_drawn
)
def the_deck_can_be_printed(subject: Subject) -> None:
    parts = subject.game.faces
    unknown = sorted(set(parts.deck()) - set(parts.faces()))
    claim(not unknown, f"The deck has {some(unknown)}, which is not a face.")
    claim(30 <= parts.MILLIMETRES <= 90, f"MILLIMETRES is {parts.MILLIMETRES}: a card is 30 to 90 mm wide.")
    claim(0.5 <= parts.RATIO <= 2, f"RATIO is {parts.RATIO}: a card's height is half to twice its width.")


# a match shows itself


@game_check(PICTURES, "A match shows itself in a notebook.", "This is how people who design games look at it.", is_drawn)
def notebooks_show_it(subject: Subject) -> None:
    shown = subject.game.new(seed=1)._repr_svg_()
    claim(ElementTree.fromstring(shown).tag.endswith("svg"), "A match in a notebook is not an SVG.")
    claim(all(f"--{name}:" in shown for name in ("paper", "accent")), "A match in a notebook has no colours.")


@game_check(PICTURES, "A leaf of a rulebook is just the board and the hand.", "Rulebooks are printed in columns.", is_drawn)
def a_leaf_fits_a_rulebook(subject: Subject) -> None:
    scene = subject.game.new(seed=1).scene(0, form="leaf")
    root = ElementTree.fromstring(scene.svg("leaf", "light"))
    width, height = (float(part) for part in root.attrib["viewBox"].split()[2:])
    claim(width == 480 and 60 < height < 700, f"A leaf is {width:g} by {height:g}: it has to be 480 wide, and 60 to 700 high.")
    claim(not any(element.get("class") == "player" for element in root.iter()), "A leaf shows the players.")


@case_check(PICTURES, "Every blank in the text of a drawing is filled in.", "Nobody is called {name}.", is_drawn)
def nothing_is_left_to_fill_in(case: Case) -> None:
    for drawing in drawings(case):
        for text in [*texts(drawing.root), *(choice.name for choice in drawing.scene.choices)]:
            claim(not unfilled(text), f"The text {text!r} is not filled in {drawing}.")
