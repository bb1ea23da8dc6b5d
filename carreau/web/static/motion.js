// Motion that explains what has happened between two drawings: cards travel, what scores lights up, tokens change hands.

import { reducedMotion } from "./page.js";

const TRAVEL = 250, LIGHT = 300, TOKEN = 220, APART = 40, MOST_TOKENS = 3; // milliseconds; how many tokens are shown on their way

/** @typedef {DOMMatrix | DOMRect} Place  of a card, or of a pile or player that a card comes from */
/** @typedef {{ amount: number, box: DOMRect }} Purse  what a player has that can go to another, and where it is drawn */

/** What has to be remembered of a drawing before the next one replaces it. */
export class Motion {
  /** @param {HTMLElement} root  that holds the drawing */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, Place | null>} */
    this.places = new Map();
    /** @type {Set<string>} */
    this.lit = new Set();
    /** @type {Map<string, Purse>} */
    this.purses = new Map();
    if (reducedMotion.matches) return;
    for (const card of cards(root)) this.places.set(card.id, card.getScreenCTM());
    for (const one of root.querySelectorAll(".pile[id], .player[id]")) this.places.set(one.id, one.getBoundingClientRect());
    for (const one of lights(root)) this.lit.add(one.dataset.lit ?? "");
    this.purses = pursesIn(root);
  }

  /** Plays the motion from the old drawing to the new one. */
  play() {
    if (reducedMotion.matches || !this.places.size) return;
    for (const card of cards(this.root)) {
      const from = this.places.get(card.id) ?? this.places.get(card.dataset.from ?? "");
      if (from) slide(card, from);
    }
    for (const one of lights(this.root)) if (!this.lit.has(one.dataset.lit ?? "")) lightUp(one);
    this.passTokens();
  }

  passTokens() {
    const now = pursesIn(this.root);
    const change = (/** @type {string} */ id) => (now.get(id)?.amount ?? 0) - (this.purses.get(id)?.amount ?? 0);
    const known = [...this.purses.keys()].filter((id) => now.has(id));
    const from = known.filter((id) => change(id) < 0), to = known.filter((id) => change(id) > 0);
    if (!from.length || !to.length) return;
    for (const id of from) {
      const target = find(this.root, to[0]), box = this.purses.get(id)?.box;
      for (let k = 0; target && box && k < Math.min(-change(id), MOST_TOKENS); k++) passToken(target, box, k * APART);
    }
  }
}

/** @param {HTMLElement} root @returns {NodeListOf<SVGGraphicsElement>} */
function cards(root) {
  return root.querySelectorAll(".card[id]");
}

/** @param {HTMLElement} root @returns {NodeListOf<SVGGraphicsElement>} */
function lights(root) {
  return root.querySelectorAll("[data-lit]");
}

/** @param {HTMLElement} root @param {string} player @returns {SVGGraphicsElement | null} */
function find(root, player) {
  return root.querySelector(`#${player} [data-passed]`);
}

/** @param {HTMLElement} root */
function pursesIn(root) {
  /** @type {Map<string, Purse>} */
  const found = new Map();
  for (const player of root.querySelectorAll(".player[id]")) {
    const purse = find(root, player.id);
    if (purse) found.set(player.id, { amount: Number(purse.dataset.passed), box: purse.getBoundingClientRect() });
  }
  return found;
}

/** @param {SVGGraphicsElement} element */
function lightUp(element) {
  element.animate([{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 0.3, offset: 0.7 }, { opacity: 1 }], LIGHT);
}

/** @param {SVGGraphicsElement} target  where it arrives @param {DOMRect} from @param {number} delay */
function passToken(target, from, delay) {
  const token = /** @type {SVGGraphicsElement} */ (target.cloneNode(true));
  delete token.dataset.passed;
  token.classList.add("passed");
  target.after(token);
  const box = target.getBoundingClientRect(), scale = target.getScreenCTM()?.a || 1;
  const start = `translate(${(from.x - box.x) / scale}px, ${(from.y - box.y) / scale}px)`;
  const timing = /** @type {KeyframeAnimationOptions} */ ({ duration: TOKEN, delay, easing: "ease-out", fill: "backwards" });
  const travel = token.animate([{ transform: start }, { transform: "none" }], timing);
  travel.onfinish = () => token.remove();
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
  card.animate(frames, { duration: TRAVEL, easing: "ease-out" });
}

/** @param {SVGGraphicsElement} card @param {DOMRect} box */
function centredOn(card, box) {
  const place = card.getScreenCTM();
  return place && Object.assign(place, { e: box.x + box.width / 2, f: box.y + box.height / 2 });
}
