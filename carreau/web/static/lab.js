// The lab: the form shows what belongs to what is compared; the page of an experiment shows its figures as they come in.

/** @import { LabNews } from "../messages" */

import { $, field, find, prefix } from "./page.js";

const PAUSE = 1500; // milliseconds between two questions how far it is
const STEPS = 4; // so often a screen reader is told while it goes on

/** @param {HTMLFormElement} form */
export function startLabForm(form) {
  const vary = field(form, "vary");
  const show = () => {
    /** @type {NodeListOf<HTMLFieldSetElement>} */
    const values = form.querySelectorAll("[data-vary]");
    for (const one of values) one.hidden = one.disabled = one.dataset.vary !== vary.value;
    /** @type {NodeListOf<HTMLElement>} */
    const single = form.querySelectorAll("[data-option]");
    for (const one of single) one.hidden = one.dataset.option === vary.value;
  };
  vary.onchange = show;
  show();
}

/** @param {HTMLElement} root */
export async function followExperiment(root) {
  const link = root.querySelector("input");
  link?.addEventListener("focus", () => link.select());
  startStopping(root);
  while (root.dataset.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const news = await ask(root);
    if (news) show(root, news);
  }
}

/** @param {HTMLElement} root  stops without leaving the page */
function startStopping(root) {
  const stop = find("stop", HTMLFormElement);
  if (!stop) return;
  stop.onsubmit = (event) => {
    event.preventDefault();
    focusOn($("news"));
    stop.querySelector("button")?.setAttribute("disabled", "");
    void fetch(`${prefix}/lab/${root.dataset.id}/stop`, { method: "POST", redirect: "manual" });
  };
}

/**
 * Nothing if the server cannot be asked just now.
 * @param {HTMLElement} root
 * @returns {Promise<LabNews | null>}
 */
async function ask(root) {
  try {
    const answer = await fetch(`${prefix}/lab/${root.dataset.id}/news?edition=${root.dataset.edition}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** @param {HTMLElement} root @param {LabNews} news */
function show(root, news) {
  const share = $("share", HTMLProgressElement), said = $("news-said");
  $("news").textContent = news.text;
  const isStep = Math.floor(STEPS * news.share) > Math.floor(STEPS * share.value);
  if (news.over || isStep || !said.textContent) said.textContent = news.text;
  share.value = news.share;
  if (news.figures) showFigures($("figures"), news.figures);
  root.dataset.edition = String(news.edition);
  if (!news.over) return;
  root.dataset.state = "over";
  end();
}

/** What can only be done while it goes on, or after. */
function end() {
  const stop = find("stop");
  if (stop?.contains(document.activeElement)) focusOn($("news")); // it has ended by itself
  share().hidden = true;
  if (stop) stop.hidden = true;
  /** @type {NodeListOf<HTMLElement>} */
  const later = document.querySelectorAll(".files .later");
  for (const one of later) one.hidden = false;
}

function share() {
  return $("share", HTMLProgressElement);
}

/** @param {HTMLElement} element  which is a text */
function focusOn(element) {
  element.tabIndex = -1;
  element.focus();
}

/**
 * New figures in place of the old: what is open stays open, and the focus stays where it is.
 * @param {HTMLElement} figures
 * @param {string} markup
 */
function showFigures(figures, markup) {
  const open = folds(figures).map((one) => one.open);
  const names = folds(figures).map(nameOf);
  const at = stops(figures).indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const across = scrolled(figures).map((one) => one.scrollLeft);
  figures.innerHTML = markup;
  for (const one of folds(figures)) one.open = open[names.indexOf(nameOf(one))] ?? false;
  scrolled(figures).forEach((one, k) => one.scrollLeft = across[k] ?? 0);
  if (at >= 0) stops(figures)[at]?.focus({ preventScroll: true });
}

/** @param {HTMLElement} figures @returns {HTMLDetailsElement[]} */
function folds(figures) {
  return [...figures.querySelectorAll("details")];
}

/** @param {HTMLDetailsElement} fold  the same in the next edition */
function nameOf(fold) {
  return `${fold.closest("section")?.id} ${fold.closest("figure")?.querySelector("figcaption")?.textContent} ${fold.className}`;
}

/** @param {HTMLElement} figures @returns {HTMLElement[]} */
function stops(figures) {
  return [...figures.querySelectorAll(/** @type {"a"} */ ("a, summary, [tabindex]"))];
}

/** @param {HTMLElement} figures */
function scrolled(figures) {
  return [...figures.querySelectorAll(".scroll")];
}
