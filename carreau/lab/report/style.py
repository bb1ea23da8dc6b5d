"""How a report looks: on a phone, on a desk, in the dark and on paper. Colours come from the theme of all drawings."""

from __future__ import annotations

from carreau.draw.theme import stylesheet, variables

SANS = "system-ui,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',sans-serif"
MONO = "ui-monospace,'DejaVu Sans Mono',monospace"
PAGE = """
:root { color-scheme: light } @media (prefers-color-scheme: dark) { :root { color-scheme: dark } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 SANS }
main { max-width: 1080px; margin: 0 auto; padding: 16px 20px 48px }
h1, h2 { font-family: ui-serif, Georgia, 'DejaVu Serif', serif; line-height: 1.2 }
h1 { font-size: 1.9rem; margin: 12px 0 } a { color: inherit }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 8px 0 }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
button { font: inherit; color: var(--ink); background: transparent; border: 1px solid var(--soft); border-radius: 22px }
button { min-height: 44px; padding: 8px 16px; cursor: pointer }
@media (max-width: 560px) { main { padding: 12px 16px 40px } h1 { font-size: 1.6rem } }
"""
FIGURES = """
.findings section { margin-top: 40px; padding-top: 20px; border-top: 1px solid var(--line) }
.findings h2 { font-size: 1.4rem; margin: 0 0 8px }
.findings p { margin: 0 0 10px; max-width: 44rem }
.findings .summary { list-style: none; padding: 0; max-width: 44rem } .findings .summary li { margin: 0 0 8px }
.findings .summary b { display: block; font-size: .85rem; color: var(--soft) } .findings .sentence { font-weight: 600 }
.findings small, .findings caption, .findings summary { color: var(--soft) }
.findings nav ul { display: flex; flex-wrap: wrap; gap: 0 18px; list-style: none; padding: 0; margin: 0 }
.findings nav a { display: inline-block; padding: 10px 0 }

.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 24px 40px; margin: 16px 0 }
.results { display: flex; flex-wrap: wrap; gap: 8px 48px; align-items: start }
.results > .plots { flex: 1 1 440px; max-width: 480px } .results > .scroll { max-width: 100%; margin-top: 16px }
.findings figure { margin: 0; max-width: 480px; min-width: 0 }
.findings figcaption { font-weight: 600; margin-bottom: 6px } .findings figcaption small { display: block; font-weight: 400 }
.plot { display: block; width: 100%; height: auto; font-family: SANS; font-variant-numeric: tabular-nums }

.scroll { overflow-x: auto; margin: 8px 0 }
.findings table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .94rem }
.findings caption { text-align: left; padding-bottom: 4px; font-size: .875rem }
.findings :is(th, td) { text-align: left; vertical-align: top; padding: 6px 24px 6px 0; border-bottom: 1px solid var(--line) }
.findings thead th { vertical-align: bottom; color: var(--soft); font-weight: 600; min-width: 6em; max-width: 14em }
.findings tbody th { font-weight: 400; max-width: 20em; min-width: 8em }
.findings .numbers :is(td, thead th:not(:first-child)) { text-align: right }
.findings :is(td, tbody th) small { display: block; font-size: .8125rem } .findings td small { white-space: nowrap }

.findings details { margin: 6px 0 } .findings summary { cursor: pointer; padding: 10px 0; min-height: 0; line-height: inherit }
.findings details ul { margin: 0 0 8px; padding-left: 1.2em; max-width: 44rem }
.findings pre { background: var(--felt); border: 1px solid var(--line); border-radius: 10px; padding: 14px; margin: 8px 0 }
.findings pre { overflow-x: auto; font: .875rem/1.5 MONO }
@media (max-width: 560px) {
  .findings section { margin-top: 28px } .findings :is(th, td) { padding-right: 16px }
  .findings tbody th { max-width: 10em; min-width: 7.5em }
  .findings :is(tbody th, thead th:first-child) { position: sticky; left: 0; background: var(--paper) }
}
"""
ON_PAPER = """
@page { size: A4; margin: 16mm }
@media print {
  :root { color-scheme: light; COLOURS }
  body { font-size: 10.5pt; background: none } main { max-width: none; padding: 0 }
  .findings section { margin-top: 18pt; padding-top: 10pt }
  h2, .sentence, figcaption, caption { break-after: avoid } figure, tr, dl { break-inside: avoid }
  .plots { grid-template-columns: 1fr 1fr; gap: 12pt 20pt }
  .results > .plots { flex-basis: 55%; max-width: 300pt; grid-template-columns: 1fr }
  .scroll { overflow: visible } .findings :is(th, td) { padding: 3pt 12pt 3pt 0 } .findings pre { white-space: pre-wrap }
  nav, button, figure details { display: none }
  .notes::details-content { content-visibility: visible; block-size: auto }
}
"""
SCRIPT = """
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    getSelection().selectAllChildren(source);
    try { await navigator.clipboard.writeText(source.textContent); } catch { document.execCommand("copy"); }
    button.nextElementSibling.textContent = button.dataset.done;
  });
}
"""  # a page from the disk may not use the clipboard everywhere, so the text is selected too


def style() -> str:
    """Light or dark as the reader's system is; on paper always light."""
    return stylesheet() + with_fonts(PAGE) + figures_style() + ON_PAPER.replace("COLOURS", variables("light"))


def figures_style() -> str:
    """Of the figures alone, for a page that has a style of its own."""
    return with_fonts(FIGURES)


def with_fonts(text: str) -> str:
    return text.replace("SANS", SANS).replace("MONO", MONO)
