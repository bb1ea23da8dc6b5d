// Choosing a move: cards and cells are tapped until one action is left.

/** @import { Choice } from "../messages" */
/** @typedef {HTMLElement | SVGElement} Marked  an element of the drawing that can be tapped */

import { isVisible, keepFocus } from "./focus.js";
import { MoveList } from "./move_list.js";
import { $, say } from "./page.js";

/**
 * A choice, with the quarter turns of its card kept apart from its other taps.
 * @typedef {{ action: string, name: string, taps: string[], turned: number }} Move
 */

const TURN = "turn-";

/** @param {Choice} choice @returns {Move} */
function readChoice({ action, name, taps }) {
  const turn = taps.find((tap) => tap.startsWith(TURN));
  return { action, name, taps: taps.filter((tap) => tap !== turn), turned: turn ? Number(turn.slice(TURN.length)) : 0 };
}

export class Chooser {
  /**
   * @param {HTMLElement} scene
   * @param {(action: string) => void} play
   */
  constructor(scene, play) {
    this.scene = scene;
    this.play = play;
    /** @type {Move[]} */
    this.singles = []; // moves that are one step
    /** @type {Move[]} */
    this.steps = []; // of which two can be played as one action
    /** @type {Move[]} */
    this.choices = []; // what can be chosen now: single moves, or a step of two
    /** @type {Move[] | null} */
    this.pair = null; // while two steps are chosen: the one that has been
    /** @type {string[]} */
    this.picked = [];
    /** @type {Move | null} */
    this.waiting = null; // for the player to confirm it
    this.turned = 0;
    this.list = new MoveList((action) => this.chooseFromList(action));
    this.listen();
  }

  listen() {
    this.scene.addEventListener("click", (event) => this.tap(marked(event)));
    this.scene.addEventListener("keydown", (event) => this.press(event));
    $("turn").onclick = () => this.turn();
    $("cancel").onclick = () => keepFocus(() => this.clear());
    $("play").onclick = () => keepFocus(() => {
      if (this.waiting) this.take(this.waiting);
    });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const element = marked(event);
    if ((event.key === "Enter" || event.key === " ") && element) {
      event.preventDefault();
      this.tap(element);
    } else if (event.key === "Escape") this.clear();
    else if (event.key === "r" && !$("turn").hidden) this.turn();
  }

  /**
   * What can be played now; what was picked stays picked if it can.
   * @param {Choice[]} choices
   * @param {Choice[]} steps
   */
  offer(choices, steps = []) {
    this.singles = choices.map(readChoice);
    this.steps = steps.map(readChoice);
    if (!this.steps.length) this.pair = null;
    this.choices = this.pair ? this.stepsLeft() : this.singles;
    this.picked = this.picked.filter((tap) => this.choices.some((choice) => choice.taps.includes(tap)));
    if (!this.matching().length) this.picked = [];
    this.show();
  }

  // two steps as one action: after a tap on "two" they are chosen one after the other

  togglePair() {
    this.pair = this.pair ? null : [];
    this.choices = this.pair ? this.stepsLeft() : this.singles;
    this.picked = [];
    this.turned = 0;
    this.show();
  }

  stepsLeft() {
    const taken = new Set(this.pair?.flatMap((step) => step.taps));
    return this.steps.filter((step) => !step.taps.some((tap) => taken.has(tap)));
  }

  /** @param {string} action  a single move, or one of two steps */
  tapsOf(action) {
    const single = this.singles.find((one) => one.action === action);
    const parts = single ? [single] : action.split(" + ").map((part) => this.steps.find((one) => one.action === part));
    return parts.flatMap((part) => part?.taps ?? []);
  }

  // what the taps so far can lead to

  matching() {
    return this.choices.filter((choice) => this.picked.every((tap) => choice.taps.includes(tap)));
  }

  /** @param {Move} choice */
  isComplete(choice) {
    return choice.taps.length === this.picked.length;
  }

  turns() {
    return [...new Set(this.matching().map((choice) => choice.turned))].sort();
  }

  /** @param {Marked | null} element */
  tap(element) {
    const tap = element?.dataset.tap;
    if (tap === "two" && this.steps.length) return this.togglePair();
    if (!element || !tap || !this.choices.some((choice) => choice.taps.includes(tap))) return;
    if (this.picked.includes(tap)) this.picked = this.picked.filter((other) => other !== tap);
    else if (this.matching().some((choice) => choice.taps.includes(tap))) this.picked.push(tap);
    else this.picked = [tap];
    if (this.picked.includes(tap)) this.decide(element);
    this.show();
  }

