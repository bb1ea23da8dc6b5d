// The focus, kept where it was while the page changes around it.

import { $, find } from "./page.js";

/** @typedef {HTMLElement | SVGElement} Focusable */

/**
 * @param {Element | null} element
 * @returns {element is Element}
 */
export function isVisible(element) {
  return Boolean(element?.isConnected && element.getClientRects().length);
}

// what has the focus if the thing itself is gone, by the part of the page that it was in
/** @type {Record<string, () => Element | null>} */
const INSTEAD = {
  choices: () => $("moves").firstElementChild,
  absent: () => find("leave"),
  links: () => find("start"),
  scene: () => null,
};

/**
 * The same thing redrawn: what has the same mark in the same part of the page.
 * @param {Focusable} old
 * @param {string} part
 */
function sameThing(old, part) {
  const name = ["tap", "action", "absent"].find((one) => old.dataset[one] !== undefined);
  if (!name) return null;
  /** @type {NodeListOf<Focusable>} */
  const marked = document.querySelectorAll(`#${part} [data-${name}]`);
  return [...marked].find((other) => other.dataset[name] === old.dataset[name]) ?? null;
}

/**
 * Where the focus goes back to, best first.
 * @param {Focusable} old
 * @param {string | undefined} part
 */
function candidates(old, part) {
  return [
    old,
    old.id ? document.getElementById(old.id) : null,
    ...(part ? [sameThing(old, part), INSTEAD[part]()] : []),
    find("scene"),
    find("curtain"),
  ];
}

/** @param {() => void} change  of the page, after which the focus is where it was, or as near as can be */
export function keepFocus(change) {
  const old = /** @type {Focusable | null} */ (document.activeElement);
  const part = Object.keys(INSTEAD).find((id) => old?.closest(`#${id}`));
  change();
  if (!old || old === document.body) return;
  for (const element of /** @type {(Focusable | null)[]} */ (candidates(old, part))) {
    if (element && document.activeElement === element) return;
    if (isVisible(element)) element.focus({ preventScroll: true });
    if (element && document.activeElement === element) return;
  }
}
