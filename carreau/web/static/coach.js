// The coach: what it would do, and a question before a blunder.

/** @import { Advice, Advised, Check, Checked } from "../messages" */
/** @typedef {{ move: Omit<Check, "type">, play: () => void, timer: number }} Held  a move that waits for the coach */

import { isVisible, keepFocus } from "./focus.js";
import { $, announce, create, words } from "./page.js";

export class Coach {
  /**
   * @param {import("./table.js").Table} table
   * @param {boolean} warns
   */
  constructor(table, warns) {
    this.table = table;
    this.warns = warns;
    this.patience = 900; // milliseconds that a move waits for an answer: a little more than the coach takes at most
    this.isAsking = false;
    this.question = $("advise").textContent ?? "";
    this.pointed = ""; // the action that is shown on the table
    this.sequence = this.ply = -1; // of the position that is shown
    /** @type {Advice | null} */
    this.early = null; // advice that has come before the drawing of its position: the question is an entry of the log
    /** @type {Held | null} */
    this.held = null;
    /** @type {HTMLElement | null} */
    this.before = null; // what had the focus before a question
    $("advise").onclick = () => this.ask();
    $("enough").onclick = () => this.close();
    $("anyway").onclick = () => this.release();
    $("rethink").onclick = () => this.drop();
    $("sure").onkeydown = (event) => {
      if (event.key === "Escape") this.drop();
    };
    $("advised").onclick = (event) => {
      const { action } = /** @type {Element} */ (event.target).closest("button")?.dataset ?? {};
      if (action !== undefined) this.point(action);
    };
  }

  // what it would do

  ask() {
    this.table.goOn();
    this.isAsking = true;
    $("advise").textContent = words.thinking;
    this.table.send({ type: "advise", seat: this.table.seat() });
  }

  /** @param {Advice} advice */
  show(advice) {
    const shown = this.table.event?.sequence ?? -1;
    this.early = advice.sequence > shown ? advice : null;
    if (advice.sequence < shown) this.stopAsking();
    if (advice.sequence !== shown) return;
    this.open(advice.moves.map(listItem), advice.text);
    this.point(advice.moves[0].action);
  }

  /** @param {HTMLElement[]} items @param {string} text  the same for screen readers */
  open(items, text) {
    this.stopAsking();
    $("advised").replaceChildren(...items);
    $("advice").hidden = false;
    announce(text);
  }

  stopAsking() {
    this.isAsking = false;
    $("advise").textContent = this.question;
  }

  /** @param {string} text  why something was refused. Returns whether it was the question */
  isRefused(text) {
    const { isAsking } = this;
    if (isAsking) this.open([create("li", text)], text);
    return isAsking;
  }

  /** @param {string} action  shown on the table */
  point(action) {
    this.pointed = action;
    for (const button of $("advised").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.action === action));
    }
    this.mark();
  }

  mark() {
    this.table.scene.hint(this.pointed ? this.table.chooser.tapsOf(this.pointed) : []);
  }

  close() {
    this.forget();
    this.mark();
    $("advise").focus({ preventScroll: true });
  }

  forget() {
    this.pointed = "";
    $("advice").hidden = true;
  }

  /** @param {import("./table.js").Event} event  that is drawn now: what was said about another position is over */
  update(event) {
    $("advise").hidden = !event.acting;
    if (!event.acting || event.ply !== this.ply) this.stopAsking();
    if (!event.acting || event.sequence !== this.sequence) this.forget();
    this.sequence = event.sequence;
    this.ply = event.ply;
    if (this.early) this.show(this.early);
    if (!$("sure").hidden && this.held?.move.sequence !== event.sequence) this.drop();
    this.mark();
  }

  // a question before a blunder

  /** @param {Omit<Check, "type">} move @param {() => void} play */
  check(move, play) {
    if (!this.warns) return play();
    if (this.held && $("sure").hidden) return; // that one is as good as played
    this.held = { move, play, timer: setTimeout(() => this.release(), this.patience) };
    $("sure").hidden = true;
    this.table.send({ type: "check", ...move });
  }

  /** @param {Checked} checked */
  hear({ action, sequence, warning }) {
    const { held } = this;
    if (!held || held.move.action !== action || held.move.sequence !== sequence || !$("sure").hidden) return;
    if (!warning) return this.release();
    clearTimeout(held.timer);
    this.before = /** @type {HTMLElement | null} */ (document.activeElement);
    $("warning").textContent = warning;
    $("sure").hidden = false;
    $("rethink").focus();
  }

  /** The move is played. */
  release() {
    const { held } = this;
    this.drop();
    held?.play();
  }

  /** The move is forgotten. */
  drop() {
    clearTimeout(this.held?.timer);
    this.held = null;
    if ($("sure").hidden) return;
    keepFocus(() => {
      $("sure").hidden = true;
    });
    if (isVisible(this.before)) this.before.focus({ preventScroll: true });
  }
}

/** @param {Advised} move */
function listItem({ action, name, worth, share, note }) {
  const item = document.createElement("li"), button = create("button", ""), bar = create("span", "");
  button.type = "button";
  button.dataset.action = action;
  bar.className = "bar";
  bar.append(create("i", ""));
  /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${Math.round(100 * share)}%`;
  button.append(create("b", name), " ", bar, create("span", note ? `${worth}, ${note}` : worth));
  item.append(button);
  return item;
}
