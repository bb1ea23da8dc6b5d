// A match replayed, move by move.

/** @import { Closing, Moment } from "../messages" */

import { $, field, find, onFormChange, prefix, screenForm, words } from "./page.js";
import { Marks } from "./review.js";
import { Scene } from "./scene.js";

const PACE = 900; // milliseconds between two moves when playing by itself

export class Replay {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.path = `${prefix}/table/${root.dataset.id}`;
    this.scene = new Scene($("scene"));
    this.slider = $("ply", HTMLInputElement);
    this.seat = $("seat", HTMLSelectElement);
    this.last = Number(this.slider.max);
    /** @type {HTMLElement[]} */
    this.lines = [...root.querySelectorAll("#log .line")].filter((line) => line instanceof HTMLElement);
    this.now = -1; // the ply that is shown
    /** @type {Closing[]} */
    this.pictures = []; // of this ply
    /** @type {Closing | null} */
    this.shown = null;
    this.asked = ""; // the moment that was asked for last
    this.timer = 0;
    this.marks = new Marks((ply) => this.go(ply));
    this.listen();
    this.go(this.wanted());
  }

  listen() {
    $("first").onclick = () => this.go(0);
    $("earlier").onclick = () => this.step(-1);
    $("later").onclick = () => this.step(1);
    this.slider.oninput = this.seat.onchange = () => this.go(this.wanted());
    $("run").onclick = () => this.run($("run").getAttribute("aria-pressed") !== "true");
    for (const line of this.lines) line.onclick = () => this.go(Number(line.dataset.ply));
    onFormChange(() => this.go(this.wanted()));
  }

  wanted() {
    return Number(this.slider.value);
  }

  // a move that ended a round has two pictures: the scoring, then the table that was cleared for the next

  /** @param {1 | -1} by */
  step(by) {
    const next = this.shown ? this.pictures[this.pictures.indexOf(this.shown) + by] : null;
    if (next && this.now === this.wanted()) this.showPicture(next);
    else this.go(this.wanted() + by, by < 0);
  }

  /** @param {Closing} picture */
  showPicture(picture) {
    this.shown = picture;
    this.scene.show(picture.svg);
    const line = this.lines[this.now - 1]?.textContent ?? "";
    $("line").textContent = this.pictures.length > 1 ? `${line} – ${picture.guidance}` : line;
  }

  /** @param {number} ply @param {boolean} backwards  whether its last picture comes first */
  async go(ply, backwards = false) {
    ply = Math.min(Math.max(0, ply), this.last);
    this.slider.value = String(ply);
    const query = `?ply=${ply}&seat=${this.seat.value}`;
    const asked = `${query}&form=${screenForm()}${this.marks.has(ply) ? "&better=1" : ""}`;
    this.asked = asked;
    this.updateLinks(ply, query);
    const { moment, problem } = await fetchMoment(`${this.path}/moment${asked}`);
    if (asked !== this.asked) return;
    if (moment) this.show(ply, moment, backwards);
    else if (problem) this.tryAgain(problem, ply, backwards);
  }

  /** @param {number} ply @param {Moment} moment @param {boolean} backwards */
  show(ply, moment, backwards) {
    this.now = ply;
    this.pictures = moment.closing ? [moment.closing, moment] : [moment];
    this.showPicture(this.pictures[backwards ? this.pictures.length - 1 : 0]);
    $("at").textContent = `${ply} / ${this.last}`;
    this.marks.show(ply);
    for (const line of this.lines) {
      if (Number(line.dataset.ply) === ply) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    }
  }

  /**
   * Links away from here follow the slider, without waiting for the drawing.
   * @param {number} ply
   * @param {string} query
   */
  updateLinks(ply, query) {
    $("share", HTMLInputElement).value = `${location.origin}${this.path}/replay${query}`;
    const form = find("play-on", HTMLFormElement);
    if (!form) return;
    field(form, "ply").value = String(ply);
    for (const button of form.querySelectorAll("button")) button.disabled = ply === this.last;
  }

  /** @param {string} problem @param {number} ply @param {boolean} backwards */
  tryAgain(problem, ply, backwards) {
    $("line").textContent = problem;
    const { asked } = this;
    setTimeout(() => {
      if (asked === this.asked) this.go(ply, backwards);
    }, 1500 + 1500 * Math.random());
  }

  /** @param {boolean} on  whether one move follows the other by itself */
  run(on) {
    $("run").setAttribute("aria-pressed", String(on));
    clearInterval(this.timer);
    if (on) this.timer = setInterval(() => this.runOn(), PACE);
  }

  runOn() {
    if (this.now !== this.wanted()) return; // its picture is on its way
    if (this.now >= this.last) this.run(false);
    else this.step(1);
  }
}

/**
 * A moment, or why it must be asked for again: too many ask at once, or the connection is lost.
 * @param {string} address
 * @returns {Promise<{ moment?: Moment, problem?: string }>}
 */
async function fetchMoment(address) {
  try {
    const answer = await fetch(address);
    if (answer.ok) return { moment: await answer.json() };
    if (answer.status === 503) return { problem: (await answer.json()).text };
    return answer.status > 500 ? { problem: words.lost } : {};
  } catch {
    return { problem: words.lost };
  }
}
