// The drawing of the table.

import { Motion } from "./motion.js";
import { $ } from "./page.js";
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
    const motion = new Motion(this.element);
    this.svg = svg;
    this.element.replaceChildren(parseSvg(svg));
    this.zoom.prepare();
    motion.play();
  }

  /** @param {string[]} taps  what of the drawing is pointed out; nothing else is any more */
  hint(taps) {
    /** @type {NodeListOf<SVGElement>} */
    const elements = this.element.querySelectorAll("[data-tap]");
    for (const one of elements) one.classList.toggle("hinted", taps.includes(one.dataset.tap ?? ""));
  }
}
