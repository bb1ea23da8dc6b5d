"""carreau film: make an animation of a whole recorded match."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.progress import track

import carreau
from carreau.cli.command_tools import console, errors, in_plain_python, load_record, read_language
from carreau.cli.picture_tools import FormName, ThemeName, check_drawn, check_kind
from carreau.core.errors import BadOption
from carreau.games import load

if TYPE_CHECKING:
    from carreau.core.match import Match
    from carreau.draw.scene import Scene

WIDTHS = {"phone": 360, "wide": 750}
COLOURS = 128
LOOK = 2  # a finished round is shown for this many moves


def film(
    file: Path,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
    seat: int | None = None,
    language: Annotated[str | None, Parameter(name=["--language", "--lang"])] = None,
    form: FormName = "wide",
    theme: ThemeName = "light",
    seconds: float = 1.0,
) -> None:
    """Film a recorded match move by move: an animated GIF, or an SVG in which the cards glide.

    Args:
        file: a record, as `carreau play --record` writes it.
        output: the film to write: .gif or .svg.
        seat: whose view to film; a spectator's if left out.
        language: en or fr; your system's language if left out.
        form: phone (portrait) or wide.
        theme: light, dark, strong-light or strong-dark (high contrast).
        seconds: how long each move is shown.
    """
    kind = check_kind(output, "gif", "svg")
    if not 0.05 <= seconds <= 60:
        raise BadOption(f"Each move can be shown for 0.05 to 60 seconds, not {seconds:g}.")
    record = load_record(file)
    check_drawn(load(record["game"]))
    in_plain_python(len(record["actions"]))
    scenes = scenes_of(carreau.replay(record), seat, read_language(language), form)
    if kind == "svg":
        from carreau.draw.film import film

        output.write_text(film(scenes, form, theme, seconds), encoding="utf-8")
    else:
        write_gif(output, scenes, form, theme, seconds)
    console.print(f"Filmed: {output}, {len(scenes)} pictures", markup=False)


def scenes_of(match: Match, seat: int | None, language: str, form: str) -> list[Scene]:
    """The scene after each move, from the deal to the end; a table that was cleared is shown with its scoring first."""
    match._check_seat(0 if seat is None else seat)
    running = match.at(0)
    scenes = [running.scene(seat, language, form=form)]
    for who, action in match.history:
        running.play(action, who, recorded=True)
        if closing := running.closing(seat, language, form=form):
            scenes += [closing] * LOOK
        scenes.append(running.scene(seat, language, form=form))
    return scenes


def write_gif(output: Path, scenes: list[Scene], form: str, theme: str, seconds: float) -> None:
    from carreau.draw.film import REST, pictures

    drawings = pictures(scenes, form, theme)
    frames = [frame(svg, WIDTHS[form]) for svg in track(drawings, "Drawing", console=errors, transient=True)]
    times = [round(seconds * 1000)] * (len(frames) - 1) + [round(max(seconds, REST) * 1000)]
    frames[0].save(output, save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)


def frame(svg: str, width: int) -> Any:
    from PIL import Image

    from carreau.draw.raster import png

    return Image.open(io.BytesIO(png(svg, width))).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
