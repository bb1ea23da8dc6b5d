"""A drawing that is sent in fragments is the whole drawing, to the byte; and its fragments tell nothing that is hidden."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.words import LANGUAGES
from carreau.table.table import Table
from carreau.table.text import names_at
from carreau.web import fragments
from carreau.web.fragments import Fragments, Screen
from carreau.web.language import words_of
from carreau.web.messages import Event, encode
from carreau.web.room import Room
from carreau.web.screen import scene_now, screen_message
from carreau.web.screen_cache import ScreenCache, key
from carreau.web.templating import static
from carreau.web.viewer import Viewer
from proofs.tools.plans import Plan
from tests.browser import Server, event, ready, set_up, until
from tests.some import EVERY, QUICK, plan_name, racing
from tests.table.tables import do, short_table, table

PLANS = [Plan(game.id, 2, game.short) for game in EVERY if 2 in game.players] + racing()
FORMS = ("phone", "wide")
EVENTS = msgspec.json.Decoder(Event)
STYLE = re.compile(' style="[^"]*"')  # which our pages forbid


class Watcher:
    """An open page without a socket."""

    def __init__(self, room: Room, seat: int | None, form: str = "wide", language: str = "en") -> None:
        socket: Any = SimpleNamespace()
        self.room, self.screen = room, Screen()
        self.viewer = Viewer(socket, words_of(language, room.table.game), [] if seat is None else [seat], form, 0)

    def look(self) -> str:
        """What it is sent now."""
        text = encode(screen_message(self.room, self.viewer, 0.0))
        self.viewer.since = self.room.table.sequence
        self.screen.apply(EVENTS.decode(text).drawing)
        return text

    def whole(self) -> tuple[Any, ...]:
        """What it should show, made anew."""
        t, viewer = self.room.table, self.viewer
        seat = viewer.seats[0] if viewer.seats else None
        acting = seat is not None and seat in t.people
        scene = scene_now(t, seat, viewer.words, names_at(t, viewer.words), viewer.form, acting)
        alone, steps = getattr(scene.choices, "alone", scene.choices), getattr(scene.choices, "steps", ())
        offered = [[(one.action, one.name, one.taps) for one in part] if acting else [] for part in (alone, steps)]
        return STYLE.sub("", scene.svg(viewer.form, sheet=False)), scene.text(), *offered

    def shown(self) -> tuple[Any, ...]:
        screen = self.screen
        offered = [[(one.action, one.name, one.taps) for one in part] for part in (screen.choices, screen.steps)]
        return screen.svg, screen.spoken, *offered

    def check(self) -> str:
        text = self.look()
        assert self.shown() == self.whole()
        return text


def moves(t: Table, chance: random.Random, most: int = 10_000) -> Iterator[int]:
    """Random moves, some of which are taken back."""
    while not t.match.over and t.match.ply < most:
        seat = chance.choice(t.match.acting)
        do(t, t.play(seat, chance.choice(t.match.legal(seat)), t.match.ply, 1.0))
        yield t.match.ply
        if chance.random() < 0.1 and not t.match.over and t.can_undo(seat):
            do(t, t.undo(seat, 1.0))
            yield t.match.ply


@pytest.mark.parametrize("plan", PLANS, ids=plan_name)
def test_fragments_make_the_whole_drawing(plan: Plan) -> None:
    """At every ply, for everyone, in every form and language; for a page that looks only now and then, and for a new one."""
    chance = random.Random(5)
    t = table(plan.game, "me", "me", seed=5, **plan.options)
    room = Room("x", t, None)  # type: ignore[arg-type]
    screens = [Watcher(room, seat, form, language) for seat in (0, 1, None) for form in FORMS for language in LANGUAGES]
    sizes = []
    for ply in moves(t, chance, 60):
        for screen in screens:
            sizes.append(len(screen.check()))
            if chance.random() < 0.3:
                assert EVENTS.decode(screen.check()).drawing is None, "the same is drawn twice"
        if ply % 7 == 0:
            screens.append(Watcher(room, chance.choice((0, 1, None))))
            screens[-1].check()
        if ply % 11 == 0:
            screens[-1].viewer.form = chance.choice(FORMS)
            screens.pop(0) if len(screens) > 20 else None
        chance.shuffle(screens)
    assert sizes


@pytest.mark.parametrize("plan", PLANS, ids=plan_name)
def test_what_is_kept_is_what_would_be_made_anew(plan: Plan) -> None:
    """A function that looks at more than its arguments, and is kept all the same, would show an earlier table."""
    t, drawn = table(plan.game, "me", "me", seed=6, **plan.options), []
    for _ in moves(t, random.Random(6), 30):
        for look in product((0, 1, None), LANGUAGES, [["Ana", "Bo"]], FORMS):
            drawn.append((t.match.copy(), look, told_and_drawn(t.match, *look)))
    forget = caches(t.game)
    assert forget
    for match, look, kept in random.Random(6).sample(drawn, min(80, len(drawn))):
        for clear in forget:
            clear()
        assert told_and_drawn(match, *look, anew=True) == kept


def told_and_drawn(
    match: Match, seat: int | None, language: str, names: list[str], form: str, anew: bool = False
) -> tuple[Any, ...]:  # fmt: skip
    scene = match.scene(seat, language, names, form)
    pieces = [*scene.pieces, *scene.hand, *(piece for player in scene.players for piece in player.pieces)]
    if anew:
        for drawn in (*pieces, *scene.spots, *scene.piles, *scene.players):
            drawn.looks.clear()
    return scene.svg(form, sheet=False), scene.text(), tuple(getattr(scene.choices, "alone", scene.choices))


def caches(game: Game) -> list[Callable[[], None]]:
    """What empties everything in which markup, pieces and sentences are kept."""
    found: list[Callable[[], None]] = []
    for name, module in list(sys.modules.items()):
        if name.startswith("carreau.draw.") or Path(getattr(module, "__file__", None) or "/").is_relative_to(game.folder):
            classes = [one for one in vars(module).values() if isinstance(one, type)]
            things = [*vars(module).values(), *(part for kind in classes for part in vars(kind).values())]
            found += [one.cache_clear for one in things if hasattr(one, "cache_clear")]
    return found


def test_what_comes_back_is_not_sent_again() -> None:
    t = short_table(QUICK, "me", "me")
    room = Room("x", t, None)  # type: ignore[arg-type]
    one, other, third = (Watcher(room, 0) for _ in range(3))
    assert one.check() == other.check() == third.check()
    for ply in moves(t, random.Random(1), 12):
        texts = [one.check(), other.check()]
        assert texts[0] == texts[1], "the same screens are not sent the same"
        told = EVENTS.decode(texts[0]).drawing
        assert told is not None and not told.whole
        if ply % 3 == 0:  # one who has missed some drawings gets what is new in all of them
            late = EVENTS.decode(third.check()).drawing
            assert late is not None and not late.whole and set(told.numbers) <= set(late.numbers)
    for name in ("Nobody", t.chairs[0].name):
        do(t, t.rename(0, name, 1.0))
        told = EVENTS.decode(one.check()).drawing
    assert told is not None and told.new == []


def test_fragments_that_are_no_longer_shown_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their numbers are given to others, also for a page that has missed it."""
    t = short_table(QUICK, "me", "me")
    room = Room("x", t, None)  # type: ignore[arg-type]
    one, late = Watcher(room, 0), Watcher(room, 0)
    monkeypatch.setattr(fragments, "MANY", 40)
    given = []
    for ply in moves(t, random.Random(1), 30):
        told = EVENTS.decode(one.check()).drawing
        assert told is not None
        given += [number for number in told.numbers if not told.whole]
        if ply % 5 == 0:
            late.check()
        assert len(one.screen.fragments) < 300
    assert len(given) > len(set(given)) + 50


