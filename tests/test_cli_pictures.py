"""The commands that draw, as a user types them."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

import carreau
from tests.some import QUICK, typed
from tests.test_cli import good, refused


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short match that bots played to the end."""
    file = tmp_path_factory.mktemp("records") / "match.json"
    good("play", QUICK.id, "--humans", "0", *typed(QUICK.short), "--seed", "3", "--record", str(file))
    return file


def words_in(svg: str) -> str:
    return " ".join(element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text"))


# draw


def test_draw_a_moment(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.svg"
    assert "table.svg" in good("draw", str(record), "--ply", "6", "--seat", "1", "--lang", "fr", "-o", str(file))
    drawn = file.read_text(encoding="utf-8")
    assert 'viewBox="0 0 1000 740"' in drawn and "var(" not in drawn and "Siège 1" in words_in(drawn)
    good("draw", str(record), "--ply", "6", "--seat", "1", "-o", str(file))
    assert "Seat 1" in words_in(file.read_text(encoding="utf-8"))


def test_draw_in_every_form_and_theme(record: Path, tmp_path: Path) -> None:
    seen = set()
    for form, theme in (("phone", "dark"), ("phone", "strong-light"), ("wide", "strong-dark"), ("wide", "light")):
        file = tmp_path / f"{form}-{theme}.png"
        good("draw", str(record), "--form", form, "--theme", theme, "--output", str(file))
        image = Image.open(file).convert("RGB")
        assert (image.width < image.height) == (form == "phone")
        seen.add(image.getpixel((3, 3)))
    assert len(seen) == 4


def test_draw_all_cards(tmp_path: Path) -> None:
    for name in ("cards.svg", "cards.png"):
        file = tmp_path / name
        good("draw", "--sheet", QUICK.id, "-o", str(file))
        assert file.stat().st_size > 10_000
    deck = QUICK.faces.deck()
    assert (tmp_path / "cards.svg").read_text(encoding="utf-8").count("<use ") == len({*deck, "back"})


def test_draw_what_is_not_there(record: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "x.svg")
    assert "Say what to draw" in refused("draw", "-o", file)
    assert "Say what to draw" in refused("draw", str(record), "--sheet", QUICK.id, "-o", file)
    assert ".svg or .png" in refused("draw", str(record), "-o", str(tmp_path / "x.jpg"))
    assert "no folder" in refused("draw", str(record), "-o", str(tmp_path / "none" / "x.svg"))
    assert "no position" in refused("draw", str(record), "--ply", "999", "-o", file)
    assert "no seat 7" in refused("draw", str(record), "--seat", "7", "-o", file)
    assert "en, fr" in refused("draw", str(record), "--lang", "de", "-o", file)
    assert "no game" in refused("draw", "--sheet", "chess", "-o", file)
    assert "There is no file" in refused("draw", str(tmp_path / "none.json"), "-o", file)
    assert not list(tmp_path.iterdir())


# film


def test_film_as_gif(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.gif"
    said = re.search(r"(\d+) pictures", good("film", str(record), "--form", "phone", "-o", str(file)))
    with Image.open(file) as film:
        assert isinstance(film, GifImageFile) and film.is_animated and film.size == (360, 640) and film.info["loop"] == 0
        assert said and 10 < film.n_frames <= int(said[1])


def test_film_as_svg(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.svg"
    good("film", str(record), "-o", str(file), "--lang", "fr", "--seconds", "0.5")
    text = file.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    moves = [element for element in root.iter() if element.tag.endswith("animateTransform")]
    assert len(moves) > 10 and "var(" not in text and len(text) < 1_000_000
    for element in root.iter():
        if "keyTimes" in element.attrib:
            times = [float(time) for time in element.attrib["keyTimes"].split(";")]
            assert times == sorted(times) and times[0] == 0 and times[-1] <= 1
            assert len(times) == len(element.attrib["values"].split(";"))
            assert "keySplines" not in element.attrib or len(element.attrib["keySplines"].split(";")) == len(times) - 1
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))


def test_film_what_is_not_there(record: Path, tmp_path: Path) -> None:
    assert ".gif or .svg" in refused("film", str(record), "-o", str(tmp_path / "x.mp4"))
    assert "no seat 9" in refused("film", str(record), "--seat", "9", "-o", str(tmp_path / "x.gif"))
    assert "seconds" in refused("film", str(record), "--seconds", "0", "-o", str(tmp_path / "x.gif"))


# print


@pytest.mark.parametrize("words", [("--lang", "fr"), ("--paper", "letter")])
def test_print(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    assert "deck.pdf" in good("print", QUICK.id, "-o", str(file), *words)
    assert file.read_bytes().startswith(b"%PDF")


def test_print_what_is_not_there(tmp_path: Path) -> None:
    assert ".pdf" in refused("print", QUICK.id, "-o", str(tmp_path / "deck.txt"))
    assert "no game" in refused("print", "chess", "-o", str(tmp_path / "deck.pdf"))


def test_fronts_and_backs_meet() -> None:
    """A page of backs is the page of fronts turned over, so every front has its back behind it."""
    from carreau.cli.print_tools import sheets

    front, back, last, behind = sheets(["a"] * 13, 56.0, 56.0, (210.0, 297.0))
    places = [{(float(x), float(y)) for x, y in re.findall(r"dx: ([\d.]+)mm, dy: ([\d.]+)mm", page)} for page in (last, behind)]
    assert len(places[0]) == 1
    assert {(round(210 - x - 56, 2), y) for x, y in places[0]} == places[1]
    assert front.count("image(") == back.count("image(") == 12


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", carreau.games())
def test_cards_are_printed_at_their_real_size_and_on_the_paper(name: str, paper: str) -> None:
    from carreau.cli.print_tools import PAPERS, sheets

    faces = carreau.load(name).faces
    width, height = faces.MILLIMETRES, faces.MILLIMETRES * faces.RATIO
    pages = sheets(faces.deck(), width, height, PAPERS[paper])
    found = [re.findall(r"dx: ([\d.]+)mm, dy: ([\d.]+)mm, image\(\"(.*?)\.svg\", width: ([\d.]+)mm, height: ([\d.]+)mm", page)
             for page in pages]  # fmt: skip
    assert sorted(card[2] for page in found[::2] for card in page) == sorted(faces.deck())
    for x, y, _, w, h in (card for page in found for card in page):
        assert float(w) == pytest.approx(width, abs=0.01) and float(h) == pytest.approx(height, abs=0.01)
        assert float(x) >= 9.99 and float(x) + width <= PAPERS[paper][0] - 9.99
        assert float(y) >= 9.99 and float(y) + height <= PAPERS[paper][1] - 9.99


def test_a_rulebook_is_typeset() -> None:
    from carreau.cli.print_tools import marked_up

    text = marked_up('# One\n\nA **b** *c* `d` "e" #f\n\n- g\n- h\n\n| i | j |\n|---|---|\n| k | l |\n')
    assert '#heading(level: 1)[#"One";]' in text and '#strong[#"b";]' in text and '#raw("d");' in text
    assert "#table(columns: 2, " in text and '\\"e\\" #f' in text and "#list([" in text


def test_a_png_is_what_the_drawing_is() -> None:
    from carreau.draw.raster import png

    image = Image.open(
        io.BytesIO(png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="1" height="1"/></svg>', 20))
    )
    opacity = image.getchannel("A")
    assert image.size == (20, 10) and opacity.getpixel((2, 2)) == 255 and opacity.getpixel((18, 2)) == 0
