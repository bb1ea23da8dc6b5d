"""The page of a review: one file without network, to click through by mouse, finger or keyboard."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from carreau.core.match import Match
from carreau.core.words import Words
from carreau.draw.svg import Markup, rect, tag
from carreau.draw.theme import stylesheet
from carreau.review.curve import TALL, curve, hue
from carreau.review.page.positions import Positions
from carreau.review.page.told import Told, counted, parts, told
from carreau.review.percent import percent, signed
from carreau.review.race import Runner
from carreau.review.race_text import say_pace, say_sights
from carreau.review.result import Review
from carreau.review.split import Split

HERE = Path(__file__).parent
SHOWN = 6  # options of a ply


def page(review: Review, match: Match, language: str, names: Sequence[str] | None = None) -> str:
    """The whole page, in a language; `names` says what the players are called, by seat."""
    words = match.game.words(language)
    called = list(names or words.seats(match.players))
    plies = [told(match, ply, words, called) for ply in review.plies]
    positions = Positions(match, language, called)
    data = {
        "parts": positions.parts, "positions": positions.rows, "about": [about(one, words) for one in plies],
        "first": first_of(review), "faces": positions.symbols(),
    }  # fmt: skip
    body = [header(review, match, words, called), players(review, words, called), desk(review, match, words, called, plies)]
    return document(match, words, "".join(body), data)


def first_of(review: Review) -> int:
    """The position to begin with: the first turning point."""
    points = [ply.ply for ply in review.turning_points() if ply.verdict]
    return points[0] if points else 0


def document(match: Match, words: Words, body: str, data: dict[str, Any]) -> str:
    script = (HERE / "script.js").read_text(encoding="utf-8")
    style = stylesheet() + (HERE / "style.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    title = escape(words.say("Review: {game}", game=match.game.name))
    return (
        f'<!doctype html>\n<html lang="{words.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{title}</title><style>{style}</style></head><body><main>{body}</main>"
        f'<svg width="0" height="0" aria-hidden="true"><defs id="faces"></defs></svg>'
        f'<script type="text/plain" id="data">{packed(data)}</script><script>{script}</script></body></html>\n'
    )


def packed(data: dict[str, Any]) -> str:
    """As text that the script unpacks: a match is long, and most of it is much the same."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


# above


def header(review: Review, match: Match, words: Words, names: Sequence[str]) -> str:
    outcome = match.outcome_in(words.language, names)
    ended = outcome["text"] if outcome else words.say("The match is not finished.")
    return f"<h1>{escape(words.say('Review: {game}', game=match.game.name))}</h1><p>{escape(ended)}</p>"


def players(review: Review, words: Words, names: Sequence[str]) -> str:
    told = [player(review, seat, split, words, names[seat]) for seat, split in enumerate(review.splits)]
    told += [runner(one, words, name) for one, name in zip(review.race.runners if review.race else (), names)]
    return f'<section class="players">{"".join(told)}</section>'


def player(review: Review, seat: int, split: Split, words: Words, name: str) -> str:
    bars = "".join(bar(part, share, key not in (0, 4), hue(seat), words) for key, (part, share) in enumerate(parts(split, words)))
    within = words.say("Luck and decisions are certain to within {share}.", share=f"± {percent(1.96 * split.error, words)}")
    return (
        f'<div class="player"><h2>{escape(name)}</h2>{bars}<p><small>{escape(counted(review, seat, words))}. '
        f"{escape(within)}</small></p></div>"
    )


def runner(seen: Runner, words: Words, name: str) -> str:
    """Where all act at once."""
    lines = "".join(f"<p>{escape(line)}</p>" for line in (say_sights(seen, words), say_pace(seen, words)) if line)
    return f'<div class="player"><h2>{escape(name)}</h2>{lines}</div>'


