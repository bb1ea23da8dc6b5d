"""Builds the site: the pages in this folder, and those that the package knows by itself (games, reference, changelog).

    python docs/build.py [FOLDER]

The pages are gathered in a folder of their own and handed to Zensical, which must have nothing to warn of.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import griffe

import carreau
from carreau.core.example import parts, read_examples
from carreau.core.game import Game
from carreau.core.leaflet import read_leaflet

DOCS = Path(__file__).parent
ROOT = DOCS.parent
COPIED = ("*.md", "*.png", "*.svg", "*.css", "*.js", "*.html")
ROOT_PAGES = {"CHANGELOG.md": "about/changelog.md", "CONTRIBUTING.md": "about/contributing.md"}
LINK = re.compile(r"\]\((?:docs/)?([\w./-]+)(#[\w-]+)?\)")
THEMES = ("light", "dark")
RULEBOOKS = {"en": "games", "fr": "games/fr"}
OTHER_LANGUAGE = {"en": "[Ce livret en français](fr/{id}.md)", "fr": "[This rulebook in English](../{id}.md)"}
CARDS = {"en": "All cards of {name}", "fr": "Toutes les cartes : {name}"}
TABLE = {"en": "{name}, in the middle of a match", "fr": "{name}, au milieu d’une partie"}
NUMBERED = {"en": "All rules, numbered", "fr": "Toutes les règles, numérotées"}
AS_TITLE = "::: {}\n    options:\n      heading_level: 1\n"
KINDS = {"functions": "Functions", "classes": "Classes", "errors": "Errors", "types": "Types and constants"}


def main(folder: Path) -> None:
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # some positions are played and drawn: that is quicker than compiling
    with tempfile.TemporaryDirectory() as work:
        gather(Path(work) / "docs")
        shutil.copy(DOCS / "zensical.toml", work)
        subprocess.run(
            [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", f"{work}/zensical.toml"],
            env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
        )  # fmt: skip
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(f"{work}/site", folder)


def gather(pages: Path) -> None:
    """All pages, as the generator wants them."""
    for pattern in COPIED:
        for file in DOCS.rglob(pattern):
            write(pages / file.relative_to(DOCS), file.read_bytes())
    for name, page in ROOT_PAGES.items():
        write(pages / page, relinked((ROOT / name).read_text(encoding="utf-8"), page))
    write_games(pages)
    write_observations(pages)
    write_reference(pages)


def write(file: Path, content: str | bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)


def relinked(text: str, page: str) -> str:
    """A file of the repository's root as a page of the site, whose links lead to pages."""
    up = "../" * page.count("/")
    return LINK.sub(lambda link: f"]({up}{ROOT_PAGES.get(link[1], link[1])}{link[2] or ''})", text)


# games


def write_games(pages: Path) -> None:
    games = [carreau.load(id) for id in carreau.games()]
    intro = (DOCS / "games/index.md").read_text(encoding="utf-8")
    write(pages / "games/index.md", intro.replace("<!-- games -->", "\n".join(map(tile, games))))
    for language, folder in RULEBOOKS.items():
        for game in games:
            write(pages / folder / f"{game.id}.md", rulebook(game, language))
            write_examples(game, language, pages / folder)
    english = [f"* [{game.name}]({game.id}.md)" for game in games]
    french = [f"    * [{game.name}](fr/{game.id}.md)" for game in games]
    write(pages / "games/SUMMARY.md", "\n".join(["* [Overview](index.md)", *english, "* En français", *french, ""]))


def write_observations(pages: Path) -> None:
    games = [carreau.load(id) for id in carreau.games()]
    page = (DOCS / "agents/observations.md").read_text(encoding="utf-8")
    write(pages / "agents/observations.md", page.replace("<!-- observations -->", "\n".join(map(observation, games))))


def observation(game: Game) -> str:
    """The fields of what an agent sees, as a table."""
    numbers = f"{game.observation_size} numbers, {game.choices} choices, {game.actions} actions"
    lines = [
        f"## {game.name}\n",
        f"{numbers}.\n",
        "| from | field | shape | numbers | what it tells |",
        "| --- | --- | --- | --- | --- |",
    ]
    for field in game.observation_fields:
        shape = " × ".join(map(str, field.shape))
        lines.append(f"| {field.offset} | `{field.name}` | {shape} | {field.low} to {field.high} | {field.about} |")
    untold = [f"- `{name}`: {why}" for name, why in (game.observing.UNTOLD if game.observing else {}).items()]
    symmetry = f"Symmetries: {game.symmetry.ABOUT}." if game.symmetry else ""
    return "\n".join([*lines, "", symmetry, "", "What is not told, and why:", "", *untold, ""])


