"""The lab in a browser: off unless the server says so; asked, followed, shared, stopped, downloaded; and never too much of it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carreau.cli import main
from carreau.core.option import Choice, Number
from carreau.lab.experiment.read import parse, read_experiment
from carreau.lab.matches.play import DEEP
from carreau.lab.run.code import works_of
from carreau.web.lab import limits, shelf, worker
from carreau.web.lab.form import BOTS, DEALS, PLAYERS, filled_in, kept, read_form
from carreau.web.lab.lab import Lab
from carreau.web.lab.limits import NoLab, TooMuch
from carreau.web.lab.place import DONE, FAILED, QUEUED, RUNNING, STOPPED, Asked, Place, State
from carreau.web.lab.shelf import Shelf
from carreau.web.language import words_of
from tests.browser import Server
from tests.some import EVERY, QUICK
from tests.web.axe import in_both_lights, violations

WORDS = words_of("en", QUICK)
VARIED = next(option for option in QUICK.options if isinstance(option, (Choice, Number)))
POST = """([path, fields]) => fetch(path, { method: "POST", body: new URLSearchParams(fields) }).then(async (one) =>
    [one.status, await one.text()])"""
PHONE = 360
DAY = limits.DAY


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """What is compiled here need not be compiled by a process that comes after everything else."""
    setting = next(iter(parse(source()).settings))
    for work in works_of(setting, [DEEP]):
        work.need(QUICK)


@pytest.fixture(scope="module")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("lab"), "--lab")
    yield server
    server.kill()


# in a browser


def test_it_is_closed_unless_the_server_says_so(server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto(server.address)
    assert page.locator("a[href='/lab']").count() == 0
    for path in ("/lab", f"/lab/game/{QUICK.id}", "/lab/x", "/lab/x/news", "/lab/figures.css"):
        answer = page.goto(server.address + path)
        assert answer and answer.status == 404
        assert page.locator("[role=alert]").text_content() == limits.CLOSED
    assert page.evaluate(POST, [f"/lab/game/{QUICK.id}", {}])[0] == 404


def choose(page: Page, server: Server, size: str = "small", bots: str = "random") -> None:
    page.goto(f"{server.address}/lab/game/{QUICK.id}")
    page.select_option("[name=vary]", f"option-{VARIED.name}")
    page.select_option("[name=bots]", bots)
    page.select_option("[name=size]", size)


def finish(page: Page) -> None:
    expect(page.locator("#experiment[data-state=over]")).to_be_attached(timeout=120_000)


def half_width(page: Page) -> float:
    """Of the first interval."""
    text = page.locator("#fairness .scroll td small").first.text_content() or ""
    low, high = map(float, re.findall(r"[\d.]+", text))
    return (high - low) / 2


@pytest.fixture(scope="module")
def found(lab_server: Server) -> list[str]:
    """The address of an experiment that is done, once there is one."""
    return []


@pytest.fixture
def done(found: list[str], lab_server: Server, open_page: Callable[..., Page]) -> str:
    """Somebody has chosen a game, and what to compare, with the keyboard, and has seen the figures come in."""
    if found:
        return found[0]
    page = open_page(bypass_csp=True)
    page.goto(lab_server.address)
    page.click("a[href='/lab']")
    assert in_both_lights(page) == []
    page.focus(f"a[href='/lab/game/{QUICK.id}']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#lab-form")
    choose(page, lab_server, "medium")
    assert page.locator("fieldset.values:visible").count() == 1
    assert page.locator(f"[data-option='option-{VARIED.name}']").is_hidden(), "it has several values now"
    assert in_both_lights(page) == []
    boxes = page.locator("fieldset.values:visible input")
    for k in range(2, boxes.count()):
        boxes.nth(k).uncheck()
    page.focus("button.main")
    page.keyboard.press("Enter")
    page.wait_for_selector("#experiment")
    assert page.locator("#stop").is_visible() and page.locator(".later:visible").count() == 0
    page.wait_for_selector("#fairness", timeout=120_000)
    first = half_width(page)
    page.click("#fairness .notes summary")
    assert page.locator("#news-said").get_attribute("role") == "status" and page.locator("#news-said").text_content()
    finish(page)
    assert half_width(page) < first
    assert page.locator("#fairness .notes").get_attribute("open") is not None, "what was opened stays open"
    assert page.locator("#news").text_content() == page.locator("#news-said").text_content() == "Finished: 20,000 matches."
    assert page.locator("#stop").is_hidden() and page.locator(".later:visible").count() == 2
    assert in_both_lights(page) == []
    found.append(page.url)
    return page.url


def test_the_link_shows_the_same_to_others(done: str, open_page: Callable[..., Page]) -> None:
    page = open_page(PHONE, 640, locale="fr-FR", bypass_csp=True)
    page.goto(done)
    assert page.locator("#news").text_content() == "Terminé\u00a0: 20\u202f000 parties."
    assert page.locator("#stop").count() == 0, "it is not theirs"
    assert page.locator("#fairness svg.plot").count() and page.locator(".link").input_value() == done
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert violations(page) == []
    page.click(f"a[href*='/lab/game/{QUICK.id}?as=']")
    assert page.locator("[name=vary]").input_value() == f"option-{VARIED.name}"
    assert page.locator("fieldset.values:visible input:checked").count() == 2
    assert page.locator("[name=size]").input_value() == "medium" and violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_the_file_repeats_it(done: str, open_page: Callable[..., Page], tmp_path: Path) -> None:
    """`carreau lab run` takes it, and finds the same to the last digit."""
    page = open_page()
    page.goto(done)
    files = {}
    for name in ("experiment.toml", "report.html", "findings.csv"):
        with page.expect_download() as download:
            page.click(f"a[href$='{name}']")
        files[name] = tmp_path / name
        download.value.save_as(files[name])
    assert len(read_experiment(files["experiment.toml"]).settings) == 2
    again = tmp_path / "again"
    with pytest.raises(SystemExit) as ended:
        main(["lab", "run", str(files["experiment.toml"]), "--folder", str(again), "--lang", "en"])
    assert ended.value.code == 0
    shown = files["findings.csv"].read_text(encoding="utf-8")
    assert shown == (again / "findings.csv").read_text(encoding="utf-8")
    assert len({row["setting"] for row in csv.DictReader(io.StringIO(shown)) if row["game"]}) == 2
    without_time = re.compile(r"<dt>Time</dt><dd>.*?</dd>")
    reports = [file.read_text(encoding="utf-8") for file in (files["report.html"], again / "report.html")]
    assert without_time.sub("", reports[0]) == without_time.sub("", reports[1])


def test_whoever_asked_can_stop_it(lab_server: Server, open_page: Callable[..., Page]) -> None:
    page, other = open_page(), open_page()
    choose(page, lab_server, "large", "random")
    page.click("button.main")
    page.wait_for_selector("#fairness", timeout=120_000)
    other.goto(page.url)
    other.evaluate(POST, [f"{page.url}/stop", {}])
    assert other.locator("#experiment[data-state=running]").count() == 1
    other.wait_for_timeout(1000)
    assert page.locator("#experiment[data-state=running]").count() == 1
    page.focus("#stop button")
    page.keyboard.press("Enter")
    finish(page)
    assert (page.locator("#news").text_content() or "").startswith("Stopped after ")
    assert page.evaluate("document.activeElement.id") == "news"
    assert page.locator("#fairness .scroll").count()


def test_nobody_has_too_much_of_it(lab_server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page(bypass_csp=True)
    pages = []
    for _ in range(limits.MOST_WAITING_PER_NETWORK):
        choose(page, lab_server, "large", "4")
        page.click("button.main")
        page.wait_for_selector("#experiment")
        pages.append(page.url)
    assert page.locator("#news").text_content() == "1 experiment is before this one."
    choose(page, lab_server)
    page.click("button.main")
    page.wait_for_selector("[role=alert]")
    assert page.locator("[role=alert]").text_content() == limits.YOURS_WAIT
    assert page.locator("[name=vary]").input_value() == f"option-{VARIED.name}", "what was filled in is still there"
    assert violations(page) == []
    for address in reversed(pages):
        page.goto(address)
        page.click("#stop button")
        finish(page)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({BOTS: "os:system"}, "This can"),
        ({BOTS: "ismcts:99999999"}, "This can"),
        ({"size": "huge"}, "This can"),
        ({"vary": "option-no"}, "This can"),
        ({"vary": PLAYERS, "value-players-2": "on"}, "at least two"),
        ({PLAYERS: "99"}, "players"),
        ({"option-first": "7"}, "seat"),
    ],
)
def test_nothing_else_can_be_asked(
    fields: dict[str, str], sentence: str, lab_server: Server, open_page: Callable[..., Page]
) -> None:
    page = open_page()
    page.goto(f"{lab_server.address}/lab")
    status, text = page.evaluate(POST, [f"/lab/game/{QUICK.id}", {**filled_in(QUICK, {}), **fields}])
    assert status == 400 and sentence in re.findall(r'role="alert">(.*?)</p>', text)[0]


@pytest.mark.parametrize("path", ["/lab/game/nothing", "/lab/..%2f..", "/lab/aaaaaaaaaaaa", "/lab/aaaaaaaaaaaa/news"])
def test_what_is_not_there_is_a_sentence(path: str, lab_server: Server, open_page: Callable[..., Page]) -> None:
    page = open_page()
    answer = page.goto(lab_server.address + path)
    assert answer and answer.status == 404 and page.locator("[role=alert]").text_content()


def test_only_what_is_done_can_be_downloaded(done: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    assert page.request.get(f"{done}/findings.json").status == 200
    assert page.request.get(f"{done}/report.html").headers["content-disposition"].startswith("attachment")
    for name in ("asked.json", "state.json", "figures.en.html", "..%2fwaiting"):
        assert page.request.get(f"{done}/{name}").status == 404


# the form


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_every_game_can_be_asked_about_everything(game: object) -> None:
    """Each thing that can be varied makes an experiment, with the first two values that go together."""
    from carreau.core.game import Game
    from carreau.web.lab.form import everything_varied

    assert isinstance(game, Game)
    words = words_of("fr", game)
    for one in everything_varied(game, words, {}):
        form = filled_in(game, {"vary": one.name})
        some = [value for value, _, _ in one.values[:2]]
        form |= {f"value-{one.name}-{value}": "on" for value in some} if some else {f"values-{one.name}": "7, 8"}
        try:
            source, experiment = read_form(game, kept(game, form), words)
        except Exception as error:
            assert getattr(error, "sentence", ""), error  # a sentence of the game: these do not go together
            continue
        assert parse(source) == experiment and 1 <= len(experiment.settings) <= 2
        assert experiment.deals == min(DEALS[bot][0] for setting in experiment.settings for bot in setting.bots)


def test_many_settings_share_the_most_matches() -> None:
    form = filled_in(QUICK, {"size": "large", BOTS: "random", "vary": PLAYERS})
    form |= {f"value-{PLAYERS}-{number}": "on" for number in QUICK.players}
    _, experiment = read_form(QUICK, form, WORDS)
    assert len(experiment.settings) * experiment.deals <= limits.MOST_DEALS < (len(experiment.settings) + 1) * experiment.deals


def test_a_form_is_kept_complete_and_no_longer_than_it_is() -> None:
    form = kept(QUICK, {"vary": "", "junk": "x", "option-junk": "x" * 999})
    assert "junk" not in form and len(form["option-junk"]) == 100
    assert all(form[f"option-{one.name}"] == "off" for one in QUICK.options if one.default is False)


# the queue


def asked(at: float) -> Asked:
    return Asked(at, QUICK.id, "en", "", filled_in(QUICK, {}))


def source(bots: str = "random", deals: int = 50) -> str:
    return f'title = "t"\ngame = "{QUICK.id}"\nbots = "{bots}"\ndeals = {deals}\ndeep = 0\nmeasure = ["length"]\n'


def test_a_network_has_so_many_a_day(tmp_path: Path) -> None:
    found, now = Shelf(tmp_path), 1e9
    for network in ("a", "b"):
        for _ in range(limits.MOST_A_DAY_PER_NETWORK):
            found.finish(found.add(source(), asked(now), network))
        with pytest.raises(TooMuch, match=str(limits.ENOUGH)):
            found.add(source(), asked(now), network)
    assert Shelf(tmp_path).add(source(), asked(now + DAY), "a")
    days = list((tmp_path / shelf.TODAY).iterdir())
    assert len(days) == 1, "nothing is left of who asked yesterday"


def test_a_server_has_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, now = Shelf(tmp_path), 1e9
    ids = [found.add(source(), asked(now + k), f"network {k}") for k in range(limits.MOST_WAITING)]
    assert found.queue() == ids
    with pytest.raises(TooMuch, match=str(limits.FULL)):
        found.add(source(), asked(now), "one more")
    for id in ids:
        found.finish(id)
    monkeypatch.setattr(shelf, "MOST_A_DAY", len(ids))
    with pytest.raises(TooMuch, match=str(limits.ENOUGH_FOR_ALL)):
        found.add(source(), asked(now), "one more")


def test_what_is_old_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, now = Shelf(tmp_path), time.time()
    old, new, waits = (found.add(source(), asked(now), str(k)) for k in range(3))
    found.finish(old)
    found.finish(new)
    for id in (old, waits):
        os.utime(tmp_path / id / "asked.json", (0, 0))
    Shelf(tmp_path).remove_old(now)
    with pytest.raises(NoLab):
        found.place(old)
    assert found.place(new) and found.place(waits)
    monkeypatch.setattr(shelf, "MOST_KEPT", 0)
    Shelf(tmp_path).remove_old(now)
    with pytest.raises(NoLab):
        found.place(new)


def until(question: Callable[[], object], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not question():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    monkeypatch.setattr("carreau.web.lab.lab.PAUSE", 0.2)
    lab = Lab(tmp_path / "lab")
    yield lab
    lab.close()


def test_the_process_is_in_nobodys_way_and_is_replaced_when_it_is_killed(lab: Lab) -> None:
    id = lab.ask(source(deals=3000), QUICK.id, "en", "me", {}, "network")
    until(lambda: lab.follow(id)[1].stage == RUNNING)
    assert lab.process is not None
    assert os.getpriority(os.PRIO_PROCESS, lab.process.pid) == worker.NICENESS
    lab.process.kill()
    until(lambda: lab.follow(id)[1].stage == DONE)
    state = lab.follow(id)[1]
    assert (state.tries, state.matches, state.why) == (2, 3000, "")
    until(lambda: not lab.shelf.queue())
    until(lambda: lab.process is None or lab.process.poll() == 0)


def test_two_servers_play_one_at_a_time(lab: Lab) -> None:
    other = Lab(lab.shelf.folder)
    first, second = (one.ask(source(deals=300), QUICK.id, "en", "me", {}, "network") for one in (lab, other))
    most = 0
    while lab.follow(first)[1].stage != DONE or other.follow(second)[1].stage != DONE:
        stages = [lab.follow(id)[1].stage for id in (first, second)]
        most = max(most, sum(stage not in (QUEUED, DONE) for stage in stages))
        assert FAILED not in stages
        time.sleep(0.02)
    other.close()
    assert most == 1


def test_one_that_always_kills_the_process_is_given_up(lab: Lab) -> None:
    lab.closed = True  # nobody plays yet
    id = lab.ask(source(), QUICK.id, "en", "me", {}, "network")
    Place(lab.shelf.folder / id).put(State(tries=limits.TRIES))
    lab.closed = False
    until(lambda: lab.follow(id)[1].stage == FAILED)
    until(lambda: not lab.shelf.queue())


def test_only_the_owner_stops_it_even_while_it_waits(lab: Lab) -> None:
    lab.closed = True
    first, second = (lab.ask(source(), QUICK.id, "en", "me", {}, "network") for _ in range(2))
    assert lab.follow(second)[2] == 1
    for owner in ("you", ""):
        lab.stop(second, owner)
    assert lab.follow(second)[1].stage == QUEUED
    lab.stop(second, "me")
    assert lab.follow(second)[1] == State(DONE, why=STOPPED) and lab.shelf.queue() == [first]


def test_an_experiment_ends_when_its_time_is_up(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MOST_SECONDS", -1.0)
    lab.closed = True
    id = lab.ask(source(deals=5000), QUICK.id, "en", "me", {}, "network")
    worker.play_all(lab.shelf)
    place, state, _ = lab.follow(id)
    assert (state.stage, state.why) == (DONE, "late") and 0 < state.matches < 5000
    assert place.figures("fr") and place.report("en")
    assert json.loads(place.read("findings.json"))["done"] < 1
    assert not (place.folder / worker.RUN).exists()
    shutil.rmtree(place.folder)
