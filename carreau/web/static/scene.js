// The drawing of the table: shown, and its cards moved from where they were.

import { $, reducedMotion } from "./page.js";
import { Zoom } from "./zoom.js";

/** @param {string} text */
function parseSvg(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/**
 * The faces of all cards, which the drawings refer to; tried until they are there.
 * @param {string} address
 * @param {number} wait  milliseconds before it is tried again
 */
export async function loadFaces(address, wait = 500) {
  const text = await fetch(address).then((answer) => (answer.ok ? answer.text() : null), () => null);
  if (text === null) {
    setTimeout(() => loadFaces(address, Math.min(2 * wait, 10_000)), wait);
    return;
  }
  $("sheet").replaceChildren(parseSvg(text));
  $("sheet").hidden = false;
  $("sheet").className = "unseen";
}

/** @typedef {DOMMatrix | DOMRect} Place  of a card, or of a pile or player that a card comes from */

export class Scene {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.zoom = new Zoom(element);
    this.svg = "";
  }

  /** @param {string} svg */
  show(svg) {
    if (this.svg === svg) return;
    const before = this.places();
    this.svg = svg;
    this.element.replaceChildren(parseSvg(svg));
    this.zoom.prepare();
    if (reducedMotion.matches || !before.size) return;
    for (const card of this.cards()) {
      const from = before.get(card.id) ?? before.get(card.dataset.from ?? "");
      if (from) slide(card, from);
    }
  }

  /** @param {string[]} taps  what of the drawing is pointed out; nothing else is any more */
  hint(taps) {
    /** @type {NodeListOf<SVGElement>} */
    const elements = this.element.querySelectorAll("[data-tap]");
    for (const one of elements) one.classList.toggle("hinted", taps.includes(one.dataset.tap ?? ""));
  }

  /** @returns {NodeListOf<SVGGraphicsElement>} */
  cards() {
    return this.element.querySelectorAll(".card[id]");
  }

  places() {
    /** @type {Map<string, Place | null>} */
    const places = new Map();
    for (const card of this.cards()) places.set(card.id, card.getScreenCTM());
    for (const one of this.element.querySelectorAll(".pile[id], .player[id]")) places.set(one.id, one.getBoundingClientRect());
    return places;
  }
}

/** @param {DOMMatrix} m */
const transform = (m) => `matrix(${m.a},${m.b},${m.c},${m.d},${m.e},${m.f})`;

/**
 * Makes a card that is already in its new place glide there from the old one.
 * @param {SVGGraphicsElement} card
 * @param {Place} from
 */
function slide(card, from) {
  const now = card.getScreenCTM();
  const parent = /** @type {SVGGraphicsElement} */ (card.parentNode).getScreenCTM();
  const start = from instanceof DOMRect ? centredOn(card, from) : from;
  if (!now || !parent || !start) return; // not visible right now
  if (Math.abs(start.e - now.e) + Math.abs(start.f - now.f) + Math.abs(start.a - now.a) < 1.5) return;
  const frames = [start, now].map((place) => ({ transform: transform(parent.inverse().multiply(place)) }));
  card.animate(frames, { duration: 250, easing: "ease-out" });
}

/** @param {SVGGraphicsElement} card @param {DOMRect} box */
function centredOn(card, box) {
  const place = card.getScreenCTM();
  return place && Object.assign(place, { e: box.x + box.width / 2, f: box.y + box.height / 2 });
}