def test_two_pages_of_a_seat_soon_have_the_same_fragments() -> None:
    """One that comes later makes both start over, once."""
    t = short_table(QUICK, "me", "me")
    room = Room("x", t, None)  # type: ignore[arg-type]
    chance, one = random.Random(1), Watcher(room, 0)
    for _ in moves(t, chance, 5):
        one.check()
    other = Watcher(room, 0)
    other.check()
    for ply in moves(t, chance, 10):
        told = [EVENTS.decode(screen.check()).drawing for screen in (one, other)]
        assert ply < 8 or (told[0] == told[1] and told[0] is not None and not told[0].whole)


@pytest.mark.parametrize("plan", PLANS, ids=plan_name)
def test_no_fragment_tells_what_is_hidden(plan: Plan) -> None:
    """What a seat is sent after many drawings is the same in every world that it cannot tell from the true one, although
    the others are sent their own fragments first."""
    t = table(plan.game, "me", "me", seed=3, **plan.options)
    room = Room("x", t, None)  # type: ignore[arg-type]
    screens = {seat: Watcher(room, seat) for seat in (0, 1, None)}
    for _ in moves(t, random.Random(3), 25):
        truth, before = t.match._states.copy(), {seat: one.viewer.has for seat, one in screens.items()}
        shared = {seat: copied(has.fragments) if has else None for seat, has in before.items()}
        told = {seat: tell(room, screens, before, shared, seat) for seat in screens}
        for seat in screens:
            for world in (1, 2):
                t.game._drive.redeal_at(t.match._address, -1 if seat is None else seat, world)
                t.undoable = None
                assert tell(room, screens, before, shared, seat) == told[seat]
                t.match._states[:] = truth
        room.screens = ScreenCache(t)
        for one in screens.values():
            one.look()