def bar(name: str, share: float, is_change: bool, hue: str, words: Words) -> str:
    """A share as a bar: from the left, or if it is a change, from the middle to one side."""
    width = min(1.0, abs(share)) * (50 if is_change else 100)
    begin = (50 - width if share < 0 else 50) if is_change else 0
    drawn: list[Markup] = [rect(0, 4, 100, 6, fill="var(--line)", rx=3.0), rect(begin, 1, width, 12, fill=hue, rx=2.0)]
    if is_change:
        drawn.append(rect(49.7, 0, 0.6, 14, fill="var(--ink)"))
    svg = tag("svg", *drawn, viewBox="0 0 100 14", preserveAspectRatio="none", aria_hidden="true")
    said = signed(share, words) if is_change else percent(share, words)
    return f'<div class="bar"><span>{escape(name)}</span>{svg}<b>{escape(said)}</b></div>'


# below


def desk(review: Review, match: Match, words: Words, names: Sequence[str], plies: Sequence[Told]) -> str:
    charts = [curve(review, names, words, frame) for frame in TALL] if review.splits else []
    say = words.say
    steps = (
        f'<div class="row"><button id="before" type="button" aria-label="{escape(say("Previous move"))}">◀</button>'
        f'<input id="ply" type="range" min="0" max="{match.ply}" value="0" aria-label="{escape(say("Move"))}">'
        f'<output id="where"></output><button id="after" type="button" aria-label="{escape(say("Next move"))}">▶</button></div>'
    )
    return (
        f'{"".join(charts)}{steps}<div class="desk"><div id="table"></div><aside><div id="about" aria-live="polite"></div>'
        f"{turning(review, words, plies)}{remarks(words)}</aside></div>"
    )


def turning(review: Review, words: Words, plies: Sequence[Told]) -> str:
    chosen = [plies[ply.ply] for ply in review.turning_points()]
    if not chosen:
        return ""
    buttons = "".join(
        f'<li><button type="button" data-ply="{one.ply.ply}">{escape(turning_line(one, words))}</button></li>' for one in chosen
    )
    return f'<h2>{escape(words.say("Turning points"))}</h2><ul class="points">{buttons}</ul>'


def turning_line(one: Told, words: Words) -> str:
    said = f"{one.ply.ply + 1}. {one.who}: {one.action}"
    if one.verdict:
        return f"{said} ({one.verdict})"
    return f"{said} ({words.say('luck: {share}', share=signed(max(one.ply.luck, key=abs), words))})"


def remarks(words: Words) -> str:
    say = words.say
    return "".join(
        f'<p class="soft"><small>{escape(text)}</small></p>'
        for text in (
            say("Every move is judged by what its player could know, and nothing else."),
            say("Keys: ← and → go from move to move."),
        )
    )


def about(one: Told, words: Words) -> str:
    """What is said about a ply."""
    say, said = words.say, [f"<p><b>{escape(one.who)}</b>: {escape(one.action)}</p>"]
    if one.verdict:
        said.append(f'<p><span class="verdict">{escape(one.verdict)}</span></p>')
        said.append(f"<p>{escape(say('Better: {action}.', action=one.better))} {escape(one.why)}</p>")
    if one.hindsight:
        hindsight = escape(say("In hindsight, with all cards open: {action}.", action=one.hindsight))
        said.append(f'<p class="soft"><small>{hindsight}</small></p>')
    return "".join(said) + options(one, words)


def options(one: Told, words: Words) -> str:
    """The best moves and the one that was played, with what they are worth."""
    known = [option for option in one.ply.options if option.value is not None]
    chosen = known[:SHOWN] + [option for option in known[SHOWN:] if option.action == one.ply.action]
    if len(one.ply.options) < 2:
        return ""
    rows = "".join(
        f"<tr{' class=played' if option.action == one.ply.action else ''}><td>{escape(option.name)}"
        f'{" ◀" if option.action == one.ply.action else ""}</td><td class="n">{percent(option.value or 0.0, words)}</td>'
        f'<td class="n">± {percent(1.96 * (option.error or 0.0), words)}</td></tr>'
        for option in chosen
    )
    head = f'<tr><th>{escape(words.say("Move"))}</th><th class="n" colspan="2">{escape(words.say("share of the win"))}</th></tr>'
    return f"<table>{head}{rows}</table>"
