"""The site that `make docs` builds: complete, loading nothing from other sites, searchable from the disk, usable on a phone."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urldefrag

import pytest
from playwright.sync_api import Browser, ViewportSize

import carreau
from carreau.core.example import read_examples
from tests.docs.blocks import PAGES, ROOT
from tests.web.axe import CONTRAST, violations

WORD, ITS_PAGE = "rebinding", "host/deploy.html"  # used on one page only
PHONE: ViewportSize = {"width": 390, "height": 844}
FOREIGN = re.compile(r"\w+:|//")
WIDEST = 1  # pixels by which a page may be wider than the screen: rounding


class Page(HTMLParser):
    """What a page links to, and what can be linked to on it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.menu: list[str] = []
        self.in_menu = 0
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        self.ids |= {facts["id"]} if "id" in facts else set()
        self.in_menu += tag == "nav"
        if tag == "a" and "href" in facts:
            self.links.append(facts["href"])
            self.menu += [facts["href"]] if self.in_menu else []
        elif "src" in facts or (tag == "link" and "href" in facts):
            self.loaded.append(facts.get("src") or facts["href"])

    def handle_endtag(self, tag: str) -> None:
        self.in_menu -= tag == "nav"


@cache
def read(file: Path) -> Page:
    return Page(file)


def html(site: Path) -> list[Path]:
    """The pages of the site; a review is a page of its own, without the site's menu."""
    return sorted(file for file in site.rglob("*.html") if file.name != "404.html" and file.parent.name != "examples")


def test_the_build_has_nothing_to_warn_of(site: Path) -> None:
    assert "No issues found" in (site.parent / "site.txt").read_text(encoding="utf-8")


def test_every_link_picture_and_anchor_is_there(site: Path) -> None:
    for file in html(site):
        for address in (one for one in [*read(file).links, *read(file).loaded] if not FOREIGN.match(one)):
            path, anchor = urldefrag(unquote(address))
            target = (file.parent / path).resolve() if path else file
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), f"{file.relative_to(site)}: {address}"
            if target.suffix == ".html" and anchor:
                assert anchor in read(target).ids, f"{file.relative_to(site)}: {address}"


def test_nothing_comes_from_elsewhere(site: Path) -> None:
    for file in html(site):
        assert not [address for address in read(file).loaded if FOREIGN.match(address)], file
    for file in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", file.read_text(encoding="utf-8")), file


def test_every_page_is_in_the_menu(site: Path) -> None:
    menu = {(site / urldefrag(address)[0]).resolve() for address in read(site / "index.html").menu}
    assert set(html(site)) <= menu


def test_every_exported_name_is_in_the_reference(site: Path) -> None:
    """Each is listed once in the overview, with a link to it."""
    overview = (site / "reference" / "index.html").read_text(encoding="utf-8")
    listed = re.findall(r'<td><a href="(\w+\.html)#(carreau\.[\w.]+)"><code>(\w+)</code></a></td>', overview)
    assert sorted(name for _, _, name in listed) == sorted(carreau.__all__)
    for page, path, name in listed:
        assert path in read(site / "reference" / page).ids and path.endswith(f".{name}")


@pytest.mark.parametrize("folder", ["games", "games/fr"])
def test_every_game_has_its_rulebook_with_all_its_pictures(site: Path, folder: str) -> None:
    for game in map(carreau.load, carreau.games()):
        shown = Counter(Path(urldefrag(address)[0]).name for address in read(site / folder / f"{game.id}.html").loaded)
        wanted = [f"{game.id}-{name}-{theme}.svg" for name in read_examples(game) for theme in ("light", "dark")]
        assert wanted and all(shown[name] >= 1 for name in [*wanted, f"table-{game.id}.png", f"cards-{game.id}.png"])


def test_the_index_of_the_search_has_every_page(site: Path) -> None:
    items = json.loads((site / "search.json").read_text(encoding="utf-8"))["items"]
    assert {urldefrag(item["location"])[0] for item in items} == {file.relative_to(site).as_posix() for file in html(site)}
    assert {urldefrag(item["location"])[0] for item in items if WORD in item["text"]} == {ITS_PAGE}


def test_the_search_works_from_the_disk_and_asks_nobody(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.keyboard.press("Control+k")
    page.get_by_placeholder("Search").fill(WORD)
    page.get_by_role("option").filter(has_text=WORD).first.click()
    page.wait_for_url(f"**/{ITS_PAGE}*")
    assert asked and all(address.startswith((site.as_uri(), "about:")) for address in asked), asked
    page.close()


def test_every_page_fits_a_phone(site: Path, browser: Browser) -> None:
    page = browser.new_page(viewport=PHONE, color_scheme="dark")
    page.route("**/*.js", lambda route: route.abort())  # they make it slow, and nothing wider
    for file in html(site):
        page.goto(file.as_uri(), wait_until="domcontentloaded")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= WIDEST, file.relative_to(site)
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_told_apart(site: Path, browser: Browser, scheme: Literal["light", "dark"]) -> None:
    page = browser.new_page(color_scheme=scheme)
    for name in ("index.html", f"games/{carreau.games()[0]}.html", "start/python.html", "reference/game.html"):
        page.goto((site / name).as_uri())
        assert not violations(page, None, CONTRAST), name
    page.close()


def test_light_and_dark_follow_the_system(site: Path, browser: Browser) -> None:
    grounds = []
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for scheme in schemes:
        page = browser.new_page(color_scheme=scheme)
        page.goto((site / "games" / f"{carreau.games()[0]}.html").as_uri())
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        shown = page.locator("figure.position img:visible").evaluate_all("all => all.map(one => one.getAttribute('src'))")
        assert shown and all(source.endswith(f"#only-{scheme}") for source in shown)
        page.close()
    assert grounds == ["rgb(247, 242, 232)", "rgb(23, 25, 28)"]


def test_no_page_repeats_another() -> None:
    """Each paragraph appears only once."""
    paragraphs = [part for page in PAGES for part in (ROOT / page).read_text(encoding="utf-8").split("\n\n")]
    again = [part for part, times in Counter(paragraphs).items() if times > 1 and len(part) > 80 and not part.startswith("```")]
    assert not again
