// What every script needs from the page: its elements, its words, its size.

/** @import { Words } from "../messages" */

/**
 * The element with this id, if the page has one.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T | null}
 */
export function find(id, type) {
  const element = document.getElementById(id);
  return element instanceof (type ?? HTMLElement) ? /** @type {T} */ (element) : null;
}

/**
 * The element with this id, which the page must have.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T}
 */
export function $(id, type) {
  const element = find(id, type);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * A field of a form, by its name.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function field(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/**
 * A new element with a text.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} text
 */
export function create(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

export const prefix = document.documentElement.dataset.root ?? ""; // what comes before every path of ours

/** @type {Words} */
export const words = JSON.parse(find("words")?.textContent ?? "{}");

/**
 * A sentence with its {names} filled in.
 * @param {string} sentence
 * @param {Record<string, string | number>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** @param {keyof Words} key @param {Record<string, string | number>} values */
export function say(key, values) {
  return fill(words[key], values);
}

/**
 * Says something to screen readers, below what was said before, so that nothing is cut off by what comes next.
 * @param {string} text
 */
export function announce(text) {
  const live = $("live");
  live.append(create("p", text.trim()));
  while (live.children.length > 6) live.firstElementChild?.remove();
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Which drawing fits the screen. */
export function screenForm() {
  return innerWidth < 900 && innerHeight > innerWidth ? "phone" : "wide";
}

/** @param {() => void} changed  called when another drawing fits: a phone was turned, a window made wider */
export function onFormChange(changed) {
  let last = screenForm();
  addEventListener("resize", () => {
    if (screenForm() === last) return;
    last = screenForm();
    changed();
  });
}

/** @param {number} seconds  as 3:07 */
export function formatTime(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
