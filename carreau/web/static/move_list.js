// All moves as a list of buttons, for the keyboard and for screen readers.

import { keepFocus } from "./focus.js";
import { $, create } from "./page.js";

/** @typedef {{ action: string, name: string }} Move */

export class MoveList {
  /** @param {(action: string) => void} choose  called when a button is pressed */
  constructor(choose) {
    this.details = $("moves", HTMLDetailsElement);
    this.filter = $("filter", HTMLInputElement);
    /** @type {Move[]} */
    this.moves = [];
    this.written = ""; // what the list was last made from
    this.filter.oninput = () => this.write();
    this.details.ontoggle = () => this.write();
    $("choices").onclick = (event) => {
      const { action } = /** @type {Element} */ (event.target).closest("button")?.dataset ?? {};
      if (action !== undefined) choose(action);
    };
  }

  /** @param {Move[]} moves @param {number} count  of all moves, whether shown or not */
  show(moves, count) {
    this.moves = moves;
    $("count").textContent = String(count);
    this.write();
  }

  write() {
    if (!this.details.open) return;
    const wanted = this.filter.value.trim().toLowerCase();
    const shown = this.moves.filter((move) => move.name.toLowerCase().includes(wanted));
    const written = JSON.stringify(shown.map((move) => [move.action, move.name]));
    if (written === this.written) return;
    this.written = written;
    keepFocus(() => $("choices").replaceChildren(...shown.map(listItem)));
  }
}

/** @param {Move} move */
function listItem(move) {
  const item = document.createElement("li"), button = create("button", move.name);
  button.type = "button";
  button.dataset.action = move.action;
  item.append(button);
  return item;
}
