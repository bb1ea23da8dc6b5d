"""How a report looks: on a phone, on a desk, in the dark and on paper. Colours come from the theme of all drawings."""

from __future__ import annotations

from carreau.draw.theme import stylesheet, variables

SANS = "system-ui,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',sans-serif"
MONO = "ui-monospace,'DejaVu Sans Mono',monospace"
LAYOUT = """
:root { color-scheme: light } @media (prefers-color-scheme: dark) { :root { color-scheme: dark } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 SANS }
main { max-width: 1080px; margin: 0 auto; padding: 16px 20px 48px }
h1, h2 { font-family: ui-serif, Georgia, 'DejaVu Serif', serif; line-height: 1.2 }
h1 { font-size: 1.9rem; margin: 12px 0 } h2 { font-size: 1.4rem; margin: 0 0 8px }
p { margin: 0 0 10px; max-width: 44rem } a { color: inherit }
section { margin-top: 40px; padding-top: 20px; border-top: 1px solid var(--line) }
.summary { font-size: 1.1rem } .sentence { font-weight: 600 }
small, caption, dt, summary { color: var(--soft) }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
nav ul { display: flex; flex-wrap: wrap; gap: 0 18px; list-style: none; padding: 0; margin: 0 }
nav a { display: inline-block; padding: 10px 0 }

.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 24px 40px; margin: 16px 0 }
.results { display: flex; flex-wrap: wrap; gap: 8px 48px; align-items: start }
.results > .plots { flex: 1 1 440px; max-width: 480px } .results > .scroll { max-width: 100%; margin-top: 16px }
figure { margin: 0; max-width: 480px; min-width: 0 }
figcaption { font-weight: 600; margin-bottom: 6px } figcaption small { display: block; font-weight: 400 }
.plot { display: block; width: 100%; height: auto; font-family: SANS; font-variant-numeric: tabular-nums }

.scroll { overflow-x: auto; margin: 8px 0 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .94rem }
caption { text-align: left; padding-bottom: 4px; font-size: .875rem }
th, td { text-align: left; vertical-align: top; padding: 6px 24px 6px 0; border-bottom: 1px solid var(--line) }
thead th { vertical-align: bottom; color: var(--soft); font-weight: 600; min-width: 6em; max-width: 14em }
tbody th { font-weight: 400; max-width: 20em; min-width: 8em }
.numbers td, .numbers thead th:not(:first-child) { text-align: right }
td small, tbody th small { display: block; font-size: .8125rem } td small { white-space: nowrap }

details { margin: 6px 0 } summary { cursor: pointer; padding: 10px 0 }
details ul { margin: 0 0 8px; padding-left: 1.2em; max-width: 44rem }
pre { background: var(--felt); border: 1px solid var(--line); border-radius: 10px; padding: 14px; margin: 8px 0 }
pre { overflow-x: auto; font: .875rem/1.5 MONO }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 8px 0 }
dd { margin: 0; overflow-wrap: anywhere }
button { font: inherit; color: var(--ink); background: transparent; border: 1px solid var(--soft); border-radius: 22px }
button { min-height: 44px; padding: 8px 16px; cursor: pointer }
[hidden] { display: none }
@media (max-width: 560px) {
  main { padding: 12px 16px 40px } h1 { font-size: 1.6rem } section { margin-top: 28px }
  th, td { padding-right: 16px } tbody th { max-width: 10em; min-width: 6em }
  tbody th, thead th:first-child { position: sticky; left: 0; background: var(--paper) }
}
@page { size: A4; margin: 16mm }
@media print {
  :root { color-scheme: light; ON_PAPER }
  body { font-size: 10.5pt; background: none } main { max-width: none; padding: 0 }
  section { margin-top: 18pt; padding-top: 10pt }
  h2, .sentence, figcaption, caption { break-after: avoid } figure, tr, dl { break-inside: avoid }
  .plots { grid-template-columns: 1fr 1fr; gap: 12pt 20pt } .results > .plots { flex-basis: 55%; grid-template-columns: 1fr }
  .scroll { overflow: visible } th, td { padding: 3pt 12pt 3pt 0 } pre { white-space: pre-wrap }
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
    return stylesheet() + LAYOUT.replace("SANS", SANS).replace("MONO", MONO).replace("ON_PAPER", variables("light"))