  /** @param {Marked} element  Plays what is left, if it is one action; asks if more taps or turns could follow */
  decide(element) {
    const matching = this.matching(), complete = matching.filter((choice) => this.isComplete(choice));
    const moreToTap = matching.length > complete.length;
    const inHand = element.closest(".tray") && element.classList.contains("card");
    const chosen = complete.find((choice) => choice.turned === this.turned) ?? (complete.length === 1 ? complete[0] : null);
    if (chosen && !moreToTap) return this.choose(chosen);
    if (!complete.length && matching.length === 1 && !inHand) return this.choose(matching[0]);
    if (complete.length && !moreToTap) {
      this.turned = complete[0].turned;
      this.ask(complete[0]);
    }
    if (chosen && moreToTap) this.ask(chosen);
  }

  /** @param {string} action */
  chooseFromList(action) {
    const choice = this.choices.find((one) => one.action === action);
    if (!choice) return;
    this.choose(choice);
    if (isVisible($("play"))) $("play").focus();
  }

  /** @param {Move} choice */
  choose(choice) {
    if ($("confirm", HTMLInputElement).checked) this.ask(choice);
    else this.take(choice);
  }

  /** @param {Move} choice */
  ask(choice) {
    $("play").textContent = say("confirm", { action: choice.name });
    $("play").hidden = $("cancel").hidden = false;
    this.waiting = choice;
  }

  /** @param {Move} choice  Plays it, or goes on to the second of two steps */
  take(choice) {
    const first = this.pair?.[0];
    if (this.pair && !first) {
      this.pair = [choice];
      this.choices = this.stepsLeft();
      this.unpick();
    } else {
      this.clear();
      this.play(first ? `${first.action} + ${choice.action}` : choice.action);
    }
  }

  clear() {
    this.pair = null;
    this.choices = this.singles;
    this.unpick();
  }

  unpick() {
    this.picked = [];
    this.turned = 0;
    this.waiting = null;
    this.show();
  }

  turn() {
    const turns = this.turns();
    this.turned = turns[(turns.indexOf(this.turned) + 1) % turns.length];
    const whole = this.matching().find((choice) => this.isComplete(choice) && choice.turned === this.turned);
    if (whole) this.ask(whole);
    this.show();
  }

  show() {
    const matching = this.matching(), turns = this.turns();
    const waiting = this.waiting;
    if (waiting) this.waiting = matching.find((choice) => choice.action === waiting.action) ?? null;
    if (!this.waiting) $("play").hidden = $("cancel").hidden = true;
    if (this.picked.length || this.pair) $("cancel").hidden = false;
    if (this.picked.length && !turns.includes(this.turned)) this.turned = turns[0] ?? 0;
    $("turn").hidden = !(this.picked.length && turns.length > 1);
    this.mark();
    this.list.show(matching, this.choices.length);
  }

  // the drawing shows what can be tapped, what is picked, and what no longer leads anywhere

  mark() {
    const turned = this.turns().length > 1 && this.picked.length > 0;
    const all = new Set(this.choices.flatMap((choice) => choice.taps));
    const open = new Set(this.matching().filter((one) => !turned || one.turned === this.turned).flatMap((one) => one.taps));
    const done = new Set(this.pair?.flatMap((step) => step.taps));
    /** @type {NodeListOf<Marked>} */
    const elements = this.scene.querySelectorAll("[data-tap]");
    for (const element of elements) {
      const tap = element.dataset.tap ?? "", picked = this.picked.includes(tap), inHand = element.closest(".tray");
      element.classList.toggle("chosen", picked || done.has(tap));
      element.classList.toggle("faded", all.has(tap) && this.picked.length > 0 && !open.has(tap) && !inHand);
      makeButton(element, all.has(tap), picked);
      if (inHand) turnCard(element, picked ? this.turned : 0);
    }
  }
}

/** @param {UIEvent} event @returns {Marked | null} */
function marked(event) {
  return /** @type {Element} */ (event.target).closest("[data-tap]");
}

/**
 * @param {Marked} element
 * @param {boolean} active  whether a tap on it leads anywhere
 * @param {boolean} pressed
 */
function makeButton(element, active, pressed) {
  if (active) {
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-pressed", String(pressed));
  } else if (element.hasAttribute("tabindex")) {
    element.setAttribute("role", "img");
    element.removeAttribute("tabindex");
    element.removeAttribute("aria-pressed");
  }
}

/** @param {Marked} card @param {number} turned  quarter turns */
function turnCard(card, turned) {
  const face = card.firstElementChild;
  if (face?.tagName === "use") face.setAttribute("transform", turned ? `rotate(${90 * turned})` : "");
}