def copied(one: Fragments) -> Fragments:
    other = Fragments(one.key, one.began)
    other.sequence, other.parts, other.many = one.sequence, one.parts, one.many
    other.numbers, other.given, other.free = dict(one.numbers), list(one.given), list(one.free)
    return other


def tell(room: Room, screens: Any, before: Any, shared: Any, seat: int | None) -> str:
    """What a seat is sent after the others, when all have had the same before."""
    room.screens = ScreenCache(room.table)
    told = ""
    for other in sorted(screens, key=lambda one: one == seat):
        viewer, had = screens[other].viewer, before[other]
        viewer.has = had and had._replace(fragments=copied(shared[other]))
        if viewer.has:
            room.screens.patcher.shared[key(other, viewer.words, viewer.form)] = viewer.has.fragments
        told = encode(screen_message(room, viewer, 0.0))
    return told


# in the browser

PUT_TOGETHER = """async ([script, patches]) => {
    const { Drawing } = await import(script), drawing = new Drawing();
    return patches.map((patch) => drawing.apply(patch));
}"""
ANEW = """async (script) => {
    const { Drawing } = await import(script), socket = new WebSocket(carreau.address());
    const event = await new Promise((heard) => {
        socket.onmessage = ({ data }) => JSON.parse(data).type === "event" && heard(JSON.parse(data));
    });
    socket.close();
    return new Drawing().apply(event.drawing);
}"""  # what another page of the same seat shows
SHOWN = "(({svg, spoken, choices, steps}) => ({svg, spoken, choices, steps}))(carreau.event)"


def test_the_script_puts_the_same_together(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(server.address)
    for plan in PLANS:
        t = table(plan.game, "me", "me", seed=7, **plan.options)
        room = Room("x", t, None)  # type: ignore[arg-type]
        screen, patches, shown = Watcher(room, 0, language="fr"), [], []
        for ply in moves(t, random.Random(7), 40):
            if ply == 20:
                screen = Watcher(room, 0, "phone")  # after a lost connection
            patches.append(msgspec.json.decode(screen.check())["drawing"])
            parts = screen.screen
            shown.append({"svg": parts.svg, "spoken": parts.spoken, "choices": parts.choices, "steps": parts.steps})
        found = page.evaluate(PUT_TOGETHER, [server.address + static("drawing.js"), patches])
        assert found == msgspec.json.decode(msgspec.json.encode(shown))


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_a_page_shows_what_a_new_page_shows(game: Game, server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    set_up(page, server, game.id)
    for _ in range(6):
        if not ready(page):
            break
        assert page.evaluate(ANEW, server.address + static("drawing.js")) == page.evaluate(SHOWN)
        assert page.evaluate("carreau.scene.svg === (carreau.closing ?? carreau.event).svg")
        ply = event(page, "ply")
        page.evaluate("carreau.chooser.play(carreau.chooser.choices[0].action)")
        until(page, f"carreau.event.ply > {ply}")
