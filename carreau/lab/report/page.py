"""The report: one file of HTML that needs no network."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from html import escape

from carreau.core.amount import amount, percent
from carreau.core.words import Words
from carreau.lab.findings import Findings, Plot, Section
from carreau.lab.report.plots.drawing import draw, expected_text
from carreau.lab.report.style import SCRIPT, style
from carreau.lab.report.tables import figures_table, options_table, plot_table, settings_table
from carreau.lab.report.words import words_of

SOURCE = "experiment"  # the name of the element that holds the experiment's file
MANY = 3  # sections, from which on the page begins with a list of them


def html(findings: Findings, language: str = "en", drawn: str = "") -> str:
    """The whole report in a language; `drawn` is what `figures` says, if that was made before."""
    words = words_of(findings, language)
    title = f"<h1>{escape(findings.title)}</h1>"
    return document(findings, words, title + (drawn or figures(findings, language)) + repeat(findings, words))


def figures(findings: Findings, language: str) -> str:
    """What was found, without the title and how to repeat it: for a page that says the rest itself."""
    words = words_of(findings, language)
    return "".join([head(findings, words), *sections(findings, words), played(findings, words)])


def document(findings: Findings, words: Words, body: str) -> str:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return (
        f'<!doctype html>\n<html lang="{words.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{escape(findings.title)}</title><style>{style()}</style></head>"
        f'<body><main class="findings">\n{body}</main>'
        f"<script>{SCRIPT}</script></body></html>\n"
    )


# above


def head(findings: Findings, words: Words) -> str:
    sentences = "".join(
        f"<li><b>{escape(words.tell(section.title))}</b> {escape(words.tell(section.sentence))}</li>"
        for section in findings.sections
        if section.sentence
    )
    summary = f'<ul class="summary">{sentences}</ul>' if sentences else ""
    return f"{summary}<p>{escape(effort(findings, words))}</p>{contents(findings, words)}\n"


def effort(findings: Findings, words: Words) -> str:
    """How much was played, and what is still missing."""
    matches = words.tell(amount(sum(setting.matches for setting in findings.settings)))
    settings = words.count("{n} setting", "{n} settings", len(findings.settings))
    said = words.say("{matches} matches of {settings}.", matches=matches, settings=settings)
    if findings.done < 1:
        done = words.tell(percent(findings.done))
        said += " " + words.say("The experiment is not finished: {done} is done.", done=done)
    return said


def contents(findings: Findings, words: Words) -> str:
    if len(findings.sections) < MANY:
        return ""
    links = "".join(
        f'<li><a href="#{escape(section.id)}">{escape(words.tell(section.title))}</a></li>' for section in findings.sections
    )
    return f'<nav aria-label="{escape(words.say("Contents"))}"><ul>{links}</ul></nav>'


# what came out


def sections(findings: Findings, words: Words) -> Iterator[str]:
    for section in findings.sections:
        yield (
            f'<section id="{escape(section.id)}"><h2>{escape(words.tell(section.title))}</h2>'
            f"{measured(findings, section, words)}</section>\n"
        )


def measured(findings: Findings, section: Section, words: Words) -> str:
    """What a section says, without its title."""
    sentence = f'<p class="sentence">{escape(words.tell(section.sentence))}</p>' if section.sentence else ""
    drawn = "".join(pictured(plot, words, f"{section.id}-{k}") for k, plot in enumerate(section.plots) if has_points(plot))
    plots = f'<div class="plots">{drawn}</div>' if drawn else ""
    results = plots + figures_table(findings, section, words)
    if len(section.plots) == 1 and drawn:
        results = f'<div class="results">{results}</div>'
    return f"{sentence}{results}{notes(section, words)}"


def has_points(plot: Plot) -> bool:
    return any(series.points for series in plot.series)


def pictured(plot: Plot, words: Words, name: str) -> str:
    expected = f"<small>{escape(expected_text(plot, words))}</small>" if plot.expected is not None else ""
    return (
        f"<figure><figcaption>{escape(words.tell(plot.title))}{expected}</figcaption>{draw(plot, words, name)}"
        f"<details><summary>{escape(words.say('Figures of this plot'))}</summary>{plot_table(plot, words)}</details></figure>"
    )


def notes(section: Section, words: Words) -> str:
    if not section.notes:
        return ""
    lines = "".join(f"<li>{escape(words.tell(note))}</li>" for note in section.notes)
    return f'<details class="notes"><summary>{escape(words.say("How it was computed"))}</summary><ul>{lines}</ul></details>'


# below


def played(findings: Findings, words: Words) -> str:
    left_out = "".join(f"<p>{escape(words.tell(one))}</p>" for one in findings.left_out)
    return (
        f'<section id="played"><h2>{escape(words.say("What was played"))}</h2>{settings_table(findings, words)}{left_out}'
        f'<details class="notes"><summary>{escape(words.say("All options"))}</summary>{options_table(findings, words)}'
        f"</details></section>\n"
    )


def repeat(findings: Findings, words: Words) -> str:
    """Everything that it takes to play the same again."""
    say = words.say
    facts = [(say("Seed"), findings.seed), *findings.versions.items()]
    if findings.seconds:
        facts.append((say("Time"), duration(findings.seconds, words)))
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(str(value))}</dd>" for name, value in facts)
    named = {"file": "experiment.toml", "command": "carreau lab run experiment.toml"}
    told = escape(say("Save this file as {file} and type “{command}”: the same versions give the same figures.", **named))
    return (
        f'<section id="repeat"><h2>{escape(say("How to repeat it"))}</h2><p>{told}</p>'
        f'<pre id="{SOURCE}" tabindex="0" role="region" aria-label="{escape(say("Experiment file"))}">'
        f'{escape(findings.source)}</pre><p><button type="button" data-copy="{SOURCE}" data-done="{escape(say("Copied."))}">'
        f'{escape(say("Copy the file"))}</button> <span role="status"></span></p><dl>{listed}</dl></section>\n'
    )


def duration(seconds: float, words: Words) -> str:
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return words.count("{n} second", "{n} seconds", max(1, rest))
    return words.count("{n} minute", "{n} minutes", round(seconds / 60))
