"""A real server process, a real browser."""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Route, sync_playwright

from tests.web.slow_line import SlowLine

ROOT = Path(__file__).parent.parent
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first takes a third less time
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
ASIDE = tempfile.TemporaryDirectory()
atexit.register(ASIDE.cleanup)
CHANCE = Path(ASIDE.name) / "chance"  # what decides the deals
CHANCE.write_text("no test", encoding="utf-8")


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest) -> None:
    """The same deals whenever and wherever a test runs; other deals with another CARREAU_SEED."""
    CHANCE.write_text(f"{request.node.nodeid} {os.environ.get('CARREAU_SEED', '')}", encoding="utf-8")


class Server:
    """`carreau serve` as a separate process, which can be killed and restarted."""

    def __init__(self, data: Path, *words: str) -> None:
        self.data, self.port, self.words = data, 0, words
        self.start()

    def start(self) -> None:
        words = ["--port", str(self.port), "--data", str(self.data), "--pace", "0", "--workers", "1", *self.words]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "LANG": "en_US.UTF-8", "COLUMNS": "300", "NO_COLOR": "1"}
        environment["CARREAU_CHANCE"] = str(CHANCE)
        command = [sys.executable, "-u", "-m", "tests.web.serve", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        assert self.process.stdout is not None
        said = re.search(r"http://127.0.0.1:(\d+)/", self.process.stdout.readline())
        assert said, "the server did not start"
        self.port = int(said[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "Chromium is missing: apt install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


DICE = """(() => {
    let count = 0;
    crypto.getRandomValues = (bytes) => bytes.fill(0).map((_, i) => bytes[i] = (NUMBER + 31 * i + 7 * count++) % 256);
})()"""  # a screen's part of a deal depends on the test's name, too


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """A page in a new browser window; any error it reports fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(width: int = 1280, height: int = 800, locale: str = "en-US", **more: Any) -> Page:
        more.setdefault("reduced_motion", "reduce")
        context = browser.new_context(viewport={"width": width, "height": height}, locale=locale, **more)
        contexts.append(context)
        name = f"{request.node.nodeid} {len(contexts)} {os.environ.get('CARREAU_SEED', '')}"
        context.add_init_script(DICE.replace("NUMBER", str(sha256(name.encode()).digest()[0])))
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" and "Policy" in said.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def until(page: Page, question: str, seconds: float = 60.0) -> Any:
    """Wait until something is true in the page."""
    end = time.monotonic() + seconds
    while not (answer := ask(page, question)):
        assert time.monotonic() < end, f"{question} never came true; {ask(page, 'carreau.event.guidance')}"
        page.wait_for_timeout(15)
    return answer


def ask(page: Page, question: str) -> Any:
    try:
        return page.evaluate(question)
    except Error as error:
        if "context was destroyed" in str(error) or "is not defined" in str(error) or "reading '" in str(error):
            return None  # on its way to another page
        raise


def event(page: Page, field: str) -> Any:
    return page.evaluate(f"carreau.event.{field}")


def set_up(page: Page, server: Server | SlowLine, game: str, seats: tuple[str, ...] = ("me", "bot-1"), /, **options: str) -> None:
    """Fill in the set-up sheet and start."""
    page.goto(f"http://127.0.0.1:{server.port}/new/{game}")
    page.locator("details", has=page.locator("[name=clock]")).locator("summary").click()
    ways = [name for name in options if page.locator(f".way [name='option-{name}']").count()]
    for name in sorted(options, key=lambda name: name not in ways):  # the way to play decides which other options there are
        fill_in(page, name, options[name])
    page.select_option("[name=players]", str(len(seats)))
    for k, seat in enumerate(seats):
        page.select_option(f"[name=seat-{k}]", seat)
    page.click("text=Start")
    until(page, f"Boolean(globalThis.carreau?.event?.{'state' if 'open' in seats else 'svg'})", 240)


def fill_in(page: Page, option: str, value: str) -> None:
    if page.locator(f".way [name='option-{option}']").count():
        page.check(f"[name='option-{option}'][value='{value}']")
        return
    field = page.locator(f"[name='option-{option}']")
    kind = field.evaluate("one => one.tagName === 'SELECT' ? 'select' : one.type")
    if kind == "select":
        field.select_option(value)
    elif kind == "checkbox":
        field.set_checked(value == "on")
    else:
        field.fill(value)


def invite(page: Page, friend: Page, name: str = "Bo", link: str = "") -> None:
    friend.goto(link or page.locator(".link").first.input_value())
    friend.fill("[name=name]", name)
    friend.click("button.main")
    until(friend, "Boolean(globalThis.carreau?.event?.svg)")
    until(page, "carreau.event.state === 'playing'")


def ready(page: Page) -> bool:
    """Wait until this page may act; False when the match is over."""
    until(
        page, "(carreau.event.acting && carreau.event.choices.length) || carreau.event.state === 'over' || carreau.event.curtain"
    )
    return bool(event(page, "state") != "over")


def play_to_the_end(page: Page) -> None:
    """With the first choice every time."""
    while ready(page):
        ply = event(page, "ply")
        page.evaluate("carreau.chooser.play(carreau.chooser.choices[0].action)")
        until(page, f"carreau.event.ply > {ply}")


def verify(page: Page) -> None:
    """Ask for the verification of the deal, which the table folds away."""
    fold = page.locator("#proof:not([open]) summary")
    if fold.count():
        fold.click()
    page.click(".verify >> nth=0")


def fail_twice(page: Page, address: str) -> None:
    """What is fetched from there does not arrive at first, then as an error, and then as it is."""
    tries: list[Route] = []

    def fail(route: Route) -> None:
        tries.append(route)
        if len(tries) == 1:
            route.abort()
        elif len(tries) == 2:
            route.fulfill(status=502, body="<p>Bad gateway</p>")
        else:
            route.fallback()

    page.route(address, fail)


def go_on(page: Page) -> None:
    """Leave the scoring of a round, if it is shown."""
    if page.locator("#on").is_visible():
        page.click("#on")


FINGER = 24  # pixels: at least this much of anything that is tapped must be visible
VISIBLE = """(tap) => {
    const one = [...document.querySelectorAll(`#scene [data-tap='${tap}']`)].at(-1);
    const hit = (x, y) => document.elementFromPoint(x, y)?.closest("[data-tap]")?.dataset.tap === tap;
    let box = one.getBoundingClientRect();
    if (box.bottom > innerHeight || box.top < 0) { one.scrollIntoView({ block: "center" }); box = one.getBoundingClientRect(); }
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const run = (dx, dy) => { let n = 0; while (n < 60 && hit(x + dx * (n + 1), y + dy * (n + 1))) n++; return n; };
    if (hit(x, y)) return { x, y, wide: 1 + run(1, 0) + run(-1, 0), high: 1 + run(0, 1) + run(0, -1) };
    const seen = [];
    for (let i = box.x + 0.5; i < box.right; i++)
        for (let j = box.y + 0.5; j < box.bottom; j += 2) if (hit(i, j)) seen.push([i, j]);
    if (!seen.length) return null;
    const [left, top] = [Math.min(...seen.map((p) => p[0])), Math.min(...seen.map((p) => p[1]))];
    const [right, low] = [Math.max(...seen.map((p) => p[0])), Math.max(...seen.map((p) => p[1]))];
    const off = ([i, j]) => Math.hypot(i - (left + right) / 2, j - (top + low) / 2);
    const [i, j] = seen.reduce((best, one) => (off(one) < off(best) ? one : best));
    return { x: i, y: j, wide: right - left, high: low - top };
}"""


def target(page: Page, tap: str) -> tuple[float, float]:
    """Where a finger would tap it: in its middle, or in the middle of what is visible."""
    found = page.evaluate(VISIBLE, tap)
    assert found, f"{tap} is covered or out of sight"
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert 0 <= found["x"] <= width, f"{tap} is outside the page"
    large = min(found["wide"], found["high"]) >= FINGER or page.locator("#nearer").is_visible()
    assert large, f"of {tap} only {found['wide']} by {found['high']} pixels can be tapped, and there is no way to zoom in"
    return found["x"], found["y"]


def hard_to_tap(page: Page) -> list[Any]:
    """Everything that leads to an action now but cannot be tapped, not even after zooming in."""
    found: list[Any] = page.evaluate(
        f"""() => [...new Set(carreau.chooser.choices.flatMap((one) => one.taps))].map((tap) => [tap, ({VISIBLE})(tap)])
        .filter(([, seen]) => !seen || seen.x < 0 || seen.x > innerWidth ||
            (document.getElementById("nearer").hidden && Math.min(seen.wide, seen.high) < {FINGER}))"""
    )
    return found


def tap_one(page: Page, pick: int) -> str:
    """Play one of the choices by taps alone."""
    go_on(page)
    sequence = event(page, "sequence")
    choices = page.evaluate("carreau.chooser.choices")
    choice = choices[pick % len(choices)]
    for tap in choice["taps"]:
        if tap not in page.evaluate("carreau.chooser.picked") and event(page, "sequence") == sequence:
            page.mouse.click(*target(page, tap))
            if not page.evaluate("carreau.chooser.picked.length"):
                break  # that was enough to know the action
    for _ in range(4):
        if event(page, "sequence") != sequence or page.locator("#play").is_hidden():
            break
        if page.evaluate("carreau.chooser.waiting?.action") == choice["action"]:
            page.click("#play")
        elif page.locator("#turn").is_visible():
            page.click("#turn")
    until(page, f"carreau.event.sequence > {sequence}")
    return str(choice["action"])


def record_of(page: Page) -> dict[str, Any]:
    text = page.evaluate("fetch(location.pathname.replace(/\\/replay$/, '') + '/record.json').then((one) => one.text())")
    record: dict[str, Any] = json.loads(text)
    return record