def tile(game: Game) -> str:
    """A game on the page of all games."""
    picture = f"[![{TABLE['en'].format(name=game.name)}](../pictures/table-{game.id}.png)]({game.id}.md)"
    facts = f"{min(game.players)} to {max(game.players)} players, {game.minutes} minutes"
    return f"- {picture}\n\n    **[{game.name}]({game.id}.md)** · {facts}\n\n    {game.about['en']}\n"


def rulebook(game: Game, language: str) -> str:
    """The leaflet and the rulebook from the game's folder, with their pictures and those of the whole game."""
    up = "../" * (RULEBOOKS[language].count("/") + 1)
    title, _, rest = game.rulebook(language).partition("\n")
    leaflet, text = (illustrated(game, text).strip() for text in (read_leaflet(game, language), rest))
    table = f"![{TABLE[language].format(name=game.name)}]({up}pictures/table-{game.id}.png)"
    cards = f"![{CARDS[language].format(name=game.name)}]({up}pictures/cards-{game.id}.png)"
    numbered = f"## {NUMBERED[language]}"
    return "\n\n".join([title, OTHER_LANGUAGE[language].format(id=game.id), table, leaflet, numbered, text, cards, ""])


def illustrated(game: Game, text: str) -> str:
    return "".join(picture(game, name, text) if name else text for name, text in parts(text))


def picture(game: Game, name: str, caption: str) -> str:
    """A position of the rulebook, once for each theme, and its caption."""
    shown = "\n".join(f'<img src="{game.id}-{name}-{theme}.svg#only-{theme}" alt="" loading="lazy">' for theme in THEMES)
    return f'<figure class="position" markdown="1">\n{shown}\n<figcaption markdown="1">{caption}</figcaption>\n</figure>\n'


def write_examples(game: Game, language: str, folder: Path) -> None:
    for name, example in read_examples(game).items():
        scene = example.play(game).scene(example.seat, language, None, "leaf")
        for theme in THEMES:
            write(folder / f"{game.id}-{name}-{theme}.svg", scene.svg("leaf", theme))


# reference


class Name(NamedTuple):
    """An exported name, and what its source says of it."""

    path: str
    thing: griffe.Object


def read_names() -> dict[str, Name]:
    package = griffe.load("carreau", search_paths=[ROOT], resolve_aliases=True)
    return {name: read_name(package, name) for name in sorted(carreau.__all__)}


def read_name(package: Any, name: str) -> Name:
    """Where a module has the name of the function that it offers, the function is meant."""
    path = f"{name}.{name}" if package[name].is_module else name
    thing = package[path]
    return Name(f"carreau.{path}", thing.final_target if thing.is_alias else thing)


def kind_of(thing: griffe.Object) -> str:
    if isinstance(thing, griffe.Class):
        bases = [str(base) for base in thing.bases]
        is_error = thing.path.startswith("carreau.core.errors.")
        return "errors" if is_error else "types" if "TypedDict" in bases else "classes"
    return "functions" if thing.is_function else "types"


def summary_of(thing: griffe.Object) -> str:
    return thing.docstring.value.partition("\n")[0] if thing.docstring else ""


def page_of(name: str, kind: str) -> str:
    """Each class has a page of its own; functions, errors and types share one."""
    return f"{name.lower()}.md" if kind == "classes" else f"{kind}.md"


def write_reference(pages: Path) -> None:
    things = read_names()
    kinds = {name: kind_of(thing) for name, (_, thing) in things.items()}
    intro = (DOCS / "reference/index.md").read_text(encoding="utf-8")
    write(pages / "reference/index.md", intro + "\n".join(overview(things)))
    shown: dict[str, list[str]] = {}  # names by page
    for kind in KINDS:
        for name in (name for name in kinds if kinds[name] == kind):
            shown.setdefault(page_of(name, kind), []).append(name)
    listing = ["* [Overview](index.md)"]
    for page, names in shown.items():
        title = KINDS.get(page.removesuffix(".md"))
        listing.append(f"* [{title or names[0]}]({page})")
        several = [f"# {title}\n", *(f"::: {things[name].path}\n" for name in names)]
        write(pages / "reference" / page, "\n".join(several) if title else AS_TITLE.format(things[names[0]].path))
    write(pages / "reference/SUMMARY.md", "\n".join([*listing, ""]))


def overview(things: dict[str, Name]) -> Iterator[str]:
    """Every exported name with its first sentence."""
    for kind, title in KINDS.items():
        rows = [
            f"| [`{name}`]({page_of(name, kind)}#{path}) | {summary_of(thing)} |"
            for name, (path, thing) in things.items()
            if kind_of(thing) == kind
        ]
        if rows:
            yield "\n".join([f"\n## {title}\n", "| name | what it is |", "| --- | --- |", *rows])


if __name__ == "__main__":
    site = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site")
    main(site)
    print(f"The site is built: open {site.resolve() / 'index.html'} in a browser. It needs no server and no network.")
