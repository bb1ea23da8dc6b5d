// The position of the day: one move is chosen at the table, then the server says what it is worth.

/** @import { Answer, Question, Worth } from "../messages" */

import { Chooser } from "./chooser.js";
import { $, announce, create, onFormChange, prefix, screenForm, words } from "./page.js";
import { Scene } from "./scene.js";
import { storage } from "./storage.js";

const AGAIN = 2000; // milliseconds until a lost answer is asked for again

export class Position {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.path = `${prefix}/position/${root.dataset.day}`;
    this.key = `position-${root.dataset.day}`; // under which this browser keeps the move that was chosen
    this.scene = new Scene($("scene"));
    this.chooser = new Chooser(this.scene.element, (action) => this.choose(action));
    /** @type {Question | null} */
    this.question = null;
    /** @type {Answer | null} */
    this.answer = null;
    onFormChange(() => this.load());
    this.begin();
  }

  async begin() {
    await this.load();
    const chosen = storage.get(this.key);
    if (chosen) this.choose(chosen);
    else announce(this.question?.guidance ?? "");
  }

  async load() {
    const form = screenForm();
    this.question = /** @type {Question} */ (await this.ask(`/table?form=${form}`));
    if (form === screenForm()) this.show(this.question);
  }

  /** @param {Question} question */
  show({ svg, spoken, choices, steps }) {
    this.scene.show(svg);
    $("spoken").replaceChildren(...spoken.split("\n").map((line) => create("p", line)));
    this.chooser.offer(this.answer ? [] : choices, this.answer ? [] : steps);
    if (this.answer) this.markBest(this.answer);
  }

  /** @param {string} action */
  async choose(action) {
    if (this.answer) return;
    const body = new URLSearchParams({ action });
    const answer = /** @type {Answer | null} */ (await this.ask("", { method: "POST", body }));
    if (!answer) return storage.set(this.key, ""); // the positions have changed since
    storage.set(this.key, action);
    this.answer = answer;
    if (this.question) this.show(this.question);
    this.tell(answer);
  }

  /** @param {Answer} answer */
  tell({ right, headline, sentences, rows }) {
    this.root.dataset.state = right ? "right" : "wrong";
    $("headline").textContent = headline;
    $("sentences").replaceChildren(...sentences.map((sentence) => create("p", sentence)));
    $("worth").replaceChildren(...rows.map(tableRow));
    $("task").hidden = true;
    $("answer").hidden = false;
    $("headline").focus();
  }

  /** @param {Answer} answer  shown on the drawing: the card and the place, of every move that is as good */
  markBest({ best }) {
    const taps = this.question?.choices.filter((one) => best.includes(one.action)).flatMap((one) => one.taps) ?? [];
    /** @type {NodeListOf<SVGElement>} */
    const elements = this.scene.element.querySelectorAll("[data-tap]");
    for (const one of elements) one.classList.toggle("hinted", taps.includes(one.dataset.tap ?? ""));
  }

  /**
   * What the server says; asked for again until it can be reached. Null if it refuses.
   * @param {string} path
   * @param {RequestInit} [request]
   * @returns {Promise<unknown>}
   */
  async ask(path, request) {
    const answer = await fetch(this.path + path, request).catch(() => null);
    if (answer && answer.status < 500) {
      $("said").textContent = "";
      return answer.ok ? answer.json() : null;
    }
    $("said").textContent = words.lost;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    return this.ask(path, request);
  }
}

/** @param {Worth} worth */
function tableRow({ name, value, mark }) {
  const row = document.createElement("tr"), move = create("th", name);
  move.scope = "row";
  if (mark) move.append(" ", create("em", $("worth").dataset[mark] ?? ""));
  row.append(move, create("td", value));
  row.className = mark;
  return row;
}
